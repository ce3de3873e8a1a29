import { isObject, type Json, type JsonObject, type Path } from "../../model/json";

/** Every object in a value, with its path. */
export function* walkObjects(value: Json | undefined, path: Path): Generator<{ object: JsonObject; path: Path }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walkObjects(item, [...path, index]);
  } else if (isObject(value)) {
    yield { object: value, path };
    for (const [key, inner] of Object.entries(value)) yield* walkObjects(inner, [...path, key]);
  }
}
