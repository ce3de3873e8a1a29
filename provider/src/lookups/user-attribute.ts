import type { UserAttribute } from "../core/api";
import { defineCollection } from "./declare";
import { audit } from "./shared-fields";

export const userAttribute = defineCollection<UserAttribute>({
  noun: "user attribute",
  title: "User attributes",
  permission: 'an Admin account, or an account type with "Manage user attributes"',
  getEndpoint: "GET /v2/user-attributes/{userAttributeId}",
  listEndpoint: "GET /v2/user-attributes",
  examples: {
    get: `const region = analytics.getUserAttributeOutput({ name: "Region" });
export const attributeId = region.id;`,
    list: `export const attributes = analytics.listUserAttributesOutput();`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    description: zod.string().nullish().describe("Its description."),
    defaultValue: zod
      .object({ type: zod.string().describe("`string`."), val: zod.string().describe("The value.") })
      .nullish()
      .describe("The value of everyone without another one."),
    ...audit(zod),
  }),
  filters: [],
  entries: ({ userAttributes }) => userAttributes.list(),
  get: ({ userAttributes }, id) => userAttributes.get(id),
  idOf: ({ userAttributeId }) => userAttributeId,
  nameOf: ({ name }) => name,
});
