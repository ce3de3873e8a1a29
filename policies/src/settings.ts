import type { PolicyConfigSchema } from "@pulumi/policy";

/** One setting of a policy: its schema and its default. */
export interface Setting<T> {
  readonly schema: PolicyConfigSchema["properties"][string];
  readonly fallback: T;
}

/** The settings of a policy, by name. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of settings. */
export type Values<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** A list of texts. */
export function declareTexts(description: string, fallback: readonly string[] = []): Setting<readonly string[]> {
  return { schema: { type: "array", items: { type: "string" }, description }, fallback };
}

/** A text. */
export function declareText(description: string, fallback = ""): Setting<string> {
  return { schema: { type: "string", description }, fallback };
}

/** A whole number, at least 1. */
export function count(description: string, fallback: number): Setting<number> {
  return { schema: { type: "integer", minimum: 1, description }, fallback };
}

/** Yes or no. */
export function declareFlag(description: string, fallback: boolean): Setting<boolean> {
  return { schema: { type: "boolean", description }, fallback };
}

/** The schema of a policy's settings, with `defaults` instead of the fallbacks. */
export function buildSchema(settings: Settings, defaults: Readonly<Record<string, unknown>>): PolicyConfigSchema {
  return {
    properties: Object.fromEntries(
      Object.entries(settings).map(([name, { schema }]) => [name, { ...schema, default: defaults[name] as object }]),
    ),
  };
}

const forms = {
  array: { name: "a list", fits: Array.isArray },
  boolean: { name: "true or false", fits: (value: unknown) => typeof value === "boolean" },
  integer: { name: "a whole number", fits: Number.isInteger },
  string: { name: "a text", fits: (value: unknown) => typeof value === "string" },
};

/**
 * What is wrong with values of a policy's settings; undefined: nothing.
 *
 * @example findProblem(schema, { table: 9 }) // '`table` is not a setting. Use one of: tables, columns'
 */
export function findProblem(
  { properties = {} }: Partial<PolicyConfigSchema> = {},
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const known = Object.keys(properties).join(", ");
  for (const [setting, value] of Object.entries(values)) {
    const form = forms[properties[setting]?.type as keyof typeof forms];
    if (form === undefined) return `\`${setting}\` is not a setting. Use one of: ${known || "(it has none)"}`;
    if (!form.fits(value)) return `\`${setting}\` is ${JSON.stringify(value)}. Set it to ${form.name}`;
  }
  return undefined;
}

/** Characters of a setting's value that a message shows. */
const longest = 60;

/**
 * How to change a policy in the configuration of the pack, with its settings as they are now.
 *
 * @example describeSettings("model-depth", { most: 5 })
 */
export function describeSettings(name: string, values: Readonly<Record<string, unknown>>): string {
  const off = `"${name}": "disabled"`;
  const shown = Object.entries(values).map(([setting, value]) => {
    const text = JSON.stringify(value);
    return `"${setting}": ${text.length > longest ? "[…]" : text}`;
  });
  if (shown.length === 0) return `To turn this policy off, set ${off} in the configuration of the policy pack.`;
  return (
    "To change this policy, edit its settings in the configuration of the policy pack, which are now " +
    `"${name}": { ${shown.join(", ")} }; ${off} turns it off.`
  );
}

/** Whether a whole text matches one of the patterns, in which `*` matches any part. Case doesn't matter. */
export function isMatchingAny(subject: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => isMatch(subject.toLowerCase(), pattern.toLowerCase().split("*")));
}

function isMatch(subject: string, [start = "", ...parts]: readonly string[]): boolean {
  const end = parts.pop();
  if (end === undefined || !subject.startsWith(start)) return subject === start;
  let at = start.length;
  for (const part of parts) {
    const found = subject.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return subject.length - end.length >= at && subject.endsWith(end);
}
