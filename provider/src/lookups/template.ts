import type { Template } from "../core/api";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";
import { searchArg } from "./shared-fields";

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
  fields: describeAnswer("template"),
  narrowedBy: ["path"],
  filters: ["name", "path"],
  entries: ({ templates }, { source, search }) => templates.list({ source, search }),
  get: ({ templates }, id) => templates.get(id),
  idOf: ({ templateId }) => templateId,
  nameOf: ({ name }) => name,
});
