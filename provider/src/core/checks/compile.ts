import { type JsonObject, listObjectEntries } from "../model/json";
import { describeDuration, escapeFormulaName, formatCount, quoteFormulaText } from "../text";
import { type CompiledTest, compileTest } from "./formula-tests";
import { compareGolden, type GoldenFile } from "./golden";
import { type CheckedModel, ModelIndex } from "./model";
import type { Check, NamedTest, ReportProblem } from "./read";
import { mostGroups, type Row, type ScratchExport, ScratchTable } from "./scratch";
import { formatBounds, formatNumber, isWithin, readNumber, type Verdict } from "./values";

/** A check with what reads it. */
export interface CompiledCheck {
  readonly check: Check;
  /** The element whose rows it reads. */
  readonly exportId: string;
  /** What the value has to be, for people. */
  readonly bound: string;
  /** @throws for rows that say nothing. */
  judge(rows: readonly Row[]): Verdict;
}

/** Checks of data, ready to run. */
export interface CompiledChecks {
  readonly elements: readonly JsonObject[];
  readonly exports: readonly ScratchExport[];
  readonly checks: readonly CompiledCheck[];
  readonly tests: readonly CompiledTest[];
}

/** Compiles the checks of several models into elements of one scratch workbook. */
export class CheckCompiler {
  readonly #tables: ScratchTable[] = [];
  readonly #checks: CompiledCheck[] = [];
  readonly #tests: CompiledTest[] = [];

  /**
   * Adds the checks of a model.
   *
   * @param report is told names that the model doesn't have.
   * @param openGolden reads the approved values of a check.
   */
  add(
    model: CheckedModel,
    checks: readonly Check[],
    report: ReportProblem,
    openGolden: (check: Check & { kind: "golden" }) => GoldenFile,
  ): void {
    const index = new ModelIndex(model, report);
    const byTable = new Map<string, ScratchTable>();
    const open = (table: JsonObject, by?: string, purpose = "") => {
      const key = JSON.stringify([table.id, by, purpose]);
      const known = byTable.get(key) ?? this.#open(index.formSource(table), by);
      byTable.set(key, known);
      return known;
    };
    for (const check of checks) {
      const at = check.path;
      const table = index.findTable(check.table, [...at.slice(0, 2), "table"]);
      if (table === undefined) continue;
      const compiled = compileCheck({ check, table, index, open, openGolden });
      if (compiled !== undefined) this.#checks.push({ check, ...compiled });
    }
  }

  /**
   * Adds tests of a model's formulas.
   *
   * @param tested `form`: the model's file, whose formulas are tested, deployed or not; `connectionId`: where.
   */
  addTests(
    { form, connectionId }: { readonly form: JsonObject; readonly connectionId: string | undefined },
    tests: readonly NamedTest[],
    report: ReportProblem,
  ): void {
    if (tests.length === 0) return;
    if (connectionId === undefined) {
      for (const { path } of tests) report(path, "the model has no table on a connection that a test could use");
      return;
    }
    const index = new ModelIndex({ id: "", spec: form }, report);
    const open = (source: JsonObject, by?: string) => this.#open(source, by);
    for (const test of tests) {
      const compiled = compileTest(test, { index, connectionId, report, open });
      if (compiled !== undefined) this.#tests.push(compiled);
    }
  }

  #open(source: JsonObject, by: string | undefined): ScratchTable {
    const table = new ScratchTable(`t${this.#tables.length + 1}`, source, by);
    this.#tables.push(table);
    return table;
  }

  finish(): CompiledChecks {
    const read = this.#tables.filter(({ isRead }) => isRead);
    // All others have a row for each value of a condition.
    const fewGroups = new Set(
      this.#checks.filter(({ check }) => check.kind !== "golden").map(({ exportId }) => exportId),
    );
    return {
      elements: this.#tables.flatMap((table) => table.listElements()),
      exports: read.map(({ exportId }) => ({
        elementId: exportId,
        mostRows: fewGroups.has(exportId) ? 3 : mostGroups,
      })),
      checks: this.#checks,
      tests: this.#tests,
    };
  }
}

interface CheckSurroundings {
  readonly check: Check;
  readonly table: JsonObject;
  readonly index: ModelIndex;
  open(table: JsonObject, by?: string, purpose?: string): ScratchTable;
  openGolden(check: Check & { kind: "golden" }): GoldenFile;
}

/** Undefined: a name in it is wrong, which is reported. */
function compileCheck(around: CheckSurroundings): Omit<CompiledCheck, "check"> | undefined {
  const { check, table, index, open } = around;
  const at = check.path;
  const readColumn = (name: string, of = table, scratch = open(of)) => {
    const column = index.findPart(of, "columns", name, at);
    const reference = column && index.formReference(of, column, at);
    return reference === undefined ? undefined : `[${scratch.addColumn(reference)}]`;
  };
  switch (check.kind) {
    case "unique": {
      const keys = check.columns.map((column) => readColumn(column));
      if (!keys.every((key) => key !== undefined)) return undefined;
      const key = keys.length === 1 ? keys[0]! : `[${open(table).addColumn(joinKeys(keys))}]`;
      return countWrong(open(table), `Count(${key}) - CountDistinct(${key})`, "duplicate");
    }
    case "not_null": {
      const column = readColumn(check.of);
      return column === undefined ? undefined : countWrong(open(table), `CountIf(IsNull(${column}))`, "null");
    }
    case "accepted_values": {
      const column = readColumn(check.of);
      const accepted = check.values.map((value) => (typeof value === "string" ? quoteFormulaText(value) : value));
      const condition = `IsNotNull(${column}) and Not(In(${column}, ${accepted.join(", ")}))`;
      return column === undefined ? undefined : countWrong(open(table), `CountIf(${condition})`, "other value");
    }
    case "rows": {
      const scratch = open(table);
      const { min, max } = check;
      return {
        ...readValue(scratch, `Count([${scratch.key}])`, 0, (value) => ({
          isPassed: isWithin(value, min, max),
          found: formatCount(value ?? 0, "row"),
        })),
        bound: formatBounds(min, max),
      };
    }
    case "fresh": {
      const column = readColumn(check.of);
      const { seconds, within } = check;
      if (column === undefined) return undefined;
      return {
        ...readValue(open(table), `DateDiff("second", Max(${column}), Now())`, null, (value) => ({
          isPassed: value !== null && value <= seconds,
          found: value === null ? "no row" : `${describeDuration(Math.max(value, 0) * 1000)} old`,
        })),
        bound: `within ${within}`,
      };
    }
    case "relationships":
      return compileRelationship(check, around, readColumn);
    case "metric": {
      const metric = index.findPart(table, "metrics", check.of, at);
      if (metric === undefined) return undefined;
      const { min, max, where } = check;
      const scratch = open(table, where && index.prefixNames(table, where));
      return {
        ...readValue(scratch, readMetric(metric), null, describeMetric(min, max), where === undefined),
        bound: formatBounds(min, max),
      };
    }
    case "golden": {
      const metric = index.findPart(table, "metrics", check.of, at);
      if (metric === undefined) return undefined;
      const file = around.openGolden(check);
      const scratch = open(table, check.by && index.prefixNames(table, check.by), "golden");
      const column = scratch.addCalculation(readMetric(metric));
      return {
        exportId: scratch.exportId,
        bound: `${check.file}${check.tolerance.relative > 0 ? ` ± ${check.tolerance.relative * 100}%` : ""}`,
        judge: (rows) => compareGolden(check, file, readGroups(rows, check.by && scratch.key, column)),
      };
    }
  }
}

/** A metric, as an element that reads its table writes it. */
export const readMetric = ({ name, id }: JsonObject) => `[Metrics/${escapeFormulaName(String(name ?? id))}]`;

const describeMetric = (min: number | undefined, max: number | undefined) => (value: number | null) => ({
  isPassed: isWithin(value, min, max),
  found: value === null ? "no value" : formatNumber(value),
});

/** Signs between the parts of a key that no part is likely to have. */
const separator = "|~|";

/** The columns of a key as one text; null where one of them is. */
function joinKeys(keys: readonly string[]): string {
  const parts = keys.map((key) => `Text(${key})`).join(`, "${separator}", `);
  return `If(${keys.map((key) => `IsNotNull(${key})`).join(" and ")}, Concat(${parts}), Null)`;
}

/** A check that counts what is wrong. */
function countWrong(scratch: ScratchTable, formula: string, noun: string): Omit<CompiledCheck, "check"> {
  return {
    ...readValue(scratch, formula, 0, (value) => ({ isPassed: value === 0, found: formatCount(value ?? 0, noun) })),
    bound: `no ${noun}`,
  };
}

/**
 * A check of one number.
 *
 * @param empty the value of a table without rows, which has no group.
 * @param isWhole false: the group of rows for which the key is true counts.
 */
function readValue(
  scratch: ScratchTable,
  formula: string,
  empty: number | null,
  describe: (value: number | null) => Pick<Verdict, "isPassed" | "found">,
  isWhole = true,
): Pick<CompiledCheck, "exportId" | "judge"> {
  const column = scratch.addCalculation(formula);
  return {
    exportId: scratch.exportId,
    judge(rows) {
      const row = isWhole ? rows[0] : rows.find((one) => isTrue(one[scratch.key]));
      if (isWhole && rows.length > 1) throw new Error("the platform returned more than one row");
      const value = row === undefined ? empty : readNumber(readField(row, column));
      return { value, ...describe(value) };
    },
  };
}

const isTrue = (value: unknown) => value === true || value === 1 || String(value).toLowerCase() === "true";

/** @throws where an export lacks the column. */
function readField(row: Row, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  throw new Error(`the platform returned no column ${column}`);
}

/** The values of a column by group; without a key, that of the empty text. */
export function readGroups(rows: readonly Row[], key: string | undefined, column: string): Map<string, number | null> {
  const read = (row: Row) =>
    [key === undefined ? "" : String(readField(row, key) ?? ""), readField(row, column)] as const;
  return new Map(rows.map(read).map(([group, value]) => [group, readNumber(value)]));
}

/** Looks the keys up on the other side: a key that isn't there has nothing. */
function compileRelationship(
  check: Check & { kind: "relationships" },
  { table, index, open }: CheckSurroundings,
  readColumn: (name: string, of?: JsonObject, scratch?: ScratchTable) => string | undefined,
): Omit<CompiledCheck, "check"> | undefined {
  const relationship = index.findPart(table, "relationships", check.of, check.path);
  const target = relationship && index.findById(relationship.targetElementId);
  if (relationship === undefined || target === undefined) return undefined;
  const other = open(target, undefined, "lookup");
  const pairs = listObjectEntries(relationship.keys).map(([, { sourceColumnId, targetColumnId }]) => [
    readColumn(String(sourceColumnId)),
    readColumn(String(targetColumnId), target, other)?.slice(1, -1),
  ]);
  if (!pairs.every(([own, there]) => own !== undefined && there !== undefined)) return undefined;
  const scratch = open(table);
  const keys = pairs.flatMap(([own, there]) => [own, `[${other.id}/${there}]`]).join(", ");
  const found = scratch.addColumn(`Lookup([${other.id}/${other.key}], ${keys})`);
  const isKey = pairs.map(([own]) => `IsNotNull(${own})`).join(" and ");
  return countWrong(scratch, `CountIf(${isKey} and IsNull([${found}]))`, "orphan");
}
