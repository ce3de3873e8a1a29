import * as z from "../core/zod";
import { defineKind, field, reference, text } from "./declare";
import { setMembers } from "./team";

/** `/v2/teams/{teamId}/members`, all of them. */
export const teamMembers = defineKind({
  name: "TeamMembers",
  docs: {
    description: `All members of a team. The provider removes members that the resource doesn't list, on create and on update, and logs those that a create
removes.

Manage the members of a team in one way only: here, with a \`TeamMember\` for each, or with \`members\` of the \`Team\`. Deleting the resource removes the
listed members from the team. Deactivated members can't be added or removed: the provider ignores those that aren't listed.

The id is the team's. A create sets the members whatever they are, so it needs no \`adopt\`; \`adopt: { id: "<teamId>" }\` writes nothing if they are
equal.`,
    endpoints: ["GET /v2/teams/{teamId}", "PATCH /v2/teams/{teamId}/members"],
    example: `const finance = await analytics.getTeam({ name: "Finance" });
const ann = await analytics.getMember({ email: "ann@example.com" });
new analytics.TeamMembers("finance", { teamId: finance.id, members: [ann.id] });`,
  },
  permission: "an Admin account or a team admin",
  isUnique: true,
  dependsOn: ["team", "member"],
  fields: {
    teamId: reference("Team", "Id of the team.", { replaces: true }),
    members: field(z.array(text), "Ids of all members, in any order.", { equal: "set", ref: { kind: "Member" } }),
  },

  describe: ({ teamId }) => `members of the team ${teamId}`,

  mock: (_id, { teamId }) => ({ id: teamId, outputs: {} }),

  async create({ client, log }, { teamId, members }) {
    const { remove } = await setMembers(client, teamId, members);
    if (remove.length > 0) log(`removed from the team ${teamId}, because they aren't declared: ${remove.join(", ")}`);
    return { id: teamId, outputs: {} };
  },

  async read({ client }, id, known) {
    const members = await client.teams.memberIds(id, known?.inputs.members);
    return members && { inputs: { teamId: id, members: [...members] }, outputs: {} };
  },

  async update({ client }, id, { members = [] }) {
    await setMembers(client, id, members);
    return undefined;
  },

  async delete({ client, log }, id, { inputs: { members } }) {
    const leaving = (present: readonly string[]) => present.filter((member) => members.includes(member));
    const { kept } = await client.teams.changeMembers(id, (present) => ({ add: [], remove: leaving(present) }));
    if (kept.length > 0)
      log(`${kept.join(", ")} stay in the team ${id}: the platform doesn't remove deactivated members`);
  },
});
