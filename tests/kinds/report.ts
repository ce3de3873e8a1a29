import type { Sample } from "../sample";
import { documentFields, writeDocument } from "./workbook";

const writeReport = (name: string) =>
  writeDocument("report", name, { element: "orders", x: 48, y: 48, width: 720, height: 480 });

export const sample: Sample = {
  declared: {
    name: "Monthly",
    folderId: ":sales",
    contents: writeReport("Turnover"),
    refs: { warehouse: ":warehouse" },
  },
  create: ["POST /v2/reports"],
  updates: {
    contents: { to: { contents: writeReport("Net turnover") }, calls: ["PUT /v2/reports/*/contents"] },
    place: { to: { name: "Every month", folderId: ":models" }, calls: ["PATCH /v2/files/*"] },
    both: {
      to: { name: "Net", description: "After discounts", contents: writeReport("Net turnover") },
      calls: ["PUT /v2/reports/*/contents", "PATCH /v2/files/*"],
    },
  },
  delete: ["DELETE /v2/files/*"],
  answer: { path: "/v2/reports/:id?includeContents=true", fields: `reportId reportUrlId ${documentFields}` },
  program: `
const monthly = new analytics.Report("monthly", {
  name: "Monthly", folderId: home.id,
  contents: {
    schemaVersion: 1, kind: "report", config: { pageWidth: 816, pageHeight: 1056 },
    pages: [{ id: "main", name: "Main" }], panels: [{ id: "foot", type: "footer", pages: ["main"] }],
    elements: [
      { id: "orders", kind: "table", name: "Orders", columns: [{ id: "n", formula: "[facts/Amount]", name: "N" }],
        source: { kind: "data-model", dataModelId: orders.id, elementId: orders.elementId("facts") } },
      { id: "note", kind: "text", body: "Internal" },
    ],
    layout: {
      main: [{ element: "orders", x: 48, y: 48, width: 720, height: 480 }],
      foot: [{ element: "note", x: 48, y: 0, width: 720, height: 24 }],
    },
  },
});`,
};
