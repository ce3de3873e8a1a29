/** A report in the ways it can be told. */

import { escapeLine, formatCount } from "pulumi-analytics-internal/core/text";
import type { Console } from "../command/console";
import type { FileFinding, Report } from "../documents/validation";
import { buildSarif, type SarifFinding } from "../report/sarif";
import { writeAnnotation } from "../text/writers/annotation";
import { descriptions } from "./descriptions";
import { endColumn, formatCodeFrame } from "./frame";
import { severities } from "./rules";

/** How many of each severity. */
export function countBySeverity({ findings }: Report): { errors: number; warnings: number } {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return { errors, warnings: findings.length - errors };
}

/** `2 errors, 1 warning in 3 files` */
export function summarize(report: Report): string {
  const { errors, warnings } = countBySeverity(report);
  return `${formatCount(errors, "error")}, ${formatCount(warnings, "warning")} in ${formatCount(report.files, "file")}`;
}

/** With line, caret and hint, for people. */
export function formatText(report: Report, console: Console): string {
  const { red, yellow, green, bold } = console.color;
  const blocks = report.findings.map((finding) => formatFinding(finding, report, console));
  const { errors, warnings } = countBySeverity(report);
  const paint = errors > 0 ? red : warnings > 0 ? yellow : green;
  return [...blocks, bold(paint(summarize(report)))].join("\n\n");
}

function formatFinding(finding: FileFinding, { texts }: Report, console: Console): string {
  const { file, line, column, endColumn: end, severity, rule, message, hint, pathText } = finding;
  const { red, yellow, dim, bold, cyan } = console.color;
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const where = pathText === "" ? "" : `${pathText}: `;
  const text = texts.get(file);
  return [
    `${bold(escapeLine(place))}: ${(severity === "error" ? red : yellow)(severity)}: ` +
      `${escapeLine(where + message)} ${dim(`[${rule}]`)}`,
    ...(text === undefined || line === undefined || column === undefined
      ? []
      : [formatCodeFrame(text, { line, column, endColumn: end }, console)]),
    ...(hint === undefined ? [] : [cyan(escapeLine(hint))]),
  ].join("\n");
}

/** For scripts; a stable shape. */
export function toJson(report: Report): object {
  const { texts, files, findings } = report;
  return {
    files,
    ...countBySeverity(report),
    findings: findings.map((finding) => {
      const { file, line, column, severity, rule, path, pathText, message, hint } = finding;
      const endColumn = findEnd(finding, texts);
      return { file, line, column, endColumn, severity, rule, path, pathText, message, hint };
    }),
  };
}

function findEnd({ file, line, column, endColumn: end }: FileFinding, texts: Report["texts"]): number | undefined {
  const text = texts.get(file);
  if (text === undefined || line === undefined || column === undefined) return undefined;
  return endColumn(text, { line, column, endColumn: end });
}

/** As annotations of GitHub's workflows: `::error file=…,line=…::message`. */
export function formatGithub(report: Report): string {
  return [...report.findings.map((finding) => formatAnnotation(finding, report)), summarize(report)].join("\n");
}

function formatAnnotation(finding: FileFinding, { texts }: Report): string {
  const { file, line, column, severity, rule } = finding;
  const properties = { file, line, col: column, endColumn: findEnd(finding, texts), title: rule };
  return writeAnnotation(severity, properties, formatSentence(finding));
}

/** What is wrong and what to do, in one text. */
function formatSentence({ pathText, message, hint }: FileFinding): string {
  return `${pathText === "" ? "" : `${pathText}: `}${message}.${hint === undefined ? "" : ` ${hint}`}`;
}

/** As SARIF; see `buildSarif` of reports. */
export function formatSarif(report: Report): string {
  const rules = Object.entries(descriptions).map(([id, about]) => ({ id, about, level: severities[id]! }));
  const findings = report.findings.map((finding): SarifFinding => {
    const { severity: level, file, line = 1, column = 1, pathText, rule } = finding;
    const end = findEnd({ ...finding, line, column }, report.texts);
    return { rule, level, message: formatSentence(finding), file, line, column, endColumn: end, pathText };
  });
  return JSON.stringify(buildSarif(rules, findings), null, 2);
}
