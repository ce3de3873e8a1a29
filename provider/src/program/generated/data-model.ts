// Generated from kinds/data-model by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import type { IdentityMap } from "../../core/model";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Folder } from "./folder";
import type { Member } from "./member";
import type { Workspace } from "./workspace";

/** Arguments of {@link DataModel}. */
export interface DataModelBaseArgs extends CommonArgs {
  /** The model's name. Changing it renames the model. */
  name: pulumi.Input<string>;
  /** Id of the folder or workspace that the model is in. Changing it moves the model. */
  folderId: pulumi.Input<string> | Folder | Workspace;
  /** The description of the model. */
  description?: pulumi.Input<string>;
  /**
   * Id of the member who owns the model. A change hands the model over. Default: the owner of the API credentials on create, and the current owner
   * afterwards.
   */
  ownerId?: pulumi.Input<string> | Member;
  /**
   * Parts of the representation that people edit on the platform, as paths of fields and ids, with `*` for any one step and `**` for any number of steps:
   * `pages/scratch`, `**\/description`. The provider ignores differences in them, and an update preserves the platform's values.
   */
  ignorePaths?: DeepInput<string[]>;
  /**
   * What an update does when someone changed the model on the platform after the version that the state knows: `refuse` (default) stops, and reports who
   * changed what and when; `overwrite` overwrites the change.
   */
  onConflict?: pulumi.Input<"refuse" | "overwrite">;
  /** What happens to the model when the resource is deleted: `delete` (default) or `retain`. */
  deletion?: pulumi.Input<"delete" | "retain">;
  /** Whether a model that was deleted on the platform is restored with its id into the declared folder, instead of recreated. Default: false. */
  restoreDeleted?: pulumi.Input<boolean>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A data model, written as code.
 *
 * The ids in the representation are yours; the platform assigns others. The state maps one to the other, so references to
 * an element or column keep working through edits. If someone changed the model on the platform since the last `up` or
 * `refresh`, an update reports a conflict and never overwrites the change.
 *
 * `ownerId` hands the model over to another member. The new owner may need access to it beforehand, such as by a
 * `Grant` on the folder or workspace above. The owner of the API credentials needs such access afterwards: without it,
 * the provider no longer sees the model.
 *
 * Endpoints: `POST /v2/dataModels/spec`, `GET|PUT /v2/dataModels/{dataModelId}/spec`, `PATCH|DELETE /v2/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const models = analytics.getFolderOutput({ path: "Acme/Models" });
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * const orders = new analytics.DataModel("orders", {
 *   name: "Orders",
 *   folderId: models.id,
 *   spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: warehouse.id } }),
 * });
 * export const factOrders = orders.elementId("fact_orders");
 * ```
 */
export abstract class DataModelBase extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("DataModel");

  /** The model's name. Changing it renames the model. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the folder or workspace that the model is in. Changing it moves the model. */
  declare readonly folderId: pulumi.Output<string>;
  /** The description of the model. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Id of the member who owns the model. A change hands the model over. Default: the owner of the API credentials on create, and the current owner
   * afterwards.
   */
  declare readonly ownerId: pulumi.Output<string | undefined>;
  /**
   * Parts of the representation that people edit on the platform, as paths of fields and ids, with `*` for any one step and `**` for any number of steps:
   * `pages/scratch`, `**\/description`. The provider ignores differences in them, and an update preserves the platform's values.
   */
  declare readonly ignorePaths: pulumi.Output<string[] | undefined>;
  /**
   * What an update does when someone changed the model on the platform after the version that the state knows: `refuse` (default) stops, and reports who
   * changed what and when; `overwrite` overwrites the change.
   */
  declare readonly onConflict: pulumi.Output<"refuse" | "overwrite" | undefined>;
  /** What happens to the model when the resource is deleted: `delete` (default) or `retain`. */
  declare readonly deletion: pulumi.Output<"delete" | "retain" | undefined>;
  /** Whether a model that was deleted on the platform is restored with its id into the declared folder, instead of recreated. Default: false. */
  declare readonly restoreDeleted: pulumi.Output<boolean | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** The address of the model in the product. */
  declare readonly url: pulumi.Output<string>;
  /** The platform's number of the version last written or read; absent after an interrupted write. */
  declare readonly documentVersion: pulumi.Output<number>;
  /** Your ids, with the platform's ids. */
  declare readonly ids: pulumi.Output<IdentityMap>;

  protected constructor(name: string, args: object | undefined, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "DataModel",
        properties: [
          "name",
          "folderId",
          "description",
          "ownerId",
          "ignorePaths",
          "onConflict",
          "deletion",
          "restoreDeleted",
          "allowDelete",
          "url",
          "documentVersion",
          "ids",
        ],
        jsonOutputs: ["ids"],
        optionalOutputs: ["documentVersion"],
        refs: { folderId: {}, ownerId: {} },
      },
      name,
      args,
      options,
    );
  }
}
