import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, created, now, updated } from "../../call";
import { existing, invalidRequest, notFound } from "../../http/errors";
import { object } from "../../http/fields";
import { page } from "../../http/pages";
import { parseBody } from "../../http/validate";
import type { ExportSchedule } from "../../state/records";

/** What tells the schedules of workbooks and reports apart. */
export interface ScheduledKind {
  /** With the parameter that is also the field of an answer. */
  readonly path: string;
  readonly id: "workbookId" | "reportId";
  /** The id of an existing document. */
  readonly find: (call: Call, id: string) => string;
  /** The formats of an export. */
  readonly formats: (call: Call) => z.ZodType;
  /** Whether an attachment says which part of the document it is. */
  readonly hasSources: boolean;
  readonly settings: "workbookSettings" | "reportSettings";
  readonly variant: { readonly field: "workbookVariant" | "reportVariant"; readonly keys: readonly string[] };
  /** What the settings are called in answers. */
  readonly settingsRead: "dashboardSettings" | "reportSettings";
}

type Config = z.output<ReturnType<typeof configOf>>;

/** Exports of a document at set times. */
export function scheduleRoutes(app: FastifyInstance, kind: ScheduledKind): void {
  type Params = { Params: { scheduleId: string } };
  const path = `${kind.path}/schedules`;
  const documentOf = ({ call, params }: FastifyRequest) =>
    kind.find(call, (params as Record<string, string>)[kind.id] ?? "");

  app.post(path, async (request) => {
    const { call } = request;
    const documentId = documentOf(request);
    const { target, schedule, configV2, description } = parseBody(bodyOf(call, kind), request.body);
    const read = checkedConfig(asRead(call, configV2, kind), kind);
    const id = call.ids.uuid("schedule");
    return presentSchedule(
      call.store.exportSchedules.put(id, {
        scheduledNotificationId: id,
        documentId,
        target,
        schedule: checkedTime(schedule),
        configV2: read,
        description: description ?? null,
        isSuspended: false,
        ownerId: call.actor,
        lastUpdatedByUser: call.actor,
        disabledAt: null,
        disabledBy: null,
        ...created(call.actor),
      }),
      kind.id,
    );
  });

  app.patch<Params>(`${path}/:scheduleId`, async (request) => {
    const { call, body, params } = request;
    const before = findSchedule(call, documentOf(request), params.scheduleId);
    const { suspensionAction, ...change } = parseBody(changeOf(call, kind), body);
    const isIgnored = Object.keys(change).length === 0 && call.settings.loneSuspension === "ignored";
    const after = {
      ...before,
      ...changed(call, kind, before, change),
      ...(isIgnored ? {} : paused(call, suspensionAction)),
    };
    return presentSchedule(call.store.exportSchedules.put(before.scheduledNotificationId, after), kind.id);
  });

  app.delete<Params>(`${path}/:scheduleId`, async (request) => {
    const { call, params } = request;
    const { scheduledNotificationId } = findSchedule(call, documentOf(request), params.scheduleId);
    call.store.exportSchedules.delete(scheduledNotificationId);
    return {};
  });
}

/** The page of a document's schedules, or of all that one member owns. */
export function schedulesOf(call: Call, of: { documentId: string } | { ownerId: string }): ExportSchedule[] {
  return call.store.exportSchedules
    .all()
    .filter((schedule) => Object.entries(of).every(([key, id]) => schedule[key as "ownerId"] === id));
}

/** A schedule as every answer has it: without recipients and description. */
export function presentSchedule(
  { documentId, target: _target, description: _description, ...schedule }: ExportSchedule,
  id: "workbookId" | "reportId",
): Record<string, unknown> {
  return { ...schedule, [id]: documentId };
}

/** What the platform does after an export has failed too often. */
export function suspendSchedule(call: Call, scheduleId: string): ExportSchedule {
  const schedule = existing(call.store.exportSchedules.get(scheduleId), "Schedule", scheduleId);
  const suspended = { ...schedule, isSuspended: true, disabledAt: now(), disabledBy: null };
  return call.store.exportSchedules.put(scheduleId, suspended);
}

/** `GET /v2/members/{memberId}/schedules`. */
export function memberSchedules(request: FastifyRequest, memberId: string): unknown {
  const { call } = request;
  const isOfReport = ({ documentId }: ExportSchedule) => call.store.reports.get(documentId) !== undefined;
  return page(
    request,
    schedulesOf(call, { ownerId: memberId }),
    (schedule) => presentSchedule(schedule, isOfReport(schedule) ? "reportId" : "workbookId"),
    "total and hasMore",
  );
}

function findSchedule(call: Call, documentId: string, scheduleId: string): ExportSchedule {
  const schedule = call.store.exportSchedules.get(scheduleId);
  if (schedule?.documentId !== documentId) {
    throw notFound("Schedule", scheduleId);
  }
  return schedule;
}

const timeOf = (call: Call) => object(call, { cronSpec: z.string(), timezone: z.string() });

const targetsOf = (call: Call) => {
  const names = ["teamId", "email", "ccEmail", "bccEmail", "ccTeamId", "bccTeamId", "slackConversationId"] as const;
  const addresses = ["googleSpreadsheetUrl", "googleDriveFolderUrl", "webhookUrl"] as const;
  const text = z.string().optional();
  return z.array(object(call, Object.fromEntries([...names, ...addresses].map((name) => [name, text]))));
};

/** What an export is; most of it may be left out. */
function configOf(call: Call, { formats, hasSources, settings, variant }: ScheduledKind) {
  const source = object(call, {
    type: z.enum(["all", "page", "element"]),
    ...Object.fromEntries(["elementId", "pageId"].map((name) => [name, z.string().optional()])),
    ...Object.fromEntries(["elementIds", "pageIds", "nodeIds"].map((name) => [name, z.array(z.string()).optional()])),
  });
  const attachment = object(call, {
    formatOptions: formats(call),
    ...(hasSources ? { workbookExportSource: source } : {}),
  });
  return object(call, {
    title: z.string(),
    messageBody: z.string(),
    exportAttachments: z.array(attachment),
    exportName: z.string().optional(),
    includeLink: z.boolean().optional(),
    runAsRecipient: z.boolean().optional(),
    attachmentSettings: object(call, {
      mergeAttachments: z.boolean().optional(),
      zipAttachments: z.boolean().optional(),
    }).optional(),
    [variant.field]: object(
      call,
      Object.fromEntries(variant.keys.map((key) => [key, z.string().optional()])),
    ).optional(),
    conditionOptions: object(call, { type: z.string(), condition: z.unknown().optional() }).optional(),
    [settings]: object(call, { controlValues: z.record(z.string(), z.unknown()).optional() }).optional(),
    ...(hasSources ? { formatting: formattingOf(call).optional() } : {}),
  });
}

const formattingOf = (call: Call) =>
  object(call, {
    pivotHeaderStyle: z.enum(["merged", "repeated"]).optional(),
    includeMetadata: z.boolean().optional(),
  });

function bodyOf(call: Call, kind: ScheduledKind) {
  return object(call, {
    target: targetsOf(call),
    schedule: timeOf(call),
    configV2: configOf(call, kind),
    description: z.string().nullish(),
    ...(kind.id === "workbookId" ? { ownerId: z.string().optional() } : {}),
  });
}

function changeOf(call: Call, kind: ScheduledKind) {
  return object(call, {
    target: targetsOf(call).optional(),
    schedule: timeOf(call).partial().optional(),
    configV2: configOf(call, kind).partial().optional(),
    description: z.string().nullish(),
    suspensionAction: z.enum(["pause", "resume"]).optional(),
  });
}

/** The names of requests differ from those of answers, so does the form of some values, and answers hold defaults. */
function asRead(call: Call, config: Partial<Config>, kind: ScheduledKind): Record<string, unknown> {
  const isReshaped = call.settings.scheduleAnswers === "described";
  const { title, messageBody, exportAttachments = [], exportName, attachmentSettings = {}, conditionOptions } = config;
  const given = config as Record<string, Record<string, unknown> | undefined>;
  const formatting = given.formatting;
  return {
    title: title ?? "",
    messageBody: messageBody ?? "",
    notificationAttachments: exportAttachments.map((attachment) => {
      const { formatOptions, workbookExportSource = { type: "all" } } = attachment as unknown as RequestedAttachment;
      return {
        formatOptions: isReshaped ? readFormat(formatOptions) : formatOptions,
        workbookExportSource: !kind.hasSources
          ? { type: isReshaped ? "report" : "all" }
          : isReshaped
            ? readSource(workbookExportSource)
            : workbookExportSource,
      };
    }),
    includeLink: config.includeLink ?? false,
    runAsRecipient: config.runAsRecipient ?? false,
    attachmentSettings: {
      mergePdfAttachments: attachmentSettings.mergeAttachments ?? false,
      zipAttachments: attachmentSettings.zipAttachments ?? false,
    },
    ...(conditionOptions && {
      conditionOptions: {
        type: conditionOptions.type,
        ...(conditionOptions.condition === undefined
          ? {}
          : { conditions: [isReshaped ? readCondition(conditionOptions.condition) : conditionOptions.condition] }),
      },
    }),
    // An empty one is none, also for a platform that merges.
    ...(exportName === undefined ? {} : { notificationName: exportName || undefined }),
    [kind.settingsRead]: { filters: [], variableValues: given[kind.settings]?.controlValues ?? {} },
    [kind.variant.field]: given[kind.variant.field] ?? {},
    ...(kind.hasSources ? { formatting: formatting ? { pivotHeaderStyle: formatting.pivotHeaderStyle } : null } : {}),
  };
}

interface RequestedAttachment {
  readonly formatOptions: { readonly type: string };
  readonly workbookExportSource?: { readonly type: string } & Record<string, unknown>;
}

/** A spreadsheet is `XLSX` in requests and `EXCEL` in answers. */
function readFormat({ type, ...rest }: RequestedAttachment["formatOptions"]): object {
  return { type: type === "XLSX" ? "EXCEL" : type, ...rest };
}

/** One id of a part stands alone in answers, several are `nodeIds`. */
function readSource({ type, ...rest }: NonNullable<RequestedAttachment["workbookExportSource"]>): object {
  const name = `${type}Ids`;
  const { [name]: ids, ...others } = rest;
  if (!Array.isArray(ids)) return { type, ...rest };
  return { type, ...others, ...(ids.length === 1 ? { [`${type}Id`]: ids[0] } : { nodeIds: ids }) };
}

/** Columns and elements have other names in the condition of an answer, and a date is a number. */
function readCondition(condition: unknown): unknown {
  if (condition === null || typeof condition !== "object") return condition;
  const { column, elementId, value, ...others } = condition as Record<string, unknown>;
  const given = value as { type?: string; value?: unknown } | undefined;
  const isDate = given?.type === "fixed-date";
  return {
    ...others,
    ...(column === undefined ? {} : { sheetColumn: column }),
    ...(elementId === undefined ? {} : { sheetId: elementId }),
    ...(given === undefined
      ? {}
      : {
          value: { type: isDate ? "fixed" : given.type, val: isDate ? Date.parse(String(given.value)) : given.value },
        }),
  };
}

/** A bookmark can be exported as a picture of its page only. */
function checkedConfig(config: ExportSchedule["configV2"], { variant }: ScheduledKind): ExportSchedule["configV2"] {
  const { bookmarkId } = (config[variant.field] ?? {}) as { bookmarkId?: string };
  const attachments = (config.notificationAttachments ?? []) as { formatOptions: { type: string } }[];
  const other = attachments.find(({ formatOptions }) => !["PDF", "PNG"].includes(formatOptions.type));
  if (bookmarkId !== undefined && other !== undefined) {
    throw invalidRequest(`A bookmark can't be exported as ${other.formatOptions.type}`);
  }
  return config;
}

function changed(
  call: Call,
  kind: ScheduledKind,
  before: ExportSchedule,
  { target, schedule, configV2, description }: Omit<z.output<ReturnType<typeof changeOf>>, "suspensionAction">,
): Partial<ExportSchedule> {
  const read = configV2 && asRead(call, configV2 as Partial<Config>, kind);
  const isMerged = call.settings.scheduleConfigPatch === "merges";
  return {
    ...(target && { target }),
    ...(schedule && { schedule: checkedTime({ ...before.schedule, ...schedule }) }),
    ...(read && { configV2: checkedConfig(isMerged ? { ...before.configV2, ...read } : read, kind) }),
    ...(description === undefined ? {} : { description }),
    lastUpdatedByUser: call.actor,
    ...updated(call.actor),
  };
}

function paused(call: Call, action: "pause" | "resume" | undefined): Partial<ExportSchedule> {
  switch (action) {
    case "pause":
      return { isSuspended: true, disabledAt: now(), disabledBy: call.actor };
    case "resume":
      return { isSuspended: false, disabledAt: null, disabledBy: null };
    default:
      return {};
  }
}

/** A time that the platform can read: five fields, and a zone of the IANA database. */
export function checkedTime<Time extends { cronSpec: string; timezone: string }>(time: Time): Time {
  if (!/^\S+(\s+\S+){4}$/.test(time.cronSpec.trim())) {
    throw invalidRequest(`Invalid cronSpec: ${JSON.stringify(time.cronSpec)}`);
  }
  try {
    new Intl.DateTimeFormat("en", { timeZone: time.timezone });
  } catch {
    throw invalidRequest(`Invalid timezone: ${JSON.stringify(time.timezone)}`);
  }
  return time;
}

const layout = z.enum(["portrait", "landscape"]).optional();
const pdf = (call: Call) => object(call, { type: z.literal("PDF"), layout, scaleFactor: z.number().optional() });

/** Reports are exported as PDF only. */
export const reportFormats = pdf;

export const workbookFormats = (call: Call) =>
  z.discriminatedUnion("type", [
    // Answers call a spreadsheet EXCEL.
    object(call, { type: z.enum(["CSV", "JSON", "JSONL", "XLSX", "NONE"]) }),
    pdf(call),
    object(call, {
      type: z.literal("PNG"),
      pixelWidth: z.number().nullish(),
      pixelHeight: z.number().nullish(),
    }),
  ]);
