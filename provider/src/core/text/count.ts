/**
 * A number of things.
 *
 * @example formatCount(1, "page") // "1 page"
 */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Names in a line, the first `most` of them: `a, b and 3 more`. */
export function joinSome(names: readonly string[], most: number): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(", ")} and ${more} more` : names.join(", ");
}
