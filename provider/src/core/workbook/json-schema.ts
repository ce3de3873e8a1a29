import * as z from "zod";
import type { CodedNoun } from "../spec";
import { buildJsonSchema } from "../spec/internal";
import { pageSchema, reportSchema, workbookSchema } from "./schema/document";

/**
 * The JSON Schema (draft 7) of a workbook or report, for editors and other tools: of one file, and of the main file of
 * a folder, which may leave out what the folder says: its version and kind, elements, and all of a page but its name.
 * Those of an element's and a page's file are the definitions `Element` and `Page`.
 *
 * @example writeFileSync("schema/workbook.json", JSON.stringify(buildDocumentJsonSchema("workbook")));
 */
export function buildDocumentJsonSchema(noun: CodedNoun): ReturnType<typeof buildJsonSchema> {
  const document = noun === "report" ? reportSchema : workbookSchema;
  const { schemaVersion, kind, elements } = document.shape;
  const name = z.string().describe("The name of the page's file in `pages`.");
  const main = document.extend({
    schemaVersion: schemaVersion.optional(),
    kind: kind.optional(),
    pages: z.array(z.union([pageSchema, name])).describe("The pages."),
    elements: elements.optional(),
  });
  const schema = buildJsonSchema(main.meta(z.globalRegistry.get(document)!), { reused: "ref" });
  // Of the size of the file, the names that zod gives to parts in several places would be a fifth.
  return JSON.parse(JSON.stringify(schema).replaceAll("__schema", "_")) as typeof schema;
}
