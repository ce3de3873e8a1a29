type Properties = Record<string, unknown>;

/** The table of the seeded warehouse that models of tests read. @param connectionId also as a placeholder. */
export const buildOrdersSource = (connectionId: unknown) => ({
  kind: "warehouse-table",
  connectionId,
  path: ["SALES", "PUBLIC", "ORDERS"],
});

/** An element that reads it, with one column; other fields take the place of these. */
export const buildOrdersTable = (connectionId: unknown, fields: Properties = {}) => ({
  id: "facts",
  kind: "table",
  name: "Facts",
  source: buildOrdersSource(connectionId),
  columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }] as Properties[],
  ...fields,
});

/** The spec of a model with one page of such elements. */
export const buildOrdersSpec = (...elements: Properties[]) => ({ pages: [{ id: "main", name: "Main", elements }] });
