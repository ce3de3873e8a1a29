// Generated from kinds/connection by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, formTypeToken, type Inputs } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link Connection}. */
export type ConnectionArgs = CommonArgs & {
  /** The connection's name. */
  name: pulumi.Input<string>;
  /**
   * Secret details by name, such as `password`, `privateKey` and `privateKeyPassphrase`, `serviceAccount`, `clientSecret` or `token`, and any detail that
   * `details` doesn't have. A value is a text, or `{ secretManagerId, secretId }`. Left out: unknown, for an adopted connection. Secret.
   */
  secrets?: pulumi.Input<Record<string, pulumi.Input<unknown>>>;
  /** Any text or number. Changing it sends the connection again, secrets included, even if nothing else changed. */
  secretsVersion?: pulumi.Input<string | number>;
  /** Any data about the connection. The platform doesn't return it. */
  description?: pulumi.Input<Record<string, pulumi.Input<unknown>>>;
  /** Seconds that a query may take. Left out: as it is. */
  timeoutSecs?: pulumi.Input<number>;
  /** Whether names of columns are made readable: `ORDER_ID` becomes `Order Id`. Left out: as it is. */
  useFriendlyNames?: pulumi.Input<boolean>;
  /** How many queries may run at once. Left out: the platform's defaults. */
  poolSizes?: DeepInput<{
    /** For queries of people. */
    adhocPoolSize?: number;
    /** For scheduled exports. */
    schedulePoolSize?: number;
    /** For the catalog. */
    catalogPoolSize?: number;
    /** For results. */
    resultPoolSize?: number;
  }>;
  /**
   * Whether the provider may delete the object, and with it the access of its documents to their data. Default: false, and a delete or replacement fails;
   * a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
} & Inputs<ConnectionVariants>;

/** The forms of `type` and `details`. */
export type ConnectionVariants =
  | {
      type: "snowflake";
      details: {
        /** The server. */
        server?: string;
        /** The account. Give `host` too: without, the platform may fail to connect. */
        account?: string;
        /** The host name. */
        host?: string;
        /** The user name. */
        user?: string;
        /** The warehouse that queries run on. */
        warehouse?: string;
        /** The role. */
        role?: string;
        /** How the platform signs in: `key-pair` with `user` and the secret `privateKey`, `oauth`, or `basic-auth` with `user` and the secret `password`. */
        authType?: "key-pair" | "oauth" | "basic-auth";
        /** Whether elements may run Python. */
        usePython?: boolean;
        /** Settings for Python: `serviceNames`, `externalAccessIntegration`, `warehouse`, `packages`. */
        pythonProperties?: Record<string, unknown>;
        /** Whether the connection follows a source swap policy. */
        useSourceSwapPolicy?: boolean;
        /** Id of the source swap policy that `useSourceSwapPolicy` turns on. */
        sourceSwapPolicyId?: string;
        /** The metadata address of the identity provider. */
        metadataUrl?: string;
        /** The client id of an OAuth of the connection's own. Left out: OAuth is that of the organization. */
        clientId?: string;
        /** The OAuth scopes. */
        scopes?: string[];
        /** The identity provider. */
        idpType?:
          | "adfs"
          | "auth0"
          | "aws_databricks"
          | "azuread"
          | "azure_databricks"
          | "gcp_databricks"
          | "okta"
          | "ping"
          | "snowflake"
          | "unknown";
        /** Whether OAuth uses PKCE. */
        usePkce?: boolean;
        /** Whether access tokens are JWTs. */
        useJwt?: boolean;
        /** The warehouse that exports run on. */
        exportsWarehouse?: string;
        /**
         * Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` where there are such; `writeProject` and
         * `writeDataset` for BigQuery.
         */
        writeAccess?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The project. */
          writeProject?: string;
          /** The dataset. */
          writeDataset?: string;
        };
        /** The user attributes that switch role and warehouse. */
        userAttributes?: {
          /** Name of the attribute with the role. */
          role?: string;
          /** Name of the attribute with the warehouse. */
          warehouse?: string;
        };
        /** Whether people may switch their role, with OAuth. */
        roleSwitching?: "allRoles" | "disabled";
        /** Where the platform may write with OAuth. */
        writebackSchemas?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The platform's id of the schema. Left out: the one that the connection has for it. */
          writebackSchemaId?: string;
        }[];
        /** Where changes of input tables are logged. Can't change once it is set: input tables would break. */
        inputTableAuditLogSchema?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The platform's id of the schema. Left out: the one that the connection has for it. */
          writebackSchemaId?: string;
        };
      };
    }
  | {
      type: "databricks";
      details: {
        /** The host name. */
        host?: string;
        /** The address of the workspace. */
        workspaceUrl?: string;
        /** The HTTP path of the SQL warehouse or cluster. */
        httpPath?: string;
        /** Whether the Hive metastore is in the catalog. */
        enableHiveMetastore?: boolean;
        /** Whether elements may run Python. */
        usePython?: boolean;
        /** Id of the cluster that runs Python. */
        pythonComputeClusterId?: string;
        /** Whether the connection follows a source swap policy. */
        useSourceSwapPolicy?: boolean;
        /** Id of the source swap policy that `useSourceSwapPolicy` turns on. */
        sourceSwapPolicyId?: string;
        /** The metadata address of the identity provider. */
        metadataUrl?: string;
        /** The client id of an OAuth of the connection's own. Left out: OAuth is that of the organization. */
        clientId?: string;
        /** The OAuth scopes. */
        scopes?: string[];
        /** The identity provider. */
        idpType?:
          | "adfs"
          | "auth0"
          | "aws_databricks"
          | "azuread"
          | "azure_databricks"
          | "gcp_databricks"
          | "okta"
          | "ping"
          | "snowflake"
          | "unknown";
        /** Whether OAuth uses PKCE. */
        usePkce?: boolean;
        /** Whether access tokens are JWTs. */
        useJwt?: boolean;
        /**
         * Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` where there are such; `writeProject` and
         * `writeDataset` for BigQuery.
         */
        writeAccess?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The project. */
          writeProject?: string;
          /** The dataset. */
          writeDataset?: string;
        };
        /** Where the platform may write with OAuth. */
        writebackSchemas?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The platform's id of the schema. Left out: the one that the connection has for it. */
          writebackSchemaId?: string;
        }[];
        /** Where changes of input tables are logged. Can't change once it is set: input tables would break. */
        inputTableAuditLogSchema?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The platform's id of the schema. Left out: the one that the connection has for it. */
          writebackSchemaId?: string;
        };
      };
    }
  | {
      type: "bigQuery";
      details: {
        /** Id of the project. */
        projectId?: string;
        /** Ids of further projects. */
        additionalProjectIds?: string[];
        /** Whether people sign in by OAuth. */
        useOauth?: boolean;
        /** The audience of OAuth federation. */
        audience?: string;
        /** The metadata address of the identity provider. */
        metadataUrl?: string;
        /** The client id of an OAuth of the connection's own. Left out: OAuth is that of the organization. */
        clientId?: string;
        /** The OAuth scopes. */
        scopes?: string[];
        /** The identity provider. */
        idpType?:
          | "adfs"
          | "auth0"
          | "aws_databricks"
          | "azuread"
          | "azure_databricks"
          | "gcp_databricks"
          | "okta"
          | "ping"
          | "snowflake"
          | "unknown";
        /** Whether OAuth uses PKCE. */
        usePkce?: boolean;
        /** Whether access tokens are JWTs. */
        useJwt?: boolean;
        /**
         * Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` where there are such; `writeProject` and
         * `writeDataset` for BigQuery.
         */
        writeAccess?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The project. */
          writeProject?: string;
          /** The dataset. */
          writeDataset?: string;
        };
      };
    }
  | {
      type: "postgres";
      details: {
        /** The host name. */
        host?: string;
        /** The database. */
        database?: string;
        /** The user name. */
        user?: string;
        /** The port. */
        port?: number;
        /** Whether the platform connects by TLS. */
        useTls?: boolean;
        /**
         * Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` where there are such; `writeProject` and
         * `writeDataset` for BigQuery.
         */
        writeAccess?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The project. */
          writeProject?: string;
          /** The dataset. */
          writeDataset?: string;
        };
      };
    }
  | {
      type: "redshift";
      details: {
        /** The host name. */
        host?: string;
        /** The database. */
        database?: string;
        /** The user name. */
        user?: string;
        /** The port. */
        port?: number;
        /** Whether the platform connects by TLS. */
        useTls?: boolean;
        /**
         * Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` where there are such; `writeProject` and
         * `writeDataset` for BigQuery.
         */
        writeAccess?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The project. */
          writeProject?: string;
          /** The dataset. */
          writeDataset?: string;
        };
      };
    }
  | {
      type: "alloydb";
      details: {
        /** The host name. */
        host?: string;
        /** The database. */
        database?: string;
        /** The user name. */
        user?: string;
        /** The port. */
        port?: number;
        /** Whether the platform connects by TLS. */
        useTls?: boolean;
        /**
         * Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` where there are such; `writeProject` and
         * `writeDataset` for BigQuery.
         */
        writeAccess?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The project. */
          writeProject?: string;
          /** The dataset. */
          writeDataset?: string;
        };
      };
    }
  | {
      type: "mysql";
      details: {
        /** The host name. */
        host?: string;
        /** The port. */
        port?: number;
        /** The user name. */
        user?: string;
        /**
         * Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` where there are such; `writeProject` and
         * `writeDataset` for BigQuery.
         */
        writeAccess?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The project. */
          writeProject?: string;
          /** The dataset. */
          writeDataset?: string;
        };
      };
    }
  | {
      type: "starburst";
      details: {
        /** The host name. */
        host?: string;
        /** The port. */
        port?: number;
        /** The user name. */
        user?: string;
        /**
         * Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` where there are such; `writeProject` and
         * `writeDataset` for BigQuery.
         */
        writeAccess?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The project. */
          writeProject?: string;
          /** The dataset. */
          writeDataset?: string;
        };
      };
    }
  | {
      type: "azuresql";
      details: {
        /** The database. */
        database?: string;
        /** The server. */
        server?: string;
        /** The port. */
        port?: number;
        /** The user name. */
        user?: string;
        /** Whether queries read uncommitted data. */
        useReadUncommittedIsolation?: boolean;
        /**
         * Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` where there are such; `writeProject` and
         * `writeDataset` for BigQuery.
         */
        writeAccess?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The project. */
          writeProject?: string;
          /** The dataset. */
          writeDataset?: string;
        };
      };
    }
  | {
      type: "sqlserver";
      details: {
        /** The server. */
        server?: string;
        /** The port. */
        port?: number;
        /** The user name. */
        user?: string;
        /** Whether queries read uncommitted data. */
        useReadUncommittedIsolation?: boolean;
        /**
         * Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` where there are such; `writeProject` and
         * `writeDataset` for BigQuery.
         */
        writeAccess?: {
          /** The catalog. */
          writeCatalog?: string;
          /** The database. */
          writeDatabase?: string;
          /** The schema. */
          writeSchema?: string;
          /** The project. */
          writeProject?: string;
          /** The dataset. */
          writeDataset?: string;
        };
      };
    };

/**
 * A connection to a warehouse, which data models and other documents read.
 *
 * `details` depends on `type`. Secret details are in `secrets`, which is encrypted in the state and never shown:
 *
 * | `type` | `details` | `secrets` |
 * |---|---|---|
 * | `snowflake` | `account`, `host`, `user`, `warehouse`, `role`, `authType` (`key-pair`, `oauth`, `basic-auth`) | `privateKey` (PEM) and `privateKeyPassphrase`, `password` or `clientSecret` |
 * | `databricks` | `host`, `httpPath`, OAuth | `token` or `clientSecret` |
 * | `bigQuery` | `projectId`, `useOauth` | `serviceAccount` (JSON) or `clientSecret` |
 * | `postgres`, `redshift`, `alloydb` | `host`, `database`, `user`, `port` | `password` |
 * | `mysql`, `starburst` | `host`, `port`, `user` | `password` |
 * | `azuresql`, `sqlserver` | `server`, `port`, `user`; `azuresql` also `database` | `password` |
 *
 * A secret may be a reference `{ secretManagerId, secretId }` to a secret manager, which keeps the secret out of the
 * state.
 *
 * The platform connects to the warehouse when a connection is created or updated, unless it uses OAuth, and refuses the
 * request when it can't.
 *
 * The platform returns neither secrets nor most details, such as the host. These can't drift, and an import can't find
 * them. To use another secret, change it in `secrets`, or change `secretsVersion` to send the same values again.
 *
 * An update sends the whole connection, because the platform replaces all of it. Details that the platform shows and the
 * program doesn't declare stay as they are. Declare the details that the platform doesn't return, such as `host` and
 * `authType`: an update removes them otherwise. If the platform shows that it may write and not where, the provider
 * refuses the update until `details.writeAccess` is declared. If `secrets` or needed details are unknown, which they
 * are after an import or an adoption without them, the provider refuses the update before it sends it and names the
 * missing fields. Only a new name can be sent without them.
 *
 * A delete archives the connection, and documents on it break. `adopt: { id }` of an archived connection restores it
 * with the declared details. `adopt: true` finds a connection by its name. The provider never changes or deletes the
 * connections that the platform made: the sample data and the audit log.
 *
 * Endpoints: `POST|GET /v2/connections`, `GET|PUT|PATCH|DELETE /v2/connections/{connectionId}`.
 *
 * @example
 * ```ts
 * const warehouse = new analytics.Connection("warehouse", {
 *   name: "Snowflake EU",
 *   type: "snowflake",
 *   details: {
 *     account: "acme-eu",
 *     host: "acme-eu.snowflakecomputing.com",
 *     authType: "key-pair",
 *     user: "ANALYTICS",
 *     warehouse: "REPORTING",
 *   },
 *   secrets: { privateKey: config.requireSecret("warehouseKey") },
 * });
 * export const connectionId = warehouse.id;
 * ```
 */
export class Connection extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Connection");

  /** The connection's name. */
  declare readonly name: pulumi.Output<string>;
  /** The type of warehouse. */
  declare readonly type: pulumi.Output<ConnectionVariants["type"]>;
  /** How to reach the warehouse, without secrets; the fields depend on `type`. Updated as a whole. */
  declare readonly details: pulumi.Output<ConnectionVariants["details"]>;
  /**
   * Secret details by name, such as `password`, `privateKey` and `privateKeyPassphrase`, `serviceAccount`, `clientSecret` or `token`, and any detail that
   * `details` doesn't have. A value is a text, or `{ secretManagerId, secretId }`. Left out: unknown, for an adopted connection.
   */
  declare readonly secrets: pulumi.Output<Record<string, unknown> | undefined>;
  /** Any text or number. Changing it sends the connection again, secrets included, even if nothing else changed. */
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  /** Any data about the connection. The platform doesn't return it. */
  declare readonly description: pulumi.Output<Record<string, unknown> | undefined>;
  /** Seconds that a query may take. Left out: as it is. */
  declare readonly timeoutSecs: pulumi.Output<number | undefined>;
  /** Whether names of columns are made readable: `ORDER_ID` becomes `Order Id`. Left out: as it is. */
  declare readonly useFriendlyNames: pulumi.Output<boolean | undefined>;
  /** How many queries may run at once. Left out: the platform's defaults. */
  declare readonly poolSizes: pulumi.Output<
    | {
        /** For queries of people. */
        adhocPoolSize?: number;
        /** For scheduled exports. */
        schedulePoolSize?: number;
        /** For the catalog. */
        catalogPoolSize?: number;
        /** For results. */
        resultPoolSize?: number;
      }
    | undefined
  >;
  /**
   * Whether the provider may delete the object, and with it the access of its documents to their data. Default: false, and a delete or replacement fails;
   * a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** Whether people sign in to the warehouse by OAuth, as the platform reports it. */
  declare readonly useOauth: pulumi.Output<boolean>;

  constructor(name: string, args: ConnectionArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Connection",
        secret: ["secrets"],
        properties: [
          "name",
          "type",
          "details",
          "secrets",
          "secretsVersion",
          "description",
          "timeoutSecs",
          "useFriendlyNames",
          "poolSizes",
          "allowDelete",
          "useOauth",
        ],
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
