import * as z from "zod";
import { dataModelSchema } from "./schema";

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
 * The JSON Schema (draft 7) of a spec file, for editors and other tools. Branches are picked by their discriminator
 * with `if`/`then`, so that an editor's messages are about the intended branch. Unknown fields are allowed. A
 * placeholder may replace a string, number or boolean.
 *
 * @example writeFileSync("schema/data-model.json", JSON.stringify(buildDataModelJsonSchema(), null, 2));
 */
export function buildDataModelJsonSchema(): JsonSchema {
  const { $schema, $ref, definitions } = z.toJSONSchema(dataModelSchema, {
    target: "draft-7",
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodDiscriminatedUnion) pickByDiscriminator(zodSchema, jsonSchema);
    },
  }) as JsonSchema;
  const { [$ref!.replace("#/definitions/", "")]: root, ...parts } = definitions as Record<string, JsonSchema>;
  for (const schema of [root!, ...Object.values(parts)]) allowHoles(schema);
  return { $schema, ...root, definitions: { ...parts, Placeholder: placeholder } };
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
  if (!scalars.has(rest.type) || rest.const !== undefined || rest.enum !== undefined) return schema;
  const or: JsonSchema = { anyOf: [rest, { $ref: "#/definitions/Placeholder" }] };
  if (description !== undefined) or.description = description;
  if (implied !== undefined) or.default = implied;
  return or;
}
