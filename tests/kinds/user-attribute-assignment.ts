import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: { userAttributeId: ":region", teamId: ":finance", value: "east" },
  ...listCalls("/v2/user-attributes/*/teams"),
  updates: { value: { to: { value: "west" }, calls: ["POST /v2/user-attributes/*/teams"] } },
  conflict: { theirs: { value: "theirs" }, ours: { value: "ours" }, changes: ['value: "[secret]" → "[secret]"'] },
  wrongIds: {
    memberId: { teamId: undefined, memberId: ":unknown" },
    tenantOrganizationId: { teamId: undefined, tenantOrganizationId: ":unknown" },
  },
  answer: {
    path: "/v2/user-attributes/:region/teams",
    entry: { teamId: ":finance" },
    fields: "teamId value priority audit",
    shows: { value: { type: "string", val: "east" } },
  },
  program: `
new analytics.UserAttributeAssignment("ann-area", { userAttributeId: area, memberId: ann, value: "north" });`,
};
