/** The values of metrics at two times, read side by side: compiled into a scratch workbook, and compared. */

import {
  compareValues,
  formLooseKey,
  getFamily,
  isSameValue,
  noValue,
  type PlainValue,
  toPlain,
  type Value,
} from "../data";
import { normalizePlainName } from "../formula";
import { filterObjects, isObject, type Json, type JsonObject, readKnownString } from "../model/json";
import { getColumnName } from "../model/references";
import { escapeFormulaName } from "../text";
import type { Told } from "./cells";
import { readMetric } from "./compile";
import { formatGroup, type GroupValue, readGroups } from "./groups";
import { type CheckedModel, ModelIndex } from "./model";
import { Partition, readPeriod } from "./privacy";
import { explain } from "./results";
import type { ExportResult } from "./run";
import { type ScratchTable, ScratchTables, TooManyRows } from "./scratch";
import { readCount } from "./values";

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
  readonly before: PlainValue;
  readonly after: PlainValue;
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
  /** Groups whose values aren't told, because few rows are behind them; of the whole 1. */
  readonly small: number;
  /** Of the whole: how many rows the table has at the two times, where that may be told. */
  readonly rows?: readonly [before: number, after: number];
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

/** A table on one side. */
interface SideTable {
  readonly scratch: ScratchTable;
  /** Metrics by their names: the column, and the value without rows. */
  readonly metrics: ReadonlyMap<string, { readonly column: string; calculateNoRows(): Value }>;
}

interface Reading extends Pick<NumberDifference, "table" | "metric" | "by"> {
  readonly sides: readonly (SideTable | undefined)[];
  readonly partition: Partition;
  /** The number of its grouping in the partition. */
  readonly grouping: number;
}

/** Compiles questions about several models into elements of one scratch workbook: one for each table, side and group. */
export class NumberCompiler {
  readonly #tables = new ScratchTables();
  readonly #readings: Reading[] = [];
  readonly #partitions: Partition[] = [];

  add(sides: BothSides, { table, label, metrics, by: groupings }: NumberQuestion): void {
    const indexes = sides.map((model) => model && new ModelIndex(model, () => undefined));
    const partition = new Partition(formLooseKey);
    this.#partitions.push(partition);
    const isThere = indexes.map((index) => index !== undefined);
    for (const by of [null, ...groupings]) {
      const found = indexes.map((index) => index && this.#open(index, table, metrics, by));
      const tables = found.map((side) => side?.scratch);
      // What groups one side alone isn't compared.
      const isWhole = by === null || tables.every((one, side) => (one !== undefined) === isThere[side]);
      const grouping = isWhole ? partition.add(tables, by === null) : Number.NaN;
      const about = { table: label, by, sides: found, partition, grouping };
      this.#readings.push(...metrics.map((metric): Reading => ({ ...about, metric })));
    }
    for (const metric of metrics) {
      const conditions = indexes.map((index) => index?.listMetricConditions(table, metric) ?? []);
      partition.count(formName(metric), conditions);
    }
  }

  /** Undefined: the side lacks the table, or what groups. */
  #open(index: ModelIndex, name: string, metrics: readonly string[], by: string | null): SideTable | undefined {
    const table = index.findTable(name, []);
    if (table === undefined || !index.hasColumns(table, by ?? "", [])) return undefined;
    const known = metrics
      .map((metric) => index.findPart(table, "metrics", metric, []))
      .filter((metric) => metric !== undefined);
    if (known.length === 0) return undefined;
    const keys = by === null ? [] : [index.prefixNames(table, by)];
    const scratch = this.#tables.open(index.formSource(table), ...keys);
    scratch.countRows();
    const list = known.map((metric) => {
      const column = scratch.addCalculation(readMetric(metric));
      const calculateNoRows = () => index.calculateNoRows(table, metric);
      return [formName(metric.name), { column, calculateNoRows }] as const;
    });
    return { scratch, metrics: new Map(list) };
  }

  finish(): readonly ScratchTable[] {
    for (const partition of this.#partitions) partition.open(this.#tables);
    return this.#tables.list();
  }

  /**
   * Compares the sides by the rows of their exports.
   *
   * @param fewestRows see {@link defaultFewestRows}.
   */
  compare(rows: ReadonlyMap<string, ExportResult>, fewestRows: number): NumberDifference[] {
    const told = new Map(this.#partitions.map((one) => [one, one.read(rows, fewestRows)]));
    // A table without the columns that group has no such groups.
    const asked = this.#readings.filter(({ by, sides }) => by === null || sides.some((side) => side !== undefined));
    return asked.map((reading): NumberDifference => {
      const { table, metric, by, sides, partition, grouping } = reading;
      const about = { table, metric, by, groups: 0, changed: 0, changes: [], small: 0 };
      const [before, after] = sides.map((side) => side?.metrics.get(formName(metric)));
      const isTold = (group: string) => isGroupTold(told.get(partition)!(formName(metric)), grouping, group);
      // What is new has no value before; what groups in a new way can't be compared.
      const missing = before === undefined ? "before" : after === undefined ? "after" : undefined;
      if (missing !== undefined && by !== null) return { ...about, missing };
      try {
        const read = sides.map((side) => readSide(side, { metric, by }, rows)) as [SideValues, SideValues];
        const counts = by === null && isTold("") ? sides.flatMap((side) => readRowCount(side, rows) ?? []) : [];
        const [old, now] = counts;
        return {
          ...about,
          ...compareGroups(by, read, isTold),
          ...(missing && { missing }),
          ...(old !== undefined && now !== undefined && { rows: [old, now] as const }),
        };
      } catch (error) {
        if (error instanceof TooManyRows && by !== null) return { ...about, tooMany: true };
        return { ...about, ...explain(error as Error) };
      }
    });
  }
}

const isGroupTold = ({ isWholeTold, isTold }: Told, grouping: number, group: string) =>
  grouping < 0 ? isWholeTold : isTold(grouping, group);

/** Values by group; the whole is a group of its own. */
type SideValues = ReadonlyMap<string, GroupValue>;

/** @throws for a table that the platform couldn't calculate. */
function readSide(
  side: SideTable | undefined,
  { metric, by }: Pick<Reading, "metric" | "by">,
  rows: ReadonlyMap<string, ExportResult>,
): SideValues {
  const read = side?.metrics.get(formName(metric));
  if (side === undefined || read === undefined) return new Map();
  const found = rows.get(side.scratch.exportId) ?? new Error("it wasn't read");
  if (found instanceof Error) throw found;
  if (by !== null) return readGroups(found, side.scratch, read.column, formLooseKey);
  const [whole] = readGroups(found, side.scratch, read.column).values();
  return new Map([["", { group: noValue, value: whole?.value ?? read.calculateNoRows() }]]);
}

/** How many rows a table has as a whole. */
function readRowCount(side: SideTable | undefined, rows: ReadonlyMap<string, ExportResult>): number | undefined {
  const found = side && rows.get(side.scratch.exportId);
  const [row] = found === undefined || found instanceof Error ? [] : found;
  return (row && readCount(row[side!.scratch.countRows()])) ?? undefined;
}

function compareGroups(
  by: string | null,
  [before, after]: readonly [SideValues, SideValues],
  isTold: (group: string) => boolean,
) {
  const groups = [...new Set([...before.keys(), ...after.keys()])];
  const all = groups.map((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const group = by === null ? "" : formatPeriod(by, formatGroup((old ?? now)!.group));
    return { group, isTold: isTold(name), before: old?.value ?? noValue, after: now?.value ?? noValue };
  });
  // Of the whole it is told whether it differs.
  const changed = all.filter((one) => (by === null || one.isTold) && !isSame(one));
  const isShown = ({ before: old, after: now }: Moved) => ![old, now].some(({ type }) => type === "text");
  const shown = changed.filter((one) => one.isTold && isShown(one)).sort((a, b) => measureMove(b) - measureMove(a));
  return {
    groups: all.length,
    changed: changed.length,
    changes: shown
      .slice(0, mostChanges)
      .map(
        ({ group, before: old, after: now }): NumberChange => ({ group, before: toPlain(old), after: toPlain(now) }),
      ),
    small: all.filter((one) => !one.isTold).length,
  };
}

interface Moved {
  readonly before: Value;
  readonly after: Value;
}

/** Sums of fractions depend on the order of rows. */
const noise = 1e-9;

function isSame({ before, after }: Moved): boolean {
  if (isSameValue(after, before)) return true;
  const difference = compareValues(after, before);
  if (difference === undefined || getFamily(after) !== "number" || getFamily(before) !== "number") return false;
  const isRounded = after.type === "float" || before.type === "float";
  return (
    isRounded && Math.abs(difference) <= noise * Math.max(Math.abs(Number(before.text)), Math.abs(Number(after.text)))
  );
}

const measureMove = ({ before, after }: Moved) => {
  const [old, now] = [before, after].map((value) => (getFamily(value) === "number" ? Number(value.text) : 0));
  return Math.abs(now! - old!);
};

/** A period of time by its name, such as `2026-10`. */
function formatPeriod(by: string, group: string): string {
  const unit = readPeriod(by);
  if (unit === undefined || !/^\d{4}-\d\d-\d\d$/.test(group)) return group;
  const [year = "", month = ""] = group.split("-");
  if (unit === "year") return year;
  if (unit === "quarter") return `${year} Q${Math.ceil(Number(month) / 3)}`;
  return unit === "month" ? `${year}-${month}` : group;
}

const formName = (name: Json | undefined) => normalizePlainName(readKnownString(name) ?? "");

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
