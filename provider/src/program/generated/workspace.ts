// Generated from kinds/workspace by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link Workspace}. */
export interface WorkspaceArgs extends CommonArgs {
  /** The workspace's name. It needn't be unique. */
  name: pulumi.Input<string>;
  /** Whether a delete also deletes the contents. Default: false, and the delete of a workspace that isn't empty fails. */
  deleteContents?: pulumi.Input<boolean>;
  /**
   * Whether the provider may delete the object, and with it its grants, and the place of everything in it, for good. Default: false, and a delete or
   * replacement fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its
   * arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A workspace, the top of the tree of folders and documents. Folders and documents inherit its grants.
 *
 * The platform can't undo the delete of a workspace. The provider deletes one only if `allowDelete: true` is set, and
 * one that isn't empty only if `deleteContents: true` is set, too. It sees only the contents that its credentials can
 * see.
 *
 * Names aren't unique: without `adopt`, the provider creates another workspace of the same name. `adopt: true` finds a
 * workspace by its exact name.
 *
 * Endpoints: `POST|GET /v2/workspaces`, `GET|PATCH|DELETE /v2/workspaces/{workspaceId}`, `GET /v2/files`.
 *
 * @example
 * ```ts
 * const finance = new analytics.Workspace("finance", { name: "Finance" });
 * const budgets = new analytics.Folder("budgets", { name: "Budgets", parentId: finance.id });
 * ```
 */
export class Workspace extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Workspace");

  /** The workspace's name. It needn't be unique. */
  declare readonly name: pulumi.Output<string>;
  /** Whether a delete also deletes the contents. Default: false, and the delete of a workspace that isn't empty fails. */
  declare readonly deleteContents: pulumi.Output<boolean | undefined>;
  /**
   * Whether the provider may delete the object, and with it its grants, and the place of everything in it, for good. Default: false, and a delete or
   * replacement fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its
   * arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** The id in its address in the product. */
  declare readonly urlId: pulumi.Output<string>;

  constructor(name: string, args: WorkspaceArgs, options?: pulumi.CustomResourceOptions) {
    super(
      { kind: "Workspace", properties: ["name", "deleteContents", "allowDelete", "urlId"], deletesFirst: true },
      name,
      args,
      options,
    );
  }
}
