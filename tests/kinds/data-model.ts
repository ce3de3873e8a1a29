import { buildOrdersSpec, buildOrdersTable } from "../orders-model";
import type { Sample } from "../sample";

/** A model with one table, as a file has it. */
const formModelText = (formula: string) =>
  JSON.stringify(
    buildOrdersSpec(
      buildOrdersTable(
        { $ref: "warehouse" },
        {
          columns: [
            { id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" },
            { id: "net", name: "Net", formula },
          ],
        },
      ),
    ),
  );

export const sample: Sample = {
  declared: {
    name: "Orders",
    folderId: ":models",
    spec: formModelText("[Amount] * 0.8"),
    refs: { warehouse: ":warehouse" },
  },
  create: ["POST /v2/dataModels/spec"],
  updates: {
    contents: { to: { spec: formModelText("[Amount] * 0.7") }, calls: ["PUT /v2/dataModels/*/spec"] },
    place: { to: { name: "Sales orders", folderId: ":sales" }, calls: ["PATCH /v2/files/*"] },
    both: {
      to: { name: "Net orders", description: "After discounts", spec: formModelText("[Amount] * 0.7") },
      calls: ["PUT /v2/dataModels/*/spec", "PATCH /v2/files/*"],
    },
  },
  delete: ["DELETE /v2/files/*"],
  answer: {
    path: "/v2/dataModels/:id/spec",
    fields: `name folderId schemaVersion pages dataModelId documentVersion url ownerId audit description?
      latestDocumentVersion? kind?`,
  },
  program: `
const orders = new analytics.DataModel("orders", {
  name: settings.title, folderId: home.id, description: settings.description,
  spec: table("facts", { kind: "warehouse-table", connectionId: seeded.connections.warehouse,
    path: ["SALES", "PUBLIC", "ORDERS"] }, settings.formula),
}, { replaceOnChanges: ["description"] });
const revenue = new analytics.DataModel("revenue", {
  name: "Revenue", folderId: home.id,
  spec: table("revenue", { kind: "data-model", dataModelId: orders.id, elementId: orders.elementId("facts") },
    "[facts/Amount]"),
});
new analytics.DataModelDirectory("models", {
  path: "models", folderId: home.id, refs: { revenue }, allowDelete: true,
});`,
};
