import { defineAreaLookup } from "./area";
import { archivedFlag, searchArg } from "./shared-fields";

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
  listArgs: searchArg,
  listFlags: archivedFlag,
  filters: ["type"],
  entries: ({ connections }, { search }, { isArchived }) =>
    connections.list({ search, ...(isArchived && { includeArchived: true }) }),
});
