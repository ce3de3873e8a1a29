/**
 * A number of things.
 *
 * @example formatCount(1, "page") // "1 page"
 */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
