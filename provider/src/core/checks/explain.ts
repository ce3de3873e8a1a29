/** How well a grouping explains a move. */

/** A group of a metric at the two times. */
export interface MovedGroup {
  readonly values: readonly [before: number, after: number];
  readonly rows: readonly [before: number, after: number];
  /** Whether a report has it. */
  readonly isShown: boolean;
}

/** Sums of fractions depend on the order of rows. */
const noise = 1e-9;

/**
 * By how much the share of the move that the shown groups have is above their share of the rows: from 0, where they
 * move as all rows do, nearly to 1, where few rows make all of the move. Undefined: nothing moves, or nothing is shown.
 *
 * @param whole the metric's value of all rows. One that isn't the sum of its groups, as an average, counts by rows.
 * @example
 * const groups: MovedGroup[] = [
 *   { values: [6, 2], rows: [1, 1], isShown: true },
 *   { values: [4, 4], rows: [9, 9], isShown: false },
 * ];
 * measureExplanation([10, 6], groups); // 0.9
 */
export function measureExplanation(
  whole: readonly [before: number, after: number],
  groups: readonly MovedGroup[],
): number | undefined {
  const times = [0, 1] as const;
  const add = (read: (group: MovedGroup) => number) => groups.reduce((sum, group) => sum + read(group), 0);
  const allRows = times.map((time) =>
    Math.max(
      add(({ rows }) => rows[time]),
      1,
    ),
  );
  const size = add(({ values: [before, after] }) => Math.abs(before) + Math.abs(after));
  const isSum = times.every((time) => Math.abs(add(({ values }) => values[time]) - whole[time]) <= 1e-6 * size);
  const weigh = ({ values, rows }: MovedGroup, time: 0 | 1) =>
    isSum ? values[time] : (values[time] * rows[time]) / allRows[time]!;
  const measureMove = (group: MovedGroup) => Math.abs(weigh(group, 1) - weigh(group, 0));
  const move = add(measureMove);
  if (move <= noise * size || !groups.some(({ isShown }) => isShown)) return undefined;
  const shareOfRows = ({ rows }: MovedGroup) => Math.max(...times.map((time) => rows[time] / allRows[time]!));
  return add((group) => (group.isShown ? Math.max(0, measureMove(group) / move - shareOfRows(group)) : 0));
}
