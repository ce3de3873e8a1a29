import { join, relative } from "node:path";
import { formatChanges } from "pulumi-analytics-internal/core/model";
import { escapeLine, formatCount, quoteArgument } from "pulumi-analytics-internal/core/text";
import { type ExitCode, exitCodes, type Outcome } from "../command";
import type { Console } from "../command/console";
import { formatPath } from "../command/files";
import { readExistingProject } from "../project/existing";
import { findPackageManager, findPnpmWorkspace, installCommand } from "../project/package-manager";
import { formatPluginLine, locatePackage } from "../project/package-place";
import { foldLines } from "../report";
import { type FailedUpdate, type FileOutcome, formatOutcome, type UpdateReport } from "./outcome";
import { describeLeftOut, type OwnProgram, type ProgramLanguage, programPackages } from "./program";
import type { NamedDocument, PullReport } from "./pull";

/** Lines of one sort that are told before the rest is counted. */
const most = 20;

/** The same for the changes of one file. */
const mostOfFile = 8;

const indent = (line: string) => `  ${escapeLine(line)}`;

/** What a pull did, with the documents that a dry run lists. */
interface ToldReport extends PullReport {
  readonly named: readonly (NamedDocument & { readonly address: string })[];
}

/** A pull's report as it is told. */
export function buildOutcome(report: ToldReport, cwd: string, console: Console): Outcome {
  return {
    json: toJson(report, formatPath(cwd, report.folder)),
    text: new Words(report, cwd, console).formatText(),
    exit: chooseExitCode(report),
  };
}

function chooseExitCode({ outcomes, gone, program, unreadable }: PullReport): ExitCode {
  const isFound =
    outcomes.some(({ action }) => action === "conflict" || action === "failed") ||
    program.some(({ missing = [] }) => missing.length > 0) ||
    gone.length + unreadable.length > 0;
  return isFound ? exitCodes.found : exitCodes.ok;
}

function toJson(report: ToldReport, folder: string) {
  const { organization, dryRun, named, outcomes, errors, elsewhere } = report;
  const { gone, program, leftOut, unreadable, secrets } = report;
  const [models = [], workbooks = [], reports = []] = (["data model", "workbook", "report"] as const).map((type) =>
    outcomes.filter((one) => one.type === type).map(formatOutcome),
  );
  return {
    organization,
    folder,
    dryRun,
    ...(named.length > 0 && {
      named: named.map(({ type, id, name, address, url, isPulled }) => ({ type, id, name, address, url, isPulled })),
    }),
    models,
    ...(workbooks.length > 0 && { workbooks }),
    ...(reports.length > 0 && { reports }),
    ...(errors.length > 0 && { errors }),
    ...(elsewhere.length > 0 && { elsewhere }),
    ...{ gone, program, leftOut, secrets: secrets.map(({ key, what }) => ({ key, what })), unreadable },
  };
}

/** What became of files that were updated, as it is told; a failure or a conflict fails the command. */
export function buildUpdateOutcome(reports: readonly (UpdateReport | FailedUpdate)[], console: Console): Outcome {
  const { red } = console.color;
  const told = reports.map((report) =>
    "failure" in report
      ? {
          json: { file: report.file, why: report.failure },
          text: `${red("failed")} ${report.file}: ${escapeLine(report.failure)}`,
        }
      : describeUpdate(report, console),
  );
  return {
    json: { updates: told.map(({ json }) => json) },
    text: told.map(({ text }) => text).join("\n"),
    exit: reports.some((report) => "failure" in report || report.action === "conflict")
      ? exitCodes.found
      : exitCodes.ok,
  };
}

function describeUpdate(report: UpdateReport, console: Console): { readonly json: object; readonly text: string } {
  const { color } = console;
  const { type, id, file, title, version, latestVersion, dryRun, action } = report;
  const { changes = [], about = [], remarks = [], restored, diff, why } = report;
  const which = `${type} ${escapeLine(JSON.stringify(title))} (${id}, version ${version})`;
  const lines = why === undefined ? formatChanges(changes).map(indent) : listContested(report);
  const declared =
    about.length === 0
      ? []
      : [
          `${color.yellow("changed in the product")}, and declared by the program, not by the file:`,
          ...formatChanges(about).map(indent),
        ];
  const shown = console.colorDiff(diff);
  const intro =
    changes.length === 0
      ? action === "edited"
        ? `Nothing changed in the ${which}: ${file} keeps its own edits, which the next \`pulumi up\` applies.`
        : `${file} equals the ${which}: nothing to update.`
      : why !== undefined
        ? `${color.red("conflict")} ${file}: ${escapeLine(why)}`
        : `${dryRun ? `${color.cyan("would update")}` : color.cyan("updated")} ${file} from the ${which}`;
  const notes = remarks.map((remark) => `  ${color.yellow("note")} ${escapeLine(remark)}`);
  const later =
    latestVersion === undefined
      ? []
      : [`The platform is at version ${latestVersion}. \`pulumi up\` writes what the file has now as a new version.`];
  const verb = color.cyan(dryRun ? "would restore" : "restored");
  const restoration = restored.map((path) => `${verb} ${path} as the stack last deployed it`);
  const shownIntro = dryRun && restored.length > 0 ? [] : [intro];
  const text = [...restoration, ...shownIntro, ...lines, ...notes, ...declared, ...later];
  const told = formatOutcome(report);
  const { contested, files, updatedBy, updatedAt } = told;
  return {
    json: {
      ...{
        file,
        model: id,
        title,
        version,
        latestVersion,
        dryRun,
        restored: restored.length > 0 ? restored : undefined,
      },
      ...{ action, changes: told.changes ?? [], contested, files, updatedBy, updatedAt, about: told.about },
      ...{ diff, remarks, why },
    },
    text: [...text, ...(dryRun && shown.length > 0 ? ["", ...shown] : [])].join("\n"),
  };
}

class Words {
  constructor(
    private readonly report: ToldReport,
    private readonly cwd: string,
    private readonly console: Console,
  ) {}

  formatText(): string {
    const { leftOut, unreadable, gone, program, elsewhere } = this.report;
    const { yellow, red } = this.console.color;
    const parts = [
      this.listWider(),
      this.listWritten(),
      ...this.listModels("edited", "edited here", yellow),
      ...this.listModels("conflict", "conflict", red),
      ...this.listModels("failed", "failed", red),
      gone.map(
        ({ file, id }) =>
          `${red("deleted")} ${this.formatPath(file)}: data model ${id} was deleted on the ` +
          "platform. Delete the file, too.",
      ),
      program.filter(({ action }) => action === "kept").map((file) => this.formatKept(file)),
      unreadable.map(({ what, why }) => `${red("not read")} ${escapeLine(`${what}: ${why}`)}`),
      cut(elsewhere.map((title) => `${yellow("left out")} ${escapeLine(title)}: the program declares it already.`)),
      cut(leftOut.map((left) => `${yellow("not declared")} ${describeLeftOut(left)}`)),
      this.listNamed(),
      [this.formatCounts()],
      this.listErrors(),
      this.listNextSteps(),
    ];
    return parts
      .map((lines) => lines.join("\n"))
      .filter((part) => part !== "")
      .join("\n\n");
  }

  /** What a project comes to declare by a pull without documents, and how to choose. */
  private listWider(): string[] {
    const { isWider, isAll, dryRun, imported, own } = this.report;
    if (!isWider || isUnwritten(own)) return [];
    const extent = isAll ? "the whole organization" : "all data models of the organization, and what belongs to them";
    return [
      `${this.console.color.yellow(dryRun ? "would declare" : "declares")} ${extent}: ` +
        `${formatCount(imported.length, "resource")}. For fewer, ${dryRun ? "" : "restore the folder, and "}` +
        "name folders or documents: `pulumi-analytics pull live:<folder>`.",
    ];
  }

  /** The files that were written. */
  private listWritten(): string[] {
    const { outcomes, program } = this.report;
    const { cyan } = this.console.color;
    const changed = outcomes.flatMap((model) => {
      const own = model.hasOwnEdits ? ", which keeps its own edits" : "";
      if (model.action === "created") return [this.formatWrote("created", model.file)];
      if (model.action === "updated")
        return [[`${this.formatWrote("updated", model.file)}${own}`, ...this.listChanges(model)].join("\n")];
      if (model.action !== "unchanged" || model.about === undefined) return [];
      const { about } = model;
      return [
        [`${cyan("changed in the product:")} ${this.formatPath(model.file)}`, ...this.listChanges({ about })].join(
          "\n",
        ),
      ];
    });
    const files = program.flatMap(({ path, action, changes = [] }) => {
      if (action === "create") return [this.formatWrote("created", path)];
      return action === "update"
        ? [[this.formatWrote("updated", path), ...cut(changes, mostOfFile).map(indent)].join("\n")]
        : [];
    });
    const moved = outcomes.flatMap(({ file, movedTo }) =>
      movedTo === undefined ? [] : [`${this.formatWrote("moved", file)} to ${this.formatPath(movedTo)}`],
    );
    return [...cut(changed), ...cut(moved), ...files];
  }

  private formatWrote(action: "created" | "updated" | "moved", file: string): string {
    const { green, cyan } = this.console.color;
    const wouldBe = { created: "would create", updated: "would update", moved: "would move" };
    const word = this.report.dryRun ? wouldBe[action] : action;
    return `${action === "created" ? green(word) : cyan(word)} ${this.formatPath(file)}`;
  }

  /** The files that were left as they are. */
  private listModels(action: FileOutcome["action"], word: string, color: (text: string) => string): string[][] {
    const lines = this.report.outcomes
      .filter((model) => model.action === action)
      .map((model) => {
        const why = model.why === undefined ? "" : `: ${escapeLine(model.why)}`;
        const intro = this.listChanges(action === "edited" ? { ...model, changes: [] } : model);
        return [`${color(word)} ${this.formatPath(model.file)}${why}`, ...intro].join("\n");
      });
    return [cut(lines)];
  }

  private listChanges({ about = [], changes = [], contested, why, remarks = [] }: Partial<FileOutcome>): string[] {
    const lines =
      why === undefined
        ? formatChanges(changes, { max: mostOfFile }).map(indent)
        : listContested({ changes, contested });
    return [
      ...formatChanges(about).map(indent),
      ...lines,
      ...remarks.map((remark) => `  ${this.console.color.yellow("note")} ${escapeLine(remark)}`),
    ];
  }

  /** The documents that arguments name, as the next command may name them. */
  private listNamed(): string[] {
    const { named } = this.report;
    if (named.length === 0) return [];
    const lines = named.map(({ type, id, name, address }) =>
      indent(`${type.padEnd(10)}  ${quoteArgument(address)}${address.endsWith(id) ? `  (${name})` : ""}`),
    );
    const hint = "Of a folder, only data models are pulled. Add --all for workbooks and reports.";
    return ["On the platform:", ...lines.sort(), ...(named.every(({ isPulled }) => isPulled) ? [] : [hint])];
  }

  private formatKept({ path, missing = [] }: PullReport["program"][number]): string {
    const { yellow } = this.console.color;
    const why = this.report.isFirst ? "not written by a pull" : "edited since the last pull";
    const intro = `${yellow("kept")} ${this.formatPath(path)}: ${why}, not changed.`;
    return missing.length === 0
      ? intro
      : [`${intro} Add to it:`, ...missing.flatMap((lines) => lines.split("\n")).map((line) => `  ${line}`)].join("\n");
  }

  private formatCounts(): string {
    const words: Record<string, string> = this.report.dryRun ? { created: "to create", updated: "to update" } : {};
    const dryRun = this.report.dryRun ? "Nothing was written (--dry-run). " : "";
    const count = (some: readonly FileOutcome[], noun: string) => {
      const counted = new Map<string, number>();
      for (const { action } of some) counted.set(action, (counted.get(action) ?? 0) + 1);
      const counts = [...counted].map(([action, number]) => `${number} ${words[action] ?? action}`).join(", ");
      return `${formatCount(some.length, noun)}${counts === "" ? "" : `: ${counts}`}.`;
    };
    const parts = (["data model", "workbook", "report"] as const).flatMap((type) => {
      const some = this.report.outcomes.filter((one) => one.type === type);
      return some.length === 0 ? [] : [count(some, type === "data model" ? "model" : type)];
    });
    return `${dryRun}${parts.join(" ") || count([], "model")}`;
  }

  /** What an update stops at, and the commands that let it pass. */
  private listErrors(): string[] {
    const { errors } = this.report;
    if (errors.length === 0) return [];
    const lines = errors.map(({ file, line, column, rule, message }) => {
      const place = [this.formatPath(file), line, column].filter((part) => part !== undefined).join(":");
      return `${this.console.color.red("error")} ${place}: ${escapeLine(message)} [${rule}]`;
    });
    const settings = errors
      .filter(({ rule }) => rule !== "syntax")
      .map(({ of, rule }) => `analytics:${of === "model" ? "rules" : "workbookRules"}.${rule}`);
    return [
      ...cut(lines),
      "The platform has these, and `pulumi up` stops at them. Correct the files, or let the stack accept them:",
      ...[...new Set(settings)].map((setting) => `  pulumi config set --path ${setting} warning`),
    ];
  }

  /** What to do before and with the first `pulumi up`. */
  private listNextSteps(): string[] {
    const { secrets, program, imports, isFirst, own } = this.report;
    const files = new Set(secrets.map(({ file }) => file));
    const isNews = program.some(({ path, action }) => files.has(path) && action !== "unchanged");
    const settings = secrets.map(({ key }) => `  pulumi config set --secret ${key}`);
    return [
      ...this.listInstallSteps(),
      ...(isNews && secrets.length > 0
        ? ["The program takes secrets from settings. Set each of them before the next `pulumi up`:", ...settings]
        : []),
      ...(own.language === undefined ? [] : this.listMergeSteps(own.language)),
      ...(own.line === undefined ? [] : this.listOwnSteps(own)),
      ...(isUnwritten(own) ? this.listUnwrittenSteps(own) : []),
      ...(isFirst && own.line === undefined && !isUnwritten(own)
        ? [`\`pulumi up\` ${imports ? "imports" : "adopts"} all objects and writes nothing to the platform.`]
        : []),
    ];
  }

  /** How the user's own program gets what is in the file. */
  private listMergeSteps({ path, main, isImported, use }: ProgramLanguage): string[] {
    const { folder, program, isFirst } = this.report;
    const isNews = program.some((file) => file.path === path && ["create", "update"].includes(file.action));
    return [
      ...(isFirst ? this.listPluginSteps(folder) : []),
      ...(isNews && (isFirst || !isImported)
        ? [isImported ? use : `Copy the resources of ${this.formatPath(path)} into ${this.formatPath(main)}.`]
        : []),
    ];
  }

  /** How the user's own program gets the module that was written. */
  private listOwnSteps({ main, line }: OwnProgram): string[] {
    const { isFirst, imports } = this.report;
    const taken = imports ? "imports" : "adopts";
    const then = `\`pulumi up\` then ${taken} all objects and writes nothing to the platform.`;
    return isFirst ? [`Add \`${line}\` to ${this.formatPath(main!)}. ${then}`] : [];
  }

  /** How a program gets what was pulled that can load nothing of it. */
  private listUnwrittenSteps({ runtime, main }: OwnProgram): string[] {
    const { folder, isAll } = this.report;
    const file = this.formatPath("import.json");
    const all = isAll ? " --all" : "";
    return [
      `The program (runtime ${runtime}${main === undefined ? "" : `, ${main}`}) can't load TypeScript, so only the ` +
        "documents were written. To have the resources in its language:",
      ...this.listPluginSteps(folder),
      `Run \`pulumi-analytics pull${all} --import-file ${file}\` and \`pulumi import --file ${file}\`, and add the ` +
        "code that it prints to the program.",
    ];
  }

  /** How the engine finds the plugin. */
  private listPluginSteps(folder: string): string[] {
    const ownPackage = "pulumi-analytics";
    return [
      ...(locatePackage(ownPackage, folder) === undefined
        ? [`Run \`${installCommand(folder, ownPackage)}\` first.`]
        : []),
      ...(readExistingProject(folder).hasPlugin
        ? []
        : [`Add \`${formatPluginLine(folder)}\` to ${this.formatPath("Pulumi.yaml")}, then run \`pulumi install\`.`]),
    ];
  }

  /** How the program gets its packages, if some are missing. */
  private listInstallSteps(): string[] {
    const { folder, isFirst, own } = this.report;
    if (!isFirst || own.module === undefined) return [];
    const { dependencies, devDependencies } = programPackages;
    const needed = Object.keys({ ...dependencies, ...devDependencies });
    if (needed.every((name) => locatePackage(name, folder) !== undefined)) return [];
    const command = `${findPackageManager(folder).name} install`;
    const place = this.formatPath("") === "" ? "" : ` in ${this.formatPath("")}`;
    const workspace = findPnpmWorkspace(folder);
    const hint =
      workspace === undefined
        ? []
        : [
            `If ${relative(this.cwd, workspace)} doesn't list the folder, add it, or run ` +
              `\`${command} --ignore-workspace\`.`,
          ];
    return [`Run \`${command}\`${place} first.`, ...hint];
  }

  /** As people see it from where they are. */
  private formatPath(file: string): string {
    return formatPath(this.cwd, join(this.report.folder, file));
  }
}

const isUnwritten = ({ language, module }: OwnProgram) => language === undefined && module === undefined;

/** What files and the platform both changed, as far as that is known. */
const listContested = ({ contested = [], changes = [] }: Pick<FileOutcome, "contested" | "changes">) => {
  const told = contested.length > 0 ? contested : changes;
  return [...(told.length > 0 ? ["  yours → theirs:"] : []), ...formatChanges(told, { max: mostOfFile }).map(indent)];
};

const cut = (lines: readonly string[], max = most) => foldLines(lines, max).map(({ text }) => text);
