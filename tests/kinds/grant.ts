import { listCalls, type Sample } from "../sample";

export const grantFields = "grantId inodeId organizationId memberId teamId permission inodeType audit";

export const sample: Sample = {
  declared: { inodeId: ":models", teamId: ":finance", permission: "explore" },
  ...listCalls("/v2/grants"),
  updates: {
    raise: { to: { permission: "edit" }, calls: ["POST /v2/grants", "DELETE /v2/grants/*"] },
    lower: { to: { permission: "view" }, calls: ["DELETE /v2/grants/*", "POST /v2/grants"] },
  },
  conflict: { theirs: { permission: "edit" }, ours: { permission: "view" } },
  wrongIds: { memberId: { teamId: undefined, memberId: ":unknown" } },
  answer: {
    path: "/v2/grants?inodeId=:models",
    entry: { teamId: ":finance" },
    fields: grantFields,
    shows: { memberId: null, permission: "explore" },
  },
  program: `
new analytics.Grant("ann-home", { inodeId: home, memberId: ann, permission: "explore" });
new analytics.Grant("sellers-connector", { inodeId: connector, teamId: sellers, permission: "apply" });
new analytics.Grant("sellers-clicks", { inodeId: clicks, teamId: sellers, permission: "usage" });`,
};
