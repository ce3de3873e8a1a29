import { takeFirst } from "../core/api/probe";
import { defineCollection } from "./declare";

/** An object of a connection's catalog. */
interface CatalogObject {
  readonly objectId: string;
  readonly connectionId: string;
  readonly path: string;
  readonly kind?: string;
  readonly url?: string;
}

const about =
  "Database, schema and table with dots between them: `SALES.PUBLIC.ORDERS`. Names with a dot in " +
  'quotes: `SALES."NEW.SCHEMA"`.';

export const connectionPath = defineCollection<CatalogObject>({
  noun: "connection path",
  title: "Connection paths",
  about: "A database, schema or table in the catalog of a connection.",
  permission: "access to the connection",
  getEndpoint: "POST /v2/connection/{connectionId}/lookup",
  listEndpoint: "GET /v2/connections/paths",
  examples: {
    get: `const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const orders = analytics.getConnectionPathOutput({ connectionId: warehouse.id, path: "SALES.PUBLIC.ORDERS" });
export const tableId = orders.id;`,
    list: `const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
export const paths = analytics.listConnectionPathsOutput({ connectionId: warehouse.id });`,
  },
  within: { connectionId: "Id of the connection." },
  fields: (zod) => ({
    path: zod.string().describe(about),
    connectionId: zod.string().describe("Id of the connection."),
    kind: zod
      .string()
      .optional()
      .describe("`table`, `scope`, `semanticView`, `metricView` or `stored-procedure`; absent in a list."),
    url: zod.string().optional().describe("Its address in the product; absent in a list."),
  }),
  by: { field: "path", description: about },
  filters: [],
  async *entries({ connections }, { connectionId }) {
    const { formatObjectPath: objectPathText } = require("../core/api") as typeof import("../core/api");
    // A filter that the platform doesn't know would be ignored.
    for await (const found of connections.listPaths({ connectionId })) {
      if (connectionId !== undefined && found.connectionId !== connectionId) continue;
      yield { objectId: found.urlId, connectionId: found.connectionId, path: objectPathText(found.path) };
    }
  },
  async find({ client }, path, _collection, { connectionId = "" }) {
    const { parseObjectPath } = require("../core/api") as typeof import("../core/api");
    const parts = parseObjectPath(path);
    if (parts === undefined) throw new Error(`"${path}" is not a path such as SALES.PUBLIC.ORDERS.`);
    const { inodeId: id, kind, url } = await client.connections.lookup(connectionId, parts);
    return { id, objectId: id, connectionId, path, kind, url };
  },
  idOf: ({ objectId }) => objectId,
  nameOf: ({ path }) => path,
  probe: ({ connections }) => takeFirst(connections.list()),
});
