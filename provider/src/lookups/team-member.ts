import type { TeamMember } from "../core/api";
import { takeFirst } from "../core/api/probe";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";

export const teamMember = defineCollection<TeamMember>({
  noun: "team member",
  title: "Team members",
  about: "A member of a team.",
  listEndpoint: "GET /v2/teams/{teamId}/members",
  examples: {
    get: `const finance = analytics.getTeamOutput({ name: "Finance" });
const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
const membership = analytics.getTeamMemberOutput({ teamId: finance.id, memberId: alan.id });
export const isTeamAdmin = membership.isTeamAdmin;`,
    list: `const finance = analytics.getTeamOutput({ name: "Finance" });
export const admins = analytics.listTeamMembersOutput({ teamId: finance.id, isTeamAdmin: true });`,
  },
  within: { teamId: "Id of the team." },
  fields: describeAnswer("teamMember"),
  by: { field: "memberId", description: "Id of the member." },
  filters: ["isTeamAdmin"],
  entries: ({ teams }, { teamId = "" }) => teams.listMembers(teamId),
  idOf: ({ userId }) => userId,
  nameOf: ({ userId }) => userId,

  async probe({ teams }) {
    const [team] = await takeFirst(teams.list());
    return team && takeFirst(teams.listMembers(team.teamId));
  },
});
