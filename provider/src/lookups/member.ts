import type { Member } from "../core/api";
import { defineCollection } from "./declare";
import { archivedFlag, createTimes } from "./shared-fields";

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
  fields: (zod) => ({
    firstName: zod.string().describe("The first name."),
    lastName: zod.string().describe("The last name."),
    email: zod.string().describe("The email address."),
    memberType: zod.string().describe("Name of the account type."),
    userKind: zod.string().describe("`internal`, `guest` or `embed`."),
    homeFolderId: zod.string().describe("Id of the member's own folder."),
    organizationId: zod.string().describe("Id of the organization."),
    profileImgUrl: zod.string().optional().describe("The address of the member's picture."),
    isArchived: zod.boolean().optional().describe("Whether the member was deactivated."),
    isInactive: zod.boolean().optional().describe("Whether an identity provider has deactivated the member."),
    ...createTimes(zod),
  }),
  by: { field: "email", description: "The email address; upper and lower case are the same." },
  listFlags: archivedFlag,
  filters: ["memberType", "userKind"],
  entries: ({ members }, _, { isArchived }) => members.list(isArchived ? { includeArchived: true } : {}),
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
