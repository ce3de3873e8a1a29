/** Results of checks in the ways they can be told. */
import {
  type CheckResult,
  type CheckStatus,
  getStatus,
  type Telling,
  tellResult,
} from "pulumi-analytics-internal/core/checks";
import { formatCount } from "pulumi-analytics-internal/core/text";
import type { Line, Report } from "../report";
import { buildSarif } from "../report/sarif";
import { writeAnnotation } from "../text/writers/annotation";
import { writeXml } from "../text/writers/xml";

/** How many of each status. */
export function countByStatus(
  results: readonly CheckResult[],
): Record<"passed" | "failed" | "warnings" | "notRun", number> {
  const count = (status: CheckStatus) => results.filter((result) => getStatus(result) === status).length;
  return { passed: count("passed"), failed: count("failed"), warnings: count("warning"), notRun: count("not run") };
}

const tones = { passed: "good", failed: "bad", warning: "warning", "not run": "bad" } as const;

/** A line for each check, and a verdict. */
export function buildReport(results: readonly CheckResult[], options: Telling): Report {
  const { passed, failed, warnings, notRun } = countByStatus(results);
  const counts = [`${passed} passed`, `${failed} failed`, formatCount(warnings, "warning"), `${notRun} not run`];
  const text = `${formatCount(results.length, "check")}: ${counts.join(", ")}`;
  const lines = results.map((result): Line => {
    const status = getStatus(result);
    const details = status === "passed" ? undefined : tellResult(result, options).details;
    return {
      mark: status,
      tone: tones[status],
      text: `${formatPlace(result)}: ${describe(result, options)}`,
      ...(details === undefined ? {} : { lines: details }),
    };
  });
  return [{ lines }, { lines: [{ text, tone: "strong" }] }];
}

const formatPlace = ({ file, line, column }: CheckResult) =>
  [file, line, column].filter((part) => part !== undefined).join(":");

/** A test of formulas is of no table. */
const formatName = ({ table, name }: Pick<CheckResult, "table" | "name">) =>
  table === "" ? name : `${table}: ${name}`;

/** `Orders: unique order_id: 3 duplicates (no duplicate)` */
function describe(result: CheckResult, options: Telling): string {
  const { table, name, found, bound, reason, status } = tellResult(result, options);
  const what = formatName({ table, name });
  if (status === "unknown") return `${what}: ${reason ?? ""}`;
  return found === undefined ? `${what} (${bound})` : `${what}: ${found} (${bound})`;
}

/** For scripts; a stable shape. */
export function toJson(results: readonly CheckResult[], options: Telling): object {
  return {
    ...countByStatus(results),
    checks: results.map((result) => {
      const { file, line, column, path, table, name, kind, severity, status, bound, ...told } = tellResult(
        result,
        options,
      );
      return {
        ...{ file, line, column, path, table, name, kind, severity },
        status: status === "unknown" ? "not run" : status,
        bound,
        ...told,
      };
    }),
  };
}

/** As JUnit's XML, which pipelines show as tests: a suite for each file. */
export function formatJunit(results: readonly CheckResult[], options: Telling): string {
  const files = [...new Set(results.map(({ file }) => file))];
  const suites = files.flatMap((file) => {
    const own = results.filter((result) => result.file === file);
    const cases = own.flatMap((result) => {
      const { table, name, line } = result;
      const status = getStatus(result);
      const message = describe(result, options);
      const inside = {
        passed: [],
        failed: writeXml("failure", { message }),
        "not run": writeXml("error", { message }),
        // JUnit has no warning; a skipped test is shown, and fails nothing.
        warning: writeXml("skipped", { message: `warning: ${message}` }),
      }[status];
      return writeXml("testcase", { classname: table === "" ? file : `${file}#${table}`, name, file, line }, inside);
    });
    const { failed, notRun, warnings } = countByStatus(own);
    const counts = { name: file, tests: own.length, failures: failed, errors: notRun, skipped: warnings };
    return writeXml("testsuite", counts, cases);
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...writeXml("testsuites", {}, suites)].join("\n");
}

const rules = [
  { id: "check-failed", about: "The data of a model is as its checks say.", level: "error" },
  { id: "check-not-run", about: "A check of a model can run.", level: "error" },
] as const;

/** As SARIF: what failed, and what couldn't run. */
export function formatSarif(results: readonly CheckResult[], options: Telling): string {
  const found = results.filter(({ status }) => status !== "passed");
  const findings = found.map((result) => {
    const { file, line, column, status } = result;
    const level = getStatus(result) === "warning" ? ("warning" as const) : ("error" as const);
    const rule = status === "unknown" ? "check-not-run" : "check-failed";
    return { rule, level, message: describe(result, options), file, line, column, pathText: formatName(result) };
  });
  return JSON.stringify(buildSarif(rules, findings), null, 2);
}

/** As annotations of GitHub's workflows: what failed, and what couldn't run. */
export function formatAnnotations(results: readonly CheckResult[], options: Telling): string {
  const found = results.filter(({ status }) => status !== "passed");
  const writeOne = (result: CheckResult) => {
    const { file, line, column: col } = result;
    const severity = getStatus(result) === "warning" ? "warning" : "error";
    return writeAnnotation(severity, { file, line, col, title: "check" }, describe(result, options));
  };
  return found.map(writeOne).join("\n");
}
