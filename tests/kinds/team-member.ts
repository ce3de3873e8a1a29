import type { Sample } from "../sample";

export const sample: Sample = {
  declared: { teamId: ":engineering", memberId: ":viewer" },
  create: ["PATCH /v2/teams/*/members"],
  delete: ["PATCH /v2/teams/*/members"],
  answer: {
    path: "/v2/teams/:engineering/members",
    entry: { userId: ":id" },
    fields: "userId isTeamAdmin addedBy",
  },
  program: `new analytics.TeamMember("ann-finance", { teamId: seeded.teams.finance, memberId: ann });`,
};
