/**
 * A path of the API with its holes percent-encoded. A hole that could lead elsewhere is refused: an empty id would turn the delete
 * of one object into a call on the whole collection, and a dot would climb out of it.
 *
 * @example
 * ```ts
 * path`/v2/tags/${tagId}/workbooks`;
 * ```
 */
export function path(texts: TemplateStringsArray, ...holes: readonly string[]): string {
  return holes.reduce((built, hole, index) => `${built}${segment(hole, texts)}${texts[index + 1]}`, texts[0] ?? "");
}

function segment(hole: string, texts: TemplateStringsArray): string {
  if (typeof hole !== "string" || /^\.{0,2}$/.test(hole.trim())) {
    throw new TypeError(`${JSON.stringify(hole)} can't be an id in ${texts.join("{}")}.`);
  }
  return encodeURIComponent(hole);
}
