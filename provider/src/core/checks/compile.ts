import { readValue, remember, type Value, zero } from "../data";
import { type JsonObject, listObjectEntries } from "../model/json";
import { getColumnName } from "../model/references";
import { Partition, type Told, type Untold } from "../privacy";
import { type ReadRows, readCount, readField, readSole, type ScratchTable, ScratchTables } from "../scratch";
import { type CheckedModel, ModelIndex, type ReportProblem, TableRows } from "../tables";
import { chooseSqlWriter, describeDuration, formatCount, quoteFormulaText } from "../text";
import { findForbidden, readRules } from "./dimensions";
import { compileTest } from "./formula-tests";
import { compareGolden, type GoldenFile, parseGolden } from "./golden";
import { getMetricName, MetricTable } from "./metric-table";
import type { Check, GoldenCheck, NamedTest, ReadChecks } from "./read";
import type { Scalar } from "./schema";
import { formatBounds, hideValue, isWithin, tellValue, type Verdict } from "./values";

/** A check, or a test of formulas, with what reads it. */
export interface CompiledCheck {
  readonly check: Check | NamedTest;
  /** What the value has to be, for people. */
  readonly bound: string;
  /** What is asked of its table, of which not all may be told; undefined: the rows are given. */
  readonly partition?: Partition;
  /** @throws for rows that say nothing. */
  judge(readRows: ReadRows, tell: (metric?: string) => Told): Verdict;
}

/** Checks of data, ready to run. */
export interface CompiledChecks {
  /** Each check has its own, so that none fails by another. */
  readonly tables: readonly ScratchTable[];
  readonly checks: readonly CompiledCheck[];
}

/** What a checks file says of a model. */
export interface ModelChecks extends Pick<ReadChecks, "checks">, Partial<Pick<ReadChecks, "tests" | "dimensions">> {
  readonly model: CheckedModel;
  /** The model's file, whose formulas are tested, deployed or not. */
  readonly form?: JsonObject;
  /** Where tests calculate. */
  readonly connection?: { readonly id: string; readonly type: string | undefined } | undefined;
  /** Is told names that the model doesn't have. */
  readonly report: ReportProblem;
  /** The text of the file of approved values; what it throws is why the check can't run. */
  openGolden?(check: GoldenCheck): string;
}

/** Compiles the checks of several models into elements of one scratch workbook. */
export class CheckCompiler {
  readonly #tables = new ScratchTables();
  readonly #checks: CompiledCheck[] = [];
  /** By table: all that a run asks of one counts, in whatever file it is. */
  readonly #partitions = new Map<string, Partition>();

  /** Adds the checks of a model, and the tests of its formulas. */
  add(added: ModelChecks): void {
    this.#addChecks(added);
    if (added.tests !== undefined && added.tests.length > 0) this.#addTests(added.tests, added);
  }

  #addChecks({ model, checks, dimensions = [], report, openGolden = () => "" }: ModelChecks): void {
    const index = new ModelIndex(model, report);
    const rules = readRules(index, dimensions);
    const lookups = new Map<JsonObject, ScratchTable>();
    const openLookup = (table: JsonObject) =>
      remember(lookups, table, () => this.#tables.open(index.formSource(table)));
    for (const check of checks) {
      let own: ScratchTable | undefined;
      const open = (by?: string) => {
        own ??= this.#tables.open(index.formSource(table!), ...(by === undefined ? [] : [by]));
        return own;
      };
      const at = check.path;
      const table = index.findTable(check.table, [...at.slice(0, 2), "table"]);
      if (table === undefined) continue;
      const partition = this.#openPartition(index, table);
      const never = rules.get(table)?.never ?? [];
      const compiled = compileCheck({ check, table, index, never, report, open, openLookup, openGolden, partition });
      if (compiled !== undefined) this.#checks.push({ check, partition, ...compiled });
    }
  }

  #openPartition(index: ModelIndex, table: JsonObject): Partition {
    const key = JSON.stringify(index.formSource(table));
    return remember(this.#partitions, key, () => new Partition([new TableRows(index, table)]));
  }

  #addTests(tests: readonly NamedTest[], { model, form = model.spec, connection, report }: ModelChecks): void {
    if (connection === undefined) {
      for (const { path } of tests) report(path, "the model has no table on a connection that a test could use");
      return;
    }
    const index = new ModelIndex({ id: "", spec: form }, report);
    const around = { index, report, tables: this.#tables, connectionId: connection.id };
    const writer = chooseSqlWriter(connection.type);
    for (const test of tests) {
      const judge = compileTest(test, { ...around, writer });
      if (judge !== undefined) this.#checks.push({ check: test, bound: "as expected", judge });
    }
  }

  finish(): CompiledChecks {
    for (const partition of this.#partitions.values()) partition.open(this.#tables);
    return { tables: this.#tables.list(), checks: this.#checks };
  }
}

interface CheckSurroundings {
  readonly check: Check;
  readonly table: JsonObject;
  readonly index: ModelIndex;
  /** Names of columns that never group. */
  readonly never: readonly string[];
  /** The table that the check reads, of which it has one. */
  open(by?: string): ScratchTable;
  /** A table that others look up in. */
  openLookup(table: JsonObject): ScratchTable;
  openGolden(check: GoldenCheck): string;
  readonly report: ReportProblem;
  readonly partition: Partition;
}

/** Undefined: a name in it is wrong, which is reported. */
function compileCheck(around: CheckSurroundings): Judge | undefined {
  const { check, table, index, open, partition } = around;
  const at = check.path;
  const readColumn = (name: string, of = table, scratch = open()) => {
    const column = index.findPart(of, "columns", name, at);
    const reference = column && index.formReference(of, column, at);
    return reference === undefined ? undefined : `[${scratch.addColumn(reference)}]`;
  };
  switch (check.kind) {
    case "unique": {
      const keys = check.columns.map((column) => readColumn(column));
      if (!keys.every((key) => key !== undefined)) return undefined;
      const key = keys.length === 1 ? keys[0]! : `[${open().addColumn(joinKeys(keys))}]`;
      return countWrong(open(), `Count(${key}) - CountDistinct(${key})`, "duplicate");
    }
    case "not_null": {
      const column = readColumn(check.of);
      return column === undefined ? undefined : countWrong(open(), `CountIf(IsNull(${column}))`, "null");
    }
    case "accepted_values": {
      const column = readColumn(check.of);
      const accepted = check.values.map(writeFormulaValue);
      const condition = `IsNotNull(${column}) and Not(In(${column}, ${accepted.join(", ")}))`;
      return column === undefined
        ? undefined
        : countWrong(open(), `CountIf(${condition})`, "row", " with another value");
    }
    case "rows": {
      const scratch = open();
      const { min, max } = check;
      return {
        ...readNumber(scratch, scratch.countRows(), (value) => ({
          isPassed: isWithin(readValue(value ?? 0), { min, max }),
          found: formatCount(value ?? 0, "row"),
        })),
        bound: formatBounds({ min, max }),
      };
    }
    case "fresh": {
      const column = readColumn(check.of);
      const { seconds, within } = check;
      if (column === undefined) return undefined;
      const scratch = open();
      const whole = partition.add([scratch], true);
      partition.count();
      const age = scratch.addCalculation(`DateDiff("second", MaxIf(${column}, ${column} <= Now()), Now())`);
      const future = scratch.addCalculation(`CountIf(${column} > Now())`);
      return {
        bound: `within ${within}`,
        judge(readRows, tell) {
          const row = readSole(readRows(scratch));
          const value = row && readCount(readField(row, age));
          const late = (row && readCount(readField(row, future))) || 0;
          const ahead = late > 0 ? `, ${formatCount(late, "row")} in the future` : "";
          const isPassed = typeof value === "number" && value <= seconds;
          if (typeof value !== "number") return { isPassed, value: null, found: `no row${ahead}` };
          const untold = tell()("value", whole);
          if (untold !== undefined) return { isPassed, ...hideValue(untold) };
          return { isPassed, value, found: `${describeDuration(Math.max(value, 0) * 1000)} old${ahead}` };
        },
      };
    }
    case "relationships":
      return compileRelationship(check, around, readColumn);
    case "metric": {
      const { where } = check;
      const asked = askMetric(around, check.of, where);
      return (
        asked && {
          bound: formatBounds(check),
          judge(readRows, tell) {
            const groups = [...asked.table.readGroups(readRows)];
            const [name, found] = groups.find(([, { group }]) => where === undefined || isTrue(group)) ?? [];
            const { value, row } = found ?? { value: asked.table.readNoRows(), row: undefined };
            // No row counts as 0: a sum of nothing has no value.
            const isPassed = isWithin(row === undefined && value.type === "null" ? zero : value, check);
            const untold = row && asked.open(tell, "value")(name!);
            return { isPassed, ...tellValue(value, untold, row === undefined ? "no row" : "no value") };
          },
        }
      );
    }
    case "golden": {
      const { by, tolerance } = check;
      const forbidden = by === undefined ? undefined : findForbidden(around, by, around.never);
      if (forbidden !== undefined) {
        const message = `\`by\` groups by ${getColumnName(forbidden)}, which neverGroupBy has`;
        const hint = "Group by another column, or take this one out of `neverGroupBy`.";
        around.report([...at, "by"], message, hint);
        return undefined;
      }
      const asked = askMetric(around, check.of, by);
      const readFile = asked && openGolden(check, around);
      const near = tolerance.relative > 0 ? ` ± ${tolerance.relative * 100}%` : "";
      return (
        asked && {
          bound: `${check.goldenFile}${near}`,
          judge(readRows, tell) {
            const found = asked.table.readGroups(readRows);
            return compareGolden(check, readFile!(), found, asked.open(tell, by === undefined ? "value" : "groups"));
          },
        }
      );
    }
  }
}

/** Reads the approved values of a check. What is wrong with them stops this check, and no other. */
function openGolden(check: GoldenCheck, { index, table, openGolden: open }: CheckSurroundings) {
  const own = {
    columns: index.listColumns(table, check.by ?? ""),
    metrics: [index.findPart(table, "metrics", check.of, check.path)],
  };
  const isOther = (list: "columns" | "metrics", name: string) => {
    const part = name === "" ? undefined : index.findNamed(table, list, name);
    return part !== undefined && !own[list].includes(part);
  };
  const explainNames = (names: readonly string[]): string | undefined => {
    const value = names.at(-1) ?? "";
    const [group] = names.length > 1 ? names : [];
    if (isOther("metrics", value)) return `\`${value}\` is another metric than \`${check.of}\`. ${advice}`;
    const isOtherGroup = group !== undefined && isOther("columns", group);
    return isOtherGroup
      ? `\`${group}\` isn't what the check groups by, ${check.by ?? "which is nothing"}. ${advice}`
      : undefined;
  };
  let approved: GoldenFile | Error;
  try {
    approved = parseGolden(open(check), check, explainNames);
  } catch (error) {
    approved = error as Error;
  }
  return () => {
    if (approved instanceof Error) throw approved;
    return approved;
  };
}

const advice = "Name the file of this check, or remove the file and write it with check --approve";

type Judge = Omit<CompiledCheck, "check" | "partition">;

/** A metric that a check asks for. */
interface AskedMetric {
  readonly table: MetricTable;
  /** What says why the value of a group isn't told; undefined: it is. */
  open(tell: (metric: string) => Told, what: Untold): (group: string) => string | undefined;
}

/** @param by the formula that groups; undefined: all rows are one group. */
function askMetric(
  { check, table, index, open, partition }: CheckSurroundings,
  name: string,
  by: string | undefined,
): AskedMetric | undefined {
  const metric = index.findPart(table, "metrics", name, check.path);
  if (metric === undefined || !index.hasColumns(table, by ?? "", check.path)) return undefined;
  const isWhole = by === undefined;
  const scratch = open(by && index.prefixNames(table, by));
  const grouping = partition.add([scratch], isWhole);
  partition.count(getMetricName(metric));
  return {
    table: new MetricTable(scratch, { table, metric, isWhole }),
    open(tell, what) {
      const told = tell(getMetricName(metric));
      return (group) => told(what, grouping, group);
    },
  };
}

/** Signs between the parts of a key that no part is likely to have. */
const separator = "|~|";

/** The columns of a key as one text; null where one of them is. */
function joinKeys(keys: readonly string[]): string {
  const parts = keys.map((key) => `Text(${key})`).join(`, "${separator}", `);
  return `If(${keys.map((key) => `IsNotNull(${key})`).join(" and ")}, Concat(${parts}), Null)`;
}

const writeFormulaValue = (value: Scalar) =>
  typeof value === "string" ? quoteFormulaText(value) : readValue(value).text;

/** A check that counts what is wrong. */
function countWrong(scratch: ScratchTable, formula: string, noun: string, more = ""): Judge {
  const judge = (value: number | null) => ({ isPassed: value === 0, found: formatCount(value ?? 0, noun) + more });
  return { ...readNumber(scratch, scratch.addCalculation(formula), judge), bound: `no ${noun}${more}` };
}

/** A check of one number, which is 0 in a table without rows. */
function readNumber(
  scratch: ScratchTable,
  column: string,
  describe: (value: number | null) => Pick<Verdict, "isPassed" | "found">,
): Pick<Judge, "judge"> {
  return {
    judge(readRows) {
      const row = readSole(readRows(scratch));
      const value = row === undefined ? 0 : readCount(readField(row, column));
      return { value, ...describe(value) };
    },
  };
}

const isTrue = ({ text }: Value) => /^(true|1)$/i.test(text);

/** Looks the keys up on the other side: a key that isn't there has nothing. */
function compileRelationship(
  check: Check & { kind: "relationships" },
  { table, index, open, openLookup }: CheckSurroundings,
  readColumn: (name: string, of?: JsonObject, scratch?: ScratchTable) => string | undefined,
): Judge | undefined {
  const relationship = index.findPart(table, "relationships", check.of, check.path);
  const target = relationship && index.findById(relationship.targetElementId);
  if (relationship === undefined || target === undefined) return undefined;
  const other = openLookup(target);
  const pairs = listObjectEntries(relationship.keys).map(([, { sourceColumnId, targetColumnId }]) => [
    readColumn(String(sourceColumnId)),
    readColumn(String(targetColumnId), target, other)?.slice(1, -1),
  ]);
  if (!pairs.every(([own, there]) => own !== undefined && there !== undefined)) return undefined;
  const scratch = open();
  const keys = pairs.flatMap(([own, there]) => [own, `[${other.id}/${there}]`]).join(", ");
  const found = scratch.addColumn(`Lookup([${other.id}/${other.key}], ${keys})`);
  const isKey = pairs.map(([own]) => `IsNotNull(${own})`).join(" and ");
  return countWrong(scratch, `CountIf(${isKey} and IsNull([${found}]))`, "orphan");
}
