import type { Workbook } from "../core/api";
import { audit, defineCollection } from "./declare";

export const workbook = defineCollection<Workbook>({
  noun: "workbook",
  title: "Workbooks",
  permission: "access to the workbooks",
  getEndpoint: "GET /v2/workbooks/{workbookId}",
  listEndpoint: "GET /v2/workbooks",
  examples: {
    get: `const { id } = await analytics.getWorkbook({ name: "Sales report" });`,
    list: `const workbooks = await analytics.listWorkbooks({ path: "Acme/Models/Sales" });`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    url: zod.string().describe("Its address in the product."),
    path: zod.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    description: zod.string().optional().describe("What the workbook is for."),
    latestVersion: zod.int().describe("The latest version."),
    ownerId: zod.string().describe("Id of its owner."),
    ...audit(zod),
  }),
  narrowedBy: ["path"],
  filters: ["name", "path", "ownerId"],
  entries: ({ workbooks }) => workbooks.list(),
  get: ({ workbooks }, id) => workbooks.get(id),
  idOf: ({ workbookId }) => workbookId,
  nameOf: ({ name }) => name,
});
