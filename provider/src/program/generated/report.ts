// Generated from kinds/report by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Folder } from "./folder";
import type { Member } from "./member";
import type { Workspace } from "./workspace";

/** Arguments of {@link Report}. */
export interface ReportBaseArgs extends CommonArgs {
  /** The report's name. Changing it renames the report. */
  name: pulumi.Input<string>;
  /** Id of the folder or workspace that the report is in. Changing it moves the report. */
  folderId: pulumi.Input<string> | Folder | Workspace;
  /** The description of the report. */
  description?: pulumi.Input<string>;
  /**
   * Id of the member who owns the report. A change hands the report over. Default: the owner of the API credentials on create, and the current owner
   * afterwards.
   */
  ownerId?: pulumi.Input<string> | Member;
  /**
   * Parts of the representation that people edit on the platform, as paths of fields and ids, with `*` for any one step and `**` for any number of steps:
   * `elements/note`, `layout/scratch`, `**\/description`. The provider ignores differences in them, and an update preserves the platform's values.
   */
  ignorePaths?: DeepInput<string[]>;
  /**
   * What an update does when someone changed the report on the platform after the version that the state knows: `refuse` (default) stops, and reports who
   * changed what and when; `overwrite` overwrites the change.
   */
  onConflict?: pulumi.Input<"refuse" | "overwrite">;
  /** What happens to the report when the resource is deleted: `delete` (default) or `retain`. */
  deletion?: pulumi.Input<"delete" | "retain">;
  /** Whether a report that was deleted on the platform is restored with its id into the declared folder, instead of recreated. Default: false. */
  restoreDeleted?: pulumi.Input<boolean>;
  /**
   * Parts that an update may lose because the platform doesn't return them as code, as the error of an update names them: `actions:submit`, or `actions:*`
   * for all of a kind.
   */
  acceptLosses?: DeepInput<string[]>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A report (pages for print and mail), written as code: its elements, pages, headers and footers, and
 * a layout in pixels.
 *
 * The platform keeps the ids of pages and elements. If someone changed the report on the platform since the last
 * `up` or `refresh`, an update reports a conflict and never overwrites the change. An update publishes a new version,
 * and discards the unpublished drafts of people who are editing the report.
 *
 * The platform doesn't return all that people make in the product, such as the actions of some buttons. Before an update
 * replaces a version that it didn't write, it compares the contents with the platform's lists, and stops if something
 * would be lost: `acceptLosses` says what may be. Texts that the platform doesn't list either go unseen.
 *
 * Reports as code are a beta feature of the platform, which an organization may not have.
 *
 * `ownerId` hands the report over to another member. The new owner may need access to it beforehand, such as by a
 * `Grant` on the folder or workspace above. The owner of the API credentials needs such access afterwards: without it,
 * the provider no longer sees the report.
 *
 * Endpoints: `POST /v2/reports`, `GET /v2/reports/{reportId}`, `PUT /v2/reports/{reportId}/contents`, `PATCH|DELETE /v2/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const reports = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * const monthly = new analytics.Report("monthly", {
 *   name: "Monthly orders",
 *   folderId: reports.id,
 *   contents: {
 *     schemaVersion: 1,
 *     kind: "report",
 *     config: { margin: 48, pageWidth: 816, pageHeight: 1056 },
 *     pages: [{ id: "main", name: "Main" }],
 *     elements: [
 *       {
 *         id: "orders",
 *         kind: "table",
 *         name: "Orders",
 *         source: { kind: "warehouse-table", connectionId: warehouse.id, path: ["SALES", "PUBLIC", "ORDERS"] },
 *         columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }],
 *       },
 *     ],
 *     layout: { main: [{ element: "orders", x: 48, y: 48, width: 720, height: 480 }] },
 *   },
 * });
 * export const url = monthly.url;
 * ```
 */
export abstract class ReportBase extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Report");

  /** The report's name. Changing it renames the report. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the folder or workspace that the report is in. Changing it moves the report. */
  declare readonly folderId: pulumi.Output<string>;
  /** The description of the report. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Id of the member who owns the report. A change hands the report over. Default: the owner of the API credentials on create, and the current owner
   * afterwards.
   */
  declare readonly ownerId: pulumi.Output<string | undefined>;
  /**
   * Parts of the representation that people edit on the platform, as paths of fields and ids, with `*` for any one step and `**` for any number of steps:
   * `elements/note`, `layout/scratch`, `**\/description`. The provider ignores differences in them, and an update preserves the platform's values.
   */
  declare readonly ignorePaths: pulumi.Output<string[] | undefined>;
  /**
   * What an update does when someone changed the report on the platform after the version that the state knows: `refuse` (default) stops, and reports who
   * changed what and when; `overwrite` overwrites the change.
   */
  declare readonly onConflict: pulumi.Output<"refuse" | "overwrite" | undefined>;
  /** What happens to the report when the resource is deleted: `delete` (default) or `retain`. */
  declare readonly deletion: pulumi.Output<"delete" | "retain" | undefined>;
  /** Whether a report that was deleted on the platform is restored with its id into the declared folder, instead of recreated. Default: false. */
  declare readonly restoreDeleted: pulumi.Output<boolean | undefined>;
  /**
   * Parts that an update may lose because the platform doesn't return them as code, as the error of an update names them: `actions:submit`, or `actions:*`
   * for all of a kind.
   */
  declare readonly acceptLosses: pulumi.Output<string[] | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** The address of the report in the product. */
  declare readonly url: pulumi.Output<string>;
  /** The platform's number of the version last written or read; absent after an interrupted write. */
  declare readonly documentVersion: pulumi.Output<number>;
  /** The version that the last update replaced; absent before the first update. */
  declare readonly previousVersion: pulumi.Output<number>;

  protected constructor(name: string, args: object | undefined, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Report",
        properties: [
          "name",
          "folderId",
          "description",
          "ownerId",
          "ignorePaths",
          "onConflict",
          "deletion",
          "restoreDeleted",
          "acceptLosses",
          "allowDelete",
          "url",
          "documentVersion",
          "previousVersion",
        ],
        optionalOutputs: ["documentVersion", "previousVersion"],
        refs: { folderId: {}, ownerId: {} },
      },
      name,
      args,
      options,
    );
  }
}
