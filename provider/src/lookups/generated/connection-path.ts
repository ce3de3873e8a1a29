// Generated from lookups/connection-path.ts by `npm run generate`: change that, and run it again.

import { connectionPath as declared } from "../connection-path";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getConnectionPath}: `id` or `path`. */
export type GetConnectionPathArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Database, schema and table with dots between them: `SALES.PUBLIC.ORDERS`. Names with a dot in quotes: `SALES."NEW.SCHEMA"`. */
    path: string;
  }> & {
    /** Id of the connection. */
    connectionId: string;
  };

/** Arguments of {@link listConnectionPaths}. */
export interface ListConnectionPathsArgs extends LookupArgs {
  /** Id of the connection. */
  connectionId: string;
}

/** A database, schema or table in the catalog of a connection. */
export interface GetConnectionPathResult {
  /** Its id. */
  id: string;
  /** Database, schema and table with dots between them: `SALES.PUBLIC.ORDERS`. Names with a dot in quotes: `SALES."NEW.SCHEMA"`. */
  path: string;
  /** Id of the connection. */
  connectionId: string;
  /** `table`, `scope`, `semanticView`, `metricView` or `stored-procedure`; absent in a list. */
  kind?: string;
  /** Its address in the product; absent in a list. */
  url?: string;
}

/**
 * A database, schema or table in the catalog of a connection, by `id` or by `path`.
 *
 * Permissions: access to the connection.
 *
 * Endpoints: `POST /v2/connection/{connectionId}/lookup`, `GET /v2/connections/paths`.
 *
 * @throws when there is none, or more than one with this path: the message lists the candidates.
 * @example
 * ```ts
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * const orders = analytics.getConnectionPathOutput({ connectionId: warehouse.id, path: "SALES.PUBLIC.ORDERS" });
 * export const tableId = orders.id;
 * ```
 */
export const getConnectionPath = createLookup<GetConnectionPathArgs, GetConnectionPathResult>(declared.get);

/** {@link getConnectionPath} for arguments that are outputs. */
export const getConnectionPathOutput = toOutputLookup(getConnectionPath);

/**
 * The connection paths that these credentials can see, without archived ones.
 *
 * Permissions: access to the connection.
 *
 * Endpoint: `GET /v2/connections/paths`.
 *
 * @example
 * ```ts
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * export const paths = analytics.listConnectionPathsOutput({ connectionId: warehouse.id });
 * ```
 */
export const listConnectionPaths = createLookup<ListConnectionPathsArgs, GetConnectionPathResult[]>(declared.list);

/** {@link listConnectionPaths} for arguments that are outputs. */
export const listConnectionPathsOutput = toOutputLookup(listConnectionPaths);
