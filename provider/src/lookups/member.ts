import type { Member } from "../core/api";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";
import { archivedFlag } from "./shared-fields";

export const member = defineCollection<Member>({
  noun: "member",
  title: "Members",
  about: "A user of the organization.",
  permission: "an account type that sees members",
  getEndpoint: "GET /v2/members/{memberId}",
  listEndpoint: "GET /v2/members",
  examples: {
    get: `const ada = analytics.getMemberOutput({ email: "ada.admin@acme.example" });
export const home = ada.homeFolderId;`,
    list: `export const guests = analytics.listMembersOutput({ userKind: "guest" });`,
  },
  fields: describeAnswer("member"),
  by: { field: "email", description: "The email address; upper and lower case are the same." },
  listFlags: {
    ...archivedFlag,
    includeInactive: "Whether to list members whom an identity provider has deactivated, too. Default: false.",
  },
  filters: ["memberType", "userKind"],
  entries: ({ members }, _, { isArchived, includeInactive }) =>
    members.list({
      ...(isArchived && { includeArchived: true }),
      ...(includeInactive && { includeInactive: true }),
    }),
  get: ({ members }, id) => members.get(id),
  idOf: ({ memberId }) => memberId,
  nameOf: ({ email }) => email,

  async find({ client }, email) {
    const found = (await client.members.findByEmail(email))
      .filter(({ isArchived }) => !isArchived)
      .map((one) => ({ ...one, id: one.memberId }));
    const [only] = found;
    if (only === undefined) {
      throw new Error(`no member has the email address ${email}, as far as these credentials can see.`);
    }
    if (found.length > 1) {
      const ids = found.map(({ id }) => id).join(", ");
      throw new Error(`${found.length} members have the email address ${email}: ${ids}. Give the id of one.`);
    }
    return only;
  },
});
