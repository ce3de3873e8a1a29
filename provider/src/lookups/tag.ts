import type { VersionTag } from "../core/api";
import { defineCollection } from "./declare";
import { audit } from "./shared-fields";

export const tag = defineCollection<VersionTag>({
  noun: "tag",
  title: "Tags",
  about: "A version tag.",
  listEndpoint: "GET /v2/tags",
  examples: {
    get: `const production = analytics.getTagOutput({ name: "Production" });
export const tagId = production.id;`,
    list: `export const tags = analytics.listTagsOutput({ color: "grass" });`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    color: zod.string().optional().describe("One of the colors of version tags; absent on tags older than colors."),
    description: zod.string().optional().describe("What the tag is for."),
    ownerId: zod.string().describe("Id of its owner."),
    ...audit(zod),
  }),
  filters: ["color"],
  entries: ({ tags }) => tags.list(),
  idOf: ({ versionTagId }) => versionTagId,
  nameOf: ({ name }) => name,
});
