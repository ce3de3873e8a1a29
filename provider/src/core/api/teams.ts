import * as z from "zod";
import { type Api, audit } from "./common";
import { list } from "./transport/pages";
import { path } from "./transport/path";

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

/**
 * Teams, `/v2/teams`. Read only.
 *
 * @example
 * ```ts
 * const { members } = await client.teams.get(teamId);
 * ```
 */
export class Teams {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** `GET /v2/teams/{teamId}`. */
  get(id: string): Promise<Team> {
    return this.#api.transport.send({ method: "GET", path: path`/v2/teams/${id}`, answer: team });
  }

  /** `GET /v2/teams`. */
  list(): AsyncGenerator<ListedTeam, void, undefined> {
    return list(this.#api.transport, { path: "/v2/teams", entry: listed, style: "page", bareArray: true });
  }
}
