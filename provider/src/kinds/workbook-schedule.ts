import * as z from "zod";
import { collect, takeFirst } from "../core/api";
import { defineExportSchedule, exportFormat, field, text } from "./declare";

const attachment = z
  .strictObject({
    format: exportFormat.describe("The format."),
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
    tagId: text.describe("Id of a version tag: exports the version that has it.").optional(),
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
  docs: {
    description: `A schedule that exports a workbook and sends it to people, files or webhooks.

The platform never returns recipients and descriptions, so a change made to them in the product isn't seen. An adopted
or imported schedule keeps them until the program declares some. Every update sends the whole declaration. The platform
fills in defaults, so the provider compares only what is declared.

The platform suspends a schedule whose exports fail. The provider then warns on every refresh and sets \`isSuspended\`,
but doesn't resume the schedule: fix the cause, then change \`resumeTriggers\`.

\`adopt: true\` finds a schedule by its titles and time in the workbook.`,
    endpoints: [
      "POST|GET /v2/workbooks/{workbookId}/schedules",
      "PATCH|DELETE /v2/workbooks/{workbookId}/schedules/{scheduleId}",
    ],
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
  },
  needs: {
    lookups: ["workbook"],
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
  },
  noun: "workbook",
  key: "workbookId",
  fields: {
    workbookId: field(text, "Id of the workbook.", { replaces: true }),
    attachments: field(z.array(attachment), "What is exported, in which format; may be empty.", { filledIn: true }),
    variant: field(variant.optional(), "The version or bookmark to export. Default: the published version.", {
      removedWith: {},
      filledIn: true,
    }),
    formatting: field(formatting.optional(), "How tables are exported.", { removedWith: {}, filledIn: true }),
  },
  wire: { variant: "workbookVariant", settings: "workbookSettings", source: "workbookExportSource" },
  async documents({ workbooks }) {
    const all = await collect(workbooks.list());
    return all.filter(({ isArchived }) => !isArchived).map(({ workbookId }) => workbookId);
  },
  schedules: ({ workbookSchedules }) => workbookSchedules,

  problems({ attachments, variant }) {
    const isPicture = ({ format }: z.infer<typeof attachment>) => ["PDF", "PNG"].includes(format?.type);
    const hasBookmark = (variant as z.infer<typeof attachment>["source"])?.bookmarkId !== undefined;
    if (!hasBookmark || !Array.isArray(attachments) || attachments.every(isPicture)) return [];
    return ["variant.bookmarkId: a bookmark can be exported as PDF or PNG only."];
  },
});
