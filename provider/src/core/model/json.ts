import { isExactNumber, isObject as isPlainObject, unknownValue, writeStableText } from "../data";

export { unknownValue, writeStableText };

/** Plain JSON. A property that is `undefined` counts as absent, as it does for `JSON.stringify`. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** The place of a value: keys and array positions from the root, e.g. `["pages", 0, "name"]`. */
export type Path = (string | number)[];

/** Whether a value is a JSON object (not an array, not null). */
export const isObject = isPlainObject<JsonObject>;

/** The objects of a list; what is not a list, or not an object, is left out (the shape check reports it). */
export function filterObjects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The objects of a list with their positions. */
export function listObjectEntries(value: Json | undefined): [index: number, item: JsonObject][] {
  const entries: [number, JsonObject][] = [];
  for (const [index, item] of toList(value).entries()) if (isObject(item)) entries.push([index, item]);
  return entries;
}

/** Like `map`, but the list itself when no item changed. */
export function mapChanged(items: Json[], change: (item: Json) => Json): Json[] {
  let changed: Json[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = change(items[i]!);
    if (item === items[i]) continue;
    changed ??= [...items];
    changed[i] = item;
  }
  return changed ?? items;
}

/** A document with the objects of some of its lists changed; the document itself when none changed. */
export function mapLists(
  document: JsonObject,
  fields: readonly string[],
  change: (item: JsonObject) => JsonObject,
): JsonObject {
  let changed = document;
  for (const field of fields) {
    const list = document[field];
    const items = Array.isArray(list) ? mapChanged(list, (item) => (isObject(item) ? change(item) : item)) : list;
    if (items !== list) changed = { ...changed, [field]: items };
  }
  return changed;
}

/** An object without some of its fields. */
export function omitFields(object: JsonObject, fields: Iterable<string>): JsonObject {
  const omitted = new Set(fields);
  return Object.fromEntries(Object.entries(object).filter(([field]) => !omitted.has(field)));
}

/** The items of a list; nothing if it is none. */
export function toList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a string that is known, else undefined. */
export function readKnownString(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== unknownValue ? value : undefined;
}

/** A placeholder in a spec, which `refs` give a value: `{"$ref": "warehouse"}`. */
export interface Placeholder {
  $ref: string;
}

/** Whether a value is a placeholder. */
export function isPlaceholder(value: unknown): value is Placeholder & JsonObject {
  if (!isObject(value) || typeof value.$ref !== "string") return false;
  for (const key in value) if (key !== "$ref") return false;
  return true;
}

/**
 * The parts of a name in `!ref`: a model's, and behind the first `#` an element's.
 *
 * @example splitRef("orders#fact_orders") // ["orders", "fact_orders"]
 */
export function splitRef(name: string): [model: string, element: string | undefined] {
  const at = name.indexOf("#");
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)];
}

/** Whether a value is still open: unknown in a preview, or a placeholder. No check may report such a value. */
export function isOpen(value: Json | undefined): boolean {
  return value === unknownValue || isPlaceholder(value);
}

/** Whether a value has fields that people know: a placeholder and a number with many digits are objects, too. */
export function hasFields(value: Json | undefined): value is JsonObject {
  return isObject(value) && !isPlaceholder(value) && !isExactNumber(value);
}

/**
 * Whether two JSON values are the same, whatever the order of keys; `except` names a field of the two that doesn't
 * count.
 */
export function isSameJson(a: Json | undefined, b: Json | undefined, except?: string): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!isSameJson(a[i], b[i])) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  let fields = 0;
  for (const key in a) {
    if (a[key] === undefined || key === except) continue;
    if (!isSameJson(a[key], b[key])) return false;
    fields++;
  }
  for (const key in b) if (b[key] !== undefined && key !== except) fields--;
  return fields === 0;
}

/** Whether a value or something in it is still open. */
export const hasOpen = (value: Json | undefined): boolean =>
  isOpen(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasOpen));

/** A value and every value in it, an outer one before those in it, with its path. */
export function* walkValues(value: Json | undefined, path: Path = []): Generator<{ value: Json; path: Path }> {
  if (value === undefined) return;
  yield { value, path };
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* walkValues(item, [...path, index]);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* walkValues(item, [...path, key]);
}

/** Every object in a value, with its path; see {@link walkValues}. */
export function* walkObjects(value: Json | undefined, path?: Path): Generator<{ object: JsonObject; path: Path }> {
  for (const { value: object, path: place } of walkValues(value, path)) {
    if (isObject(object)) yield { object, path: place };
  }
}

/** A deep copy. Objects reached twice are copied twice, so that a change at one place has no effect at another. */
export function copyJson<T extends Json | undefined>(value: T): T;
export function copyJson(value: Json | undefined): Json | undefined {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copyJson(item));
  const copy: JsonObject = {};
  for (const key in value) copy[key] = copyJson(value[key]);
  return copy;
}

/** One text for several values, different where any of them differs. */
export function formKeyText(...values: readonly (Json | undefined)[]): string {
  return values.map(writeStableText).join("\n");
}

/** The value at a path, or undefined. */
export function getValue(root: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  let value = root;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === "number") value = value[key];
    else if (isObject(value) && typeof key === "string" && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}
