import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, getTime, stampCreated, stampUpdated } from "../call";
import { createInvalidRequest, requireDependency } from "../http/errors";
import { parseBody } from "../http/validate";
import { presentQuery } from "../resources/data-models/contents";
import { findModel } from "../resources/data-models/model";
import { buildCatalog } from "../resources/data-models/references";
import { replaceSpec } from "../resources/data-models/spec";
import { findDataset } from "../resources/datasets";
import { keepVersion } from "../resources/documents/coded";
import { findDocument } from "../resources/documents/document";
import { addRecord, reports, workbooks } from "../resources/documents/kinds";
import { addHeader, editElement, fillDocument, ModelSources } from "../resources/documents/made";
import { suspendSchedule } from "../resources/documents/schedules";
import { addFile } from "../resources/files";
import { ofModels, ofWorkbooks, putSchedule } from "../resources/materialization-schedules";
import { createMember } from "../resources/members";
import { CompiledModel } from "../spec/compile";
import { ElementNames, getColumnName } from "../spec/names";
import type { TableElement } from "../spec/schema";

/** What only the product's own pages can do: make what the API merely reads, and edit a model by a click. */
export function addProductRoutes(app: FastifyInstance): void {
  app.post<{ Params: { dataModelId: string } }>("/data-models/:dataModelId/formula", async (request) => {
    changeFormula(request.call, request.params.dataModelId, parseBody(FormulaChange, request.body));
    return {};
  });
  app.get<{ Params: { dataModelId: string } }>("/data-models/:dataModelId/queries", async ({ call, params }) => {
    const model = new CompiledModel(findModel(call, params.dataModelId).pages, buildCatalog(call));
    return { entries: model.tables.map((table) => presentQuery(model, table)) };
  });
  for (const [path, owner] of [
    ["/data-models/:dataModelId", ofModels],
    ["/workbooks/:workbookId", ofWorkbooks],
  ] as const) {
    app.post(`${path}/materialization-schedules`, async ({ call, body, params }) => {
      const { element, paused, ...schedule } = parseBody(Materialization, body);
      const { documentId, names } = owner.open(call, params as Record<string, string>);
      const [elementId] = requireDependency(
        [...names].find(([id, name]) => id === element || name === element),
        element,
      );
      return putSchedule(call, { documentId, elementId, schedule, paused });
    });
  }
  app.post<{ Params: { scheduleId: string } }>("/schedules/:scheduleId/suspend", async ({ call, params }) =>
    suspendSchedule(call, params.scheduleId),
  );
  app.post("/embeds", async ({ call, body }) => {
    const { documentId: workbookId } = findDocument(call, workbooks, parseBody(OlderEmbed, body).workbookId);
    const embedId = call.ids.makeUuid("embed");
    return call.store.embeds.put(embedId, {
      embedId,
      workbookId,
      public: false,
      sourceType: "workbook",
      sourceId: null,
    });
  });
  app.post("/workbooks", async ({ call, body }) => {
    const { sources, unrepresentable, ...document } = parseBody(
      Document.extend({ sources: ModelSources, unrepresentable: z.boolean().default(false) }),
      body,
    );
    const { id } = addFile(call, { type: "workbook", parentId: findHome(call), ...document });
    fillDocument(call, id, sources, unrepresentable);
    addRecord(call.store, workbooks, id);
    return { workbookId: id };
  });
  app.post<{ Params: { workbookId: string } }>("/workbooks/:workbookId/draft", async ({ call, params }) => {
    const { documentId } = findDocument(call, workbooks, params.workbookId);
    return call.store.drafts.put(documentId, { documentId, memberId: call.actor, startedAt: getTime() });
  });
  app.post<{ Params: { workbookId: string } }>("/workbooks/:workbookId/header", async ({ call, body, params }) => {
    const workbook = findDocument(call, workbooks, params.workbookId);
    addHeader(call, workbook.documentId, parseBody(Header, body));
    return publishEdit(call, workbook);
  });
  app.post<{ Params: { workbookId: string } }>("/workbooks/:workbookId/edit", async ({ call, body, params }) => {
    const { elementId } = parseBody(z.strictObject({ elementId: z.string() }), body);
    const workbook = findDocument(call, workbooks, params.workbookId);
    editElement(call, workbook.documentId, elementId);
    return publishEdit(call, workbook);
  });
  app.post("/reports", async ({ call, body }) => {
    const { sources, ...document } = parseBody(Document.extend({ sources: ModelSources }), body);
    const { id } = addFile(call, { type: "report", parentId: findHome(call), ...document });
    fillDocument(call, id, sources);
    addRecord(call.store, reports, id);
    return { reportId: id };
  });
  app.post("/datasets", async ({ call, body }) => {
    const { sources, ...document } = parseBody(Document.extend({ sources: DatasetSources }), body);
    const { id } = addFile(call, { type: "dataset", parentId: findHome(call), ...document });
    const migration = { migrationStatus: "not-migrated" as const, migrationToDataModel: null };
    return call.store.datasets.put(id, { datasetId: id, ...migration, sources });
  });
  app.put<{ Params: { datasetId: string } }>("/datasets/:datasetId/sources", async ({ call, body, params }) => {
    const { sources } = parseBody(z.strictObject({ sources: DatasetSources }), body);
    return call.store.datasets.put(params.datasetId, { ...findDataset(call, params.datasetId), sources });
  });
  app.post("/bookmarks", async ({ call, body }) => {
    const bookmark = parseBody(Bookmark, body);
    findDocument(call, workbooks, bookmark.workbookId);
    const id = call.ids.makeUuid("bookmark");
    return call.store.bookmarks.put(id, { bookmarkId: id, exploreKey: call.ids.makeUuid("explore"), ...bookmark });
  });
  app.post("/members", async ({ call, body }) => createMember(call, parseBody(Member, body)));
  app.post("/teams", async ({ call, body }) => {
    const id = call.ids.makeUuid("team");
    return call.store.teams.put(id, {
      teamId: id,
      ...parseBody(Team, body),
      isArchived: false,
      ...stampCreated(call.actor),
    });
  });
  app.post("/connections", async ({ call, body }) => {
    const id = call.ids.makeUuid("connection");
    const state = { isSample: false, isArchived: false };
    return call.store.connections.put(id, {
      connectionId: id,
      ...parseBody(Connection, body),
      ...state,
      ...stampCreated(call.actor),
    });
  });
}

const FormulaChange = z.strictObject({ element: z.string(), column: z.string(), formula: z.string() });
const Materialization = z.strictObject({
  element: z.string(),
  cronSpec: z.string().default("0 6 * * *"),
  timezone: z.string().default("UTC"),
  paused: z.boolean().default(false),
});
const Document = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  parentId: z.string().optional(),
});
const Header = z.strictObject({ pageId: z.string().optional(), title: z.string().default("Header") });
const OlderEmbed = z.strictObject({ workbookId: z.string() });
const DatasetSources = z.array(z.strictObject({ type: z.enum(["dataset", "table"]), inodeId: z.string() })).default([]);
const Bookmark = z.strictObject({
  workbookId: z.string(),
  name: z.string(),
  isShared: z.boolean().default(true),
  isDefault: z.boolean().default(false),
});
const Member = z.strictObject({
  email: z.string(),
  firstName: z.string().default("New"),
  lastName: z.string().default("Member"),
  memberType: z.string().default("creator"),
});
const Team = z.strictObject({
  name: z.string(),
  description: z.string().nullable().default(null),
  visibility: z.enum(["public", "private"]).default("public"),
  members: z.array(z.string()).default([]),
});
const Connection = z.strictObject({
  name: z.string(),
  type: z.string().default("snowflake"),
  useFriendlyNames: z.boolean().default(true),
});

/** Changes the formula of one column, both found by id or name. */
function changeFormula(call: Call, dataModelId: string, change: z.output<typeof FormulaChange>): void {
  const { pages } = findModel(call, dataModelId);
  const names = new ElementNames(pages, buildCatalog(call));
  let found = false;
  const changeTable = (table: TableElement): TableElement => ({
    ...table,
    columns: table.columns.map((column) => {
      const isMeant = column.id === change.column || getColumnName(column) === change.column;
      found ||= isMeant;
      return isMeant ? { ...column, formula: change.formula } : column;
    }),
  });
  const edited = pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) => {
      const isMeant = element.id === change.element || names.getName(element) === change.element;
      return isMeant && element.kind === "table" ? changeTable(element) : element;
    }),
  }));
  if (!found) {
    throw createInvalidRequest(`No column '${change.column}' in a table '${change.element}'`);
  }
  replaceSpec(call, dataModelId, { schemaVersion: 1, pages: edited });
}

function publishEdit(call: Call, { file, ...workbook }: ReturnType<typeof findDocument>): object {
  call.store.files.put(file.id, { ...file, ...stampUpdated(call.actor) });
  const latestVersion = workbook.latestVersion + 1;
  keepVersion(call, file.id, latestVersion);
  return call.store.workbooks.put(file.id, { ...workbook, latestVersion });
}

function findHome(call: Call): string {
  return requireDependency(call.store.members.get(call.actor), call.actor).homeFolderId;
}
