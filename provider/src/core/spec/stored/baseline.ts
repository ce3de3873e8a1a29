/**
 * The model as the platform stored it. The platform rewrites, drops and adds parts, in known and unknown ways. The state keeps these changes
 * beside the declaration, and a later read that differs from them is drift.
 */

import { isObject, type Json, type JsonObject, type Path, sameJson, valueAt } from "../json";
import { itemKey } from "../references/list-items";
import type { Canonical } from "../spec-types";

/**
 * Changes from a declaration to what is stored, as a tree of the same shape: by field, `[]` for what isn't there, `[value]` for another
 * value; for a list of things `[changes by key, order]`, the order null where it is the declaration's. Plain JSON in the state:
 * later versions must be able to read it.
 *
 * @example
 * { "pages": [{ "main": { "elements": [{ "orders": { "columns": [{ "id": { "formula": ["[ORDERS/Id]"] } }, null] } }, null] } }, null] }
 */
export type Baseline = Fields | Gone | Other | Things;

type Fields = { readonly [field: string]: Baseline };
type Gone = readonly [];
type Other = readonly [Json];
type Things = readonly [changes: { readonly [key: string]: Baseline }, order: readonly string[] | null];

/** One difference between what is declared and what is stored. */
export interface BaselineEntry {
  /** Fields and keys of things, from the root. */
  readonly path: readonly string[];
  readonly declared: Json | undefined;
  /** Undefined: the platform didn't keep it. */
  readonly stored: Json | undefined;
}

/**
 * The changes from a declaration to what is stored; undefined: none. Both in the user's ids, and `stored` in the declaration's words (see
 * `reword`).
 */
export function baselineOf(declared: Canonical, stored: Canonical): Baseline | undefined {
  return changesOf("", declared, stored);
}

/** What is stored, from a declaration and the changes to it. */
export function withBaseline(declared: Canonical, baseline: Baseline | undefined): Canonical {
  return (baseline === undefined ? declared : applied("", declared, baseline)) as Canonical;
}

/**
 * The declaration with what changed on the platform since it was stored: where `now` is as `stored`, the declaration's own; where it isn't,
 * what is there now. The declaration itself where nothing changed.
 */
export function withDrift(declared: Canonical, stored: Canonical, now: Canonical): Canonical {
  return merged("", declared, stored, now) as Canonical;
}

/** The differences that a baseline holds, in the order of the declaration; a list that was only reordered isn't one. */
export function baselineEntries(declared: Canonical, baseline: Baseline | undefined): BaselineEntry[] {
  const entries: BaselineEntry[] = [];
  if (baseline !== undefined) collect("", [], declared, baseline, entries);
  return entries;
}

function changesOf(field: string, before: Json | undefined, after: Json | undefined): Baseline | undefined {
  if (sameJson(before, after)) return undefined;
  if (after === undefined) return [];
  const [old, now] = [keysOf(field, before), keysOf(field, after)];
  if (old && now) return changesOfThings(field, old, now);
  if (!isObject(before) || !isObject(after)) return [after];
  const changes: [string, Baseline][] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = changesOf(key, before[key], after[key]);
    if (change !== undefined) changes.push([key, change]);
  }
  return Object.fromEntries(changes);
}

function changesOfThings(field: string, old: KeyedItems, now: KeyedItems): Things {
  const changes: [string, Baseline][] = [];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const change = changesOf(field, old.get(key), now.get(key));
    if (change !== undefined) changes.push([key, change]);
  }
  const order = [...now.keys()];
  const expected = [...old.keys()].filter((key) => now.has(key));
  const isExpected = order.length === expected.length && order.every((key, index) => key === expected[index]);
  return [Object.fromEntries(changes), isExpected ? null : order];
}

function applied(field: string, before: Json | undefined, baseline: Baseline): Json | undefined {
  if (!Array.isArray(baseline)) {
    const result: JsonObject = { ...(before as JsonObject) };
    for (const [key, change] of Object.entries(baseline as Fields)) {
      const value = applied(key, result[key], change);
      if (value === undefined) delete result[key];
      else result[key] = value;
    }
    return result;
  }
  if (baseline.length === 0) return undefined;
  if (baseline.length === 1) return baseline[0];
  const [changes, order] = baseline as Things;
  const items = keysOf(field, before) ?? new Map<string, Json>();
  const changed = (key: string) =>
    Object.hasOwn(changes, key) ? applied(field, items.get(key), changes[key]!) : items.get(key);
  return (order ?? [...items.keys()]).map(changed).filter((item) => item !== undefined);
}

function merged(
  field: string,
  declared: Json | undefined,
  stored: Json | undefined,
  now: Json | undefined,
): Json | undefined {
  if (sameJson(now, stored) || sameJson(now, declared)) return declared;
  if (declared === undefined || stored === undefined || now === undefined) return now;
  const [own, old, there] = [keysOf(field, declared), keysOf(field, stored), keysOf(field, now)];
  if (own && old && there) return mergedThings(field, own, old, there);
  if (!isObject(declared) || !isObject(stored) || !isObject(now)) return now;
  const result: JsonObject = {};
  for (const key of new Set([...Object.keys(declared), ...Object.keys(now)])) {
    const value = merged(key, declared[key], stored[key], now[key]);
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function mergedThings(field: string, own: KeyedItems, stored: KeyedItems, now: KeyedItems): Json[] {
  const items = new Map<string, Json>();
  for (const key of new Set([...own.keys(), ...now.keys()])) {
    const item = merged(field, own.get(key), stored.get(key), now.get(key));
    if (item !== undefined) items.set(key, item);
  }
  const common = (keys: Iterable<string>, others: KeyedItems) => [...keys].filter((key) => others.has(key));
  const isReordered = !sameJson(common(stored.keys(), now), common(now.keys(), stored));
  const [first, second] = isReordered ? [now, own] : [own, now];
  return inOrder([...first.keys()], [...second.keys()]).flatMap((key) => (items.has(key) ? [items.get(key)!] : []));
}

/** All keys in the order of the first list; a key that only the second has follows the key that it follows there. */
function inOrder(first: readonly string[], second: readonly string[]): string[] {
  const order = [...first];
  const known = new Set(first);
  let previous: string | undefined;
  for (const key of second) {
    if (!known.has(key)) order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key);
    known.add(key);
    previous = key;
  }
  return order;
}

function collect(
  field: string,
  path: readonly string[],
  declared: Json | undefined,
  baseline: Baseline,
  entries: BaselineEntry[],
): void {
  if (Array.isArray(baseline) && baseline.length < 2) {
    entries.push({ path, declared, stored: (baseline as Gone | Other)[0] });
    return;
  }
  const isThings = Array.isArray(baseline);
  const changes = (isThings ? baseline[0] : baseline) as Fields;
  const items = isThings ? (keysOf(field, declared) ?? new Map<string, Json>()) : undefined;
  for (const [key, change] of Object.entries(changes)) {
    const value = items ? items.get(key) : isObject(declared) ? declared[key] : undefined;
    collect(isThings ? field : key, [...path, key], value, change, entries);
  }
}

/**
 * The path in a spec for the keys of an entry, as far as the spec has what they name.
 *
 * @example pathOfKeys(spec, ["pages", "main", "name"]) // ["pages", 0, "name"]
 */
export function pathOfKeys(spec: Json, keys: readonly string[]): Path {
  const path: Path = [];
  let value: Json | undefined = spec;
  let field = "";
  for (const key of keys) {
    const items: string[] = [...(keysOf(field, value)?.keys() ?? [])];
    const index = Array.isArray(value) ? items.indexOf(key) : -1;
    if (Array.isArray(value) && index < 0) break;
    path.push(Array.isArray(value) ? index : key);
    value = valueAt(value, path.slice(-1));
    if (index < 0) field = key;
  }
  return path;
}

type KeyedItems = ReadonlyMap<string, Json>;

/** The items of a list by their keys; undefined for anything but a list of objects with distinct keys. */
function keysOf(field: string, value: Json | undefined): KeyedItems | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = new Map<string, Json>();
  for (const [index, item] of value.entries()) {
    if (!isObject(item)) return undefined;
    const key = itemKey(field, item, index);
    if (items.has(key)) return undefined;
    items.set(key, item);
  }
  return items;
}
