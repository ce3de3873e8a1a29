import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, getTime } from "../call";
import { createFailure, createUnmatched, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { addListRoutes, buildTokenPage, mostInShortLists } from "../http/pages";
import { parseBody } from "../http/validate";
import { ElementNames } from "../spec/names";
import type { Page } from "../spec/schema";
import type { MaterializationSchedule } from "../state/records";
import { findModel } from "./data-models/model";
import { buildCatalog } from "./data-models/references";
import { CompiledDocument } from "./documents/contents";
import { findDocument } from "./documents/document";
import { workbooks } from "./documents/kinds";
import { checkTime } from "./documents/schedules";
import { start } from "./materialization-runs";

/** The names of a document's tables by their ids. */
interface Scheduled {
  readonly documentId: string;
  readonly names: ReadonlyMap<string, string>;
}

/** A data model or a workbook: what of it can be materialized. */
interface Owner {
  /** The path of the list. */
  readonly list: string;
  /** The path of the schedule of an element. */
  readonly one: string;
  readonly open: (call: Call, params: Readonly<Record<string, string>>) => Scheduled;
}

export const ofModels: Owner = {
  list: "/v2/dataModels/:dataModelId/materializationSchedules",
  one: "/v2/dataModels/:dataModelId/elements/:elementId/materializationSchedules",
  open: (call, { dataModelId: id = "" }) => {
    const { documentId, pages } = findModel(call, id);
    const names = new ElementNames(pages, buildCatalog(call));
    return { documentId, names: new Map(listElements(pages).map((element) => [element.id, names.getName(element)])) };
  },
};

export const ofWorkbooks: Owner = {
  list: "/v2/workbooks/:workbookId/materialization-schedules",
  one: "/v2/workbooks/:workbookId/elements/:elementId/materializationSchedules",
  open: (call, { workbookId: id = "" }) => {
    const { documentId } = findDocument(call, workbooks, id);
    const document = new CompiledDocument(call, documentId);
    const names = document.data.map((element) => [element.table.id, document.getName(element) ?? ""] as const);
    return { documentId, names: new Map(names) };
  },
};

export function addMaterializationScheduleRoutes(app: FastifyInstance): void {
  app.get(ofModels.list, async (request) => {
    const { items, present } = buildList(request, ofModels);
    return buildTokenPage(request, items, present, mostInShortLists);
  });
  addListRoutes(app, ofWorkbooks.list, (request) => buildList(request, ofWorkbooks));
  for (const owner of [ofModels, ofWorkbooks]) {
    writeRoutes(app, owner);
  }
}

/** They are in beta: an organization without it has no such paths. */
function writeRoutes(app: FastifyInstance, { one, open }: Owner): void {
  type Params = { Params: { elementId: string } };
  const openElement = ({ call, params }: FastifyRequest<Params>) => {
    if (call.settings.materializationScheduleWrites === "absent") throw createUnmatched();
    const { documentId, names } = open(call, params);
    const { elementId } = params;
    requireExisting(names.get(elementId), "Element", elementId);
    const schedule = listSchedules(call, documentId).find((found) => found.elementId === elementId);
    return { documentId, elementId, schedule, present: presentSchedule(names, true) };
  };
  const parseTime = ({ call, body }: FastifyRequest) => {
    const time = defineObject(call, { cronSpec: z.string(), timezone: z.string().default(organizationTimezone) });
    return checkTime(parseBody(defineObject(call, { schedule: time }), body).schedule);
  };

  app.post<Params>(one, async (request, reply) => {
    const { call } = request;
    const { documentId, elementId, schedule: existing, present } = openElement(request);
    const schedule = parseTime(request);
    if (existing !== undefined) {
      throw createFailure(
        call.settings.repeatedMaterializationStatus,
        `The element '${elementId}' already has a materialization schedule`,
      );
    }
    reply.code(201);
    return present(putSchedule(call, { documentId, elementId, schedule, paused: false }));
  });
  app.patch<Params>(one, async (request) => {
    const { schedule: before, elementId, present } = openElement(request);
    const found = requireExisting(before, "Materialization schedule", elementId);
    return present(putSchedule(request.call, { ...found, schedule: parseTime(request) }));
  });
  app.delete<Params>(one, async (request) => {
    const { schedule, elementId } = openElement(request);
    const { sheetId } = requireExisting(schedule, "Materialization schedule", elementId);
    request.call.store.materializationSchedules.delete(sheetId);
    return {};
  });
}

/** The time zone of a schedule that names none. */
const organizationTimezone = "America/Los_Angeles";

/** Configures the schedule of an element. The first run of a new one starts at once. */
export function putSchedule(
  call: Call,
  {
    documentId,
    elementId,
    ...given
  }: Pick<MaterializationSchedule, "documentId" | "elementId" | "schedule" | "paused">,
): MaterializationSchedule {
  const before = listSchedules(call, documentId).find((found) => found.elementId === elementId);
  const sheetId = before?.sheetId ?? call.ids.makeUuid("materialization schedule");
  if (before === undefined) start(call, { documentId, sheetId });
  const schedule = { sheetId, documentId, elementId, ...given, configuredAt: getTime() };
  return call.store.materializationSchedules.put(sheetId, schedule);
}

/** What a PUT leaves of the schedules: none of an element that is gone, and maybe none at all. */
export function keepSchedules(call: Call, dataModelId: string, before: readonly Page[], after: readonly Page[]): void {
  const left = new Set(listElements(after).map(({ id }) => id));
  const all = listSchedules(call, dataModelId);
  const removed = listElements(before).filter(({ id }) => !left.has(id));
  const counted = removed.filter(({ id }) => all.some(({ elementId }) => elementId === id));
  const takesAll =
    { kept: [], deleted: counted, "deleted-always": removed }[call.settings.schedulesOnRemoval].length > 0;
  for (const { sheetId, elementId } of all) {
    if (takesAll || !left.has(elementId)) {
      call.store.materializationSchedules.delete(sheetId);
    }
  }
}

function buildList({ call, params }: FastifyRequest, { open }: Owner) {
  const { documentId, names } = open(call, params as Record<string, string>);
  const isNamed = call.settings.materializationElementIds === "present";
  return { items: listSchedules(call, documentId), present: presentSchedule(names, isNamed) };
}

const presentSchedule =
  (names: Scheduled["names"], hasElementId: boolean) =>
  ({ documentId: _, elementId, ...schedule }: MaterializationSchedule): Record<string, unknown> => ({
    ...schedule,
    ...(hasElementId ? { elementId } : {}),
    elementName: names.get(elementId) ?? "",
  });

function listSchedules(call: Call, documentId: string): MaterializationSchedule[] {
  return call.store.materializationSchedules.listAll().filter((schedule) => schedule.documentId === documentId);
}

function listElements(pages: readonly Page[]) {
  return pages.flatMap(({ elements }) => elements);
}
