import { listPlaceholderNames } from "pulumi-analytics-internal/core/spec";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import { exitCodes, type Outcome } from "../command";
import type { Console } from "../console";
import type { FileChange } from "../files";
import type { GeneratedModel } from "./generated-model";

/** Something that has no place in the models, and why. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** What a run did. */
export interface Report {
  readonly files: readonly FileChange[];
  readonly models: readonly GeneratedModel[];
  /** By kind in the plural: `metrics`. */
  readonly skipped: Readonly<Record<string, readonly Skipped[]>>;
  /** By what is counted: `columns without type`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  readonly isDryRun: boolean;
  /** Whether anything skipped is a finding. */
  readonly isStrict: boolean;
}

/** The outcome of a run, as text and JSON. */
export function buildOutcome(report: Report, console: Console): Outcome {
  const skipped = Object.entries(report.skipped).filter(([, items]) => items.length > 0);
  const refs = listNeededNames(report.models);
  return {
    json: {
      files: report.files,
      refs,
      skipped: report.skipped,
      counts: report.counts,
      warnings: report.warnings,
    },
    text: formatText(report, skipped, refs, console),
    exit: report.isStrict && skipped.length > 0 ? exitCodes.found : exitCodes.ok,
  };
}

/** The names whose values the program passes: all but those of the models themselves. */
function listNeededNames(models: readonly GeneratedModel[]): string[] {
  const own = new Set(models.map(({ name }) => name));
  const names = models.flatMap(({ spec }) => listPlaceholderNames(spec));
  return [...new Set(names)].filter((name) => !own.has(name.split("#", 1)[0] as string)).sort();
}

function formatText(
  { files, counts, warnings, isDryRun }: Report,
  skipped: readonly (readonly [kind: string, items: readonly Skipped[]])[],
  refs: readonly string[],
  { color }: Console,
): string {
  const changed = files.filter(({ action }) => action !== "unchanged");
  const count = (action: FileChange["action"]) => files.filter((file) => file.action === action).length;
  const [created, updated] = [count("create"), count("update")];
  const done = isDryRun ? ["would be created", "would change"] : ["created", "changed"];
  const parts = [`${created} ${done[0]}`, `${updated} ${done[1]}`, `${count("unchanged")} unchanged`];
  const numbers = Object.entries(counts).filter(([, number]) => number > 0);
  return [
    ...warnings.map((warning) => `${color.yellow("warning")}: ${escapeLine(warning)}`),
    ...changed.map(({ path, action }) => `${action === "create" ? color.green("+") : color.yellow("~")} ${path}`),
    `${files.length} ${files.length === 1 ? "model" : "models"}: ${parts.join(", ")}.`,
    ...(refs.length > 0 ? [`Names to pass as refs: ${refs.map(escapeLine).join(", ")}.`] : []),
    ...skipped.flatMap(([kind, items]) => [
      `Skipped ${kind}: ${items.length}`,
      ...items.map(({ name, reason }) => `  ${escapeLine(name)}: ${escapeLine(reason)}`),
    ]),
    ...numbers.map(([what, number]) => `${what[0]!.toUpperCase()}${what.slice(1)}: ${number}`),
  ].join("\n");
}
