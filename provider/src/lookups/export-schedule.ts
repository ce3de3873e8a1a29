import { describeAnswer } from "./answer-fields";
import { defineDocumentLookup } from "./declare";

export const exportSchedule = defineDocumentLookup({
  name: "listExportSchedules",
  resultName: "ListedExportSchedule",
  resultDescription: "An export schedule of a workbook or report.",
  operations: { workbookId: "schedules", reportId: "schedules" },
  docs: {
    description:
      "The export schedules of a workbook or report. The platform returns neither recipients nor descriptions.",
    example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
export const schedules = analytics.listExportSchedulesOutput({ workbookId: report.id });`,
  },
  result: (zod) => ({
    id: zod.string().describe("The schedule's id. Adopt it with `<document id>/<this id>`."),
    title: zod.string().optional().describe("The subject of the message."),
    exportName: zod.string().optional().describe("The name of the exported file."),
    cronSpec: zod.string().describe("When, as a cron expression."),
    timezone: zod.string().describe("The time zone of `cronSpec`."),
    isSuspended: zod.boolean().describe("Whether it is paused by a person or suspended by the platform."),
    ownerId: zod.string().describe("Id of its owner."),
    lastUpdatedByUser: zod.string().optional().describe("Id of the member who last changed it, not the platform."),
    disabledAt: zod.string().optional().describe("When it was paused or suspended (ISO 8601)."),
    disabledBy: zod.string().optional().describe("Id of the member who paused it. Absent: the platform suspended it."),
    ...describeAnswer("change")(zod),
  }),
  async entries(client, { workbookId, reportId = "" }) {
    const of =
      workbookId === undefined
        ? client.reportSchedules.readAll(reportId)
        : client.workbookSchedules.readAll(workbookId);
    return (await of).map(({ scheduledNotificationId: id, schedule, configV2, isSuspended, ownerId, ...rest }) => {
      const { lastUpdatedByUser, disabledAt, disabledBy, createdBy, updatedBy, createdAt, updatedAt } = rest;
      const { title, notificationName: exportName } = configV2;
      const { cronSpec, timezone } = schedule;
      return {
        id,
        title,
        exportName,
        cronSpec,
        timezone,
        isSuspended,
        ownerId,
        lastUpdatedByUser,
        disabledAt,
        disabledBy,
        createdBy,
        updatedBy,
        createdAt,
        updatedAt,
      };
    });
  },
});
