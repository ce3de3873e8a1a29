/**
 * What may be told of the values of a run: the only place that decides it. A value is told if at least so many rows are
 * behind it, and so are those that anybody gets by subtracting told values from each other.
 */

import { formatValue, formKey, readValue, toPlain, type Value } from "../data";
import { type Node, parseFormula } from "../formula";
import { addRows, type Cell, chooseTold, hasEnough, type Told } from "./cells";
import type { ExportResult } from "./run";
import type { ScratchTable } from "./scratch";
import { readCount, type Verdict } from "./values";

/** Rows that are behind a told value, unless the setting `fewestRows` says otherwise. */
export const defaultFewestRows = 5;

/** The tables of a grouping, at one time or at two; undefined: there is none at that time. */
type TableAtTimes = readonly (ScratchTable | undefined)[];

/** What a run asks of a table: the whole, and groupings. */
export class Partition {
  #whole: TableAtTimes | undefined;
  readonly #groupings: TableAtTimes[] = [];
  #cells: TableAtTimes = [];

  /** @param formGroup the name of a group, from its value in an export. */
  constructor(private readonly formGroup: (value: Value) => string = formKey) {}

  /** Adds tables whose groups are told: all rows are one group of the whole. @returns the number of the grouping. */
  add(tables: TableAtTimes, isWhole: boolean): number {
    for (const table of tables) table?.countRows();
    if (isWhole) this.#whole = tables;
    if (isWhole) return -1;
    const known = this.#groupings.findIndex((one) => one.every((table, time) => table === tables[time]));
    return known < 0 ? this.#groupings.push(tables) - 1 : known;
  }

  /** Opens the tables that count the rows of each cell. Those of one grouping are its own. */
  open(create: (over: ScratchTable, keys: readonly string[]) => ScratchTable): void {
    const [first, ...others] = this.#groupings;
    const join = (table: ScratchTable | undefined, time: number) => {
      const keys = this.#groupings.flatMap((one) => one[time]?.keyFormula ?? []);
      return table && create(table, keys);
    };
    this.#cells = first === undefined ? [] : others.length === 0 ? first : first.map(join);
    for (const table of this.#cells) table?.countRows();
  }

  /** What may be told. Where the cells couldn't be read, no group is. */
  read(rows: ReadonlyMap<string, ExportResult>, fewest: number): Told {
    const cells = this.#readCells(this.#cells, rows);
    const all = this.#whole && this.#readCells(this.#whole, rows);
    const told = chooseTold(cells ?? [], fewest);
    return {
      isWholeTold: all === undefined ? cells !== undefined && told.isWholeTold : hasEnough(addRows(all), fewest),
      isTold: (grouping, group) => cells !== undefined && told.isTold(grouping, group),
    };
  }

  #readCells(tables: TableAtTimes, rows: ReadonlyMap<string, ExportResult>): Cell[] | undefined {
    const cells = new Map<string, { readonly groups: readonly string[]; readonly rows: number[] }>();
    for (const [time, table] of tables.entries()) {
      if (table === undefined) continue;
      const found = rows.get(table.exportId);
      if (found === undefined || found instanceof Error) return undefined;
      for (const row of found) {
        const groups = table.keys.map((key) => this.formGroup(readValue(row[key])));
        const name = JSON.stringify(groups);
        const cell = cells.get(name) ?? { groups, rows: tables.map(() => 0) };
        cell.rows[time]! += readCount(row[table.countRows()]) ?? 0;
        cells.set(name, cell);
      }
    }
    return [...cells.values()];
  }
}

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
