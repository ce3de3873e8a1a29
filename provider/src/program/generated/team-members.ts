// Generated from kinds/team-members by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Member } from "./member";
import type { Team } from "./team";

/** Arguments of {@link TeamMembers}. */
export interface TeamMembersArgs extends CommonArgs {
  /** Id of the team. Changing it replaces the resource. */
  teamId: pulumi.Input<string> | Team;
  /** Ids of all members, in any order. */
  members: pulumi.Input<(pulumi.Input<string> | Member)[]>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * All members of a team. The provider removes members that the resource doesn't list, and on create logs
 * them.
 *
 * Manage the members of a team in one way only: here, with a `TeamMember` for each, or with `members` of the `Team`.
 * Deleting the resource removes the listed members from the team, but for those who were in it before the resource, unless
 * `allowDelete` is true. An imported resource, and one of a state that doesn't say who those were, removes all of them.
 * Deactivated members can't be added or removed: the provider ignores those that aren't listed.
 *
 * A create sets the members whatever they are, so it needs no `adopt`, and writes nothing if they are equal.
 *
 * Endpoints: `GET /v2/teams/{teamId}`, `PATCH /v2/teams/{teamId}/members`.
 *
 * @example
 * ```ts
 * const finance = analytics.getTeamOutput({ name: "Finance" });
 * const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
 * new analytics.TeamMembers("finance", { teamId: finance.id, members: [alan.id] });
 * ```
 */
export class TeamMembers extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("TeamMembers");

  /** Id of the team. */
  declare readonly teamId: pulumi.Output<string>;
  /** Ids of all members, in any order. */
  declare readonly members: pulumi.Output<string[]>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: TeamMembersArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "TeamMembers",
        properties: ["teamId", "members", "allowDelete"],
        refs: { teamId: {}, members: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
