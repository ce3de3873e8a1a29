import type * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../kinds/declare/kind";
import type { FolderInputs } from "../kinds/folder";
import { AnalyticsResource, type Inputs, typeToken } from "./resource";

/** Arguments of {@link Folder}: `name`, `parentId?`, `description?`, `deleteContents?`, `connection?`, `adopt?`. */
export type FolderArgs = Inputs<FolderInputs & CommonInputs>;

/**
 * A folder: where data models and other documents lie.
 *
 * `name`, `parentId` (default: the home folder of the credentials' owner) and `description` update in place; a changed `parentId` moves
 * the folder with all that is in it. Nothing replaces, nothing is secret.
 *
 * A folder that isn't empty is not deleted, because what others put there would go along. `deleteContents: true` (default: false) says that
 * it may; as a delete knows only the state, run `pulumi up` with it before the delete.
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
  /** Id of the folder it lies in; undefined: not declared. */
  declare readonly parentId: pulumi.Output<string | undefined>;
  /** What it is for. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Whether a delete takes along what lies in it. */
  declare readonly deleteContents: pulumi.Output<boolean | undefined>;
  /** Names of the folders above it, with slashes between: `Acme/Models`. */
  declare readonly path: pulumi.Output<string>;

  constructor(name: string, args: FolderArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "Folder", outputs: ["path"] }, name, args, options);
  }
}
