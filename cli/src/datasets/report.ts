import { escapeLine } from "pulumi-analytics-internal/core/text";
import type { Console } from "../command/console";
import { formatMarkdownCode } from "../text/writers/markdown";
import type { Entry } from "./migration";
import { deprecation } from "./options";
import { shortenName } from "./words";

/** What became of the datasets, those that were migrated earlier included. */
export interface Report {
  readonly dryRun: boolean;
  /** Ctrl-C ended the run before its end. */
  readonly interrupted: boolean;
  readonly datasets: readonly Entry[];
}

type Status = Entry["status"];

/** How people call what became of a dataset. */
const words: Readonly<Record<Status, string>> = {
  migrated: "migrated",
  skipped: "migrated before",
  failed: "failed",
  "not-tried": "not tried",
  "to-migrate": "to migrate",
};

/** How many datasets came to each end: `{migrated: 3, failed: 1, …}`. */
export function countByStatus({ datasets }: Report): Record<Status, number> {
  const count = (status: Status) => datasets.filter((entry) => entry.status === status).length;
  return {
    migrated: count("migrated"),
    skipped: count("skipped"),
    failed: count("failed"),
    "not-tried": count("not-tried"),
    "to-migrate": count("to-migrate"),
  };
}

/** The report for programs; a stable shape. */
export function toJson(report: Report) {
  return {
    dryRun: report.dryRun,
    interrupted: report.interrupted,
    counts: countByStatus(report),
    datasets: report.datasets,
  };
}

/** `3 migrated, 1 failed`. */
export function summarize(report: Report): string {
  const counts = countByStatus(report);
  const parts = (Object.keys(counts) as Status[]).filter((status) => counts[status] > 0);
  return parts.map((status) => `${counts[status]} ${words[status]}`).join(", ") || "no datasets";
}

/** The report for people. What was migrated before is only counted. */
export function formatText(report: Report, console: Console): string {
  const { green, red, yellow, bold } = console.color;
  const paint = { migrated: green, failed: red, "not-tried": yellow, skipped: String, "to-migrate": String };
  const told = report.datasets.filter(({ status }) => status !== "skipped");
  const table = console.formatTable(
    ["dataset", "result", "data model"],
    told.map((entry) => [shortenName(entry), paint[entry.status](words[entry.status]), escapeLine(formatModel(entry))]),
  );
  const reasons = told.flatMap((entry) => ("why" in entry ? [`${escapeLine(entry.name)}: ${entry.why}`] : []));
  return [...(told.length > 0 ? [table, ""] : []), ...reasons, bold(`${summarize(report)}.`)].join("\n");
}

/** The report as a file to keep. */
export function formatMarkdown(report: Report): string {
  const rows = report.datasets.map((entry) => {
    const result = "why" in entry ? entry.why : formatModel(entry);
    return (
      `| ${formatMarkdownCode(`${entry.path}/${entry.name}`)} | ${formatMarkdownCode(entry.id)} | ` +
      `${words[entry.status]} | ${result && formatMarkdownCode(result)} |`
    );
  });
  return [
    "# Migration of datasets to data models",
    "",
    `${summarize(report)}${report.interrupted ? "; interrupted" : ""}.`,
    "",
    "| dataset | id | result | data model or reason |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
    ...deprecation
      .split("\n")
      .map((line, index) => (index === 0 ? `${line}\n` : `- ${line.trim().replace(/ {2,}/, ": ")}`)),
    "",
  ].join("\n");
}

function formatModel(entry: Entry): string {
  return "dataModelId" in entry ? (entry.url ?? entry.dataModelId) : "";
}
