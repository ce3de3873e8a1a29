import type { FastifyRequest } from "fastify";
import { createNotFound } from "../../http/errors";
import { buildPage, buildTokenPage } from "../../http/pages";
import type { Collection, Store } from "../../state/store";

/** A tag on one version of a document. That version is a document of its own, too. */
export interface DocumentTag {
  readonly versionTagId: string;
  readonly version: number;
  readonly taggedId: string;
  readonly taggedAt: string;
}

/** A document without its name, place and owner, which are those of the file with the same id. */
export interface DocumentRecord {
  readonly documentId: string;
  readonly latestVersion: number;
  readonly tags: readonly DocumentTag[];
  /** Those that were taken off. */
  readonly formerTags?: readonly DocumentTag[];
}

/** Documents whose versions carry tags, in the form that all kinds have in common. */
export interface TaggedKind {
  /** As in the names of fields: `workbookId`, `dataModelVersion`. */
  readonly type: "workbook" | "report" | "dataModel";
  /** As in messages. */
  readonly title: string;
  /** What the request that puts a tag on a document calls the tag's name. */
  readonly tagKey: "tag" | "tagName";
  readonly get: (store: Store, id: string) => DocumentRecord | undefined;
  readonly listAll: (store: Store) => DocumentRecord[];
  /** Returns the record as the store has it. */
  readonly put: (store: Store, record: DocumentRecord) => object;
  /** A tag under the names that answers have for its fields. */
  readonly writeTag: (tag: DocumentTag) => object;
}

/** Workbooks and reports, which have the same operations. */
export interface DocumentKind extends TaggedKind {
  readonly type: "workbook" | "report";
  /** The path of the list. */
  readonly path: "/v2/workbooks" | "/v2/reports";
  /** The style of most of its lists. */
  readonly list: <Item, Entry>(
    request: FastifyRequest,
    items: readonly Item[],
    present: (item: Item) => Entry,
  ) => unknown;
}

/** What the store and answers call the fields of a kind's records. */
type Names = Readonly<Partial<Record<keyof DocumentRecord | keyof DocumentTag, string>>>;

function rename(object: object, names: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      names[name] ?? name,
      Array.isArray(value) ? value.map((tag) => rename(tag, names)) : value,
    ]),
  );
}

function defineRecords(
  getCollection: (store: Store) => Collection<object>,
  names: Names,
): Pick<TaggedKind, "get" | "listAll" | "put" | "writeTag"> {
  const common = Object.fromEntries(Object.entries(names).map(([name, own]) => [own, name]));
  const read = (record: object) => rename(record, common) as DocumentRecord;
  return {
    get(store, id) {
      const record = getCollection(store).get(id);
      return record && read(record);
    },
    listAll: (store) => getCollection(store).listAll().map(read),
    put: (store, record) => getCollection(store).put(record.documentId, rename(record, names)),
    writeTag: (tag) => rename(tag, names),
  };
}

export const workbooks: DocumentKind = {
  type: "workbook",
  title: "Workbook",
  path: "/v2/workbooks",
  tagKey: "tag",
  list: buildPage,
  ...defineRecords(({ workbooks }) => workbooks as Collection<object>, {
    documentId: "workbookId",
    version: "sourceWorkbookVersion",
    taggedId: "taggedWorkbookId",
    taggedAt: "workbookTaggedAt",
  }),
};

export const reports: DocumentKind = {
  type: "report",
  title: "Report",
  path: "/v2/reports",
  tagKey: "tagName",
  list: buildTokenPage,
  ...defineRecords(({ reports }) => reports as Collection<object>, {
    documentId: "reportId",
    version: "sourceVersion",
    taggedId: "taggedReportId",
  }),
};

export const dataModels: TaggedKind = {
  type: "dataModel",
  title: "Data model",
  tagKey: "tag",
  ...defineRecords(({ dataModels }) => dataModels as Collection<object>, {
    documentId: "dataModelId",
    latestVersion: "latestDocumentVersion",
    version: "sourceVersion",
    taggedId: "taggedDataModelId",
  }),
};

/** Everything that can be tagged. */
export const taggedKinds: readonly TaggedKind[] = [workbooks, reports, dataModels];

/** Adds the record of a new document, which has the contents of another one or none. */
export function addRecord(store: Store, kind: TaggedKind, documentId: string, contentsOf?: string): object {
  if (contentsOf !== undefined) copyContents(store, contentsOf, documentId);
  return kind.put(store, { documentId, latestVersion: 1, tags: [] });
}

export function copyContents({ documentContents }: Store, from: string, to: string): void {
  const contents = documentContents.get(from);
  if (contents) documentContents.put(to, { ...contents, documentId: to });
}

/** Refuses a version that a document hasn't had. */
export function checkVersion({ title }: TaggedKind, { latestVersion }: DocumentRecord, version: number): void {
  if (version < 1 || version > latestVersion) {
    throw createNotFound(`Version of the ${title.toLowerCase()}`, String(version));
  }
}

/** A version that carries a tag. */
export interface TaggedVersion {
  /** Id of the document that was tagged. */
  readonly sourceId: string;
  readonly version: number;
}

/** The tagged version with an id; a tag that is taken off takes the document with it. */
export function findTaggedVersion(store: Store, id: string): TaggedVersion | undefined {
  // What is in a folder under its own id is none.
  if (store.files.get(id) !== undefined) return undefined;
  for (const { documentId: sourceId, tags } of taggedKinds.flatMap((kind) => kind.listAll(store))) {
    const tag = tags.find(({ taggedId }) => taggedId === id);
    if (tag) return { sourceId, version: tag.version };
  }
  return undefined;
}
