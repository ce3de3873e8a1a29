// Generated from kinds/folder by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, typeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link Folder}. */
export interface FolderArgs extends CommonArgs {
  /** The folder's name. */
  name: pulumi.Input<string>;
  /** Id of the parent folder or workspace. Left out: the home folder of the credentials' owner when the folder is created, and wherever it is from then on. */
  parentId?: pulumi.Input<string> | Folder;
  /** What the folder is for. */
  description?: pulumi.Input<string>;
  /** Whether a delete also deletes the contents. Default: false, and a folder that isn't empty is not deleted. */
  deleteContents?: pulumi.Input<boolean>;
}

/**
 * A folder: where data models and other documents are stored.
 *
 * A changed `parentId` moves the folder with everything in it.
 *
 * A folder that isn't empty is not deleted, because its contents would be deleted with it. `deleteContents: true` allows that. A delete knows only
 * the state, so run `pulumi up` with it before the delete.
 *
 * With `adopt: true` a folder is found by its name and parent.
 *
 * Endpoints: `POST|GET /v2/files`, `GET|PATCH|DELETE /v2/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const finance = new analytics.Folder("finance", { name: "Finance", parentId: workspaceId, description: "What finance owns" });
 * new analytics.DataModel("orders", { name: "Orders", folderId: finance.id, spec: analytics.specFile("models/orders.yaml") });
 * ```
 */
export class Folder extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("Folder");

  /** The folder's name. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the parent folder or workspace. Left out: the home folder of the credentials' owner when the folder is created, and wherever it is from then on. */
  declare readonly parentId: pulumi.Output<string | undefined>;
  /** What the folder is for. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Whether a delete also deletes the contents. Default: false, and a folder that isn't empty is not deleted. */
  declare readonly deleteContents: pulumi.Output<boolean | undefined>;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. */
  declare readonly path: pulumi.Output<string>;

  constructor(name: string, args: FolderArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "Folder", outputs: ["path"], refs: { parentId: {} } }, name, args, options);
  }
}
