import type { Field } from "./read";

/** What a resource's page says of other languages: examples, and outputs. */

/**
 * The schema of the plugin, as far as it is read here: its resources with their outputs, and descriptions with an
 * example in each language.
 */
export interface PluginSchema {
  readonly resources: Readonly<Record<string, ResourceSchema>>;
}

interface ResourceSchema {
  readonly description: string;
  readonly properties: Readonly<Record<string, PropertySchema>>;
}

interface PropertySchema {
  readonly type?: string;
  readonly description?: string;
  readonly additionalProperties?: PropertySchema;
}

/** The example of a resource in a language of the plugin, from its schema. */
export function writeExample(language: string, name: string, { resources }: PluginSchema): string {
  const { description = "" } = resources[`analytics:index:${name}`] ?? {};
  const [, code] = new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, "s").exec(description) ?? [];
  if (code === undefined)
    throw new Error(`${name} has no example in ${language}: run \`npm run generate\` and \`npm run examples\``);
  return code;
}

export const writeBlock = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

/** The outputs of a resource that its class lacks: other languages read them instead of calling its methods. */
export function listOtherOutputs(name: string, known: ReadonlySet<string>, { resources }: PluginSchema): Field[] {
  const { properties = {} } = resources[`analytics:index:${name}`] ?? {};
  return Object.entries(properties)
    .filter(([property]) => !known.has(property))
    .map(([property, schema]) => ({
      name: property,
      type: getType(schema),
      optional: false,
      text: `Not in TypeScript. ${schema.description}`,
    }));
}

function getType({ type, additionalProperties }: PropertySchema): string {
  return additionalProperties === undefined ? `${type}` : `Record<string, ${getType(additionalProperties)}>`;
}

/**
 * An example in TypeScript as a whole program: with its imports, and with the stack's configuration if it reads
 * settings.
 *
 * @example completeProgram('new analytics.Tag("a", { name: "A" });')
 * // 'import * as analytics from "pulumi-analytics";\n\nnew …'
 */
export function completeProgram(example: string): string {
  const readsSettings = /\bconfig\./.test(example);
  return [
    ...(readsSettings ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as analytics from "pulumi-analytics";',
    "",
    ...(readsSettings ? ["const config = new pulumi.Config();"] : []),
    example,
  ].join("\n");
}

/** The name of the first resource of a kind in a program in YAML, as the engine knows it. */
export function findYamlName(name: string, example: string): string {
  const pattern = new RegExp(`^  (?<key>[\\w-]+):\\n    type: analytics:${name}\\n(?:    name: (?<name>.+)\\n)?`, "m");
  const found = pattern.exec(`${example}\n`);
  if (found === null) throw new Error(`${name}: the example in YAML declares none`);
  return found.groups?.name ?? found.groups!.key!;
}
