// Generated from kinds/team by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, typeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link Team}. */
export interface TeamArgs extends CommonArgs {
  /** The team's name. The UI keeps names unique. */
  name: pulumi.Input<string>;
  /** What the team is for. */
  description?: pulumi.Input<string>;
  /** `public`: everyone except guests and embed users sees the team and can share with it. Default: `private`. */
  visibility?: pulumi.Input<"public" | "private">;
  /** Ids of all members, in any order. Left out: members aren't managed. */
  members?: DeepInput<string[]>;
  /** Whether to create a workspace for the team when the team is created. No effect later. Default: false. */
  createTeamFolder?: pulumi.Input<boolean>;
}

/**
 * A team of members, which grants and row-level rules name.
 *
 * With `members` the resource manages the whole set: a member that isn't listed is removed. Leave `members` out to manage the team without its members.
 *
 * Row-level rules and embed tokens refer to a team by its name, so a renamed team changes who sees which rows.
 *
 * Endpoints: `POST|GET /v2/teams`, `GET|PATCH|DELETE /v2/teams/{teamId}`, `PATCH /v2/teams/{teamId}/members`.
 *
 * @example
 * ```ts
 * const ann = await analytics.getMember({ email: "ann@example.com" });
 * const finance = new analytics.Team("finance", { name: "Finance", visibility: "public", members: [ann.id] });
 * ```
 */
export class Team extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("Team");

  /** The team's name. The UI keeps names unique. */
  declare readonly name: pulumi.Output<string>;
  /** What the team is for. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** `public`: everyone except guests and embed users sees the team and can share with it. Default: `private`. */
  declare readonly visibility: pulumi.Output<"public" | "private" | undefined>;
  /** Ids of all members, in any order. Left out: members aren't managed. */
  declare readonly members: pulumi.Output<string[] | undefined>;
  /** Whether to create a workspace for the team when the team is created. No effect later. Default: false. */
  declare readonly createTeamFolder: pulumi.Output<boolean | undefined>;
  /** Id of the workspace that was created for the team. */
  declare readonly workspaceId: pulumi.Output<string | undefined>;

  constructor(name: string, args: TeamArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "Team", outputs: ["workspaceId"] }, name, args, options);
  }
}
