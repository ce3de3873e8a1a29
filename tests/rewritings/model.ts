/** A model in which every rewriting of the emulator finds something to rewrite, as a program would declare it. */
export function buildEverythingRewritten(connectionId: string) {
  const buildTable = (id: string, name: string, path: string[], columns: object[], rest: object = {}) => ({
    id,
    kind: "table",
    name,
    source: { kind: "warehouse-table", connectionId, path },
    columns,
    ...rest,
  });
  const buildSide = (elementId: string) => ({ kind: "table", elementId });
  return {
    schemaVersion: 1,
    pages: [
      {
        id: "main",
        name: "Main",
        elements: [
          buildTable(
            "orders",
            "Orders",
            ["SALES", "PUBLIC", "ORDERS"],
            [
              { id: "key", name: "Key", formula: "[ORDERS/ID]" },
              { id: "customer", name: "Customer Id", formula: "[ORDERS/CUSTOMER_ID]" },
              { id: "product", formula: "[ORDERS/PRODUCT_ID]" },
              { id: "ordered", name: "Ordered at", formula: "[ORDERS/ORDERED_AT]" },
              { id: "amount", name: " Amount ", formula: "[ORDERS/AMOUNT]" },
              { id: "amount_again", name: "Amount", formula: "[ORDERS/AMOUNT]" },
              { id: "net", name: "Net", formula: "[ORDERS/AMOUNT] * 0.9", hidden: false },
            ],
            {
              visibleAsSource: true,
              sort: [{ columnId: "ordered", direction: "descending" }],
              filters: [
                { id: "some", columnId: "net", kind: "list" },
                { id: "large", columnId: "amount", kind: "number-range", min: 1 },
              ],
              order: ["key", "customer", "amount"],
              metrics: [{ id: "revenue", name: "Revenue", formula: "Sum([Net])" }],
            },
          ),
          buildTable(
            "customers",
            "Customers",
            ["SALES", "PUBLIC", "CUSTOMERS"],
            [
              { id: "key", name: "Key", formula: "[CUSTOMERS/ID]" },
              { id: "region", name: "Region", formula: "[CUSTOMERS/REGION]" },
            ],
          ),
          {
            id: "statement",
            kind: "table",
            name: "Statement",
            source: { kind: "sql", connectionId, statement: "\n\nselect 1 as one\n" },
            columns: [{ id: "one", name: "One", formula: "[Custom SQL/ONE]" }],
          },
          {
            id: "sales",
            kind: "table",
            name: "Sales",
            source: {
              kind: "join",
              joins: [
                {
                  left: buildSide("orders"),
                  right: buildSide("customers"),
                  joinType: "lookup",
                  columns: [{ left: "[Customer Id]", right: "[Key]", op: "=" }],
                },
              ],
            },
            columns: [{ id: "region", name: "Region", formula: "[Customers/Region]" }],
            metrics: [{ id: "revenue", name: "Revenue", formula: "Sum([Orders/Net])" }],
          },
          {
            id: "all",
            kind: "table",
            name: "All keys",
            source: {
              kind: "union",
              sources: [buildSide("orders"), buildSide("customers")],
              matches: [{ outputColumnName: "Key", sourceColumns: ["[Key]", "[Key]"] }],
            },
            columns: [{ id: "key", name: "Key", formula: "[All keys/Key]" }],
          },
          {
            id: "choice",
            kind: "control",
            controlId: "Region-choice",
            controlType: "list",
            selectionMode: "single",
            value: "North",
            source: { kind: "source", source: buildSide("customers"), columnId: "region" },
            filters: [
              { source: buildSide("customers"), columnId: "region" },
              { source: buildSide("orders"), columnId: "net" },
            ],
          },
          {
            id: "period",
            kind: "control",
            controlId: "Period",
            controlType: "date-range",
            mode: "between",
            startDate: "2026-01-01",
            endDate: "2026-02-01",
          },
          {
            id: "scale",
            kind: "control",
            controlId: "Scale",
            controlType: "slider",
            mode: "<=",
            note: "for the team",
          },
        ],
      },
    ],
  };
}
