// Generated from lookups/connection.ts by `npm run generate`: change that, and run it again.

import { connection as declared } from "../connection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "../lookup";

/** Arguments of {@link getConnection}: `id` or `name`. */
export type GetConnectionArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** Arguments of {@link listConnections}. */
export interface ListConnectionsArgs extends LookupArgs {
  /** The kind of warehouse, such as `snowflake`. */
  type?: string;
}

/** A connection. */
export interface GetConnectionResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** The kind of warehouse, such as `snowflake`. */
  type: string;
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/**
 * A connection, by `id` or by `name`.
 *
 * Permissions: access to the connections.
 *
 * Endpoints: `GET /v2/connections/{connectionId}`, `GET /v2/connections`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
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
export const getConnection = lookup<GetConnectionArgs, GetConnectionResult>(declared.get);

/** {@link getConnection} for arguments that are outputs. */
export const getConnectionOutput = outputOf(getConnection);

/**
 * The connections that these credentials can see, without archived ones.
 *
 * Permissions: access to the connections.
 *
 * Endpoint: `GET /v2/connections`.
 *
 * @example
 * ```ts
 * const connections = await analytics.listConnections({ type: "snowflake" });
 * ```
 */
export const listConnections = lookup<ListConnectionsArgs, GetConnectionResult[]>(declared.list);

/** {@link listConnections} for arguments that are outputs. */
export const listConnectionsOutput = outputOf(listConnections);
