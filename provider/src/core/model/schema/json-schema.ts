import * as z from "zod";
import { dataModelSchema } from "./schema";
import { schemaTraits } from "./traits";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A value that the program gives, in a JSON file. In YAML it is `!ref name`, which editors treat as a string. */
const placeholder: JsonSchema = {
  type: "object",
  description: "A value given by the program.",
  properties: { $ref: { type: "string" } },
  required: ["$ref"],
  additionalProperties: false,
};

/**
 * The JSON Schema (draft 7) of a data model's file, for editors and other tools; see {@link buildJsonSchema}.
 *
 * @example JSON.stringify(buildDataModelJsonSchema(), null, 2) // schema/data-model.json
 */
export const buildDataModelJsonSchema = (): JsonSchema => buildJsonSchema(dataModelSchema);

/**
 * The JSON Schema (draft 7) of a document. Branches are picked by their discriminator with `if`/`then`, so that an
 * editor's messages are about the intended branch. Fields that are unknown, or that the platform drops, are marked. A
 * placeholder may replace a string, number or boolean, and the path of a file an object or list.
 *
 * @param reused whether parts without a name that are in several places are written once.
 */
export function buildJsonSchema(
  schema: z.ZodType,
  { reused = "inline" }: { reused?: "inline" | "ref" } = {},
): JsonSchema {
  const { $schema, $ref, definitions } = z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    reused,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodDiscriminatedUnion) pickByDiscriminator(zodSchema, jsonSchema);
      if (zodSchema instanceof z.ZodObject) filterFields(zodSchema, jsonSchema);
    },
  }) as JsonSchema;
  const { [$ref!.replace("#/definitions/", "")]: root, ...parts } = definitions as Record<string, JsonSchema>;
  allowHoles(root!);
  const allowed = Object.entries(parts).map(([name, part]) => [name, allowPlaceholder(part)] as const);
  for (const part of listParts(root!)) allowInclude(part);
  for (const [, part] of allowed) allowInclude(part);
  return { $schema, ...root, definitions: { ...Object.fromEntries(allowed), Placeholder: placeholder } };
}

/** The path of a file: to editors, `!include parts/columns.yaml` is this string. */
const included = "\\.(ya?ml|json)$";

/** Lets `!include` of a file stand for each object and list in a schema. */
function allowInclude(schema: JsonSchema): void {
  for (const part of listParts(schema)) allowInclude(part);
  if (schema.type !== "object" && schema.type !== "array") return;
  const what = schema.type === "array" ? "a list" : "fields";
  const patternErrorMessage = `Write ${what}, or !include a file.`;
  Object.assign(schema, { type: [schema.type, "string"], pattern: included, patternErrorMessage });
}

/** The schemas right below one; what a condition asks isn't among them. */
function listParts({ properties, items, additionalProperties, allOf, anyOf, then }: JsonSchema): JsonSchema[] {
  const parts = [
    ...Object.values(properties ?? {}),
    items,
    additionalProperties,
    ...(allOf ?? []),
    ...(anyOf ?? []),
    then,
  ];
  return parts.flat().filter((part): part is JsonSchema => typeof part === "object");
}

function filterFields(schema: z.ZodObject, jsonSchema: JsonSchema): void {
  const { properties, required } = jsonSchema;
  // An editor marks what isn't known at once, as `validate` does.
  if (properties !== undefined) jsonSchema.additionalProperties ??= false;
  if (schemaTraits.get(schema)?.isNamedByFile && required) jsonSchema.required = required.filter((key) => key !== "id");
  for (const [name, inner] of Object.entries(schema.shape)) {
    const { isDropped, isUnread } = schemaTraits.get(inner) ?? {};
    if (isDropped || (isUnread && name !== "aliases")) delete properties?.[name];
  }
}

function pickByDiscriminator(union: z.ZodDiscriminatedUnion, jsonSchema: JsonSchema): void {
  const { discriminator } = union.def;
  const branches = (jsonSchema.oneOf ?? jsonSchema.anyOf ?? []) as JsonSchema[];
  delete jsonSchema.oneOf;
  delete jsonSchema.anyOf;
  const known = new Set<z.core.util.Primitive>();
  const cases = branches.map((branch, index): JsonSchema => {
    const values = [...(union.options[index]!._zod.propValues?.[discriminator] ?? [])];
    for (const value of values) known.add(value);
    const isIt: JsonSchema = { properties: { [discriminator]: { enum: values.filter(isWritten) } } };
    // An `if` without `required` also holds where the discriminator is left out, which some branch may allow.
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    return { if: values.includes(undefined) ? isIt : { ...isIt, required: [discriminator] }, then: branch };
  });
  jsonSchema.type = "object";
  jsonSchema.properties = { [discriminator]: { enum: [...known].filter(isWritten) } };
  if (!known.has(undefined)) jsonSchema.required = [discriminator];
  jsonSchema.allOf = cases;
}

const isWritten = (value: z.core.util.Primitive): value is string => typeof value === "string";

/**
 * Lets a placeholder replace each scalar below a schema, except those that decide what the others are: constants and
 * enumerations.
 */
function allowHoles(schema: JsonSchema): void {
  for (const branch of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), schema.then]) {
    if (typeof branch === "object") allowHoles(branch as JsonSchema);
  }
  const { properties, items } = schema;
  for (const [name, property] of Object.entries(properties ?? {}))
    properties![name] = allowPlaceholder(property as JsonSchema);
  if (typeof items === "object") schema.items = allowPlaceholder(items as JsonSchema);
}

const scalars = new Set<unknown>(["string", "number", "boolean"]);

function allowPlaceholder(schema: JsonSchema): JsonSchema {
  allowHoles(schema);
  const { description, default: implied, ...rest } = schema;
  const options = (rest.anyOf ?? []) as JsonSchema[];
  if (options.some(({ type }) => scalars.has(type)))
    return { ...schema, anyOf: [...options, { $ref: "#/definitions/Placeholder" }] };
  if (!scalars.has(rest.type) || rest.const !== undefined || rest.enum !== undefined) return schema;
  const or: JsonSchema = { anyOf: [rest, { $ref: "#/definitions/Placeholder" }] };
  if (description !== undefined) or.description = description;
  if (implied !== undefined) or.default = implied;
  return or;
}
