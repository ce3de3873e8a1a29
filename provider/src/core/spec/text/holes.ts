import { nearest } from "../../text/near";
import { isHole, isObject, type Json, type JsonObject, type Path, unknownValue } from "../json";
import { type Finding, pathText } from "./findings";

/** A spec with its holes filled, and what was wrong with their names. */
export interface Bound {
  spec: Json;
  findings: Finding[];
}

/**
 * Fills the holes `{"$ref": "<name>"}` of a spec with values. A name without a value and a value without a hole are findings; the hole
 * of an unknown name becomes {@link unknownValue}, about which later checks say nothing. A name `orders` counts as used by `orders#…`.
 *
 * The spec given is not changed; parts without holes are shared with it.
 *
 * @example
 * bind({ connectionId: { $ref: "warehouse" } }, { warehouse: "c-1" }).spec // { connectionId: "c-1" }
 */
export function bind(spec: Json, refs: Readonly<Record<string, unknown>> = {}): Bound {
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
      pathText: pathText(spec, path),
      message: `no value is given for \`${name}\``,
      suggestion: near === undefined ? knownNames(names) : `Did you mean \`${near}\`?`,
    });
    return unknownValue;
  };
  const bound = filled(spec, [], fill);
  for (const name of names) {
    if (used.has(name) || [...used].some((other) => other.startsWith(`${name}#`))) continue;
    findings.push({
      rule: "unused-ref",
      severity: "error",
      path: [],
      pathText: "",
      message: `a value is given for \`${name}\`, but nothing refers to it`,
      suggestion: `Write \`!ref ${name}\` where it belongs, or leave it out of \`refs\`.`,
    });
  }
  return { spec: bound, findings };
}

function knownNames(names: string[]): string {
  return names.length === 0
    ? "No values are given at all: pass `refs`."
    : `Given are ${names.map((name) => `\`${name}\``).join(", ")}.`;
}

/** The names of a spec's holes, each once, in order of appearance. */
export function holeNames(spec: Json): string[] {
  const names = new Set<string>();
  filled(spec, [], (name) => {
    names.add(name);
    return null;
  });
  return [...names];
}

function filled(value: Json, path: Path, fill: (name: string, path: Path) => Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isHole(value)) return fill(value.$ref, path);
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const from = value as Record<string | number, Json | undefined>;
  let copy: Record<string | number, Json | undefined> | undefined;
  for (const key of keys) {
    const before = from[key];
    if (typeof before !== "object" || before === null) continue;
    path.push(key);
    const after = filled(before, path, fill);
    path.pop();
    if (after === before) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, Json | undefined>;
    copy[key] = after;
  }
  return (copy as Json[] | JsonObject | undefined) ?? value;
}

/** The value a hole has, or the value itself where there is no hole. */
export function boundValue(value: Json | undefined, refs: Readonly<Record<string, unknown>>): Json | undefined {
  if (!isHole(value)) return value;
  return Object.hasOwn(refs, value.$ref) ? (refs[value.$ref] as Json) : value;
}

/** Whether a spec has holes left. */
export function hasHoles(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(hasHoles);
  return isObject(value) && (isHole(value) || Object.values(value).some(hasHoles));
}
