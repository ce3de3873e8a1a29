import { findNearest } from "./near";

/** Names that a hint lists at most. */
const mostListed = 8;

/**
 * The hint for a word that isn't known: the word that was probably meant, else what there is; undefined: nothing.
 *
 * @example suggest("formula") // "Did you mean `formula`?"
 */
export function suggest(near: string | undefined, known: Iterable<string> = []): string | undefined {
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  const all = [...known].filter((name) => name !== "");
  if (all.length === 0) return undefined;
  const more = all.length > mostListed ? `, and ${all.length - mostListed} more` : "";
  return `There is ${all
    .slice(0, mostListed)
    .map((name) => `\`${name}\``)
    .join(", ")}${more}.`;
}

/** The hint when `word` is almost one of `known`: ` Did you mean "…"?`, or nothing. */
export function suggestWord(word: string, known: readonly string[]): string {
  const near = findNearest(word, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}
