import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, getTime, stampCreated, stampUpdated } from "../../call";
import { createInvalidRequest, createNotFound, requireExisting } from "../../http/errors";
import { defineObject } from "../../http/fields";
import { addListRoutes, buildPage } from "../../http/pages";
import { parseBody } from "../../http/validate";
import type { ExportSchedule } from "../../state/records";
import { findDocument, getDocumentId } from "./document";
import type { DocumentKind } from "./kinds";

type Config = z.output<ReturnType<typeof defineConfig>>;

/** Exports of a document at set times. */
export function scheduleRoutes(app: FastifyInstance, kind: DocumentKind): void {
  type Params = { Params: { scheduleId: string } };
  const path = `${kind.path}/:${kind.type}Id/schedules`;
  const getDocument = (request: FastifyRequest): string =>
    findDocument(request.call, kind, getDocumentId(request, kind)).documentId;
  const list = (request: FastifyRequest) => ({
    items: listSchedules(request.call, { documentId: getDocument(request) }),
    present: createPresenter(request.call),
  });

  if (kind.type === "workbook") addListRoutes(app, path, list);
  else {
    app.get(path, async (request) => {
      const { items, present } = list(request);
      return buildPage(request, items, present, "total and hasMore");
    });
  }

  app.post(path, async (request) => {
    const { call } = request;
    const documentId = getDocument(request);
    const { target, schedule, configV2, description } = parseBody(defineBody(call, kind), request.body);
    const read = checkConfig(presentConfig(call, configV2, kind));
    const id = call.ids.makeUuid("schedule");
    return createPresenter(call)(
      call.store.exportSchedules.put(id, {
        scheduledNotificationId: id,
        documentId,
        target,
        schedule: checkTime(schedule),
        configV2: read,
        description: description ?? null,
        isSuspended: false,
        ownerId: call.actor,
        lastUpdatedByUser: call.actor,
        disabledAt: null,
        disabledBy: null,
        ...stampCreated(call.actor),
      }),
    );
  });

  app.patch<Params>(`${path}/:scheduleId`, async (request) => {
    const { call, body, params } = request;
    const before = findSchedule(call, getDocument(request), params.scheduleId);
    const { suspensionAction, ...change } = parseBody(defineChange(call, kind), body);
    const isIgnored = Object.keys(change).length === 0 && call.settings.loneSuspension === "ignored";
    const after = {
      ...before,
      ...buildChange(call, kind, before, change),
      ...(isIgnored ? {} : buildPause(call, suspensionAction)),
    };
    return createPresenter(call)(call.store.exportSchedules.put(before.scheduledNotificationId, after));
  });

  app.delete<Params>(`${path}/:scheduleId`, async (request) => {
    const { call, params } = request;
    const { scheduledNotificationId } = findSchedule(call, getDocument(request), params.scheduleId);
    call.store.exportSchedules.delete(scheduledNotificationId);
    return {};
  });
}

/** The page of a document's schedules, or of all that one member owns. */
export function listSchedules(call: Call, of: { documentId: string } | { ownerId: string }): ExportSchedule[] {
  return call.store.exportSchedules
    .listAll()
    .filter((schedule) => Object.entries(of).every(([key, id]) => schedule[key as "ownerId"] === id));
}

/** A schedule as every answer has it: without recipients and description. */
const createPresenter =
  ({ store }: Call) =>
  ({ documentId, target: _, description: __, ...schedule }: ExportSchedule): Record<string, unknown> => ({
    ...schedule,
    [store.reports.get(documentId) === undefined ? "workbookId" : "reportId"]: documentId,
  });

/** What the platform does after an export has failed too often. */
export function suspendSchedule(call: Call, scheduleId: string): ExportSchedule {
  const schedule = requireExisting(call.store.exportSchedules.get(scheduleId), "Schedule", scheduleId);
  const suspended = { ...schedule, isSuspended: true, disabledAt: getTime(), disabledBy: null };
  return call.store.exportSchedules.put(scheduleId, suspended);
}

/** `GET /v2/members/{memberId}/schedules`. */
export function listMemberSchedules(request: FastifyRequest, memberId: string): unknown {
  const { call } = request;
  return buildPage(request, listSchedules(call, { ownerId: memberId }), createPresenter(call), "total and hasMore");
}

function findSchedule(call: Call, documentId: string, scheduleId: string): ExportSchedule {
  const schedule = call.store.exportSchedules.get(scheduleId);
  if (schedule?.documentId !== documentId) {
    throw createNotFound("Schedule", scheduleId);
  }
  return schedule;
}

const defineTime = (call: Call) => defineObject(call, { cronSpec: z.string(), timezone: z.string() });

const defineTargets = (call: Call) => {
  const names = ["teamId", "email", "ccEmail", "bccEmail", "ccTeamId", "bccTeamId", "slackConversationId"] as const;
  const addresses = ["googleSpreadsheetUrl", "googleDriveFolderUrl", "webhookUrl"] as const;
  const text = z.string().optional();
  return z.array(defineObject(call, Object.fromEntries([...names, ...addresses].map((name) => [name, text]))));
};

/** When an export is sent; what else there is to say of it is kept as it is. */
const Condition = z.looseObject({
  type: z.string(),
  elementId: z.string().optional(),
  columnId: z.string().optional(),
  value: z.looseObject({ type: z.string() }).optional(),
});

/** What an export is; most of it may be left out. An attachment of a workbook says which part of it is sent. */
function defineConfig(call: Call, { type }: DocumentKind) {
  const isWorkbook = type === "workbook";
  const source = defineObject(call, {
    type: z.enum(["all", "page", "element"]),
    ...Object.fromEntries(["elementId", "pageId"].map((name) => [name, z.string().optional()])),
    ...Object.fromEntries(["elementIds", "pageIds", "nodeIds"].map((name) => [name, z.array(z.string()).optional()])),
  });
  const attachment = defineObject(call, {
    formatOptions: isWorkbook ? defineWorkbookFormats(call) : definePdf(call),
    ...(isWorkbook ? { workbookExportSource: source } : {}),
  });
  return defineObject(call, {
    title: z.string(),
    messageBody: z.string(),
    exportAttachments: z.array(attachment),
    exportName: z.string().optional(),
    includeLink: z.boolean().optional(),
    runAsRecipient: z.boolean().optional(),
    attachmentSettings: defineObject(call, {
      mergeAttachments: z.boolean().optional(),
      zipAttachments: z.boolean().optional(),
    }).optional(),
    [`${type}Variant`]: defineObject(call, {
      tagId: z.string().optional(),
      ...(isWorkbook ? { bookmarkId: z.string().optional() } : {}),
    }).optional(),
    conditionOptions: defineObject(call, { type: z.string(), condition: Condition.optional() }).optional(),
    [`${type}Settings`]: defineObject(call, { controlValues: z.record(z.string(), z.unknown()).optional() }).optional(),
    ...(isWorkbook ? { formatting: defineFormatting(call).optional() } : {}),
  });
}

const defineFormatting = (call: Call) =>
  defineObject(call, {
    pivotHeaderStyle: z.enum(["merged", "repeated"]).optional(),
    includeMetadata: z.boolean().optional(),
  });

function defineBody(call: Call, kind: DocumentKind) {
  return defineObject(call, {
    target: defineTargets(call),
    schedule: defineTime(call),
    configV2: defineConfig(call, kind),
    description: z.string().nullish(),
    ...(kind.type === "workbook" ? { ownerId: z.string().optional() } : {}),
  });
}

function defineChange(call: Call, kind: DocumentKind) {
  return defineObject(call, {
    target: defineTargets(call).optional(),
    schedule: defineTime(call).partial().optional(),
    configV2: defineConfig(call, kind).partial().optional(),
    description: z.string().nullish(),
    suspensionAction: z.enum(["pause", "resume"]).optional(),
  });
}

/** The names of requests differ from those of answers, so does the form of some values, and answers hold defaults. */
function presentConfig(call: Call, config: Partial<Config>, kind: DocumentKind): Record<string, unknown> {
  const isWorkbook = kind.type === "workbook";
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
        workbookExportSource: !isWorkbook
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
    [isWorkbook ? "dashboardSettings" : "reportSettings"]: {
      filters: [],
      variableValues: given[`${kind.type}Settings`]?.controlValues ?? {},
    },
    [`${kind.type}Variant`]: given[`${kind.type}Variant`] ?? {},
    ...(isWorkbook ? { formatting: formatting ? { pivotHeaderStyle: formatting.pivotHeaderStyle } : null } : {}),
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

/** What answers call a condition on a column, and the types of its value. */
const answeredConditions: Readonly<Record<string, string>> = { column: "sheetColumn" };
const answeredValues: Readonly<Record<string, string>> = { boolean: "bool", text: "string", "fixed-date": "datetime" };

/** Elements have another name in the condition of an answer, and so have types. */
function readCondition({ type, elementId, value, ...others }: z.output<typeof Condition>): unknown {
  return {
    type: answeredConditions[type] ?? type,
    ...(elementId === undefined ? {} : { sheetId: elementId }),
    ...others,
    ...(value && { value: { type: answeredValues[value.type] ?? value.type, val: value.date ?? value.value } }),
  };
}

/** A bookmark can be exported as a picture of its page only. */
function checkConfig(config: ExportSchedule["configV2"]): ExportSchedule["configV2"] {
  const { bookmarkId } = (config.workbookVariant ?? {}) as { bookmarkId?: string };
  const attachments = (config.notificationAttachments ?? []) as { formatOptions: { type: string } }[];
  const other = attachments.find(({ formatOptions }) => !["PDF", "PNG"].includes(formatOptions.type));
  if (bookmarkId !== undefined && other !== undefined) {
    throw createInvalidRequest(`A bookmark can't be exported as ${other.formatOptions.type}`);
  }
  return config;
}

function buildChange(
  call: Call,
  kind: DocumentKind,
  before: ExportSchedule,
  { target, schedule, configV2, description }: Omit<z.output<ReturnType<typeof defineChange>>, "suspensionAction">,
): Partial<ExportSchedule> {
  const read = configV2 && presentConfig(call, configV2 as Partial<Config>, kind);
  const isMerged = call.settings.scheduleConfigPatch === "merges";
  return {
    ...(target && { target }),
    ...(schedule && { schedule: checkTime({ ...before.schedule, ...schedule }) }),
    ...(read && { configV2: checkConfig(isMerged ? { ...before.configV2, ...read } : read) }),
    ...(description === undefined ? {} : { description }),
    lastUpdatedByUser: call.actor,
    ...stampUpdated(call.actor),
  };
}

function buildPause(call: Call, action: "pause" | "resume" | undefined): Partial<ExportSchedule> {
  switch (action) {
    case "pause":
      return { isSuspended: true, disabledAt: getTime(), disabledBy: call.actor };
    case "resume":
      return { isSuspended: false, disabledAt: null, disabledBy: null };
    default:
      return {};
  }
}

/** A time that the platform can read: five fields, and a zone of the IANA database. */
export function checkTime<Time extends { cronSpec: string; timezone: string }>(time: Time): Time {
  if (!/^\S+(\s+\S+){4}$/.test(time.cronSpec.trim())) {
    throw createInvalidRequest(`Invalid cronSpec: ${JSON.stringify(time.cronSpec)}`);
  }
  try {
    new Intl.DateTimeFormat("en", { timeZone: time.timezone });
  } catch {
    throw createInvalidRequest(`Invalid timezone: ${JSON.stringify(time.timezone)}`);
  }
  return time;
}

const layout = z.enum(["portrait", "landscape"]).optional();
const definePdf = (call: Call) =>
  defineObject(call, { type: z.literal("PDF"), layout, scaleFactor: z.number().optional() });

/** Reports are exported as PDF only. */
const defineWorkbookFormats = (call: Call) =>
  z.discriminatedUnion("type", [
    // Answers call a spreadsheet EXCEL.
    defineObject(call, { type: z.enum(["CSV", "JSON", "JSONL", "XLSX", "NONE"]) }),
    definePdf(call),
    defineObject(call, {
      type: z.literal("PNG"),
      pixelWidth: z.number().nullish(),
      pixelHeight: z.number().nullish(),
    }),
  ]);
