import * as z from "zod";
import { collect } from "../core/api";
import { defineExportSchedule, exportFormat, field, onePdf, text } from "./declare";

const attachment = z.strictObject({ format: exportFormat.describe("The format.") }).meta({ title: "ReportAttachment" });

const variant = z
  .strictObject({ tagId: text.describe("Id of a version tag: exports the version that has it.") })
  .meta({ title: "ReportVariant" });

/** `/v2/reports/{reportId}/schedules`. There is no call for one schedule: reads share the list of the report. */
export const reportSchedule = defineExportSchedule({
  name: "ReportSchedule",
  docs: {
    description: `A schedule that exports a report as PDF and sends it to people, files or webhooks.

The platform never returns recipients and descriptions, so a change made to them in the product isn't seen. An adopted
or imported schedule keeps them until the program declares some. Every update sends the whole declaration. The platform
fills in defaults, so the provider compares only what is declared.

The platform suspends a schedule whose exports fail. The provider then warns on every refresh and sets \`isSuspended\`,
but doesn't resume the schedule: fix the cause, then change \`resumeTriggers\`.

\`adopt: true\` finds a schedule by its titles and time in the report.`,
    endpoints: [
      "POST|GET /v2/reports/{reportId}/schedules",
      "PATCH|DELETE /v2/reports/{reportId}/schedules/{scheduleId}",
    ],
    example: `const report = analytics.getReportOutput({ name: "Quarterly report" });
new analytics.ReportSchedule("monthly", {
  reportId: report.id,
  cronSpec: "0 6 1 * *",
  timezone: "America/New_York",
  targets: [{ email: "board@example.com" }],
  title: "Monthly report",
  message: "The report of the month is attached.",
});`,
  },
  needs: { lookups: ["report"] },
  noun: "report",
  key: "reportId",
  fields: {
    reportId: field(text, "Id of the report.", { replaces: true }),
    attachments: field(z.array(attachment).optional(), "What is exported. Default: one PDF.", {
      clearWith: onePdf,
      filledIn: true,
    }),
    variant: field(variant.optional(), "The version to export. Default: the published version.", {
      removedWith: {},
      filledIn: true,
    }),
  },
  wire: { variant: "reportVariant", settings: "reportSettings" },
  async documents({ reports }) {
    const all = await collect(reports.list());
    return all.filter(({ isArchived }) => !isArchived).map(({ reportId }) => reportId);
  },
  schedules: ({ reportSchedules }) => reportSchedules,
});
