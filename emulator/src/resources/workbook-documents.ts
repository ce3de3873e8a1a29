import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { createUnmatched, PlatformError } from "../http/errors";
import { defineObject } from "../http/fields";
import { parseBody, parseQuery } from "../http/validate";
import { asksForJson, sendYaml, wantsYamlOfWrite } from "../http/yaml";
import {
  accept,
  checkVerifiedFolder,
  createFromDocument,
  getLatestDocumentVersion,
  readDocument,
  replaceDocument,
} from "./documents/coded";
import { findDocument } from "./documents/document";
import { workbooks } from "./documents/kinds";
import { formUrl } from "./files";

interface Params {
  Params: { workbookId: string };
}

/**
 * Workbooks as code, in one of the two families of endpoints through which the same representation is read and written.
 * The envelope of the other one is that of reports, too.
 */
export function addWorkbookDocumentRoutes(app: FastifyInstance): void {
  app.post("/v2/workbooks/spec", async (request, reply) => {
    const { call, body } = request;
    checkServed(call);
    const fields = { ...parseCreate(call, body), key: "document" as const };
    return answerWrite(request, reply, { success: true, workbookId: createFromDocument(call, workbooks, fields) });
  });

  app.post("/v2/workbooks/spec/verify", async (request, reply) => {
    const { call, body } = request;
    checkServed(call);
    const { folderId, document } = parseCreate(call, body);
    checkVerifiedFolder(call, folderId);
    return answerWrite(request, reply, verify(call, document));
  });

  app.get<Params>("/v2/workbooks/:workbookId/spec", async (request, reply) => {
    const { call, params } = request;
    checkServed(call);
    const { file, latestVersion } = findDocument(call, workbooks, params.workbookId);
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
    checkServed(call);
    const sent = { id: params.workbookId, key: "document" as const, body };
    return answerWrite(request, reply, replaceDocument(request, workbooks, sent));
  });
}

/** An organization without the feature, or without one of the families, has no such path. */
function checkServed({ settings }: Call): void {
  if (settings.workbookApi !== "both" && settings.workbookApi !== "document") throw createUnmatched();
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
    accept(call, workbooks, sent, "document", call.settings.workbookUnverified);
    return { valid: true, errors: [], warnings: [] };
  } catch (error) {
    if (!(error instanceof PlatformError) || /Invalid |Expecting /.test(error.message)) throw error;
    return { valid: false, errors: [{ summary: error.message }], warnings: [] };
  }
}
