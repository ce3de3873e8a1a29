import * as z from "zod";
import { isUnknown } from "../../../core/engine";
import { field, output, text, timeFields } from "../../declare";

const recipients = {
  email: "An e-mail address.",
  teamId: "Id of a team. The platform resolves its members when the export runs.",
  ccEmail: "An e-mail address for a copy.",
  bccEmail: "An e-mail address for a blind copy.",
  ccTeamId: "Id of a team for a copy.",
  bccTeamId: "Id of a team for a blind copy.",
  slackConversationId: "Id of a Slack channel or member.",
  googleSpreadsheetUrl: "URL of a Google spreadsheet.",
  googleDriveFolderUrl: "URL of a Google Drive folder.",
  webhookUrl: "URL of a webhook. If it contains a token, pass `targets` as a secret.",
};

const target = z
  .strictObject(
    Object.fromEntries(Object.entries(recipients).map(([name, what]) => [name, text.describe(what).optional()])),
  )
  .meta({ title: "ExportTarget" });

const exportFormat = z
  .strictObject({
    type: text.describe(
      "`PDF`; for workbooks also `CSV`, `JSON`, `JSONL`, `XLSX`, `PNG` or `NONE`. `EXCEL`, as the " +
        "platform returns it, means `XLSX`.",
    ),
    layout: z.enum(["portrait", "landscape"]).describe("Of a PDF.").optional(),
    scaleFactor: z.number().describe("Of a PDF.").optional(),
    pixelWidth: z.int().describe("Of a PNG.").optional(),
    pixelHeight: z.int().describe("Of a PNG.").optional(),
  })
  .meta({ title: "ExportFormat" });

/** The format of an attachment. */
export const attachmentFormat = exportFormat.describe("The format.");

/** The version of a document to export. */
export const taggedVersion = text.describe("Id of a version tag: exports the version that has it.");

const optionalFlag = (description: string) =>
  field(z.boolean().optional(), `${description} Default: false.`, { clearWith: false });

/** The fields of every export schedule, beside those of its document. */
export const common = {
  ...timeFields,
  targets: field(
    z.array(target).min(1).optional(),
    "Who gets the export, each with exactly one field. Required, but for an adopted or imported schedule, " +
      "which keeps its recipients. The platform never returns them, so a change made in the product isn't " +
      "seen; every update sends them.",
    { writeOnly: true, omitted: "keep" },
  ),
  title: field(text, "The subject of the message."),
  message: field(z.string(), "The text of the message.", { equal: "text" }),
  exportName: field(text.optional(), "The name of the exported file. Left out: the platform chooses one.", {
    removedWith: "",
    filledIn: true,
  }),
  includeLink: optionalFlag("Whether the message links to the document."),
  runAsRecipient: optionalFlag("Whether the queries run with each recipient's own access."),
  mergeAttachments: optionalFlag("Whether to merge PDF attachments into one."),
  zipAttachments: optionalFlag("Whether to compress the attachments into one file."),
  condition: field(
    z.record(z.string(), z.unknown()).optional(),
    "When to send, in the API's form `{ type, condition }`. Only `type` is compared. Left out: always.",
    { removedWith: { type: "always" }, filledIn: true },
  ),
  controlValues: field(
    z.record(z.string(), z.unknown()).optional(),
    "Values of controls by control id, in the API's form `{ type, value }`. The platform returns them in another " +
      "form, so they aren't compared.",
    { writeOnly: true, removedWith: {} },
  ),
  description: field(
    z.string().optional(),
    "What the schedule is for. The platform never returns it; left out, an adopted or imported schedule keeps it.",
    { equal: "text", writeOnly: true, removedWith: null },
  ),
  isPaused: field(
    z.boolean().optional(),
    "Whether the schedule is paused. Default: false. If the declared schedule runs and the platform has suspended " +
      "it, the provider warns and keeps it suspended: see `resumeTriggers`.",
    { clearWith: false },
  ),
  resumeTriggers: field(
    z.array(z.unknown()).optional(),
    "Any values. Changing one resumes a suspended schedule, unless `isPaused` is true.",
    { local: true, omitted: "keep", sentWith: ["title"] },
  ),
};

/** What is exported where nothing is declared. */
export const onePdf = [{ format: { type: "PDF" } }];

export const outputs = {
  isSuspended: output(z.boolean(), "Whether the schedule is paused by a person or suspended by the platform."),
  ownerId: output(z.string(), "Id of the member who owns the schedule.", { changesWith: [] }),
};

/** What is wrong with the recipients, a sentence each. */
export function findTargetProblems(targets: unknown): string[] {
  return toList(targets).flatMap((one, index) =>
    isUnknown(one) || Object.keys(one).length === 1
      ? []
      : [`targets[${index}]: give exactly one of ${Object.keys(recipients).join(", ")}.`],
  );
}

/** What a schedule without recipients is missing. */
export const noRecipients = "targets: required; optional only for an adopted schedule, which keeps its recipients.";

/** The items of a list; none of one that is known only after apply. */
export function toList(value: unknown): Record<string, string>[] {
  return Array.isArray(value) ? value : [];
}
