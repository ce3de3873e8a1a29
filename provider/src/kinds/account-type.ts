import * as z from "zod";
import { type AccountType, type AnalyticsClient, isMissingOperation } from "../core/api";
import { isSameName, normalizeName } from "../core/text";
import { defineKind, defineNaming, field, output, reference, text } from "./declare";

/** The names of the account types that a run declares, which the platform may not have yet. */
export const createDeclaredTypes = () => new Set<string>();

/** `/v2/accountTypes`. */
export const accountType = defineKind({
  name: "AccountType",
  area: "accountTypes",
  docs: {
    description: `An account type: a name for what members may do. Members, SCIM and SAML refer to it by its name.

The type must have at least the declared permissions. The platform may add permissions that they imply: the provider
logs those, and they are no drift. The highest license tier among the permissions decides what the type costs.

Changing \`permissions\` needs an operation of September 2026. On a platform without it, \`up\` fails: change them in
the product, or declare a second type and move the members to it. Changing \`name\` or \`description\` replaces the
type, which deletes it first.

A delete moves the members of the type to the one that \`reassignToAccountTypeId\` names; without it, the provider
deletes only a type without members. It never deletes a default type. \`adopt: true\` finds a type by its name.`,
    endpoints: [
      "POST|GET /v2/accountTypes",
      "GET /v2/accountTypes/{accountTypeId}/permissions",
      "PATCH|DELETE /v2/accountTypes/{accountTypeId}",
    ],
    example: `const analyst = new analytics.AccountType("analyst", {
  name: "Analyst",
  description: "Explores and comments",
  permissions: ["view-worksheet", "comment"],
});
new analytics.Member("ann", { email: "ann@example.com", firstName: "Ann", lastName: "Lee", memberType: analyst });`,
  },
  needs: { permission: "an Admin account", lookups: ["account type"] },
  deletion: { loses: "the name that identity providers refer to; its members get another account type" },
  fields: {
    name: field(text, "The name.", { replaces: true }),
    description: field(z.string().optional(), "The description.", { equal: "text", clearWith: "", replaces: true }),
    permissions: field(
      z.array(text),
      "Names of permissions, in any order. {@link getAccountType} shows those of an existing type, and what each " +
        "allows in its `permissionDescriptions`.",
      { equal: "set" },
    ),
    reassignToAccountTypeId: {
      ...reference("AccountType", "Id of the account type that the members get when this one is deleted.", {
        local: true,
      }),
      type: text.optional(),
    },
  },
  outputs: {
    isCustom: output(z.boolean(), "False for an account type that every organization has.", { changesWith: [] }),
  },

  describe: ({ name }) => `account type "${name}"`,

  review: {
    problems({ name }, { run }) {
      run.get(createDeclaredTypes).add(name);
      return [];
    },
  },

  pull: {
    file: "people",
    about: "Members and account types.",
    async ids({ accountTypes }) {
      return (await accountTypes.readAll())
        .filter(({ isCustom }) => isCustom)
        .map(({ accountTypeId }) => accountTypeId);
    },
  },
  mock: (id) => ({ id, outputs: { isCustom: true } }),

  naming: defineNaming(
    "AccountType",
    ({ accountTypes }) => accountTypes.list(),
    ({ accountTypeId: id, accountTypeName }) => ({ id, names: [accountTypeName] }),
  ),
  adoption: {
    foldName: normalizeName,
    unique: {
      noun: "account type",
      list: async ({ accountTypes }) =>
        (await accountTypes.readAll()).map((type) => ({ id: type.accountTypeId, name: type.accountTypeName })),
    },
    async find({ client }, { name }) {
      const all = await client.accountTypes.readAll();
      return all
        .filter(({ accountTypeName }) => isSameName(accountTypeName, name))
        .map(({ accountTypeId }) => accountTypeId);
    },
    // The platform doesn't tell when or by whom.
  },

  async create({ client, madeId }, { name, description = "", permissions }) {
    const made = await client.accountTypes.create({ name, description, permissions }, madeId);
    return { id: made.accountTypeId, outputs: { isCustom: made.isCustom } };
  },

  async read({ client, log }, id, known) {
    const found = await client.accountTypes.findById(id);
    if (found === undefined) return undefined;
    const { accountTypeName: name, description, isCustom, permissions: all } = found;
    const declared = known?.inputs.permissions ?? [];
    const added = all.filter((permission) => !declared.includes(permission));
    const isImplied = known !== undefined && all.length - added.length === new Set(declared).size;
    if (isImplied && added.length > 0) log(`the platform added to the account type "${name}": ${added.join(", ")}`);
    return { inputs: { name, description, permissions: isImplied ? declared : all }, outputs: { isCustom } };
  },

  async update({ client }, id, { permissions = [] }, { olds }) {
    const { permissions: present = [] } = (await client.accountTypes.findById(id)) ?? {};
    const isAddition = olds.inputs.permissions.every((permission) => permissions.includes(permission));
    // What is declared now, the platform may have added before.
    if (isAddition && permissions.every((permission) => present.includes(permission))) return undefined;
    try {
      await client.accountTypes.setPermissions(id, permissions);
    } catch (error) {
      const found = isMissingOperation(error) ? await client.accountTypes.findById(id) : undefined;
      if (found === undefined) throw error;
      throw new Error(
        "This platform has no operation that changes the permissions of the account type " +
          `"${olds.inputs.name}" (${id}). Change them in the product; or declare another account type, move ` +
          "the members to it, and delete this one.",
      );
    }
    return undefined;
  },

  async delete({ client }, id, { inputs: { name, reassignToAccountTypeId } }) {
    const found = await client.accountTypes.findById(id);
    // A list may be late: the platform itself says whether the type is gone.
    if (found === undefined) {
      await client.accountTypes.readPermissions(id);
      throw new Error(`The account type "${name}" (${id}) isn't listed, and the platform still has it.`);
    }
    if (!found.isCustom)
      throw new Error(`The platform doesn't delete the default account type "${found.accountTypeName}".`);
    await client.accountTypes.delete(id, reassignToAccountTypeId ?? (await findOtherType(client, found)));
  },
});

/** The platform wants to know who inherits the members even where there are none. */
async function findOtherType(client: AnalyticsClient, { accountTypeName }: AccountType): Promise<string> {
  const holders = (await client.members.readAll()).filter(({ memberType }) => memberType === accountTypeName).length;
  if (holders > 0) {
    throw new Error(
      `The account type "${accountTypeName}" has members (${holders}). Nothing was deleted. Set ` +
        "reassignToAccountTypeId to the type that they get, run `pulumi up`, and repeat.",
    );
  }
  const other = (await client.accountTypes.readAll()).find(
    (type) => !type.isCustom && type.accountTypeName.toLowerCase() !== "admin",
  );
  if (other === undefined)
    throw new Error("reassignToAccountTypeId: required, because there is no default account type.");
  return other.accountTypeId;
}
