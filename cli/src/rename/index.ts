import type { Command } from "commander";
import { explainBadName, planRename, type RenamePlan } from "pulumi-analytics-internal/core/rename";
import { normalizePlainName } from "pulumi-analytics-internal/core/spec/internal";
import { isSameName, suggestWord } from "pulumi-analytics-internal/core/text";
import { type Context, defineCommand, exitCodes, type Outcome, UsageError } from "../command";
import { writeTogether } from "../files";
import type { ProfileOptions } from "../profile";
import { editFiles, type OwnDocument, type OwnDocuments, readOwnDocuments } from "./files";
import { findMentions, type Mention } from "./mentions";
import { FilePlaces, formatChange, formatPlaced, type PlacedChange } from "./present";
import { type FoundTarget, findTarget, splitQuestion } from "./target";

interface Options extends ProfileOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** `rename`: another name for a part of a model, wherever the project's files use it. */
export const rename = defineCommand<Options>({
  name: "rename",

  define(command: Command) {
    command
      .description("Rename an element, column or metric of a data model, and all that uses it in the project's files.")
      .argument("<what>", "<model>#<element>[.<column or metric>], by names or ids; the model by its file's name")
      .argument("<name>", "the new name")
      .argument("[files...]", "files and folders to look in; default: the project")
      .option("--dry-run", "write nothing, and show what would change")
      .option("-y, --yes", "write without asking");
    command.usage("<what> <name> [files...]").addHelpText(
      "after",
      `
The command changes the name, and formulas, joins, unions, conditional formats, actions and texts with {{…}} of models
and workbooks that use it. Everything else in the files stays, and so do ids. What has its name from the old one, such
as a column with the formula [Orders/Region] and no name, gets it as a name of its own: nothing else looks different to
readers.

It refuses a name that is taken, or that would give another name a new meaning, and names the place. It lists what it
can't change: names that may mean something else, and formulas in programs. All files are written, or none.

With --json: {from, to, changes: [{file, line, kind, before?, after}], left: [{file, line, text, why}], programs:
[{file, line, text}], unread: [{file, why}], files, written}. \`kind\` is name, use, kept name or kept id.

Examples:
  $ pulumi-analytics rename orders#fact_orders.region "Sales Region"
  $ pulumi-analytics rename 'orders#Fact Orders' "Sales Orders" --dry-run`,
    );
  },

  async run(context, [what = "", name = "", ...paths], options): Promise<Outcome> {
    const why = explainBadName(name);
    if (why !== undefined) throw new UsageError(`${JSON.stringify(name)}: ${why}. Use another name.`);
    const own = readOwnDocuments(context.cwd, paths.length === 0 ? ["."] : paths);
    const found = findOwnTarget(own, what, name);
    const report = planFiles(context, own, found);
    const isWritten = await writeFiles(context, report, options);
    return buildOutcome(context, report, isWritten, options);
  },
});

/** What becomes of the files. */
interface FilesReport {
  readonly found: FoundTarget<OwnDocument>;
  readonly changes: readonly PlacedChange[];
  readonly left: readonly ReturnType<FilePlaces["placeUse"]>[];
  readonly mentions: readonly Mention[];
  readonly unread: OwnDocuments["unread"];
  readonly texts: ReadonlyMap<string, string>;
}

function findOwnTarget({ documents, unread }: OwnDocuments, text: string, name: string): FoundTarget<OwnDocument> {
  const { model, part } = splitQuestion(text);
  const plain = normalizePlainName(model);
  const isFile = ({ key }: OwnDocument) => key === model || key.replace(/\.\w+$/, "") === model.replace(/^\.\//, "");
  const ways: ((document: OwnDocument) => boolean)[] = [
    isFile,
    (document) => isSameName(document.name, model),
    ({ name: own, form }) =>
      [own, form.name].some((one) => typeof one === "string" && normalizePlainName(one) === plain),
  ];
  const found = ways.map((way) => documents.filter(way)).find(({ length }) => length > 0) ?? [];
  const [document, ...others] = found;
  if (document === undefined) {
    const broken = unread.map(({ why }) => `\nCan't be read: ${why}`).join("");
    const near = suggestWord(
      model,
      documents.map((one) => one.name),
    );
    throw new UsageError(`${text}: no file of a model or workbook is called \`${model}\`.${near}${broken}`);
  }
  if (others.length > 0) {
    const files = found.map(({ key }) => key).join(", ");
    throw new UsageError(`${text}: ${found.length} files have this name: ${files}. Write the path before the #.`);
  }
  return findTarget(document, { text, part, name });
}

function planFiles({ cwd }: Context, own: OwnDocuments, found: FoundTarget<OwnDocument>): FilesReport {
  const plan = planRename(own.documents, found);
  const places = new FilePlaces(own.documents);
  refuseConflicts(plan, places, found);
  const changes = plan.changes.map((change) => places.placeChange(change));
  const isElement = found.target.path.at(-2) === "elements";
  const element = isElement ? undefined : found.label.split(" of ").at(-1);
  return {
    found,
    changes,
    left: plan.left.map((use) => places.placeUse(use)),
    mentions: findMentions(cwd, { name: found.oldName, element, isElement }),
    unread: own.unread,
    texts: editFiles(cwd, own, plan),
  };
}

function refuseConflicts(
  { conflicts }: RenamePlan,
  places: FilePlaces,
  { label, name }: FoundTarget<OwnDocument>,
): void {
  if (conflicts.length === 0) return;
  const lines = conflicts.map(({ document, path, message }) => {
    const { file, line } = places.locate(document, path);
    return `  ${file}:${line}  ${message}`;
  });
  throw new UsageError([`${label} can't be called "${name}":`, ...lines, "Nothing was changed."].join("\n"));
}

async function writeFiles(context: Context, report: FilesReport, { dryRun, yes }: Options): Promise<boolean> {
  const { cwd, console, signal } = context;
  const { texts } = report;
  if (texts.size === 0 || dryRun) return false;
  if (!yes) {
    const question = `Write ${texts.size === 1 ? "1 file" : `${texts.size} files`}?`;
    console.requireSomebody(question, "Use --yes to write, or --dry-run to look.");
    console.note(formatReport(report).join("\n"));
    if (!(await console.confirm(question, "Use --yes.", signal))) return false;
  }
  writeTogether(cwd, texts);
  return true;
}

function buildOutcome(
  { console }: Context,
  report: FilesReport,
  isWritten: boolean,
  { dryRun, yes }: Options,
): Outcome {
  const { found, changes, left, mentions, unread, texts } = report;
  const files = [...texts.keys()];
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  const end = isWritten
    ? `${console.color.green("renamed")} ${found.label} in ${count}. Now run \`pulumi up\`.`
    : files.length === 0
      ? `Nothing to rename: no file uses the old name of ${found.label}.`
      : dryRun
        ? `${count} would change.`
        : "Nothing was changed.";
  const isShown = yes || dryRun || files.length === 0;
  return {
    json: {
      from: found.oldName,
      to: found.name,
      changes: changes.map(({ file, line, kind, before, after }) => ({ file, line, kind, before, after })),
      left,
      programs: mentions,
      unread,
      files,
      written: isWritten,
    },
    text: [...(isShown ? formatReport(report) : []), end].join("\n"),
    exit: exitCodes.ok,
  };
}

function formatReport({ found, changes, left, mentions, unread }: FilesReport): string[] {
  const groups: [string, string[]][] = [
    [
      `${found.label} → ${found.name}`,
      formatPlaced(changes.map((change) => ({ ...change, text: formatChange(change) }))),
    ],
    [
      "Not changed, because it may mean something else:",
      formatPlaced(left.map(({ text, why, ...place }) => ({ ...place, text: `[${text}]: ${why}` }))),
    ],
    ["In programs, for you to change:", formatPlaced(mentions)],
    ["Can't be read, and not looked at:", unread.map(({ why }) => `  ${why}`)],
  ];
  return groups.flatMap(([title, lines]) => (lines.length === 0 ? [] : [title, ...lines, ""]));
}
