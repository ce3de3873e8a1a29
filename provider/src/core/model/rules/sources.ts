import { normalizePlainName } from "../../formula";
import { findNearest, formatSyncCommand } from "../../text";
import { isObject, type Json, type JsonObject, type Path, readKnownString, toList } from "../json";
import { type FormulaSite, walkFormulas } from "../references/formula-sites";
import { listElementPlaces } from "../references/references";
import { createReporter, type Finding, type Severity } from "../text/findings";

/** A table of a warehouse that a model reads. */
export interface SourceTable {
  readonly connectionId: string;
  readonly path: readonly string[];
}

/** What a catalog has of a table: its columns, or that it isn't there; undefined: nobody knows. */
export type KnownTable = { readonly columns: readonly string[] } | { readonly near?: string } | undefined;

/** A table with its place in a source, and what formulas call it. */
interface Placed extends SourceTable {
  readonly place: Path;
  readonly names: readonly string[];
}

/** The tables of warehouses that a model reads, each once. Those with unknown parts are left out. */
export function listSourceTables(spec: JsonObject): SourceTable[] {
  const tables = listElementPlaces(spec).flatMap(({ element }) => listTables(element.source, []));
  const keyed = tables.map(
    ({ connectionId, path }) => [formTableKey({ connectionId, path }), { connectionId, path }] as const,
  );
  return [...new Map(keyed).values()];
}

/** One text for a table. */
export const formTableKey = ({ connectionId, path }: SourceTable) => JSON.stringify([connectionId, path]);

/**
 * The tables and columns of warehouses that a model names and a catalog lacks.
 *
 * @param find what the catalog has of a table, by {@link formTableKey}.
 */
export function checkSources(
  spec: JsonObject,
  find: (key: string) => KnownTable,
  severity: Severity = "error",
): Finding[] {
  const findings: Finding[] = [];
  const report = createReporter(spec, findings, {
    own: { "missing-table": severity, "missing-source-column": severity },
  });
  for (const { element, path } of listElementPlaces(spec)) {
    for (const table of listTables(element.source, [])) {
      const known = find(formTableKey(table));
      if (known === undefined || "columns" in known) continue;
      const name = table.path.join(".");
      report("missing-table", {
        path: [...path, "source", ...table.place, "path"],
        message: `the catalog of the connection has no table ${name}`,
        hint: known.near
          ? `Did you mean \`${known.near}\`?`
          : `If it is new, run \`${formatSyncCommand(table.connectionId, table.path)}\`.`,
      });
    }
  }
  walkFormulas(spec, (site) => {
    for (const { text, nth, column, table } of listColumnNames(site)) {
      const known = find(formTableKey(table));
      if (known === undefined || !("columns" in known)) continue;
      const plain = normalizePlainName(column);
      if (known.columns.some((name) => normalizePlainName(name) === plain)) continue;
      const near = findNearest(column, known.columns);
      const name = table.path.join(".");
      report("missing-source-column", {
        path: site.buildPath(),
        message: `the table ${name} has no column \`${column}\``,
        hint: near
          ? `Did you mean \`[${table.path.at(-1)}/${near}]\`?`
          : `If it is new, run \`${formatSyncCommand(table.connectionId, table.path)}\`.`,
        span: { text: `[${text}]`, nth },
      });
    }
  });
  return findings;
}

/** The names in a formula that are columns of a warehouse's table. */
function listColumnNames(site: FormulaSite) {
  if (site.scope === "controls") return [];
  const tables = listTables(site.scope === "side" ? site.side : site.element.source, []);
  return site.listNames().flatMap(({ text, segments, nth }) => {
    const [first = "", ...rest] = segments;
    const isOwn = segments.length === 1 && site.scope === "side" && tables.length === 1;
    const plain = normalizePlainName(first);
    const table = isOwn
      ? tables[0]
      : tables.find(({ names }) => names.some((name) => normalizePlainName(name) === plain));
    if (table === undefined || (!isOwn && rest.length === 0)) return [];
    return [{ text, nth, table, column: isOwn ? first : rest.join("/") }];
  });
}

function listTables(source: Json | undefined, place: Path, alias?: Json): Placed[] {
  if (!isObject(source)) return [];
  if (source.kind === "warehouse-table") {
    const connectionId = readKnownString(source.connectionId);
    const path = toList(source.path).map(readKnownString);
    if (connectionId === undefined || path.length === 0 || path.some((part) => part === undefined)) return [];
    const names = [path.at(-1), readKnownString(alias)].filter((name) => name !== undefined);
    return [{ connectionId, path: path as string[], place, names }];
  }
  const joins = toList(source.joins).flatMap((join, index) =>
    isObject(join)
      ? [
          ...listTables(join.left, [...place, "joins", index, "left"]),
          ...listTables(join.right, [...place, "joins", index, "right"], join.name),
        ]
      : [],
  );
  const sides = toList(source.sources).flatMap((side, index) => listTables(side, [...place, "sources", index]));
  return [...listTables(source.primarySource, [...place, "primarySource"], source.name), ...joins, ...sides];
}
