/** The canonical order of keys. */
import type { Json } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import { getFieldShape, type ObjectShape, pickObject, type Shape } from "pulumi-analytics-internal/core/model/schema";

/** What says which thing an object is and of which kind stands first; the other fields follow in the schema's order. */
const leading = ["$schema", "schemaVersion", "<<", "id", "aliases", "kind", "controlType", "controlId", "name"];

/**
 * Keys in canonical order: known ones as the schema has them, the others after them, as they are. What is open to more
 * fields than are documented stays in the order that it has.
 *
 * @example sortKeys(["formula", "mine", "id"], columnShape) // ["id", "formula", "mine"]
 */
export function sortKeys(keys: readonly string[], shape: ObjectShape | undefined): string[] {
  if (shape === undefined || shape.isLoose || shape.traits?.isUnsorted) return [...keys];
  const known = new Set([...leading, ...shape.fields.keys()].filter((key) => keys.includes(key)));
  return [...known, ...keys.filter((key) => !known.has(key))];
}

/** A value with all its keys in canonical order; what is undefined is left out. */
export function sortDeep(value: Json, shape: Shape | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => sortDeep(item, getItemShape(shape)));
  if (!isObject(value)) return value;
  const fields = pickObject(shape, value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return Object.fromEntries(
    sortKeys(keys, fields).map((key) => [key, sortDeep(value[key] as Json, getFieldShape(fields, key))]),
  );
}

/** The shape of a list's items. */
export function getItemShape(list: Shape | undefined): Shape | undefined {
  return list?.is === "list" ? list.item : undefined;
}

/** Keys in the order they have, new ones after the nearest that goes before them in canonical order. */
export function placeKeys(
  kept: readonly string[],
  added: readonly string[],
  fields: ObjectShape | undefined,
): string[] {
  const canonical = sortKeys([...kept, ...added], fields);
  const order = [...kept];
  for (const key of added) {
    const before = canonical.slice(0, canonical.indexOf(key)).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  return order;
}
