// Generated from lookups/connection.ts by `npm run generate`: change that, and run it again.

import { connection as declared } from "../connection";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

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
  /** A text that the platform searches the names for. What it finds is undocumented. */
  search?: string;
  /** True: the archived ones alone. Default: false. */
  isArchived?: boolean;
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
  /** Id of the organization. */
  organizationId?: string;
  /** Whether it is the platform's own sample data. */
  isSample?: boolean;
  /** Whether it is the platform's own audit log. */
  isAuditLog?: boolean;
  /** When it was last used (ISO 8601). */
  lastActiveAt?: string;
  /** The account in the warehouse. */
  account?: string;
  /** The warehouse that runs queries. */
  warehouse?: string;
  /** The user that signs in. */
  user?: string;
  /** The role that queries run with. */
  role?: string;
  /** After how many seconds queries end. */
  timeout?: {
    /** In general. */
    default: number;
    /** In worksheets. */
    worksheet?: number;
    /** In dashboards. */
    dashboard?: number;
    /** In downloads. */
    download?: number;
  };
  /** How many queries run at the same time. */
  poolSizes?: {
    /** Whether the sizes aren't the platform's defaults. */
    isPoolConfigured?: boolean;
    /** For queries of people. */
    adhocPoolSize?: number;
    /** For the catalog. */
    catalogPoolSize?: number;
    /** For results. */
    resultPoolSize?: number;
    /** For schedules. */
    schedulePoolSize?: number;
  };
  /** Whether the platform may write to the warehouse. */
  writeAccess?: boolean;
  /** Whether names of columns are shown in a readable form. */
  friendlyName?: boolean;
  /** Where the platform writes to. */
  writebacks?: {
    /** The database or catalog. Some warehouses have none. */
    database?: string;
    /** The schema. */
    schema: string;
    /** Its id on the platform. */
    writebackSchemaId?: string;
    /** What the schema is for. */
    description?: string;
  }[];
  /** The schemas for input tables. */
  writebackSchemas?: {
    /** The database or catalog. Some warehouses have none. */
    database?: string;
    /** The schema. */
    schema: string;
    /** Its id on the platform. */
    writebackSchemaId?: string;
    /** What the schema is for. */
    description?: string;
  }[];
  /** Where changes of input tables are logged. */
  inputTableAuditLogSchema?: {
    /** The database or catalog. Some warehouses have none. */
    database?: string;
    /** The schema. */
    schema: string;
    /** Its id on the platform. */
    writebackSchemaId?: string;
    /** What the schema is for. */
    description?: string;
  };
  /** The warehouse that materializes. */
  materializationWarehouse?: string;
  /** The warehouse that runs exports. */
  exportsWarehouse?: string;
  /** Whether people sign in to the warehouse by OAuth. */
  useOauth?: boolean;
  /** OAuth: the address of the provider's metadata. */
  oauthMetadataUrl?: string;
  /** OAuth: the client's id. */
  oauthClientId?: string;
  /** OAuth: the scopes. */
  oauthScopes?: string[];
  /** OAuth: the provider, such as `okta`. */
  oauthIdpType?: string;
  /** OAuth: whether it uses PKCE. */
  oauthUsePkce?: boolean;
  /** OAuth: whether it uses JWT. */
  oauthUseJwt?: boolean;
  /** OAuth: the audience. */
  oauthAudience?: string;
  /** OAuth: whether the connection has its own, and not the organization's. */
  isIndependentOAuth?: boolean;
  /** User attributes that choose the role and the warehouse. */
  userAttributes?: {
    /** The one that has the role. */
    role?: string;
    /** The one that has the warehouse. */
    warehouse?: string;
  };
  /** Whether people may switch roles: `allRoles` or `disabled`. */
  roleSwitching?: string;
  /** Whether it was deleted. */
  isArchived?: boolean;
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
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * export const connectionId = warehouse.id;
 * ```
 */
export const getConnection = createLookup<GetConnectionArgs, GetConnectionResult>(declared.get);

/** {@link getConnection} for arguments that are outputs. */
export const getConnectionOutput = toOutputLookup(getConnection);

/**
 * The connections that these credentials can see, without archived ones.
 *
 * Permissions: access to the connections.
 *
 * Endpoint: `GET /v2/connections`.
 *
 * @example
 * ```ts
 * export const connections = analytics.listConnectionsOutput({ type: "snowflake" });
 * ```
 */
export const listConnections = createLookup<ListConnectionsArgs, GetConnectionResult[]>(declared.list);

/** {@link listConnections} for arguments that are outputs. */
export const listConnectionsOutput = toOutputLookup(listConnections);
