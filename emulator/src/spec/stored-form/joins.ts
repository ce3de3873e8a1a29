import type { Settings } from "../../settings";
import { getPrimarySource } from "../names";
import type { Page, Source } from "../schema";
import { mapTables } from "./walk";

type Join = Extract<Source, { kind: "join" }>;

/** `<!=>` is kept under its other name. */
export function nameOperators(_settings: Settings, pages: readonly Page[]): readonly Page[] {
  return mapJoins(pages, (source) => ({
    ...source,
    joins: source.joins.map((join) => ({
      ...join,
      columns: join.columns.map((key) => (key.op === "<!=>" ? { ...key, op: "is-distinct-from" as const } : key)),
    })),
  }));
}

/** A lookup is kept as the left outer join that it is. */
export function removeLookups({ lookupJoins }: Settings, pages: readonly Page[]): readonly Page[] {
  return lookupJoins === "kept"
    ? pages
    : mapJoins(pages, (source) => ({
        ...source,
        joins: source.joins.map((join) => (join.joinType === "lookup" ? { ...join, joinType: "left-outer" } : join)),
      }));
}

/** A join says where it begins and of which type each of its steps is. */
export function writeJoins({ joinDefaults }: Settings, pages: readonly Page[]): readonly Page[] {
  return joinDefaults === "as-sent"
    ? pages
    : mapJoins(pages, (source) => ({
        ...source,
        joins: source.joins.map((join) => ({ ...join, joinType: join.joinType ?? "left-outer" })),
        primarySource: getPrimarySource(source),
      }));
}

function mapJoins(pages: readonly Page[], change: (source: Join) => Join): Page[] {
  return mapTables(pages, (table) =>
    table.source.kind === "join" ? { ...table, source: change(table.source) } : table,
  );
}
