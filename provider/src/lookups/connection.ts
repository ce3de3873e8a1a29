import type { Connection } from "../core/api";
import { audit, defineCollection } from "./declare";

export const connection = defineCollection<Connection>({
  noun: "connection",
  title: "Connections",
  permission: "access to the connections",
  isEssential: true,
  getEndpoint: "GET /v2/connections/{connectionId}",
  listEndpoint: "GET /v2/connections",
  examples: {
    get: `const warehouse = await analytics.getConnection({ name: "Warehouse" });
const orders = new analytics.DataModel("orders", {
  name: "Orders",
  folderId: "…",
  spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: warehouse.id } }),
});`,
    list: `const connections = await analytics.listConnections({ type: "snowflake" });`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    type: zod.string().describe("The kind of warehouse, such as `snowflake`."),
    ...audit(zod),
  }),
  filters: ["type"],
  entries: ({ connections }) => connections.list(),
  get: ({ connections }, id) => connections.get(id),
  idOf: ({ connectionId }) => connectionId,
  nameOf: ({ name }) => name,
});
