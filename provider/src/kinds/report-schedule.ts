import * as z from "zod";
import { field } from "./declare";
import { attachmentFormat, defineExportSchedule, onePdf, taggedVersion } from "./document/export-schedule";

const attachment = z.strictObject({ format: attachmentFormat }).meta({ title: "ReportAttachment" });
const variant = z.strictObject({ tagId: taggedVersion }).meta({ title: "ReportVariant" });

/** `/v2/reports/{reportId}/schedules`. There is no call for one schedule: reads share the list of the report. */
export const reportSchedule = defineExportSchedule({
  name: "ReportSchedule",
  noun: "report",
  summary: "A schedule that exports a report as PDF and sends it to people, files or webhooks.",
  example: `const report = analytics.getReportOutput({ name: "Quarterly report" });
new analytics.ReportSchedule("monthly", {
  reportId: report.id,
  cronSpec: "0 6 1 * *",
  timezone: "America/New_York",
  targets: [{ email: "board@example.com" }],
  title: "Monthly report",
  message: "The report of the month is attached.",
});`,
  fields: {
    attachments: field(z.array(attachment).optional(), "What is exported. Default: one PDF.", {
      clearWith: onePdf,
      filledIn: true,
    }),
    variant: field(variant.optional(), "The version to export. Default: the published version.", {
      removedWith: {},
      filledIn: true,
    }),
  },
});
