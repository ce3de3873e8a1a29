import { findNearest, normalizeName } from "../../text";
import { isObject, isPlaceholder, type Json, type JsonObject, type Path, splitRef, unknownValue } from "../json";
import { type Finding, formatPath } from "./findings";

/** A spec with its placeholders filled, and findings about their names. */
export interface FilledSpec {
  spec: Json;
  findings: Finding[];
}

/**
 * Fills the placeholders `{"$ref": "<name>"}` of a spec with values. A name without a value and a value without a
 * placeholder are findings. The placeholder of an unknown name becomes {@link unknownValue}, which later checks ignore.
 * A name `orders` counts as used by `orders#…`.
 *
 * The spec given is not changed; parts without placeholders are shared with it.
 *
 * @example
 * fillPlaceholders({ connectionId: { $ref: "warehouse" } }, { warehouse: "c-1" }).spec // { connectionId: "c-1" }
 */
export function fillPlaceholders(authored: Json, refs: Readonly<Record<string, unknown>> = {}): FilledSpec {
  const findings: Finding[] = [];
  const used = new Set<string>();
  const names = Object.keys(refs);
  const values = new Map(names.map((name) => [normalizeName(name), refs[name] as Json]));
  const fill = (given: string, path: Path): Json => {
    const name = normalizeName(given);
    used.add(name);
    if (values.has(name)) return values.get(name) as Json;
    const near = findNearest(name, names);
    findings.push({
      rule: "unknown-ref",
      severity: "error",
      path: [...path],
      pathText: formatPath(authored, path),
      message: `no value is given for \`${name}\``,
      hint:
        describeElement(name, names) ?? (near === undefined ? describeKnownNames(names) : `Did you mean \`${near}\`?`),
    });
    return unknownValue;
  };
  const spec = fillValue(authored, [], fill);
  const models = new Set([...used].map((name) => name.slice(0, Math.max(name.indexOf("#"), 0))));
  for (const name of names) {
    if (used.has(normalizeName(name)) || models.has(normalizeName(name))) continue;
    findings.push({
      rule: "unused-ref",
      severity: "error",
      path: [],
      pathText: "",
      message: `a value is given for \`${name}\`, but nothing refers to it`,
      hint: `Write \`!ref ${name}\` where it belongs, or leave it out of \`refs\`.`,
    });
  }
  return { spec, findings };
}

/** How to give the value for an element of a model of which only the id is given. */
function describeElement(name: string, names: readonly string[]): string | undefined {
  const [model, element] = splitRef(name);
  const hasElements = names.some((given) => given.startsWith(`${model}#`));
  if (element === undefined || hasElements || !names.includes(model)) return undefined;
  const value = `"${name}": \${${model}.elementIds["${element}"]}`;
  return `Pass the model in \`refs\`, not its id. Where only ids can be passed, as in YAML, add \`${value}\`.`;
}

function describeKnownNames(names: string[]): string {
  return names.length === 0
    ? "No values are given at all: pass `refs`."
    : `Given are ${names.map((name) => `\`${name}\``).join(", ")}.`;
}

/** The placeholders of a spec, in order of appearance. */
export function listPlaceholders(spec: Json): { readonly name: string; readonly path: Path }[] {
  const all: { name: string; path: Path }[] = [];
  fillValue(spec, [], (name, path) => {
    all.push({ name, path: [...path] });
    return null;
  });
  return all;
}

/** The names of a spec's placeholders, each once, in order of appearance. */
export const listPlaceholderNames = (spec: Json): string[] => [
  ...new Set(listPlaceholders(spec).map(({ name }) => name)),
];

/** What a placeholder stands for: a given value, or an element of a given model. */
export interface PlaceholderMatch {
  /** Its name: `orders`, `orders#fact_orders`. */
  readonly placeholder: string;
  /** The name that is given. */
  readonly name: string;
  /** The part of the placeholder after `#`. */
  readonly element: string | undefined;
}

/**
 * Creates a function that finds what placeholders stand for; it leaves out one without a match. A value with the whole
 * name wins over an element of a model.
 *
 * @param given the names of values and models.
 * @param isModel whether a given name stands for a model.
 * @example createMatcher(["orders"], () => true)(["orders#facts"])
 * // [{ placeholder: "orders#facts", name: "orders", element: "facts" }]
 */
export function createMatcher(
  given: readonly string[],
  isModel: (name: string) => boolean,
): (placeholders: readonly string[]) => PlaceholderMatch[] {
  const names = new Map(given.map((name) => [normalizeName(name), name]));
  return (placeholders) =>
    placeholders.flatMap((placeholder) => {
      const [model, element] = splitRef(placeholder);
      const owner = names.get(normalizeName(model));
      const isElement = element !== undefined && owner !== undefined && isModel(owner);
      const name = names.get(normalizeName(placeholder)) ?? (isElement ? owner : undefined);
      return name === undefined ? [] : [{ placeholder, name, element }];
    });
}

function fillValue(value: Json, path: Path, fill: (name: string, path: Path) => Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isPlaceholder(value)) return fill(value.$ref, path);
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const from = value as Record<string | number, Json | undefined>;
  let copy: Record<string | number, Json | undefined> | undefined;
  for (const key of keys) {
    const before = from[key];
    if (typeof before !== "object" || before === null) continue;
    path.push(key);
    const after = fillValue(before, path, fill);
    path.pop();
    if (after === before) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, Json | undefined>;
    copy[key] = after;
  }
  return (copy as Json[] | JsonObject | undefined) ?? value;
}

/** Whether a spec has placeholders left. */
export function hasPlaceholders(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(hasPlaceholders);
  return isObject(value) && (isPlaceholder(value) || Object.values(value).some(hasPlaceholders));
}

/**
 * Replaces values of an object by placeholders with the names of their paths, such as
 * `pages/main/elements/0/source/connectionId`. An item of a list that has an `id` is called by it, so that an insertion
 * renames no placeholder. What holds none of these values stays the same object.
 *
 * @param leaf what to do with a value: undefined, go on into it; `keep`, take that in its place; `later`, put a
 * placeholder for that.
 * @returns the object, and the values by the names of their placeholders.
 */
export function extractPlaceholders(
  spec: unknown,
  leaf: (value: unknown) => { readonly keep: unknown } | { readonly later: unknown } | undefined,
): { spec: unknown; values: Record<string, unknown> } {
  const values: Record<string, unknown> = {};
  const path: string[] = [];

  function visit(value: unknown): unknown {
    const found = leaf(value);
    if (found !== undefined) {
      if ("keep" in found) return found.keep;
      const name = path.join("/");
      values[name] = found.later;
      return { $ref: name };
    }
    if (value === null || typeof value !== "object") return value;
    const before = value as Record<string, unknown>;
    let after: Record<string, unknown> | undefined;
    for (const key of Object.keys(before)) {
      path.push(Array.isArray(value) ? namePlace(before[key], key) : key);
      const item = visit(before[key]);
      path.pop();
      if (item === before[key]) continue;
      after ??= (Array.isArray(value) ? [...value] : { ...before }) as Record<string, unknown>;
      after[key] = item;
    }
    return after ?? value;
  }

  function namePlace(item: unknown, index: string): string {
    const id = (item as { id?: unknown } | null)?.id;
    return typeof id === "string" && leaf(id) === undefined ? id : index;
  }

  return { spec: visit(spec), values };
}
