/** Which groups of a run may be told, so that nobody calculates a value of few rows from them. */

/** Rows that no grouping of a run keeps apart. */
export interface Cell {
  /** The group that it is in, by grouping. */
  readonly groups: readonly string[];
  /** How many there are at each time. */
  readonly rows: readonly number[];
}

/** What may be told. */
export interface Told {
  /** The value of all rows. */
  readonly isWholeTold: boolean;
  /** The value of a group, by the number of its grouping; one without rows may. */
  isTold(grouping: number, group: string): boolean;
}

/**
 * Chooses the groups that are told. What is told are sums over cells, so whatever anybody calculates from it is a sum
 * of multiples of cells, and it has to be one of enough rows. Groups are left out, the smallest first, until that is
 * so; those that are left out are one group, which is the rest of the whole.  @example chooseTold([{ groups: ["a"],
 * rows: [9] }, { groups: ["b"], rows: [2] }], 5).isTold(0, "a") // false
 */
export function chooseTold(cells: readonly Cell[], fewest: number): Told {
  const isWholeTold = hasEnough(addRows(cells), fewest);
  const sizes = new Map<string, number>();
  for (const cell of cells)
    for (const name of listNames(cell)) sizes.set(name, (sizes.get(name) ?? 0) + Math.max(...cell.rows));
  const told = new Set([...sizes.keys()].sort((a, b) => sizes.get(a)! - sizes.get(b)!));
  for (;;) {
    // The rest has a value as long as the whole has one.
    const isKnown = ({ names }: MergedCell) => isWholeTold || names.some((name) => told.has(name));
    const merged = mergeCells(cells, told);
    const open = findOpen(merged.filter(isKnown), fewest);
    if (open.length === 0 || told.size === 0) break;
    const bySize = [...told];
    for (const { names } of open) {
      // Beside those that are left out, if some are; else one of its groups.
      const own = names.filter((name) => told.has(name));
      const beside = new Set(
        merged.flatMap((cell) => (own.every((name) => cell.names.includes(name)) ? cell.names : [])),
      );
      const isBeside = (name: string) => beside.has(name) && !own.includes(name);
      told.delete(
        bySize.find((name) => (own.length < names.length ? isBeside(name) : own.includes(name))) ?? bySize[0]!,
      );
    }
  }
  const isTold = (grouping: number, group: string) => {
    const name = nameGroup(grouping, group);
    return told.has(name) || !sizes.has(name);
  };
  return { isWholeTold, isTold };
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

const nameGroup = (grouping: number, group: string) => `${grouping} ${group}`;

const listNames = ({ groups }: Cell) => groups.map((group, grouping) => nameGroup(grouping, group));

/** Cells that differ in groups alone that are left out. */
interface MergedCell {
  readonly names: readonly string[];
  readonly rows: readonly number[];
}

function mergeCells(cells: readonly Cell[], told: ReadonlySet<string>): MergedCell[] {
  const merged = new Map<string, { readonly names: readonly string[]; rows: readonly number[] }>();
  for (const cell of cells) {
    const names = listNames(cell).map((name, grouping) => (told.has(name) ? name : `${grouping}`));
    const key = JSON.stringify(names);
    const known = merged.get(key);
    merged.set(key, {
      names,
      rows: known === undefined ? cell.rows : cell.rows.map((one, at) => one + known.rows[at]!),
    });
  }
  return [...merged.values()];
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

export const addRows = (cells: readonly Pick<Cell, "rows">[]): number[] =>
  (cells[0]?.rows ?? []).map((_, time) => cells.reduce((sum, { rows }) => sum + rows[time]!, 0));
