import { nearest } from "./near";

/** The hint when `word` is almost one of `known`: ` Did you mean "…"?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}
