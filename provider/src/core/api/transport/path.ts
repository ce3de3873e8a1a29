import { InvalidIdError, isUsableId } from "../errors";

/**
 * A path of the API with its values percent-encoded. It refuses values that change the path: an empty id would turn the
 * delete of one object into a call on the whole collection, and `..` would leave the collection.
 *
 * @example
 * ```ts
 * path`/v2/tags/${tagId}/workbooks`;
 * ```
 */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return values.reduce(
    (built, value, index) => `${built}${encodeSegment(value, texts)}${texts[index + 1]}`,
    texts[0] ?? "",
  );
}

function encodeSegment(value: string, texts: TemplateStringsArray): string {
  if (!isUsableId(value)) throw new InvalidIdError(value, texts.join("{}"));
  return encodeURIComponent(value);
}

/** The path of an object of a collection, as {@link path} builds it. */
export function buildObjectPath(collection: string, id: string): string {
  return collection + path`/${id}`;
}
