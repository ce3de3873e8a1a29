/**
 * The model as the platform stored it. The platform rewrites, drops and adds parts, in known and unknown ways. The
 * state keeps these changes beside the declaration, and a later read that differs from them is drift.
 */

import { addTo } from "../../data";
import {
  filterObjects,
  getValue,
  isObject,
  isSameJson,
  type Json,
  type JsonObject,
  type Path,
  readKnownString,
} from "../json";
import { formItemKey } from "../references/list-items";
import { listElements } from "../references/references";
import type { Canonical } from "../spec-types";

/**
 * Changes from a declaration to what is stored, as a tree of the same shape: by field, `[]` for what isn't there,
 * `[value]` for another value; for a list of things `[changes by key, order]`, the order null where it is the
 * declaration's. Plain JSON in the state: later versions must be able to read it.
 *
 * @example
 * const baseline: Baseline = {
 *   pages: [
 *     { main: { elements: [{ orders: { columns: [{ id: { formula: ["[ORDERS/Id]"] } }, null] } }, null] } },
 *     null,
 *   ],
 * };
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
 * The changes from a declaration to what is stored; undefined: none. Both in the user's ids, and `stored` in the
 * declaration's words (see `reword`).
 */
export function computeBaseline(declared: Canonical, stored: Canonical): Baseline | undefined {
  return diffValues("", declared, stored);
}

/** What is stored, from a declaration and the changes to it. */
export function applyBaseline(declared: Canonical, baseline: Baseline | undefined): Canonical {
  return (baseline === undefined ? declared : applyChanges("", declared, baseline)) as Canonical;
}

/**
 * One form with the changes that lead from a second to a third: where `now` is as `stored`, it is as `declared`; where
 * it isn't, as `now`. The declaration itself where nothing changed. Elements keep what they are on whichever page.
 *
 * @example
 * applyDrift(declared, stored, now) // the declaration with what changed on the platform since it was stored
 * applyDrift(mine, base, theirs) // a merge, in which their changes win
 */
export function applyDrift(declared: Canonical, stored: Canonical, now: Canonical): Canonical {
  if (isSameJson(now, stored) || isSameJson(now, declared)) return declared;
  const contents = [declared, stored, now].map(indexElements);
  if (contents.some((elements) => elements === undefined)) {
    return keepIfSame(declared, mergeValues("", declared, stored, now) as JsonObject);
  }
  const [own, old, there] = contents as [Elements, Elements, Elements];
  const isChanged = (id: string) => !isSameJson(old.get(id), there.get(id));
  const frame = mergeValues("", buildFrame(declared), buildFrame(stored), buildFrame(now, isChanged)) as JsonObject;
  const pageOf = mergePages(frame, [declared, stored, now].map(mapPages) as [Places, Places, Places]);
  const pages = filterObjects(frame.pages).map((page): JsonObject => {
    if (page.elements === undefined) return page;
    const ids = filterObjects(page.elements).map(({ id }) => String(id));
    const here = ids.filter((id) => pageOf.get(id) === page.id);
    const elements = here.map((id) => mergeValues("elements", own.get(id), old.get(id), there.get(id)));
    return { ...page, elements: elements.filter((element) => element !== undefined) };
  });
  return keepIfSame(declared, { ...frame, pages });
}

const keepIfSame = (declared: Canonical, result: JsonObject): Canonical =>
  isSameJson(result, declared) ? declared : (result as Canonical);

type Elements = ReadonlyMap<string, JsonObject>;

/** Undefined where an element has no id of its own. */
function indexElements(spec: JsonObject): Elements | undefined {
  const elements = listElements(spec);
  const byId = new Map(elements.map((element) => [readKnownString(element.id), element]));
  return byId.size === elements.length && !byId.has(undefined) ? (byId as Elements) : undefined;
}

/**
 * A spec with elements reduced to their ids, and a mark on those whose contents changed, so that they aren't taken for
 * unchanged.
 */
function buildFrame(spec: JsonObject, isChanged: (id: string) => boolean = () => false): JsonObject {
  const toStub = ({ id }: JsonObject): JsonObject => (isChanged(String(id)) ? { id, isChanged: true } : { id });
  const pages = filterObjects(spec.pages).map(
    (page): JsonObject =>
      Array.isArray(page.elements) ? { ...page, elements: filterObjects(page.elements).map(toStub) } : page,
  );
  return { ...spec, pages };
}

/** The page of each element. */
type Places = ReadonlyMap<string, Json | undefined>;

function mapPages(spec: JsonObject): Places {
  return new Map(
    filterObjects(spec.pages).flatMap((page) =>
      filterObjects(page.elements).map(({ id }) => [String(id), page.id] as const),
    ),
  );
}

/**
 * The page of each element of a merged frame: the one to which `now` moved it, else the declared one, where it is
 * there.
 */
function mergePages(frame: JsonObject, [declared, stored, now]: readonly [Places, Places, Places]): Places {
  const candidates = new Map<string, Json[]>();
  for (const page of filterObjects(frame.pages)) {
    for (const { id } of filterObjects(page.elements)) {
      addTo(candidates, String(id), page.id ?? null);
    }
  }
  return new Map(
    [...candidates].map(([id, pages]) => {
      const wanted = now.has(id) && now.get(id) !== stored.get(id) ? now.get(id) : declared.get(id);
      return [id, pages.find((page) => page === wanted) ?? pages[0]];
    }),
  );
}

/** The differences that a baseline holds, in the order of the declaration; a list that was only reordered isn't one. */
export function listBaselineEntries(declared: Canonical, baseline: Baseline | undefined): BaselineEntry[] {
  const entries: BaselineEntry[] = [];
  if (baseline !== undefined) collect("", [], declared, baseline, entries);
  return entries;
}

function diffValues(field: string, before: Json | undefined, after: Json | undefined): Baseline | undefined {
  if (isSameJson(before, after)) return undefined;
  if (after === undefined) return [];
  const [old, now] = [keyItems(field, before), keyItems(field, after)];
  if (old && now) return diffThings(field, old, now);
  if (!isObject(before) || !isObject(after)) return [after];
  const changes: [string, Baseline][] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = diffValues(key, before[key], after[key]);
    if (change !== undefined) changes.push([key, change]);
  }
  return Object.fromEntries(changes);
}

function diffThings(field: string, old: KeyedItems, now: KeyedItems): Things {
  const changes: [string, Baseline][] = [];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const change = diffValues(field, old.get(key), now.get(key));
    if (change !== undefined) changes.push([key, change]);
  }
  const order = [...now.keys()];
  const expected = [...old.keys()].filter((key) => now.has(key));
  const isExpected = order.length === expected.length && order.every((key, index) => key === expected[index]);
  return [Object.fromEntries(changes), isExpected ? null : order];
}

function applyChanges(field: string, before: Json | undefined, baseline: Baseline): Json | undefined {
  if (!Array.isArray(baseline)) {
    const result: JsonObject = { ...(before as JsonObject) };
    for (const [key, change] of Object.entries(baseline as Fields)) {
      const value = applyChanges(key, result[key], change);
      if (value === undefined) delete result[key];
      else result[key] = value;
    }
    return result;
  }
  if (baseline.length === 0) return undefined;
  if (baseline.length === 1) return baseline[0];
  const [changes, order] = baseline as Things;
  const items = keyItems(field, before) ?? new Map<string, Json>();
  const applyKey = (key: string) =>
    Object.hasOwn(changes, key) ? applyChanges(field, items.get(key), changes[key]!) : items.get(key);
  return (order ?? [...items.keys()]).map(applyKey).filter((item) => item !== undefined);
}

function mergeValues(
  field: string,
  declared: Json | undefined,
  stored: Json | undefined,
  now: Json | undefined,
): Json | undefined {
  if (isSameJson(now, stored) || isSameJson(now, declared)) return declared;
  if (declared === undefined || stored === undefined || now === undefined) return now;
  const [own, old, there] = [keyItems(field, declared), keyItems(field, stored), keyItems(field, now)];
  if (own && old && there) return mergeThings(field, own, old, there);
  if (!isObject(declared) || !isObject(stored) || !isObject(now)) return now;
  const result: JsonObject = {};
  for (const key of new Set([...Object.keys(declared), ...Object.keys(now)])) {
    const value = mergeValues(key, declared[key], stored[key], now[key]);
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function mergeThings(field: string, own: KeyedItems, stored: KeyedItems, now: KeyedItems): Json[] {
  const items = new Map<string, Json>();
  for (const key of new Set([...own.keys(), ...now.keys()])) {
    const item = mergeValues(field, own.get(key), stored.get(key), now.get(key));
    if (item !== undefined) items.set(key, item);
  }
  const filterCommon = (keys: Iterable<string>, others: KeyedItems) => [...keys].filter((key) => others.has(key));
  const isReordered = !isSameJson(filterCommon(stored.keys(), now), filterCommon(now.keys(), stored));
  const [first, second] = isReordered ? [now, own] : [own, now];
  return mergeOrder([...first.keys()], [...second.keys()]).flatMap((key) => (items.has(key) ? [items.get(key)!] : []));
}

/** All keys in the order of the first list; a key that only the second has follows the key that it follows there. */
function mergeOrder(first: readonly string[], second: readonly string[]): string[] {
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
  const items = isThings ? (keyItems(field, declared) ?? new Map<string, Json>()) : undefined;
  for (const [key, change] of Object.entries(changes)) {
    const value = items ? items.get(key) : isObject(declared) ? declared[key] : undefined;
    collect(isThings ? field : key, [...path, key], value, change, entries);
  }
}

/**
 * The path in a spec for the keys of an entry, as far as the spec has what they name.
 *
 * @example buildPath(spec, ["pages", "main", "name"]) // ["pages", 0, "name"]
 */
export function buildPath(spec: Json, keys: readonly string[]): Path {
  const path: Path = [];
  let value: Json | undefined = spec;
  let field = "";
  for (const key of keys) {
    const items: string[] = [...(keyItems(field, value)?.keys() ?? [])];
    const index = Array.isArray(value) ? items.indexOf(key) : -1;
    if (Array.isArray(value) && index < 0) break;
    path.push(Array.isArray(value) ? index : key);
    value = getValue(value, path.slice(-1));
    if (index < 0) field = key;
  }
  return path;
}

type KeyedItems = ReadonlyMap<string, Json>;

/** The items of a list by their keys; undefined for anything but a list of objects with distinct keys. */
function keyItems(field: string, value: Json | undefined): KeyedItems | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = new Map<string, Json>();
  for (const [index, item] of value.entries()) {
    if (!isObject(item)) return undefined;
    const key = formItemKey(field, item, index);
    if (items.has(key)) return undefined;
    items.set(key, item);
  }
  return items;
}
