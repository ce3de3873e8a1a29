/** Which numbers of a run may be told, so that nobody calculates a value of few rows from them. */

/** What isn't told: a value, both values of a metric, or groups. */
export type Untold = "value" | "values" | "groups";

/** What may be told of a metric. */
export interface Told {
  /** The value of all rows. */
  readonly isWholeTold: boolean;
  /** The value of a group, by the number of its grouping; one without rows may. */
  isTold(grouping: number, group: string): boolean;
  /** Why something isn't told: `since from them a group of fewer than 5 rows could be worked out`. */
  explain(what: Untold): string;
}

/** A number that is told or left out. */
export interface Tellable {
  /** Rows behind it. */
  readonly size: number;
}

/** Rows of a table in cells that nothing told divides. Whatever a number tells are sums over cells. */
export interface CellSpace {
  /** The sums that a number tells, by cell; those over the same cells have the same name. Undefined: not known here. */
  listSums(number: Tellable): readonly (readonly [cell: number, sum: string])[] | undefined;
  readonly counts: readonly CellCount[];
}

/** A way to count the rows of cells: all, or those that have some value. */
export interface CellCount {
  /** How many there are at each time, by cell. */
  readonly rows: readonly (readonly number[])[];
  /** Whether a number is of such rows. */
  isOf(number: Tellable): boolean;
}

/**
 * Chooses the numbers that are told, one after another. What is told are sums over cells, so whatever anybody calculates
 * from it is a sum of multiples of cells, and it has to be one of no row or enough.
 */
export class Chooser {
  readonly #told = new Set<Tellable>();
  /** Those in which all that is told is known. */
  #spaces: readonly CellSpace[];
  /** What numbers that stay told make of cells. */
  readonly #settled = new Map<CellCount, Classes>();

  constructor(
    spaces: readonly CellSpace[],
    private readonly fewest: number,
  ) {
    this.#spaces = spaces;
  }

  isTold(number: Tellable): boolean {
    return this.#told.has(number);
  }

  /** Tells a number if nothing of few rows follows. */
  add(number: Tellable): void {
    if (this.#open([number]) && this.#findOpen([number]).length > 0) this.#told.delete(number);
    this.#settle([number]);
  }

  /**
   * Tells groups, without some: the smallest first, until nothing of few rows follows. Those that are left out are one
   * group, which is the rest of the whole.
   *
   * @param groupings how many groupings they are of.
   */
  addGroups(groups: readonly Tellable[], groupings: number): void {
    if (groups.length === 0 || !this.#open(groups)) return;
    const bySize = [...groups].sort((a, b) => a.size - b.size);
    for (;;) {
      const told = bySize.filter((one) => this.#told.has(one));
      const open = told.length === 0 ? [] : this.#findOpen(told);
      if (open.length === 0) {
        this.#settle(told);
        return;
      }
      for (const { own, beside } of open) {
        // Beside those that are left out, if some are; else one of its groups.
        const others = own.length < groupings ? beside.filter((one) => !own.includes(one)) : own;
        this.#told.delete(told.find((one) => others.includes(one)) ?? told[0]!);
      }
    }
  }

  /** Adds numbers that are known where all others are. */
  #open(numbers: readonly Tellable[]): boolean {
    const spaces = this.#spaces.filter((space) => numbers.every((one) => space.listSums(one) !== undefined));
    if (spaces.length === 0) return false;
    this.#spaces = spaces;
    for (const one of numbers) this.#told.add(one);
    return true;
  }

  /** Cells of which somebody could calculate a value of few rows, with those of the given numbers that they are in. */
  #findOpen(numbers: readonly Tellable[]): OpenCell[] {
    return this.#spaces.flatMap((space) =>
      space.counts.flatMap((count) => {
        if (!numbers.some((one) => count.isOf(one))) return [];
        const merged = this.#merge(space, count, numbers);
        const open = findOpen(merged, this.fewest);
        const alike = groupBy(open.length === 0 ? [] : merged, ({ fixed }) => fixed);
        return open.map(({ own, fixed }) => ({
          own,
          beside: alike.get(fixed)!.flatMap((one) => (own.every((group) => one.own.includes(group)) ? one.own : [])),
        }));
      }),
    );
  }

  #settle(numbers: readonly Tellable[]): void {
    const told = numbers.filter((one) => this.#told.has(one));
    for (const space of this.#spaces)
      for (const count of space.counts) this.#settled.set(count, this.#divide(space, count, told).classes);
  }

  /** Divides cells by numbers, beside those that stay told. */
  #divide({ listSums }: CellSpace, count: CellCount, numbers: readonly Tellable[]) {
    const { classes: settled, names } = this.#settled.get(count) ?? { classes: count.rows.map(() => 0), names: [[]] };
    const added = new Map<number, { readonly sums: Set<string>; readonly own: Set<Tellable> }>();
    for (const number of numbers.filter((one) => count.isOf(one)))
      for (const [cell, sum] of listSums(number)!) {
        const known = added.get(cell) ?? { sums: new Set(), own: new Set() };
        added.set(cell, known);
        known.sums.add(sum);
        known.own.add(number);
      }
    const byKey = new Map<string, number>();
    const divided: { readonly fixed: number; readonly names: readonly string[]; readonly own: Set<Tellable> }[] = [];
    const classes = settled.map((fixed, cell) => {
      const { sums = new Set<string>(), own = new Set<Tellable>() } = added.get(cell) ?? {};
      const key = [fixed, ...[...sums].sort()].join(" ");
      const index = byKey.get(key) ?? divided.length;
      if (index === divided.length) divided.push({ fixed, names: [...new Set([...names[fixed]!, ...sums])], own });
      byKey.set(key, index);
      return index;
    });
    return { classes: { classes, names: divided.map((one) => one.names) }, divided };
  }

  /** Cells that differ in nothing that is told are one. */
  #merge(space: CellSpace, count: CellCount, current: readonly Tellable[]): MergedCell[] {
    const { classes, divided } = this.#divide(space, count, current);
    const rows = divided.map(() => (count.rows[0] ?? []).map(() => 0));
    for (const [cell, index] of classes.classes.entries())
      for (const [time, some] of count.rows[cell]!.entries()) rows[index]![time]! += some;
    // A cell without such rows adds nothing to any sum.
    return divided.flatMap(({ fixed, names, own }, index) =>
      names.length > 0 && rows[index]!.some((some) => some > 0)
        ? [{ names, own: [...own], fixed: String(fixed), rows: rows[index]! }]
        : [],
    );
  }
}

/** Cells as numbers divide them: the class of each, and the sums that a class is in. */
interface Classes {
  readonly classes: readonly number[];
  readonly names: readonly (readonly string[])[];
}

/** Cells that what is told doesn't keep apart. */
interface MergedCell {
  /** Of the sums that they are in. */
  readonly names: readonly string[];
  readonly rows: readonly number[];
  /** The numbers that are tried. */
  readonly own: readonly Tellable[];
  /** The sums of the others. */
  readonly fixed: string;
}

interface OpenCell {
  readonly own: readonly Tellable[];
  /** Numbers of cells that are in the same ones, and in more. */
  readonly beside: readonly Tellable[];
}

/**
 * The cells of which somebody could calculate a value of few rows. Whatever is calculated has either enough rows, or
 * nothing of a cell that has enough: then it has nothing of cells that follow from such cells, and it has all or
 * nothing of cells that are alike but for these.
 */
function findOpen(cells: readonly MergedCell[], fewest: number): readonly MergedCell[] {
  const span = new Span();
  for (let left = cells; ; ) {
    const alike = groupBy(left, ({ names }) => span.reduce(names));
    alike.delete("");
    const enough = [...alike.values()].filter((some) => hasEnough(addRows(some), fewest));
    left = [...alike.values()].filter((some) => !enough.includes(some)).flat();
    if (enough.length === 0 || left.length === 0) return left;
    let first = 0;
    for (const [{ names }] of enough as [MergedCell][]) {
      if (!span.add(names)) continue;
      // Most follow from a few cells.
      while (first < left.length && span.reduce(left[first]!.names) === "") first++;
      if (first === left.length) return [];
    }
  }
}

/** Groups by a key, in the order of the first of each. */
export function groupBy<T>(all: readonly T[], formKey: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = formKey(one);
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return groups;
}

/** What follows linearly from cells, each of which is the sum of its groups. */
class Span {
  /** Sums of groups, by a group that none of the others has. */
  readonly #basis = new Map<string, ReadonlyMap<string, number>>();

  /** Whether it adds anything. */
  add(names: readonly string[]): boolean {
    const rest = this.#reduce(names);
    const [first] = rest;
    if (first === undefined) return false;
    const row = scale(rest, 1 / first[1]);
    for (const [name, known] of this.#basis)
      this.#basis.set(name, addMultiple(known, row, -(known.get(first[0]) ?? 0)));
    this.#basis.set(first[0], row);
    return true;
  }

  /** What of a cell doesn't follow, in one form for all its multiples; empty: it follows. */
  reduce(names: readonly string[]): string {
    const rest = [...this.#reduce(names)].sort(([a], [b]) => (a < b ? -1 : 1));
    return rest.map(([name, value]) => JSON.stringify([name, Number((value / rest[0]![1]).toFixed(6))])).join();
  }

  #reduce(names: readonly string[]): ReadonlyMap<string, number> {
    let row: ReadonlyMap<string, number> = new Map(names.map((name) => [name, 1]));
    for (const name of names) row = addMultiple(row, this.#basis.get(name) ?? new Map(), -(row.get(name) ?? 0));
    return row;
  }
}

const scale = (row: ReadonlyMap<string, number>, factor: number) =>
  new Map([...row].map(([name, value]) => [name, value * factor]));

function addMultiple(
  row: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
  factor: number,
): ReadonlyMap<string, number> {
  const sum = new Map(row);
  for (const [name, value] of other) {
    const added = (sum.get(name) ?? 0) + factor * value;
    if (Math.abs(added) > 1e-9) sum.set(name, added);
    else sum.delete(name);
  }
  return sum;
}

/** None at all, or enough; what came or went between two times counts as well. */
export function hasEnough(rows: readonly number[], fewest: number): boolean {
  const [first = 0, last = first] = rows;
  return [first, last, Math.abs(last - first)].every((count) => count === 0 || count >= fewest);
}

export const addRows = (cells: readonly { readonly rows: readonly number[] }[]): number[] =>
  (cells[0]?.rows ?? []).map((_, time) => cells.reduce((sum, { rows }) => sum + rows[time]!, 0));
