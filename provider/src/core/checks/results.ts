import { ApiError } from "../api";
import { Ledger } from "../privacy";
import { createReadRows, type ExportResult } from "../scratch";
import type { CompiledCheck } from "./compile";
import type { CommonCheck } from "./read";
import type { Verdict } from "./values";

/** What came of a check, or of a test of formulas. */
export interface CheckResult extends CommonCheck, Omit<Verdict, "isPassed"> {
  readonly kind: CompiledCheck["check"]["kind"];
  /** `unknown`: it couldn't run. */
  readonly status: "passed" | "failed" | "unknown";
  /** What the value has to be, for people. */
  readonly bound: string;
  /** Why it couldn't run. */
  readonly reason?: string;
  /** Why, without the platform's own words: a warehouse quotes values in them. */
  readonly shortReason?: string;
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
  const readRows = createReadRows(rows);
  const ledger = new Ledger(fewestRows);
  const partitions = new Set(checks.map(({ partition }) => partition));
  const told = new Map([...partitions].map((one) => [one, one?.read(readRows, ledger)]));
  return checks.map(({ check, bound, partition, judge }): CheckResult => {
    const { kind, name, table, severity, file, path, line, column } = check;
    const goldenFile = check.kind === "golden" ? check.goldenFile : undefined;
    const about = { kind, name, table, severity, file, path, line, column, bound, goldenFile };
    try {
      const { isPassed, ...verdict } = judge(readRows, told.get(partition)!);
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
