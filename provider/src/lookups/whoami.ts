import { defineLookup } from "./declare";

export const whoami = defineLookup({
  name: "whoami",
  resultName: "WhoamiResult",
  resultDescription: "The owner of the credentials that a program uses.",
  docs: {
    description: "Who owns these credentials, and in which organization.",
    endpoints: ["GET /v2/whoami"],
    example: `const me = analytics.whoamiOutput();
export const organizationId = me.organizationId;`,
  },
  args: () => ({}),
  result: (zod) => ({
    userId: zod.string().describe("Id of the member."),
    organizationId: zod.string().describe("Id of the organization."),
  }),
  answer: ({ client }) => client.readIdentity(),
});
