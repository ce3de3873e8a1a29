import { posix } from "node:path";
import { type AnalyticsClient, collect, isForbidden, readUnless } from "pulumi-analytics-internal/core/api";
import { readKnownString } from "pulumi-analytics-internal/core/model/json";
import { formatAddress } from "../../documents/address";
import { createDocument } from "../../documents/create";
import type { AlignedDocument, Document, KnownBeside } from "../../documents/document";
import { collectLiving } from "../../platform/models";
import type { DocumentTitles } from "../document-title";
import { showId } from "../pages/title";
import type { DrawnModel } from "./graph";
import { convertToDrawn } from "./workbook";

/** A document as a graph shows it. */
export interface DrawnDocument extends DrawnModel {
  readonly document: Document;
}

/** What the platform's lists say of what a graph names. */
export interface PlatformNames {
  /** Names of connections and data models, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of the folders above data models, joined with `/`, by the model's id. */
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * Documents as a graph shows them, each once.
 *
 * @param folders where the data models of the platform are, by their ids.
 */
export function convertDocuments(
  documents: readonly Document[],
  titles: DocumentTitles,
  folders: PlatformNames["folders"] = new Map(),
): DrawnDocument[] {
  const all = [...new Map(documents.map((document) => [formatAddress(document.address), document])).values()];
  const names = all.map(({ name }) => name);
  return all.map((document): DrawnDocument => {
    const { name, type, contents, file, state, stored } = document;
    const isTaken = names.indexOf(name) !== names.lastIndexOf(name);
    const key = stored?.id ?? (isTaken ? formLongKey(document) : name);
    const title = titles.find(document) ?? (type === "data model" ? name : showId(name));
    const of = { document, file: file?.file, title };
    if (type !== "data model") {
      return {
        ...of,
        key: `workbook ${key}`,
        title: `${title} (${type})`,
        reader: type,
        spec: convertToDrawn(contents),
      };
    }
    const dataModelId = stored?.id ?? readKnownString(contents.dataModelId) ?? state?.id;
    return { ...of, key, dataModelId, folder: stored && folders.get(stored.id), spec: contents };
  });
}

/** The key of one of several documents with the same name. */
function formLongKey({ address, file }: Document): string {
  if (file === undefined) return formatAddress(address);
  return file.file.slice(0, file.file.length - posix.extname(file.file).length);
}

/** What the organizations of documents call connections and data models; nothing is asked for files. */
export async function readNames(documents: readonly Document[]): Promise<PlatformNames> {
  const clients = new Set(documents.flatMap(({ stored }) => stored?.client ?? []));
  const lists = await Promise.all(
    [...clients].map((client) => Promise.all([collectLiving(client.dataModels.list()), listConnections(client)])),
  );
  const models = lists.flatMap(([of]) => of);
  return {
    names: new Map([
      ...lists.flatMap(([, connections]) => connections),
      ...models.map(({ dataModelId, name }) => [dataModelId, name] as const),
    ]),
    folders: new Map(models.map(({ dataModelId, path }) => [dataModelId, path])),
  };
}

/** Connections by id; a picture can do without their names, where nobody may list them. */
async function listConnections(client: AnalyticsClient): Promise<(readonly [id: string, name: string])[]> {
  const connections = (await readUnless(isForbidden, collect(client.connections.list()))) ?? [];
  return connections.map(({ connectionId, name }) => [connectionId, name] as const);
}

/**
 * Two versions of a document in one set of ids, so that only what changed in meaning differs: what the platform has is
 * written in the ids of the file, with its `!ref`s.
 *
 * @throws UsageError for a workbook and a data model.
 */
export function alignDocuments(
  before: DrawnDocument,
  after: DrawnDocument,
  known: KnownBeside,
): readonly [DrawnDocument, DrawnDocument] {
  const [was, is] = before.document.align(after.document, known);
  return [replaceContents(before, was, after), replaceContents(after, is, before)];
}

function replaceContents(
  { document, ...drawn }: DrawnDocument,
  { contents, ids }: AlignedDocument,
  other: DrawnDocument,
): DrawnDocument {
  const spec = drawn.reader === undefined ? contents : convertToDrawn(contents);
  const own = { ...drawn, document: createDocument({ ...document, contents }), spec };
  // One that is written in the words of the other is called as that is.
  if (ids === undefined) return own;
  const aliases = new Map(Object.entries(ids.elements).map(([element, { id }]) => [id, element]));
  return { ...own, key: other.key, file: other.file, aliases };
}
