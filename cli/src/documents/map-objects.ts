import { isPlaceholder, type Json, type JsonObject } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";

/** Changes every object of a form, before what is inside it. @param path the keys that lead to the form. */
export function mapObjects(
  value: Json,
  change: (item: JsonObject, path: readonly string[]) => JsonObject,
  path: readonly string[] = [],
): Json {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change, path));
  if (!isObject(value) || isPlaceholder(value)) return value;
  const entries = Object.entries(change(value, path));
  return Object.fromEntries(
    entries.map(([key, item]) => [key, item === undefined ? undefined : mapObjects(item, change, [...path, key])]),
  );
}

/** Every object of a form, an outer one before those in it. */
export function listObjects(form: Json): JsonObject[] {
  const all: JsonObject[] = [];
  mapObjects(form, (item) => {
    all.push(item);
    return item;
  });
  return all;
}
