import * as z from "../zod";
import { restCollection } from "./collection";
import { type Api, audit, nothing } from "./common";
import { path } from "./transport/requests";

const listed = z.looseObject({
  teamId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** `public` or `private`. */
  visibility: z.string(),
  isArchived: z.boolean().optional(),
  ...audit,
});
/** A team as listed: without its members. */
export type ListedTeam = z.infer<typeof listed>;

const team = z.looseObject({ ...listed.shape, members: z.array(z.string()) });
/** A team with the ids of its members. */
export type Team = z.infer<typeof team>;

/** The id of a team's workspace is in no later answer. */
const created = z.looseObject({ ...team.shape, workspaceId: z.string().nullish() });

type Change = { readonly name?: string; readonly description?: string; readonly visibility?: string };
type New = Change & {
  readonly name: string;
  readonly members?: readonly string[];
  readonly createTeamFolder?: boolean;
};
const types = { entry: listed, whole: team, created };

/** Teams, `/v2/teams`. */
export const teams = (api: Api) => ({
  ...restCollection<New, Change, ListedTeam, Team, z.infer<typeof created>>(api, {
    ...types,
    path: "/v2/teams",
    noun: "team",
    id: "teamId",
    bareArray: true,
  }),

  /** `PATCH /v2/teams/{teamId}/members`: both lists are ids of members. */
  async changeMembers(id: string, body: { readonly add: string[]; readonly remove: string[] }): Promise<void> {
    await api.transport.send({ method: "PATCH", path: path`/v2/teams/${id}/members`, body, answer: nothing });
  },
});
