import * as z from "zod";
import type { Connection } from "../../core/api";
import { equal, equalSet } from "../../core/engine";
import { getOwnValue, hasMask } from "../../core/text";

const text = z.string().min(1);

/** The parts of a place that the platform writes to; which of them there are depends on the warehouse. */
const place = {
  writeCatalog: text.optional().describe("The catalog."),
  writeDatabase: text.optional().describe("The database."),
  writeSchema: text.optional().describe("The schema."),
};
const writeSchemaId = text
  .optional()
  .describe("The platform's id of the schema. Left out: the one that the connection has for it.");

const all = {
  account: text.describe("The account. Give `host` too: without, the platform may fail to connect."),
  additionalProjectIds: z.array(text).describe("Ids of further projects."),
  audience: text.describe("The audience of OAuth federation."),
  authType: z
    .enum(["key-pair", "oauth", "basic-auth"])
    .meta({ title: "SnowflakeAuthentication" })
    .describe(
      "How the platform signs in: `key-pair` with `user` and the secret `privateKey`, `oauth`, or `basic-auth` " +
        "with `user` and the secret `password`.",
    ),
  clientId: text.describe(
    "The client id of an OAuth of the connection's own. Left out: OAuth is that of the organization.",
  ),
  database: text.describe("The database."),
  enableHiveMetastore: z.boolean().describe("Whether the Hive metastore is in the catalog."),
  exportsWarehouse: text.describe("The warehouse that exports run on."),
  host: text.describe("The host name."),
  httpPath: text.describe("The HTTP path of the SQL warehouse or cluster."),
  idpType: z
    .enum([
      "adfs",
      "auth0",
      "aws_databricks",
      "azuread",
      "azure_databricks",
      "gcp_databricks",
      "okta",
      "ping",
      "snowflake",
      "unknown",
    ])
    .meta({ title: "IdentityProvider" })
    .describe("The identity provider."),
  inputTableAuditLogSchema: z
    .strictObject({ ...place, writebackSchemaId: writeSchemaId })
    .meta({ title: "InputTableAuditLogSchema" })
    .describe("Where changes of input tables are logged. Can't change once it is set: input tables would break."),
  metadataUrl: text.describe("The metadata address of the identity provider."),
  port: z.int().min(1).max(65535).describe("The port."),
  projectId: text.describe("Id of the project."),
  pythonComputeClusterId: text.describe("Id of the cluster that runs Python."),
  pythonProperties: z
    .record(z.string(), z.unknown())
    .describe("Settings for Python: `serviceNames`, `externalAccessIntegration`, `warehouse`, `packages`."),
  role: text.describe("The role."),
  roleSwitching: z
    .enum(["allRoles", "disabled"])
    .meta({ title: "RoleSwitching" })
    .describe("Whether people may switch their role, with OAuth."),
  scopes: z.array(text).describe("The OAuth scopes."),
  server: text.describe("The server."),
  sourceSwapPolicyId: text.describe("Id of the source swap policy that `useSourceSwapPolicy` turns on."),
  usePython: z.boolean().describe("Whether elements may run Python."),
  useJwt: z.boolean().describe("Whether access tokens are JWTs."),
  useOauth: z.boolean().describe("Whether people sign in by OAuth."),
  usePkce: z.boolean().describe("Whether OAuth uses PKCE."),
  useReadUncommittedIsolation: z.boolean().describe("Whether queries read uncommitted data."),
  user: text.describe("The user name."),
  userAttributes: z
    .strictObject({
      role: text.optional().describe("Name of the attribute with the role."),
      warehouse: text.optional().describe("Name of the attribute with the warehouse."),
    })
    .meta({ title: "SwitchingUserAttributes" })
    .describe("The user attributes that switch role and warehouse."),
  useSourceSwapPolicy: z.boolean().describe("Whether the connection follows a source swap policy."),
  useTls: z.boolean().describe("Whether the platform connects by TLS."),
  warehouse: text.describe("The warehouse that queries run on."),
  workspaceUrl: text.describe("The address of the workspace."),
  writeAccess: z
    .strictObject({
      ...place,
      writeProject: text.optional().describe("The project."),
      writeDataset: text.optional().describe("The dataset."),
    })
    .meta({ title: "WriteAccess" })
    .describe(
      "Where the platform may write. `writeSchema` for most warehouses, with `writeDatabase` or `writeCatalog` " +
        "where there are such; `writeProject` and `writeDataset` for BigQuery.",
    ),
  writebackSchemas: z
    .array(z.strictObject({ ...place, writebackSchemaId: writeSchemaId }).meta({ title: "WritebackSchema" }))
    .describe("Where the platform may write with OAuth."),
};

type Name = keyof typeof all;
const oauth = ["metadataUrl", "clientId", "scopes", "idpType", "usePkce", "useJwt"] as const;
const swap = ["useSourceSwapPolicy", "sourceSwapPolicyId"] as const;
const written = ["writebackSchemas", "inputTableAuditLogSchema"] as const;
const database = ["host", "database", "user", "port", "useTls", "writeAccess"] as const;
const microsoft = ["server", "port", "user", "useReadUncommittedIsolation", "writeAccess"] as const;
const plain = ["host", "port", "user", "writeAccess"] as const;

/** The details of each type of warehouse, without secrets. */
const names = {
  snowflake: [
    ...([
      "server",
      "account",
      "host",
      "user",
      "warehouse",
      "role",
      "authType",
      "usePython",
      "pythonProperties",
    ] as const),
    ...swap,
    ...oauth,
    ...(["exportsWarehouse", "writeAccess", "userAttributes", "roleSwitching"] as const),
    ...written,
  ],
  databricks: [
    ...(["host", "workspaceUrl", "httpPath", "enableHiveMetastore", "usePython", "pythonComputeClusterId"] as const),
    ...swap,
    ...oauth,
    "writeAccess",
    ...written,
  ],
  bigQuery: ["projectId", "additionalProjectIds", "useOauth", "audience", ...oauth, "writeAccess"],
  postgres: database,
  redshift: database,
  alloydb: database,
  mysql: plain,
  starburst: plain,
  azuresql: ["database", ...microsoft],
  sqlserver: microsoft,
} as const satisfies Record<string, readonly Name[]>;

/** The type of a warehouse. */
export type Warehouse = keyof typeof names;
export const warehouses = Object.keys(names) as [Warehouse, ...Warehouse[]];

const defineDetails = <Type extends Warehouse>(type: Type) =>
  z.strictObject(
    Object.fromEntries(names[type].map((name) => [name, all[name].optional()])) as {
      [Key in (typeof names)[Type][number]]: z.ZodOptional<(typeof all)[Key]>;
    },
  );
const defineForm = <Type extends Warehouse>(type: Type) =>
  z.object({ type: z.literal(type), details: defineDetails(type) });

/** The details by `type`. */
export const detailsByType = z.discriminatedUnion("type", [
  defineForm("snowflake"),
  defineForm("databricks"),
  defineForm("bigQuery"),
  defineForm("postgres"),
  defineForm("redshift"),
  defineForm("alloydb"),
  defineForm("mysql"),
  defineForm("starburst"),
  defineForm("azuresql"),
  defineForm("sqlserver"),
]);

type Data = Readonly<Record<string, unknown>>;

/** What the platform needs of each type. */
const needed: Readonly<Record<Warehouse, readonly string[]>> = {
  snowflake: ["details.account"],
  databricks: ["details.host"],
  bigQuery: ["details.projectId"],
  postgres: ["details.host", "details.database"],
  redshift: ["details.host", "details.database"],
  alloydb: ["details.host", "details.database"],
  mysql: ["details.host", "details.port", "details.user", "secrets.password"],
  starburst: ["details.host", "details.port", "details.user", "secrets.password"],
  azuresql: ["details.server", "details.database", "details.port", "details.user", "secrets.password"],
  sqlserver: ["details.server", "details.port", "details.user", "secrets.password"],
};

const neededBySnowflake: Readonly<Record<string, readonly string[]>> = {
  "key-pair": ["details.user", "secrets.privateKey"],
  "basic-auth": ["details.user", "secrets.password"],
};

/** The fields that a whole connection lacks, by their paths. */
export function listMissing({ type, details, secrets }: { type: Warehouse; details: Data; secrets?: Data }): string[] {
  const forms = [
    // A type that is known only after apply needs nothing yet.
    ...(getOwnValue(needed, type) ?? []),
    ...(type === "snowflake" ? (neededBySnowflake[String(details.authType)] ?? []) : []),
    ...(type === "bigQuery" && (details.useOauth ?? false) === false ? ["secrets.serviceAccount"] : []),
  ];
  const given: Readonly<Record<string, Data | undefined>> = { details, secrets };
  return forms.filter((path) => {
    const [holder = "", name = ""] = path.split(".");
    return given[holder]?.[name] === undefined;
  });
}

/** Where the platform returns a detail: most of them nowhere. */
const shownAs: Readonly<Record<string, string>> = {
  account: "account",
  warehouse: "warehouse",
  user: "user",
  role: "role",
  httpPath: "httpPath",
  exportsWarehouse: "exportsWarehouse",
  roleSwitching: "roleSwitching",
  userAttributes: "userAttributes",
  useOauth: "useOauth",
  metadataUrl: "oauthMetadataUrl",
  clientId: "oauthClientId",
  scopes: "oauthScopes",
  idpType: "oauthIdpType",
  usePkce: "oauthUsePkce",
  useJwt: "oauthUseJwt",
  audience: "oauthAudience",
};

/**
 * The details as the platform shows them, in the words of the declaration. What it doesn't show, or only as a mask,
 * counts as declared.
 *
 * @param declared undefined: nothing is declared, and all that is shown is wanted.
 */
export function readDetails(type: Warehouse, found: Connection, declared: Data | undefined): Data {
  const known: readonly string[] = getOwnValue(names, type) ?? [];
  const shown = known.flatMap((name) => {
    const value = shownAs[name] === undefined ? undefined : found[shownAs[name]];
    const isWanted = declared === undefined || declared[name] !== undefined;
    return isWanted && value !== undefined && value !== null && !hasMask(value) ? [[name, value] as const] : [];
  });
  const changed = shown.filter(([name, value]) => !isSameValue(declared?.[name], value));
  return { ...declared, ...Object.fromEntries(changed) };
}

/**
 * The details that the platform shows and neither `details` nor `secrets` declares, in the words of the declaration: an
 * update sends them back, because the platform would lose them.
 */
export function listUndeclared(type: Warehouse, now: Connection, details: Data, secrets: Data): Data {
  const isDeclared = (name: string) => details[name] !== undefined || secrets[name] !== undefined;
  const kept = Object.entries(readDetails(type, now, undefined)).filter(
    ([name, value]) => !isDeclared(name) && !isEmpty(value),
  );
  const signsInOtherwise = ["authType", "password", "privateKey"].some(isDeclared);
  return {
    ...Object.fromEntries(kept),
    // Of Snowflake, the platform shows only whether it is OAuth.
    ...(type === "snowflake" && now.useOauth === true && !signsInOtherwise && { authType: "oauth" }),
  };
}

/** What the platform shows as outputs of its own, and an update sends back. */
const destinations: readonly string[] = ["writeAccess", "writebackSchemas", "inputTableAuditLogSchema"];

/** The details of a type that the platform shows nowhere. */
export const listHidden = (type: Warehouse): string[] =>
  [...(getOwnValue<readonly string[]>(names, type) ?? [])].filter(
    (name) => shownAs[name] === undefined && !destinations.includes(name),
  );

/** The details that the platform shows only as masks. */
export function listMasked(type: Warehouse, found: Connection): string[] {
  const known: readonly string[] = names[type] ?? [];
  return known.filter((name) => shownAs[name] !== undefined && hasMask(found[shownAs[name]]));
}

const isEmpty = (value: unknown) => value === "" || value === false || (Array.isArray(value) && value.length === 0);

/** The order of scopes tells nothing. */
function isSameValue(declared: unknown, found: unknown): boolean {
  if (Array.isArray(declared) && Array.isArray(found)) return equalSet(declared, found);
  return equal(declared, found);
}
