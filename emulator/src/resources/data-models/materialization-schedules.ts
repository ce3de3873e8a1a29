import type { FastifyInstance } from "fastify";
import { type Call, now } from "../../call";
import { tokenPage } from "../../http/pages";
import { ElementNames } from "../../spec/names";
import type { Page } from "../../spec/schema";
import type { MaterializationSchedule } from "../../state/records";
import { findModel } from "./model";
import { catalogOf } from "./references";
import { findVersion } from "./versions";

export function materializationScheduleRoutes(app: FastifyInstance): void {
  app.get<{ Params: { dataModelId: string } }>(
    "/v2/dataModels/:dataModelId/materializationSchedules",
    async (request) => {
      const { call } = request;
      const { dataModelId, latestDocumentVersion } = findModel(call, request.params.dataModelId);
      const { pages } = findVersion(call, dataModelId, latestDocumentVersion);
      const names = new ElementNames(pages, catalogOf(call));
      const elements = new Map(elementsOf(pages).map((element) => [element.id, names.of(element)]));
      return tokenPage(request, schedulesOf(call, dataModelId), ({ dataModelId: _, ...schedule }) => ({
        ...schedule,
        elementName: elements.get(schedule.elementId) ?? "",
      }));
    },
  );
}

/** Adds what somebody configures in the product. */
export function addSchedule(
  call: Call,
  schedule: Pick<MaterializationSchedule, "dataModelId" | "elementId" | "schedule" | "paused">,
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

function schedulesOf(call: Call, dataModelId: string): MaterializationSchedule[] {
  return call.store.materializationSchedules.all().filter((schedule) => schedule.dataModelId === dataModelId);
}

function elementsOf(pages: readonly Page[]) {
  return pages.flatMap(({ elements }) => elements);
}
