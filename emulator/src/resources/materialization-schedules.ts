import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, getTime } from "../call";
import {
  createFailure,
  createInvalidRequest,
  createNotFound,
  requireDependency,
  requireExisting,
} from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage, buildPageOrArray, buildTokenPage, mostInShortLists } from "../http/pages";
import { parseBody } from "../http/validate";
import { ElementNames } from "../spec/names";
import type { Page } from "../spec/schema";
import type { MaterializationSchedule } from "../state/records";
import { findModel } from "./data-models/model";
import { buildCatalog } from "./data-models/references";
import { findVersion } from "./data-models/versions";
import { CompiledDocument } from "./documents/contents";
import { checkTime } from "./documents/schedules";
import { findWorkbook } from "./find-workbook";

/** The names of a document's tables by their ids. */
interface Scheduled {
  readonly documentId: string;
  readonly names: ReadonlyMap<string, string>;
}

/** A data model or a workbook: what of it can be materialized. */
interface Owner {
  readonly path: string;
  readonly open: (call: Call, params: Readonly<Record<string, string>>) => Scheduled;
}

const ofModels: Owner = {
  path: "/v2/dataModels/:dataModelId/materializationSchedules",
  open: (call, { dataModelId: id = "" }) => {
    const { dataModelId, latestDocumentVersion } = findModel(call, id);
    return { documentId: dataModelId, names: listModelNames(call, dataModelId, latestDocumentVersion) };
  },
};

const ofWorkbooks: Owner = {
  path: "/v2/workbooks/:workbookId/materialization-schedules",
  open: (call, { workbookId: id = "" }) => {
    const { workbookId } = findWorkbook(call, id);
    const document = new CompiledDocument(call, workbookId);
    const names = document.data.map((element) => [element.table.id, document.getName(element) ?? ""] as const);
    return { documentId: workbookId, names: new Map(names) };
  },
};

export function addMaterializationScheduleRoutes(app: FastifyInstance): void {
  app.get(ofModels.path, async (request) => {
    const { schedules, present } = buildList(request, ofModels);
    return buildTokenPage(request, schedules, present, mostInShortLists);
  });
  app.get(ofWorkbooks.path, async (request) => {
    const { schedules, present } = buildList(request, ofWorkbooks);
    return buildPageOrArray(request, schedules, present);
  });
  app.get("/v2.1/workbooks/:workbookId/materialization-schedules", async (request) => {
    const { schedules, present } = buildList(request, ofWorkbooks);
    return buildPage(request, schedules, present, "total and hasMore");
  });
  for (const owner of [ofModels, ofWorkbooks]) {
    writeRoutes(app, owner);
  }
}

/** Release notes announce these operations; their shape is assumed. */
function writeRoutes(app: FastifyInstance, { path, open }: Owner): void {
  type Params = { Params: { sheetId: string } };
  const openScheduled = ({ call, params, method, url }: FastifyRequest): Scheduled => {
    if (call.settings.materializationScheduleWrites === "absent") {
      throw createFailure(404, `No such endpoint: ${method} ${url}`);
    }
    return open(call, params as Record<string, string>);
  };
  const defineTime = (call: Call) => defineObject(call, { cronSpec: z.string(), timezone: z.string() });

  app.post(path, async (request) => {
    const { call } = request;
    const { documentId, names } = openScheduled(request);
    const { elementId, schedule } = parseBody(
      defineObject(call, { elementId: z.string(), schedule: defineTime(call) }),
      request.body,
    );
    requireDependency(names.get(elementId), elementId);
    if (listSchedules(call, documentId).some((one) => one.elementId === elementId)) {
      throw createFailure(409, `The element '${elementId}' has a materialization schedule already`);
    }
    const made = addSchedule(call, { documentId, elementId, schedule: checkTime(schedule), paused: false });
    return presentSchedule(call, names)(made);
  });
  app.patch<Params>(`${path}/:sheetId`, async (request) => {
    const { call, params } = request;
    const { documentId, names } = openScheduled(request);
    const before = findSchedule(call, documentId, params.sheetId);
    const change = parseBody(
      defineObject(call, { schedule: defineTime(call).optional(), paused: z.boolean().optional() }),
      request.body,
    );
    if (change.schedule) checkTime(change.schedule);
    const after = call.store.materializationSchedules.put(before.sheetId, { ...before, ...change });
    return presentSchedule(call, names)(after);
  });
  app.delete<Params>(`${path}/:sheetId`, async (request) => {
    const { documentId } = openScheduled(request);
    const { sheetId } = findSchedule(request.call, documentId, request.params.sheetId);
    request.call.store.materializationSchedules.delete(sheetId);
    return {};
  });
}

/** The schedule that a materialization is asked for by; a 400 where the element has none. */
export function findConfigured(call: Call, documentId: string, sheetId: string): MaterializationSchedule {
  const schedule = call.store.materializationSchedules.get(sheetId);
  if (schedule?.documentId !== documentId) {
    throw createInvalidRequest("Scheduled materialization is not configured for this element");
  }
  return schedule;
}

/** Adds what somebody configures in the product. */
export function addSchedule(
  call: Call,
  schedule: Pick<MaterializationSchedule, "documentId" | "elementId" | "schedule" | "paused">,
): MaterializationSchedule {
  const sheetId = call.ids.makeUuid("materialization schedule");
  return call.store.materializationSchedules.put(sheetId, { sheetId, ...schedule, configuredAt: getTime() });
}

/** What a PUT leaves of the schedules: none of an element that is gone, and maybe none at all. */
export function keepSchedules(call: Call, dataModelId: string, before: readonly Page[], after: readonly Page[]): void {
  const left = new Set(listElements(after).map(({ id }) => id));
  const isSmaller = listElements(before).some(({ id }) => !left.has(id));
  const takesAll = isSmaller && call.settings.schedulesOnRemoval === "deleted";
  for (const { sheetId, elementId } of listSchedules(call, dataModelId)) {
    if (takesAll || !left.has(elementId)) {
      call.store.materializationSchedules.delete(sheetId);
    }
  }
}

function buildList({ call, params }: FastifyRequest, { open }: Owner) {
  const { documentId, names } = open(call, params as Record<string, string>);
  return { schedules: listSchedules(call, documentId), present: presentSchedule(call, names) };
}

const presentSchedule =
  (call: Call, names: Scheduled["names"]) =>
  ({ documentId: _, elementId, ...schedule }: MaterializationSchedule): Record<string, unknown> => ({
    ...schedule,
    ...(call.settings.materializationElementIds === "present" ? { elementId } : {}),
    elementName: names.get(elementId) ?? "",
  });

function findSchedule(call: Call, documentId: string, sheetId: string): MaterializationSchedule {
  const schedule = requireExisting(call.store.materializationSchedules.get(sheetId), "Schedule", sheetId);
  if (schedule.documentId !== documentId) {
    throw createNotFound("Schedule", sheetId);
  }
  return schedule;
}

function listSchedules(call: Call, documentId: string): MaterializationSchedule[] {
  return call.store.materializationSchedules.listAll().filter((schedule) => schedule.documentId === documentId);
}

function listModelNames(call: Call, dataModelId: string, version: number): Map<string, string> {
  const { pages } = findVersion(call, dataModelId, version);
  const names = new ElementNames(pages, buildCatalog(call));
  return new Map(listElements(pages).map((element) => [element.id, names.getName(element)]));
}

function listElements(pages: readonly Page[]) {
  return pages.flatMap(({ elements }) => elements);
}
