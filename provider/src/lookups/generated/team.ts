// Generated from lookups/team.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { team as declared } from "../team";

/** Arguments of {@link getTeam}: `id` or `name`. */
export type GetTeamArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** Arguments of {@link listTeams}. */
export interface ListTeamsArgs extends LookupArgs {
  /** `public` or `private`. */
  visibility?: string;
}

/** A team, as listed. */
export interface ListedTeam {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** What the team is for. */
  description: string | null;
  /** `public` or `private`. */
  visibility: string;
  /** Whether it was deleted. */
  isArchived?: boolean;
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/** A team. */
export interface GetTeamResult extends ListedTeam {
  /** Ids of its members. */
  members: string[];
  /** Id of its workspace, if the platform returns it. A `Team` with `createTeamFolder` has it in any case. */
  workspaceId?: string;
}

/**
 * A team, by `id` or by `name`.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoints: `GET /v2/teams/{teamId}`, `GET /v2/teams`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const finance = analytics.getTeamOutput({ name: "Finance" });
 * export const members = finance.members;
 * ```
 */
export const getTeam = createLookup<GetTeamArgs, GetTeamResult>(declared.get);

/** {@link getTeam} for arguments that are outputs. */
export const getTeamOutput = toOutputLookup(getTeam);

/**
 * The teams that these credentials can see, without archived ones.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoint: `GET /v2/teams`.
 *
 * @example
 * ```ts
 * export const teams = analytics.listTeamsOutput({ visibility: "public" });
 * ```
 */
export const listTeams = createLookup<ListTeamsArgs, ListedTeam[]>(declared.list);

/** {@link listTeams} for arguments that are outputs. */
export const listTeamsOutput = toOutputLookup(listTeams);
