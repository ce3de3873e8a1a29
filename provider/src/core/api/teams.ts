import * as z from "zod";
import { restCollection } from "./collection";
import { type Api, audit } from "./common";

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

const shape = { path: "/v2/teams", noun: "team", id: "teamId", entry: listed, whole: team, bareArray: true } as const;

/** Teams, `/v2/teams`. Read only. */
export const teams = (api: Api) => {
  const { get, list, living } = restCollection(api, { ...shape, created: team });
  return { get, list, living };
};
