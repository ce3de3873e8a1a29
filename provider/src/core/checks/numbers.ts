/** The values of metrics at two times, read side by side: compiled into a scratch workbook, and compared. */
import { isDecimal, isExactNumber } from "../data";
import { findNames, normalizePlainName } from "../formula";
import { filterObjects, isObject, type Json, type JsonObject, readKnownString } from "../model/json";
import { getColumnName } from "../model/references";
import { escapeFormulaName } from "../text";
import { readGroups, readMetric } from "./compile";
import { normalizeGroup } from "./golden";
import { type CheckedModel, ModelIndex } from "./model";
import { explain } from "./results";
import type { ExportResult } from "./run";
import { mostGroups, type ScratchExport, ScratchTable, TooManyRows } from "./scratch";

/** What is compared of a table. */
export interface NumberQuestion {
  /** The table, by its id or name in both models. */
  readonly table: string;
  /** What people call it. */
  readonly label: string;
  /** Names of metrics. */
  readonly metrics: readonly string[];
  /** Formulas over the table's columns that group. */
  readonly by: readonly string[];
}

/** A data model at the two times; undefined: there is none. */
export type BothSides = readonly [before: CheckedModel | undefined, after: CheckedModel | undefined];

/** A value at the two times; null: none. */
export interface NumberChange {
  readonly group: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** A metric at the two times, as a whole or by groups. */
export interface NumberDifference {
  readonly table: string;
  readonly metric: string;
  /** The formula that groups; null: the whole. */
  readonly by: string | null;
  /** Groups that were compared. */
  readonly groups: number;
  /** Groups that differ. */
  readonly changed: number;
  /** Those that moved most, the largest first. */
  readonly changes: readonly NumberChange[];
  /** Groups that nobody may see, because they have few rows. */
  readonly small: number;
  /** Whether there are more groups than are read. */
  readonly tooMany?: boolean;
  /** The side that can't say it: what is asked for isn't there. */
  readonly missing?: "before" | "after" | undefined;
  /** Why nothing could be compared. */
  readonly reason?: string | undefined;
  /** Why, without the platform's own words: a warehouse quotes values in them. */
  readonly shortReason?: string | undefined;
}

/** Groups of which the values are told. */
const mostChanges = 20;

/** Rows that a group has at least on a side where it is, so that its values are nobody's; periods count as they are. */
const fewestRows = 5;

/** A table on one side. */
interface SideTable {
  readonly exportId: string;
  readonly key: string;
  /** The column with the number of rows. */
  readonly rows: string;
  /** The columns of metrics, by their names. */
  readonly metrics: ReadonlyMap<string, string>;
}

interface Reading extends Pick<NumberDifference, "table" | "metric" | "by"> {
  readonly sides: readonly (SideTable | undefined)[];
}

/** Compiles questions about several models into elements of one scratch workbook: one for each table, side and group. */
export class NumberCompiler {
  readonly #tables: ScratchTable[] = [];
  readonly #readings: Reading[] = [];

  add(sides: BothSides, { table, label, metrics, by: groupings }: NumberQuestion): void {
    const indexes = sides.map((model) => model && new ModelIndex(model, () => undefined));
    for (const by of [null, ...groupings]) {
      const found = indexes.map((index) => index && this.#open(index, table, metrics, by));
      this.#readings.push(...metrics.map((metric): Reading => ({ table: label, metric, by, sides: found })));
    }
  }

  /** Undefined: the side lacks the table, or what groups. */
  #open(index: ModelIndex, name: string, metrics: readonly string[], by: string | null): SideTable | undefined {
    const table = index.findTable(name, []);
    if (table === undefined || !listColumns(by ?? "").every((one) => index.findPart(table, "columns", one, [])))
      return undefined;
    const known = metrics
      .map((metric) => index.findPart(table, "metrics", metric, []))
      .filter((metric) => metric !== undefined);
    if (known.length === 0) return undefined;
    const key = by === null ? undefined : index.prefixNames(table, by);
    const scratch = new ScratchTable(`t${this.#tables.length + 1}`, index.formSource(table), key);
    this.#tables.push(scratch);
    const rows = scratch.addCalculation(`Count([${scratch.addColumn("1")}])`);
    return {
      exportId: scratch.exportId,
      key: scratch.key,
      rows,
      metrics: new Map(known.map((metric) => [formName(metric.name), scratch.addCalculation(readMetric(metric))])),
    };
  }

  finish(): { readonly elements: readonly JsonObject[]; readonly exports: readonly ScratchExport[] } {
    return {
      elements: this.#tables.flatMap((table) => table.listElements()),
      exports: this.#tables.map(({ exportId }) => ({ elementId: exportId, mostRows: mostGroups })),
    };
  }

  /** Compares the sides by the rows of their exports. */
  compare(rows: ReadonlyMap<string, ExportResult>): NumberDifference[] {
    // A table without the columns that group has no such groups.
    const asked = this.#readings.filter(({ by, sides }) => by === null || sides.some((side) => side !== undefined));
    return asked.map((reading): NumberDifference => {
      const { table, metric, by, sides } = reading;
      const about = { table, metric, by, groups: 0, changed: 0, changes: [], small: 0 };
      const [before, after] = sides.map((side) => side?.metrics.get(formName(metric)));
      // What is new has no value before; what groups in a new way can't be compared.
      const missing = before === undefined ? "before" : after === undefined ? "after" : undefined;
      if (missing !== undefined && by !== null) return { ...about, missing };
      try {
        const read = sides.map((side) => readSide(side, metric, rows));
        return { ...about, ...compareGroups(by, read as [SideValues, SideValues]), ...(missing && { missing }) };
      } catch (error) {
        if (error instanceof TooManyRows && by !== null) return { ...about, tooMany: true };
        return { ...about, ...explain(error as Error) };
      }
    });
  }
}

/** Values and numbers of rows by group. */
interface SideValues {
  readonly values: ReadonlyMap<string, number | null>;
  readonly rows: ReadonlyMap<string, number | null>;
}

/** @throws for a table that the platform couldn't calculate. */
function readSide(side: SideTable | undefined, metric: string, rows: ReadonlyMap<string, ExportResult>): SideValues {
  const column = side?.metrics.get(formName(metric));
  if (side === undefined || column === undefined) return { values: new Map(), rows: new Map() };
  const found = rows.get(side.exportId) ?? new Error("it wasn't read");
  if (found instanceof Error) throw found;
  const named = found.map((row) => ({ ...row, [side.key]: nameGroup(row[side.key]) }));
  return { values: readGroups(named, side.key, column), rows: readGroups(named, side.key, side.rows) };
}

/** One name for a group, whatever type its values have on a side: null isn't the empty text. */
function nameGroup(value: unknown): string {
  if (value === null || value === undefined) return "(null)";
  const text = String(isExactNumber(value) ? value.$number : value);
  if (text === "") return "(empty)";
  return isDecimal(text) && Number.isSafeInteger(Number(text)) ? String(Number(text)) : normalizeGroup(text);
}

function compareGroups(by: string | null, [before, after]: readonly [SideValues, SideValues]) {
  const groups = [...new Set([...before.values.keys(), ...after.values.keys()])];
  const isFew = ({ rows }: SideValues, group: string) => rows.has(group) && (rows.get(group) ?? 0) < fewestRows;
  const isSmall = (group: string) => by !== null && !isPeriod(by) && (isFew(before, group) || isFew(after, group));
  const large = groups.filter((group) => !isSmall(group));
  const all = large.map((group): NumberChange => {
    const [old = null, now = null] = [before.values.get(group), after.values.get(group)];
    return { group: formatGroup(by, group), before: old, after: now };
  });
  const changed = all.filter((one) => !isSame(one)).sort((a, b) => measureMove(b) - measureMove(a));
  return {
    groups: groups.length,
    changed: changed.length,
    changes: changed.slice(0, mostChanges),
    small: groups.length - large.length,
  };
}

/** Sums of fractions depend on the order of rows. */
const noise = 1e-9;

const isSame = ({ before, after }: NumberChange) =>
  before === null || after === null
    ? before === after
    : Math.abs(before - after) <= noise * Math.max(Math.abs(before), Math.abs(after));

const measureMove = ({ before, after }: NumberChange) => Math.abs((after ?? 0) - (before ?? 0));

/** Whether a formula groups by days or longer: a moment, or a date in a column, may be that of one person. */
const isPeriod = (by: string) => /^\s*DateTrunc\(\s*"(year|quarter|month|week|day)"/i.test(by);

/** A period of time by its name, such as `2026-10`; without groups, the empty text. */
function formatGroup(by: string | null, group: string): string {
  if (by === null) return "";
  const [, unit] = /^\s*DateTrunc\(\s*"(year|quarter|month)"/i.exec(by) ?? [];
  if (unit === undefined || !/^\d{4}-\d\d-\d\d$/.test(group)) return group;
  const [year = "", month = ""] = group.split("-");
  if (/year/i.test(unit)) return year;
  return /month/i.test(unit) ? `${year}-${month}` : `${year} Q${Math.ceil(Number(month) / 3)}`;
}

const formName = (name: Json | undefined) => normalizePlainName(readKnownString(name) ?? "");

/** The columns of its own table that a formula names. */
const listColumns = (formula: string): string[] =>
  findNames(formula).flatMap(({ segments, text }) => (segments.length === 1 ? [text] : []));

/**
 * What groups the metrics of a table, by the table's own word: the columns of their timelines, by month unless they say
 * otherwise.
 *
 * @example listTimelines(table) // ['DateTrunc("month", [Ordered At])']
 */
export function listTimelines(table: JsonObject): string[] {
  const columns = filterObjects(table.columns);
  return filterObjects(table.metrics).flatMap(({ timeline }) => {
    if (!isObject(timeline)) return [];
    const column = columns.find(({ id }) => id !== undefined && id === timeline.dateColumnId);
    const name = column && getColumnName(column);
    const unit = readKnownString(timeline.truncation) ?? "month";
    return name === undefined ? [] : [`DateTrunc("${unit}", [${escapeFormulaName(name)}])`];
  });
}
