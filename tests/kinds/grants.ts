import type { Sample } from "../sample";
import { grantFields } from "./grant";

export const sample: Sample = {
  declared: {
    inodeId: ":models",
    grants: [
      { teamId: ":finance", permission: "explore" },
      { memberId: ":viewer", permission: "view" },
    ],
  },
  create: ["POST /v2/grants", "POST /v2/grants"],
  updates: {
    set: {
      to: {
        grants: [
          { memberId: ":analyst", permission: "view" },
          { teamId: ":finance", permission: "view" },
        ],
      },
      calls: ["POST /v2/grants", "DELETE /v2/grants/*", "POST /v2/grants", "DELETE /v2/grants/*"],
    },
  },
  delete: ["DELETE /v2/grants/*", "DELETE /v2/grants/*"],
  conflict: {
    theirs: { grants: [{ teamId: ":finance", permission: "view" }] },
    ours: { grants: [{ teamId: ":finance", permission: "edit" }] },
    changes: ['grants: added [{"teamId":"…","permission":"view"}]'],
  },
  wrongIds: {
    "grants[1].memberId": {
      grants: [
        { teamId: ":finance", permission: "explore" },
        { memberId: ":unknown", permission: "view" },
      ],
    },
  },
  answer: {
    path: "/v2/grants?inodeId=:models",
    entry: { memberId: ":viewer" },
    fields: grantFields,
    shows: { teamId: null, permission: "view" },
  },
  program: `
new analytics.Grants("finance-all", { inodeId: finance, grants: [
  { memberId: seeded.members.admin, permission: "edit" }, { teamId: sellers.id, permission: "view" },
] });`,
};
