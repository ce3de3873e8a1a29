import { describeSchemaError, tryParseJson } from "pulumi-analytics-internal/core/data";
import { isObject, type Json } from "pulumi-analytics-internal/core/model/json";
import { UsageError } from "pulumi-analytics-internal/core/text";
import { z } from "zod";

/** The newest version of the standard, which documents are written in. */
export const newestVersion = "0.2.0.dev0";
const knownVersions: readonly string[] = ["0.1.0", "0.1.1", newestVersion];

/** The dialect in which the standard has formulas of the platform. */
export const platformDialect = "SIGMA";

/** The vendor of what this command keeps beside the standard. */
export const ownVendor = "PULUMI_ANALYTICS";

function list<Schema extends z.ZodType>(schema: Schema) {
  return z
    .array(schema)
    .nullish()
    .transform((items) => (items ?? []) as z.output<Schema>[]);
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);

/** Older documents have the data of a vendor as JSON in a text. */
const extensions = list(z.object({ vendor_name: z.string(), data: z.unknown() })).transform((all) =>
  all.map(({ vendor_name: vendor, data }) => ({ vendor, data: typeof data === "string" ? tryParseJson(data) : data })),
);

const context = z
  .union([z.string(), z.looseObject({ instructions: text, synonyms: list(z.string()) })])
  .nullish()
  .transform((given) => (typeof given === "string" ? { instructions: given, synonyms: [] } : given));

const described = { name: z.string().min(1), description: text, ai_context: context, custom_extensions: extensions };

const expression = z.object({ dialects: z.array(z.object({ dialect: z.string(), expression: z.string() })).min(1) });

const field = z.object({ ...described, expression, label: text, datatype: text });

const dataset = z.object({
  ...described,
  source: z.string().min(1),
  primary_key: list(z.string()),
  unique_keys: list(z.array(z.string())),
  fields: list(field),
});

const relationship = z.object({
  ...described,
  from: z.string(),
  to: z.string(),
  from_columns: z.array(z.string()).min(1),
  to_columns: z.array(z.string()).min(1),
});

const metric = z.object({ ...described, expression });

const semanticModel = z.object({
  ...described,
  datasets: z.array(dataset).min(1),
  relationships: list(relationship),
  metrics: list(metric),
});

export type Described = Pick<z.output<typeof field>, "name" | "description" | "ai_context" | "custom_extensions">;
export type Expression = z.output<typeof expression>;
export type Field = z.output<typeof field>;
export type Dataset = z.output<typeof dataset>;
export type SemanticModel = z.output<typeof semanticModel>;

/** A document of the Open Semantic Interchange. */
export interface OsiDocument {
  /** One, in documents of the newest version. */
  readonly models: readonly SemanticModel[];
  readonly warnings: readonly string[];
}

/**
 * Reads a document: a semantic model, or a list of them, as versions up to the summer of 2026 have it.
 *
 * @param file for messages.
 * @throws UsageError for anything else.
 */
export function readDocument(given: Json, file: string): OsiDocument {
  const refuse = (why: string): never => {
    throw new UsageError(`${file}: not a semantic model of Open Semantic Interchange (${why}).`);
  };
  if (!isObject(given)) return refuse("not an object");
  const models = z
    .array(semanticModel)
    .min(1)
    .safeParse(given.semantic_model ?? [given]);
  if (!models.success) return refuse(describeSchemaError(models.error));
  const { version } = given;
  const isKnown = typeof version === "string" && knownVersions.includes(version);
  return {
    models: models.data,
    warnings: isKnown ? [] : [`${file}: version ${String(version)} isn't known; fields may be missing`],
  };
}

/** What this command wrote beside the standard. */
export function readOwn({ custom_extensions: all }: Described): Readonly<Record<string, unknown>> {
  const own = all.find(({ vendor }) => vendor === ownVendor)?.data;
  return typeof own === "object" && own !== null ? (own as Record<string, unknown>) : {};
}

const [synonymsLine, instructionsLine] = ["Synonyms: ", "For AI: "];

/** The lines that a description has for what the standard tells AI. */
export function describeContext({ ai_context: given }: Described): string[] {
  const { synonyms = [], instructions } = given ?? {};
  return [
    ...(synonyms.length > 0 ? [`${synonymsLine}${synonyms.join("; ")}`] : []),
    ...(instructions ? [`${instructionsLine}${instructions.trim().replace(/\s*\n\s*/g, " ")}`] : []),
  ];
}

/** A description without the lines of {@link describeContext}, and what these say. */
export function splitDescription(given: string | undefined): Record<string, Json> {
  const lines = given?.split("\n") ?? [];
  const pick = (start: string) => lines.find((line) => line.startsWith(start))?.slice(start.length);
  const [synonyms, instructions] = [pick(synonymsLine)?.split("; "), pick(instructionsLine)];
  const rest = lines.filter((line) => !line.startsWith(synonymsLine) && !line.startsWith(instructionsLine));
  const description = rest.join("\n").trim();
  const ai = { ...(instructions !== undefined && { instructions }), ...(synonyms !== undefined && { synonyms }) };
  return { ...(description && { description }), ...(Object.keys(ai).length > 0 && { ai_context: ai }) };
}
