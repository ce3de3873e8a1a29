import * as z from "zod";
import { type AnalyticsClient, type AttributeTarget, isMissingOperation, toAttributeValue } from "../core/api";
import { isUnknown } from "../core/engine";
import { normalizeName } from "../core/text";
import { defineAreaKind, field, text } from "./declare";

/** `/v2/user-attributes`. */
export const userAttribute = defineAreaKind({
  name: "UserAttribute",
  area: "userAttributes",
  docs: {
    description: `A user attribute, a value for each user that row-level rules, connections and deployments refer to.
Assign values with \`UserAttributeAssignment\`.

Changing a field needs an operation of September 2026. On a platform without it, \`up\` fails and changes nothing: the
provider never replaces an attribute to change it, because all its assignments would be lost. Change it in the product,
or declare another attribute.

Formulas and connections refer to an attribute by its name or id, so renaming one can change who sees which rows.
\`adopt: true\` finds an attribute by its name.`,
    endpoints: ["POST|GET /v2/user-attributes", "GET|PATCH|DELETE /v2/user-attributes/{userAttributeId}"],
    example: `const country = new analytics.UserAttribute("country", {
  name: "Country",
  description: "Country of the user",
  defaultValue: "none",
});
const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
new analytics.UserAttributeAssignment("alan-country", {
  userAttributeId: country.id,
  memberId: alan.id,
  value: "DE",
});`,
  },
  needs: {
    permission: 'an Admin account, or an account type with "Manage user attributes"; an Admin account to delete it',
    lookups: ["user attribute"],
  },
  deletion: { loses: "all its assignments to members, teams and tenants" },
  fields: {
    name: field(text, "The name. The product keeps names unique."),
    description: field(z.string().optional(), "The description.", { equal: "text", clearWith: "" }),
    defaultValue: field(
      z.string().optional(),
      "The value of everyone who has no other. Default: none, and the attribute applies to " +
        "those with an assignment only.",
      { clearWith: null },
    ),
  },

  describe: ({ name }) => `user attribute "${name}"`,

  review: {
    previewMessages: ({ name }, olds) =>
      olds === undefined || isUnknown(name) || olds.name === name
        ? []
        : [
            `Formulas and connections that refer to the user attribute "${olds.name}" by ` +
              "its name don't follow the change.",
          ],
  },

  pull: { file: "attributes", about: "User attributes and their values." },
  adoption: { foldName: (name) => normalizeName(name.toLowerCase()), unique: { noun: "user attribute" } },

  async create({ client, madeId }, { name, description, defaultValue }) {
    const body = { name, description, ...toRequest({ defaultValue }) };
    const { userAttributeId } = await client.userAttributes.create(body, madeId);
    return { id: userAttributeId, outputs: {} };
  },

  show: ({ name, description, defaultValue }) => ({
    inputs: { name, description, defaultValue: defaultValue?.val },
    outputs: {},
  }),

  async update({ client }, id, { defaultValue, ...change }, { changed, olds }) {
    const cleared = changed.has("defaultValue") ? { defaultValue: null } : {};
    try {
      await client.userAttributes.update(id, { ...change, ...cleared, ...toRequest({ defaultValue }) });
    } catch (error) {
      // The attribute may be gone instead.
      if (!isMissingOperation(error) || (await client.userAttributes.findById(id)) === undefined) throw error;
      const counted = await countValues(client, id).catch(() => undefined);
      throw new Error(
        `This platform has no operation that changes the user attribute "${olds.inputs.name}" (${id}). ` +
          "Nothing was changed: a replacement would lose its " +
          `values${counted === undefined ? "" : ` (${counted})`}. Change ${[...changed].join(", ")} in the ` +
          `product; or declare what is there: ${describeThere(olds.inputs, changed)}; or declare another attribute ` +
          "with its assignments, and delete this one.",
      );
    }
    return undefined;
  },
});

/** `description: "Country", defaultValue: not set` */
const describeThere = (there: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) =>
  [...names]
    .map((name) => `${name}: ${there[name] === undefined ? "not set" : JSON.stringify(there[name])}`)
    .join(", ");

function toRequest({ defaultValue }: { readonly defaultValue?: string }) {
  // An update has null for a default that is cleared.
  return typeof defaultValue === "string" ? { defaultValue: toAttributeValue(defaultValue) } : {};
}

/** `members: 3, teams: 1, tenants: 0`. */
async function countValues({ userAttributes }: AnalyticsClient, id: string): Promise<string> {
  const targets: AttributeTarget[] = ["members", "teams", "tenants"];
  const counts = await Promise.all(targets.map(async (target) => (await userAttributes.readValues(id, target)).size));
  return targets.map((target, index) => `${target}: ${counts[index]}`).join(", ");
}
