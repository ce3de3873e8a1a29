// Generated from lookups/export-schedule.ts by `npm run generate`: change that, and run it again.

import { exportSchedule as declared } from "../export-schedule";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link listExportSchedules}: `workbookId` or `reportId`. */
export type ListExportSchedulesArgs = LookupArgs &
  OneOf<{
    /** Id of the workbook. */
    workbookId: string;
    /** Id of the report. */
    reportId: string;
  }>;

/** An export schedule of a workbook or report. */
export interface ListedExportSchedule {
  /** The schedule's id. Adopt it with `<document id>/<this id>`. */
  id: string;
  /** The subject of the message. */
  title?: string;
  /** The name of the exported file. */
  exportName?: string;
  /** When, as a cron expression. */
  cronSpec: string;
  /** The time zone of `cronSpec`. */
  timezone: string;
  /** Whether it is paused by a person or suspended by the platform. */
  isSuspended: boolean;
  /** Id of its owner. */
  ownerId: string;
  /** Id of the member who last changed it, not the platform. */
  lastUpdatedByUser?: string;
  /** When it was paused or suspended (ISO 8601). */
  disabledAt?: string;
  /** Id of the member who paused it. Absent: the platform suspended it. */
  disabledBy?: string;
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/**
 * The export schedules of a workbook or report. The platform returns neither recipients nor descriptions.
 *
 * Permissions: access to the document.
 *
 * Endpoints: `GET /v2/workbooks/{workbookId}/schedules`, `GET /v2/reports/{reportId}/schedules`.
 *
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * export const schedules = analytics.listExportSchedulesOutput({ workbookId: report.id });
 * ```
 */
export const listExportSchedules = createLookup<ListExportSchedulesArgs, ListedExportSchedule[]>(declared.get);

/** {@link listExportSchedules} for arguments that are outputs. */
export const listExportSchedulesOutput = toOutputLookup(listExportSchedules);
