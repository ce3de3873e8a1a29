import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, stampUpdated } from "../../call";
import { createFailure, createInvalidRequest, PlatformError } from "../../http/errors";
import { parseBody } from "../../http/validate";
import { sendsYaml } from "../../http/yaml";
import type { DocumentContents } from "../../state/records";
import { type Check, checkDocument } from "../../workbook/checks";
import type { WorkbookDocument } from "../../workbook/document";
import { omitFromRead } from "../../workbook/omissions";
import { addBaseGroupings, buildStoredForm } from "../../workbook/stored-form";
import { buildDocument, buildDocumentPages } from "../../workbook/tables";
import { buildCatalog, describeOutside } from "../data-models/references";
import { addFile, findFolder } from "../files";
import { findWritableDocument } from "./document";
import { addRecord, type DocumentKind } from "./kinds";

/** What a request calls the representation of a document. */
export type Key = "contents" | "document";

/** A document that was refused or accepted: the same sentence either way. */
interface NewDocument {
  readonly name: string;
  readonly folderId: string;
  readonly description?: string | undefined;
  readonly ownerId?: string | undefined;
  readonly document?: unknown;
  readonly key: Key;
}

/** Makes a document from its representation; a refused one makes nothing. */
export function createFromDocument(call: Call, kind: DocumentKind, options: NewDocument): string {
  const { key, document, folderId, ...file } = options;
  const parentId = findFolder(call, folderId).id;
  const stored = accept(call, kind, document, key);
  const { id } = addFile(call, { type: kind.type, parentId, ...file });
  addRecord(call.store, kind, id);
  putContents(call, convertToContents(call, id, stored), 1);
  return id;
}

/** Makes the next version of a document, and ends the edit session and the draft of whoever has one. */
export function replaceDocument(
  { call, logged }: Pick<FastifyRequest, "call" | "logged">,
  kind: DocumentKind,
  { id, key, body }: { readonly id: string; readonly key: Key; readonly body: unknown },
): object {
  const { file, ...record } = findWritableDocument(call, kind, id);
  const { latestVersion } = record;
  const extra = call.settings.workbookExtraKeys === "refuse" ? z.strictObject : z.looseObject;
  const sent = parseBody(extra({ [key]: z.unknown().optional(), documentVersion: z.number().optional() }), body);
  const { documentVersion } = sent as { documentVersion?: number };
  const isStale = documentVersion !== undefined && documentVersion !== latestVersion;
  if (isStale && call.settings.workbookVersionLock === "refuse") {
    const status = call.settings.staleVersionStatus;
    throw createFailure(status, `The ${kind.type} is at version ${latestVersion}, not at ${documentVersion} any more`);
  }
  const stored = accept(call, kind, (sent as Record<string, unknown>)[key], key);
  call.store[kind.collection].put(id, { ...record, latestVersion: latestVersion + 1 });
  putContents(call, convertToContents(call, id, stored), latestVersion + 1);
  call.store.files.put(id, { ...file, ...stampUpdated(call.actor) });
  const draft = call.store.drafts.get(id);
  if (draft) {
    call.store.drafts.delete(id);
    // Only the log tells: no answer says that somebody's work is gone.
    if (logged) logged.discardedDraftOf = call.store.members.get(draft.memberId)?.email ?? draft.memberId;
  }
  return { success: true, [`${kind.type}Id`]: id };
}

/** From what somebody sent to what is kept. */
export function accept(
  call: Call,
  { type: kind }: Pick<DocumentKind, "type">,
  sent: unknown,
  key: Key,
  unchecked: readonly Check[] = [],
): WorkbookDocument {
  if (sent === undefined) {
    const expected = key === "document" ? "{ schemaVersion: 1 }" : "object";
    throw createInvalidRequest(`Expecting ${expected} at 0.${key} but instead got: undefined`);
  }
  const catalog = buildCatalog(call);
  const outside = describeOutside(call);
  const { settings } = call;
  const organization = call.ids.nameUuid("organization");
  const around = { settings, catalog, outside, key, kind, organization, unchecked };
  return buildStoredForm(settings, checkDocument(sent, around), catalog);
}

/**
 * The dry run of a create: no warnings where all is well, and a 400 with what is wrong. `dryRun` says that no document
 * was created.
 *
 * @returns the status, and the body.
 */
export function answerDryRun(
  call: Call,
  kind: DocumentKind,
  { folderId, contents }: { readonly folderId: string; readonly contents?: unknown },
): readonly [status: number, body: object] {
  checkVerifiedFolder(call, folderId);
  try {
    if (contents !== undefined) accept(call, kind, contents, "contents");
    return [200, { dryRun: true, warnings: [] }];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [400, { dryRun: true, valid: false, errors: [{ summary: error.message }], warnings: [] }];
  }
}

/** A dry run looks the folder up, in words of its own. */
export function checkVerifiedFolder(call: Call, folderId: string): void {
  if (call.store.files.get(folderId)?.deletedWith !== null) throw createFailure(404, "No matching record");
}

/** Refuses YAML where only JSON is read. */
export function refuseYaml(request: FastifyRequest, isAccepted = false): void {
  if (sendsYaml(request) && !isAccepted) throw createFailure(415, "Unsupported media type: application/yaml");
}

/** A document as code, without what the platform leaves out of a read. */
export function readDocument(call: Call, id: string): WorkbookDocument {
  const contents = call.store.documentContents.get(id);
  if (contents?.isUnrepresentable) {
    throw new PlatformError(500, "service_error", "The representation can't be built");
  }
  const kind = call.store.reports.get(id) === undefined ? "workbook" : "report";
  const document = contents?.document ?? buildDocument(contents?.pages ?? [], kind);
  const { workbookAsSent, workbookOmits } = call.settings;
  const read = workbookAsSent.includes("baseGroupings") ? document : addBaseGroupings(document);
  return omitFromRead(read, workbookOmits);
}

/** The version that a read names as the latest: an unpublished draft may count as one. */
export function getLatestDocumentVersion({ settings, store }: Call, id: string, latestVersion: number): number {
  return settings.workbookDrafts === "versions" && store.drafts.get(id) ? latestVersion + 1 : latestVersion;
}

/** Which versions of models a document reads stays as it is, whatever is written: the representation lacks it. */
function convertToContents(call: Call, documentId: string, document: WorkbookDocument): DocumentContents {
  const sourceTags = call.store.documentContents.get(documentId)?.sourceTags;
  return { documentId, document, pages: buildDocumentPages(document), ...(sourceTags && { sourceTags }) };
}

/** Keeps what a document holds now as its contents at a version. */
export function keepVersion(call: Call, id: string, version: number): void {
  const contents = call.store.documentContents.get(id);
  if (contents) call.store.documentVersions.put(`${id}/${version}`, contents);
}

function putContents(call: Call, contents: DocumentContents, version: number): void {
  call.store.documentContents.put(contents.documentId, contents);
  keepVersion(call, contents.documentId, version);
}

/** Brings back what a document held at a version, so far as that was written as code. */
export function restoreContents(call: Call, id: string, version: number, latestVersion: number): void {
  const contents = call.store.documentVersions.get(`${id}/${version}`);
  if (contents) putContents(call, contents, latestVersion);
}

/** Keeps what a document holds at a version as the contents of its tagged version, a document of its own. */
export function putTaggedContents(
  call: Call,
  { id, version, taggedId }: { readonly id: string; readonly version: number; readonly taggedId: string },
  models: readonly { readonly dataModelId: string; readonly toVersionTagId: string | null }[] = [],
): void {
  const { store } = call;
  const contents = store.documentVersions.get(`${id}/${version}`) ?? store.documentContents.get(id);
  if (contents === undefined) return;
  const tags = new Map(Object.entries(contents.sourceTags ?? {}));
  for (const { dataModelId, toVersionTagId } of models) {
    if (toVersionTagId === null) tags.delete(dataModelId);
    else tags.set(dataModelId, toVersionTagId);
  }
  store.documentContents.put(taggedId, { ...contents, documentId: taggedId, sourceTags: Object.fromEntries(tags) });
}
