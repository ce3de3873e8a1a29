/** The parts that conditions and groupings make of a table's rows, and what numbers tell of them. */
import { remember } from "../data";
import { listLeaves, type Reading } from "../tables";
import type { CellSpace, Tellable } from "./chooser";

/** What a metric reads, at each time; undefined: it isn't there. Metrics that read the same are one. */
export interface Subject {
  readonly key: string;
  readonly readings: readonly (readonly Reading[] | undefined)[];
}

/** A number of a subject: of all rows, or of a group. */
export interface SubjectNumber extends Tellable {
  readonly subject: Subject;
  /** Undefined: the whole. */
  readonly group?: readonly [grouping: number, name: string];
}

/** Rows of one part of a table. */
export interface RowPart {
  readonly groups: readonly string[];
  /** Conditions that are true for them. */
  readonly isTrue: ReadonlySet<string>;
  readonly rows: number;
  readonly withValues: ReadonlyMap<string, number>;
}

/** How many rows are behind each sum of a number, at each time. */
export function countSums({ listSums, counts: [all] }: CellSpace, number: Tellable): number[] {
  const sums = new Map<number, number[]>();
  for (const [cell, sum] of listSums(number) ?? []) {
    const rows = all!.rows[cell]!;
    sums.set(sum, sums.get(sum)?.map((count, at) => count + rows[at]!) ?? [...rows]);
  }
  return [...sums.values()].flat().filter((count) => count > 0);
}

export function listGroups(parts: Parts): { readonly group: readonly [number, string]; readonly size: number }[] {
  const groups = new Map<string, { readonly group: readonly [number, string]; size: number }>();
  for (const part of parts.flatMap((some) => some ?? []))
    for (const [at, name] of part.groups.entries()) {
      const key = JSON.stringify([at, name]);
      remember(groups, key, () => ({ group: [at, name] as const, size: 0 })).size += part.rows;
    }
  return [...groups.values()];
}

/** The parts of a table, at each time. */
export type Parts = readonly (readonly RowPart[] | undefined)[];

export const listConditions = ({ requires, splits }: Reading): string[] => [...requires, ...splits];

export const formValuesKey = (values: readonly string[]) => JSON.stringify(values);

/** Cells by the conditions that can be counted at both times, and by those of one. */
export function listSpaces(
  parts: Parts,
  known: readonly ReadonlySet<string>[],
  subjects: readonly Subject[],
): CellSpace[] {
  const times = parts.flatMap((some, time) => (some === undefined ? [] : time));
  const all = [...new Set(times.flatMap((time) => [...known[time]!]))];
  const common = all.filter((one) => times.every((time) => known[time]!.has(one)));
  const own = times.filter((time) => known[time]!.size > common.length);
  return [
    openSpace(parts, times, common, subjects),
    ...own.map((time) => openSpace(parts, [time], [...known[time]!], subjects)),
  ];
}

interface SpaceCell {
  readonly groups: readonly string[];
  readonly isTrue: ReadonlySet<string>;
  readonly rows: number[];
  readonly withValues: ReadonlyMap<string, number>[];
}

function openSpace(
  parts: Parts,
  times: readonly number[],
  conditions: readonly string[],
  subjects: readonly Subject[],
): CellSpace {
  const cells = new Map<string, SpaceCell>();
  for (const [at, time] of times.entries())
    for (const { groups, isTrue, rows, withValues } of parts[time]!) {
      const own = conditions.filter((one) => isTrue.has(one));
      const key = JSON.stringify([groups, own]);
      const cell = remember(cells, key, () => ({
        ...{ groups, isTrue: new Set(own) },
        ...{ rows: times.map(() => 0), withValues: times.map(() => new Map()) },
      }));
      cell.rows[at]! += rows;
      const added = [...withValues].map(
        ([name, count]) => [name, (cell.withValues[at]!.get(name) ?? 0) + count] as const,
      );
      cell.withValues[at] = new Map(added);
    }
  const list = [...cells.values()];
  const isKnown = new Set(conditions);
  const names = new Map<string, number>();
  const nameSum = (sum: string) => remember(names, sum, () => names.size);
  const sums = new Map<Tellable, ReturnType<CellSpace["listSums"]>>();
  const listSums = (number: Tellable) => {
    if (!sums.has(number)) sums.set(number, listNumberSums(number as SubjectNumber, list, times, isKnown, nameSum));
    return sums.get(number);
  };
  const readings = subjects.map((one) => one.readings.flatMap((some) => some ?? []));
  const related = subjects.map((subject, at) => [subject.key, listRelated(readings[at]!, readings.flat())] as const);
  const values = times.flatMap((time, at) => {
    const keys = new Set(
      subjects.flatMap(({ readings }) => readings[time]?.map((one) => formValuesKey(one.values)) ?? []),
    );
    return [...keys]
      .filter((key) => list.some(({ withValues }) => withValues[at]!.has(key)) && isRead(list, at, key))
      .map((key) => {
        const own = new Set(related.flatMap(([subject, some]) => (some.has(key) ? subject : [])));
        return {
          rows: list.map(({ withValues }) => [withValues[at]!.get(key) ?? 0]),
          isOf: (number: Tellable) => own.has((number as SubjectNumber).subject.key),
          isReadBy: (number: Tellable) =>
            (number as SubjectNumber).subject.readings[time]?.some((one) => formValuesKey(one.values) === key) === true,
        };
      });
  });
  return {
    listSums,
    counts: [{ rows: list.map(({ rows }) => rows), isOf: () => true, isReadBy: () => true }, ...values],
  };
}

const isRead = (cells: readonly SpaceCell[], at: number, key: string): boolean =>
  cells.every(({ withValues }) => !Number.isNaN(withValues[at]?.get(key)));

/**
 * The keys of values that a subject calculates with, and of those that are made of the same. Values that conditions
 * make null are those of their own subjects alone: of others, such conditions say nothing.
 */
function listRelated(own: readonly Reading[], all: readonly Reading[]): ReadonlySet<string> {
  const formKey = ({ values }: Reading) => formValuesKey(values);
  const split = new Set(all.filter(({ splits }) => splits.length > 0).map(formKey));
  const leaves = new Set(own.flatMap(({ values }) => values.flatMap(listLeaves)));
  const isAlike = (one: Reading) =>
    !split.has(formKey(one)) && one.values.flatMap(listLeaves).some((leaf) => leaves.has(leaf));
  return new Set([...own, ...all.filter(isAlike)].map(formKey));
}

/** The sums that a number may be taken apart into, by all conditions of its own. */
function listNumberSums(
  { subject, group }: SubjectNumber,
  cells: readonly SpaceCell[],
  times: readonly number[],
  isKnown: ReadonlySet<string>,
  nameSum: (sum: string) => number,
): (readonly [number, number])[] | undefined {
  const all = subject.readings.flatMap((readings, time) => readings?.map((reading) => [time, reading] as const) ?? []);
  if (all.some(([, one]) => listConditions(one).some((condition) => one.isNested || !isKnown.has(condition))))
    return undefined;
  // A value that can't be counted may be of few rows.
  if (all.some(([time, { values }]) => !isRead(cells, times.indexOf(time), formValuesKey(values)))) return undefined;
  return all.flatMap(([time, { requires, splits, values }]) => {
    const name = JSON.stringify([group ?? [], [...new Set(requires)].sort(), splits]);
    const sums = new Map<string, number>();
    const inside = cells.flatMap((cell, index) => {
      const isMeant = requires.every((one) => cell.isTrue.has(one));
      const isIn = group === undefined || cell.groups[group[0]] === group[1];
      if (!isMeant || !isIn) return [];
      const part = splits.map((one) => (cell.isTrue.has(one) ? 1 : 0)).join("");
      return [{ cell, index, sum: remember(sums, part, () => nameSum(name + part)) }];
    });
    const at = times.indexOf(time);
    const key = formValuesKey(values);
    const isCounted = at >= 0 && inside.some(({ cell }) => cell.withValues[at]!.has(key));
    // A part without values adds nothing.
    const isThere = ({ cell }: { readonly cell: SpaceCell }) =>
      !isCounted || (cell.withValues[at]!.get(key) ?? 0) !== 0;
    const there = new Set(inside.filter(isThere).map(({ sum }) => sum));
    return inside.flatMap(({ index, sum }) => (there.has(sum) ? [[index, sum] as const] : []));
  });
}
