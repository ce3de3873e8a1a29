import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, stampUpdated } from "../../call";
import { createNotFound, requireExisting } from "../../http/errors";
import { defineObject } from "../../http/fields";
import { createMinuteGate } from "../../http/limits";
import { flag } from "../../http/query";
import { parseBody, parseQuery } from "../../http/validate";
import { listMembers } from "../../workbook/tables";
import { addFile } from "../files";
import { findTag } from "../tags";
import { restoreContents } from "./coded";
import { compileExport, runExport } from "./computed-export";
import { CompiledDocument } from "./contents";
import { findDocument, getDocumentId, presentRecord } from "./document";
import { addRecord, checkVersion, type DocumentKind, reports, workbooks } from "./kinds";
import { buildQuery } from "./query";
import { parseReportSwaps, parseSwaps, swapSources } from "./swap";

/** What happens once and leaves no object that the API reads again, but for copies. */
export function addActionRoutes(app: FastifyInstance, kind: DocumentKind): void {
  const path = `${kind.path}/:${kind.type}Id`;
  const open = (request: FastifyRequest) => findDocument(request.call, kind, getDocumentId(request, kind));

  const copyDocument = (request: FastifyRequest): Record<string, unknown> => {
    const { call, body } = request;
    const fields = parseBody(
      defineObject(call, {
        destinationFolderId: z.string(),
        name: z.string().min(1),
        description: z.string().optional(),
        ...(kind.type === "workbook" ? { copyBookmarks: z.enum(["all", "accessible"]).optional() } : {}),
      }),
      body,
    );
    return copy(call, kind, open(request).documentId, fields);
  };
  app.post(`${path}/copy`, async (request) => copyDocument(request));
  app.post(`${path}/tag/:versionTag/copy`, async (request) => {
    const { versionTag = "" } = request.params as Record<string, string>;
    const { tags } = open(request);
    if (!tags.some(({ versionTagId: id }) => [id, findTag(request.call, id).name].includes(versionTag))) {
      throw createNotFound("Tag of the document", versionTag);
    }
    return copyDocument(request);
  });

  const exportGate = createMinuteGate((settings) => settings.exportsPerMinute);
  app.post(`${path}/export`, exportGate, async (request) => {
    const { call } = request;
    const { documentId } = open(request);
    const body = parseBody(defineExport(call, kind), request.body);
    const { elementId, pageId, format } = body;
    const document = new CompiledDocument(call, documentId);
    if (elementId !== undefined) document.buildElement(elementId);
    if (pageId !== undefined) document.buildPage(pageId);
    const queryId = call.ids.makeUuid("query");
    const isEndless = format.type === "png" && hasPlugin(call, documentId, { elementId, pageId });
    const computed = await compileExport(document, body);
    call.store.downloads.put(queryId, { queryId, documentId, type: format.type, polls: 0, isEndless, ...computed });
    return { jobComplete: false, queryId };
  });

  const sendGate = createMinuteGate((settings) => settings.sendsPerMinute);
  app.post(`${path}/send`, sendGate, async (request) => {
    open(request);
    parseBody(defineSending(request.call), request.body);
    return {};
  });

  app.post(`${path}/swapSources`, async (request) => {
    const { call, body } = request;
    const { documentId } = open(request);
    if (kind.type === "workbook") return swapSources(call, documentId, parseSwaps(call, body));
    swapSources(call, documentId, parseReportSwaps(call, body));
    return {};
  });
}

/** What only a workbook can do. */
export function addWorkbookActionRoutes(app: FastifyInstance): void {
  type Params = { Params: { workbookId: string } };
  const path = "/v2/workbooks/:workbookId";

  app.post<Params>(`${path}/restoreVersion`, async ({ call, params, body }) => {
    const { file, ...workbook } = findDocument(call, workbooks, params.workbookId);
    const { version } = parseBody(defineObject(call, { version: z.number() }), body);
    checkVersion(workbooks, workbook, version);
    const latestVersion = workbook.latestVersion + 1;
    call.store.workbooks.put(file.id, { ...workbook, latestVersion });
    restoreContents(call, file.id, version, latestVersion);
    call.store.files.put(file.id, { ...file, ...stampUpdated(call.actor) });
    return presentRecord(call, workbooks, findDocument(call, workbooks, file.id));
  });

  app.get<Params>(`${path}/schema`, async ({ call, params, query }) => {
    const { documentId, file } = findDocument(call, workbooks, params.workbookId);
    const { includeSql } = parseQuery(z.object({ includeSql: flag, tag: z.string().optional() }), query);
    const document = new CompiledDocument(call, documentId);
    const queries = includeSql ? document.data.map((element) => buildQuery(document, element)) : [];
    const addId = (field: "sql" | "error", make: (text: unknown) => unknown) =>
      Object.fromEntries(queries.flatMap((one) => (one[field] ? [[one.elementId, make(one[field])]] : [])));
    return {
      workbookId: documentId,
      workbookUrlId: file.urlId,
      pages: Object.fromEntries(document.pages.map(({ id, name }) => [id, { name }])),
      sheets: {},
      variables: {},
      elements: Object.fromEntries(document.data.map((one) => [one.table.id, { name: document.getName(one) }])),
      sqlQueries: addId("sql", (sql) => sql),
      sqlQueryErrors: addId("error", (message) => ({ message })),
    };
  });

  app.post<Params>(`${path}/convertToReport`, async ({ call, params, body }, reply) => {
    const workbook = findDocument(call, workbooks, params.workbookId);
    const { documentId, file } = workbook;
    const {
      name,
      description,
      destinationFolderId = file.parentId ?? "",
    } = parseBody(
      defineObject(call, {
        name: z.string().min(1),
        destinationFolderId: z.string().optional(),
        description: z.string().optional(),
        pageIds: z.array(z.string()).optional(),
        format: z.looseObject({ pageSize: z.string() }).optional(),
      }),
      body,
    );
    const convertedReport = copy(call, reports, documentId, { name, description, destinationFolderId });
    reply.status(201);
    const { workbookId, name: source, url } = presentRecord(call, workbooks, workbook);
    return {
      convertedReport,
      sourceWorkbook: { workbookId, name: source, url },
      warnings: [],
    };
  });

  app.get<{ Params: { queryId: string } }>(
    "/v2/query/:queryId/download",
    createMinuteGate((settings) => settings.downloadsPerMinute),
    async ({ call, params }, reply: FastifyReply) => {
      const download = requireExisting(call.store.downloads.get(params.queryId), "Query", params.queryId);
      const { queryId, type, polls, isEndless } = download;
      call.store.downloads.put(queryId, { ...download, polls: polls + 1 });
      if (isEndless || polls < call.settings.exportPolls) return reply.status(204).send();
      const { contentType, content } = await runExport(call, download);
      reply.header("content-disposition", `attachment; filename="export.${type}"`);
      return reply.type(contentType).send(content);
    },
  );
}

/** A picture waits for every plugin to come to rest, which one that moves or fetches never does. */
function hasPlugin(
  { store }: Call,
  documentId: string,
  { elementId, pageId }: { readonly elementId?: string | undefined; readonly pageId?: string | undefined },
): boolean {
  const document = store.documentContents.get(documentId)?.document;
  if (document === undefined) return false;
  const plugins = document.elements.filter(({ kind }) => kind === "plugin").map(({ id }) => id);
  const members = pageId === undefined ? undefined : (listMembers(document).get(pageId) ?? []);
  return plugins.some((id) => (elementId === undefined ? (members?.includes(id) ?? true) : id === elementId));
}

/** Makes a document of a kind with the contents of another one. */
function copy(
  call: Call,
  kind: DocumentKind,
  documentId: string,
  { destinationFolderId, ...file }: { destinationFolderId: string; name: string; description?: string | undefined },
): Record<string, unknown> {
  const { id } = addFile(call, { type: kind.type, parentId: destinationFolderId, ...file });
  addRecord(call.store, kind, id, documentId);
  return presentRecord(call, kind, findDocument(call, kind, id));
}

function defineExport(call: Call, { type }: DocumentKind) {
  const formats = type === "report" ? ["pdf"] : ["csv", "jsonl", "json", "xlsx", "pdf", "png"];
  const isWorkbook = type === "workbook";
  return defineObject(call, {
    format: z.looseObject({ type: z.enum(formats as [string, ...string[]]) }),
    pageId: z.string().optional(),
    elementId: (isWorkbook ? z.string() : z.undefined()).optional(),
    parameters: z.record(z.string(), z.string()).optional(),
    timeout: z.number().optional(),
    tag: z.string().optional(),
    rowLimit: (isWorkbook ? z.number().int().min(0) : z.undefined()).optional(),
    offset: (isWorkbook ? z.number().int().min(0) : z.undefined()).optional(),
    ...(isWorkbook ? { exportAs: z.string().optional() } : {}),
  });
}

function defineSending(call: Call) {
  const typed = z.looseObject({ type: z.string() });
  return defineObject(call, {
    targets: z.array(typed),
    config: z.looseObject({ title: z.string(), messageBody: z.string() }),
    attachments: z.array(z.looseObject({ formatOptions: typed })),
    parameters: z.record(z.string(), z.string()).optional(),
    timeout: z.number().optional(),
    conditions: z.array(typed).optional(),
    sendAsUser: z.string().optional(),
  });
}
