import type { Loose } from "../spec/models";

/**
 * A workbook with what most have: a table on a hidden page, a chart, a number, a control, an overlay and a button that
 * opens it.
 */
export function buildSales(connectionId: string, path: readonly string[] = ["SALES", "PUBLIC", "ORDERS"]): Loose {
  return {
    schemaVersion: 1,
    kind: "workbook",
    elements: [
      {
        id: "revenue",
        kind: "kpi-chart",
        name: "Revenue",
        source: { kind: "table", elementId: "orders" },
        columns: [{ id: "sum", formula: "Sum([Orders/Amount])", name: "Revenue" }],
        value: { columnId: "sum" },
      },
      {
        id: "orders",
        kind: "table",
        name: "Orders",
        source: { kind: "warehouse-table", connectionId, path: [...path] },
        columns: [
          { id: "id", formula: "[ORDERS/ID]", name: "Id" },
          { id: "amount", formula: "[ORDERS/AMOUNT]", name: "Amount" },
          { id: "at", formula: "[ORDERS/ORDERED_AT]", name: "Ordered At" },
        ],
      },
      {
        id: "trend",
        kind: "bar-chart",
        name: "Trend",
        source: { kind: "table", elementId: "orders" },
        columns: [
          { id: "month", formula: 'DateTrunc("month", [Orders/Ordered At])', name: "Month" },
          { id: "sum", formula: "Sum([Orders/Amount])", name: "Amount" },
        ],
        xAxis: { columnId: "month" },
        yAxis: { columnIds: ["sum"] },
        color: { by: "single", value: "#FF0000" },
      },
      { id: "from", kind: "control", controlId: "from", controlType: "text", name: "From", mode: "equals" },
      {
        id: "open",
        kind: "button",
        text: "Details",
        actions: [{ id: "click", trigger: "on-click", effects: [{ effect: "open-overlay", overlayId: "details" }] }],
      },
      { id: "note", kind: "text", body: "One\n\n\n\nTwo" },
    ],
    pages: [
      { id: "main", name: "Main", visibility: "shown" },
      { id: "data", name: "Data", visibility: "hidden" },
    ],
    overlays: [{ id: "details", type: "modal", name: "Details", modal: { header: { title: "Details" } } }],
    panels: [],
    layout: `
<Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">
<Element elementId="from" gridColumn="1 / 7" gridRow="1 / 3"/>
<Element elementId="open" gridColumn="7 / 13" gridRow="1 / 3"></Element>
<Element elementId="revenue" gridColumn="1 / 9" gridRow="3 / 9"/>
<Element elementId="trend" gridColumn="9 / 25" gridRow="3 / 9"/>
</Page>
<Page id="data" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">
<Element elementId="orders" gridColumn="1 / 25" gridRow="1 / 20"/>
</Page>
<Page id="details" type="grid" gridTemplateColumns="repeat(12, 1fr)" gridTemplateRows="auto">
<Element elementId="note" gridColumn="1 / 13" gridRow="1 / 4"/>
</Page>`,
  };
}
