import * as z from "zod";
import { takeFirst } from "../core/api";
import { field, text } from "./declare";
import { attachmentFormat, defineExportSchedule, taggedVersion } from "./document/export-schedule";

const attachment = z
  .strictObject({
    format: attachmentFormat,
    source: z
      .record(z.string(), z.unknown())
      .describe(
        'The part of the workbook, in the API\'s form: `{ type: "all" }` or `{ type: "element", elementIds: ' +
          '["…"] }`. Default: the whole workbook.',
      )
      .optional(),
  })
  .meta({ title: "WorkbookAttachment" });

const variant = z
  .strictObject({
    tagId: taggedVersion.optional(),
    bookmarkId: text.describe("Id of a bookmark. Works with `PDF` and `PNG` only.").optional(),
  })
  .meta({ title: "WorkbookVariant" });

const formatting = z
  .strictObject({
    pivotHeaderStyle: z.enum(["merged", "repeated"]).describe("The headers of pivot tables.").optional(),
    includeMetadata: z.boolean().describe("Whether to add data about the export.").optional(),
  })
  .meta({ title: "WorkbookFormatting" });

/** `/v2/workbooks/{workbookId}/schedules`. There is no call for one schedule: reads share the list of the workbook. */
export const workbookSchedule = defineExportSchedule({
  name: "WorkbookSchedule",
  noun: "workbook",
  summary: "A schedule that exports a workbook and sends it to people, files or webhooks.",
  example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
const managers = new analytics.Team("managers", { name: "Managers" });
new analytics.WorkbookSchedule("weekly-sales", {
  workbookId: report.id,
  cronSpec: "0 8 * * mon",
  timezone: "Europe/Berlin",
  targets: [{ teamId: managers.id }, { email: "sales@example.com" }],
  title: "Sales of the week",
  message: "The report is attached.",
  attachments: [{ format: { type: "PDF", layout: "landscape" } }],
});`,
  probes: [
    {
      title: "Export schedules",
      permission: 'an account type with "Schedule exports"',
      async call({ workbooks, workbookSchedules }) {
        const [workbook] = await takeFirst(workbooks.list());
        return workbook && takeFirst(workbookSchedules.list(workbook.workbookId));
      },
    },
  ],
  fields: {
    attachments: field(z.array(attachment), "What is exported, in which format; may be empty.", { filledIn: true }),
    variant: field(variant.optional(), "The version or bookmark to export. Default: the published version.", {
      removedWith: {},
      filledIn: true,
    }),
    formatting: field(formatting.optional(), "How tables are exported.", { removedWith: {}, filledIn: true }),
  },
  hasParts: true,

  problems({ attachments, variant }) {
    const isPicture = ({ format }: z.infer<typeof attachment>) => ["PDF", "PNG"].includes(format?.type);
    const hasBookmark = (variant as z.infer<typeof attachment>["source"])?.bookmarkId !== undefined;
    if (!hasBookmark || !Array.isArray(attachments) || attachments.every(isPicture)) return [];
    return ["variant.bookmarkId: a bookmark can be exported as PDF or PNG only."];
  },
});
