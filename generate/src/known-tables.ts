import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { groupBy } from "./group-by";

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
  /** Names of it that people give: a former one of the table in the source, its element or its file. */
  readonly formerNames: readonly string[];
}

/** Which known table each one is: a table keeps its file and its ids, whatever its name is now. */
export function matchTables(
  known: readonly KnownTable[],
  places: readonly TablePlace[],
  isInSource: (key: string) => boolean,
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
  match(
    ({ key }) => [key],
    ({ key }) => [key],
  );
  match(
    limitToOpen(({ path }) => [formTableName(path)]),
    ({ path }) => [formTableName(path)],
  );
  match(
    limitToOpen(({ path }) => [formTableName(path).toLowerCase()]),
    ({ path }) => [formTableName(path).toLowerCase()],
  );
  match(limitToOpen(listNames), ({ formerNames }) => formerNames);
  return found;
}

/** The names by which people mean a table that is gone. */
export const listNames = ({ id, model, key }: KnownTable): string[] => [id, model, key.split(".")[2] ?? id];

/** Equal for the same table, whatever the database. */
const formTableName = (path: readonly string[]): string => JSON.stringify(path.slice(-2));
