import type { AccountType, ListedAccountType } from "../core/api";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";

export const accountType = defineCollection<ListedAccountType, AccountType>({
  noun: "account type",
  title: "Account types",
  permission: "an Admin account",
  getEndpoint: "GET /v2/accountTypes/{accountTypeId}/permissions",
  listEndpoint: "GET /v2/accountTypes",
  examples: {
    get: `const creator = analytics.getAccountTypeOutput({ name: "creator" });
export const permissions = creator.permissions;`,
    list: `export const custom = analytics.listAccountTypesOutput({ isCustom: true });`,
  },
  fields: describeAnswer("accountType"),
  wholeFields: (zod) => ({
    permissions: zod.array(zod.string()).describe("The names of its permissions."),
    permissionDescriptions: zod
      .record(zod.string(), zod.string())
      .describe("What each permission allows, by its name, in the platform's words."),
  }),
  filters: ["isCustom"],
  entries: ({ accountTypes }) => accountTypes.list(),
  get: ({ accountTypes }, id) => accountTypes.get(id),
  idOf: ({ accountTypeId }) => accountTypeId,
  nameOf: ({ accountTypeName }) => accountTypeName,
});
