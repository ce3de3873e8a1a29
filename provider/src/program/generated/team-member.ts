// Generated from kinds/team-member by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Member } from "./member";
import type { Team } from "./team";

/** Arguments of {@link TeamMember}. */
export interface TeamMemberArgs extends CommonArgs {
  /** Id of the team. Changing it replaces the resource. */
  teamId: pulumi.Input<string> | Team;
  /** Id of the member. Changing it replaces the resource. */
  memberId: pulumi.Input<string> | Member;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * One member of a team. The resource ignores the other members.
 *
 * Manage the members of a team in one way only: here, with `TeamMembers`, or with `members` of the `Team`. The other
 * two remove members that they don't list.
 *
 * Changing either field replaces the resource: the provider removes this member and adds the other. If the team already
 * has the member, the provider adopts that without a write, even without `adopt`, and a removal keeps it. Deactivated
 * members can't be added or removed: deleting the resource then keeps the member in the team, and logs that.
 *
 * Endpoints: `GET /v2/teams/{teamId}`, `PATCH /v2/teams/{teamId}/members`.
 *
 * @example
 * ```ts
 * const support = new analytics.Team("support", { name: "Support" });
 * const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
 * new analytics.TeamMember("alan-support", { teamId: support.id, memberId: alan.id });
 * ```
 */
export class TeamMember extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("TeamMember");

  /** Id of the team. */
  declare readonly teamId: pulumi.Output<string>;
  /** Id of the member. */
  declare readonly memberId: pulumi.Output<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: TeamMemberArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "TeamMember",
        properties: ["teamId", "memberId", "allowDelete"],
        refs: { teamId: {}, memberId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
