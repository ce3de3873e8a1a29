// Generated from lookups/table-column.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { tableColumn as declared } from "../table-column";

/** Arguments of {@link getTableColumn}: `id` or `name`. */
export type GetTableColumnArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }> & {
    /** Id of the table. */
    tableId: string;
  };

/** Arguments of {@link listTableColumns}. */
export interface ListTableColumnsArgs extends LookupArgs {
  /** Id of the table. */
  tableId: string;
  /** `included` or `hidden`. */
  visibility?: string;
}

/** A column of a warehouse table, as the catalog of its connection has it. */
export interface GetTableColumnResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its type, as the platform describes it. */
  type: unknown;
  /** `included` or `hidden`. */
  visibility: string;
  /** Its description. */
  description?: string;
}

/**
 * A column of a warehouse table, as the catalog of its connection has it, by `id` or by `name`.
 *
 * Permissions: access to the connection.
 *
 * Endpoint: `GET /v2/connections/tables/{tableId}/columns`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * const orders = analytics.getConnectionPathOutput({ connectionId: warehouse.id, path: "SALES.PUBLIC.ORDERS" });
 * const amount = analytics.getTableColumnOutput({ tableId: orders.id, name: "AMOUNT" });
 * export const type = amount.type;
 * ```
 */
export const getTableColumn = createLookup<GetTableColumnArgs, GetTableColumnResult>(declared.get);

/** {@link getTableColumn} for arguments that are outputs. */
export const getTableColumnOutput = toOutputLookup(getTableColumn);

/**
 * The table columns that these credentials can see, without archived ones.
 *
 * Permissions: access to the connection.
 *
 * Endpoint: `GET /v2/connections/tables/{tableId}/columns`.
 *
 * @example
 * ```ts
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * const orders = analytics.getConnectionPathOutput({ connectionId: warehouse.id, path: "SALES.PUBLIC.ORDERS" });
 * export const columns = analytics.listTableColumnsOutput({ tableId: orders.id });
 * ```
 */
export const listTableColumns = createLookup<ListTableColumnsArgs, GetTableColumnResult[]>(declared.list);

/** {@link listTableColumns} for arguments that are outputs. */
export const listTableColumnsOutput = toOutputLookup(listTableColumns);
