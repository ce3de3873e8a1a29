// Generated from kinds/user-attribute-assignment by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Member } from "./member";
import type { Team } from "./team";
import type { Tenant } from "./tenant";
import type { UserAttribute } from "./user-attribute";

/** Arguments of {@link UserAttributeAssignment}. */
export interface UserAttributeAssignmentArgs extends CommonArgs {
  /** Id of the user attribute. Changing it replaces the resource. */
  userAttributeId: pulumi.Input<string> | UserAttribute;
  /** Id of the member who has the value. Changing it replaces the resource. */
  memberId?: pulumi.Input<string> | Member;
  /** Id of the team whose members have the value. Changing it replaces the resource. */
  teamId?: pulumi.Input<string> | Team;
  /** Id of the tenant organization that has the value, for deployments. Changing it replaces the resource. */
  tenantOrganizationId?: pulumi.Input<string> | Tenant;
  /** The value. It isn't secret unless the program marks it, but no message contains it. */
  value: pulumi.Input<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * The value of a user attribute for one member, team or tenant organization: set exactly one of
 * `memberId`, `teamId` and `tenantOrganizationId`. The resource ignores other assignments of the attribute.
 *
 * A member's own value counts first, then that of the first of the member's teams by `priority`, then the default value.
 * Only the product changes the priority. Embed tokens set values for a session, which the platform doesn't return.
 *
 * If the target already has the same value, the provider adopts it without a write, and a removal keeps it. If it has
 * another one, the create fails; with `adopt: true`, the provider overwrites it.
 *
 * Endpoints: `POST|GET /v2/user-attributes/{userAttributeId}/users`, `POST|GET /v2/user-attributes/{userAttributeId}/teams`,
 * `POST|GET /v2/user-attributes/{userAttributeId}/tenants`, `DELETE /v2/user-attributes/{userAttributeId}/users/{userId}`,
 * `DELETE /v2/user-attributes/{userAttributeId}/teams/{teamId}`, `DELETE /v2/user-attributes/{userAttributeId}/tenants/{tenantOrganizationId}`.
 *
 * @example
 * ```ts
 * const segment = new analytics.UserAttribute("segment", { name: "Segment" });
 * const partners = new analytics.Team("partners", { name: "Partners" });
 * new analytics.UserAttributeAssignment("partners-segment", {
 *   userAttributeId: segment.id,
 *   teamId: partners.id,
 *   value: "partners",
 * });
 * ```
 */
export class UserAttributeAssignment extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("UserAttributeAssignment");

  /** Id of the user attribute. */
  declare readonly userAttributeId: pulumi.Output<string>;
  /** Id of the member who has the value. */
  declare readonly memberId: pulumi.Output<string | undefined>;
  /** Id of the team whose members have the value. */
  declare readonly teamId: pulumi.Output<string | undefined>;
  /** Id of the tenant organization that has the value, for deployments. */
  declare readonly tenantOrganizationId: pulumi.Output<string | undefined>;
  /** The value. It isn't secret unless the program marks it, but no message contains it. */
  declare readonly value: pulumi.Output<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** Of a team: its place among the teams that have a value, the lowest first. */
  declare readonly priority: pulumi.Output<number | undefined>;

  constructor(name: string, args: UserAttributeAssignmentArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "UserAttributeAssignment",
        properties: [
          "userAttributeId",
          "memberId",
          "teamId",
          "tenantOrganizationId",
          "value",
          "allowDelete",
          "priority",
        ],
        optionalOutputs: ["priority"],
        refs: { userAttributeId: {}, memberId: {}, teamId: {}, tenantOrganizationId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
