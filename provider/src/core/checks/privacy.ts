/**
 * What may be told of the values of a run: the only place that decides it. A value is told if at least so many rows are
 * behind it, and so are those that anybody gets by subtracting told values from each other.
 */

import { formatValue, formKey, readValue, toPlain, type Value } from "../data";
import { type Node, parseFormula } from "../formula";
import { addRows, type Cell, chooseTold, hasEnough, type Told } from "./cells";
import type { ExportResult } from "./run";
import type { ScratchTable, ScratchTables } from "./scratch";
import { readCount, type Verdict } from "./values";

/** Rows that are behind a told value, unless the setting `fewestRows` says otherwise. */
export const defaultFewestRows = 5;

/** The tables of a grouping, at one time or at two; undefined: there is none at that time. */
type TableAtTimes = readonly (ScratchTable | undefined)[];

/** Tables that count the rows behind a metric. */
interface Counts {
  readonly whole: TableAtTimes | undefined;
  /** By all groupings; undefined: there is none. */
  readonly cells: TableAtTimes | undefined;
}

/** What a run asks of a table: the whole, and groupings. */
export class Partition {
  #whole: TableAtTimes | undefined;
  readonly #groupings: TableAtTimes[] = [];
  readonly #conditions = new Map<string, readonly (readonly string[])[]>();
  readonly #counts = new Map<string, Counts>();

  /** @param formGroup the name of a group, from its value in an export. */
  constructor(private readonly formGroup: (value: Value) => string = formKey) {}

  /** Adds tables whose groups are told: all rows are one group of the whole. @returns the number of the grouping. */
  add(tables: TableAtTimes, isWhole: boolean): number {
    if (isWhole) this.#whole = tables;
    if (isWhole) return -1;
    const known = this.#groupings.findIndex((one) => one.every((table, time) => table?.key === tables[time]?.key));
    return known < 0 ? this.#groupings.push(tables) - 1 : known;
  }

  /** Counts the rows behind a metric, by conditions at each time. */
  count(metric: string, conditions: readonly (readonly string[])[]): void {
    this.#conditions.set(metric, conditions);
  }

  /** Opens the tables that count, so that no failing value keeps the others from being counted. */
  open(tables: ScratchTables): void {
    const [first] = this.#groupings;
    for (const conditions of [[], ...this.#conditions.values()]) {
      const openCounts = (over: TableAtTimes | undefined, groupings: readonly TableAtTimes[]) =>
        over?.map((table, time) => {
          const keys = groupings.flatMap((one) => one[time]?.keyFormula ?? []);
          const counts = table && tables.open(table.source, ...keys);
          countAll(counts, conditions[time]);
          return counts;
        });
      this.#counts.set(JSON.stringify(conditions), {
        whole: openCounts(this.#whole, []),
        cells: openCounts(first, this.#groupings),
      });
    }
  }

  /** What may be told of a metric, by its name. Where the cells couldn't be read, no group is. */
  read(rows: ReadonlyMap<string, ExportResult>, fewest: number): (metric?: string) => Told {
    const known = new Map<string, Told>();
    return (metric) => {
      const conditions = this.#conditions.get(metric ?? "") ?? [];
      const key = JSON.stringify(conditions);
      const told = known.get(key) ?? this.#readOne(rows, fewest, conditions);
      known.set(key, told);
      return told;
    };
  }

  #readOne(rows: ReadonlyMap<string, ExportResult>, fewest: number, conditions: readonly (readonly string[])[]): Told {
    const counts = this.#counts.get(JSON.stringify(conditions));
    const cells = counts?.cells && this.#readCells(counts.cells, rows, conditions);
    const all = counts?.whole && this.#readCells(counts.whole, rows, conditions);
    const told = chooseTold(cells ?? [], fewest);
    const isWholeKnown = this.#whole === undefined ? cells !== undefined : all !== undefined;
    return {
      isWholeTold: isWholeKnown && (all === undefined ? told.isWholeTold : hasEnough(addRows(all), fewest)),
      isTold: (grouping, group) => cells !== undefined && told.isTold(grouping, group),
    };
  }

  #readCells(
    tables: TableAtTimes,
    rows: ReadonlyMap<string, ExportResult>,
    conditions: readonly (readonly string[])[],
  ): Cell[] | undefined {
    const cells = new Map<string, { readonly groups: readonly string[]; readonly rows: number[] }>();
    for (const [time, table] of tables.entries()) {
      if (table === undefined) continue;
      const found = rows.get(table.exportId);
      if (found === undefined || found instanceof Error) return undefined;
      const counts = countAll(table, conditions[time]);
      for (const row of found) {
        if (!counts.every((count) => Object.hasOwn(row, count))) return undefined;
        const groups = this.#groupings.map((one) => this.formGroup(readValue(row[one[time]?.key ?? ""])));
        const name = JSON.stringify(groups);
        const cell = cells.get(name) ?? { groups, rows: tables.map(() => 0) };
        cell.rows[time]! += findFewest(counts.map((count) => readCount(row[count]) ?? 0));
        cells.set(name, cell);
      }
    }
    return [...cells.values()];
  }
}

/** Counts all rows, and those of each condition. @returns the names of the columns. */
const countAll = (table: ScratchTable | undefined, conditions: readonly string[] = []): string[] =>
  table === undefined ? [] : [undefined, ...conditions].map((condition) => table.countRows(condition));

/** The fewest rows that some part of a value is of; a part of none has no value. */
const findFewest = (counts: readonly number[]) => {
  const some = counts.filter((count) => count > 0);
  return some.length === 0 ? 0 : Math.min(...some);
};

/** The unit of a period of at least a day, which is nobody's; undefined: the formula is none. */
export function readPeriod(formula: string): string | undefined {
  const { root } = parseFormula(formula);
  if (root.kind !== "call" || root.name.text.toLowerCase() !== "datetrunc" || root.args.length !== 2) return undefined;
  const [unit, column] = root.args as [Node, Node];
  const [, name] = unit.kind === "text" ? (/^["'](year|quarter|month|week|day)["']$/i.exec(unit.token.text) ?? []) : [];
  return column.kind === "reference" ? name?.toLowerCase() : undefined;
}

/** A value as a report has it. A text is what a row says, however many there are. */
export function tellValue(value: Value, isTold: boolean, none?: string): Pick<Verdict, "value" | "found"> {
  if (value.type === "text") return { value: null, found: "a text, which isn't shown" };
  return isTold ? { value: toPlain(value), found: formatValue(value, none) } : { value: null, found: fewRows };
}

/** What stands in the place of a value of few rows. */
export const fewRows = "a value of few rows, which isn't shown";
