import { defineAreaLookup } from "./area";

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
  filters: ["color"],
});
