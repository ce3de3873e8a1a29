import { homedir } from "node:os";
import { parse } from "node:path";
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
import { readFilesAt } from "../documents/commit-files";
import { type OwnFiles, readOwnFiles } from "../documents/project-files";
import { listPlaces, readStateDocuments, type StateDocument } from "../documents/state-documents";
import { readName } from "../platform/organization";
import type { ProfileOptions } from "../platform/profile";
import { usePlatform } from "../platform/reading";
import { type Change, type ComparedFiles, compareFiles, compareWithState, listChanges } from "./changes";
import { describeFiles, matchDocuments, type OwnDocument } from "./own-documents";
import type { Answer, FilePlace } from "./present";
import { askChanges, describeSought, listNamedModels, parseQuestion, type Question } from "./question";

/** Where to look. */
export interface AskOptions extends ProfileOptions {
  /** Files and folders; default: the working directory. */
  readonly files?: readonly string[];
  readonly offline?: boolean;
  /** Whether to ask about what goes away. */
  readonly changes?: boolean;
  /** The commit to compare with; left out: the state. */
  readonly against?: string;
  /** The earlier manifest of dbt that other questions come from. */
  readonly dbtState?: string;
}

/** Questions that don't depend on what there is, and what is to be told besides. */
export interface OtherQuestions {
  readonly questions: readonly Question[];
  readonly notes: readonly string[];
}

/**
 * Asks the project's files and the platform; without credentials, or offline, only the files. Where nothing goes away,
 * nobody is asked.
 *
 * @param texts as `parseQuestion` takes them.
 */
export async function ask(
  context: Context,
  options: AskOptions,
  texts: readonly string[],
  others: OtherQuestions,
): Promise<Answer> {
  const { cwd, env } = context;
  const ownFiles = readProjectFiles(cwd, options.files);
  const states = await readStateDocuments(listPlaces(cwd, ownFiles.files), options.stack, env);
  const compared = await compare(context, options, ownFiles, states);
  const work = async (reader?: PlatformReader, client?: AnalyticsClient): Promise<Answer> => {
    const { documents: own, notes } = matchDocuments(cwd, compared, states, reader?.documents);
    const models = listNamedModels(reader?.documents, own);
    const where = reader === undefined ? "in the files" : "on the platform";
    const hint = ownFiles.unread.map(({ file, why }) => ` ${file} can't be read: ${why.split("\n")[0]}`).join("");
    const changes = listChanges(own);
    const questions = [
      ...texts.map((text) => parseQuestion(text, models, { where, hint })),
      ...others.questions,
      ...askChanges(changes),
    ];
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
      against: describeBefore(options),
    };
  };
  const isQuiet =
    texts.length + others.questions.length === 0 &&
    listChanges(matchDocuments(cwd, compared, states, undefined).documents).length === 0;
  if (options.offline || isQuiet) return work();
  return usePlatform(context, options, work, ownFiles.files.length > 0 ? () => work() : undefined);
}

function describeUnknown(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const refs = names.map((name) => `!ref ${name}`).join(", ");
  return [`${refs}: no data model that is known here. Files that read from it may break, too.`];
}

/** What the questions about changes compare with; undefined: there are none. */
function describeBefore({ changes, against, dbtState }: AskOptions): string | undefined {
  const before = [against ?? (changes ? "the stack's state" : undefined), dbtState].filter((one) => one !== undefined);
  return before.length === 0 ? undefined : before.join(" and ");
}

/** The files beside what they were; without a question about changes, as they are. */
async function compare(
  { cwd, env }: Context,
  { changes, against, files: paths = ["."] }: AskOptions,
  { files }: OwnFiles,
  states: readonly StateDocument[],
): Promise<ComparedFiles> {
  if (against !== undefined) {
    const before = await readFilesAt(cwd, paths, against, env);
    const compared = compareFiles(cwd, files, before.files);
    const notes = before.unread.map(({ file, why }) => `${file} at ${against} can't be read: ${why.split("\n")[0]}`);
    return { ...compared, notes: [...before.notes, ...notes, ...compared.notes] };
  }
  if (!changes) return { files, gone: [], notes: [] };
  if (states.length > 0) return compareWithState(cwd, files, states);
  throw new UsageError(
    "--changes: no stack's state has data models or workbooks of this folder. Run the command in the project of a " +
      "stack that was deployed, name one with --stack, or compare with a commit: --against main.",
  );
}

/** Of elements that get another name: what formulas name by the old one. */
const listRenamedKeys = (changes: readonly Change[]) =>
  changes.flatMap(({ is, renamedTo, keys }) => (is === "element" && renamedTo !== undefined ? keys : []));

/** The files that are asked for, or those of the working directory; of a whole home folder none. */
function readProjectFiles(cwd: string, paths: readonly string[] | undefined): OwnFiles {
  if (paths !== undefined) return readOwnFiles(cwd, paths);
  if (cwd === homedir() || cwd === parse(cwd).root) return { files: [], unread: [] };
  try {
    return readOwnFiles(cwd, ["."]);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { files: [], unread: [{ file: ".", why: error.message }] };
  }
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
