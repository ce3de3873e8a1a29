import type { Connection } from "../core/api";
import { archivedFlag, audit, createArchivedState, defineCollection, type FieldTypes, type Zod } from "./declare";

export const connection = defineCollection<Connection>({
  noun: "connection",
  title: "Connections",
  permission: "access to the connections",
  isEssential: true,
  getEndpoint: "GET /v2/connections/{connectionId}",
  listEndpoint: "GET /v2/connections",
  examples: {
    get: `const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
export const connectionId = warehouse.id;`,
    list: `export const connections = analytics.listConnectionsOutput({ type: "snowflake" });`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    type: zod.string().describe("The kind of warehouse, such as `snowflake`."),
    ...createShownFields(zod),
    ...createArchivedState(zod),
    ...audit(zod),
  }),
  listFlags: archivedFlag,
  filters: ["type"],
  entries: ({ connections }, _, { isArchived }) => connections.list(isArchived ? { includeArchived: true } : {}),
  get: ({ connections }, id) => connections.get(id),
  idOf: ({ connectionId }) => connectionId,
  nameOf: ({ name }) => name,
});

/** What the platform shows of a connection beside its name and type; which of them, depends on the type. */
function createShownFields(zod: Zod): FieldTypes {
  const text = (description: string) => zod.string().optional().describe(description);
  const number = (description: string) => zod.number().optional().describe(description);
  const flag = (description: string) => zod.boolean().optional().describe(description);
  const destination = zod
    .object({
      database: text("The database or catalog. Some warehouses have none."),
      schema: zod.string().describe("The schema."),
      writebackSchemaId: text("Its id on the platform."),
      description: text("What the schema is for."),
    })
    .meta({ title: "WriteDestinationResult" });
  const timeout = zod
    .object({
      default: zod.number().describe("In general."),
      worksheet: number("In worksheets."),
      dashboard: number("In dashboards."),
      download: number("In downloads."),
    })
    .meta({ title: "ConnectionTimeoutResult" });
  const poolSizes = zod
    .object({
      isPoolConfigured: flag("Whether the sizes aren't the platform's defaults."),
      adhocPoolSize: number("For queries of people."),
      catalogPoolSize: number("For the catalog."),
      resultPoolSize: number("For results."),
      schedulePoolSize: number("For schedules."),
    })
    .meta({ title: "PoolSizesResult" });
  const userAttributes = zod
    .object({
      role: text("The one that has the role."),
      warehouse: text("The one that has the warehouse."),
    })
    .meta({ title: "ConnectionUserAttributesResult" });
  return {
    organizationId: text("Id of the organization."),
    isSample: flag("Whether it is the platform's own sample data."),
    isAuditLog: flag("Whether it is the platform's own audit log."),
    lastActiveAt: text("When it was last used (ISO 8601)."),
    account: text("The account in the warehouse."),
    warehouse: text("The warehouse that runs queries."),
    user: text("The user that signs in."),
    role: text("The role that queries run with."),
    timeout: timeout.optional().describe("After how many seconds queries end."),
    poolSizes: poolSizes.optional().describe("How many queries run at the same time."),
    writeAccess: flag("Whether the platform may write to the warehouse."),
    friendlyName: flag("Whether names of columns are shown in a readable form."),
    writebacks: zod.array(destination).optional().describe("Where the platform writes to."),
    writebackSchemas: zod.array(destination).optional().describe("The schemas for input tables."),
    inputTableAuditLogSchema: destination.optional().describe("Where changes of input tables are logged."),
    materializationWarehouse: text("The warehouse that materializes."),
    exportsWarehouse: text("The warehouse that runs exports."),
    useOauth: flag("Whether people sign in to the warehouse by OAuth."),
    oauthMetadataUrl: text("OAuth: the address of the provider's metadata."),
    oauthClientId: text("OAuth: the client's id."),
    oauthScopes: zod.array(zod.string()).optional().describe("OAuth: the scopes."),
    oauthIdpType: text("OAuth: the provider, such as `okta`."),
    oauthUsePkce: flag("OAuth: whether it uses PKCE."),
    oauthUseJwt: flag("OAuth: whether it uses JWT."),
    oauthAudience: text("OAuth: the audience."),
    isIndependentOAuth: flag("OAuth: whether the connection has its own, and not the organization's."),
    userAttributes: userAttributes.optional().describe("User attributes that choose the role and the warehouse."),
    roleSwitching: text("Whether people may switch roles: `allRoles` or `disabled`."),
  };
}
