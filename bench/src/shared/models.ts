/** How a bench's models look. */
export interface ModelShape {
  readonly columns: number;
  readonly connectionId: string;
}

/**
 * The contents of one model: a table of many columns, as an object. What programs declare and what requests of their
 * own send.
 */
export function buildModelSpec(model: number, { columns, connectionId }: ModelShape) {
  return {
    pages: [
      {
        id: "main",
        name: "Main",
        elements: [
          {
            id: "facts",
            kind: "table",
            name: "Facts",
            description: `One row per order, as model ${model} sees it`,
            source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] },
            columns: Array.from({ length: columns }, (_, column) => ({
              id: `column_${column}`,
              name: `Column ${column}`,
              description: `What column ${column} holds`,
              formula: `[ORDERS/AMOUNT] * ${column}`,
              ...(column % 5 === 0 ? { format: { kind: "number", formatString: ",.2f", prefix: "$" } } : {}),
            })),
          },
        ],
      },
    ],
  };
}
