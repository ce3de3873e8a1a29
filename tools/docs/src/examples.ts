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

/** The example of a resource in another language than TypeScript, from the plugin's schema. */
export function writeExample(language: "yaml" | "python", name: string, { resources }: PluginSchema): string {
  const { description = "" } = resources[`analytics:index:${name}`] ?? {};
  const [, code] = new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, "s").exec(description) ?? [];
  if (code === undefined) throw new Error(`${name} has no example in ${language}: run \`npm run generate\``);
  return code;
}

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

/**
 * The statement of a TypeScript example that declares a resource of a kind, with `adopt` as its first argument.
 *
 * @example writeTypeScriptAdoption("Tag", 'new analytics.Tag("a", { name: "A" });', "true")
 * // 'new analytics.Tag("a", { adopt: true, name: "A" });'
 */
export function writeTypeScriptAdoption(name: string, example: string, adopt: string): string {
  const start = new RegExp(`^.*new analytics\\.${name}\\("[^"]+", \\{(\\s*)`, "m").exec(example);
  if (start === null) throw new Error(`${name}: the example declares none`);
  const [opening, space] = start;
  const rest = example.slice(start.index + opening.length);
  const end = rest.search(/\}\);$/m);
  return `${opening}adopt: ${adopt},${space}${rest.slice(0, end)}});`;
}

/** The resource of a kind in a program in YAML, with `adopt` as its first property; and the resource's name. */
export function writeYamlAdoption(name: string, example: string, adopt: string): { code: string; resource: string } {
  const pattern = new RegExp(
    `^  (?<resource>[\\w-]+):\\n    type: analytics:${name}\\n(?:    .*\\n|      .*\\n)*`,
    "m",
  );
  const found = pattern.exec(`${example}\n`);
  if (found === null) throw new Error(`${name}: the example in YAML declares none`);
  const code = found[0].replace("    properties:\n", `    properties:\n      adopt: ${adopt}\n`).trimEnd();
  const resource = /^ {4}name: (.+)$/m.exec(code)?.[1] ?? found.groups!.resource!;
  return { code: `resources:\n${code}`, resource };
}
