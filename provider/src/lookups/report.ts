import type { Report } from "../core/api";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";
import { archivedFlag, documentFlags } from "./shared-fields";

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
  fields: describeAnswer("report"),
  narrowedBy: ["path"],
  listFlags: { ...documentFlags, ...archivedFlag },
  filters: ["name", "path", "ownerId"],
  entries: ({ reports }, _, flags) => reports.list(flags),
  get: ({ reports }, id) => reports.get(id),
  idOf: ({ reportId }) => reportId,
  nameOf: ({ name }) => name,
});
