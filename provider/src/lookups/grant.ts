import type { ObjectGrant } from "../core/api";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";

export const grant = defineCollection<ObjectGrant>({
  noun: "grant",
  title: "Grants",
  about: "A grant on an object, without those that the object inherits.",
  permission: "access to the object",
  listEndpoint: "GET /v2/grants",
  examples: {
    get: `const acme = analytics.getWorkspaceOutput({ name: "Acme" });
const everyone = analytics.getGrantOutput({ inodeId: acme.id, permission: "view" });
export const teamId = everyone.teamId;`,
    list: `const acme = analytics.getWorkspaceOutput({ name: "Acme" });
export const grants = analytics.listGrantsOutput({ inodeId: acme.id });`,
  },
  within: { inodeId: "Id of the object." },
  fields: (zod) => ({
    permission: zod.string().describe("What the grantee may do."),
    inodeType: zod
      .string()
      .optional()
      .describe("The type of the object, as the platform names it there: a data model may be a `worksheet`."),
    memberId: zod.string().nullable().describe("Id of the member; null for a grant to a team."),
    teamId: zod.string().nullable().describe("Id of the team; null for a grant to a member."),
    ...describeAnswer("change")(zod),
  }),
  by: { field: "permission", description: "What the grantee may do, if there is one grant of it." },
  narrowedBy: ["memberId", "teamId"],
  filters: ["permission", "memberId", "teamId"],
  entries: ({ grants }, { inodeId = "" }) => grants.list(inodeId),
  idOf: ({ grantId }) => grantId,
  nameOf: ({ permission }) => permission,

  async probe(client) {
    const { userId } = await client.readIdentity();
    return client.grants.readAllOfGrantee({ memberId: userId });
  },
});
