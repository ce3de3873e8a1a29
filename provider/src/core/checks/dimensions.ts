/** By what the metrics of a table may be grouped. */

import { filterObjects, isObject, type JsonObject } from "../model/json";
import { getColumnName } from "../model/references";
import { type ReadRows, readCount, type ScratchTable, type ScratchTables, tryRead } from "../scratch";
import { type CheckedModel, isReadable, ModelIndex, type TableRows } from "../tables";
import { escapeFormulaName } from "../text";
import type { DimensionRules, TableDimensions } from "./read";

/** Values that a dimension has at most, rows that each has on average at least, and dimensions that are looked at. */
export const bounds = { groups: 50, rows: 20, dimensions: 20 };

/** The rules of tables. Reports names of tables and columns that a model lacks. */
export function readRules(
  index: ModelIndex,
  dimensions: readonly TableDimensions[],
): ReadonlyMap<JsonObject, DimensionRules> {
  const rules = new Map<JsonObject, DimensionRules>();
  for (const { table: name, only, never, path } of dimensions) {
    const table = index.findTable(name, [...path, "table"]);
    if (table === undefined) continue;
    for (const [field, names = []] of Object.entries({ dimensions: only, neverGroupBy: never }))
      for (const [at, column] of names.entries()) index.findPart(table, "columns", column, [...path, field, at]);
    const known = rules.get(table);
    const all = only || known?.only ? [...(known?.only ?? []), ...(only ?? [])] : undefined;
    rules.set(table, { only: all, never: [...(known?.never ?? []), ...never] });
  }
  return rules;
}

interface IndexedTable {
  readonly index: ModelIndex;
  readonly table: JsonObject;
}

/** Whether a column of a table is one of those that a file names, by id or name in any spelling. */
const isAmong = ({ index, table }: IndexedTable, column: JsonObject, names: readonly string[]): boolean =>
  names.some((name) => index.findNamed(table, "columns", name) === column);

/** The first column of a formula that never groups. */
export const findForbidden = (of: IndexedTable, by: string, never: readonly string[]): JsonObject | undefined =>
  of.index.listColumns(of.table, by).find((column) => isAmong(of, column, never));

/** Why a formula can't group any of some tables, with names that are similar; undefined: it can. */
export function explainGrouping(
  by: string,
  tables: readonly { readonly model: CheckedModel; readonly table: string }[],
): string | undefined {
  const problems = tables.map(({ model, table: name }): string | undefined => {
    const found: string[] = [];
    const index = new ModelIndex(model, (_, message, hint) =>
      found.push(hint === undefined ? `${message}.` : `${message}. ${hint}`),
    );
    const table = index.findTable(name, []);
    if (table !== undefined) index.hasColumns(table, by, []);
    return found[0];
  });
  return problems.includes(undefined) ? undefined : problems[0];
}

/** Why columns that the rules name don't group, though the table has them. */
export function explainRules(times: readonly IndexedTable[], { only = [], never }: DimensionRules): string[] {
  const find = ({ index, table }: IndexedTable, name: string) => index.findPart(table, "columns", name, []);
  return only.flatMap((name) => {
    const [before, after] = times.map((time) => find(time, name));
    const column = after ?? before;
    const time = after === undefined ? times[0] : times[1];
    if (column === undefined || time === undefined) return [];
    const own = getColumnName(column);
    if (isAmong(time, column, never)) return `not by ${own}, because neverGroupBy has it, too.`;
    return before !== undefined && after !== undefined
      ? []
      : `not by ${own}, because it isn't there ${before === undefined ? "before" : "after"} the change.`;
  });
}

/** A column that may group. */
export interface Candidate {
  /** The formula that groups. */
  readonly by: string;
  /** What counts its values at each time; undefined: a date groups by month, however many there are. */
  readonly counts?: readonly ProfileTable[];
}

interface ProfileTable {
  readonly scratch: ScratchTable;
  readonly rows: string;
  readonly values: string;
}

/** What decides which columns of a table may group. */
interface ColumnRules {
  /** Names of the metrics that are compared. */
  readonly metrics: readonly string[];
  readonly rules: DimensionRules;
  /** Whether the platform says that a column has dates. */
  isDate(time: TableRows, name: string): boolean;
}

/**
 * The columns that may group at both times: those that the rules name, or the visible ones that are neither keys nor
 * values that the metrics calculate with. Dates group by month, and come first.
 */
export function openCandidates(
  tables: ScratchTables,
  times: readonly TableRows[],
  { metrics, rules: { only, never }, isDate: isKnown }: ColumnRules,
): Candidate[] {
  const [first] = times as readonly [TableRows];
  // A value that a metric adds up is no dimension of it.
  const measures = times.map((time) => new Set(metrics.flatMap((metric) => time.listMeasures(metric))));
  const all = filterObjects(first.table.columns).flatMap((column): Candidate[] => {
    const name = getColumnName(column) ?? "";
    const parts = times.map(({ index, table }) => index.findNamed(table, "columns", name));
    if (name === "" || !parts.every((part) => part !== undefined) || isAmong(first, column, never)) return [];
    const isMeasure = times.some((time, at) => measures[at]!.has(time.expandColumn(parts[at]!)));
    if (only === undefined ? isMeasure || !isOpen(times, column) : !isAmong(first, column, only)) return [];
    const by = `[${escapeFormulaName(name)}]`;
    if (times.every((time, at) => isKnown(time, name) || isDate(time, parts[at]!)))
      return [{ by: `DateTrunc("month", ${by})` }];
    const counts = times.map(({ index, table, source }): ProfileTable => {
      const scratch = tables.open(source);
      const value = scratch.addColumn(index.prefixNames(table, by));
      return { scratch, rows: scratch.countRows(), values: scratch.addCalculation(`CountDistinct([${value}])`) };
    });
    return [{ by, counts }];
  });
  return [...all.filter(({ counts }) => counts === undefined), ...all.filter(({ counts }) => counts !== undefined)];
}

/** Those with few values, of which each has many rows unless the rules name them; `large`: those that the rules name in vain. */
export function chooseCandidates(
  candidates: readonly Candidate[],
  readRows: ReadRows,
  { only }: DimensionRules,
): Record<"chosen" | "unread" | "large", readonly Candidate[]> & { readonly others: number } {
  const measure = ({ scratch, rows, values }: ProfileTable) =>
    tryRead(() => [rows, values].map((column) => readCount(readRows(scratch)[0]?.[column] ?? 0) ?? 0));
  const isFew = (table: ProfileTable) => {
    const [all, distinct] = measure(table) ?? [];
    if (all === undefined || distinct === undefined) return false;
    return distinct <= bounds.groups && (only !== undefined || distinct <= all / bounds.rows);
  };
  const fitting = candidates.filter(({ counts }) => counts === undefined || counts.every(isFew));
  const unread = candidates.filter(({ counts = [] }) => counts.some((table) => measure(table) === undefined));
  return {
    chosen: fitting.slice(0, bounds.dimensions),
    others: Math.max(0, fitting.length - bounds.dimensions),
    unread,
    large: only === undefined ? [] : candidates.filter((one) => !fitting.includes(one) && !unread.includes(one)),
  };
}

/** A visible column that identifies nothing. */
function isOpen(times: readonly IndexedTable[], column: JsonObject): boolean {
  const keys = times.flatMap(({ index, table }) =>
    index.tables.flatMap(({ id: from, relationships }) =>
      filterObjects(relationships).flatMap(({ targetElementId, keys: pairs }) =>
        filterObjects(pairs).flatMap(({ sourceColumnId, targetColumnId }) => [
          ...(from === table.id ? [sourceColumnId] : []),
          ...(targetElementId === table.id ? [targetColumnId] : []),
        ]),
      ),
    ),
  );
  return times.every(({ table }) => isReadable(table, column)) && !keys.includes(column.id);
}

/** By the model's format, or because a metric has it as its timeline. */
function isDate({ table }: IndexedTable, { id, format }: JsonObject): boolean {
  const isTimeline = ({ timeline }: JsonObject) =>
    isObject(timeline) && id !== undefined && timeline.dateColumnId === id;
  return (isObject(format) && format.kind === "datetime") || filterObjects(table.metrics).some(isTimeline);
}
