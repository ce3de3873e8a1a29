/** Reads the tables of a run in few exports: many in one, and fewer in each where the platform can't calculate it. */

import { type AnalyticsClient, ApiError } from "../api";
import { groupBy } from "../data";
import type { JsonObject } from "../model/json";
import { type ExportResult, type RunOptions, type ScratchPlace, useScratch } from "./run";
import { buildContents, mostGroups, type Row, type Scratch, type ScratchExport, ScratchTable } from "./scratch";

/** Tables that are read in one export. */
type Bundle = readonly ScratchTable[];

/**
 * Reads tables. Those of one source and grouping are one element, and the elements of a bundle are one union. What
 * fails is read again in halves, so that whatever can't be calculated fails for itself.
 *
 * @param bundles default: each element for itself.
 * @returns rows by the `exportId` of each table; they may have columns of other tables, too.
 */
export function readTables(
  place: ScratchPlace,
  tables: readonly ScratchTable[],
  bundles: readonly Bundle[] = groupAlike(tables.filter(({ isRead }) => isRead)),
): Promise<Map<string, ExportResult>> {
  const unread = tables.filter(({ isRead }) => !isRead).flatMap((table) => table.listElements());
  return readBundles(place, unread, bundles);
}

/** The rows of tables by their `exportId`, as {@link useScratch}. */
export const runScratch = (
  client: AnalyticsClient,
  tables: readonly ScratchTable[],
  options: RunOptions,
): Promise<ReadonlyMap<string, ExportResult>> => useScratch(client, options, (place) => readTables(place, tables));

/** What {@link readTables} sends first. */
export function planScratch(tables: readonly ScratchTable[]): Scratch {
  const unread = tables.filter(({ isRead }) => !isRead).flatMap((table) => table.listElements());
  return buildScratch(unread, groupAlike(tables.filter(({ isRead }) => isRead)).map(compileBundle));
}

async function readBundles(
  place: ScratchPlace,
  unread: readonly JsonObject[],
  bundles: readonly Bundle[],
): Promise<Map<string, ExportResult>> {
  if (bundles.length === 0) return new Map();
  const compiled = bundles.map(compileBundle);
  const read = async (parts: readonly (readonly Bundle[])[]) => {
    const found = new Map<string, ExportResult>();
    // One after the other: a workbook more for each is enough.
    for (const part of parts) for (const one of await readBundles(place, unread, part)) found.set(...one);
    return found;
  };
  let rows: ReadonlyMap<string, ExportResult>;
  try {
    rows = await place.readRows(buildScratch(unread, compiled));
  } catch (error) {
    // A workbook that is refused says nothing of its other elements.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const [only, ...others] = bundles;
    if (others.length > 0) return read(splitList(bundles));
    const halves = splitBundle(only!);
    if (halves.length > 1) return read(halves.map((half) => [half]));
    return new Map(only!.map(({ exportId }) => [exportId, error]));
  }
  const found = new Map<string, ExportResult>();
  const failed: Bundle[] = [];
  for (const [
    index,
    {
      export: { elementId },
      split,
    },
  ] of compiled.entries()) {
    const bundle = bundles[index]!;
    const result = rows.get(elementId) ?? new Error("it wasn't read");
    const parts = result instanceof Error ? result : split(result);
    const halves = parts instanceof Error && !isTimeout(parts) ? splitBundle(bundle) : [];
    if (halves.length > 1) failed.push(...halves);
    else
      for (const { exportId, joinKey } of bundle)
        found.set(exportId, parts instanceof Error ? parts : parts.get(joinKey)!);
  }
  for (const one of await readBundles(place, unread, failed)) found.set(...one);
  return found;
}

/** What took too long takes longer in parts. */
const isTimeout = (error: Error) => error instanceof ApiError && error.code === "timeout";

const splitList = <T>(all: readonly T[]): (readonly T[])[] => {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)].filter(({ length }) => length > 0);
};

/** Between elements; within the only one, between its tables. */
function splitBundle(bundle: Bundle): Bundle[] {
  const alike = groupAlike(bundle);
  return alike.length > 1 ? splitList(alike).map((half) => half.flat()) : splitList(bundle);
}

/** Tables of one source and grouping. */
const groupAlike = (tables: readonly ScratchTable[]): ScratchTable[][] => [
  ...groupBy(tables, ({ joinKey }) => joinKey).values(),
];

/** The elements of a bundle, and what its export says of each. */
interface CompiledBundle {
  readonly elements: readonly JsonObject[];
  readonly export: ScratchExport;
  /** The rows by {@link ScratchTable.joinKey}. */
  split(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> | Error;
}

const buildScratch = (unread: readonly JsonObject[], bundles: readonly CompiledBundle[]): Scratch => ({
  contents: buildContents([...bundles.flatMap(({ elements }) => elements), ...unread]),
  exports: bundles.map((bundle) => bundle.export),
});

function compileBundle(bundle: Bundle): CompiledBundle {
  const joined = groupAlike(bundle).map((alike) => ScratchTable.join(alike));
  const [first, ...others] = joined as [ScratchTable];
  if (others.length > 0) return compileUnion(joined);
  const { exportId: elementId, mostRows, joinKey } = first;
  return {
    elements: first.listElements(),
    export: { elementId, mostRows },
    split: (rows) => new Map([[joinKey, rows]]),
  };
}

/** Each column is of one source, so that no type becomes another; a mark says of which table a row is. */
function compileUnion(tables: readonly ScratchTable[]): CompiledBundle {
  const sources = [...new Set(tables.map(({ source }) => JSON.stringify(source)))];
  const read = tables.map((table) => {
    const prefix = `s${sources.indexOf(JSON.stringify(table.source)) + 1}`;
    const rows = table.countRows();
    const names = [...table.keys, ...table.calculations];
    return { table, rows, columns: new Map(names.map((name) => [`${prefix}${name}`, name])) };
  });
  const outputs = [...new Set(read.flatMap(({ columns }) => [...columns.keys()]))];
  const write = (name: string | undefined) => (name === undefined ? null : `[${name}]`);
  const marks = read.map((_, index) => `m${index + 1}`);
  const matches = [
    ...outputs.map((outputColumnName) => ({
      outputColumnName,
      sourceColumns: read.map(({ columns }) => write(columns.get(outputColumnName))),
    })),
    ...marks.map((outputColumnName, index) => ({
      outputColumnName,
      sourceColumns: read.map(({ rows }, at) => write(at === index ? rows : undefined)),
    })),
  ];
  const elementId = `${tables[0]!.id}u`;
  const union: JsonObject = {
    ...{ id: elementId, kind: "table", name: elementId },
    source: {
      kind: "union",
      sources: tables.map(({ exportId }) => ({ kind: "table", elementId: exportId })),
      matches,
    },
    columns: [...outputs, ...marks].map((id) => ({
      id,
      name: id,
      formula: `[Union of ${tables.length} Sources/${id}]`,
    })),
  };
  const isMarked = (row: Row, mark: string) => (row[mark] ?? null) !== null;
  return {
    elements: [...tables.flatMap((table) => table.listElements()), union],
    export: { elementId, mostRows: Math.max(mostGroups, ...tables.map(({ mostRows }) => mostRows)) },
    split(rows) {
      if (!rows.every((row) => marks.filter((mark) => isMarked(row, mark)).length === 1))
        return new Error("a row of the union is of no table");
      return new Map(
        read.map(({ table, columns }, index) => {
          const own = rows.filter((row) => isMarked(row, marks[index]!));
          const pick = (row: Row) =>
            Object.fromEntries(
              [...columns].flatMap(([output, name]) => (Object.hasOwn(row, output) ? [[name, row[output]]] : [])),
            );
          return [table.joinKey, own.map(pick)];
        }),
      );
    },
  };
}
