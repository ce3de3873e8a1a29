/** Which numbers of a run may be told, so that nobody calculates a value of few rows from them. */

/** What may be told of a metric. */
export interface Told {
  /** The value of all rows. */
  readonly isWholeTold: boolean;
  /** The value of a group, by the number of its grouping; one without rows may. */
  isTold(grouping: number, group: string): boolean;
  /** Why nothing is told, where that isn't for few rows. */
  readonly why?: string | undefined;
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
    if (!this.#open([number])) return;
    if (this.#findOpen([number]).length > 0) this.#told.delete(number);
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
      if (open.length === 0) return;
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
    const current = new Set(numbers);
    return this.#spaces.flatMap((space) =>
      space.counts.flatMap((count) => {
        if (!numbers.some((one) => count.isOf(one))) return [];
        const merged = this.#merge(space, count, current);
        const open = findOpen(merged, this.fewest);
        const alike = groupBy(open.length === 0 ? [] : merged, ({ fixed }) => fixed);
        return open.map(({ own, fixed }) => ({
          own,
          beside: alike.get(fixed)!.flatMap((one) => (own.every((group) => one.own.includes(group)) ? one.own : [])),
        }));
      }),
    );
  }

  /** Cells that differ in nothing that is told are one. */
  #merge({ listSums }: CellSpace, { rows, isOf }: CellCount, current: ReadonlySet<Tellable>): MergedCell[] {
    const cells = rows.map(() => ({ names: new Set<string>(), fixed: new Set<string>(), own: new Set<Tellable>() }));
    for (const number of this.#told) {
      if (!isOf(number)) continue;
      for (const [cell, sum] of listSums(number)!) {
        const { names, fixed, own } = cells[cell]!;
        names.add(sum);
        if (current.has(number)) own.add(number);
        else fixed.add(sum);
      }
    }
    // A cell without such rows adds nothing to any sum.
    const isThere = ({
      names,
      rows: some,
    }: {
      readonly names: ReadonlySet<string>;
      readonly rows: readonly number[];
    }) => names.size > 0 && some.some((count) => count > 0);
    const known = cells.map((cell, index) => ({ ...cell, rows: rows[index]! })).filter(isThere);
    return [...groupBy(known, ({ names }) => [...names].sort().join("\n")).values()].map((some) => ({
      names: [...some[0]!.names],
      own: [...new Set(some.flatMap(({ own }) => [...own]))],
      fixed: [...some[0]!.fixed].sort().join("\n"),
      rows: addRows(some),
    }));
  }
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
    if (enough.length === 0) return left;
    for (const [{ names }] of enough as [MergedCell][]) span.add(names);
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

  add(names: readonly string[]): void {
    const rest = this.#reduce(names);
    const [first] = rest;
    if (first === undefined) return;
    const row = scale(rest, 1 / first[1]);
    for (const [name, known] of this.#basis)
      this.#basis.set(name, addMultiple(known, row, -(known.get(first[0]) ?? 0)));
    this.#basis.set(first[0], row);
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
