import { defineMembership, reference } from "./declare";

/** `/v2/teams/{teamId}/members`, one of them. */
export const teamMember = defineMembership({
  name: "TeamMember",
  area: "teams",
  docs: {
    description: `One member of a team. The resource ignores the other members.

Manage the members of a team in one way only: here, with \`TeamMembers\`, or with \`members\` of the \`Team\`. The other
two remove members that they don't list.

Changing either field replaces the resource: the provider removes this member and adds the other. If the team already
has the member, the provider adopts that without a write, even without \`adopt\`, and a removal keeps it. Deactivated
members can't be added or removed: deleting the resource then keeps the member in the team, and logs that.`,
    endpoints: ["GET /v2/teams/{teamId}", "PATCH /v2/teams/{teamId}/members"],
    example: `const support = new analytics.Team("support", { name: "Support" });
const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
new analytics.TeamMember("alan-support", { teamId: support.id, memberId: alan.id });`,
  },
  needs: { permission: "an Admin account or a team admin", lookups: ["team", "member"] },
  owner: "teamId",
  member: "memberId",
  fields: {
    teamId: reference("Team", "Id of the team.", { replaces: true }),
    memberId: reference("Member", "Id of the member.", { replaces: true }),
  },
  review: {
    sharedSet: ({ teamId, memberId }) => ({
      what: "members of the team",
      of: teamId,
      items: [memberId],
      isWhole: false,
    }),
  },
  describe: ({ teamId, memberId }) => `member ${memberId} of the team ${teamId}`,
  has: async ({ teams }, team, member) => (await teams.readMemberIds(team))?.includes(member) ?? false,
  async add({ teams }, team, member) {
    await teams.changeMembers(team, (present) => ({ add: present.includes(member) ? [] : [member], remove: [] }));
  },
  async remove({ teams }, team, member, log) {
    const listLeaving = (present: readonly string[]) => (present.includes(member) ? [member] : []);
    const { kept } = await teams.changeMembers(team, (present) => ({ add: [], remove: listLeaving(present) }));
    if (kept.length > 0) log(`${member} stays in the team ${team}: the platform doesn't remove deactivated members`);
  },
});
