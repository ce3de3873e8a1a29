import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./blocks";

/** The plugin's schema, as far as it is read here. */
interface PackageSchema {
  readonly config: { readonly variables: Properties };
  readonly provider: { readonly inputProperties: Properties };
  readonly types: Readonly<Record<string, NamedType>>;
  readonly resources: Readonly<
    Record<string, { readonly inputProperties: Properties; readonly requiredInputs?: string[] }>
  >;
  readonly functions: Readonly<Record<string, { readonly inputs?: ObjectType }>>;
}

interface ObjectType {
  readonly properties?: Properties;
  readonly required?: readonly string[];
}

type NamedType = ObjectType & { readonly enum?: readonly { readonly value: unknown }[] };

type Properties = Readonly<Record<string, Type>>;

interface Type {
  readonly $ref?: string;
  readonly type?: string;
  readonly oneOf?: readonly Type[];
  readonly items?: Type;
  readonly additionalProperties?: Type;
}

const schema = JSON.parse(readFileSync(join(repository, "provider/plugin/schema.json"), "utf8")) as PackageSchema;

/** The names of the plugin's resources, functions and settings. */
export const tokens = new Set([...Object.keys(schema.resources), ...Object.keys(schema.functions)].map(shorten));
export const settings = Object.keys(schema.config.variables);

function shorten(token: string): string {
  return token.replace(":index:", ":");
}

/** What an interpolation or a function of Pulumi can stand for. */
const computed = [
  { type: "string", pattern: "\\$\\{" },
  { type: "object", minProperties: 1, patternProperties: { "^fn::": {} }, additionalProperties: false },
];

/** The JSON Schema of a program in YAML, and of parts of one. */
export function buildProgramSchema(): object {
  const resource = {
    type: "object",
    required: ["type"],
    properties: {
      type: { enum: ["pulumi:providers:analytics", ...Object.keys(schema.resources).map(shorten)] },
      name: { type: "string" },
      properties: { type: "object" },
      options: writeObject(Object.fromEntries(resourceOptions.map((name) => [name, {}]))),
    },
    additionalProperties: false,
    allOf: [
      buildCondition("pulumi:providers:analytics", schema.provider.inputProperties, []),
      ...Object.entries(schema.resources).map(([token, { inputProperties, requiredInputs }]) =>
        buildCondition(shorten(token), inputProperties, requiredInputs ?? []),
      ),
    ],
  };
  const invoke = {
    type: "object",
    required: ["function"],
    properties: { function: { enum: Object.keys(schema.functions).map(shorten) }, arguments: {}, options: {} },
    additionalProperties: false,
    allOf: Object.entries(schema.functions).map(([token, { inputs = {} }]) => ({
      anyOf: [
        { properties: { function: { not: { const: shorten(token) } } } },
        { properties: { arguments: writeType(inputs) } },
      ],
    })),
  };
  const variable = { properties: { "fn::invoke": invoke } };
  const parts = {
    config: { type: "object", additionalProperties: {} },
    variables: { type: "object", additionalProperties: variable },
    resources: { type: "object", additionalProperties: resource },
    outputs: { type: "object" },
    packages: { type: "object", additionalProperties: { type: "string" } },
    name: { type: "string" },
    description: { type: "string" },
    runtime: {},
    main: { type: "string" },
  };
  const $defs = Object.fromEntries(
    Object.entries(schema.types).map(([token, type]) => [nameType(token), writeType(type)]),
  );
  return { type: "object", properties: parts, additionalProperties: false, $defs };
}

const resourceOptions = [
  "additionalSecretOutputs",
  "aliases",
  "deleteBeforeReplace",
  "dependsOn",
  "ignoreChanges",
  "import",
  "parent",
  "protect",
  "provider",
  "replaceOnChanges",
  "retainOnDelete",
];

function buildCondition(token: string, properties: Properties, required: readonly string[]): object {
  return {
    anyOf: [
      { properties: { type: { not: { const: token } } } },
      { properties: { properties: writeType({ properties, required }) } },
    ],
  };
}

function writeObject(properties: Readonly<Record<string, object>>, required: readonly string[] = []): object {
  return { type: "object", properties, required, additionalProperties: false };
}

function writeType({ properties = {}, required = [], ...type }: NamedType): object {
  if (type.enum !== undefined) return { enum: type.enum.map(({ value }) => value) };
  const fields = Object.entries(properties).map(([name, one]) => [name, { anyOf: [writeValue(one), ...computed] }]);
  return writeObject(Object.fromEntries(fields), required);
}

function writeValue({ $ref, type, oneOf, items, additionalProperties }: Type): object {
  if (oneOf !== undefined) {
    // A text beside an enum is there for values of later releases.
    const isEnum =
      oneOf.some((one) => one.$ref !== undefined) && oneOf.some((one) => one.type === "string" && !one.$ref);
    return { anyOf: oneOf.filter((one) => !isEnum || one.$ref !== undefined).map(writeElement) };
  }
  if ($ref !== undefined)
    return $ref.startsWith("#/types/") ? { $ref: `#/$defs/${nameType($ref.slice("#/types/".length))}` } : {};
  if (type === "array") return { type, items: writeElement(items ?? {}) };
  if (type === "object") return { type, additionalProperties: writeElement(additionalProperties ?? {}) };
  return type === undefined ? {} : { type };
}

const writeElement = (type: Type) => ({ anyOf: [writeValue(type), ...computed] });

const nameType = (token: string) => token.split(":").at(-1) as string;
