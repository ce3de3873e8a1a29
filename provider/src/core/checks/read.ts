import { compareValues, readValue } from "../data";
import { isObject, type Json, type Path } from "../model/json";
import { checkShape } from "../model/schema";
import {
  createReporter,
  type Finding,
  formatFinding,
  listPlaceholderNames,
  Places,
  parseSpec,
  type SourceText,
} from "../model/text";
import type { ReportProblem } from "../tables";
import { suggest } from "../text";
import { type ChecksFile, type FormulaTest, getChecksShape, readDuration, type TableChecks } from "./schema";
import type { Bounds, Tolerance } from "./values";

/** What a failed check is: it fails a run, or is shown. */
export type CheckSeverity = "error" | "warn";

/** What all checks have. */
export interface CommonCheck {
  /** What reports call it: its own name, or what it checks. */
  readonly name: string;
  /** As the file names it; a test of formulas is of none. */
  readonly table: string;
  readonly severity: CheckSeverity;
  /** The checks file, and where it is in it. */
  readonly file: string;
  readonly path: Path;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** One check of a table's data. Columns, metrics and relationships are as the file names them. */
export type Check = CommonCheck &
  (
    | { readonly kind: "unique"; readonly columns: readonly string[] }
    | { readonly kind: "not_null"; readonly of: string }
    | { readonly kind: "accepted_values"; readonly of: string; readonly values: readonly (string | number | boolean)[] }
    | ({ readonly kind: "rows" } & Bounds)
    | { readonly kind: "fresh"; readonly of: string; readonly within: string; readonly seconds: number }
    | { readonly kind: "relationships"; readonly of: string }
    | ({ readonly kind: "metric"; readonly of: string; readonly where: string | undefined } & Bounds)
    | {
        readonly kind: "golden";
        readonly of: string;
        readonly by: string | undefined;
        readonly until: string | undefined;
        readonly goldenFile: string;
        readonly tolerance: Tolerance;
      }
  );

/** A check of approved values. */
export type GoldenCheck = Check & { readonly kind: "golden" };

/** A test of formulas. */
export interface NamedTest extends CommonCheck {
  readonly kind: "test";
  readonly test: FormulaTest;
  readonly tolerance: Tolerance;
}

/** What a checks file says of a table's dimensions. */
export interface DimensionRules {
  /** The only columns that group; undefined: those that have few values. */
  readonly only?: readonly string[] | undefined;
  /** Columns that never do, by id or name. */
  readonly never: readonly string[];
}

/** The rules of a table. */
export interface TableDimensions extends DimensionRules {
  readonly table: string;
  /** Where they are in the file. */
  readonly path: Path;
}

/** How far a metric may move, as written and as read. */
export interface Limit {
  readonly text: string;
  readonly tolerance: Tolerance;
}

/** A checks file that was read. */
export interface ReadChecks {
  /** The model's file as written, relative to the checks file. */
  readonly model: string | undefined;
  readonly checks: readonly Check[];
  readonly tests: readonly NamedTest[];
  /** What tables may be grouped by. */
  readonly dimensions: readonly TableDimensions[];
  /** How far the totals of metrics may move; undefined: as far as they do. */
  readonly limit: Limit | undefined;
  /** What is wrong in it; then there are neither checks nor tests. */
  readonly findings: readonly Finding[];
}

/**
 * Reads a checks file.
 *
 * @throws SpecSyntaxError for what is no YAML or JSON.
 * @example readChecks({ text, file: "models/orders.checks.yaml" }).checks
 */
export function readChecks(source: SourceText): ReadChecks {
  const { text, file, readFile } = source;
  const form = parseSpec(text, { ...(file === undefined ? {} : { file }), ...(readFile && { readFile }) });
  const findings: Finding[] = [];
  const reportProblem = createProblemReporter(source, findings, form);
  checkShape(getChecksShape(), form, [], (kind, { path, message, hint, about }) => {
    const field = String(path.at(-1));
    const isUnknown = kind === "unknown-field";
    const advice = path.length === 0 ? "Begin with `checks:`." : (hint ?? suggest(about?.near));
    reportProblem([...path], isUnknown ? `\`${field}\` is not a known field` : message, advice);
  });
  const places = new Places(source);
  for (const name of listPlaceholderNames(form))
    reportProblem([], `checks have no values of the program: \`!ref ${name}\``);
  const { model, checks = [], tests = [], numbers } = (findings.length === 0 ? form : {}) as ChecksFile;
  const locate = (path: Path) => {
    const { line, column } = places.locate(path);
    return { file: file ?? "", path, line, column };
  };
  const listed = checks.flatMap((table, index) =>
    listChecks(table, ["checks", index], { locate, report: reportProblem }),
  );
  const named = tests.map((test, index) => ({
    kind: "test" as const,
    name: test.name ?? `test ${index + 1}`,
    table: "",
    severity: test.severity ?? "error",
    ...locate(["tests", index]),
    test,
    tolerance: readTolerance(test.tolerance, ["tests", index], reportProblem),
  }));
  const dimensions = checks.flatMap(
    ({ table, dimensions: only, neverGroupBy: never = [] }, index): TableDimensions[] =>
      only === undefined && never.length === 0 ? [] : [{ table, only, never, path: ["checks", index] }],
  );
  const limit =
    numbers === undefined
      ? undefined
      : { text: String(numbers.max), tolerance: readTolerance(numbers.max, ["numbers"], reportProblem, "max") };
  if (
    findings.length === 0 &&
    limit === undefined &&
    isObject(form) &&
    listed.length + named.length + dimensions.length === 0
  )
    reportProblem(
      [],
      "the file has neither checks nor tests",
      "Write `checks: [{ table: orders, not_null: [order_id] }]`.",
    );
  return { model, checks: listed, tests: named, dimensions, limit, findings };
}

/** The rule of all findings in checks files. */
const rule = "checks";

/**
 * Collects problems that are found later in a checks file, such as names that its model doesn't have.
 *
 * @returns what reports them, each with its place in the file.
 */
export function createProblemReporter(source: SourceText, findings: Finding[], form: Json = null): ReportProblem {
  const report = createReporter(form, findings, { own: { [rule]: "error" } });
  const places = new Places(source);
  return (path, message, hint) => {
    const place = JSON.stringify(path);
    // The checks of a table have its name in common.
    if (findings.some((one) => one.message === message && JSON.stringify(one.path) === place)) return;
    report(rule, { path, message, ...(hint === undefined ? {} : { hint }) });
    Object.assign(findings.at(-1)!, places.locate(path));
  };
}

/** Findings as lines of an error. */
export const formatFindings = (findings: readonly Finding[]): string[] => findings.map(formatFinding);

type Entry<Own> = Own & { readonly name?: string | undefined; readonly severity?: CheckSeverity | undefined };

interface Reading {
  locate(path: Path): Pick<CommonCheck, "file" | "path" | "line" | "column">;
  readonly report: ReportProblem;
}

/** The checks of a table, each with its place. */
function listChecks(table: TableChecks, at: Path, { locate, report }: Reading): Check[] {
  const checks: Check[] = [];
  const describeEntry = (entry: Entry<object>, name: string, ...path: Path) => ({
    table: table.table,
    name: entry.name ?? name,
    severity: entry.severity ?? table.severity ?? "error",
    ...locate([...at, ...path]),
  });
  for (const [index, given] of (table.unique ?? []).entries()) {
    const entry = typeof given === "string" ? { columns: [given] } : given;
    const name = `unique ${entry.columns.join(", ")}`;
    if (entry.columns.length === 0) report([...at, "unique", index, "columns"], "there is no column");
    checks.push({ kind: "unique", columns: entry.columns, ...describeEntry(entry, name, "unique", index) });
  }
  for (const [index, given] of (table.not_null ?? []).entries()) {
    const entry = typeof given === "string" ? { column: given } : given;
    const { column: of } = entry;
    checks.push({ kind: "not_null", of, ...describeEntry(entry, `not_null ${of}`, "not_null", index) });
  }
  for (const [of, given] of Object.entries(table.accepted_values ?? {})) {
    const entry = Array.isArray(given) ? { values: given } : given;
    const place = describeEntry(entry, `accepted_values ${of}`, "accepted_values", of);
    if (entry.values.length === 0) report(place.path, "there is no value");
    checks.push({ kind: "accepted_values", of, values: entry.values, ...place });
  }
  if (table.rows !== undefined) {
    const [min, max] = [table.rows.min, table.rows.max].map(readBound);
    if (min === undefined && max === undefined) report([...at, "rows"], "`min` or `max` is missing");
    checks.push({ kind: "rows", min, max, ...describeEntry(table.rows, "rows", "rows") });
  }
  if (table.fresh !== undefined) {
    const { column: of, within } = table.fresh;
    const seconds = readDuration(within);
    if (seconds === undefined)
      report([...at, "fresh", "within"], `\`${within}\` is no duration`, "Write `36 hours` or `1 day`.");
    checks.push({
      kind: "fresh",
      of,
      within,
      seconds: seconds ?? 0,
      ...describeEntry(table.fresh, `fresh ${of}`, "fresh"),
    });
  }
  for (const [index, given] of (table.relationships ?? []).entries()) {
    const entry = typeof given === "string" ? { relationship: given } : given;
    const { relationship: of } = entry;
    checks.push({ kind: "relationships", of, ...describeEntry(entry, `relationships ${of}`, "relationships", index) });
  }
  for (const [of, entry] of Object.entries(table.metric ?? {})) {
    const place = describeEntry(entry, `metric ${of}`, "metric", of);
    const [min, max] = entry.between.map(readBound);
    if (min !== undefined && max !== undefined && compareValues(min, max) === undefined)
      report([...place.path, "between"], "the bounds are of two types", "Write two numbers, dates or logicals.");
    if (entry.between.length !== 2 || (min === undefined && max === undefined))
      report([...place.path, "between"], "expected two bounds", "Write `[0, 100]`, or `[0, null]` for one of them.");
    checks.push({ kind: "metric", of, min, max, where: entry.where, ...place });
  }
  if (table.golden !== undefined) {
    const { metric: of, by, until, file: goldenFile, tolerance } = table.golden;
    const place = describeEntry(table.golden, `golden ${of}`, "golden");
    const read = readTolerance(tolerance, place.path, report);
    checks.push({ kind: "golden", of, by, until, goldenFile, tolerance: read, ...place });
  }
  const hasDimensions = table.dimensions !== undefined || table.neverGroupBy !== undefined;
  if (checks.length === 0 && !hasDimensions)
    report(at, `there is no check of \`${table.table}\``, "Write `not_null: [order_id]`.");
  return checks;
}

const readBound = (bound: unknown) => ((bound ?? null) === null ? undefined : readValue(bound));

function readTolerance(value: Json | undefined, at: Path, report: ReportProblem, field = "tolerance"): Tolerance {
  const [, number, percent] = /^(\d+(?:\.\d+)?(?:e-?\d+)?)\s*(%?)$/.exec(String(value ?? 0).trim()) ?? [];
  if (number === undefined) {
    report([...at, field], `\`${value}\` is no tolerance`, "Write `0.1%` or a number.");
    return { relative: 0, absolute: 0 };
  }
  return percent === "%" ? { relative: Number(number) / 100, absolute: 0 } : { relative: 0, absolute: Number(number) };
}
