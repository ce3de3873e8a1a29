import * as z from "zod";
import { collectTexts } from "../data";
import { defineArea } from "./area";
import { allowAbsent, archived, audit, expectId, nothing, optionalText } from "./common";
import { defineList } from "./transport/answer";
import { list } from "./transport/pages";
import { path } from "./transport/path";

const describeText = (description: string) => optionalText.describe(description);
const describeNumber = (description: string) => allowAbsent(z.number()).describe(description);
const describeFlag = (description: string) => allowAbsent(z.boolean()).describe(description);

const destination = z
  .looseObject({
    database: describeText("The database or catalog. Some warehouses have none."),
    schema: z.string().describe("The schema."),
    writebackSchemaId: describeText("Its id on the platform."),
    description: describeText("What the schema is for."),
  })
  .meta({ title: "WriteDestinationResult" });
/** A schema that the platform writes to, as a connection shows it. */
export type WriteDestination = z.infer<typeof destination>;

const timeout = z
  .looseObject({
    default: z.number().describe("In general."),
    worksheet: describeNumber("In worksheets."),
    dashboard: describeNumber("In dashboards."),
    download: describeNumber("In downloads."),
  })
  .meta({ title: "ConnectionTimeoutResult" });

const poolSizes = z
  .looseObject({
    isPoolConfigured: describeFlag("Whether the sizes aren't the platform's defaults."),
    adhocPoolSize: describeNumber("For queries of people."),
    catalogPoolSize: describeNumber("For the catalog."),
    resultPoolSize: describeNumber("For results."),
    schedulePoolSize: describeNumber("For schedules."),
  })
  .meta({ title: "PoolSizesResult" });

const userAttributes = z
  .looseObject({
    role: describeText("The one that has the role."),
    warehouse: describeText("The one that has the warehouse."),
  })
  .meta({ title: "ConnectionUserAttributesResult" });

const connection = z.looseObject({
  connectionId: z.string(),
  name: z.string().describe("Its name."),
  type: z.string().describe("The kind of warehouse, such as `snowflake`."),
  organizationId: describeText("Id of the organization."),
  isSample: z.boolean().optional().describe("Whether it is the platform's own sample data."),
  isAuditLog: z.boolean().optional().describe("Whether it is the platform's own audit log."),
  lastActiveAt: describeText("When it was last used (ISO 8601)."),
  account: describeText("The account in the warehouse."),
  warehouse: describeText("The warehouse that runs queries."),
  user: describeText("The user that signs in."),
  role: describeText("The role that queries run with."),
  timeout: allowAbsent(timeout).describe("After how many seconds queries end."),
  poolSizes: allowAbsent(poolSizes).describe("How many queries run at the same time."),
  writeAccess: describeFlag("Whether the platform may write to the warehouse."),
  friendlyName: describeFlag("Whether names of columns are shown in a readable form."),
  writebacks: allowAbsent(defineList(destination)).describe("Where the platform writes to."),
  writebackSchemas: allowAbsent(defineList(destination)).describe("The schemas for input tables."),
  inputTableAuditLogSchema: allowAbsent(destination).describe("Where changes of input tables are logged."),
  materializationWarehouse: describeText("The warehouse that materializes."),
  exportsWarehouse: describeText("The warehouse that runs exports."),
  useOauth: describeFlag("Whether people sign in to the warehouse by OAuth."),
  oauthMetadataUrl: describeText("OAuth: the address of the provider's metadata."),
  oauthClientId: describeText("OAuth: the client's id."),
  oauthScopes: allowAbsent(defineList(z.string())).describe("OAuth: the scopes."),
  oauthIdpType: describeText("OAuth: the provider, such as `okta`."),
  oauthUsePkce: describeFlag("OAuth: whether it uses PKCE."),
  oauthUseJwt: describeFlag("OAuth: whether it uses JWT."),
  oauthAudience: describeText("OAuth: the audience."),
  isIndependentOAuth: describeFlag("OAuth: whether the connection has its own, and not the organization's."),
  userAttributes: allowAbsent(userAttributes).describe("User attributes that choose the role and the warehouse."),
  roleSwitching: describeText("Whether people may switch roles: `allRoles` or `disabled`."),
  ...archived,
  ...audit,
});
/**
 * A connection to a warehouse; further fields depend on its type. The platform never returns most of its details,
 * secrets among them.
 */
export interface Connection extends z.infer<typeof connection> {}

type Json = Readonly<Record<string, unknown>>;

/** A whole connection: the platform replaces everything that a write leaves out. */
export interface WholeConnection {
  readonly name: string;
  readonly type: string;
  /** What isn't secret. */
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

export const tableColumn = z.looseObject({
  name: z.string().describe("Its name."),
  type: z.unknown().describe("Its type, as the platform describes it."),
  // Or `removed`, for one that the warehouse has no more.
  visibility: z.string().describe("`included` or `hidden`."),
  description: describeText("Its description."),
});
/** A column of a table in a connection's catalog. */
export type TableColumn = z.infer<typeof tableColumn>;

/** Whether the platform made the connection: the sample data and the audit log. Nobody may change or delete these. */
const isBuiltIn = ({ isSample, isAuditLog }: Connection) => isSample === true || isAuditLog === true;

/**
 * Connections to warehouses, `/v2/connections`, and the platform's catalog of them. `DELETE` archives.
 *
 * @example
 * ```ts
 * const { inodeId } = await client.connections.lookup(connectionId, ["SALES", "PUBLIC", "ORDERS"]);
 * ```
 */
export const connections = defineArea(
  {
    path: "/v2/connections",
    noun: "connection",
    id: "connectionId",
    read: "either",
    isComplete: true,
    listed: connection as z.ZodType<Connection>,
    sends: [
      "name",
      "type",
      "details",
      "secrets",
      "description",
      "poolSizes",
      "timeoutSecs",
      "useFriendlyNames",
      "restore",
    ],
    encode: (given) => encodeWhole(given as Partial<WholeConnection>),
  },
  (connections, api) => ({
    ...connections,

    isBuiltIn,

    /** Whether a connection has this id; a built-in one counts too. Calls close to each other share one listing. */
    has: async (id: string): Promise<boolean> => (await connections.findListed(id)) !== undefined,

    /**
     * All that a program may manage, oldest first: neither archived nor built in. Calls close to each other share one
     * listing.
     */
    readAll: async () => (await connections.readAll()).filter((entry) => !isBuiltIn(entry)),

    /**
     * `PUT /v2/connections/{connectionId}`. The platform connects to the warehouse, and refuses the request when it
     * can't.
     */
    replace(id: string, whole: WholeConnection): Promise<Connection> {
      return api.write("/v2/connections", {
        method: "PUT",
        path: path`/v2/connections/${id}`,
        ...encodeWhole(whole),
        answer: expectId(connection, "connectionId", id),
      });
    },

    /**
     * `POST /v2/connection/{connectionId}/lookup`: the object at a path such as database, schema, table. Changes
     * nothing.
     */
    lookup(id: string, objectPath: readonly string[]): Promise<ConnectionObject> {
      return api.transport.send({
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
      return api.transport.send({
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
      return api.transport.send({
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
    listPaths({ connectionId }: { connectionId?: string } = {}): AsyncGenerator<ConnectionPath, void, undefined> {
      return list(api.transport, {
        path: "/v2/connections/paths",
        query: { connectionId },
        entry: listedPath,
        style: "page",
      });
    },

    /** `GET /v2/connections/tables/{tableId}/columns`, removed ones too. */
    listColumns(tableId: string): AsyncGenerator<TableColumn, void, undefined> {
      return list(api.transport, {
        path: path`/v2/connections/tables/${tableId}/columns`,
        entry: tableColumn,
        style: "token",
      });
    },
  }),
);

/** The connections of an organization. */
export type Connections = ReturnType<typeof connections.open>;

function encodeWhole({ type, details, secrets, ...rest }: Partial<WholeConnection>) {
  return {
    body: { ...rest, ...(details && { details: { type, ...details, ...secrets } }) },
    secrets: collectTexts(secrets),
  };
}
