/** Somebody who calculates with all that a run tells. */

/** The rank of a matrix, over rationals of doubles. */
function findRank(matrix: readonly (readonly number[])[]): number {
  const left = matrix.map((row) => [...row]);
  let rank = 0;
  for (let column = 0; column < (left[0]?.length ?? 0); column++) {
    const at = left.findIndex((row, index) => index >= rank && Math.abs(row[column]!) > 1e-9);
    if (at < 0) continue;
    [left[rank], left[at]] = [left[at]!, left[rank]!];
    const pivot = left[rank]!;
    for (const row of left.slice(rank + 1)) {
      const factor = row[column]! / pivot[column]!;
      for (let index = column; index < row.length; index++) row[index]! -= factor * pivot[index]!;
    }
    rank++;
  }
  return rank;
}

/**
 * Rows fewer than the bound whose values an attacker gets, with any multiples of all that is told: then what is told of
 * the other rows alone has a lower rank. Rows that nothing told keeps apart are alike.
 */
export function attack(told: readonly (readonly number[])[], count: number, fewest: number): number[] | undefined {
  const whole = findRank(told);
  const alike = new Map<string, number[]>();
  for (let row = 0; row < count; row++) {
    const key = told.map((values) => values[row]).join();
    alike.set(key, [...(alike.get(key) ?? []), row]);
  }
  const small = [...alike.values()].filter((rows) => rows.length < fewest);
  const choose = (from: number, taken: readonly number[]): number[] | undefined => {
    if (taken.length > 0) {
      const others = told.map((values) => values.filter((_, row) => !taken.includes(row)));
      if (findRank(others) < whole) return [...taken];
    }
    for (let at = from; at < small.length; at++) {
      const more = [...taken, ...small[at]!];
      const found = more.length < fewest ? choose(at + 1, more) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return choose(0, []);
}
