import { formTitle } from "pulumi-analytics-internal/core/text";
import { type KnownTable, matchTables } from "../known-tables";
import { cleanTitle, formId, UniqueNames, writeWarehouseColumn } from "../names";
import type { Link, SourceColumn, SourceTable } from "../table";

/** A table as the platform's catalog has it. */
export interface CatalogTable {
  readonly path: readonly string[];
  readonly columns: readonly CatalogColumn[];
}

export interface CatalogColumn {
  readonly name: string;
  readonly type: string | undefined;
  readonly description: string | undefined;
}

/**
 * The tables that models are made of. The catalog knows no keys: which columns lead to which table is a guess by their
 * names.
 *
 * @param isGuessWritten whether relationships are written, or only comments about them.
 */
export function buildTables(
  catalog: readonly CatalogTable[],
  known: readonly KnownTable[],
  isGuessWritten: boolean,
): SourceTable[] {
  const [ids, names] = [new UniqueNames("_"), new UniqueNames(" ")];
  const places = catalog.map(({ path }) => ({ key: JSON.stringify(path), path }));
  // A table keeps its names and its file, whichever others are chosen with it.
  const matched = matchTables(known, places, { isInSource: () => true });
  for (const { id, name } of known) {
    ids.take(id);
    names.take(name);
  }
  const tables = catalog.map((table) => {
    const name = table.path.at(-1) ?? "";
    const key = JSON.stringify(table.path);
    const own = matched.get(key);
    return {
      table,
      key,
      file: own?.isAlone ? own.model : undefined,
      id: own?.id ?? ids.give(formId(name)),
      name: own?.name ?? names.give(cleanTitle(formTitle(name))),
      columns: buildColumns(table, own),
    };
  });
  return tables.map(({ table, columns, ...about }) => ({
    ...about,
    description: undefined,
    path: table.path,
    columns,
    isWhole: true,
    missing: [],
    primaryKey: [],
    links: suggestLinks({ key: about.key, columns }, tables).map((link) => ({ ...link, isGuess: !isGuessWritten })),
    securities: [],
    metrics: [],
    notes: [],
    was: undefined,
  }));
}

function buildColumns({ path, columns }: CatalogTable, known: KnownTable | undefined): SourceColumn[] {
  const [ids, names] = [new UniqueNames("_"), new UniqueNames(" ")];
  const own = new Map(known?.columns.map((column) => [column.rawName, column]));
  for (const { id, name } of own.values()) {
    ids.take(id);
    names.take(name);
  }
  return columns.map(({ name, type, description }) => ({
    id: own.get(name)?.id ?? ids.give(formId(name)),
    name: own.get(name)?.name ?? names.give(cleanTitle(formTitle(name))),
    formula: writeWarehouseColumn(path, name),
    description: description || undefined,
    isHidden: false,
    format: type === "date" ? { kind: "datetime", formatString: "%Y-%m-%d" } : undefined,
    folder: undefined,
    was: undefined,
    controlValues: undefined,
  }));
}

interface Candidate {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly columns: readonly SourceColumn[];
}

/** `customer_id` leads to the one table that is called `customers`, by its column `id` or `customer_id`. */
function suggestLinks(from: Pick<Candidate, "key" | "columns">, tables: readonly Candidate[]): Omit<Link, "isGuess">[] {
  const names = new UniqueNames(" ");
  return from.columns.flatMap((column) => {
    const [, stem] = /^(.+)_(?:id|key|sk|fk)$/.exec(column.id) ?? [];
    if (stem === undefined) return [];
    const found = tables.filter(({ id, key }) => key !== from.key && isCalledAfter(id, stem));
    const [target] = found;
    const key = target?.columns.find(({ id }) => id === "id" || id === column.id);
    if (found.length !== 1 || target === undefined || key === undefined) return [];
    return [
      {
        name: names.give(target.name, formTitle(stem)),
        target: target.key,
        columns: [{ source: column.id, target: key.id }],
        isOneToOne: false,
        description: undefined,
      },
    ];
  });
}

/** Layers of a warehouse that tables have in their names. */
const layer = /^(?:dim|fct|fact|stg|int|d|f)_|_(?:dim|fact)$/g;

function isCalledAfter(table: string, stem: string): boolean {
  const bare = table.replace(layer, "");
  return [stem, `${stem}s`, `${stem}es`, stem.replace(/y$/, "ies")].includes(bare);
}
