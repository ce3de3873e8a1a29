import { describeSchemaError, tryParseJson } from "pulumi-analytics-internal/core/data";
import { isObject, type Json, type JsonObject } from "pulumi-analytics-internal/core/model/json";
import { UsageError } from "pulumi-analytics-internal/core/text";
import { z } from "zod";

/** The version that documents are written in. */
export const newestVersion = "0.2.0.dev0";

/** The dialect in which the standard has formulas of the platform. */
export const platformDialect = "SIGMA";

/** The vendor of what this command keeps beside the standard. */
export const ownVendor = "PULUMI_ANALYTICS";

const list = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullish()
    .transform((items) => (items ?? []) as z.output<Schema>[]);

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);

const described = {
  name: z.string().min(1),
  description: text,
  ai_context: z.union([z.string(), z.looseObject({ instructions: text, synonyms: list(z.string()) })]).nullish(),
  // Older documents have the data of a vendor as JSON in a text.
  custom_extensions: list(
    z.object({
      vendor_name: z.string(),
      data: z.unknown().transform((data) => (typeof data === "string" ? tryParseJson(data) : data) as Json | undefined),
    }),
  ),
};

const dialect = z.object({ dialect: z.string().transform((name) => name.toUpperCase()), expression: z.string() });
const expression = z.object({ dialects: z.array(dialect).min(1) }).transform(({ dialects }) => dialects);
const dimension = z.object({ is_time: z.boolean().nullish() }).nullish();

const field = z.looseObject({ ...described, expression, label: text, datatype: text, dimension });

const dataset = z.looseObject({
  ...described,
  source: z.string().min(1),
  primary_key: list(z.string()),
  unique_keys: list(z.array(z.string())),
  fields: list(field),
});

const relationship = z.looseObject({
  ...described,
  ...{ from: z.string(), to: z.string(), from_columns: z.array(z.string()).min(1), to_columns: z.array(z.string()) },
});

const semanticModel = z.looseObject({
  ...described,
  datasets: z.array(dataset).min(1),
  relationships: list(relationship),
  metrics: list(z.looseObject({ ...described, expression })),
});

/** The names of all fields that are read. */
export const knownFields: ReadonlySet<string> = new Set(
  [semanticModel.shape, dataset.shape, relationship.shape, field.shape].flatMap((shape) => Object.keys(shape)),
);

export type SemanticModel = z.output<typeof semanticModel>;
export type Dataset = SemanticModel["datasets"][number];
export type Field = Dataset["fields"][number];
export type Expression = Field["expression"];
export type Described = Pick<Field, keyof typeof described>;

/**
 * Reads the semantic models of a document: one, or a list of them in documents from before September 2026.
 *
 * @param file for messages.
 * @throws UsageError for anything else.
 */
export function readDocument(given: Json, file: string): readonly SemanticModel[] {
  const { semantic_model: all, version, dialects, vendors, ...document } = isObject(given) ? given : {};
  // What a document says of itself, it says of all of its models.
  const form = Array.isArray(all) ? all.map((one) => (isObject(one) ? { ...document, ...one } : one)) : [document];
  const found = z.array(semanticModel).min(1).safeParse(form);
  if (found.success) return /^0\.1\b/.test(String(version)) ? found.data.map(addTypes) : found.data;
  throw new UsageError(
    `${file}: not a semantic model of Open Semantic Interchange (${describeSchemaError(found.error)}). ` +
      "Name a document with `datasets`, such as dbt's target/osi_document.json.",
  );
}

/** Before types, the role said them: what has it is a time. */
function addTypes(model: SemanticModel): SemanticModel {
  const add = (field: Field) => (field.dimension?.is_time === true ? { ...field, datatype: "DateTime" } : field);
  return { ...model, datasets: model.datasets.map((one) => ({ ...one, fields: one.fields.map(add) })) };
}

/** What this command wrote beside the standard. */
export function readOwn({ custom_extensions: all }: Described): JsonObject {
  const own = all.find(({ vendor_name: vendor }) => vendor === ownVendor)?.data;
  return isObject(own) ? own : {};
}

const [synonymsLine, instructionsLine] = ["Synonyms: ", "For AI: "];

/** A description, with lines for what the standard tells AI. */
export function joinDescription({ description, ai_context: given }: Described): string | undefined {
  const { synonyms = [], instructions = "" } = typeof given === "string" ? { instructions: given } : (given ?? {});
  const lines = [
    description?.trim(),
    synonyms.length > 0 && `${synonymsLine}${synonyms.join("; ")}`,
    instructions && `${instructionsLine}${instructions.trim().split(/\s+/).join(" ")}`,
  ];
  return lines.filter(Boolean).join("\n") || undefined;
}

/** The fields that {@link joinDescription} made a description of. */
export function splitDescription(given: Json | undefined): JsonObject {
  const lines = typeof given === "string" ? given.split("\n") : [];
  const pick = (start: string) => lines.find((line) => line.startsWith(start))?.slice(start.length);
  const [synonyms, instructions] = [pick(synonymsLine)?.split("; "), pick(instructionsLine)];
  const rest = lines.filter((line) => !line.startsWith(synonymsLine) && !line.startsWith(instructionsLine));
  const ai = { ...(instructions && { instructions }), ...(synonyms && { synonyms }) };
  return {
    ...(rest.length > 0 && { description: rest.join("\n") }),
    ...(Object.keys(ai).length > 0 && { ai_context: ai }),
  };
}
