/** The contents of a workbook that exists while a run reads what it calculates. */
import type { JsonObject } from "../model/json";
import { compileBlock, writeLayout } from "../workbook";

/** A row of an export: values by the names of columns. */
export type Row = Readonly<Record<string, unknown>>;

/** An element of a scratch workbook whose rows are read. */
export interface ScratchExport {
  readonly elementId: string;
  /** The most rows that are read; one more says that there are too many. */
  readonly mostRows: number;
}

/** A scratch workbook. */
export interface Scratch {
  readonly contents: JsonObject;
  readonly exports: readonly ScratchExport[];
}

/** The same in all rows. */
const allRows = "1";

/** Groups that are read of a table. */
export const mostGroups = 10_000;

/** An element has more rows than are read. */
export class TooManyRows extends Error {
  constructor(most: number) {
    super(`there are more than ${most} groups`);
  }
}

/**
 * A table of a scratch workbook: rows of a source, grouped, with values for each group. What is read is a second
 * element over the groups, because only such a one has a row for each group whatever an export makes of groupings.
 */
export class ScratchTable {
  readonly #id: string;
  readonly #source: JsonObject;
  readonly #columns: JsonObject[] = [];
  readonly #keys: string[] = [];
  readonly #calculations: string[] = [];
  readonly #known = new Map<string, string>();

  /** @param by the formulas that group; none: all rows are one group. */
  constructor(id: string, source: JsonObject, ...by: readonly string[]) {
    this.#id = id;
    this.#source = source;
    for (const formula of by.length === 0 ? [allRows] : by) this.addKey(formula);
  }

  /** What formulas of other elements call it. */
  get id(): string {
    return this.#id;
  }

  /** The element that is read. */
  get exportId(): string {
    return `${this.#id}r`;
  }

  get source(): JsonObject {
    return this.#source;
  }

  /** The columns of groups. */
  get keys(): readonly string[] {
    return this.#keys;
  }

  /** The first of them. */
  get key(): string {
    return this.#keys[0]!;
  }

  /** Its formula. */
  get keyFormula(): string {
    return String(this.#columns[0]!.formula);
  }

  /** Adds the number of rows of each group, or of those for which a condition is true. @returns its column's name. */
  countRows(condition?: string): string {
    const [name, column] = condition === undefined ? ["Count", allRows] : ["CountIf", condition];
    return this.addCalculation(`${name}([${this.addColumn(column)}])`);
  }

  /** Adds a column of rows that groups, too. @returns its name, in the export as well. */
  addKey(formula: string): string {
    const key = this.addColumn(formula);
    if (!this.#keys.includes(key)) this.#keys.push(key);
    return key;
  }

  /** Adds a column of rows, once. @returns its name. */
  addColumn(formula: string): string {
    const known = this.#known.get(formula) ?? `k${this.#known.size + 1}`;
    if (!this.#known.has(formula)) this.#columns.push({ id: known, name: known, formula });
    this.#known.set(formula, known);
    return known;
  }

  /** Adds a value of each group, once. @returns the name of its column in the export. */
  addCalculation(formula: string): string {
    const known = this.#columns.find(
      ({ id, formula: own }) => own === formula && this.#calculations.includes(String(id)),
    );
    if (known !== undefined) return String(known.id);
    const id = `c${this.#calculations.length + 1}`;
    this.#calculations.push(id);
    this.#columns.push({ id, name: id, formula });
    return id;
  }

  /** Whether it has something to read. */
  get isRead(): boolean {
    return this.#calculations.length > 0 || this.#keys.length > 1;
  }

  /** The table, and the one over its groups. */
  listElements(): JsonObject[] {
    const table: JsonObject = {
      id: this.#id,
      kind: "table",
      name: this.#id,
      source: this.#source,
      columns: this.#columns,
    };
    if (!this.isRead) return [table];
    const groupingId = `${this.#id}g`;
    const shown = [...this.#keys, ...this.#calculations];
    return [
      { ...table, groupings: [{ id: groupingId, groupBy: this.#keys, calculations: this.#calculations }] },
      {
        id: this.exportId,
        kind: "table",
        name: this.exportId,
        source: { kind: "table", elementId: this.#id, groupingId },
        columns: shown.map((id) => ({ id, name: id, formula: `[${this.#id}/${id}]` })),
      },
    ];
  }
}

/** The contents of a workbook with these elements on one page. */
export function buildContents(elements: readonly JsonObject[]): JsonObject {
  const rows = elements.map(({ id }) => ({ rows: 4, of: [String(id)] }));
  return {
    schemaVersion: 1,
    kind: "workbook",
    elements: [...elements],
    pages: [{ id: "page", name: "Checks" }],
    layout: writeLayout([compileBlock("Page", "page", rows)]),
  };
}
