import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, stampUpdated } from "../call";
import { createFailure, createInvalidRequest, PlatformError } from "../http/errors";
import { defineObject } from "../http/fields";
import { parseBody } from "../http/validate";
import { asksForJson, sendsYaml, sendYaml } from "../http/yaml";
import type { DocumentContents } from "../state/records";
import { checkDocument } from "../workbook/checks";
import type { WorkbookDocument, WorkbookElement } from "../workbook/document";
import { addBaseGroupings, buildStoredForm } from "../workbook/stored-form";
import { buildDocument, buildDocumentPages } from "../workbook/tables";
import { buildCatalog, describeOutside } from "./data-models/references";
import { addFile, checkLiving, findFolder, formUrl } from "./files";
import { findWorkbook } from "./find-workbook";

interface Params {
  Params: { workbookId: string };
}

/** What the two families of endpoints call the representation of a workbook. */
type Key = "contents" | "document";

/**
 * Workbooks as code. One representation is read and written through two families of endpoints, each with its own
 * envelope.
 */
export function addWorkbookDocumentRoutes(app: FastifyInstance): void {
  app.put<Params>("/v2/workbooks/:workbookId/contents", async (request) => {
    const { call, params, body } = request;
    checkServed(call, "contents");
    refuseYaml(request);
    return replaceDocument(call, params.workbookId, "contents", body);
  });

  app.post("/v2/workbooks/spec", async (request, reply) => {
    const { call, body } = request;
    checkServed(call, "document");
    const workbookId = createFromDocument(call, { ...parseCreate(call, body), key: "document" });
    return answer(request, reply, { success: true, workbookId });
  });

  app.post("/v2/workbooks/spec/verify", async (request, reply) => {
    const { call, body } = request;
    checkServed(call, "document");
    const { folderId, document } = parseCreate(call, body);
    checkVerifiedFolder(call, folderId);
    return answer(request, reply, verify(call, document));
  });

  app.get<Params>("/v2/workbooks/:workbookId/spec", async (request, reply) => {
    const { call, params } = request;
    checkServed(call, "document");
    const { file, latestVersion } = findWorkbook(call, params.workbookId);
    return answer(request, reply, {
      workbookId: params.workbookId,
      name: file.name,
      folderId: file.parentId,
      url: formUrl(file),
      ownerId: file.ownerId,
      createdBy: file.createdBy,
      updatedBy: file.updatedBy,
      createdAt: file.createdAt,
      updatedAt: file.updatedAt,
      documentVersion: latestVersion,
      latestDocumentVersion: latestVersion,
      document: readDocument(call, params.workbookId),
    });
  });

  app.put<Params>("/v2/workbooks/:workbookId/spec", async (request, reply) => {
    const { call, params, body } = request;
    checkServed(call, "document");
    return answer(request, reply, replaceDocument(call, params.workbookId, "document", body));
  });
}

/** An organization without the feature, or without one of the families, has no such path. */
function checkServed({ settings }: Call, key: Key): void {
  if (settings.workbookApi !== "both" && settings.workbookApi !== key) throw createUnmatched();
}

const createUnmatched = () => new PlatformError(404, "not_found", "Not found", { cause: "UnmatchedHandler" });

/** Whether `GET /v2/workbooks/{id}?includeContents=true` and the `contents` of a create mean anything. */
export function canServeContents({ settings }: Call): boolean {
  return settings.workbookApi === "both" || settings.workbookApi === "contents";
}

export function refuseYaml(request: FastifyRequest): void {
  if (sendsYaml(request) && request.call.settings.workbookContentsYaml === "refuse") {
    throw createFailure(415, "Unsupported media type: application/yaml");
  }
}

/** YAML unless JSON is asked for. */
function answer(request: FastifyRequest, reply: FastifyReply, value: unknown): unknown {
  return asksForJson(request) ? value : sendYaml(reply, value);
}

function parseCreate(call: Call, body: unknown) {
  return parseBody(
    defineObject(call, {
      name: z.string().min(1),
      folderId: z.string(),
      description: z.string().optional(),
      document: z.unknown().optional(),
    }),
    body,
  );
}

/** A dry run looks the folder up, in words of its own. */
function checkVerifiedFolder(call: Call, folderId: string): void {
  if (call.store.files.get(folderId)?.deletedWith !== null) throw createFailure(404, "No matching record");
}

/**
 * Faults of meaning are in the answer, faults of shape a 400. References that lead nowhere aren't looked for, as on the
 * platform.
 */
function verify(call: Call, sent: unknown): object {
  try {
    accept(call, sent, "document", { danglingReferences: "accept" });
    return { valid: true, errors: [], warnings: [] };
  } catch (error) {
    if (!(error instanceof PlatformError) || /Invalid |Expecting /.test(error.message)) throw error;
    return { valid: false, errors: [{ summary: error.message }], warnings: [] };
  }
}

/**
 * The dry run of a create: nothing to say where all is well, and a 400 with what is wrong. It finds more than `verify`.
 *
 * @returns the status, and the body.
 */
export function answerDryRun(call: Call, folderId: string, sent: unknown): readonly [status: number, body: object] {
  checkVerifiedFolder(call, folderId);
  try {
    if (sent !== undefined) accept(call, sent, "contents");
    return [200, {}];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [400, { valid: false, errors: [{ summary: error.message }] }];
  }
}

interface NewWorkbook {
  readonly name: string;
  readonly folderId: string;
  readonly description?: string | undefined;
  readonly ownerId?: string | undefined;
  readonly document?: unknown;
  readonly key: Key;
}

/** Makes a workbook from its representation; a refused one makes nothing. */
export function createFromDocument(call: Call, { key, document, folderId, ...file }: NewWorkbook): string {
  const parentId = findFolder(call, folderId).id;
  const stored = accept(call, document, key);
  const { id } = addFile(call, { type: "workbook", parentId, ...file });
  call.store.workbooks.put(id, { workbookId: id, latestVersion: 1, tags: [] });
  putVersion(call, convertToContents(id, stored), 1);
  return id;
}

function replaceDocument(call: Call, workbookId: string, key: Key, body: unknown): object {
  checkLiving(call, workbookId, "Workbook");
  const { latestVersion, file } = findWorkbook(call, workbookId);
  const extra = call.settings.workbookExtraKeys === "refuse" ? z.strictObject : z.looseObject;
  const sent = parseBody(extra({ [key]: z.unknown().optional(), documentVersion: z.number().optional() }), body);
  const { documentVersion } = sent as { documentVersion?: number };
  const isStale = documentVersion !== undefined && documentVersion !== latestVersion;
  if (isStale && call.settings.workbookVersionLock === "refuse") {
    const status = call.settings.staleVersionStatus;
    throw createFailure(status, `Workbook is at version ${latestVersion}, not at ${documentVersion} any more`);
  }
  publishDocument(call, workbookId, accept(call, (sent as Record<string, unknown>)[key], key));
  call.store.files.put(workbookId, { ...file, ...stampUpdated(call.actor) });
  return { success: true, workbookId };
}

/** From what somebody sent to what is kept. */
function accept(call: Call, sent: unknown, key: Key, settings: Partial<Call["settings"]> = {}): WorkbookDocument {
  if (sent === undefined) throw createInvalidRequest(`Expecting object at 0.${key} but instead got: undefined`);
  const catalog = buildCatalog(call);
  const document = checkDocument(sent, {
    settings: { ...call.settings, ...settings },
    catalog,
    outside: describeOutside(call),
    key,
  });
  return buildStoredForm(call.settings, document, catalog);
}

/** Makes the next version of a workbook. */
function publishDocument(call: Call, workbookId: string, document: WorkbookDocument): void {
  const { file: _, ...workbook } = findWorkbook(call, workbookId);
  const latestVersion = workbook.latestVersion + 1;
  call.store.workbooks.put(workbookId, { ...workbook, latestVersion });
  putVersion(call, convertToContents(workbookId, document), latestVersion);
}

function convertToContents(documentId: string, document: WorkbookDocument): DocumentContents {
  return { documentId, document, pages: buildDocumentPages(document) };
}

function putVersion(call: Call, contents: DocumentContents, version: number): void {
  call.store.documentContents.put(contents.documentId, contents);
  call.store.workbookVersions.put(`${contents.documentId}/${version}`, contents);
}

/** Brings back what a workbook held at a version, so far as that was written as code. */
export function restoreContents(call: Call, workbookId: string, version: number, latestVersion: number): void {
  const contents = call.store.workbookVersions.get(`${workbookId}/${version}`);
  if (contents) putVersion(call, contents, latestVersion);
}

/** A workbook as code, without what the platform leaves out of a read. */
export function readDocument(call: Call, workbookId: string): WorkbookDocument {
  const contents = call.store.documentContents.get(workbookId);
  const document = contents?.document ?? buildDocument(contents?.pages ?? []);
  const { workbookAsSent, workbookOmits } = call.settings;
  const read = workbookAsSent.includes("baseGroupings") ? document : addBaseGroupings(document);
  if (!workbookOmits.includes("actions")) return read;
  const removeActions = ({ actions: _, ...element }: WorkbookElement) => element as WorkbookElement;
  return { ...read, elements: read.elements.map(removeActions) };
}
