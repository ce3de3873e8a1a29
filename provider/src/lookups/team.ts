import type { ListedTeam as ApiListedTeam } from "../core/api";
import { type Collection, matching, named, withId } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getTeam}: `id` or `name`. */
export type GetTeamArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** A team, as listed. */
export interface ListedTeam {
  /** Its id. */
  id: string;
  name: string;
  description: string | null;
  /** `public` or `private`. */
  visibility: string;
  /** Id of who made it. */
  createdBy: string;
  /** Id of who changed it last. */
  updatedBy: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** A team. */
export interface GetTeamResult extends ListedTeam {
  /** Ids of its members. */
  members: string[];
}

/** Arguments of {@link listTeams}; without any, all are listed. */
export interface ListTeamsArgs extends LookupArgs {
  /** `public` or `private`. */
  visibility?: string;
}

const teams: Collection<ApiListedTeam> = {
  noun: "team",
  entries: (client) => client.teams.list(),
  idOf: ({ teamId }) => teamId,
  nameOf: ({ name }) => name,
};

/**
 * A team, by `id` or by `name`.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoints: `GET /v2/teams/{teamId}`, `GET /v2/teams`.
 *
 * @throws when there is none, or more than one of the name: the message lists those there are.
 * @example
 * ```ts
 * const finance = await analytics.getTeam({ name: "Finance" });
 * export const members = finance.members;
 * ```
 */
export const getTeam = lookup<GetTeamArgs, GetTeamResult>({
  name: "getTeam",
  oneOf: ["id", "name"],
  answer: async (call, { id, name }) => {
    const wanted = id ?? (await named(call, teams, name)).id;
    return withId("team", wanted, call.client.teams.get(wanted));
  },
});

/** {@link getTeam} for arguments that are outputs. */
export const getTeamOutput = outputOf(getTeam);

/**
 * The teams that these credentials can see, archived ones left out.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoint: `GET /v2/teams`.
 *
 * @example
 * ```ts
 * const teams = await analytics.listTeams({ visibility: "public" });
 * ```
 */
export const listTeams = lookup<ListTeamsArgs, ListedTeam[]>({
  name: "listTeams",
  optional: ["visibility"],
  answer: (call, { connection: _, ...filter }) => matching(call, teams, filter),
});

/** {@link listTeams} for arguments that are outputs. */
export const listTeamsOutput = outputOf(listTeams);
