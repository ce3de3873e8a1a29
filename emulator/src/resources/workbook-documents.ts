import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { createUnmatched, PlatformError } from "../http/errors";
import { defineObject } from "../http/fields";
import { parseBody, parseQuery } from "../http/validate";
import { asksForJson, sendYaml, wantsYamlOfWrite } from "../http/yaml";
import {
  accept,
  type CodedKind,
  checkVerifiedFolder,
  createFromDocument,
  getLatestDocumentVersion,
  type Key,
  readDocument,
  refuseYaml,
  replaceDocument,
} from "./documents/coded";
import { formUrl } from "./files";
import { findWorkbook } from "./find-workbook";

interface Params {
  Params: { workbookId: string };
}

export const codedWorkbooks: CodedKind = {
  type: "workbook",
  find: findWorkbook,
  putVersion: ({ store }, workbookId, latestVersion) =>
    store.workbooks.put(workbookId, { tags: [], ...store.workbooks.get(workbookId), workbookId, latestVersion }),
};

/**
 * Workbooks as code. One representation is read and written through two families of endpoints, each with its own
 * envelope.
 */
export function addWorkbookDocumentRoutes(app: FastifyInstance): void {
  app.put<Params>("/v2/workbooks/:workbookId/contents", async (request) => {
    const { call, params, body } = request;
    checkServed(call, "contents");
    refuseYaml(request, call.settings.workbookContentsYaml === "accept");
    return replaceDocument(request, codedWorkbooks, { id: params.workbookId, key: "contents", body });
  });

  app.post("/v2/workbooks/spec", async (request, reply) => {
    const { call, body } = request;
    checkServed(call, "document");
    const fields = { ...parseCreate(call, body), key: "document" as const };
    return answerWrite(request, reply, { success: true, workbookId: createFromDocument(call, codedWorkbooks, fields) });
  });

  app.post("/v2/workbooks/spec/verify", async (request, reply) => {
    const { call, body } = request;
    checkServed(call, "document");
    const { folderId, document } = parseCreate(call, body);
    checkVerifiedFolder(call, folderId);
    return answerWrite(request, reply, verify(call, document));
  });

  app.get<Params>("/v2/workbooks/:workbookId/spec", async (request, reply) => {
    const { call, params } = request;
    checkServed(call, "document");
    const { file, latestVersion } = findWorkbook(call, params.workbookId);
    return answerRead(request, reply, {
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
      latestDocumentVersion: getLatestDocumentVersion(call, params.workbookId, latestVersion),
      document: readDocument(call, params.workbookId),
    });
  });

  app.put<Params>("/v2/workbooks/:workbookId/spec", async (request, reply) => {
    const { call, params, body } = request;
    checkServed(call, "document");
    const sent = { id: params.workbookId, key: "document" as const, body };
    return answerWrite(request, reply, replaceDocument(request, codedWorkbooks, sent));
  });
}

/** An organization without the feature, or without one of the families, has no such path. */
function checkServed({ settings }: Call, key: Key): void {
  if (settings.workbookApi !== "both" && settings.workbookApi !== key) throw createUnmatched();
}

/** Whether `includeContents` of a read and the `contents` of a create mean anything. */
export function canServeContents({ settings }: Call): boolean {
  return settings.workbookApi === "both" || settings.workbookApi === "contents";
}

/** A read is YAML unless JSON is asked for, in the query or by the header. */
function answerRead(request: FastifyRequest, reply: FastifyReply, value: unknown): unknown {
  const { format } = parseQuery(z.object({ format: z.string().optional() }), request.query);
  const isJson = format === undefined ? asksForJson(request) : format === "json";
  return isJson ? value : sendYaml(reply, value);
}

function answerWrite(request: FastifyRequest, reply: FastifyReply, value: unknown): unknown {
  return wantsYamlOfWrite(request) ? sendYaml(reply, value) : value;
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

/** Faults of meaning are in the answer, faults of shape a 400. Some faults aren't looked for, as on the platform. */
function verify(call: Call, sent: unknown): object {
  try {
    accept(call, codedWorkbooks, sent, "document", call.settings.workbookUnverified);
    return { valid: true, errors: [], warnings: [] };
  } catch (error) {
    if (!(error instanceof PlatformError) || /Invalid |Expecting /.test(error.message)) throw error;
    return { valid: false, errors: [{ summary: error.message }], warnings: [] };
  }
}
