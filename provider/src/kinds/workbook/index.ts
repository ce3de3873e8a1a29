import { defineCodedKind } from "./define";

/** `/v2/workbooks` for the contents, `/v2/files` for name, place and end. */
export const workbook = defineCodedKind({
  name: "Workbook",
  noun: "workbook",
  about: "A workbook (a dashboard), written as code: its elements, pages and layout.",
  endpoints: [
    "POST /v2/workbooks",
    "GET /v2/workbooks/{workbookId}",
    "PUT /v2/workbooks/{workbookId}/contents",
    "POST /v2/workbooks/spec",
    "GET|PUT /v2/workbooks/{workbookId}/spec",
    "PATCH|DELETE /v2/files/{inodeId}",
  ],
  example: `const dashboards = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const sales = new analytics.Workbook("sales", {
  name: "Sales",
  folderId: dashboards.id,
  contents: {
    schemaVersion: 1,
    kind: "workbook",
    pages: [{ id: "main", name: "Main" }],
    elements: [
      {
        id: "orders",
        kind: "table",
        name: "Orders",
        source: { kind: "warehouse-table", connectionId: warehouse.id, path: ["SALES", "PUBLIC", "ORDERS"] },
        columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }],
      },
    ],
    layout: { main: [{ rows: 12, of: ["orders"] }] },
  },
});
export const url = sales.url;`,
});
