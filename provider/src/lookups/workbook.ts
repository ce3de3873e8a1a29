import type { Workbook } from "../core/api";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";
import { archivedFlag, documentFlags } from "./shared-fields";

export const workbook = defineCollection<Workbook>({
  noun: "workbook",
  title: "Workbooks",
  permission: "access to the workbooks",
  getEndpoint: "GET /v2/workbooks/{workbookId}",
  listEndpoint: "GET /v2/workbooks",
  examples: {
    get: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
export const workbookId = report.id;`,
    list: `export const workbooks = analytics.listWorkbooksOutput({ path: "Acme/Models/Sales" });`,
  },
  fields: describeAnswer("workbook"),
  narrowedBy: ["path"],
  listFlags: {
    ...documentFlags,
    ...archivedFlag,
    excludeExplorations: "Whether to leave out explorations, which are unsaved views of workbooks. Default: false.",
  },
  filters: ["name", "path", "ownerId"],
  entries: ({ workbooks }, _, flags) => workbooks.list(flags),
  get: ({ workbooks }, id) => workbooks.get(id),
  idOf: ({ workbookId }) => workbookId,
  nameOf: ({ name }) => name,
});
