/** Tests of a model's formulas on given rows: its formulas over a statement that has the rows. */

import { alignValue, formatValue, getFamily, readValue, type Value } from "../data";
import { findNames, normalizePlainName, replaceNames } from "../formula";
import { filterObjects, type JsonObject, type Path, readKnownString } from "../model/json";
import { type ReadRows, readField, type ScratchTable, type ScratchTables } from "../scratch";
import { calculateNoRows, inlineMetrics, type ModelIndex, type ReportProblem } from "../tables";
import { formatCount, type SqlWriter } from "../text";
import type { NamedTest } from "./read";
import type { Scalar } from "./schema";
import { isNear, type Tolerance, type Verdict } from "./values";

/** What is expected of a metric or of a column, and where it is read. */
interface Expected {
  readonly name: string;
  readonly values: readonly Value[];
  readonly scratch: ScratchTable;
  readonly column: string;
  /** What is calculated, over the given rows. */
  readonly formula: string;
  /** The column with the number of the row; undefined: there is one value. */
  readonly row: string | undefined;
}

/** What a test's tables are compiled with. */
interface TestSurroundings {
  readonly index: ModelIndex;
  readonly connectionId: string;
  /** Writes the rows in the dialect of the connection. */
  readonly writer: SqlWriter;
  readonly report: ReportProblem;
  readonly tables: ScratchTables;
}

/** The column of a statement that numbers its rows. */
const rowNumber = "TEST_ROW";

/** What reads a test, and judges it; undefined: something in it is wrong, which is reported. */
export function compileTest(test: NamedTest, around: TestSurroundings): ((readRows: ReadRows) => Verdict) | undefined {
  const { index, report } = around;
  const { given, expect } = test.test;
  const formPlace = (...path: Path) => [...test.path, ...path];
  const isOfNone = Array.isArray(given);
  if (isOfNone && given.length > 0) {
    report(formPlace("given"), "the rows are of no table", "Write `given: { orders: [{ AMOUNT: 1 }] }`.");
    return undefined;
  }
  const named: readonly (readonly [string, readonly GivenRow[]])[] = isOfNone
    ? index.tables.map((table) => [String(table.id), []])
    : Object.entries(given as Readonly<Record<string, readonly GivenRow[]>>);
  const tables = named.flatMap(([name, rows]) => {
    const table = index.findTable(name, formPlace("given", name));
    if (table === undefined) return [];
    try {
      return [new GivenTable(table, name, rows, around)];
    } catch (error) {
      report(
        formPlace("given", name),
        (error as Error).message,
        "Give rows without it, or test on another connection.",
      );
      return [];
    }
  });
  const expected = Object.entries(expect).flatMap(([name, value]): Expected[] => {
    const place = formPlace("expect", name);
    const dot = name.indexOf(".");
    const meant = dot < 0 ? tables : tables.filter((table) => table.isNamed(name.slice(0, dot)));
    const part = name.slice(dot + 1);
    const [table] = meant.filter((one) => meant.length === 1 || one.has(part, Array.isArray(value)));
    if (table !== undefined) return [table.expect(part, value, place) ?? []].flat();
    report(place, `no table with given rows has \`${name}\``, "Write `table.column` or `table.metric`.");
    return [];
  });
  if (expected.length < Object.keys(expect).length) return undefined;
  return (readRows) => judgeTest(expected, readRows, test.tolerance);
}

type GivenRow = Readonly<Record<string, Scalar>>;

/** The rows of a table, and the formulas over them. */
class GivenTable {
  readonly #source: JsonObject;
  readonly #fields: readonly string[];
  #whole: ScratchTable | undefined;
  #byRow: ScratchTable | undefined;

  constructor(
    private readonly table: JsonObject,
    private readonly name: string,
    private readonly rows: readonly GivenRow[],
    private readonly around: TestSurroundings,
  ) {
    this.#fields = [...new Set(rows.length === 0 ? listSourceFields(table) : rows.flatMap((row) => Object.keys(row)))];
    const statement = writeStatement(this.#fields, rows, around.writer);
    this.#source = { kind: "sql", connectionId: around.connectionId, statement };
  }

  isNamed(name: string): boolean {
    const own = [this.name, readKnownString(this.table.id), this.around.index.nameTable(this.table)];
    return own.some((one) => one !== undefined && normalizePlainName(one) === normalizePlainName(name));
  }

  /** Whether it has a column, or else a metric, of a name. */
  has(name: string, isColumn: boolean): boolean {
    const list = isColumn ? "columns" : "metrics";
    return this.around.index.findNamed(this.table, list, name) !== undefined;
  }

  /** What is read of a metric, or of a column for each row. */
  expect(name: string, value: Scalar | readonly Scalar[], at: Path): Expected | undefined {
    const { index, tables } = this.around;
    const isList = Array.isArray(value);
    const part = index.findPart(this.table, isList ? "columns" : "metrics", name, at);
    if (part === undefined) return undefined;
    const values = (isList ? (value as readonly Scalar[]) : [value as Scalar]).map(readValue);
    if (isList && values.length !== this.rows.length) {
      const counts = `${formatCount(values.length, "value")} for ${formatCount(this.rows.length, "row")}`;
      this.around.report(at, counts, "Write a value for each row, in their order.");
      return undefined;
    }
    if (isList) this.#byRow ??= tables.open(this.#source, `[Custom SQL/${rowNumber}]`);
    else this.#whole ??= tables.open(this.#source);
    const scratch = (isList ? this.#byRow : this.#whole)!;
    const formula = this.#write(readKnownString(part.formula) ?? "", scratch, at, []);
    if (formula === undefined) return undefined;
    const column = isList ? scratch.addKey(formula) : scratch.addCalculation(formula);
    return { name, values, scratch, column, formula, row: isList ? scratch.key : undefined };
  }

  /**
   * A formula of the table with its columns and metrics in their places, over the given rows.
   *
   * @param open the formulas on the way: they may name each other in a circle.
   */
  #write(formula: string, scratch: ScratchTable, at: Path, open: readonly string[]): string | undefined {
    const { index, report } = this.around;
    const lacking: string[] = [];
    const written = replaceNames(inlineMetrics(this.table, formula), ({ segments, text }) => {
      const meant = lacking.length > 0 ? undefined : this.#writeName(segments, scratch, at, [...open, formula]);
      if (meant === undefined) lacking.push(text);
      return meant;
    });
    if (lacking.length === 0) return written;
    const hint = "A test has the table's own columns and metrics, and the fields of the given rows.";
    report(at, `the formula reads \`[${lacking[0]}]\` of ${index.nameTable(this.table)}, which the test lacks`, hint);
    return undefined;
  }

  #writeName(
    segments: readonly string[],
    scratch: ScratchTable,
    at: Path,
    open: readonly string[],
  ): string | undefined {
    const [head = "", last] = segments;
    const own = segments.length === 1 || (segments.length === 2 && this.isNamed(head)) ? (last ?? head) : undefined;
    const column = own === undefined ? undefined : this.around.index.findNamed(this.table, "columns", own);
    const formula = readKnownString(column?.formula);
    if (formula !== undefined && !open.includes(formula)) {
      const inner = this.#write(formula, scratch, at, open);
      return inner && `[${scratch.addColumn(inner)}]`;
    }
    // What else has a prefix is of the source, in whose place the rows are.
    const field = segments.length === 2 ? this.#fields.find((one) => isSamePlain(one, last!)) : undefined;
    return field === undefined ? undefined : `[Custom SQL/${field}]`;
  }
}

const isSamePlain = (a: string, b: string) => normalizePlainName(a) === normalizePlainName(b);

/** The fields of its source that the formulas of a table read. */
const listSourceFields = ({ columns, metrics }: JsonObject): string[] =>
  [...filterObjects(columns), ...filterObjects(metrics)]
    .flatMap(({ formula }) => findNames(readKnownString(formula) ?? ""))
    .flatMap(({ segments: [head, field, ...more] }) =>
      field === undefined || head === "Metrics" || more.length > 0 ? [] : [field],
    );

/** The rows as a statement of a dialect, each with its number. */
function writeStatement(fields: readonly string[], rows: readonly GivenRow[], writer: SqlWriter): string {
  const write = (given: Scalar | undefined): string => {
    const { type, text } = readValue(given);
    if (type === "null") return "null";
    if (type === "logical") return writer.writeLogical(text === "true");
    if (type === "date") return `cast('${text}' as date)`;
    if (type === "moment") return writer.writeMoment(text.slice(0, -1));
    if (type === "text") return writer.quoteText(String(given));
    return text.replace(/\D/g, "").length > 15 ? writer.writeLongNumber(text) : text;
  };
  const list = rows.length > 0 ? rows : [{}];
  const lines = list.map((row: GivenRow, index) => {
    const values = fields.map((field) => `${write(row[field])} as ${writer.quoteName(field)}`);
    return `select ${[`${index + 1} as ${rowNumber}`, ...values].join(", ")}`;
  });
  const statement = lines.join(" union all ");
  return rows.length > 0 ? statement : `select * from (${statement}) as test_rows where ${rowNumber} = 0`;
}

function judgeTest(expected: readonly Expected[], readRows: ReadRows, tolerance: Tolerance): Verdict {
  const differences = expected.flatMap(({ name, values, scratch, column, formula, row }) => {
    const rows = readRows(scratch);
    const find = (index: number): Value => {
      const found = row === undefined ? rows[0] : rows.find((one) => Number(one[row]) === index + 1);
      if (found !== undefined) return readValue(readField(found, column));
      if (row !== undefined) throw new Error(`the platform returned no row ${index + 1}`);
      return calculateNoRows(formula);
    };
    return values.flatMap((value, index) => {
      const found = find(index);
      const place = row === undefined ? name : `${name} of row ${index + 1}`;
      return isNear(found, value, tolerance)
        ? []
        : [`${place}: expected ${show(value)}, got ${show(alignValue(found, value))}`];
    });
  });
  return {
    isPassed: differences.length === 0,
    value: differences.length,
    found: formatCount(differences.length, "difference"),
    details: differences,
  };
}

const show = (value: Value) =>
  ["text", "time"].includes(getFamily(value)) ? JSON.stringify(value.text) : formatValue(value, "null");
