// Generated from kinds/grant by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import type { DataModel } from "../data-model";
import type { Report } from "../report";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { Workbook } from "../workbook";
import type { ApiConnector } from "./api-connector";
import type { ApiCredential } from "./api-credential";
import type { CommonArgs } from "./common";
import type { Connection } from "./connection";
import type { Folder } from "./folder";
import type { Member } from "./member";
import type { Tag } from "./tag";
import type { Team } from "./team";
import type { Workspace } from "./workspace";

/** Arguments of {@link Grant}. */
export interface GrantArgs extends CommonArgs {
  /** Id of the object: its own or the one in its address. Changing it replaces the resource. */
  inodeId:
    | pulumi.Input<string>
    | ApiConnector
    | ApiCredential
    | Connection
    | DataModel
    | Folder
    | Report
    | Tag
    | Workbook
    | Workspace;
  /** Id of the member. Set either this or `teamId`. Changing it replaces the resource. */
  memberId?: pulumi.Input<string> | Member;
  /** Id of the team. Set either this or `memberId`. Changing it replaces the resource. */
  teamId?: pulumi.Input<string> | Team;
  /** What the grantee may do; which values an object accepts depends on its type. */
  permission: pulumi.Input<
    | "view"
    | "explore"
    | "organize"
    | "edit"
    | "usage"
    | "annotate"
    | "apply"
    | "create"
    | "update"
    | "writeback"
    | "admin"
  >;
  /**
   * Id of the version tag that the grant is limited to. The platform doesn't return it, so a change made in the product isn't seen. Changing it replaces
   * the resource.
   */
  tagId?: pulumi.Input<string> | Tag;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * One permission of one member or team on one object, such as a workspace, folder, document, connection
 * or tag. The resource ignores other grants on the object. Grants add up, and objects inherit those of the folder,
 * workspace or connection that they are in.
 *
 * | object | permissions |
 * |---|---|
 * | workspace, folder | `view`, `explore`, `organize` (Can contribute), `edit` (Can manage) |
 * | workbook, data model | `view`, `explore`, `edit` |
 * | report, dataset | `view`, `edit` |
 * | connection, database, schema, table | `usage`, `annotate` (write) |
 * | tag, API connector, API credential | `view`, `apply`, `edit` |
 *
 * The platform only raises access. To lower a permission, the provider deletes the grant and grants again: in between, the
 * grantee has no access.
 *
 * If the grantee already holds the permission, the provider adopts that grant without a write, even without `adopt`, and
 * a removal keeps it. If they hold a lower one, the provider grants more, and a removal deletes what it granted.
 * `adopt: true` also adopts a grant of another permission, and changes it. Declare one `Grant` per object, grantee and
 * tag, and don't combine it with `Grants` on the same object.
 *
 * Endpoints: `POST|GET /v2/grants`, `DELETE /v2/grants/{grantId}`, `POST|GET /v2/connections/{connectionId}/grants`.
 *
 * @example
 * ```ts
 * const finance = analytics.getTeamOutput({ name: "Finance" });
 * const reports = new analytics.Folder("reports", { name: "Reports" });
 * new analytics.Grant("finance-reports", { inodeId: reports.id, teamId: finance.id, permission: "explore" });
 * ```
 */
export class Grant extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Grant");

  /** Id of the object: its own or the one in its address. */
  declare readonly inodeId: pulumi.Output<string>;
  /** Id of the member. Set either this or `teamId`. */
  declare readonly memberId: pulumi.Output<string | undefined>;
  /** Id of the team. Set either this or `memberId`. */
  declare readonly teamId: pulumi.Output<string | undefined>;
  /** What the grantee may do; which values an object accepts depends on its type. */
  declare readonly permission: pulumi.Output<
    | "view"
    | "explore"
    | "organize"
    | "edit"
    | "usage"
    | "annotate"
    | "apply"
    | "create"
    | "update"
    | "writeback"
    | "admin"
  >;
  /** Id of the version tag that the grant is limited to. The platform doesn't return it, so a change made in the product isn't seen. */
  declare readonly tagId: pulumi.Output<string | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** Id of the grant. It changes with the permission. */
  declare readonly grantId: pulumi.Output<string>;

  constructor(name: string, args: GrantArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Grant",
        properties: ["inodeId", "memberId", "teamId", "permission", "tagId", "allowDelete", "grantId"],
        refs: { inodeId: {}, memberId: {}, teamId: {}, tagId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
