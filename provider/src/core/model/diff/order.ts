/**
 * The fewest items that must move to get from one order to another. Items that only one of the two has are passed over.
 *
 * @example findLeastMoved(["a", "b", "c"], ["c", "a", "b"]) // ["c"]
 */
export function findLeastMoved<T>(before: readonly T[], after: readonly T[]): T[] {
  const positions = new Map(before.map((item, index) => [item, index]));
  const common = after.filter((item) => positions.has(item));
  const stay = findLongestRise(common.map((item) => positions.get(item)!));
  return common.filter((_, index) => !stay.has(index));
}

/** The indexes of a longest rising subsequence. */
function findLongestRise(values: readonly number[]): Set<number> {
  /** For each length, the index of the smallest value that ends a rise of that length. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  }
  const rise = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) rise.add(index);
  return rise;
}
