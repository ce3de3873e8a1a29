import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, now } from "../call";
import { dependency, existing, failure, invalidRequest, notFound } from "../http/errors";
import { object } from "../http/fields";
import { page, pageOrArray, tokenPage } from "../http/pages";
import { parseBody } from "../http/validate";
import { ElementNames } from "../spec/names";
import type { Page } from "../spec/schema";
import type { MaterializationSchedule } from "../state/records";
import { findModel } from "./data-models/model";
import { catalogOf } from "./data-models/references";
import { findVersion } from "./data-models/versions";
import { CompiledDocument } from "./documents/contents";
import { checkedTime } from "./documents/schedules";
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
    return { documentId: dataModelId, names: modelNames(call, dataModelId, latestDocumentVersion) };
  },
};

const ofWorkbooks: Owner = {
  path: "/v2/workbooks/:workbookId/materialization-schedules",
  open: (call, { workbookId: id = "" }) => {
    const { workbookId } = findWorkbook(call, id);
    const document = new CompiledDocument(call, workbookId);
    const names = document.data.map((element) => [element.table.id, document.nameOf(element) ?? ""] as const);
    return { documentId: workbookId, names: new Map(names) };
  },
};

export function materializationScheduleRoutes(app: FastifyInstance): void {
  app.get(ofModels.path, async (request) => {
    const { schedules, present } = listOf(request, ofModels);
    return tokenPage(request, schedules, present);
  });
  app.get(ofWorkbooks.path, async (request) => {
    const { schedules, present } = listOf(request, ofWorkbooks);
    return pageOrArray(request, schedules, present);
  });
  app.get("/v2.1/workbooks/:workbookId/materialization-schedules", async (request) => {
    const { schedules, present } = listOf(request, ofWorkbooks);
    return page(request, schedules, present, "total and hasMore");
  });
  for (const owner of [ofModels, ofWorkbooks]) {
    writeRoutes(app, owner);
  }
}

/** Release notes announce these operations; their shape is assumed. */
function writeRoutes(app: FastifyInstance, { path, open }: Owner): void {
  type Params = { Params: { sheetId: string } };
  const opened = ({ call, params, method, url }: FastifyRequest): Scheduled => {
    if (call.settings.materializationScheduleWrites === "absent") {
      throw failure(404, `No such endpoint: ${method} ${url}`);
    }
    return open(call, params as Record<string, string>);
  };
  const timeOf = (call: Call) => object(call, { cronSpec: z.string(), timezone: z.string() });

  app.post(path, async (request) => {
    const { call } = request;
    const { documentId, names } = opened(request);
    const { elementId, schedule } = parseBody(
      object(call, { elementId: z.string(), schedule: timeOf(call) }),
      request.body,
    );
    dependency(names.get(elementId), elementId);
    if (schedulesOf(call, documentId).some((one) => one.elementId === elementId)) {
      throw failure(409, `The element '${elementId}' has a materialization schedule already`);
    }
    const made = addSchedule(call, { documentId, elementId, schedule: checkedTime(schedule), paused: false });
    return presented(call, names)(made);
  });
  app.patch<Params>(`${path}/:sheetId`, async (request) => {
    const { call, params } = request;
    const { documentId, names } = opened(request);
    const before = findSchedule(call, documentId, params.sheetId);
    const change = parseBody(
      object(call, { schedule: timeOf(call).optional(), paused: z.boolean().optional() }),
      request.body,
    );
    if (change.schedule) checkedTime(change.schedule);
    const after = call.store.materializationSchedules.put(before.sheetId, { ...before, ...change });
    return presented(call, names)(after);
  });
  app.delete<Params>(`${path}/:sheetId`, async (request) => {
    const { documentId } = opened(request);
    const { sheetId } = findSchedule(request.call, documentId, request.params.sheetId);
    request.call.store.materializationSchedules.delete(sheetId);
    return {};
  });
}

/** The schedule that a materialization is asked for by; a 400 where the element has none. */
export function findConfigured(call: Call, documentId: string, sheetId: string): MaterializationSchedule {
  const schedule = call.store.materializationSchedules.get(sheetId);
  if (schedule?.documentId !== documentId) {
    throw invalidRequest("Scheduled materialization is not configured for this element");
  }
  return schedule;
}

/** Adds what somebody configures in the product. */
export function addSchedule(
  call: Call,
  schedule: Pick<MaterializationSchedule, "documentId" | "elementId" | "schedule" | "paused">,
): MaterializationSchedule {
  const sheetId = call.ids.uuid("materialization schedule");
  return call.store.materializationSchedules.put(sheetId, { sheetId, ...schedule, configuredAt: now() });
}

/** What a PUT leaves of the schedules: none of an element that is gone, and maybe none at all. */
export function keepSchedules(call: Call, dataModelId: string, before: readonly Page[], after: readonly Page[]): void {
  const left = new Set(elementsOf(after).map(({ id }) => id));
  const isSmaller = elementsOf(before).some(({ id }) => !left.has(id));
  const takesAll = isSmaller && call.settings.schedulesOnRemoval === "deleted";
  for (const { sheetId, elementId } of schedulesOf(call, dataModelId)) {
    if (takesAll || !left.has(elementId)) {
      call.store.materializationSchedules.delete(sheetId);
    }
  }
}

function listOf({ call, params }: FastifyRequest, { open }: Owner) {
  const { documentId, names } = open(call, params as Record<string, string>);
  return { schedules: schedulesOf(call, documentId), present: presented(call, names) };
}

const presented =
  (call: Call, names: Scheduled["names"]) =>
  ({ documentId: _, elementId, ...schedule }: MaterializationSchedule): Record<string, unknown> => ({
    ...schedule,
    ...(call.settings.materializationElementIds === "present" ? { elementId } : {}),
    elementName: names.get(elementId) ?? "",
  });

function findSchedule(call: Call, documentId: string, sheetId: string): MaterializationSchedule {
  const schedule = existing(call.store.materializationSchedules.get(sheetId), "Schedule", sheetId);
  if (schedule.documentId !== documentId) {
    throw notFound("Schedule", sheetId);
  }
  return schedule;
}

function schedulesOf(call: Call, documentId: string): MaterializationSchedule[] {
  return call.store.materializationSchedules.all().filter((schedule) => schedule.documentId === documentId);
}

function modelNames(call: Call, dataModelId: string, version: number): Map<string, string> {
  const { pages } = findVersion(call, dataModelId, version);
  const names = new ElementNames(pages, catalogOf(call));
  return new Map(elementsOf(pages).map((element) => [element.id, names.of(element)]));
}

function elementsOf(pages: readonly Page[]) {
  return pages.flatMap(({ elements }) => elements);
}
