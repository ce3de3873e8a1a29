import {
  type AnalyticsClient,
  agrees,
  type ExportSchedule,
  isSameExport,
  type NewExportSchedule,
  type Probe,
} from "../../core/api";
import { isUnknown } from "../../core/values";
import * as z from "../../core/zod";
import type { CheckContext, LifecycleContext } from "./context";
import { defineKind } from "./define";
import { type DataOf, type Fields, field, text } from "./fields";
import { idPairs } from "./ids";
import type { Kind, KindDocs } from "./kind";
import { timeFields } from "./times";

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

/** The format of an attachment. */
export const exportFormat = z
  .strictObject({
    type: text.describe("`PDF`; for workbooks also `CSV`, `JSON`, `JSONL`, `EXCEL`, `PNG` or `NONE`."),
    layout: z.enum(["portrait", "landscape"]).describe("Of a PDF.").optional(),
    scaleFactor: z.number().describe("Of a PDF.").optional(),
    pixelWidth: z.int().describe("Of a PNG.").optional(),
    pixelHeight: z.int().describe("Of a PNG.").optional(),
  })
  .meta({ title: "ExportFormat" });

const optionalFlag = (description: string) =>
  field(z.boolean().optional(), `${description} Default: false.`, { clearWith: false });

const common = {
  ...timeFields,
  targets: field(
    z.array(target).min(1).optional(),
    "Who gets the export, each with exactly one field. Required, but for an adopted or imported schedule, which keeps its recipients. The platform never returns them, so a change made in the product isn't seen; every update sends them.",
    { writeOnly: true, omitted: "keep" },
  ),
  title: field(text, "The subject of the message."),
  message: field(z.string(), "The text of the message.", { equal: "text" }),
  exportName: field(text.optional(), "The name of the exported file. Left out: the platform chooses one."),
  includeLink: optionalFlag("Whether the message links to the document."),
  runAsRecipient: optionalFlag("Whether the queries run with each recipient's own access."),
  mergeAttachments: optionalFlag("Whether to merge PDF attachments into one."),
  zipAttachments: optionalFlag("Whether to compress the attachments into one file."),
  condition: field(
    z.record(z.string(), z.unknown()).optional(),
    "When to send, in the API's form `{ type, condition }`. Only `type` is compared. Left out: always.",
  ),
  controlValues: field(
    z.record(z.string(), z.unknown()).optional(),
    "Values of controls by control id, in the API's form `{ type, value }`. The platform returns them in another form, so they aren't compared.",
    { writeOnly: true },
  ),
  description: field(
    z.string().optional(),
    "What the schedule is for. The platform never returns it; left out, an adopted or imported schedule keeps it.",
    { equal: "text", writeOnly: true },
  ),
  isPaused: field(
    z.boolean().optional(),
    "Whether the schedule is paused. Default: false. If the declared schedule runs and the platform has suspended it, the provider warns and keeps it suspended: see `resumeTriggers`.",
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

const outputs = {
  isSuspended: field(z.boolean(), "Whether the schedule is paused by a person or suspended by the platform."),
  ownerId: field(z.string(), "Id of the member who owns the schedule."),
};

/** The fields that the platform fills with defaults: what the declaration leaves out isn't compared. */
const loose = ["exportName", "attachments", "condition", "variant", "formatting"];

type Properties = Readonly<Record<string, unknown>>;
type Attachment = { readonly format: unknown; readonly source?: unknown };
type Common = DataOf<typeof common>;
type Outputs = DataOf<typeof outputs>;

/** What one sort of document has of its own, and the names that requests and answers have for it. */
export interface ScheduledDocument<Own extends Fields> {
  readonly name: string;
  readonly docs: KindDocs;
  readonly dependsOn: readonly string[];
  /** What a message calls the document. */
  readonly noun: string;
  /** The field that holds the document's id. */
  readonly key: keyof Own & string;
  readonly fields: Own;
  readonly probes?: readonly Probe[];
  readonly wire: { readonly variant: string; readonly settings: string; readonly source?: string };
  /** The ids of all documents, for `pull`. */
  documents(client: AnalyticsClient): Promise<readonly string[]>;
  schedules(client: AnalyticsClient): AnalyticsClient["workbookSchedules"];
  problems?(inputs: Properties, context: CheckContext): string[];
}

/**
 * The kind of resource that exports a document at set times; its id is `<document id>/<schedule id>`. Answers have other names than requests
 * and are full of defaults, so only what is declared is compared.
 *
 * @example See `kinds/workbook-schedule.ts`.
 */
export function exportSchedule<const Own extends Fields>(
  of: ScheduledDocument<Own>,
): Kind<Common & DataOf<Own>, Outputs> {
  type Inputs = Common & Properties;
  const { key, noun, wire, documents, schedules, problems, ...declaration } = of;
  const documentOf = (inputs: Properties) => inputs[key] as string;
  const idOf = (inputs: Properties, id: string) => `${documentOf(inputs)}/${id}`;
  const { idForms, partsOf } = idPairs(of.name, `<${key}>/<schedule id>`);
  const describe = (inputs: Properties) => `schedule "${inputs.title}" of the ${noun} ${documentOf(inputs)}`;
  const outputsOf = ({ isSuspended, ownerId }: ExportSchedule): Outputs => ({ isSuspended, ownerId });

  async function look({ client }: LifecycleContext, id: string): Promise<ExportSchedule | undefined> {
    const [documentId, scheduleId] = partsOf(id);
    const all = await schedules(client).of(documentId);
    return all.find(({ scheduledNotificationId }) => scheduledNotificationId === scheduleId);
  }

  /** The whole body. What is left out goes back to its default, also on a platform that merges. */
  function bodyOf(inputs: Inputs, changed: ReadonlySet<string> = new Set()): NewExportSchedule {
    const orCleared = (name: string, empty: unknown) => inputs[name] ?? (changed.has(name) ? empty : undefined);
    const { cronSpec, timezone, targets, title, message } = inputs;
    const { includeLink = false, runAsRecipient = false, mergeAttachments = false, zipAttachments = false } = inputs;
    const controlValues = orCleared("controlValues", {});
    const configV2 = {
      title,
      messageBody: message,
      exportAttachments: ((inputs.attachments ?? onePdf) as Attachment[]).map(
        ({ format, source = { type: "all" } }) => ({
          formatOptions: format,
          ...(wire.source && { [wire.source]: source }),
        }),
      ),
      exportName: orCleared("exportName", "") as string | undefined,
      includeLink,
      runAsRecipient,
      attachmentSettings: { mergeAttachments, zipAttachments },
      conditionOptions: orCleared("condition", { type: "always" }),
      [wire.variant]: orCleared("variant", {}),
      ...(controlValues === undefined ? {} : { [wire.settings]: { controlValues } }),
      formatting: orCleared("formatting", {}),
    };
    // What an adopted schedule has, no answer tells: it isn't touched until the program says something.
    const description = orCleared("description", null);
    const told = {
      ...(targets && { target: targets }),
      ...(description !== undefined && { description: (description as string) || null }),
    };
    return { ...told, schedule: { cronSpec, timezone }, configV2 };
  }

  /** A schedule in the words of the declaration. */
  function inputsOf({ schedule, configV2 }: ExportSchedule): Properties {
    const { attachmentSettings: settings } = configV2;
    return {
      ...schedule,
      title: configV2.title,
      message: configV2.messageBody,
      exportName: configV2.notificationName || undefined,
      attachments: (configV2.notificationAttachments ?? []).map((attachment) => ({
        format: attachment.formatOptions,
        ...(wire.source && { source: attachment[wire.source] }),
      })),
      includeLink: configV2.includeLink ?? false,
      runAsRecipient: configV2.runAsRecipient ?? false,
      mergeAttachments: settings?.mergePdfAttachments ?? false,
      zipAttachments: settings?.zipAttachments ?? false,
      condition: configV2.conditionOptions,
      variant: configV2[wire.variant],
      formatting: configV2.formatting ?? undefined,
    };
  }

  function warnOfSuspension({ log }: LifecycleContext, inputs: Inputs, found: ExportSchedule): void {
    if (!found.isSuspended || inputs.isPaused) return;
    const { disabledAt, disabledBy } = found;
    const since = `${disabledAt ? ` since ${disabledAt}` : ""}${disabledBy ? `, by ${disabledBy}` : ""}`;
    log(
      `The ${describe(inputs)} is suspended on the platform${since}, and sends nothing. The provider doesn't resume it: ` +
        "fix the cause, such as a broken query or recipient, then change resumeTriggers.",
    );
  }

  return defineKind<Fields, typeof outputs>({
    ...declaration,
    idForms,
    permission: 'an account type with "Schedule exports"; to change a schedule, its owner or an Admin',
    fields: { ...of.fields, ...common },
    outputs,
    sendsAll: true,
    describe,
    secretTexts: ({ targets }) => listed(targets).flatMap(({ webhookUrl }) => webhookUrl ?? []),

    problems: (inputs, context) => [
      ...(inputs.targets === undefined && context.isNew && !inputs.adopt ? [`targets: ${noRecipients}`] : []),
      ...listed(inputs.targets).flatMap((one, index) =>
        isUnknown(one) || Object.keys(one).length === 1
          ? []
          : [`targets[${index}]: give exactly one of ${Object.keys(recipients).join(", ")}.`],
      ),
      ...(problems?.(inputs, context) ?? []),
    ],

    exportedTo: {
      file: "schedules",
      about:
        "Export schedules. The platform doesn't show their recipients, and keeps them: declare `targets` to change them.",
      called: ["title"],
    },

    async ids(client) {
      const all = (await documents(client)).map(async (documentId) =>
        (await schedules(client).of(documentId)).map(
          ({ scheduledNotificationId }) => `${documentId}/${scheduledNotificationId}`,
        ),
      );
      return (await Promise.all(all)).flat();
    },

    notComparable: () => "targets, description and controlValues can't be compared and count as declared",

    async find({ client }, inputs) {
      const all = await schedules(client).of(documentOf(inputs));
      const same = all.filter((found) => isSameExport(found, bodyOf(inputs as Inputs)));
      return same.map(({ scheduledNotificationId }) => idOf(inputs, scheduledNotificationId));
    },

    async origin(context, id) {
      const found = await look(context, id);
      return found && { at: found.createdAt, by: found.createdBy };
    },

    async create({ client, createOptions, checkpoint }, given) {
      const inputs = given as Inputs;
      if (inputs.targets === undefined)
        throw new Error(`There is no ${describe(inputs)} to adopt. targets: ${noRecipients}`);
      const body = bodyOf(inputs);
      const made = await schedules(client).create(documentOf(inputs), body, createOptions);
      const id = idOf(inputs, made.scheduledNotificationId);
      if (!inputs.isPaused) return { id, outputs: outputsOf(made) };
      // A create can't pause.
      checkpoint(id, { inputs: { ...inputs, isPaused: false }, outputs: outputsOf(made) });
      const pause = { ...body, suspensionAction: "pause" } as const;
      return { id, outputs: outputsOf(await schedules(client).update(...partsOf(id), pause)) };
    },

    async read(context, id, known) {
      const found = await look(context, id);
      if (found === undefined) return undefined;
      const [documentId] = partsOf(id);
      const declared = known?.inputs as Inputs | undefined;
      const there = { [key]: documentId, ...inputsOf(found) };
      if (declared === undefined) {
        // The platform shows parts that say nothing, too; a declaration leaves them out.
        const told = Object.fromEntries(
          Object.entries(there).filter(([name, value]) => !(name in of.fields) || says(value)),
        );
        return { inputs: { ...told, isPaused: found.isSuspended }, outputs: outputsOf(found) };
      }
      warnOfSuspension(context, declared, found);
      const same = loose.filter((name) => agrees(declared[name], inputsOf(found)[name]));
      const inputs = { ...there, ...Object.fromEntries(same.map((name) => [name, declared[name]])) };
      // Only a declared pause that somebody ended counts as drift: nothing is resumed unless the program says so.
      const isPaused = declared.isPaused && found.isSuspended;
      return { inputs: { ...inputs, isPaused }, outputs: outputsOf(found) };
    },

    async reconcile(context, id, olds, given, changed) {
      const news = given as Inputs;
      if (changed.size === 0) return olds.outputs as Outputs;
      const isResumed = !news.isPaused && (changed.has("isPaused") || changed.has("resumeTriggers"));
      const pause = news.isPaused && changed.has("isPaused") ? "pause" : undefined;
      const suspensionAction = isResumed ? "resume" : pause;
      const body = { ...bodyOf(news, changed), suspensionAction } as const;
      const found = await schedules(context.client).update(...partsOf(id), body);
      warnOfSuspension(context, news, found);
      return outputsOf(found);
    },

    mock: (id, inputs) => ({
      id: idOf(inputs, id),
      outputs: { isSuspended: inputs.isPaused === true, ownerId: "owner" },
    }),

    async delete({ client }, id) {
      await schedules(client).delete(...partsOf(id));
    },
  }) as unknown as Kind<Common & DataOf<Own>, Outputs>;
}

const noRecipients = "required; only an adopted schedule can do without them, because it keeps its recipients.";

/** Whether a value isn't an object without contents. */
const says = (value: unknown) =>
  typeof value !== "object" || Array.isArray(value) || Object.keys(value ?? {}).length > 0;

/** The items of a list; none of one that is known only after apply. */
function listed(value: unknown): Record<string, string>[] {
  return Array.isArray(value) ? value : [];
}
