import { defineDocumentLookup } from "./declare";

export const materializationSchedule = defineDocumentLookup({
  name: "listMaterializationSchedules",
  resultName: "ListedMaterializationSchedule",
  resultDescription: "A materialization schedule of a data model or workbook.",
  operations: { dataModelId: "materializationSchedules", workbookId: "materialization-schedules" },
  docs: {
    description: "The materialization schedules of a data model or workbook.",
    example: `const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
export const schedules = analytics.listMaterializationSchedulesOutput({ dataModelId: model.id });`,
  },
  result: (zod) => ({
    id: zod.string().describe("The schedule's id, by which a run is started."),
    elementName: zod.string().describe("The name of the element."),
    elementId: zod.string().optional().describe("Id of the element, where the platform returns it."),
    cronSpec: zod.string().optional().describe("When, as a cron expression; absent for a schedule without a time."),
    timezone: zod.string().optional().describe("The time zone of `cronSpec`."),
    isPaused: zod.boolean().describe("Whether it is paused."),
    configuredAt: zod.string().optional().describe("When it was last configured (ISO 8601)."),
  }),
  async entries(client, { dataModelId, workbookId = "" }) {
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
