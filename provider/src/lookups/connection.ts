import { defineAreaLookup } from "./area";
import { archivedFlag } from "./shared-fields";

export const connection = defineAreaLookup({
  area: "connections",
  noun: "connection",
  title: "Connections",
  permission: "access to the connections",
  isEssential: true,
  examples: {
    get: `const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
export const connectionId = warehouse.id;`,
    list: `export const connections = analytics.listConnectionsOutput({ type: "snowflake" });`,
  },
  listFlags: archivedFlag,
  filters: ["type"],
  entries: ({ connections }, _, { isArchived }) => connections.list(isArchived ? { includeArchived: true } : {}),
});
