/** Which numbers of a run may be told, so that nobody calculates a value of few rows from them. */
import { groupBy, remember } from "../data";
import { type Effort, Span } from "./span";

/** A number that is told or left out. */
export interface Tellable {
  /** Rows behind it. */
  readonly size: number;
}

/** Rows of a table in cells that nothing told divides. Whatever a number tells are sums over cells. */
export interface CellSpace {
  /** The sums that a number tells, by cell; those over the same cells are the same. Undefined: not known here. */
  listSums(number: Tellable): readonly (readonly [cell: number, sum: number])[] | undefined;
  readonly counts: readonly CellCount[];
}

/** A way to count the rows of cells: all, or those that have some value. */
export interface CellCount {
  /** How many there are at each time, by cell. */
  readonly rows: readonly (readonly number[])[];
  /** Whether a number is of such rows. */
  isOf(number: Tellable): boolean;
  /** Whether a number tells something of such rows. Without one that is told, nothing follows from them. */
  isReadBy(number: Tellable): boolean;
}

/** Steps of a calculation, some seconds of them: what takes more isn't told. */
const mostSteps = 50_000_000;

/**
 * Chooses the numbers that are told, one after another. What is told are sums over cells, so whatever anybody
 * calculates from it is a sum of multiples of cells, and it has to be one of no row or enough.
 */
export class Chooser {
  readonly #told = new Set<Tellable>();
  /** Those in which all that is told is known. */
  #spaces: readonly CellSpace[];
  readonly #effort: Effort;

  constructor(
    spaces: readonly CellSpace[],
    private readonly fewest: number,
    most = mostSteps,
  ) {
    this.#spaces = spaces;
    this.#effort = { steps: 0, most };
  }

  isTold(number: Tellable): boolean {
    return this.#told.has(number);
  }

  /** Steps that it took. */
  get steps(): number {
    return this.#effort.steps;
  }

  /** Whether it ended before all was decided. */
  get isOver(): boolean {
    return isOver(this.#effort);
  }

  /** Tells numbers if nothing of few rows follows; else the first half before the other. */
  add(numbers: readonly Tellable[]): void {
    const spaces = this.#spaces;
    const opened = numbers.filter((one) => this.#open([one]));
    if (opened.length === 0 || this.#isSafe(opened)) return;
    for (const one of opened) this.#told.delete(one);
    this.#spaces = spaces;
    if (opened.length === 1 || this.isOver) return;
    const middle = Math.ceil(opened.length / 2);
    this.add(opened.slice(0, middle));
    this.add(opened.slice(middle));
  }

  /**
   * Tells groups, without some: the smallest first, until nothing of few rows follows. Those that are left out are one
   * group, which is the rest of the whole.
   *
   * @param groupings how many groupings they are of.
   */
  addGroups(groups: readonly Tellable[], groupings: number): void {
    if (groups.length === 0 || !this.#open(groups)) return;
    let told = [...groups].sort((a, b) => a.size - b.size);
    for (;;) {
      const tried = new Set(told);
      const found = this.#listCounts(told).map((count) => this.#mergeCells(...count, tried));
      const open = found.flatMap((cells) =>
        findOpen(cells, this.fewest, this.#effort).map((cell) => ({ cell, cells })),
      );
      if (open.length === 0) return;
      for (const { cell, cells } of open) {
        if (this.isOver) break;
        const others = cell.own.length < groupings ? this.#listBeside(cell, cells) : new Set(cell.own);
        this.#told.delete(told.find((one) => others.has(one)) ?? told[0]!);
      }
      if (this.isOver) for (const one of told) this.#told.delete(one);
      told = told.filter((one) => this.#told.has(one));
      if (told.length === 0) return;
    }
  }

  /** Groups of cells that are in all groups that a cell is in, and in more. */
  #listBeside({ own, fixed }: MergedCell, cells: readonly MergedCell[]): ReadonlySet<Tellable> {
    this.#effort.steps += cells.length;
    const beside = cells.filter((one) => one.fixed === fixed && own.every((group) => one.own.includes(group)));
    return new Set(beside.flatMap((one) => one.own.filter((group) => !own.includes(group))));
  }

  /** Adds numbers that are known where all others are. */
  #open(numbers: readonly Tellable[]): boolean {
    const spaces = this.#spaces.filter((space) => numbers.every((one) => space.listSums(one) !== undefined));
    if (spaces.length === 0) return false;
    this.#spaces = spaces;
    for (const one of numbers) this.#told.add(one);
    return true;
  }

  /** Whether nobody calculates a value of few rows with what is told. */
  #isSafe(numbers: readonly Tellable[]): boolean {
    const tried = new Set(numbers);
    return this.#listCounts(numbers).every(
      (count) => findOpen(this.#mergeCells(...count, tried), this.fewest, this.#effort).length === 0,
    );
  }

  /** The ways to count that say something of numbers. */
  #listCounts(numbers: readonly Tellable[]): (readonly [CellSpace, CellCount])[] {
    const isMeant = ({ isOf, isReadBy }: CellCount) => numbers.some(isOf) && [...this.#told].some(isReadBy);
    return this.#spaces.flatMap((space) => space.counts.filter(isMeant).map((count) => [space, count] as const));
  }

  /** Cells that differ in nothing that is told are one. */
  #mergeCells({ listSums }: CellSpace, { rows, isOf }: CellCount, tried: ReadonlySet<Tellable>): MergedCell[] {
    const told = [...this.#told].filter(isOf);
    const classes = new Classes(rows.length);
    const divide = (number: Tellable) => {
      const sums = listSums(number)!;
      this.#effort.steps += sums.length;
      for (const [cell, sum] of sums) classes.divide(cell, sum, number);
    };
    for (const number of told) if (!tried.has(number)) divide(number);
    const fixed = classes.list();
    for (const number of told) if (tried.has(number)) divide(number);
    const merged = new Map<number, { -readonly [Key in keyof MergedCell]: MergedCell[Key] }>();
    for (const [cell, one] of classes.list().entries()) {
      // A cell without such rows adds nothing to any sum.
      if (one === 0 || rows[cell]!.every((some) => some === 0)) continue;
      const known = remember(merged, one, () => ({
        ...classes.read(one, tried),
        fixed: fixed[cell]!,
        rows: rows[cell]!.map(() => 0),
      }));
      known.rows = known.rows.map((count, time) => count + rows[cell]![time]!);
    }
    return [...merged.values()];
  }
}

/** Cells by the sums that they are in: those of one class are in the same. */
class Classes {
  readonly #ofCells: number[];
  /** What each class was divided from, and by what; 0 is in no sum. */
  readonly #divisions: { readonly from: number; readonly sum: number; readonly number?: Tellable }[] = [
    { from: 0, sum: 0 },
  ];
  /** What a sum makes of a class, by both. */
  readonly #known: Map<number, number>[] = [];

  constructor(cells: number) {
    this.#ofCells = Array.from({ length: cells }, () => 0);
  }

  /** Numbers have their cells' sums in one order. */
  divide(cell: number, sum: number, number: Tellable): void {
    const from = this.#ofCells[cell]!;
    this.#known[sum] ??= new Map();
    let known = this.#known[sum].get(from);
    if (known === undefined) {
      known = this.#divisions.push({ from, sum, number }) - 1;
      this.#known[sum].set(from, known);
    }
    this.#ofCells[cell] = known;
  }

  /** The class of each cell. */
  list(): readonly number[] {
    return [...this.#ofCells];
  }

  /** The sums of a class, and which of some numbers have them. */
  read(one: number, numbers: ReadonlySet<Tellable>): Pick<MergedCell, "names" | "own"> {
    const [names, own] = [new Set<number>(), new Set<Tellable>()];
    for (let at = one; at > 0; at = this.#divisions[at]!.from) {
      const { sum, number } = this.#divisions[at]!;
      names.add(sum);
      if (numbers.has(number!)) own.add(number!);
    }
    return { names: [...names], own: [...own] };
  }
}

/** Cells that what is told doesn't keep apart. */
interface MergedCell {
  /** The sums that they are in. */
  readonly names: readonly number[];
  readonly rows: readonly number[];
  /** The numbers that are tried. */
  readonly own: readonly Tellable[];
  /** Its class by the others. */
  readonly fixed: number;
}

const isOver = ({ steps, most }: Effort) => steps > most;

/**
 * The cells of which somebody could calculate a value of few rows. Whatever is calculated has either enough rows, or
 * nothing of a cell that has enough: then it has nothing of cells that follow from such cells, and it has all or
 * nothing of cells that are alike but for these.
 */
function findOpen(cells: readonly MergedCell[], fewest: number, effort: Effort): readonly MergedCell[] {
  const places = new Map<number, number>();
  const findPlace = (name: number) => remember(places, name, () => places.size);
  let left = dropPlain(cells, fewest).map((cell) => ({ cell, rows: cell.rows, places: cell.names.map(findPlace) }));
  const span = new Span(places.size, effort);
  for (;;) {
    const alike = groupBy(left, (one) => span.describe(one.places));
    alike.delete("");
    const groups = [...alike.values()];
    const [enough, few] = [true, false].map((is) => groups.filter((some) => hasEnough(addRows(some), fewest) === is));
    left = few!.flat();
    if (enough!.length === 0 || left.length === 0 || isOver(effort)) return left.map(({ cell }) => cell);
    for (const [first] of enough!) span.add(first!.places);
  }
}

/** Without cells of enough rows that have a sum to themselves: nothing of others follows from these. */
function dropPlain(cells: readonly MergedCell[], fewest: number): readonly MergedCell[] {
  const cellsOf = new Map<number, number>();
  for (const name of cells.flatMap(({ names }) => names)) cellsOf.set(name, (cellsOf.get(name) ?? 0) + 1);
  const left = cells.filter(
    ({ names, rows }) => !hasEnough(rows, fewest) || names.every((name) => cellsOf.get(name) !== 1),
  );
  return left.length === cells.length ? left : dropPlain(left, fewest);
}

/** None at all, or enough; what came or went between two times counts as well. */
function hasEnough(rows: readonly number[], fewest: number): boolean {
  const [first = 0, last = first] = rows;
  return [first, last, Math.abs(last - first)].every((count) => count === 0 || count >= fewest);
}

const addRows = (cells: readonly { readonly rows: readonly number[] }[]): number[] =>
  (cells[0]?.rows ?? []).map((_, time) => cells.reduce((sum, { rows }) => sum + rows[time]!, 0));
