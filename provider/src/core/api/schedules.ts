import * as z from "zod";
import { type Api, audit, expectId, optionalText } from "./common";
import { isSameRecurrence } from "./recurrence";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

/** What an export is, in the words of answers: those of requests differ. */
const config = z.looseObject({
  title: optionalText,
  messageBody: optionalText,
  notificationAttachments: z
    .array(z.looseObject({ formatOptions: z.unknown(), workbookExportSource: z.unknown() }))
    .nullish(),
  notificationName: optionalText,
  includeLink: z.boolean().nullish(),
  runAsRecipient: z.boolean().nullish(),
  attachmentSettings: z
    .looseObject({ mergePdfAttachments: z.boolean().nullish(), zipAttachments: z.boolean().nullish() })
    .nullish(),
  conditionOptions: z.looseObject({ type: z.string() }).nullish(),
});

const schedule = z.looseObject({
  scheduledNotificationId: z.string(),
  schedule: z.looseObject({ cronSpec: z.string(), timezone: z.string() }),
  configV2: config,
  isSuspended: z.boolean(),
  ownerId: z.string(),
  lastUpdatedByUser: optionalText,
  disabledAt: optionalText,
  disabledBy: optionalText,
  ...audit,
});
/** An export schedule of a workbook or report. No answer contains the recipients or the description. */
export type ExportSchedule = z.infer<typeof schedule>;

/** The body of a create; an update sends the same, with a `suspensionAction`. */
export interface NewExportSchedule {
  /** Left out of an update: the recipients stay. */
  readonly target?: readonly object[];
  readonly schedule: { readonly cronSpec: string; readonly timezone: string };
  readonly configV2: { readonly title: string; readonly exportName?: string };
  readonly description?: string | null;
}

/**
 * The export schedules of all workbooks, `/v2/workbooks/{id}/schedules`, or of all reports. There is no call for one
 * schedule.
 */
export const createExportSchedules = (api: Api, documents: "/v2/workbooks" | "/v2/reports") => {
  const { transport, reads } = api;
  const buildCollectionPath = (documentId: string) => `${documents}/${path`${documentId}`}/schedules`;
  const buildPath = (documentId: string, id: string) => `${buildCollectionPath(documentId)}/${path`${id}`}`;
  const listAll = (documentId: string) =>
    list(transport, { path: buildCollectionPath(documentId), entry: schedule, style: "page", bareArray: true });
  const find = async (documentId: string, id: string) => {
    const all = await collect(listAll(documentId));
    const found = all.find(({ scheduledNotificationId }) => id === `${documentId}/${scheduledNotificationId}`);
    if (found === undefined) throw new Error(`there is no schedule ${id}.`);
    return found;
  };

  return {
    /** An administrator sees all that belongs to each of them: see `complete-list.ts`. */
    isComplete: true,

    /** `GET` of the schedules of a document. */
    list: listAll,

    /** The schedules of a document; calls close to each other share one listing. */
    readAll: (documentId: string): Promise<ExportSchedule[]> =>
      reads.read(buildCollectionPath(documentId), () => collect(listAll(documentId))),

    /** `POST`. @param madeId see {@link Api.create}; `<document id>/<schedule id>`. */
    create: (documentId: string, body: NewExportSchedule, madeId?: string): Promise<ExportSchedule> =>
      api.create(buildCollectionPath(documentId), { body, answer: schedule }, (id) => find(documentId, id), madeId),

    /**
     * `PATCH`. The platform ignores a `suspensionAction` that comes alone, and may not merge `configV2`: the body is
     * whole.
     */
    update: (
      documentId: string,
      id: string,
      body: NewExportSchedule & { readonly suspensionAction?: "pause" | "resume" },
    ): Promise<ExportSchedule> =>
      api.write(buildCollectionPath(documentId), {
        method: "PATCH",
        path: buildPath(documentId, id),
        body,
        answer: expectId(schedule, "scheduledNotificationId", id),
      }),

    /** `DELETE`. Succeeds if the schedule is already deleted. */
    delete: (documentId: string, id: string): Promise<void> =>
      api.write(buildCollectionPath(documentId), { method: "DELETE", path: buildPath(documentId, id) }),
  };
};

/** Whether a schedule has the titles and the time of a declared one: it has no other natural key. */
export function isSameExport(
  found: ExportSchedule,
  { schedule: time, configV2 }: Pick<NewExportSchedule, "schedule" | "configV2">,
): boolean {
  const { title, notificationName } = found.configV2;
  return (
    isSameRecurrence(time, found.schedule) &&
    title === configV2.title &&
    (configV2.exportName === undefined || configV2.exportName === notificationName)
  );
}
