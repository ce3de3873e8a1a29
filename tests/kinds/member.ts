import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: { email: "sam@acme.example", firstName: "Sam", lastName: "Smith", memberType: "creator" },
  ...listCalls("/v2/members"),
  updates: { name: { to: { lastName: "Stone" } } },
  spelled: ["sam@acme.example", "creator"],
  key: ["email", "sam@acme.example", "Sam@Acme.Example"],
  conflict: { theirs: { lastName: "Theirs" }, ours: { lastName: "Ours" } },
  answer: {
    path: "/v2/members/:id",
    fields: `organizationId memberId memberType firstName lastName email homeFolderId userKind profileImgUrl audit
      isArchived? isInactive?`,
  },
  program: `
const ann = new analytics.Member("ann", { email: "ann@acme.example", firstName: "Ann", lastName: "Lee",
  memberType: analyst });`,
};
