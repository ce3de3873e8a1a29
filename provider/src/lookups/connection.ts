import type { Connection } from "../core/api";
import { defineCollection, type FieldTypes, type Zod } from "./declare";
import { archivedFlag, audit, createArchivedState } from "./shared-fields";

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
  const declareText = (description: string) => zod.string().optional().describe(description);
  const declareNumber = (description: string) => zod.number().optional().describe(description);
  const declareFlag = (description: string) => zod.boolean().optional().describe(description);
  const destination = zod
    .object({
      database: declareText("The database or catalog. Some warehouses have none."),
      schema: zod.string().describe("The schema."),
      writebackSchemaId: declareText("Its id on the platform."),
      description: declareText("What the schema is for."),
    })
    .meta({ title: "WriteDestinationResult" });
  const timeout = zod
    .object({
      default: zod.number().describe("In general."),
      worksheet: declareNumber("In worksheets."),
      dashboard: declareNumber("In dashboards."),
      download: declareNumber("In downloads."),
    })
    .meta({ title: "ConnectionTimeoutResult" });
  const poolSizes = zod
    .object({
      isPoolConfigured: declareFlag("Whether the sizes aren't the platform's defaults."),
      adhocPoolSize: declareNumber("For queries of people."),
      catalogPoolSize: declareNumber("For the catalog."),
      resultPoolSize: declareNumber("For results."),
      schedulePoolSize: declareNumber("For schedules."),
    })
    .meta({ title: "PoolSizesResult" });
  const userAttributes = zod
    .object({
      role: declareText("The one that has the role."),
      warehouse: declareText("The one that has the warehouse."),
    })
    .meta({ title: "ConnectionUserAttributesResult" });
  return {
    organizationId: declareText("Id of the organization."),
    isSample: declareFlag("Whether it is the platform's own sample data."),
    isAuditLog: declareFlag("Whether it is the platform's own audit log."),
    lastActiveAt: declareText("When it was last used (ISO 8601)."),
    account: declareText("The account in the warehouse."),
    warehouse: declareText("The warehouse that runs queries."),
    user: declareText("The user that signs in."),
    role: declareText("The role that queries run with."),
    timeout: timeout.optional().describe("After how many seconds queries end."),
    poolSizes: poolSizes.optional().describe("How many queries run at the same time."),
    writeAccess: declareFlag("Whether the platform may write to the warehouse."),
    friendlyName: declareFlag("Whether names of columns are shown in a readable form."),
    writebacks: zod.array(destination).optional().describe("Where the platform writes to."),
    writebackSchemas: zod.array(destination).optional().describe("The schemas for input tables."),
    inputTableAuditLogSchema: destination.optional().describe("Where changes of input tables are logged."),
    materializationWarehouse: declareText("The warehouse that materializes."),
    exportsWarehouse: declareText("The warehouse that runs exports."),
    useOauth: declareFlag("Whether people sign in to the warehouse by OAuth."),
    oauthMetadataUrl: declareText("OAuth: the address of the provider's metadata."),
    oauthClientId: declareText("OAuth: the client's id."),
    oauthScopes: zod.array(zod.string()).optional().describe("OAuth: the scopes."),
    oauthIdpType: declareText("OAuth: the provider, such as `okta`."),
    oauthUsePkce: declareFlag("OAuth: whether it uses PKCE."),
    oauthUseJwt: declareFlag("OAuth: whether it uses JWT."),
    oauthAudience: declareText("OAuth: the audience."),
    isIndependentOAuth: declareFlag("OAuth: whether the connection has its own, and not the organization's."),
    userAttributes: userAttributes.optional().describe("User attributes that choose the role and the warehouse."),
    roleSwitching: declareText("Whether people may switch roles: `allRoles` or `disabled`."),
  };
}
