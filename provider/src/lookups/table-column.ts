import type { TableColumn } from "../core/api";
import { takeFirst } from "../core/api/probe";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";

export const tableColumn = defineCollection<TableColumn>({
  noun: "table column",
  title: "Table columns",
  about: "A column of a warehouse table, as the catalog of its connection has it.",
  permission: "access to the connection",
  listEndpoint: "GET /v2/connections/tables/{tableId}/columns",
  examples: {
    get: `const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const orders = analytics.getConnectionPathOutput({ connectionId: warehouse.id, path: "SALES.PUBLIC.ORDERS" });
const amount = analytics.getTableColumnOutput({ tableId: orders.id, name: "AMOUNT" });
export const type = amount.type;`,
    list: `const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const orders = analytics.getConnectionPathOutput({ connectionId: warehouse.id, path: "SALES.PUBLIC.ORDERS" });
export const columns = analytics.listTableColumnsOutput({ tableId: orders.id });`,
  },
  within: { tableId: "Id of the table." },
  fields: describeAnswer("tableColumn"),
  filters: ["visibility"],
  async *entries({ connections }, { tableId = "" }) {
    for await (const column of connections.listColumns(tableId)) {
      // The catalog keeps columns that the warehouse has no more.
      if (column.visibility !== "removed") yield column;
    }
  },
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  probe: ({ connections }) => takeFirst(connections.list()),
});
