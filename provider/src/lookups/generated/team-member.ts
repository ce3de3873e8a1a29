// Generated from lookups/team-member.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { teamMember as declared } from "../team-member";

/** Arguments of {@link getTeamMember}: `id` or `memberId`. */
export type GetTeamMemberArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Id of the member. */
    memberId: string;
  }> & {
    /** Id of the team. */
    teamId: string;
  };

/** Arguments of {@link listTeamMembers}. */
export interface ListTeamMembersArgs extends LookupArgs {
  /** Id of the team. */
  teamId: string;
  /** Whether the member is a team admin. */
  isTeamAdmin?: boolean;
}

/** A member of a team. */
export interface GetTeamMemberResult {
  /** Its id. */
  id: string;
  /** Id of the member, the same as `id`. */
  userId: string;
  /** Whether the member is a team admin. */
  isTeamAdmin: boolean;
  /** Id of the member who added this one. */
  addedBy: string;
}

/**
 * A member of a team, by `id` or by `memberId`.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoint: `GET /v2/teams/{teamId}/members`.
 *
 * @throws when there is none, or more than one with this memberId: the message lists the candidates.
 * @example
 * ```ts
 * const finance = analytics.getTeamOutput({ name: "Finance" });
 * const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
 * const membership = analytics.getTeamMemberOutput({ teamId: finance.id, memberId: alan.id });
 * export const isTeamAdmin = membership.isTeamAdmin;
 * ```
 */
export const getTeamMember = createLookup<GetTeamMemberArgs, GetTeamMemberResult>(declared.get);

/** {@link getTeamMember} for arguments that are outputs. */
export const getTeamMemberOutput = toOutputLookup(getTeamMember);

/**
 * The team members that these credentials can see, without archived ones.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoint: `GET /v2/teams/{teamId}/members`.
 *
 * @example
 * ```ts
 * const finance = analytics.getTeamOutput({ name: "Finance" });
 * export const admins = analytics.listTeamMembersOutput({ teamId: finance.id, isTeamAdmin: true });
 * ```
 */
export const listTeamMembers = createLookup<ListTeamMembersArgs, GetTeamMemberResult[]>(declared.list);

/** {@link listTeamMembers} for arguments that are outputs. */
export const listTeamMembersOutput = toOutputLookup(listTeamMembers);
