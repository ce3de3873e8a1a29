import type { FastifyRequest } from "fastify";
import { createNotFound } from "../../http/errors";
import { buildPage, buildTokenPage } from "../../http/pages";
import type { DocumentRecord, DocumentTag } from "../../state/records";
import type { Store } from "../../state/store";

/** Documents whose versions carry tags, in the form that all kinds have in common. */
export interface TaggedKind {
  /** As in the names of fields: `workbookId`, `dataModelVersion`. */
  readonly type: "workbook" | "report" | "dataModel";
  /** As in messages. */
  readonly title: string;
  /** What the request that puts a tag on a document calls the tag's name. */
  readonly tagKey: "tag" | "tagName";
  /** Where the store has the records. */
  readonly collection: "workbooks" | "reports" | "dataModels";
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
  /** What answers call the fields of a tag, and the tag's name. */
  readonly tagFields: Readonly<Record<Exclude<keyof DocumentTag, "versionTagId"> | "name", string>>;
}

export const workbooks: DocumentKind = {
  type: "workbook",
  title: "Workbook",
  path: "/v2/workbooks",
  tagKey: "tag",
  collection: "workbooks",
  list: buildPage,
  tagFields: {
    version: "sourceWorkbookVersion",
    taggedId: "taggedWorkbookId",
    taggedAt: "workbookTaggedAt",
    name: "name",
  },
};

export const reports: DocumentKind = {
  type: "report",
  title: "Report",
  path: "/v2/reports",
  tagKey: "tagName",
  collection: "reports",
  list: buildTokenPage,
  tagFields: { version: "sourceVersion", taggedId: "taggedReportId", taggedAt: "taggedAt", name: "tagName" },
};

export const dataModels: TaggedKind = {
  type: "dataModel",
  title: "Data model",
  tagKey: "tag",
  collection: "dataModels",
};

/** Everything that can be tagged. */
export const taggedKinds: readonly TaggedKind[] = [workbooks, reports, dataModels];

/** Adds the record of a new document, which has the contents of another one or none. */
export function addRecord(store: Store, kind: TaggedKind, documentId: string, contentsOf?: string): void {
  if (contentsOf !== undefined) copyContents(store, contentsOf, documentId);
  store[kind.collection].put(documentId, { documentId, latestVersion: 1, tags: [] });
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
  for (const { documentId: sourceId, tags } of taggedKinds.flatMap((kind) => store[kind.collection].listAll())) {
    const tag = tags.find(({ taggedId }) => taggedId === id);
    if (tag) return { sourceId, version: tag.version };
  }
  return undefined;
}
