import type { AnalyticsClient, ListedTeam, Team } from "../core/api";
import { equalSet } from "../core/values";
import * as z from "../core/zod";
import { collectionCalls, defineKind, field, text } from "./declare";

/** `/v2/teams`, with the whole set of members. */
export const team = defineKind({
  name: "Team",
  docs: {
    description: `A team of members, for grants and row-level rules.

With \`members\`, the resource manages the whole set and removes unlisted members. Without \`members\`, it doesn't manage the members.

Row-level rules and embed tokens refer to a team by its name, so renaming a team changes who sees which rows.`,
    endpoints: ["POST|GET /v2/teams", "GET|PATCH|DELETE /v2/teams/{teamId}", "PATCH /v2/teams/{teamId}/members"],
    example: `const ann = await analytics.getMember({ email: "ann@example.com" });
const finance = new analytics.Team("finance", { name: "Finance", visibility: "public", members: [ann.id] });`,
  },
  permission: "an Admin account to create it, and an Admin account or a team admin to change or delete it",
  dependsOn: ["team", "member"],
  fields: {
    name: field(text, "The team's name. The UI keeps names unique."),
    // Null isn't in the API's schema.
    description: field(z.string().optional(), "The description of the team.", { equal: "text", clearWith: "" }),
    visibility: field(
      z.enum(["public", "private"]).optional(),
      "`public`: everyone except guests and embed users sees the team and can share with it. Default: `private`.",
      { clearWith: "private" },
    ),
    members: field(z.array(text).optional(), "Ids of all members, in any order. Left out: members aren't managed.", {
      equal: "set",
      omitted: "keep",
      ref: { kind: "Member" },
    }),
    createTeamFolder: field(
      z.boolean().optional(),
      "Whether to create a workspace with the team. No effect after the create. Default: false.",
      { local: true, omitted: "keep" },
    ),
  },
  outputs: { workspaceId: field(z.string().optional(), "Id of the workspace that was created with the team.") },

  describe: ({ name }) => `team "${name}"`,

  exportedTo: { file: "teams", about: "Teams and their members." },
  mock: (id, { createTeamFolder }) => ({ id, outputs: createTeamFolder ? { workspaceId: `${id}-workspace` } : {} }),

  ...collectionCalls(({ teams }) => teams, "teamId"),

  async create({ client, createOptions, checkpoint }, inputs) {
    const { teamId: id, workspaceId, members } = await client.teams.create(inputs, createOptions);
    const outputs = { workspaceId: workspaceId ?? undefined };
    checkpoint(id, { inputs: { ...inputs, members }, outputs });
    // Whether the creator joins is undocumented.
    if (inputs.members !== undefined) await setMembers(client, id, members, inputs.members);
    return { id, outputs };
  },

  async read({ client }, id, known) {
    // The list has no members, and may lack a new team.
    const isListEnough = known !== undefined && known.inputs.members === undefined;
    const listed = isListEnough ? (await client.teams.living()).find(({ teamId }) => teamId === id) : undefined;
    const found: ListedTeam & Partial<Team> = listed ?? (await client.teams.get(id));
    if (found.isArchived) return undefined;
    const { name, description, members } = found;
    const visibility = found.visibility as "public" | "private";
    return {
      inputs: { name, description, visibility, ...(members && { members }) },
      outputs: { workspaceId: known?.outputs.workspaceId },
    };
  },

  async update({ client }, id, { members, ...change }) {
    if (Object.keys(change).length > 0) await client.teams.update(id, change);
    if (members !== undefined) await setMembers(client, id, (await client.teams.get(id)).members, members);
    return undefined;
  },
});

/** Adds and removes what differs: the platform's answer to a member who is there already is undocumented. */
async function setMembers(client: AnalyticsClient, id: string, before: readonly string[], after: readonly string[]) {
  const add = after.filter((member) => !before.includes(member));
  const remove = before.filter((member) => !after.includes(member));
  if (add.length + remove.length === 0) return;
  await client.teams.changeMembers(id, { add, remove }).catch(async (error) => {
    // A request that is repeated because its answer was lost may be refused: all is done already.
    if (!equalSet((await client.teams.get(id)).members, after)) throw error;
  });
}
