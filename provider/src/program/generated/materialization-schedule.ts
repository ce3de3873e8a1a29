// Generated from kinds/materialization-schedule by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import type { DataModel } from "../data-model";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { Workbook } from "../workbook";
import type { CommonArgs } from "./common";

/** Arguments of {@link MaterializationSchedule}. */
export interface MaterializationScheduleArgs extends CommonArgs {
  /** Id of the data model. Give this or `workbookId`. Changing it replaces the resource. */
  dataModelId?: pulumi.Input<string> | DataModel;
  /** Id of the workbook. Give this or `dataModelId`. Changing it replaces the resource. */
  workbookId?: pulumi.Input<string> | Workbook;
  /** The platform's id of the element. Give this or `elementName`. Changing it replaces the resource. */
  elementId?: pulumi.Input<string>;
  /** The name of the element, unique in the document. Give this or `elementId`. Changing it replaces the resource. */
  elementName?: pulumi.Input<string>;
  /** When, as a cron expression of five fields: minute, hour, day of the month, month, day of the week. */
  cronSpec: pulumi.Input<string>;
  /** The time zone of `cronSpec` by its IANA name, such as `Europe/Berlin`. Left out: the time zone of the organization at the last write. */
  timezone?: pulumi.Input<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A schedule that writes an element of a data model or workbook to the warehouse.
 *
 * An element has at most one schedule. A create starts a first run at once. After a delete, the platform removes the
 * tables of the element from the warehouse.
 *
 * The operations that create, change and delete schedules are in beta. In an organization without them a write fails and
 * the message says so: ask the platform's support for the beta, or configure the schedule in the product and adopt it with
 * `adopt: true`. A schedule that equals the declaration, `timezone` included, needs no write.
 *
 * The code representation of a document contains its schedules too. Declare a schedule in one of the two places only. An
 * update of a data model that removes elements can delete the schedules of all its elements. The preview names them, and
 * the update sets those of the other elements again, which starts a run of each.
 *
 * `adopt: true` finds the schedule of the element. An import takes the id of the schedule or of the element.
 *
 * Endpoints: `POST|PATCH|DELETE /v2/dataModels/{dataModelId}/elements/{elementId}/materializationSchedules`,
 * `GET /v2/dataModels/{dataModelId}/materializationSchedules`,
 * `POST|PATCH|DELETE /v2/workbooks/{workbookId}/elements/{elementId}/materializationSchedules`,
 * `GET /v2/workbooks/{workbookId}/materialization-schedules`.
 *
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * new analytics.MaterializationSchedule("events", {
 *   workbookId: report.id,
 *   elementName: "Events",
 *   cronSpec: "0 5 * * *",
 *   timezone: "Europe/Berlin",
 * });
 * ```
 */
export class MaterializationSchedule extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("MaterializationSchedule");

  /** Id of the data model. Give this or `workbookId`. */
  declare readonly dataModelId: pulumi.Output<string | undefined>;
  /** Id of the workbook. Give this or `dataModelId`. */
  declare readonly workbookId: pulumi.Output<string | undefined>;
  /** The platform's id of the element. Give this or `elementName`. */
  declare readonly elementId: pulumi.Output<string | undefined>;
  /** The name of the element, unique in the document. Give this or `elementId`. */
  declare readonly elementName: pulumi.Output<string | undefined>;
  /** When, as a cron expression of five fields: minute, hour, day of the month, month, day of the week. */
  declare readonly cronSpec: pulumi.Output<string>;
  /** The time zone of `cronSpec` by its IANA name, such as `Europe/Berlin`. Left out: the time zone of the organization at the last write. */
  declare readonly timezone: pulumi.Output<string | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** Whether the schedule is paused in the product. */
  declare readonly isPaused: pulumi.Output<boolean>;
  /** The platform's id of the schedule, by which a run is started. */
  declare readonly sheetId: pulumi.Output<string>;

  constructor(name: string, args: MaterializationScheduleArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "MaterializationSchedule",
        properties: [
          "dataModelId",
          "workbookId",
          "elementId",
          "elementName",
          "cronSpec",
          "timezone",
          "allowDelete",
          "isPaused",
          "sheetId",
        ],
        refs: { dataModelId: {}, workbookId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
