import * as z from "zod";
import { collectTexts } from "../data";
import { createRestCollection } from "./collection";
import { type Api, audit, expectId, nothing, optional, optionalText } from "./common";
import { defineList } from "./transport/answer";
import { list } from "./transport/pages";
import { path } from "./transport/path";

const text = optional(z.string());
const number = optional(z.number());
const flag = optional(z.boolean());

/** A schema that the platform writes to. Some warehouses have no databases. */
const destination = z.looseObject({ database: text, schema: z.string(), writebackSchemaId: text, description: text });
/** A schema that the platform writes to, as a connection shows it. */
export type WriteDestination = z.infer<typeof destination>;

const connection = z.looseObject({
  connectionId: z.string(),
  organizationId: text,
  name: z.string(),
  /** The kind of warehouse: `snowflake`, `bigQuery`, … */
  type: z.string(),
  isSample: z.boolean().optional(),
  isAuditLog: z.boolean().optional(),
  isArchived: z.boolean().optional(),
  lastActiveAt: text,
  account: text,
  warehouse: text,
  user: text,
  role: text,
  timeout: optional(z.looseObject({ default: z.number(), worksheet: number, dashboard: number, download: number })),
  friendlyName: flag,
  poolSizes: optional(
    z.looseObject({
      isPoolConfigured: flag,
      adhocPoolSize: number,
      catalogPoolSize: number,
      resultPoolSize: number,
      schedulePoolSize: number,
    }),
  ),
  writeAccess: flag,
  writebacks: optional(defineList(destination)),
  writebackSchemas: optional(defineList(destination)),
  inputTableAuditLogSchema: optional(destination),
  materializationWarehouse: text,
  exportsWarehouse: text,
  useOauth: flag,
  oauthMetadataUrl: text,
  oauthClientId: text,
  oauthScopes: optional(defineList(z.string())),
  oauthIdpType: text,
  oauthUsePkce: flag,
  oauthUseJwt: flag,
  oauthAudience: text,
  isIndependentOAuth: flag,
  userAttributes: optional(z.looseObject({ role: text, warehouse: text })),
  roleSwitching: text,
  ...audit,
});
/**
 * A connection to a warehouse; further fields depend on its type. The platform never returns most of its details,
 * secrets among them.
 */
export type Connection = z.infer<typeof connection>;

type Json = Readonly<Record<string, unknown>>;

/** A whole connection: the platform replaces everything that a write leaves out. */
export interface WholeConnection {
  readonly name: string;
  /** What isn't secret, `type` among it. */
  readonly details: Json;
  /** More details: no error contains a text of these. */
  readonly secrets: Json;
  readonly description?: Json;
  readonly poolSizes?: Json;
  readonly timeoutSecs?: number;
  readonly useFriendlyNames?: boolean;
  /** Brings an archived connection back. */
  readonly restore?: true;
}

const found = z.looseObject({ kind: z.string(), inodeId: z.string(), url: z.string() });
/** The object at a path: `kind` is `table`, `scope`, `semanticView`, `metricView` or `stored-procedure`. */
export type ConnectionObject = z.infer<typeof found>;

const listedPath = z.looseObject({ connectionId: z.string(), urlId: z.string(), path: defineList(z.string()) });
/** A table, or a database or schema, of a connection's catalog. */
export type ConnectionPath = z.infer<typeof listedPath>;

const column = z.looseObject({
  name: z.string(),
  type: z.unknown(),
  /** `included`, `hidden`, or `removed` for one that the warehouse has no more. */
  visibility: z.string(),
  description: optionalText,
});
/** A column of a table in a connection's catalog. */
export type TableColumn = z.infer<typeof column>;

/**
 * Connections to warehouses, `/v2/connections`, and the platform's catalog of them. `DELETE` archives.
 *
 * @example
 * ```ts
 * const { inodeId } = await client.connections.lookup(connectionId, ["SALES", "PUBLIC", "ORDERS"]);
 * ```
 */
export const createConnections = (api: Api) => {
  const { transport } = api;
  /** Whether the platform made the connection: the sample data and the audit log. Nobody may change or delete these. */
  const isBuiltIn = ({ isSample, isAuditLog }: Connection) => isSample === true || isAuditLog === true;
  const collection = createRestCollection<
    WholeConnection,
    { readonly name: string },
    Connection,
    Connection,
    Connection
  >(api, {
    path: "/v2/connections",
    noun: "connection",
    id: "connectionId",
    entry: connection,
    whole: connection,
    created: connection,
    encode,
  });
  return {
    ...collection,

    isBuiltIn,

    /** Whether a connection has this id; a built-in one counts too. Calls close to each other share one listing. */
    async has(id: string): Promise<boolean> {
      return (await collection.living()).some(({ connectionId }) => connectionId === id);
    },

    /**
     * All that a program may manage, oldest first: neither archived nor built in. Calls close to each other share one
     * listing.
     */
    async living(): Promise<Connection[]> {
      return (await collection.living()).filter((entry) => !isBuiltIn(entry));
    },

    /**
     * `PUT /v2/connections/{connectionId}`. The platform connects to the warehouse, and refuses the request when it
     * can't.
     */
    replace(id: string, whole: WholeConnection): Promise<Connection> {
      return api.write("/v2/connections", {
        method: "PUT",
        path: path`/v2/connections/${id}`,
        ...encode(whole),
        answer: expectId(connection, "connectionId", id),
      });
    },

    /**
     * `POST /v2/connection/{connectionId}/lookup`: the object at a path such as database, schema, table. Changes
     * nothing.
     */
    lookup(id: string, objectPath: readonly string[]): Promise<ConnectionObject> {
      return transport.send({
        method: "POST",
        // Singular, unlike its siblings.
        path: path`/v2/connection/${id}/lookup`,
        body: { path: objectPath },
        answer: found,
        repeatable: true,
      });
    },

    /**
     * `POST /v2/connections/{connectionId}/sync`: makes the platform reload its catalog below a path (database, schema,
     * or table). Whether the work is finished when it answers is undocumented. The call is idempotent.
     */
    sync(id: string, objectPath: readonly string[], { useServiceAccount }: { useServiceAccount?: boolean } = {}) {
      return transport.send({
        method: "POST",
        path: path`/v2/connections/${id}/sync`,
        query: { useServiceAccount },
        body: { path: objectPath },
        answer: nothing,
        repeatable: true,
      });
    },

    /**
     * `POST /v2/connections/{connectionId}/dbtArtifacts`: a tar.gz of dbt's target folder. The same file again changes
     * nothing.
     */
    uploadDbtArtifacts(id: string, contents: Buffer): Promise<void> {
      return transport.send({
        method: "POST",
        path: path`/v2/connections/${id}/dbtArtifacts`,
        file: { field: "artifacts", contents },
        answer: nothing,
        repeatable: true,
      });
    },

    /**
     * `GET /v2/connections/paths`: what the catalog of a connection has. The list may be very long: prefer
     * {@link lookup}.
     */
    paths({ connectionId }: { connectionId?: string } = {}): AsyncGenerator<ConnectionPath, void, undefined> {
      return list(transport, {
        path: "/v2/connections/paths",
        query: { connectionId },
        entry: listedPath,
        style: "page",
      });
    },

    /** `GET /v2/connections/tables/{tableId}/columns`, removed ones too. */
    columns(tableId: string): AsyncGenerator<TableColumn, void, undefined> {
      return list(transport, {
        path: path`/v2/connections/tables/${tableId}/columns`,
        entry: column,
        style: "token",
      });
    },
  };
};

/** The connections of an organization. */
export type Connections = ReturnType<typeof createConnections>;

function encode({ details, secrets, ...rest }: WholeConnection) {
  return { body: { ...rest, details: { ...details, ...secrets } }, secrets: collectTexts(secrets) };
}
