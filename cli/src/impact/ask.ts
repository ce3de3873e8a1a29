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
import type { Context } from "../command";
import type { FileAddress } from "../documents/address";
import { describeFiles } from "../documents/describe-files";
import { matchDocuments, type OwnDocument } from "../documents/match-documents";
import { DocumentSet } from "../documents/set";
import { describeBefore, describeNotCompared, type NotCompared, readSides } from "../documents/sides";
import { readName } from "../platform/organization";
import type { ProfileOptions } from "../platform/profile";
import { usePlatform } from "../platform/reading";
import { type Change, listChanges } from "./changes";
import { askNamed, findNamedModels, listNamedFiles } from "./named";
import type { Answer, FilePlace } from "./present";
import { type AskedAddress, askChanges, type ComparedAddress, describeSought, type Question } from "./question";
import { requireTables } from "./tables";

/** Where to look. */
export interface AskOptions extends ProfileOptions {
  readonly offline?: boolean;
}

/** Questions that don't depend on what there is, and what is to be told besides. */
export interface OtherQuestions {
  readonly questions: readonly Question[];
  readonly notes: readonly string[];
}

/** What to ask, beside questions that don't depend on what there is. */
export interface ImpactRequest {
  /** Data models and their parts; where `against` is there, the files whose changes count. */
  readonly addresses: readonly AskedAddress[];
  readonly against: ComparedAddress | undefined;
  /** What the other questions compare with; undefined: they are about no change. */
  readonly since: string | undefined;
  readonly others: OtherQuestions;
}

/**
 * Asks the project's files and the platform; without credentials, or offline, only the files. Where nothing goes away,
 * nobody is asked.
 */
export async function ask(context: Context, options: AskOptions, request: ImpactRequest): Promise<Answer> {
  const { addresses, against, since, others } = request;
  const documents = new DocumentSet(context, options);
  const asked = against === undefined ? await findNamedModels(documents, addresses) : [];
  const changed = against === undefined ? [] : addresses.filter(isOfFiles);
  const project = await readSides(documents, { against, addresses: changed, more: listNamedFiles(asked) });
  const isUnread = ({ what }: NotCompared) => project.unread.some(({ file }) => file === what);
  const notCompared = project.notCompared.filter((one) => !isUnread(one));
  const work = async (reader?: PlatformReader, client?: AnalyticsClient): Promise<Answer> => {
    const { documents: own, notes } = await matchDocuments(documents, project, reader?.documents);
    const changes = listChanges(own);
    const platform = reader === undefined || client === undefined ? undefined : { reader, client };
    const questions = [
      ...(await askNamed(documents.cwd, asked, own, platform)),
      ...others.questions,
      ...askChanges(changes),
    ];
    const files = describeFiles(own, reader?.documents, listRenamedKeys(changes));
    const sought = describeSought(questions);
    const concerned = reader === undefined ? readConcernedFiles(files) : await readConcerned(reader, sought, files);
    const broken = findReaders(concerned, sought);
    const answers = questions.map((question) => {
      const { breaksNow, breaksLater } = findReaders(concerned, describeSought([question]));
      return { ...question, breaks: [...breaksNow, ...breaksLater] };
    });
    const unread = answers.filter(({ breaks }) => breaks.length === 0);
    const openTables = await requireTables(unread, concerned.read, client);
    return {
      ...broken,
      questions: answers,
      places: locateUses(broken, own),
      unreadFiles: project.unread,
      notes: [
        ...project.notes,
        ...notCompared.map(describeNotCompared),
        ...others.notes,
        ...notes,
        ...describeUnknown(files.unknown),
        ...openTables,
      ],
      notCompared: notCompared.length + (against === undefined ? 0 : project.unread.length),
      isAsked: reader !== undefined,
      seenBy: broken.isWhole || client === undefined ? undefined : await readSeer(client),
      against: against === undefined ? since : describeBefore(against),
    };
  };
  const isQuiet =
    asked.length + others.questions.length === 0 &&
    listChanges((await matchDocuments(documents, project)).documents).length === 0;
  if (options.offline || isQuiet) return work();
  const canDoWithout = project.files.length > 0 && asked.every(({ at }) => !("address" in at));
  return usePlatform(context, options, work, canDoWithout ? () => work() : undefined);
}

const isOfFiles = (address: AskedAddress): address is FileAddress => address.from === "files";

function describeUnknown(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const refs = names.map((name) => `!ref ${name}`).join(", ");
  return [`${refs}: no data model that is known here. Files that read from it may break, too.`];
}

/** Of elements that get another name: what formulas name by the old one. */
const listRenamedKeys = (changes: readonly Change[]) =>
  changes.flatMap(({ is, renamedTo, keys }) => (is === "element" && renamedTo !== undefined ? keys : []));

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
