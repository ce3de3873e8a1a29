// Generated from kinds/shortcut by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Folder } from "./folder";
import type { Workspace } from "./workspace";

/** Arguments of {@link Shortcut}. */
export interface ShortcutArgs extends CommonArgs {
  /** The shortcut's name. */
  name: pulumi.Input<string>;
  /** Id of the folder or workspace that it is in. */
  parentId: pulumi.Input<string> | Folder | Workspace;
  /**
   * Id of the workbook, data model, report, folder, table or schema that it points to. Optional only for an adopted or imported shortcut, which keeps its
   * target. Changing it replaces the resource.
   */
  targetId?: pulumi.Input<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A shortcut (beta), which shows a document, folder, table or schema in another folder, without a copy.
 *
 * It grants no access: who opens it needs access to what it points to. A delete leaves that alone.
 *
 * The platform doesn't return `targetId`, and can't change it: a changed one replaces the shortcut, one that changed on
 * the platform isn't seen, and an adopted or imported shortcut is taken to point to the declared target. The API can name
 * a shortcut after its target; here, `name` is required, because it is what finds the shortcut when the response to its
 * create was lost.
 *
 * `adopt: true` finds a shortcut by its name and parent.
 *
 * Endpoints: `POST /v2/shortcuts`, `GET /v2/files`, `GET|PATCH|DELETE /v2/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const acme = analytics.getWorkspaceOutput({ name: "Acme" });
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * new analytics.Shortcut("sales-report", { name: "Sales report", parentId: acme.id, targetId: report.id });
 * ```
 */
export class Shortcut extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Shortcut");

  /** The shortcut's name. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the folder or workspace that it is in. */
  declare readonly parentId: pulumi.Output<string>;
  /**
   * Id of the workbook, data model, report, folder, table or schema that it points to. Optional only for an adopted or imported shortcut, which keeps its
   * target.
   */
  declare readonly targetId: pulumi.Output<string | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. */
  declare readonly path: pulumi.Output<string>;
  /** The id in its address in the product. */
  declare readonly urlId: pulumi.Output<string>;

  constructor(name: string, args: ShortcutArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Shortcut",
        properties: ["name", "parentId", "targetId", "allowDelete", "path", "urlId"],
        refs: { parentId: {} },
      },
      name,
      args,
      options,
    );
  }
}
