import { ApiError, type ExportedRow } from "../api";
import type { PlainValue } from "../data";
import type { Path } from "../model/json";
import type { CompiledCheck } from "./compile";
import type { CompiledTest } from "./formula-tests";
import { Ledger } from "./ledger";
import type { Check } from "./read";
import type { ExportResult } from "./run";
import type { Approval } from "./values";

/** What came of a check. */
export interface CheckResult {
  readonly kind: Check["kind"] | "test";
  readonly name: string;
  readonly table: string;
  readonly severity: "error" | "warn";
  /** Where the check is in its file. */
  readonly path: Path;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** `unknown`: it couldn't run. */
  readonly status: "passed" | "failed" | "unknown";
  /** An aggregate; null: there is none, or it may not be told. */
  readonly value: PlainValue;
  /** The value for people. */
  readonly found: string;
  /** What the value has to be, for people. */
  readonly bound: string;
  /** Why it couldn't run. */
  readonly reason?: string;
  /** Why, without the platform's own words: a warehouse quotes values in them. */
  readonly shortReason?: string;
  /** Groups that differ, for people. */
  readonly details?: readonly string[];
  /** What would make a golden check pass. */
  readonly approval?: Approval | undefined;
  /** The file of a golden check, relative to the checks file. */
  readonly goldenFile?: string | undefined;
}

/** What came of a check, for people. */
export type CheckStatus = "passed" | "failed" | "warning" | "not run";

/** What came of a check: one that failed with the severity `warn` is a warning. */
export function getStatus({ status, severity }: Pick<CheckResult, "status" | "severity">): CheckStatus {
  if (status === "unknown") return "not run";
  return status === "failed" && severity === "warn" ? "warning" : status;
}

/**
 * Judges checks by the rows of their exports.
 *
 * @param fewestRows see {@link defaultFewestRows}.
 */
export function judgeChecks(
  checks: readonly CompiledCheck[],
  rows: ReadonlyMap<string, ExportResult>,
  fewestRows: number,
): CheckResult[] {
  const ledger = new Ledger(fewestRows);
  const told = new Map(
    [...new Set(checks.map(({ partition }) => partition))].map((one) => [one, one.read(rows, ledger)]),
  );
  return checks.map(({ check, exportId, bound, partition, judge }): CheckResult => {
    const { kind, name, table, severity, path, line, column } = check;
    const goldenFile = check.kind === "golden" ? check.file : undefined;
    const about = { kind, name, table, severity, path, line, column, bound, goldenFile };
    const found = rows.get(exportId) ?? new Error("it wasn't read");
    if (found instanceof Error) return { ...about, status: "unknown", value: null, found: "", ...explain(found) };
    try {
      const { isPassed, ...verdict } = judge(found, told.get(partition)!);
      return { ...about, status: isPassed ? "passed" : "failed", ...verdict };
    } catch (error) {
      return { ...about, status: "unknown", value: null, found: "", ...explain(error as Error) };
    }
  });
}

/** Judges tests of formulas in the same way. */
export function judgeTests(tests: readonly CompiledTest[], rows: ReadonlyMap<string, ExportResult>): CheckResult[] {
  return tests.map(({ test: { name, severity, path, line, column }, exportIds, judge }): CheckResult => {
    const about = { kind: "test" as const, name, table: "", severity, path, line, column, bound: "as expected" };
    try {
      const failed = exportIds.map((id) => rows.get(id)).find((one) => one instanceof Error);
      if (failed instanceof Error) throw failed;
      const { isPassed, ...verdict } = judge((id) => (rows.get(id) ?? []) as readonly ExportedRow[]);
      return { ...about, status: isPassed ? "passed" : "failed", ...verdict };
    } catch (error) {
      return { ...about, status: "unknown", value: null, found: "", ...explain(error as Error) };
    }
  });
}

/** Why something couldn't be calculated. */
export function explain(error: Error): Pick<CheckResult, "reason" | "shortReason"> {
  const { message } = error;
  if (!(error instanceof ApiError)) return { reason: message, shortReason: message };
  const { method, path, status, code, requestId } = error;
  const facts = [code && `code ${code}`, requestId && `requestId ${requestId}`].filter(Boolean).join(", ");
  const what = [status, "the export failed"].filter(Boolean).join(", ");
  return { reason: message, shortReason: `${method} ${path}: ${what}${facts && ` (${facts})`}` };
}
