// Generated from kinds/folder by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Member } from "./member";
import type { Workspace } from "./workspace";

/** Arguments of {@link Folder}. */
export interface FolderArgs extends CommonArgs {
  /** The folder's name. */
  name: pulumi.Input<string>;
  /** Id of the parent folder or workspace. Default: the home folder of the credentials' owner on create, and the current parent afterwards. */
  parentId?: pulumi.Input<string> | Folder | Workspace;
  /** The description of the folder. */
  description?: pulumi.Input<string>;
  /**
   * Id of the member who owns the folder. A change hands the folder over. Default: the owner of the API credentials on create, and the current owner
   * afterwards.
   */
  ownerId?: pulumi.Input<string> | Member;
  /**
   * Whether the provider restores the folder, with its contents, if it was deleted in the product: one that `adopt: { id }` names, or one that a refresh
   * finds deleted. It restores the folder below the declared parent. Default: false, and the provider creates another one.
   */
  restore?: pulumi.Input<boolean>;
  /** Whether a delete also deletes the contents. Default: false, and the delete of a folder that isn't empty fails. */
  deleteContents?: pulumi.Input<boolean>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A folder for data models and other documents.
 *
 * Changing `parentId` moves the folder with its contents.
 *
 * `ownerId` hands the folder over to another member. The new owner may need access to it beforehand, such as by a
 * `Grant` on the folder or workspace above. The owner of the API credentials needs such access afterwards: without it,
 * the provider no longer sees the folder. Whether the contents get the new owner too is undocumented.
 *
 * The provider doesn't delete a folder that isn't empty, because the platform would delete its contents too. It sees
 * only the contents that its credentials can see; the product can restore them with the folder. To allow a delete with
 * contents, set `deleteContents: true` and run `pulumi up` before the delete, because a delete reads its arguments
 * from the state. While other resources of the stack lie in the folder, it refuses the delete all the same: as in a
 * replacement with `deleteBeforeReplace: true`, of which a preview names them.
 *
 * `adopt: true` finds a folder by its name and parent. With `restore: true`, `adopt: { id }` also adopts a folder
 * that was deleted in the product.
 *
 * Endpoints: `POST|GET /v2/files`, `GET|PATCH|DELETE /v2/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const acme = analytics.getWorkspaceOutput({ name: "Acme" });
 * const finance = new analytics.Folder("finance", {
 *   name: "Finance",
 *   parentId: acme.id,
 *   description: "What finance owns",
 * });
 * new analytics.Folder("forecasts", { name: "Forecasts", parentId: finance.id });
 * ```
 */
export class Folder extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Folder");

  /** The folder's name. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the parent folder or workspace. Default: the home folder of the credentials' owner on create, and the current parent afterwards. */
  declare readonly parentId: pulumi.Output<string | undefined>;
  /** The description of the folder. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Id of the member who owns the folder. A change hands the folder over. Default: the owner of the API credentials on create, and the current owner
   * afterwards.
   */
  declare readonly ownerId: pulumi.Output<string | undefined>;
  /**
   * Whether the provider restores the folder, with its contents, if it was deleted in the product: one that `adopt: { id }` names, or one that a refresh
   * finds deleted. It restores the folder below the declared parent. Default: false, and the provider creates another one.
   */
  declare readonly restore: pulumi.Output<boolean | undefined>;
  /** Whether a delete also deletes the contents. Default: false, and the delete of a folder that isn't empty fails. */
  declare readonly deleteContents: pulumi.Output<boolean | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. */
  declare readonly path: pulumi.Output<string>;
  /** The id in its address in the product. */
  declare readonly urlId: pulumi.Output<string>;
  /** The id in the address of the parent folder or workspace. */
  declare readonly parentUrlId: pulumi.Output<string | undefined>;
  /** What the owner of the credentials may do with it, such as `organize`. */
  declare readonly permission: pulumi.Output<string | undefined>;
  /** Its endorsement, as the platform names it. */
  declare readonly badge: pulumi.Output<string | undefined>;
  /** When it was created (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** Id of the member who created it. */
  declare readonly createdBy: pulumi.Output<string | undefined>;

  constructor(name: string, args: FolderArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Folder",
        properties: [
          "name",
          "parentId",
          "description",
          "ownerId",
          "restore",
          "deleteContents",
          "allowDelete",
          "path",
          "urlId",
          "parentUrlId",
          "permission",
          "badge",
          "createdAt",
          "createdBy",
        ],
        optionalOutputs: ["parentUrlId", "permission", "badge", "createdAt", "createdBy"],
        refs: { parentId: {}, ownerId: {} },
      },
      name,
      args,
      options,
    );
  }
}
