import * as z from "zod";
import { subtractIds } from "../core/api";
import { adviseAllowing, declareComposedIds, defineKind, field, output, reference, text } from "./declare";
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
Deleting the resource removes the listed members from the team, but for those who were in it before the resource, unless
\`allowDelete\` is true. An imported resource, and one of a state that doesn't say who those were, removes all of them.
Deactivated members can't be added or removed: the provider ignores those that aren't listed.

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
  outputs: {
    found: output(z.array(text).optional(), "Those of the members who were in the team before the resource.", {
      internal: true,
    }),
  },

  review: {
    sharedSet: ({ teamId, members }) => ({ what: "members of the team", of: teamId, items: members, isWhole: true }),
  },

  describe: ({ teamId }) => `members of the team ${teamId}`,

  mock: (_id, { teamId }) => ({ id: composeId(teamId), outputs: {} }),

  async create({ client, log }, { teamId, members }) {
    const { add, remove } = await setMembers(client, teamId, members);
    if (remove.length > 0) log(`removed from the team ${teamId}, because they aren't declared: ${remove.join(", ")}`);
    const found = subtractIds(members, add);
    if (found.length > 0) log(`in the team ${teamId} before, and kept in it by a removal: ${found.join(", ")}`);
    return { id: composeId(teamId), outputs: { found } };
  },

  async read({ client }, id, known) {
    const teamId = teamOf(id);
    const members = await client.teams.readMemberIds(teamId, known?.inputs.members);
    if (members === undefined) return undefined;
    // Who has left meanwhile, and is put back, is the resource's own.
    const found = known?.outputs.found?.filter((member) => members.includes(member));
    return { inputs: { teamId, members: [...members] }, outputs: { found } };
  },

  async update({ client }, id, { members = [] }, { olds }) {
    await setMembers(client, teamOf(id), members);
    return { found: olds.outputs.found?.filter((member) => members.includes(member)) };
  },

  async delete({ client, log }, _id, { inputs: { teamId, members, allowDelete }, outputs }) {
    const found = allowDelete ? [] : (outputs.found ?? []);
    const own = subtractIds(members, found);
    const listLeaving = (present: readonly string[]) => present.filter((member) => own.includes(member));
    const { kept } = await client.teams.changeMembers(teamId, (present) => ({ add: [], remove: listLeaving(present) }));
    if (found.length > 0)
      log(`kept in the team ${teamId}, where they were before the resource: ${found.join(", ")}. ${adviseAllowing}`);
    if (kept.length > 0)
      log(`${kept.join(", ")} stay in the team ${teamId}: the platform doesn't remove deactivated members`);
  },
});
