import { defineCodedKind } from "./workbook/define";

/** `/v2/reports` for the contents, `/v2/files` for name, place and end. */
export const report = defineCodedKind({
  name: "Report",
  noun: "report",
  about: `A report (pages for print and mail), written as code: its elements, pages, headers and footers, and
a layout in pixels.`,
  endpoints: [
    "POST /v2/reports",
    "GET /v2/reports/{reportId}",
    "PUT /v2/reports/{reportId}/contents",
    "PATCH|DELETE /v2/files/{inodeId}",
  ],
  example: `const reports = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const monthly = new analytics.Report("monthly", {
  name: "Monthly orders",
  folderId: reports.id,
  contents: {
    schemaVersion: 1,
    kind: "report",
    config: { margin: 48, pageWidth: 816, pageHeight: 1056 },
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
    layout: { main: [{ element: "orders", x: 48, y: 48, width: 720, height: 480 }] },
  },
});
export const url = monthly.url;`,
});
