// Generated from kinds/team by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Member } from "./member";

/** Arguments of {@link Team}. */
export interface TeamArgs extends CommonArgs {
  /** The team's name. Two teams can't have the same name. */
  name: pulumi.Input<string>;
  /** The description of the team. */
  description?: pulumi.Input<string>;
  /** `public`: everyone except guests and embed users sees the team and can share with it. Default: `private`. */
  visibility?: pulumi.Input<"public" | "private">;
  /** Ids of all members, in any order. Left out: members aren't managed. */
  members?: pulumi.Input<(pulumi.Input<string> | Member)[]>;
  /** Whether to create a workspace with the team. No effect after the create. Default: false. */
  createTeamFolder?: pulumi.Input<boolean>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A team of members, for grants and row-level rules.
 *
 * With `members`, the resource manages the whole set and removes unlisted members. Without `members`, it doesn't
 * manage the members: use `TeamMembers` for the whole set, or a `TeamMember` for each member, and only one of the
 * three for a team. Deactivated members can't be added or removed.
 *
 * Row-level rules and embed tokens refer to a team by its name, so renaming a team changes who sees which rows.
 *
 * Endpoints: `POST|GET /v2/teams`, `GET|PATCH|DELETE /v2/teams/{teamId}`, `PATCH /v2/teams/{teamId}/members`.
 *
 * @example
 * ```ts
 * const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
 * const sales = new analytics.Team("sales", { name: "Sales", visibility: "public", members: [alan.id] });
 * ```
 */
export class Team extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Team");

  /** The team's name. Two teams can't have the same name. */
  declare readonly name: pulumi.Output<string>;
  /** The description of the team. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** `public`: everyone except guests and embed users sees the team and can share with it. Default: `private`. */
  declare readonly visibility: pulumi.Output<"public" | "private" | undefined>;
  /** Ids of all members, in any order. Left out: members aren't managed. */
  declare readonly members: pulumi.Output<string[] | undefined>;
  /** Whether to create a workspace with the team. No effect after the create. Default: false. */
  declare readonly createTeamFolder: pulumi.Output<boolean | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** Id of the workspace that was created with the team. */
  declare readonly workspaceId: pulumi.Output<string | undefined>;

  constructor(name: string, args: TeamArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Team",
        properties: ["name", "description", "visibility", "members", "createTeamFolder", "allowDelete", "workspaceId"],
        optionalOutputs: ["workspaceId"],
        refs: { members: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
