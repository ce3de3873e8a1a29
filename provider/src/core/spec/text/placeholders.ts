import { nearest } from "../../text";
import { isObject, isPlaceholder, type Json, type JsonObject, type Path, unknownValue } from "../json";
import { type Finding, pathText } from "./findings";

/** A spec with its placeholders filled, and findings about their names. */
export interface FilledSpec {
  spec: Json;
  findings: Finding[];
}

/**
 * Fills the placeholders `{"$ref": "<name>"}` of a spec with values. A name without a value and a value without a placeholder are findings. The
 * placeholder of an unknown name becomes {@link unknownValue}, which later checks ignore. A name `orders` counts as used by `orders#…`.
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
  const fill = (name: string, path: Path): Json => {
    used.add(name);
    if (Object.hasOwn(refs, name)) return refs[name] as Json;
    const near = nearest(name, names);
    findings.push({
      rule: "unknown-ref",
      severity: "error",
      path: [...path],
      pathText: pathText(authored, path),
      message: `no value is given for \`${name}\``,
      hint: near === undefined ? knownNames(names) : `Did you mean \`${near}\`?`,
    });
    return unknownValue;
  };
  const spec = filledIn(authored, [], fill);
  for (const name of names) {
    if (used.has(name) || [...used].some((other) => other.startsWith(`${name}#`))) continue;
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

function knownNames(names: string[]): string {
  return names.length === 0
    ? "No values are given at all: pass `refs`."
    : `Given are ${names.map((name) => `\`${name}\``).join(", ")}.`;
}

/** The names of a spec's placeholders, each once, in order of appearance. */
export function placeholderNames(spec: Json): string[] {
  const names = new Set<string>();
  filledIn(spec, [], (name) => {
    names.add(name);
    return null;
  });
  return [...names];
}

function filledIn(value: Json, path: Path, fill: (name: string, path: Path) => Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isPlaceholder(value)) return fill(value.$ref, path);
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const from = value as Record<string | number, Json | undefined>;
  let copy: Record<string | number, Json | undefined> | undefined;
  for (const key of keys) {
    const before = from[key];
    if (typeof before !== "object" || before === null) continue;
    path.push(key);
    const after = filledIn(before, path, fill);
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
