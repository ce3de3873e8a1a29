import type { GeneratedModel, Skipped } from "pulumi-analytics-generate";
import { listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { splitRef } from "pulumi-analytics-internal/core/model/json";
import { escapeLine, formatCount } from "pulumi-analytics-internal/core/text";
import { type Context, exitCodes, type Outcome } from "../command";
import type { Console } from "../command/console";
import type { MergedFile } from "./merge";
import { listNextSteps } from "./next-steps";
import { settingsPath } from "./settings";

/** What a run did. */
export interface Report {
  readonly files: readonly MergedFile[];
  readonly models: readonly GeneratedModel[];
  /** By kind in the plural: `metrics`. */
  readonly skipped: Readonly<Record<string, readonly Skipped[]>>;
  /** By what is counted: `columns without type`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  /** Those in effect that aren't the default, as `--set` takes them. */
  readonly settings: readonly string[];
  /** The folder of the models. */
  readonly out: string;
  readonly isDryRun: boolean;
  /** Whether a file that would change is a finding. */
  readonly isCheck: boolean;
  /** Whether anything skipped is a finding. */
  readonly isStrict: boolean;
}

/** The outcome of a run, as text and JSON. */
export function buildOutcome(report: Report, { cwd, console }: Pick<Context, "cwd" | "console">): Outcome {
  const skipped = Object.entries(report.skipped).filter(([, items]) => items.length > 0);
  const refs = listNeededNames(report.models);
  return {
    json: {
      files: report.files,
      refs,
      skipped: report.skipped,
      counts: report.counts,
      settings: report.settings,
      warnings: report.warnings,
    },
    text: [
      formatText(report, skipped, refs, console),
      ...(report.isDryRun ? [] : listNextSteps(cwd, { ...report, refs })),
    ].join("\n"),
    exit: isFound(report, skipped.length > 0) ? exitCodes.found : exitCodes.ok,
  };
}

function isFound({ files, isCheck, isStrict }: Report, hasSkipped: boolean): boolean {
  const isChange = ({ action }: MergedFile) => action !== "unchanged" && action !== "left";
  return files.some(({ action }) => action === "left") || (isCheck && files.some(isChange)) || (isStrict && hasSkipped);
}

/** The names whose values the program passes: all but those of the models themselves. */
function listNeededNames(models: readonly GeneratedModel[]): string[] {
  const own = new Set(models.map(({ name }) => name));
  const names = models.flatMap(({ spec }) => listPlaceholderNames(spec));
  return [...new Set(names)].filter((name) => !own.has(splitRef(name)[0])).sort();
}

function formatText(
  { files, counts, warnings, settings, out, isDryRun }: Report,
  skipped: readonly (readonly [kind: string, items: readonly Skipped[]])[],
  refs: readonly string[],
  { color }: Console,
): string {
  const count = (action: MergedFile["action"]) => files.filter((file) => file.action === action).length;
  const would = isDryRun ? "would be " : "";
  const parts = [
    `${count("create")} ${would}created`,
    `${count("update")} ${would}changed`,
    ...(count("remove") > 0 ? [`${count("remove")} ${would}removed`] : []),
    `${count("unchanged")} unchanged`,
    ...(count("left") > 0 ? [color.red(`${count("left")} left as they are`)] : []),
  ];
  const numbers = Object.entries(counts).filter(([, number]) => number > 0);
  return [
    ...warnings.map((warning) => `${color.yellow("warning")}: ${escapeLine(warning)}`),
    ...files.flatMap((file) => formatFile(file, color)),
    `${formatCount(files.length, "model")}: ${parts.join(", ")}.`,
    ...(settings.length > 0
      ? [`Settings, kept in ${escapeLine(`${out}/${settingsPath}`)}: ${settings.map(escapeLine).join(", ")}.`]
      : []),
    ...(refs.length > 0 ? [`Names to pass as refs: ${refs.map(escapeLine).join(", ")}.`] : []),
    ...skipped.flatMap(([kind, items]) => [
      `Skipped ${kind}: ${items.length}`,
      ...items.map(({ name, reason }) => `  ${escapeLine(name)}: ${escapeLine(reason)}`),
    ]),
    ...numbers.map(([what, number]) => `${what[0]!.toUpperCase()}${what.slice(1)}: ${number}`),
  ].join("\n");
}

/** A line for a file, and one for each thing that happens to it. */
function formatFile(
  { path, action, changes, conflicts, kept, problem }: MergedFile,
  color: Console["color"],
): string[] {
  const signs = {
    create: color.green("+"),
    update: color.yellow("~"),
    remove: color.red("-"),
    left: color.red("error:"),
    unchanged: " ",
  };
  const lines = [
    ...(problem === undefined ? [] : [escapeLine(problem)]),
    ...(action === "create" ? [] : changes.map(escapeLine)),
    ...conflicts.map((conflict) => `${color.yellow("both changed")} ${escapeLine(conflict)}`),
    ...kept.map((line) => `${color.yellow("kept")} ${escapeLine(line)}`),
  ];
  if (action === "unchanged" && lines.length === 0) return [];
  return [`${signs[action]} ${escapeLine(path)}`, ...lines.map((line) => `    ${line}`)];
}
