import type { Connection as ApiConnection } from "../core/api";
import { type Collection, matching, named, withId } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getConnection}: `id` or `name`. */
export type GetConnectionArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** A connection. */
export interface GetConnectionResult {
  /** Its id. */
  id: string;
  name: string;
  /** The kind of warehouse, such as `snowflake`. */
  type: string;
  /** Id of who made it. */
  createdBy: string;
  /** Id of who changed it last. */
  updatedBy: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Arguments of {@link listConnections}; without any, all are listed. */
export interface ListConnectionsArgs extends LookupArgs {
  /** The kind of warehouse, such as `snowflake`. */
  type?: string;
}

const connections: Collection<ApiConnection> = {
  noun: "connection",
  entries: (client) => client.connections.list(),
  idOf: ({ connectionId }) => connectionId,
  nameOf: ({ name }) => name,
};

/**
 * A connection, by `id` or by `name`.
 *
 * Permissions: access to the connection.
 *
 * Endpoints: `GET /v2/connections/{connectionId}`, `GET /v2/connections`.
 *
 * @throws when there is none, or more than one of the name: the message lists those there are.
 * @example
 * ```ts
 * const warehouse = await analytics.getConnection({ name: "Warehouse" });
 * const orders = new analytics.DataModel("orders", {
 *   name: "Orders",
 *   folderId: "…",
 *   spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: warehouse.id } }),
 * });
 * ```
 */
export const getConnection = lookup<GetConnectionArgs, GetConnectionResult>({
  name: "getConnection",
  oneOf: ["id", "name"],
  answer: async (call, { id, name }) =>
    id === undefined ? named(call, connections, name) : withId("connection", id, call.client.connections.get(id)),
});

/** {@link getConnection} for arguments that are outputs. */
export const getConnectionOutput = outputOf(getConnection);

/**
 * The connections to warehouses that these credentials can see, archived ones left out.
 *
 * Permissions: access to the connection.
 *
 * Endpoint: `GET /v2/connections`.
 *
 * @example
 * ```ts
 * const connections = await analytics.listConnections({ type: "snowflake" });
 * ```
 */
export const listConnections = lookup<ListConnectionsArgs, GetConnectionResult[]>({
  name: "listConnections",
  optional: ["type"],
  answer: (call, { connection: _, ...filter }) => matching(call, connections, filter),
});

/** {@link listConnections} for arguments that are outputs. */
export const listConnectionsOutput = outputOf(listConnections);
