import type { FastifyRequest } from "fastify";
import type { Call } from "../../call";
import { requireExisting } from "../../http/errors";
import { presentOptionalText } from "../../http/fields";
import type { DocumentRecord, DocumentTag, Inode } from "../../state/records";
import { checkLiving, findFile, presentDocument } from "../files";
import { findTag } from "../tags";
import { type DocumentKind, findTaggedVersion, type TaggedKind } from "./kinds";

/** A document with its file, as a read by id sees them. */
export interface Document extends DocumentRecord {
  readonly file: Inode;
}

export function findDocument(call: Call, kind: TaggedKind, id: string): Document {
  const record = requireExisting(call.store[kind.collection].get(id), kind.title, id);
  return { ...record, file: findFile(call, id, kind.title) };
}

/** The document for a write: a 409 when it is archived. */
export function findWritableDocument(call: Call, kind: TaggedKind, id: string): Document {
  checkLiving(call, id, kind.title);
  return findDocument(call, kind, id);
}

/** A document, or the tagged version of one, which has no tags of its own and the file of the document. */
export function findDocumentVersion(call: Call, kind: TaggedKind, id: string): Document {
  const tagged = findTaggedVersion(call.store, id);
  if (!tagged) return findDocument(call, kind, id);
  const { file } = findDocument(call, kind, tagged.sourceId);
  return { documentId: id, latestVersion: tagged.version, tags: [], file };
}

/** The id of the document that a path names. */
export function getDocumentId({ params }: FastifyRequest, { type }: TaggedKind): string {
  return (params as Record<string, string>)[`${type}Id`] ?? "";
}

export function presentRecord(
  call: Call,
  kind: DocumentKind,
  { documentId, file, latestVersion, tags }: Document,
  withoutTags = false,
): Record<string, unknown> {
  return {
    [`${kind.type}Id`]: documentId,
    [`${kind.type}UrlId`]: file.urlId,
    ...presentDocument(call, file),
    latestVersion,
    ownerId: file.ownerId,
    ...(withoutTags ? {} : { tags: tags.map((tag) => presentTag(call, kind, tag)) }),
    ...presentOptionalText(call, "description", file.description),
  };
}

export function presentTag(call: Call, kind: DocumentKind, tag: DocumentTag, isArchived = false): object {
  const { versionTagId, ...given } = tag;
  const fields = Object.entries({ ...given, name: findTag(call, versionTagId).name });
  const named = fields.map(([field, value]) => [kind.tagFields[field as keyof typeof kind.tagFields], value]);
  return { versionTagId, ...Object.fromEntries(named), isArchived };
}
