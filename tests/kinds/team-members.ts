import type { Sample } from "../sample";
import { conflictOfMembers, teamFields } from "./team";

export const sample: Sample = {
  declared: { teamId: ":engineering", members: [":viewer"] },
  create: ["PATCH /v2/teams/*/members"],
  updates: { members: { to: { members: [":analyst"] }, calls: ["PATCH /v2/teams/*/members"] } },
  delete: ["PATCH /v2/teams/*/members"],
  conflict: conflictOfMembers,
  wrongIds: { "members[1]": { members: [":viewer", ":unknown"] } },
  answer: { path: "/v2/teams/:engineering", fields: teamFields },
  program: `new analytics.TeamMembers("all-sellers", { teamId: sellers, members: [ann] });`,
};
