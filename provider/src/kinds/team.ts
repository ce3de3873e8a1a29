import * as z from "zod";
import { type AnalyticsClient, subtractIds } from "../core/api";
import { normalizeName } from "../core/text";
import { defineAreaKind, field, output, text } from "./declare";

/** `/v2/teams`, with the whole set of members. */
export const team = defineAreaKind({
  name: "Team",
  area: "teams",
  docs: {
    description: `A team of members, for grants and row-level rules.

With \`members\`, the resource manages the whole set and removes unlisted members. Without \`members\`, it doesn't
manage the members: use \`TeamMembers\` for the whole set, or a \`TeamMember\` for each member, and only one of the
three for a team. Deactivated members can't be added or removed.

Row-level rules and embed tokens refer to a team by its name, so renaming a team changes who sees which rows.`,
    endpoints: ["POST|GET /v2/teams", "GET|PATCH|DELETE /v2/teams/{teamId}", "PATCH /v2/teams/{teamId}/members"],
    example: `const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
const sales = new analytics.Team("sales", { name: "Sales", visibility: "public", members: [alan.id] });`,
  },
  needs: {
    permission: "an Admin account to create it, and an Admin account or a team admin to change or delete it",
    lookups: ["team", "member"],
  },
  deletion: { isFirst: true },
  fields: {
    name: field(text, "The team's name. Two teams can't have the same name."),
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
  outputs: {
    workspaceId: output(z.string().optional(), "Id of the workspace that was created with the team.", {
      changesWith: [],
    }),
  },

  review: {
    sharedSet: ({ name, members }, id) =>
      id === undefined || members === undefined
        ? undefined
        : {
            what: "members of the team",
            of: id,
            items: members,
            isWhole: true,
            removal: `\`members\` from the team "${name}"`,
          },
  },

  describe: ({ name }) => `team "${name}"`,

  pull: { file: "teams", about: "Teams and their members." },
  mock: (id, { createTeamFolder }) => ({ id, outputs: createTeamFolder ? { workspaceId: `${id}-workspace` } : {} }),

  adoption: { foldName: normalizeName, unique: { noun: "team" } },
  // Whether the creator joins is undocumented.
  writing: { later: ["members"] },

  async create({ client, madeId, checkpoint }, inputs) {
    const { teamId: id, workspaceId, members } = await client.teams.create(inputs, madeId);
    const outputs = { workspaceId: workspaceId ?? undefined };
    checkpoint(id, { inputs: { ...inputs, members }, outputs });
    // Whether the creator joins is undocumented.
    if (inputs.members !== undefined) await setMembers(client, id, inputs.members);
    return { id, outputs };
  },

  async read({ client }, id, known) {
    const found = await client.teams.findById(id);
    if (found === undefined) return undefined;
    const { name, description } = found;
    const visibility = found.visibility as "public" | "private";
    // The list has no members.
    const isManaged = known === undefined || known.inputs.members !== undefined;
    // A program can't declare deactivated members that it doesn't have yet.
    const declared = known === undefined ? [] : known.inputs.members;
    const members = isManaged ? await client.teams.readMemberIds(id, declared) : undefined;
    return {
      inputs: { name, description, visibility, ...(members && { members: [...members] }) },
      outputs: { workspaceId: known?.outputs.workspaceId },
    };
  },

  async update({ client }, id, { members, ...change }) {
    if (Object.keys(change).length > 0) await client.teams.update(id, change);
    if (members !== undefined) await setMembers(client, id, members);
    return undefined;
  },
});

/** Makes these the only members, apart from deactivated ones. Answers what was done. */
export function setMembers(client: AnalyticsClient, id: string, members: readonly string[]) {
  return client.teams.changeMembers(id, (present) => ({
    add: subtractIds(members, present),
    remove: subtractIds(present, members),
  }));
}
