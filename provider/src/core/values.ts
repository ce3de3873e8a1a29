import { isDeepStrictEqual } from "node:util";
import { unknownValue } from "./spec/json";

/** Plain JSON data as it crosses the border to the engine. */
export type Properties = Record<string, unknown>;

/** True for the engine's "known only after apply". */
export function isUnknown(value: unknown): boolean {
  return value === unknownValue;
}

/** True when a step of the way to `path` is known only after apply, so that nothing can be said about what lies there. */
export function unknownOnTheWay(value: unknown, path: readonly PropertyKey[]): boolean {
  let here: unknown = value;
  for (const key of path) {
    if (isUnknown(here)) return true;
    if (here === null || typeof here !== "object") return false;
    here = (here as Record<PropertyKey, unknown>)[key];
  }
  return isUnknown(here);
}

/**
 * Drops `undefined`, at any depth, and `null` at the top, where a program means "not set" by it. The engine's wire format can
 * hold no `undefined`: one left in an answer fails the step after the remote object was made.
 */
export function clean<T extends object>(properties: T): T {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, withoutUndefined(value)]),
  ) as T;
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : withoutUndefined(item)));
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [key, withoutUndefined(item)]),
    );
  }
  return value;
}

/** A value that the engine is to keep as a secret, in the form it has on the wire. It comes back in clear. */
export function secretValue(value: unknown): Properties {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}

/** An output that the state keeps as JSON text; the states of older releases hold the structure itself. */
export function structureOf(output: unknown): unknown {
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

/** Equal as sets: the order tells nothing. Not set and empty are the same. */
export function equalSet(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return equal(new Set(a), new Set(b));
}

/** What is declared, as long as what is found means the same: its form is the user's. */
export function declaredIfSame<T>(declared: T, found: T, same: (a: T, b: T) => boolean): T {
  return same(declared, found) ? declared : found;
}

/** Every text and number inside a value, for keeping secrets out of messages. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return isUnknown(value) ? [] : [value];
  if (typeof value === "number") return [String(value)];
  if (value !== null && typeof value === "object") return Object.values(value).flatMap(textsIn);
  return [];
}
