import type { DocumentIds } from "../core/api";
import { defineLookup } from "./declare";

export const materializationSchedule = defineLookup({
  name: "listMaterializationSchedules",
  resultName: "ListedMaterializationSchedule",
  resultDescription: "A materialization schedule of a data model or workbook.",
  isList: true,
  permission: "access to the document",
  docs: {
    description: "The materialization schedules of a data model or workbook.",
    endpoints: [
      "GET /v2/dataModels/{dataModelId}/materializationSchedules",
      "GET /v2/workbooks/{workbookId}/materialization-schedules",
    ],
    example: `const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
export const schedules = analytics.listMaterializationSchedulesOutput({ dataModelId: model.id });`,
  },
  oneOf: ["dataModelId", "workbookId"],
  args: (zod) => ({
    dataModelId: zod.string().describe("Id of the data model."),
    workbookId: zod.string().describe("Id of the workbook."),
  }),
  result: (zod) => ({
    id: zod.string().describe("The schedule's id, by which a run is started."),
    elementName: zod.string().describe("The name of the element."),
    elementId: zod.string().optional().describe("Id of the element, where the platform returns it."),
    cronSpec: zod.string().optional().describe("When, as a cron expression; absent for a schedule without a time."),
    timezone: zod.string().optional().describe("The time zone of `cronSpec`."),
    isPaused: zod.boolean().describe("Whether it is paused."),
    configuredAt: zod.string().optional().describe("When it was last configured (ISO 8601)."),
  }),
  async answer({ client }, { dataModelId, workbookId = "" }: DocumentIds) {
    const document =
      dataModelId === undefined
        ? ({ type: "workbooks", id: workbookId } as const)
        : ({ type: "dataModels", id: dataModelId } as const);
    const all = await client.materializationSchedules.readAll(document);
    return all.map(({ sheetId: id, elementName, elementId, schedule, paused = false, configuredAt }) => {
      const { cronSpec, timezone } = schedule ?? {};
      return { id, elementName, elementId, cronSpec, timezone, isPaused: paused, configuredAt };
    });
  },
});
