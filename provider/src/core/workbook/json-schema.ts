import * as z from "zod";
import type { CodedNoun } from "../model";
import { buildJsonSchema } from "../model/schema";
import { pageSchema, reportSchema, workbookSchema } from "./schema/document";

type JsonSchema = ReturnType<typeof buildJsonSchema>;
type Fields = Readonly<Record<string, z.ZodType>>;

/**
 * The JSON Schema (draft 7) of a workbook or report, for editors and other tools: of one file, and of the main file of
 * a folder, which may leave out what the folder says: its version and kind, elements, and all of a page but its name.
 * Those of an element's and a page's file are the definitions `Element` and `Page` of a workbook's. What a report has
 * in common with a workbook is in the file beside it, `workbook.json`.
 *
 * @example JSON.stringify(buildDocumentJsonSchema("workbook")) // schema/workbook.json
 */
export function buildDocumentJsonSchema(noun: CodedNoun): JsonSchema {
  const { schemaVersion, kind, elements } = workbookSchema.shape as Fields;
  const name = z.string().describe("The name of the page's file in `pages`.");
  const main = workbookSchema.extend({
    schemaVersion: schemaVersion!.optional(),
    kind: kind!.optional(),
    pages: z.array(z.union([pageSchema, name])).describe("The pages."),
    elements: elements!.optional(),
  });
  if (noun === "report") return buildReportJsonSchema(Object.keys(main.shape));
  const schema = buildJsonSchema(main.meta(z.globalRegistry.get(workbookSchema)!), { reused: "ref" });
  // Of the size of the file, the names that zod gives to parts in several places would be a fifth.
  return JSON.parse(JSON.stringify(schema).replaceAll("__schema", "_")) as JsonSchema;
}

function buildReportJsonSchema(shared: readonly string[]): JsonSchema {
  const { kind, config } = reportSchema.shape as Fields;
  const own = z.object({ kind: kind!.optional(), config: config! }).meta(z.globalRegistry.get(reportSchema)!);
  const schema = buildJsonSchema(own);
  const common = shared.map((field) => [field, { $ref: `workbook.json#/properties/${field}` }]);
  return { ...schema, properties: { ...Object.fromEntries(common), ...schema.properties }, required: ["pages"] };
}
