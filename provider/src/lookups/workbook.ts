import type { Workbook } from "../core/api";
import { defineCollection } from "./declare";
import { archivedFlag, audit, createDocumentFields, documentFlags } from "./shared-fields";

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
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    url: zod.string().describe("Its address in the product."),
    path: zod.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    description: zod.string().optional().describe("What the workbook is for."),
    ...createDocumentFields(zod, "workbook"),
    latestVersion: zod.int().describe("The latest version."),
    taggedSourceUrlId: zod
      .string()
      .optional()
      .describe("Of a tagged version, found by its `id`: the id in the address of the workbook that was tagged."),
    ownerId: zod.string().describe("Id of its owner."),
    ...audit(zod),
  }),
  narrowedBy: ["path"],
  listFlags: { ...documentFlags, ...archivedFlag },
  filters: ["name", "path", "ownerId"],
  entries: ({ workbooks }, _, flags) => workbooks.list(flags),
  get: ({ workbooks }, id) => workbooks.get(id),
  idOf: ({ workbookId }) => workbookId,
  nameOf: ({ name }) => name,
});
