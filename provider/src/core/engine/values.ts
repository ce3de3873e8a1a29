import { isDeepStrictEqual } from "node:util";
import { unknownValue } from "../data";

/** Plain JSON data, exchanged with the engine. */
export type Properties = Record<string, unknown>;

/** True for the engine's "known only after apply". */
export function isUnknown(value: unknown): boolean {
  return value === unknownValue;
}

/** A message with `[unknown]`, as Pulumi shows it, for each value that is known only after apply. */
export function showUnknowns(message: string): string {
  return message.replaceAll(unknownValue, "[unknown]");
}

/** True when a value, or anything inside it, is known only after apply. */
export function hasUnknown(value: unknown): boolean {
  if (value !== null && typeof value === "object") return Object.values(value).some(hasUnknown);
  return isUnknown(value);
}

/** True when the value at `path`, or one above it, is known only after apply. */
export function isUnknownOnPath(value: unknown, path: readonly PropertyKey[]): boolean {
  let here: unknown = value;
  for (const key of path) {
    if (isUnknown(here)) return true;
    if (here === null || typeof here !== "object") return false;
    here = (here as Record<PropertyKey, unknown>)[key];
  }
  return isUnknown(here);
}

/**
 * Drops `undefined`, at any depth, and `null` at the top, where a program means "not set" by it. The engine's wire
 * format can contain no `undefined`: one left in a result fails the operation after the remote object was created.
 */
export function dropUndefined<T extends object>(properties: T): T {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, dropUndefinedDeep(value)]),
  ) as T;
}

function dropUndefinedDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : dropUndefinedDeep(item)));
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [key, dropUndefinedDeep(item)]),
    );
  }
  return value;
}

const markKey = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** A secret value in the engine's wire format. The engine sends it back in clear. */
export function wrapSecret(value: unknown): Properties {
  return { [markKey]: secretMark, value };
}

/** The names of the properties that are secret in the engine's wire format, or have a secret inside. */
export function listSecretNames(properties: Properties): string[] {
  return Object.keys(properties).filter((name) => hasSecret(properties[name]));
}

function hasSecret(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  return (value as Properties)[markKey] === secretMark || Object.values(value).some(hasSecret);
}

/** The structure of an output that the state keeps as JSON text. */
export function readStructure(output: unknown): unknown {
  return typeof output === "string" && !isUnknown(output) ? JSON.parse(output) : output;
}

/** Equal as data. */
export function equal(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}

/** Equal as text a person wrote: not set and empty are the same. */
export function equalText(a: unknown, b: unknown): boolean {
  return (a ?? "") === (b ?? "");
}

/** Equal as sets, in any order. Not set and empty are the same. */
export function equalSet(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return equal(new Set(a), new Set(b));
}

/** The declared value if the found one means the same, so that the user's spelling stays; else the found value. */
export function preferDeclared<T>(declared: T, found: T, same: (a: T, b: T) => boolean): T {
  return same(declared, found) ? declared : found;
}
