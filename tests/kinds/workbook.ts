import { buildOrdersSource } from "../orders-model";
import type { Sample } from "../sample";

export const documentFields = `name url path latestVersion ownerId contents audit documentVersion? description?
  folderId? isArchived? tags? latestDocumentVersion?`;

/** A document with one table, as a file has it. */
export const writeDocument = (kind: "workbook" | "report", name: string, place: object): string =>
  JSON.stringify({
    ...{ schemaVersion: 1, kind, pages: [{ id: "main", name: "Main" }] },
    elements: [
      {
        ...{ id: "orders", kind: "table", name },
        source: buildOrdersSource({ $ref: "warehouse" }),
        columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }],
      },
    ],
    layout: { main: [place] },
  });
const writeWorkbook = (name: string) => writeDocument("workbook", name, { rows: 12, of: ["orders"] });

export const sample: Sample = {
  declared: {
    name: "Turnover",
    folderId: ":sales",
    contents: writeWorkbook("Turnover"),
    refs: { warehouse: ":warehouse" },
  },
  create: ["POST /v2/workbooks"],
  updates: {
    contents: { to: { contents: writeWorkbook("Net turnover") }, calls: ["PUT /v2/workbooks/*/contents"] },
    place: { to: { name: "Sales", folderId: ":models" }, calls: ["PATCH /v2/files/*"] },
    both: {
      to: { name: "Net", description: "After discounts", contents: writeWorkbook("Net turnover") },
      calls: ["PUT /v2/workbooks/*/contents", "PATCH /v2/files/*"],
    },
  },
  delete: ["DELETE /v2/files/*"],
  answer: { path: "/v2/workbooks/:id?includeContents=true", fields: `workbookId workbookUrlId ${documentFields}` },
  program: `
new analytics.Workbook("sales", {
  name: settings.title, folderId: home.id, description: settings.description,
  contents: {
    schemaVersion: 1, kind: "workbook", pages: [{ id: "main", name: "Main" }],
    elements: [{ id: "orders", kind: "table", name: "Orders",
      columns: [{ id: "n", formula: "[facts/Amount]", name: "N" }],
      source: { kind: "data-model", dataModelId: orders.id, elementId: orders.elementId("facts") } }],
    layout: { main: [{ rows: 12, of: ["orders"] }] },
  },
});`,
};
