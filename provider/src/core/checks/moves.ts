/** How the groups of a metric move between two times, and how well a grouping explains the move. */
import { getFamily, toPlain, type Value } from "../data";
import { isNear } from "./values";

/** A group of a metric at the two times; the whole is one. */
export interface Move {
  /** For people; of the whole empty. */
  readonly group: string;
  readonly values: readonly [before: Value, after: Value];
  readonly rows: readonly [before: number, after: number];
  /** Why it isn't told; undefined: it is. */
  readonly untold: string | undefined;
}

/** Groups of which the values are told. */
const mostChanges = 5;

/** Sums of fractions depend on the order of rows. */
const noise = 1e-9;

/** What is told of groups. */
export function describeMoves(by: string | null, moves: readonly Move[]) {
  // Of the whole it is told whether it differs.
  const changed = moves.filter((one) => (by === null || one.untold === undefined) && !isSame(one));
  const small = moves.filter(({ untold }) => untold !== undefined);
  return {
    groups: moves.length,
    changed: changed.length,
    changes: listShown(moves).map(({ group, values: [before, after] }) => {
      return { group, before: toPlain(before), after: toPlain(after) };
    }),
    small: small.length,
    ...(small[0] && { untold: small[0].untold }),
  };
}

/** The first of those that differ and may be told, the largest move first. */
function listShown(moves: readonly Move[]): Move[] {
  const isShown = (one: Move) =>
    one.untold === undefined && !isSame(one) && !one.values.some(({ type }) => type === "text");
  const measure = ({ values }: Move) => {
    const [before, after] = values.map((value) => readAmount(value) ?? 0);
    return Math.abs(after! - before!);
  };
  const shown = moves.filter(isShown).sort((a, b) => measure(b) - measure(a));
  return shown.slice(0, mostChanges);
}

function isSame({ values: [before, after] }: Move): boolean {
  const isRounded = after.type === "float" || before.type === "float";
  return isNear(after, before, { relative: isRounded ? noise : 0, absolute: 0 });
}

/** A number, 0 for none; undefined: the value is none. */
export function readAmount(value: Value): number | undefined {
  if (value.type === "null") return 0;
  return getFamily(value) === "number" ? Number(value.text) : undefined;
}

/**
 * By how much the share of the move that the shown groups have is above their share of the rows: from 0, where they
 * move as all rows do, nearly to 1, where few rows make all of the move. Undefined: nothing moves, nothing is shown, or
 * the values are no numbers.
 *
 * @param whole of all rows. A value that isn't the sum of its groups, as an average, counts by rows.
 */
export function measureExplanation(whole: Move | undefined, moves: readonly Move[]): number | undefined {
  const amounts = new Map([whole, ...moves].map((one) => [one, one?.values.map(readAmount) ?? [undefined]]));
  if ([...amounts.values()].flat().includes(undefined)) return undefined;
  const read = (one: Move | undefined, time: 0 | 1) => amounts.get(one)![time]!;
  const times = [0, 1] as const;
  const add = (measure: (move: Move) => number) => moves.reduce((sum, one) => sum + measure(one), 0);
  const allRows = times.map((time) =>
    Math.max(
      add(({ rows }) => rows[time]),
      1,
    ),
  );
  const size = add((one) => Math.abs(read(one, 0)) + Math.abs(read(one, 1)));
  const isSum = times.every((time) => Math.abs(add((one) => read(one, time)) - read(whole, time)) <= 1e-6 * size);
  const weigh = (one: Move, time: 0 | 1) =>
    isSum ? read(one, time) : (read(one, time) * one.rows[time]) / allRows[time]!;
  const measureMove = (one: Move) => Math.abs(weigh(one, 1) - weigh(one, 0));
  const all = add(measureMove);
  const shown = listShown(moves);
  if (all <= noise * size || shown.length === 0) return undefined;
  const shareOfRows = ({ rows }: Move) => Math.max(...times.map((time) => rows[time] / allRows[time]!));
  return shown.reduce((sum, one) => sum + Math.max(0, measureMove(one) / all - shareOfRows(one)), 0);
}
