/** What a run tells of several tables with one source. */

/** What a run tells of tables, by how many rows are behind each number. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];

  constructor(readonly fewest: number) {}

  /** Whether no number that was told of another table with the same source is of nearly the same rows. */
  isApart({ owner, origins, of, rows }: LedgerEntry): boolean {
    const isNear = (a: number, b: number) => a !== b && Math.abs(a - b) < this.fewest;
    const others = this.#entries.filter(
      (one) => one.owner !== owner && one.of === of && [...origins].some((origin) => one.origins.has(origin)),
    );
    return !others.some((one) => one.rows.some((a) => rows.some((b) => isNear(a, b))));
  }

  add(entry: LedgerEntry): void {
    this.#entries.push(entry);
  }
}

interface LedgerEntry {
  /** The table. */
  readonly owner: string;
  /** What its rows come from. */
  readonly origins: ReadonlySet<string>;
  /** The group; those of different groupings aren't compared. */
  readonly of: string;
  /** How many rows are behind what the number may be taken apart into. */
  readonly rows: readonly number[];
}
