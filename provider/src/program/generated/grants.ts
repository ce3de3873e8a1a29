// Generated from kinds/grants by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import type { DataModel } from "../data-model";
import type { Report } from "../report";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { Workbook } from "../workbook";
import type { ApiConnector } from "./api-connector";
import type { ApiCredential } from "./api-credential";
import type { CommonArgs } from "./common";
import type { Connection } from "./connection";
import type { Folder } from "./folder";
import type { Tag } from "./tag";
import type { Workspace } from "./workspace";

/** Arguments of {@link Grants}. */
export interface GrantsArgs extends CommonArgs {
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
  /** All grants on the object, in any order; one per member or team. */
  grants: DeepInput<
    {
      /** Id of the member. Set either this or `teamId`. */
      memberId?: string;
      /** Id of the team. Set either this or `memberId`. */
      teamId?: string;
      /** What the grantee may do. */
      permission:
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
        | "admin";
    }[]
  >;
  /** Whether an update may take away the access of the credentials' owner. Default: false. */
  allowLockout?: pulumi.Input<boolean>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * All grants on one object. The resource deletes the grants on the object that aren't declared; those
 * that the object inherits stay.
 *
 * If the object has grants for others than the declared members and teams, a create fails; with `adopt: true`, it
 * deletes them. A platform may grant access to whoever creates an object: a grant of the credentials' owner that the
 * resource never declared stays as it is, and is no drift. A preview lists the grants that an update deletes; grants that
 * someone added since show after `pulumi refresh`. The provider first adds and raises, then lowers and deletes.
 *
 * The provider refuses to take its own access away: the credentials' owner, or a team of theirs, must keep the highest
 * permission that they now hold through grants on the object. `allowLockout: true` turns that off. A delete removes the
 * declared grants only. It leaves the one that the credentials' owner needs, and those that were there before the
 * resource, unless `allowDelete` is true; of an import, or a state that doesn't say which those were, it leaves none.
 *
 * Don't combine it with `Grant` on the same object: each would undo the other. Don't use it for documents with grants
 * that are limited to a version tag: no answer of the platform tells them from others. See [Grant](grant.md) for the
 * permissions of each type of object.
 *
 * Endpoints: `POST|GET /v2/grants`, `DELETE /v2/grants/{grantId}`, `POST|GET /v2/connections/{connectionId}/grants`, `GET /v2/whoami`,
 * `GET /v2/teams/{teamId}`.
 *
 * @example
 * ```ts
 * const finance = analytics.getTeamOutput({ name: "Finance" });
 * const me = analytics.whoamiOutput();
 * const plans = new analytics.Folder("plans", { name: "Plans" });
 * new analytics.Grants("plans", {
 *   inodeId: plans.id,
 *   grants: [
 *     { memberId: me.userId, permission: "edit" },
 *     { teamId: finance.id, permission: "explore" },
 *   ],
 * });
 * ```
 */
export class Grants extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Grants");

  /** Id of the object: its own or the one in its address. */
  declare readonly inodeId: pulumi.Output<string>;
  /** All grants on the object, in any order; one per member or team. */
  declare readonly grants: pulumi.Output<
    {
      /** Id of the member. Set either this or `teamId`. */
      memberId?: string;
      /** Id of the team. Set either this or `memberId`. */
      teamId?: string;
      /** What the grantee may do. */
      permission:
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
        | "admin";
    }[]
  >;
  /** Whether an update may take away the access of the credentials' owner. Default: false. */
  declare readonly allowLockout: pulumi.Output<boolean | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: GrantsArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Grants",
        properties: ["inodeId", "grants", "allowLockout", "allowDelete"],
        refs: { inodeId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
