import { formatCount } from "pulumi-analytics-internal/core/text";
import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import { writeFiles } from "../command/files";
import { followSignal } from "../command/follow-signal";
import type { FileAddress } from "../documents/address";
import type { FileEdit } from "../documents/document";
import type { ChecksFile } from "../documents/find-files";
import { chooseProfile, DocumentSet, findPart, parseAddresses } from "../documents/set";
import type { ProfileOptions } from "../platform/profile";
import { usePlatform } from "../platform/reading";
import type { Line, Report, Section } from "../report";
import { renderText } from "../report/text";
import { type ChecksPlan, planChecks } from "./checks";
import { editFiles, findUnclearRefs, listOwnDocuments, type OwnDocument, type OwnDocuments } from "./files";
import { findMentions, type Mention } from "./mentions";
import { describePlatform, type PlatformReport, planPlatform, toPlatformJson, writeEdits } from "./on-platform";
import { explainBadName, type NamedDocument, planRename } from "./plan";
import { FilePlaces, formatChange, formatPlaced, refuseConflicts } from "./present";
import { type FoundTarget, findTarget } from "./target";

interface Options extends ProfileOptions {
  readonly live?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Renames in the files, and with `--live` on the platform. */
export async function run(
  context: Context,
  [what = "", name = ""]: readonly string[],
  given: Options,
): Promise<Outcome> {
  const why = explainBadName(name);
  if (why !== undefined) throw new UsageError(`${JSON.stringify(name)}: ${why}. Use another name.`);
  const { address, part } = parseQuestion(what, given);
  const options = chooseProfile([address], given);
  const documents = new DocumentSet(context, options);
  const own = listOwnDocuments(documents.readProject());
  const target =
    address.from === "files"
      ? findTarget(await findOwnDocument(documents, own, what, address), { text: what, part, name })
      : address;
  const files =
    "document" in target ? planFiles(context, { own, checks: documents.listChecks([]) }, target) : undefined;
  if (!options.live) return finish(context, { files }, options);
  const reading = followSignal(context.signal);
  const connect: Context["client"] = (profile) => context.client(profile, { signal: reading.signal });
  return usePlatform({ ...context, client: connect }, options, async (reader, client) => {
    const platform = await planPlatform(documents, reader, client, { text: what, part, name, own, target });
    return finish(context, { files, platform, endReading: reading.release }, options);
  });
}

/** What is to be renamed: a part of a model in a file, or of one on the platform. */
function parseQuestion(text: string, { live }: Options) {
  const [address] = parseAddresses([text], {
    origins: ["files", "platform"],
    instead: "Name a file or a document of the platform.",
    parts: true,
  });
  const part = address && findPart(address);
  if (address === undefined || part === undefined) {
    throw new UsageError(`${text}: write <model>#<element>, or <model>#<element>.<column or metric>.`);
  }
  if (address.from === "files" || live) return { address, part };
  throw new UsageError(`${text}: is a document of the platform. Add --live to change it there, or name its file.`);
}

/** @throws UsageError for a file that isn't among those that are changed. */
async function findOwnDocument(
  documents: DocumentSet,
  own: OwnDocuments,
  text: string,
  address: FileAddress,
): Promise<OwnDocument> {
  const file = documents.findInProject(address) ?? (await documents.readOne(address)).file;
  const document = own.documents.find(({ key }) => key === file?.file);
  if (document !== undefined) return document;
  throw new UsageError(`${text}: is outside of the working directory. Run the command in its project.`);
}

/** What is to be done, in files and on the platform. */
interface Work {
  /** Undefined: the model isn't in the files. */
  readonly files: FilesReport | undefined;
  readonly platform?: PlatformReport;
  /** From here on a call comes to its end: what became of it is told. */
  endReading?(): void;
}

/** Shows the work, asks, and does it. */
async function finish(context: Context, work: Work, options: Options): Promise<Outcome> {
  const { files, platform } = work;
  const edits = platform === undefined || platform.isWaiting ? [] : platform.edits;
  const parts = [
    ...(files === undefined || files.edits.length === 0 ? [] : [formatCount(files.edits.length, "file")]),
    ...(edits.length === 0 ? [] : [`${formatCount(edits.length, "document")} on the platform`]),
  ];
  const report = [...(files ? describeFiles(files) : []), ...(platform ? describePlatform(platform) : [])];
  const canWrite = parts.length > 0 && !options.dryRun;
  const isAsked = canWrite && !options.yes;
  const isAgreed = isAsked ? await ask(context, `Write ${parts.join(" and ")}?`, report) : canWrite;
  context.signal.throwIfAborted();
  work.endReading?.();
  if (isAgreed && files !== undefined) writeFiles(context.cwd, files.edits);
  const results = isAgreed && platform !== undefined ? await writeEdits(context, platform, edits) : [];
  const failed = results.filter(({ result }) => "why" in result);
  const end = describeEnd(work, { parts, isAgreed, isDry: options.dryRun === true, failed: failed.length });
  const lines = results.map(({ remote: { document }, result }): Line => {
    const name = `${document.name} (${document.type})`;
    return "why" in result
      ? { mark: "not written", tone: "bad", text: `${name}: ${result.why}` }
      : { mark: "written", tone: "good", text: `${name}, version ${result.version}` };
  });
  return {
    json: {
      ...(files === undefined ? {} : toFilesJson(files, isAgreed)),
      ...(platform === undefined ? {} : { platform: toPlatformJson(platform, results) }),
    },
    text: [...(isAsked ? [] : report), { lines: [...lines, ...end] }],
    exit: context.signal.aborted ? exitCodes.interrupted : failed.length > 0 ? exitCodes.found : exitCodes.ok,
  };
}

function ask({ console, signal }: Context, question: string, report: Report): Promise<boolean> {
  const hint = "Use --yes to write, or --dry-run to look.";
  console.requireSomebody(question, hint);
  console.note(...renderText(report, console.color).split("\n"), "");
  return console.confirm(question, hint, signal);
}

interface Ending {
  readonly parts: readonly string[];
  readonly isAgreed: boolean;
  readonly isDry: boolean;
  readonly failed: number;
}

/** What was done, and what comes next. */
function describeEnd({ files, platform }: Work, { parts, isAgreed, isDry, failed }: Ending): string[] {
  const found = (files?.found ?? platform?.plan.found)!;
  const { label, name } = found;
  const hasFiles = files !== undefined && files.edits.length > 0;
  const next = platform?.isWaiting
    ? ["The model on the platform still has the old name. Next: run `pulumi up`, then this command again."]
    : hasFiles && platform === undefined
      ? [platformLater]
      : [];
  if (parts.length === 0 && !platform?.isWaiting) return [describeNothing(found)];
  if (parts.length === 0) return next;
  if (isDry) return [`${parts.join(" and ")} would change.`, ...next];
  if (!isAgreed) return ["Nothing was changed."];
  const but = failed > 0 ? `, but for ${formatCount(failed, "document")}: run the same command again` : "";
  return [`Renamed ${label} to ${name} in ${parts.join(" and ")}${but}.`, ...next];
}

/** By its id, the thing is found again; its old name isn't. */
function describeNothing({ label, name, isById, former }: FoundTarget<NamedDocument>): string {
  return isById && former !== undefined
    ? `Nothing to rename: ${label} is called ${name} already. To change what still uses its old name, write that in ` +
        "place of the id."
    : `Nothing to rename: nothing uses the old name of ${label}.`;
}

const platformLater =
  "Next: run `pulumi up`. What others made on the platform breaks with it: then run this command with --live.";

/** What becomes of the files. */
interface FilesReport extends ChecksPlan {
  readonly found: FoundTarget<OwnDocument>;
  /** Names of the model's file that other models have, too. */
  readonly unclear: FilesReport["left"];
  /** Files with the new name in places that meant nothing: an earlier run was interrupted. */
  readonly done: readonly string[];
  readonly mentions: readonly Mention[];
}

function planFiles(
  { cwd }: Context,
  { own, checks: listed }: { readonly own: OwnDocuments; readonly checks: readonly ChecksFile[] },
  found: FoundTarget<OwnDocument>,
): FilesReport {
  const plan = planRename(own.documents, found);
  const places = new FilePlaces(own.documents);
  refuseConflicts(plan, found, ({ document, path, message }) => {
    const { file, line } = places.locate(document, path);
    return `${file}:${line}  ${message}`;
  });
  const checks = planChecks(cwd, listed, own, plan);
  const changes = [...plan.changes.map((change) => places.placeChange(change)), ...checks.changes];
  return {
    found,
    changes,
    left: [...plan.left.map((use) => places.placeUse(use)), ...checks.left],
    unclear: findUnclearRefs(own, found.document).map(({ document, path, name, files }) => ({
      ...places.locate(document, path),
      text: `!ref ${name}`,
      why: `${files.join(" and ")} have this name. Call one of the files something else.`,
    })),
    done: [...new Set(plan.done.map(({ document, path }) => places.locate(document, path).file))],
    mentions: findMentions(cwd, { name: found.oldName, element: found.owner }),
    unread: [...own.unread, ...checks.unread],
    edits: putLast(
      [...editFiles(cwd, own, plan), ...checks.edits],
      places.locate(found.target.document, found.target.path).file,
    ),
  };
}

/** The file with the thing itself is written last: until then, a run after a killed one knows the old name. */
function putLast(edits: readonly FileEdit[], last: string): FileEdit[] {
  return edits.toSorted((a, b) => Number(a.path === last) - Number(b.path === last));
}

function toFilesJson({ found, changes, left, unclear, done, mentions, unread, edits }: FilesReport, written: boolean) {
  return {
    from: found.oldName,
    to: found.name,
    changes: changes.map(({ file, line, kind, before, after }) => ({ file, line, kind, before, after })),
    left: [...left, ...unclear],
    done,
    programs: mentions,
    unread,
    files: edits.map(({ path }) => path),
    written,
  };
}

function describeFiles({ found, changes, left, unclear, done, mentions, unread }: FilesReport): Section[] {
  return [
    {
      title: `${found.label} → ${found.name}`,
      lines: formatPlaced(changes.map((change) => ({ ...change, text: formatChange(change) }))),
    },
    {
      title: "Not changed, because it may mean something else:",
      lines: formatPlaced(left.map(({ text, why, ...place }) => ({ ...place, text: `[${text}]: ${why}` }))),
    },
    {
      title: "Not looked at, because it may be another model:",
      lines: formatPlaced(unclear.map(({ text, why, ...place }) => ({ ...place, text: `${text}: ${why}` }))),
    },
    { title: "With the new name already:", lines: changes.length === 0 ? [] : done },
    { title: "In programs, for you to change:", lines: formatPlaced(mentions) },
    { title: "Can't be read, and not looked at:", lines: unread.map(({ why }) => why) },
  ];
}
