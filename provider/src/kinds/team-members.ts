import * as z from "zod";
import { declareComposedIds, defineKind, field, reference, text } from "./declare";
import { setMembers } from "./team";

// Other ids than those of teams, which are the objects of `Team`.
const composeId = (teamId: string) => `${teamId}/members`;
const { idForms, partsOf: teamOf } = declareComposedIds(
  "TeamMembers",
  ["<teamId>/members"],
  ([teamId, last, ...others]) => (teamId && last === "members" && others.length === 0 ? teamId : undefined),
);

/** `/v2/teams/{teamId}/members`, all of them. */
export const teamMembers = defineKind({
  name: "TeamMembers",
  area: "teams",
  docs: {
    description: `All members of a team. The provider removes members that the resource doesn't list, and on create logs
them.

Manage the members of a team in one way only: here, with a \`TeamMember\` for each, or with \`members\` of the \`Team\`.
Deleting the resource removes the listed members from the team. Deactivated members can't be added or removed: the
provider ignores those that aren't listed.

A create sets the members whatever they are, so it needs no \`adopt\`, and writes nothing if they are equal.`,
    endpoints: ["GET /v2/teams/{teamId}", "PATCH /v2/teams/{teamId}/members"],
    example: `const finance = analytics.getTeamOutput({ name: "Finance" });
const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
new analytics.TeamMembers("finance", { teamId: finance.id, members: [alan.id] });`,
  },
  adoption: { idForms },
  writing: { isRepeatable: true },
  needs: { permission: "an Admin account or a team admin", lookups: ["team", "member"] },
  deletion: { isFirst: true },
  fields: {
    teamId: reference("Team", "Id of the team.", { replaces: true }),
    members: field(z.array(text), "Ids of all members, in any order.", { equal: "set", ref: { kind: "Member" } }),
  },

  review: {
    sharedSet: ({ teamId, members }) => ({ what: "members of the team", of: teamId, items: members, isWhole: true }),
  },

  describe: ({ teamId }) => `members of the team ${teamId}`,

  mock: (_id, { teamId }) => ({ id: composeId(teamId), outputs: {} }),

  async create({ client, log }, { teamId, members }) {
    const { remove } = await setMembers(client, teamId, members);
    if (remove.length > 0) log(`removed from the team ${teamId}, because they aren't declared: ${remove.join(", ")}`);
    return { id: composeId(teamId), outputs: {} };
  },

  async read({ client }, id, known) {
    const teamId = teamOf(id);
    const members = await client.teams.readMemberIds(teamId, known?.inputs.members);
    return members && { inputs: { teamId, members: [...members] }, outputs: {} };
  },

  async update({ client }, id, { members = [] }) {
    await setMembers(client, teamOf(id), members);
    return undefined;
  },

  async delete({ client, log }, _id, { inputs: { teamId, members } }) {
    const listLeaving = (present: readonly string[]) => present.filter((member) => members.includes(member));
    const { kept } = await client.teams.changeMembers(teamId, (present) => ({ add: [], remove: listLeaving(present) }));
    if (kept.length > 0)
      log(`${kept.join(", ")} stay in the team ${teamId}: the platform doesn't remove deactivated members`);
  },
});
