import { groupBy } from "pulumi-analytics-internal/core/data";
import type { JsonObject } from "pulumi-analytics-internal/core/model";

/** A table as an earlier run wrote it. */
export interface KnownTable {
  /** The model that it is in, and whether it is all of that. */
  readonly model: string;
  readonly isAlone: boolean;
  /** The element's id and name. */
  readonly id: string;
  readonly name: string;
  /** What the source calls it. */
  readonly key: string;
  /** Whether the warehouse told its columns then. */
  readonly isWhole: boolean;
  /** Columns that the source documents and the warehouse didn't have. */
  readonly missing: readonly string[];
  readonly path: readonly string[];
  readonly columns: readonly KnownColumn[];
  /** Whether each column, of the warehouse or calculated, was hidden. */
  readonly hidden: ReadonlyMap<string, boolean>;
  /** The ids of its metrics. */
  readonly metrics: ReadonlySet<string>;
}

export interface KnownColumn {
  readonly id: string;
  readonly name: string;
  readonly rawName: string;
  readonly description: string | undefined;
  readonly format: JsonObject | undefined;
}

/** What a source calls a table, and where it is now. */
export interface TablePlace {
  readonly key: string;
  readonly path: readonly string[];
  /** Former names that the source gives it, of the table there, its element or its file. */
  readonly formerNames?: readonly string[];
  /** The same, of a person's decisions. */
  readonly decided?: readonly string[];
  /** What it is a version of, where that means this version. */
  readonly family?: string | undefined;
}

/** What tells of the tables of a source, beside their places, which is which. */
export interface TableSource {
  readonly isInSource: (key: string) => boolean;
  /** What a table is a version of, by its key. Default: there are no versions. */
  readonly readFamily?: (key: string) => string;
}

/**
 * Which known table each one is: a table keeps its file and its ids, whatever its name is now. A person's decision
 * comes first; then the key; then what a reference to the table without a version means.
 */
export function matchTables(
  known: readonly KnownTable[],
  places: readonly TablePlace[],
  { isInSource, readFamily }: TableSource,
): Map<string, KnownTable> {
  const found = new Map<string, KnownTable>();
  const free = new Set(known);
  /** Pairs what has the same text; what several have is no identity. */
  const match = (
    describe: (table: KnownTable) => readonly string[],
    describePlace: (place: TablePlace) => readonly string[],
  ) => {
    const byText = groupBy(
      [...free].flatMap((table) => [...new Set(describe(table))].map((text) => ({ text, table }))),
      ({ text }) => text,
    );
    for (const place of places) {
      if (found.has(place.key)) continue;
      const all = describePlace(place).flatMap((text) => byText.get(text) ?? []);
      const candidates = new Set(all.map(({ table }) => table).filter((table) => free.has(table)));
      const [only] = candidates;
      if (only === undefined || candidates.size > 1) continue;
      found.set(place.key, only);
      free.delete(only);
    }
  };
  // Of one that the source no longer has.
  const limitToOpen = (describe: (table: KnownTable) => readonly string[]) => (table: KnownTable) =>
    isInSource(table.key) ? [] : describe(table);
  const matchNames = (limit: typeof limitToOpen, listNamesOf: (place: TablePlace) => readonly string[]) => {
    for (const getName of nameGetters) {
      match(
        limit((table) => [getName(table)]),
        listNamesOf,
      );
    }
  };
  matchNames(
    (describe) => describe,
    ({ decided = [] }) => decided,
  );
  match(
    ({ key }) => [key],
    ({ key }) => [key],
  );
  if (readFamily !== undefined) {
    match(
      limitToOpen(({ key }) => [readFamily(key)]),
      ({ family }) => (family === undefined ? [] : [family]),
    );
  }
  match(
    limitToOpen(({ path }) => formTableName(path)),
    ({ path }) => formTableName(path),
  );
  const foldTableName = (path: readonly string[]) => formTableName(path).map((name) => name.toLowerCase());
  match(
    limitToOpen(({ path }) => foldTableName(path)),
    ({ path }) => foldTableName(path),
  );
  matchNames(limitToOpen, ({ formerNames = [] }) => formerNames);
  return found;
}

/** The names by which people mean a table, the surest first. */
const nameGetters: readonly ((table: KnownTable) => string)[] = [
  ({ id }) => id,
  ({ model }) => model,
  ({ id, key }) => key.split(".")[2] ?? id,
];

export const listNames = (table: KnownTable): string[] => nameGetters.map((getName) => getName(table));

/** Equal for the same table, whatever the database; a query has none. */
const formTableName = (path: readonly string[]): string[] =>
  path.length === 0 ? [] : [JSON.stringify(path.slice(-2))];
