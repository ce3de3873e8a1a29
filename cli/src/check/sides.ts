/** The project's data models at two times. */
import { isDeepStrictEqual } from "node:util";
import { type CheckedModel, readCheckedModel } from "pulumi-analytics-internal/core/checks";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { isSameName } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import { type Address, type FileAddress, formatAddress, type PlatformAddress } from "../documents/address";
import { listAffected, listReads } from "../documents/affected";
import { toDocument } from "../documents/create";
import type { AlignedDocument, Document } from "../documents/document";
import { type ComparedFiles, compare, isAmong } from "../documents/earlier";
import { matchDocuments, type OwnDocument } from "../documents/match-documents";
import type { DocumentFile, OwnFile } from "../documents/read-files";
import type { DocumentSet } from "../documents/set";
import type { StateDocument } from "../documents/states";

/** A data model at one time. */
export interface Side {
  /** With the form of that time. */
  readonly document: OwnDocument;
  /** Where the platform has just this. */
  readonly inPlace?: CheckedModel | undefined;
}

/** The data models that changed, and those that read them, at both times by their ids. */
export interface BothTimes {
  readonly before: ReadonlyMap<string, Side>;
  readonly after: ReadonlyMap<string, Side>;
  readonly states: readonly StateDocument[];
  /** What isn't compared, and why. */
  readonly notes: readonly string[];
}

/**
 * Finds what changed in the project's data models, and what reads it.
 *
 * @throws UsageError where there is nothing to compare with.
 */
export async function findSides(
  documents: DocumentSet,
  against: Address,
  addresses: readonly FileAddress[],
): Promise<BothTimes> {
  const { files, unread } = documents.readProject();
  const states = await documents.listResourcesAround(files);
  const paths = addresses.length === 0 ? [] : documents.listPaths(addresses);
  const models = files.filter(({ type }) => type === "data model");
  const { inPlace = new Map<string, CheckedModel>(), ...compared }: PlatformFiles =
    against.from === "platform"
      ? await comparePlatform(documents, models, { against, addresses, states })
      : await compare(documents, models, { against, paths, states });
  const matched = matchDocuments(documents.cwd, compared, states, undefined).documents;
  const isSecret = ({ state }: OwnDocument) => state?.isConfidential === true;
  const own = matched.filter((one) => !isSecret(one));
  // Of a whole time, what has no counterpart is new; else nobody said what it is to be compared with.
  const isWhole = against.from === "commit" ? against.target === undefined : against.from === "state" && !against.name;
  const isNew = ({ former, file }: OwnDocument) =>
    former === undefined && isWhole && isAmong(documents.cwd, file, paths);
  const isChanged = (one: OwnDocument) =>
    one.isGone || isNew(one) || (one.former !== undefined && !isDeepStrictEqual(one.form, one.former.form));
  const affected = listAffected(
    own.filter(isChanged).map(({ id }) => id),
    listReads(own),
  );
  const chosen = own.filter(({ id }) => affected.has(id));
  const before = chosen.flatMap((document): Side[] => {
    const { former, file } = document;
    if (former !== undefined) return [{ document: { ...document, form: former.form }, inPlace: inPlace.get(file) }];
    return isNew(document) ? [] : [{ document }];
  });
  const after = chosen.filter(({ isGone }) => !isGone).map((document): Side => ({ document }));
  return {
    before: indexSides(before),
    after: indexSides(after),
    states,
    notes: [
      ...compared.notes,
      ...unread.map(({ file, why }) => `${file} can't be read: ${why.split("\n")[0]}`),
      ...matched.filter(isSecret).map(({ file }) => `${file} holds a secret: it isn't compared.`),
    ],
  };
}

const indexSides = (sides: readonly Side[]) => new Map(sides.map((side) => [side.document.id, side]));

/** Also what the platform has as its latest version, by the files that it is compared with. */
interface PlatformFiles extends ComparedFiles {
  readonly inPlace?: ReadonlyMap<string, CheckedModel>;
}

interface PlatformComparison {
  readonly against: PlatformAddress;
  readonly addresses: readonly FileAddress[];
  readonly states: readonly StateDocument[];
}

/**
 * The files beside what the platform has, in the words of the files.
 *
 * @throws UsageError where nothing says which file a document is compared with.
 */
async function comparePlatform(
  documents: DocumentSet,
  files: readonly DocumentFile[],
  { against, addresses, states }: PlatformComparison,
): Promise<PlatformFiles> {
  const there = await documents.read(against, ["data model"]);
  const named = addresses.flatMap((address) => documents.findInProject(address)?.file ?? []);
  const asked = addresses.length === 0 ? files : files.filter(({ file }) => named.includes(file));
  const own = await Promise.all(
    asked.map(async (file) => {
      const document = toDocument(file);
      return { file, document, state: await documents.findResource(document) };
    }),
  );
  const inPlace = new Map<string, CheckedModel>();
  const formers = new Map<OwnFile, { readonly file: string; readonly form: Json }>();
  for (const document of there) {
    const isCalled = ({ name, form }: OwnFile) =>
      [name, (form as JsonObject).name].some((one) => typeof one === "string" && isSameName(one, document.name));
    const one =
      own.find(({ state }) => state !== undefined && state.id === document.stored?.id) ??
      own.find(({ file, state }) => state === undefined && isCalled(file)) ??
      (there.length === 1 && own.length === 1 ? own[0] : undefined);
    if (one === undefined) continue;
    const state = states.find(({ id }) => id === document.stored?.id);
    const [was] = document.align(one.document, state === undefined ? {} : { state });
    formers.set(one.file, { file: formatAddress(document.address), form: was.contents });
    if (against.version === undefined) inPlace.set(one.file.file, await toCheckedModel(document, was));
  }
  if (formers.size > 0) {
    const compared = files.map((file) => {
      const former = formers.get(file);
      return former === undefined ? file : { ...file, former };
    });
    return { files: compared, gone: [], notes: [], inPlace };
  }
  const text = formatAddress(against);
  throw new UsageError(
    `--against ${text}: can't tell which model it was. Name its file: check <file> --against ${text}`,
  );
}

/** A document of the platform, with the ids that the file has for its elements. */
function toCheckedModel({ model, stored }: Document, { aliases = new Map() }: AlignedDocument): Promise<CheckedModel> {
  const elements = Object.fromEntries([...aliases].map(([id, own]) => [own, { id }]));
  return readCheckedModel(stored!.client, model!, { pages: {}, elements });
}
