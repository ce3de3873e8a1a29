import { defineAreaLookup } from "./area";

export const userAttribute = defineAreaLookup({
  area: "userAttributes",
  noun: "user attribute",
  title: "User attributes",
  permission: 'an Admin account, or an account type with "Manage user attributes"',
  examples: {
    get: `const region = analytics.getUserAttributeOutput({ name: "Region" });
export const attributeId = region.id;`,
    list: `export const attributes = analytics.listUserAttributesOutput();`,
  },
  filters: [],
});
