import type { Report } from "../core/api";
import { defineCollection } from "./declare";
import { archivedFlag, audit, createDocumentFields, documentFlags } from "./shared-fields";

export const report = defineCollection<Report>({
  noun: "report",
  title: "Reports",
  permission: "access to the reports",
  getEndpoint: "GET /v2/reports/{reportId}",
  listEndpoint: "GET /v2/reports",
  examples: {
    get: `const quarterly = analytics.getReportOutput({ name: "Quarterly report" });
export const reportId = quarterly.id;`,
    list: `export const reports = analytics.listReportsOutput({ path: "Acme/Models/Sales" });`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    url: zod.string().describe("Its address in the product."),
    path: zod.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    description: zod.string().optional().describe("What the report is for."),
    ...createDocumentFields(zod, "report"),
    latestVersion: zod.int().describe("The latest version."),
    ownerId: zod.string().describe("Id of its owner."),
    ...audit(zod),
  }),
  narrowedBy: ["path"],
  listFlags: { ...documentFlags, ...archivedFlag },
  filters: ["name", "path", "ownerId"],
  entries: ({ reports }, _, flags) => reports.list(flags),
  get: ({ reports }, id) => reports.get(id),
  idOf: ({ reportId }) => reportId,
  nameOf: ({ name }) => name,
});
