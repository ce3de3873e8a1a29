/** Documents of the platform that use an old name: what becomes of them, and writing them. */
import { type AnalyticsClient, isAboutOneThing, type WorkbookRepresentation } from "pulumi-analytics-internal/core/api";
import {
  closeModels,
  type KnownSource,
  type Person,
  type PlatformDocument,
  type PlatformReader,
} from "pulumi-analytics-internal/core/impact";
import {
  getValue,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  readKnownString,
} from "pulumi-analytics-internal/core/model/json";
import { dropBaseGroupings, getElementName, WorkbookIndex } from "pulumi-analytics-internal/core/workbook";
import { findLosses } from "pulumi-analytics-internal/kinds/workbook/losses";
import { type NamedDocument, planRename, type RenamePlan } from "./plan";
import { formatChange } from "./present";
import { type FoundTarget, findTarget, type Wanted } from "./target";

/** A document of the platform, as read. */
export interface RemoteDocument extends NamedDocument {
  readonly document: PlatformDocument;
  readonly documentVersion: number;
  /** Of a workbook or report. */
  readonly server?: WorkbookRepresentation;
}

/** Why a document of the platform stays as it is, although it may use the name. */
export interface StayingDocument {
  readonly document: PlatformDocument;
  readonly why: string;
}

/** What is to become of the platform's documents. */
export interface RemotePlan {
  readonly found: FoundTarget<RemoteDocument>;
  readonly documents: readonly RemoteDocument[];
  readonly plan: RenamePlan;
  readonly staying: readonly StayingDocument[];
}

/** What is asked for: the thing by the names that it has on the platform, and which documents are code here. */
interface RemoteRequest extends Wanted {
  readonly modelId: string;
  /** The files of documents by their ids. */
  readonly code: ReadonlyMap<string, string>;
}

/** Reads what reads from a model, and plans what becomes of it. */
export async function planRemote(
  reader: PlatformReader,
  client: AnalyticsClient,
  { text, modelId, part, name, code }: RemoteRequest,
): Promise<RemotePlan> {
  const { documents, staying } = await readMeant(reader, client, modelId);
  const model = documents.find(({ key }) => key === modelId);
  if (model === undefined) throw new Error(staying.find(({ document }) => document.id === modelId)?.why ?? text);
  const found = findTarget(model, { text, part, name });
  const plan = planRename(documents, found);
  for (const { key, document } of documents) {
    const file = code.get(key);
    if (file !== undefined && plan.forms.has(key) && key !== modelId)
      staying.push({ document, why: `it is code here: ${file}. \`pulumi up\` writes it` });
  }
  return { found, documents, plan, staying };
}

/** A model, and what reads from it, also through other models. */
async function readMeant(reader: PlatformReader, client: AnalyticsClient, modelId: string) {
  const sources = await reader.readSources();
  const models = new Set([modelId, ...closeModels(sources, new Set([modelId])).map(({ id }) => id)]);
  const listRead = (document: PlatformDocument) =>
    (sources.get(document) ?? []).filter(({ dataModelId = "" }) => models.has(dataModelId));
  const meant = reader.documents.filter((document) => document.id === modelId || listRead(document).length > 0);
  const partial = new Set(
    (await reader.readUses(meant, sources)).flatMap(({ document, isPartial }) => (isPartial ? [document] : [])),
  );
  const staying: StayingDocument[] = reader.unread.map(({ document, why }) => ({ document, why: getFirstLine(why) }));
  const documents: RemoteDocument[] = [];
  const locate: NamedDocument["locate"] = ({ dataModelId, elementId }) =>
    typeof dataModelId === "string" && typeof elementId === "string" && documents.some(({ key }) => key === dataModelId)
      ? { document: dataModelId, element: elementId }
      : undefined;
  for (const document of meant) {
    const why = explainTag(reader, document, listRead(document)) ?? (partial.has(document) ? unreturned : undefined);
    const read = why === undefined ? await readDocument(client, document, locate) : { document, why };
    if ("why" in read) staying.push(read);
    else documents.push(read);
  }
  return { documents, staying };
}

/** Why a version tag keeps a document as it is; undefined: none does. */
function explainTag(
  { tags }: PlatformReader,
  { tag }: PlatformDocument,
  sources: readonly KnownSource[],
): string | undefined {
  if (tag !== undefined) return `it is the version with the tag ${tag}`;
  const read = sources.find(({ versionTagId }) => versionTagId !== undefined)?.versionTagId;
  if (read === undefined) return undefined;
  return `it reads the version with the tag ${tags.get(read) ?? read}, and breaks when that tag moves`;
}

const unreturned = "the platform can't return it as code: change it in the product, if it uses the name";

const getFirstLine = (text: string) => text.split("\n", 1)[0]!;

/** Reads a document's contents; or says why they can't be. */
async function readDocument(
  client: AnalyticsClient,
  document: PlatformDocument,
  locate: NamedDocument["locate"],
): Promise<RemoteDocument | StayingDocument> {
  const { id: key, name, type } = document;
  const about = { key, name, document, locate };
  try {
    if (type === "data model") {
      const { pages, documentVersion } = await client.dataModels.getSpec(key);
      return { ...about, form: { pages: pages as Json }, isWorkbook: false, documentVersion };
    }
    const server = await client[`${type}Contents`].get(key);
    const form = server.contents as JsonObject;
    return { ...about, form, isWorkbook: true, documentVersion: server.documentVersion, server };
  } catch (error) {
    if (!isAboutOneThing(error)) throw error;
    return { document, why: `its contents can't be read: ${getFirstLine(error.message)}` };
  }
}

/** A line for people: where in a document, and what becomes of the text. */
export interface RemoteChange {
  readonly page: string | undefined;
  readonly element: string;
  readonly text: string;
}

/** What changes in a document. */
export interface RemoteEdit {
  readonly remote: RemoteDocument;
  readonly owner: Person | undefined;
  readonly changes: readonly RemoteChange[];
}

/** The documents that are to be written, the models first: what reads from them needs the new name. */
export function listEdits(
  { documents, plan, found }: RemotePlan,
  code: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, Person>,
): RemoteEdit[] {
  const rank = ({ key, isWorkbook }: RemoteDocument) => (key === found.target.document ? 0 : isWorkbook ? 2 : 1);
  return documents
    .filter(({ key }) => plan.forms.has(key) && !code.has(key))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
    .map((remote) => ({
      remote,
      owner: people.get(remote.document.ownerId),
      changes: plan.changes
        .filter(({ document }) => document === remote.key)
        .map((change) => ({ ...describePlace(remote, change.path), text: formatChange(change) })),
    }));
}

/** The page and element of a path. */
export function describePlace({ form, isWorkbook }: NamedDocument, path: Path): Omit<RemoteChange, "text"> {
  const readName = (value: Json | undefined) => {
    if (!isObject(value)) return undefined;
    return getElementName(value.name ?? value.title) ?? readKnownString(value.id);
  };
  if (!isWorkbook) {
    const element = readName(getValue(form, path.slice(0, 4))) ?? "";
    return { page: readName(getValue(form, path.slice(0, 2))), element };
  }
  const item = getValue(form, path.slice(0, 2));
  const { placements, blocks } = new WorkbookIndex(form);
  const block = isObject(item) ? placements.get(String(item.id))?.[0]?.block.attributes.id : undefined;
  return { page: readName(blocks.get(block ?? "")?.item), element: readName(item) ?? String(path[0]) };
}

/** What became of a write. */
export type WriteResult = { readonly version: number } | { readonly why: string };

/**
 * Writes one document. Where somebody else wrote it since it was read, it is read and planned again, once.
 *
 * @throws ApiError where it isn't this document's alone, such as a connection that is gone.
 */
export async function writeRemote(
  client: AnalyticsClient,
  remotePlan: RemotePlan,
  remote: RemoteDocument,
): Promise<WriteResult> {
  const write = async (one: RemoteDocument, form: JsonObject): Promise<WriteResult> => {
    const why = (await findObstacle(client, one, form)) ?? (await sendForm(client, one, form));
    return why === undefined ? { version: one.documentVersion + 1 } : { why };
  };
  try {
    const written = await write(remote, remotePlan.plan.forms.get(remote.key)!);
    if ("version" in written) return written;
    const now = await readDocument(client, remote.document, remote.locate);
    if ("why" in now) return now;
    if (now.documentVersion === remote.documentVersion) return written;
    const documents = remotePlan.documents.map((one) => (one.key === remote.key ? now : one));
    const again = planRename(documents, remotePlan.found).forms.get(remote.key);
    return again === undefined ? { version: now.documentVersion } : await write(now, again);
  } catch (error) {
    if (!isAboutOneThing(error)) throw error;
    return { why: getFirstLine(error.message) };
  }
}

/** What a write would lose, or the platform refuses of the new contents and not of the old ones. */
async function findObstacle(
  client: AnalyticsClient,
  { server, document: { type } }: RemoteDocument,
  form: JsonObject,
): Promise<string | undefined> {
  if (server === undefined || type === "data model") return undefined;
  const wanted = dropBaseGroupings(form);
  const [loss] = await findLosses(client, type, server, wanted);
  if (loss !== undefined) return `a write may remove what the platform doesn't return as code: ${loss.what}`;
  const { name, folderId } = server;
  const verify = (contents: object) => client[`${type}Checks`].verify({ name, folderId, contents });
  const { errors } = await verify(wanted);
  if (errors.length === 0) return undefined;
  const before = await verify(dropBaseGroupings(server.contents as JsonObject));
  const fresh = errors.find((one) => !before.errors.includes(one));
  return fresh === undefined ? undefined : `the platform refuses it in a dry run: ${getFirstLine(fresh)}`;
}

/** @returns why it wasn't written. */
async function sendForm(
  client: AnalyticsClient,
  { key, document: { type }, documentVersion }: RemoteDocument,
  form: JsonObject,
): Promise<string | undefined> {
  try {
    if (type === "data model") {
      await client.dataModels.updateSpec(key, { schemaVersion: 1, pages: form.pages as never, documentVersion });
    } else {
      const contents = dropBaseGroupings(form);
      await client[`${type}Contents`].update(key, { contents, documentVersion });
    }
    return undefined;
  } catch (error) {
    if (!isAboutOneThing(error)) throw error;
    return getFirstLine(error.message);
  }
}
