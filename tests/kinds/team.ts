import { listCalls, type Sample } from "../sample";

export const teamFields = "teamId name description visibility members audit isArchived? workspaceId?";

export const conflictOfMembers = {
  theirs: { members: [":analyst", ":viewer"] },
  ours: { members: [] },
  changes: ['members: added ["…"]'],
};

export const sample: Sample = {
  declared: { name: "Buyers", description: "Who buys", members: [":analyst"] },
  ...listCalls("/v2/teams"),
  create: ["POST /v2/teams", "PATCH /v2/teams/*/members"],
  updates: {
    name: { to: { name: "Purchasing" } },
    members: { to: { members: [":viewer"] }, calls: ["PATCH /v2/teams/*/members"] },
  },
  conflict: conflictOfMembers,
  wrongIds: { "members[1]": { members: [":analyst", ":unknown"] } },
  answer: { path: "/v2/teams/:id", fields: teamFields },
  program: `
const buyers = new analytics.Team("buyers", { name: "Buyers", members: [seeded.members.analyst] });
const sellers = new analytics.Team("sellers", { name: "Sellers" });`,
};
