import * as z from "zod";
import type { AnalyticsClient, AssignedValue, AttributeTarget } from "../core/api";
import { collectTexts } from "../core/data";
import { type DataOf, declareComposedIds, defineKind, field, output, reference, text } from "./declare";

/** The field that names the target, by the sort of target. */
const fieldOf = { members: "memberId", teams: "teamId", tenants: "tenantOrganizationId" } as const;
const sorts = Object.keys(fieldOf) as AttributeTarget[];

const { idForms, partsOf } = declareComposedIds(
  "UserAttributeAssignment",
  sorts.map((sort) => `<userAttributeId>/${sort}/<${fieldOf[sort]}>`),
  ([attribute, given, targetId, ...others]): [string, AttributeTarget, string] | undefined => {
    const sort = sorts.find((one) => one === given);
    return attribute && sort && targetId && others.length === 0 ? [attribute, sort, targetId] : undefined;
  },
);

const defineTarget = (kind: string, description: string) =>
  field(text.optional(), description, { replaces: true, ref: { kind } });

const fields = {
  userAttributeId: reference("UserAttribute", "Id of the user attribute.", { replaces: true }),
  memberId: defineTarget("Member", "Id of the member who has the value."),
  teamId: defineTarget("Team", "Id of the team whose members have the value."),
  tenantOrganizationId: defineTarget("Tenant", "Id of the tenant organization that has the value, for deployments."),
  value: field(z.string(), "The value. It isn't secret unless the program marks it, but no message contains it."),
};

type Inputs = DataOf<typeof fields>;

/** `/v2/user-attributes/{userAttributeId}/users`, `teams` and `tenants`. */
export const userAttributeAssignment = defineKind({
  name: "UserAttributeAssignment",
  area: "userAttributes",
  docs: {
    description: `The value of a user attribute for one member, team or tenant organization: set exactly one of
\`memberId\`, \`teamId\` and \`tenantOrganizationId\`. The resource ignores other assignments of the attribute.

A member's own value counts first, then that of the first of the member's teams by \`priority\`, then the default value.
Only the product changes the priority. Embed tokens set values for a session, which the platform doesn't return.

If the target already has the same value, the provider adopts it without a write, and a removal keeps it. If it has
another one, the create fails; with \`adopt: true\`, the provider overwrites it.`,
    endpoints: [
      "POST|GET /v2/user-attributes/{userAttributeId}/users",
      "POST|GET /v2/user-attributes/{userAttributeId}/teams",
      "POST|GET /v2/user-attributes/{userAttributeId}/tenants",
      "DELETE /v2/user-attributes/{userAttributeId}/users/{userId}",
      "DELETE /v2/user-attributes/{userAttributeId}/teams/{teamId}",
      "DELETE /v2/user-attributes/{userAttributeId}/tenants/{tenantOrganizationId}",
    ],
    example: `const segment = new analytics.UserAttribute("segment", { name: "Segment" });
const partners = new analytics.Team("partners", { name: "Partners" });
new analytics.UserAttributeAssignment("partners-segment", {
  userAttributeId: segment.id,
  teamId: partners.id,
  value: "partners",
});`,
  },
  adoption: {
    idForms,
    async find({ client }, inputs) {
      const id = composeId(inputs);
      return (await findAssigned(client, id)) === undefined ? [] : [id];
    },
  },
  writing: { isRepeatable: true },
  needs: {
    permission: 'an Admin account, or an account type with "Manage user attributes"',
    lookups: ["user attribute"],
  },
  deletion: { isFirst: true },
  fields,
  outputs: {
    priority: output(
      z.number().optional(),
      "Of a team: its place among the teams that have a value, the lowest first.",
    ),
  },

  describe: (inputs) => {
    const [sort, id] = getTarget(inputs) ?? [];
    return `value of the user attribute ${inputs.userAttributeId} for ${sort} ${id}`;
  },

  review: {
    problems: (inputs) => {
      const given = Object.values(fieldOf).filter((name) => inputs[name] !== undefined);
      if (given.length === 1) return [];
      const all = Object.values(fieldOf).join(", ");
      return [`${given[1] ?? "memberId"}: set exactly one of ${all}; given: ${given.join(", ") || "none"}.`];
    },
  },

  secrets: { texts: ({ value }) => collectTexts(value) },

  pull: {
    file: "attributes",
    about: "User attributes and their values.",
    called: ["userAttributeId", "memberId", "teamId", "tenantOrganizationId"],
    async ids(client) {
      const ids: string[] = [];
      for (const { userAttributeId } of await client.userAttributes.readAll()) {
        for (const sort of sorts) {
          const values = await client.userAttributes.readValues(userAttributeId, sort);
          ids.push(...[...values.keys()].map((id) => `${userAttributeId}/${sort}/${id}`));
        }
      }
      return ids;
    },
  },
  mock: (_id, inputs) => ({ id: composeId(inputs), outputs: { priority: 1 } }),

  async create({ client, log }, inputs) {
    const id = composeId(inputs);
    const there = await findAssigned(client, id);
    if (there !== undefined && there.value !== inputs.value) {
      throw new Error("The target already has another value. To overwrite it, set adopt: true.");
    }
    if (there === undefined) await client.userAttributes.assign(...partsOf(id), inputs.value);
    else log("the target already has the value: nothing was written");
    return { id, wasThere: there !== undefined };
  },

  async read({ client }, id) {
    const found = await findAssigned(client, id);
    if (found === undefined) return undefined;
    const [userAttributeId, sort, targetId] = partsOf(id);
    const { value, priority } = found;
    return { inputs: { userAttributeId, [fieldOf[sort]]: targetId, value }, outputs: { priority } };
  },

  async update({ client }, id, { value = "" }) {
    await client.userAttributes.assign(...partsOf(id), value);
    return undefined;
  },

  async delete({ client }, id) {
    await client.userAttributes.unassign(...partsOf(id));
  },
});

/** The sort of target and its id; undefined: none is declared. */
function getTarget(inputs: Inputs): [sort: AttributeTarget, id: string] | undefined {
  const sort = sorts.find((one) => inputs[fieldOf[one]] !== undefined);
  return sort && [sort, inputs[fieldOf[sort]] as string];
}

function composeId(inputs: Inputs): string {
  return [inputs.userAttributeId, ...(getTarget(inputs) ?? [])].join("/");
}

async function findAssigned({ userAttributes }: AnalyticsClient, id: string): Promise<AssignedValue | undefined> {
  const [attribute, sort, targetId] = partsOf(id);
  return (await userAttributes.readValues(attribute, sort)).get(targetId);
}
