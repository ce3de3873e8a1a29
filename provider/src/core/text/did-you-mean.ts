import { findNearest } from "./near";

/** The hint when `word` is almost one of `known`: ` Did you mean "…"?`, or nothing. */
export function suggestWord(word: string, known: readonly string[]): string {
  const near = findNearest(word, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}
