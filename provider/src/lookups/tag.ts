import { defineAreaLookup } from "./area";
import { searchArg } from "./shared-fields";

export const tag = defineAreaLookup({
  area: "tags",
  noun: "tag",
  title: "Tags",
  about: "A version tag.",
  examples: {
    get: `const production = analytics.getTagOutput({ name: "Production" });
export const tagId = production.id;`,
    list: `export const tags = analytics.listTagsOutput({ color: "grass" });`,
  },
  listArgs: searchArg,
  filters: ["color"],
});
