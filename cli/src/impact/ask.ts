import { isAbsolute, relative, resolve, sep } from "node:path";
import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import type { Use } from "pulumi-analytics-internal/core/graph";
import {
  type Broken,
  findReaders,
  type PlatformReader,
  readConcerned,
  readConcernedFiles,
} from "pulumi-analytics-internal/core/impact";
import { Places } from "pulumi-analytics-internal/core/model/text";
import { type Context, UsageError } from "../command";
import { type CommitAddress, type FileAddress, formatAddress, type StateAddress } from "../documents/address";
import { readFilesAt } from "../documents/commit-files";
import { matchDocuments, type OwnDocument } from "../documents/match-documents";
import { type OwnFile, type OwnFiles, type ReadOwnFile, readOwnFiles } from "../documents/project-files";
import { DocumentSet } from "../documents/set";
import type { StateDocument } from "../documents/state-documents";
import { readName } from "../platform/organization";
import type { ProfileOptions } from "../platform/profile";
import { usePlatform } from "../platform/reading";
import { type Change, type ComparedFiles, compareFiles, listChanges, listStateFiles } from "./changes";
import { describeFiles } from "./describe-files";
import { askNamed, findNamedModels } from "./named";
import type { Answer, FilePlace } from "./present";
import { type AskedAddress, askChanges, describeSought, type Question } from "./question";

/** Where to look. */
export interface AskOptions extends ProfileOptions {
  readonly offline?: boolean;
}

/** What to compare the files with, to ask about what goes away. */
export type Before = FileAddress | CommitAddress | StateAddress;

/** Questions that don't depend on what there is, and what is to be told besides. */
export interface OtherQuestions {
  readonly questions: readonly Question[];
  readonly notes: readonly string[];
}

/** What to ask, beside questions that don't depend on what there is. */
export interface Request {
  /** Data models and their parts; where `against` is there, the files whose changes count. */
  readonly addresses: readonly AskedAddress[];
  readonly against: Before | undefined;
  /** What the other questions compare with; undefined: they are about no change. */
  readonly since: string | undefined;
  readonly others: OtherQuestions;
}

/**
 * Asks the project's files and the platform; without credentials, or offline, only the files. Where nothing goes away,
 * nobody is asked.
 */
export async function ask(context: Context, options: AskOptions, request: Request): Promise<Answer> {
  const { cwd } = context;
  const { addresses, against, since, others } = request;
  const documents = new DocumentSet(context, options);
  const project = readProjectFiles(documents);
  const states = await documents.listResourcesAround(project.files);
  const asked = against === undefined ? await findNamedModels(documents, addresses, states) : [];
  const files = against === undefined ? [] : addresses.filter(isOfFiles);
  const paths = files.length === 0 ? [] : documents.listPaths(files);
  const more = [...asked.flatMap(({ file }) => file ?? []), ...readOwnFiles(cwd, paths).files];
  const ownFiles = addFiles(cwd, project, more);
  const compared =
    against === undefined
      ? { files: ownFiles.files, gone: [], notes: [] }
      : await compare(context, documents, ownFiles.files, { against, paths, states });
  const work = async (reader?: PlatformReader, client?: AnalyticsClient): Promise<Answer> => {
    const { documents: own, notes } = matchDocuments(cwd, compared, states, reader?.documents);
    const changes = listChanges(own);
    const platform = reader === undefined || client === undefined ? undefined : { reader, client };
    const questions = [...(await askNamed(cwd, asked, own, platform)), ...others.questions, ...askChanges(changes)];
    const files = describeFiles(own, reader?.documents, listRenamedKeys(changes));
    const sought = describeSought(questions, files);
    const concerned = reader === undefined ? readConcernedFiles(files) : await readConcerned(reader, sought, files);
    const broken = findReaders(concerned, sought);
    return {
      ...broken,
      questions: questions.map((question) => {
        const { breaksNow, breaksLater } = findReaders(concerned, describeSought([question], files));
        return { ...question, breaks: [...breaksNow, ...breaksLater] };
      }),
      places: locateUses(broken, own),
      unreadFiles: ownFiles.unread,
      notes: [...compared.notes, ...others.notes, ...notes, ...describeUnknown(files.unknown)],
      isAsked: reader !== undefined,
      seenBy: broken.isWhole || client === undefined ? undefined : await readSeer(client),
      against: against === undefined ? since : describeBefore(against),
    };
  };
  const isQuiet =
    asked.length + others.questions.length === 0 &&
    listChanges(matchDocuments(cwd, compared, states, undefined).documents).length === 0;
  if (options.offline || isQuiet) return work();
  const canDoWithout = ownFiles.files.length > 0 && asked.every(({ address }) => address === undefined);
  return usePlatform(context, options, work, canDoWithout ? () => work() : undefined);
}

function describeUnknown(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const refs = names.map((name) => `!ref ${name}`).join(", ");
  return [`${refs}: no data model that is known here. Files that read from it may break, too.`];
}

const isOfFiles = (address: AskedAddress): address is FileAddress => address.from === "files";

/** What the files are compared with, for people. */
function describeBefore(against: Before): string {
  if (against.from === "state" && against.name === undefined) return "the stack's state";
  return against.from === "commit" && against.target === undefined ? against.ref : formatAddress(against);
}

/** What is compared. */
interface Comparison {
  readonly against: Before;
  /** Whose changes count; none: those of all files. */
  readonly paths: readonly string[];
  readonly states: readonly StateDocument[];
}

/** The files beside what they were. */
async function compare(
  context: Context,
  documents: DocumentSet,
  files: readonly OwnFile[],
  comparison: Comparison,
): Promise<ComparedFiles> {
  const { cwd } = context;
  const { against, paths } = comparison;
  const before = await readBefore(context, documents, comparison);
  const earlier = new Set(against.from === "files" ? before.files.map(({ file }) => file) : []);
  const asked = files.filter(({ file }) => isAmong(cwd, file, paths) && !earlier.has(file));
  const compared = compareFiles(cwd, asked, before.files, before.isOne && asked.length === 1);
  const isFound = compared.gone.length > 0 || compared.files.some(({ former }) => former !== undefined);
  if (before.isOne && !isFound) {
    const text = formatAddress(against);
    throw new UsageError(`--against ${text}: can't tell which model it was. Name its file: impact <file> --against …`);
  }
  return {
    ...compared,
    files: files.map((file) => compared.files[asked.indexOf(file)] ?? file),
    notes: [...before.notes, ...compared.notes],
  };
}

/** The data models of another time, and whether they are the only one that was named. */
interface EarlierFiles {
  readonly files: readonly OwnFile[];
  readonly notes: readonly string[];
  readonly isOne: boolean;
}

async function readBefore(
  { cwd, env }: Context,
  documents: DocumentSet,
  { against, paths, states }: Comparison,
): Promise<EarlierFiles> {
  if (against.from === "state") {
    const meant = against.name === undefined ? states : await documents.findResources(against);
    const asked = meant.filter(({ file }) => file === undefined || isAmong(cwd, file, paths));
    if (asked.length > 0) return { ...listStateFiles(cwd, asked), isOne: false };
    throw new UsageError(
      "--against state: no stack's state has data models or workbooks of this folder. Run the command in the project " +
        "of a stack that was deployed, name one with --stack, or compare with a commit: --against git:main.",
    );
  }
  if (against.from === "commit" && against.target === undefined) {
    const { ref } = against;
    const before = await readFilesAt(cwd, paths.length === 0 ? ["."] : paths, ref, env, `--against git:${ref}`);
    const unread = before.unread.map(({ file, why }) => `${file} at ${ref} can't be read: ${why.split("\n")[0]}`);
    return { files: before.files, notes: [...before.notes, ...unread], isOne: false };
  }
  const files = (await documents.read(against, ["data model"])).flatMap(({ file }) => file ?? []);
  return { files, notes: [], isOne: files.length === 1 };
}

const isAmong = (cwd: string, file: string, paths: readonly string[]) =>
  paths.length === 0 || paths.some((path) => isInside(resolve(cwd, path), resolve(cwd, file)));

/** Whether a file is this one, or in this folder. */
function isInside(place: string, file: string): boolean {
  const below = relative(place, file);
  return below === "" || !(below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below));
}

/** Of elements that get another name: what formulas name by the old one. */
const listRenamedKeys = (changes: readonly Change[]) =>
  changes.flatMap(({ is, renamedTo, keys }) => (is === "element" && renamedTo !== undefined ? keys : []));

/** Those of the project; a folder that can't be walked has none. */
function readProjectFiles(documents: DocumentSet): OwnFiles {
  try {
    return documents.readProject();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { files: [], unread: [{ file: ".", why: error.message }] };
  }
}

/** The project's files with those that arguments name elsewhere. */
function addFiles(cwd: string, { files, unread }: OwnFiles, named: readonly ReadOwnFile[]): OwnFiles {
  const known = new Set(files.map(({ file }) => resolve(cwd, file)));
  return { files: [...files, ...named.filter(({ file }) => !known.has(resolve(cwd, file)))], unread };
}

/** Who sees only a part of the organization. */
async function readSeer(client: AnalyticsClient): Promise<string> {
  return readName(client, (await client.readIdentity()).userId);
}

/** Where the project's files read what is asked about. */
function locateUses({ breaksNow, breaksLater }: Broken, own: readonly OwnDocument[]): Map<Use, FilePlace> {
  const places = new Map<Use, FilePlace>();
  for (const { document, uses } of [...breaksNow, ...breaksLater]) {
    const file = own.find((one) => one.file === document.file);
    if (file === undefined) continue;
    const finder = new Places(file.source);
    for (const use of uses) {
      if (use.place === undefined) continue;
      const { file: inner = file.file, line, column } = finder.locate(use.place.path, use.place.span);
      places.set(use, { file: inner, line, column });
    }
  }
  return places;
}
