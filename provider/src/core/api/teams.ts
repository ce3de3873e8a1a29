import * as z from "zod";
import { createRestCollection } from "./collection";
import { type Api, audit, nothing, optionalText } from "./common";
import { isForbidden } from "./errors";
import { isDeactivated, type Members } from "./members";
import { defineList } from "./transport/answer";
import { list } from "./transport/pages";
import { path } from "./transport/path";

const listed = z.looseObject({
  teamId: z.string(),
  name: z.string(),
  description: z.string().nullable().default(null),
  /** `public` or `private`. */
  visibility: z.string(),
  isArchived: z.boolean().optional(),
  ...audit,
});
/** A team as listed: without its members. */
export type ListedTeam = z.infer<typeof listed>;

/** The id of a team's workspace is in the answer to a create, and in no later one. */
const team = z.looseObject({ ...listed.shape, members: defineList(z.string()), workspaceId: optionalText });
/** A team with the ids of its members. */
export type Team = z.infer<typeof team>;

type Change = { readonly name?: string; readonly description?: string; readonly visibility?: string };
type New = Change & {
  readonly name: string;
  readonly members?: readonly string[];
  readonly createTeamFolder?: boolean;
};
const types = { entry: listed, whole: team, created: team };

/** What a change of a team's members is to do: ids of members. */
export interface MembersChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

const teamMember = z.looseObject({ userId: z.string(), isTeamAdmin: z.boolean(), addedBy: z.string() });
/** A member of a team. */
export type TeamMember = z.infer<typeof teamMember>;

/** Teams, `/v2/teams`. */
export const createTeams = (api: Api, members: Members) => {
  const { transport, reads } = api;
  const collection = createRestCollection<New, Change, ListedTeam, Team, Team>(api, {
    ...types,
    path: "/v2/teams",
    noun: "team",
    id: "teamId",
    bareArray: true,
  });
  const buildMembersPath = (id: string) => path`/v2/teams/${id}/members`;
  const hasLeft = async (id: string) => {
    try {
      const found = await members.look(id);
      return found === undefined || isDeactivated(found);
    } catch (error) {
      // Reading members may need more than the credentials of a team admin. A member whom they can't see counts as
      // active.
      if (isForbidden(error)) return false;
      throw error;
    }
  };
  const findDeactivated = async (ids: readonly string[]) => {
    const left = await Promise.all(ids.map(hasLeft));
    return ids.filter((_, index) => left[index]);
  };

  return {
    ...collection,

    /**
     * The ids of a team's members; undefined: the team is archived. Calls close to each other share one request.
     * Deactivated members whom `declared` lacks aren't among them: nobody can remove those.
     */
    async memberIds(id: string, declared?: readonly string[]): Promise<readonly string[] | undefined> {
      const found = await reads.read(buildMembersPath(id), () => collection.get(id));
      if (found.isArchived) return undefined;
      const fixed = await findDeactivated(declared === undefined ? [] : subtractIds(found.members, declared));
      return subtractIds(found.members, fixed);
    },

    /** `GET /v2/teams/{teamId}/members`. */
    members(id: string): AsyncGenerator<TeamMember, void, undefined> {
      return list(transport, { path: buildMembersPath(id), entry: teamMember, style: "page" });
    },

    /**
     * `PATCH /v2/teams/{teamId}/members`. What the platform answers to adding a member or removing a stranger is
     * undocumented, and it doesn't remove deactivated members.
     *
     * @param changeOf what there is to do about the present members, if anything.
     * @returns what was done, and who stays because they are deactivated.
     */
    async changeMembers(
      id: string,
      changeOf: (present: readonly string[]) => MembersChange,
    ): Promise<MembersChange & { readonly kept: readonly string[] }> {
      const send = async (change: MembersChange) => {
        const call = { method: "PATCH", path: buildMembersPath(id), body: change, answer: nothing } as const;
        if (!isNothing(change)) await api.write(buildMembersPath(id), call);
      };
      const wanted = changeOf((await collection.get(id)).members);
      try {
        await send(wanted);
        return { ...wanted, kept: [] };
      } catch (error) {
        // A request that is repeated because its answer was lost may be refused: it may be done already.
        const left = changeOf((await collection.get(id)).members);
        const kept = await findDeactivated(left.remove);
        if (kept.length === 0 && !isNothing(left)) throw error;
        await send({ ...left, remove: subtractIds(left.remove, kept) });
        return { add: wanted.add, remove: subtractIds(wanted.remove, kept), kept };
      }
    },
  };
};

function isNothing({ add, remove }: MembersChange): boolean {
  return add.length + remove.length === 0;
}

/** The ids that aren't among others. */
export function subtractIds(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id));
}
