/** The contents of a workbook that exists while a run reads what it calculates. */
import { remember } from "../data";
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

/** What an emulator without data answers in the place of rows. */
export class NoData extends Error {
  constructor() {
    super("the platform is an emulator without data. Start it with --data and the folder of the tables' files");
  }
}

/** The tables that a run reads. A formula has one name in all of them, so that several can be one element. */
export class ScratchTables {
  readonly #tables: ScratchTable[] = [];
  readonly #names = { k: new Map<string, string>(), c: new Map<string, string>() };

  /** Opens a table. @param by the formulas that group; none: all rows are one group. */
  open(source: JsonObject, ...by: readonly string[]): ScratchTable {
    const table = new ScratchTable(`t${this.#tables.length + 1}`, source, (kind, formula) => {
      const names = this.#names[kind];
      return remember(names, formula, () => `${kind}${names.size + 1}`);
    });
    for (const formula of by.length === 0 ? [allRows] : by) table.addKey(formula);
    this.#tables.push(table);
    return table;
  }

  list(): readonly ScratchTable[] {
    return this.#tables;
  }
}

/** Names a formula over rows (`k`), or one over groups (`c`). */
type NameFormula = (kind: "k" | "c", formula: string) => string;

/**
 * A table of a scratch workbook: rows of a source, grouped, with values for each group. What is read is a second
 * element over the groups, because only such a one has a row for each group whatever an export makes of groupings.
 */
export class ScratchTable {
  readonly #columns: JsonObject[] = [];
  readonly #keys: string[] = [];
  readonly #calculations: string[] = [];

  constructor(
    /** What formulas of other elements call it. */
    readonly id: string,
    readonly source: JsonObject,
    private readonly nameFormula: NameFormula,
  ) {}

  /** Tables of one source and grouping as one: it has the columns of all, by the same names. */
  static join(tables: readonly ScratchTable[]): ScratchTable {
    const [first] = tables as readonly [ScratchTable];
    const joined = new ScratchTable(first.id, first.source, first.nameFormula);
    for (const { columns, keys, calculations } of tables.map((table) => table.#parts)) {
      const known = new Set(joined.#columns.map(({ id }) => id));
      joined.#columns.push(...columns.filter(({ id }) => !known.has(id)));
      joined.#keys.push(...keys.filter((key) => !joined.#keys.includes(key)));
      joined.#calculations.push(...calculations.filter((one) => !joined.#calculations.includes(one)));
    }
    return joined;
  }

  get #parts() {
    return { columns: this.#columns, keys: this.#keys, calculations: this.#calculations };
  }

  /** What tables have in common that can be one. */
  get joinKey(): string {
    return JSON.stringify([this.source, this.#keys]);
  }

  /** The element that is read. */
  get exportId(): string {
    return `${this.id}r`;
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

  get calculations(): readonly string[] {
    return this.#calculations;
  }

  /** Whether all rows are one group. */
  get isWhole(): boolean {
    return this.keyFormula === allRows && this.#keys.length === 1;
  }

  /** The most rows that are read of it. Of the whole a few: more than one say that something is wrong. */
  get mostRows(): number {
    return this.isWhole ? 3 : mostGroups;
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

  /** What a formula that groups is called. */
  nameKey(formula: string): string {
    return this.nameFormula("k", formula);
  }

  /** Adds a column of rows, once. @returns its name. */
  addColumn(formula: string): string {
    return this.#add("k", formula);
  }

  /** Adds a value of each group, once. @returns the name of its column in the export. */
  addCalculation(formula: string): string {
    const name = this.#add("c", formula);
    if (!this.#calculations.includes(name)) this.#calculations.push(name);
    return name;
  }

  #add(kind: "k" | "c", formula: string): string {
    const name = this.nameFormula(kind, formula);
    if (this.#columns.every(({ id }) => id !== name)) this.#columns.push({ id: name, name, formula });
    return name;
  }

  /** Whether it has something to read. */
  get isRead(): boolean {
    return this.#calculations.length > 0 || this.#keys.length > 1;
  }

  /** The table, and the one over its groups. */
  listElements(): JsonObject[] {
    const table: JsonObject = {
      id: this.id,
      kind: "table",
      name: this.id,
      source: this.source,
      columns: this.#columns,
    };
    if (!this.isRead) return [table];
    const groupingId = `${this.id}g`;
    const shown = [...this.#keys, ...this.#calculations];
    return [
      { ...table, groupings: [{ id: groupingId, groupBy: this.#keys, calculations: this.#calculations }] },
      {
        id: this.exportId,
        kind: "table",
        name: this.exportId,
        source: { kind: "table", elementId: this.id, groupingId },
        columns: shown.map((id) => ({ id, name: id, formula: `[${this.id}/${id}]` })),
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
