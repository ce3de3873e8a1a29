import { homedir } from "node:os";
import { parse } from "node:path";
import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import { type Broken, findBroken, findBrokenFiles, type PlatformReader } from "pulumi-analytics-internal/core/impact";
import { Places } from "pulumi-analytics-internal/core/spec/text";
import type { Use } from "pulumi-analytics-internal/core/usage";
import { type Context, UsageError } from "../command";
import { readName } from "../organization";
import type { ProfileOptions } from "../profile";
import { describeFiles, matchDocuments, type OwnDocument } from "./own-documents";
import { type OwnFiles, readOwnFiles } from "./own-files";
import { listPlaces, readStateDocuments, type StateDocument } from "./own-states";
import { usePlatform } from "./platform";
import type { Answer, FilePlace } from "./present";
import { describeSought, listNamedModels, type NamedModel, type Question } from "./question";

/** Where to look. */
export interface AskOptions extends ProfileOptions {
  /** Files and folders; default: the working directory. */
  readonly files?: readonly string[];
  readonly offline?: boolean;
}

/** What questions may be about. */
export interface Askable {
  readonly models: readonly NamedModel[];
  /** Where these are, for messages. */
  readonly where: string;
  /** Which files couldn't be read. */
  readonly hint: string;
  readonly own: readonly OwnDocument[];
  readonly states: readonly StateDocument[];
}

/** Questions, and what else there is to tell of them. */
export type ListQuestions = (about: Askable) => readonly Question[];

/** Asks the project's files and the platform; without credentials, or offline, only the files. */
export async function ask(context: Context, options: AskOptions, listQuestions: ListQuestions): Promise<Answer> {
  const { cwd, env } = context;
  const ownFiles = readProjectFiles(cwd, options.files);
  const { files } = ownFiles;
  const states = await readStateDocuments(listPlaces(cwd, files), options.stack, env);
  const work = async (reader?: PlatformReader, client?: AnalyticsClient): Promise<Answer> => {
    const { documents: own, notes } = matchDocuments(cwd, files, states, reader?.documents);
    const models = listNamedModels(reader?.documents, own);
    const where = reader === undefined ? "in the files" : "on the platform";
    const hint = ownFiles.unread.map(({ file, why }) => ` ${file} can't be read: ${why.split("\n")[0]}`).join("");
    const questions = listQuestions({ models, where, hint, own, states });
    const sought = describeSought(questions);
    const described = describeFiles(own, reader?.documents);
    const broken =
      reader === undefined ? findBrokenFiles(sought, described) : await findBroken(reader, sought, described);
    return {
      ...broken,
      questions,
      places: locateUses(broken, own),
      unreadFiles: ownFiles.unread,
      notes,
      isAsked: reader !== undefined,
      seenBy: broken.isWhole || client === undefined ? undefined : await readSeer(client),
    };
  };
  if (options.offline) return work();
  return usePlatform(context, options, work, files.length > 0 ? () => work() : undefined);
}

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
