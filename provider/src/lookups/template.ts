import type { Template } from "../core/api";
import { defineCollection } from "./declare";
import { audit, createFileState, searchArg } from "./shared-fields";

export const template = defineCollection<Template>({
  noun: "template",
  title: "Templates",
  about: "A template of workbooks.",
  permission: "access to the templates",
  getEndpoint: "GET /v2/templates/{templateId}",
  listEndpoint: "GET /v2/templates",
  examples: {
    get: `const monthly = analytics.getTemplateOutput({ name: "Monthly report" });
export const templateUrl = monthly.url;`,
    list: `export const own = analytics.listTemplatesOutput({ source: "internal" });`,
  },
  listArgs: {
    source: "`internal` for the organization's own, `external` for those of others. Left out: both.",
    ...searchArg,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name. Names needn't be unique."),
    url: zod.string().describe("Its address in the product."),
    path: zod.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    ...createFileState(zod),
    tags: zod
      .array(
        zod
          .object({
            versionTagId: zod.string().describe("Id of the tag."),
            name: zod.string().describe("The tag's name."),
          })
          .meta({ title: "TemplateTagResult" }),
      )
      .optional()
      .describe("The tags that the workbook's version had when it was saved as a template."),
    latestVersion: zod.int().describe("The latest version."),
    ...audit(zod),
  }),
  narrowedBy: ["path"],
  filters: ["name", "path"],
  entries: ({ templates }, { source, search }) => templates.list({ source, search }),
  get: ({ templates }, id) => templates.get(id),
  idOf: ({ templateId }) => templateId,
  nameOf: ({ name }) => name,
});
