import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "../../call";
import { createUnmatched } from "../../http/errors";
import { defineObject } from "../../http/fields";
import { buildPage, type Page } from "../../http/pages";
import { flag } from "../../http/query";
import { parseBody, parseQuery } from "../../http/validate";
import { addFile, checkOwner, listDocuments } from "../files";
import { answerDryRun, createFromDocument, readDocument, refuseYaml, replaceDocument } from "./coded";
import { findDocument, findDocumentVersion, getDocumentId, presentRecord } from "./document";
import { addRecord, type DocumentKind } from "./kinds";

/** Workbooks or reports: their list, and each as a whole. */
export function addObjectRoutes(app: FastifyInstance, kind: DocumentKind): void {
  const { path, type } = kind;
  const isWorkbook = kind.type === "workbook";
  const checkYaml = (request: FastifyRequest) =>
    refuseYaml(request, isWorkbook && request.call.settings.workbookContentsYaml === "accept");

  app.get(path, async (request) => listObjects(request, kind));

  app.get(`${path}/:${type}Id`, async (request) => {
    const { call, query } = request;
    const { includeTaggedSourceUrlId, includeContents } = parseQuery(
      z.object({ includeContents: flag, includeTaggedSourceUrlId: isWorkbook ? flag : z.unknown().optional() }),
      query,
    );
    const document = findDocumentVersion(call, kind, getDocumentId(request, kind));
    const { documentId, file } = document;
    const isTaggedWorkbook = isWorkbook && documentId !== file.id;
    return {
      ...presentRecord(call, kind, document),
      ...(includeContents &&
        canServeContents(call) && {
          documentVersion: document.latestVersion,
          contents: readDocument(call, documentId),
        }),
      ...(isTaggedWorkbook && { workbookUrlId: call.ids.nameUrlId(documentId) }),
      ...(isTaggedWorkbook && includeTaggedSourceUrlId === true && { taggedSourceUrlId: file.urlId }),
    };
  });

  app.post(path, async (request, reply) => {
    const { call, body } = request;
    checkYaml(request);
    const { dryRun: isDryRun, ...fields } = parseCreate(call, kind, body);
    // A platform that doesn't know the field of workbooks ignores it, as any other.
    if (isDryRun && (!isWorkbook || canServeContents(call))) {
      const [status, answer] = answerDryRun(call, kind, fields);
      return reply.status(status).send(answer);
    }
    return presentRecord(call, kind, findDocument(call, kind, createObject(call, kind, fields)));
  });

  app.put(`${path}/:${type}Id/contents`, async (request) => {
    if (!canServeContents(request.call)) throw createUnmatched();
    checkYaml(request);
    const id = getDocumentId(request, kind);
    return replaceDocument(request, kind, { id, key: "contents", body: request.body });
  });
}

/** A page of the documents of a kind; with a tag, of those that carry it. */
function listObjects(request: FastifyRequest, kind: DocumentKind): Page<Record<string, unknown>> {
  const { call, query } = request;
  if (kind.type === "workbook") parseQuery(z.object({ excludeExplorations: flag }), query);
  const { listed, withoutTags } = listDocuments(call, query, {
    all: call.store[kind.collection].listAll(),
    idOf: ({ documentId }) => documentId,
    hasArchived: true,
  });
  return buildPage(
    request,
    listed,
    (document) => presentRecord(call, kind, document, withoutTags),
    "total and hasMore",
  );
}

/** Whether `includeContents` of a read and the `contents` of a create mean anything. */
export function canServeContents({ settings }: Call): boolean {
  return settings.workbookApi === "both" || settings.workbookApi === "contents";
}

/** The key of the other family of endpoints for workbooks is ignored, and makes a blank one. */
function parseCreate(call: Call, { type }: DocumentKind, body: unknown) {
  const ofWorkbook = defineObject(call, {
    folderId: z.string(),
    name: z.string().min(1),
    description: z.string().optional(),
    ownerId: z.string().optional(),
    contents: z.unknown().optional(),
    document: z.unknown().optional(),
    dryRun: z.boolean().optional(),
  });
  const ofReport = ofWorkbook.omit({ ownerId: true, document: true }) as typeof ofWorkbook;
  const { document: _, ...fields } = parseBody(type === "workbook" ? ofWorkbook : ofReport, body);
  return canServeContents(call) ? fields : { ...fields, contents: undefined };
}

/** A blank document, or one with contents. */
function createObject(
  call: Call,
  kind: DocumentKind,
  { folderId, contents, ...fields }: Omit<ReturnType<typeof parseCreate>, "dryRun">,
): string {
  if (fields.ownerId !== undefined) {
    checkOwner(call, fields.ownerId, call.store.files.get(folderId));
  }
  if (contents !== undefined) {
    return createFromDocument(call, kind, { ...fields, folderId, document: contents, key: "contents" });
  }
  const { id } = addFile(call, { type: kind.type, parentId: folderId, ...fields });
  addRecord(call.store, kind, id);
  return id;
}
