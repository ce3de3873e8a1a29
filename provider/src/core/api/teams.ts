import * as z from "zod";
import { defineArea } from "./area";
import { archived, audit, nothing, optionalText } from "./common";
import { isForbidden } from "./errors";
import { isDeactivated, Members } from "./members";
import { defineList } from "./transport/answer";
import { list } from "./transport/pages";
import { path } from "./transport/path";

const listed = z.looseObject({
  teamId: z.string(),
  name: z.string().describe("Its name."),
  description: z.string().nullable().default(null).describe("What the team is for."),
  visibility: z.string().describe("`public` or `private`."),
  ...archived,
  ...audit,
});
/** A team as listed: without its members. */
export interface ListedTeam extends z.infer<typeof listed> {}

const team = z.looseObject({
  ...listed.shape,
  members: defineList(z.string()).describe("Ids of its members."),
  // It is in the answer to a create, and in no later one.
  workspaceId: optionalText.describe(
    "Id of its workspace, if the platform returns it. A `Team` with `createTeamFolder` has it in any case.",
  ),
});
/** A team with the ids of its members. */
export interface Team extends z.infer<typeof team> {}

/** What a change of a team's members is to do: ids of members. */
export interface MembersChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export const teamMember = z.looseObject({
  userId: z.string().describe("Id of the member, the same as `id`."),
  isTeamAdmin: z.boolean().describe("Whether the member is a team admin."),
  addedBy: z.string().describe("Id of the member who added this one."),
});
/** A member of a team. */
export type TeamMember = z.infer<typeof teamMember>;

/** Teams, `/v2/teams`. */
export const teams = defineArea(
  {
    path: "/v2/teams",
    noun: "team",
    id: "teamId",
    read: "either",
    isComplete: true,
    listed: listed as z.ZodType<ListedTeam>,
    whole: team as z.ZodType<Team>,
    sends: ["name", "description", "visibility", "members", "createTeamFolder"],
    bareArray: true,
  },
  (teams, api) => {
    const members = new Members(api);
    const buildMembersPath = (id: string) => path`/v2/teams/${id}/members`;
    const hasLeft = async (id: string) => {
      try {
        const found = await members.findById(id);
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
      ...teams,

      /**
       * The ids of a team's members; undefined: the team is archived. Calls close to each other share one request.
       * Leaves out deactivated members that `declared` lacks: the API can't remove those.
       */
      async readMemberIds(id: string, declared?: readonly string[]): Promise<readonly string[] | undefined> {
        const found = await api.reads.read(buildMembersPath(id), () => teams.get(id));
        if (found.isArchived) return undefined;
        const fixed = await findDeactivated(declared === undefined ? [] : subtractIds(found.members, declared));
        return subtractIds(found.members, fixed);
      },

      /** `GET /v2/teams/{teamId}/members`. */
      listMembers(id: string): AsyncGenerator<TeamMember, void, undefined> {
        return list(api.transport, { path: buildMembersPath(id), entry: teamMember, style: "page" });
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
        const wanted = changeOf((await teams.get(id)).members);
        try {
          await send(wanted);
          return { ...wanted, kept: [] };
        } catch (error) {
          // A request that is repeated because its answer was lost may be refused: it may be done already.
          const left = changeOf((await teams.get(id)).members);
          const kept = await findDeactivated(left.remove);
          if (kept.length === 0 && !isNothing(left)) throw error;
          await send({ ...left, remove: subtractIds(left.remove, kept) });
          return { add: wanted.add, remove: subtractIds(wanted.remove, kept), kept };
        }
      },
    };
  },
);

function isNothing({ add, remove }: MembersChange): boolean {
  return add.length + remove.length === 0;
}

/** The ids that aren't among others. */
export function subtractIds(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id));
}
