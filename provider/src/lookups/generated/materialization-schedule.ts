// Generated from lookups/materialization-schedule.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { materializationSchedule as declared } from "../materialization-schedule";

/** Arguments of {@link listMaterializationSchedules}: `dataModelId` or `workbookId`. */
export type ListMaterializationSchedulesArgs = LookupArgs &
  OneOf<{
    /** Id of the data model. */
    dataModelId: string;
    /** Id of the workbook. */
    workbookId: string;
  }>;

/** A materialization schedule of a data model or workbook. */
export interface ListedMaterializationSchedule {
  /** The schedule's id, by which a run is started. */
  id: string;
  /** The name of the element. */
  elementName: string;
  /** Id of the element, where the platform returns it. */
  elementId?: string;
  /** When, as a cron expression; absent for a schedule without a time. */
  cronSpec?: string;
  /** The time zone of `cronSpec`. */
  timezone?: string;
  /** Whether it is paused. */
  isPaused: boolean;
  /** When it was last configured (ISO 8601). */
  configuredAt?: string;
}

/**
 * The materialization schedules of a data model or workbook.
 *
 * Permissions: access to the document.
 *
 * Endpoints: `GET /v2/dataModels/{dataModelId}/materializationSchedules`, `GET /v2/workbooks/{workbookId}/materialization-schedules`.
 *
 * @example
 * ```ts
 * const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
 * export const schedules = analytics.listMaterializationSchedulesOutput({ dataModelId: model.id });
 * ```
 */
export const listMaterializationSchedules = createLookup<
  ListMaterializationSchedulesArgs,
  ListedMaterializationSchedule[]
>(declared.get);

/** {@link listMaterializationSchedules} for arguments that are outputs. */
export const listMaterializationSchedulesOutput = toOutputLookup(listMaterializationSchedules);
