import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import { createArchived, createFailure, createInvalidRequest } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { containsText, flag } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Connection } from "../state/records";
import { fingerprint } from "./api-credentials";
import { addTablesOfType, findConnection, usesOauth } from "./connections";
import { checkName } from "./names";

type Params = { Params: { connectionId: string } };
type Details = Readonly<Record<string, unknown>>;

const path = "/v2/connections/:connectionId";

/** The records of connections; what is in their catalogs is in `connections.ts`. */
export function addConnectionRecordRoutes(app: FastifyInstance): void {
  app.get("/v2/connections", async (request) => {
    const { search, includeArchived } = parseQuery(
      z.object({ search: z.string().optional(), includeArchived: flag }),
      request.query,
    );
    const found = request.call.store.connections
      .listAll()
      .filter(({ name }) => containsText(name, search))
      .filter(({ isArchived }) => !isArchived || includeArchived);
    return buildPage(request, found, (connection) => presentConnection(request.call, connection), "total and hasMore");
  });

  app.post("/v2/connections", async ({ call, body }, reply) => {
    const given = parseWhole(call, body);
    checkName(call, "connections", given.name);
    const connection: Connection = {
      connectionId: call.ids.makeUuid("connection"),
      isSample: false,
      isArchived: false,
      ...given,
      ...stampCreated(call.actor),
    };
    call.store.connections.put(connection.connectionId, connection);
    addTablesOfType(call, connection);
    reply.code(201);
    return presentConnection(call, connection);
  });

  app.get<Params>(path, async ({ call, params }) => presentConnection(call, findConnection(call, params.connectionId)));

  app.put<Params>(path, async ({ call, params, body }) => {
    const before = findChangeable(call, params.connectionId);
    const given = parseWhole(call, body);
    checkName(call, "connections", given.name, before.connectionId);
    if (before.isArchived && !given.restore) {
      throw createArchived("Connection", before.connectionId);
    }
    if (given.type !== before.type) {
      throw createInvalidRequest("The type of a connection can't be changed");
    }
    const { connectionId, isSample, createdBy, createdAt } = before;
    const { restore: _, ...whole } = given;
    const kept = call.settings.connectionSecretsOnPut === "kept" ? before.secrets : {};
    const changed: Connection = {
      ...{ connectionId, isSample, createdBy, createdAt, isArchived: false },
      ...whole,
      secrets: { ...kept, ...whole.secrets },
      ...stampUpdated(call.actor),
    };
    call.store.connections.put(connectionId, changed);
    return presentConnection(call, changed);
  });

  app.patch<Params>(path, async ({ call, params, body }) => {
    const before = findChangeable(call, params.connectionId);
    const fields = { name: z.string().min(1).optional(), useOauth: z.boolean().optional() };
    const { name = before.name, useOauth } = parseBody(defineObject(call, fields), body);
    checkName(call, "connections", name, before.connectionId);
    const details = useOauth === undefined ? before.details : { ...before.details, useOauth };
    const changed = { ...before, name, details, ...stampUpdated(call.actor) };
    call.store.connections.put(before.connectionId, changed);
    return presentConnection(call, changed);
  });

  app.delete<Params>(path, async ({ call, params }) => {
    const before = findChangeable(call, params.connectionId);
    call.store.connections.put(before.connectionId, { ...before, isArchived: true, ...stampUpdated(call.actor) });
    return {};
  });

  app.get<Params>(`${path}/test`, async ({ call, params }) => {
    const { details = {}, secrets } = findConnection(call, params.connectionId);
    const isSignedIn = secrets === undefined || usesOauth(details) || Object.keys(secrets).length > 0;
    const result = isSignedIn ? "SUCCESS" : "FAILED";
    return { read: result, write: details.writeAccess === undefined ? "DISABLED" : result };
  });

  addDbtRoutes(app);
}

/** Nothing is said of a limit; a dbt project of thousands of models has more than any other body. */
const uploadLimit = 512 * 1024 * 1024;

/** The upload of a dbt project comes as a form of one file. */
function addDbtRoutes(app: FastifyInstance): void {
  app.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.post<Params>(
    `${path}/dbtArtifacts`,
    { bodyLimit: uploadLimit },
    async ({ call, params, headers, body }, reply) => {
      const { connectionId } = findConnection(call, params.connectionId);
      const file = await readFile(body, headers["content-type"]);
      // A gzip begins with these bytes.
      if (file === undefined || file.length < 2 || file.readUInt16BE(0) !== 0x1f8b) {
        throw createInvalidRequest("Expecting a tar.gz at artifacts");
      }
      const digest = createHash("sha256").update(file).digest("hex");
      call.store.dbtUploads.put(`${connectionId} ${digest}`, { connectionId, digest });
      reply.code(201);
      return {};
    },
  );
}

async function readFile(body: unknown, contentType = ""): Promise<Buffer | undefined> {
  if (!(body instanceof Buffer)) return undefined;
  const sent = new Response(body, { headers: { "Content-Type": contentType } });
  const file = (await sent.formData().catch(() => undefined))?.get("artifacts");
  return file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : undefined;
}

function findChangeable(call: Call, connectionId: string): Connection {
  const connection = findConnection(call, connectionId);
  if (connection.isSample) {
    throw createFailure(403, "The sample connection can't be changed");
  }
  return connection;
}

const secretFields = ["password", "privateKey", "privateKeyPassphrase", "clientSecret", "serviceAccount", "token"];

/**
 * What a POST or PUT says: everything. The published schema lacks fields that the platform takes, so `details` is open.
 */
function parseWhole(call: Call, body: unknown) {
  const size = z.number().optional();
  const { details, name, description, poolSizes, timeoutSecs, useFriendlyNames, restore } = parseBody(
    defineObject(call, {
      details: detailsSchema,
      name: z.string().min(1),
      description: z.record(z.string(), z.unknown()).optional(),
      poolSizes: defineObject(call, {
        isPoolConfigured: z.boolean().optional(),
        adhocPoolSize: size,
        schedulePoolSize: size,
        catalogPoolSize: size,
        resultPoolSize: size,
      }).optional(),
      timeoutSecs: z.number().optional(),
      useFriendlyNames: z.boolean().optional(),
      restore: z.boolean().optional(),
    }),
    body,
  );
  connect(details);
  const { type, ...others } = details as Details & { readonly type: string };
  const isSecret = ([field]: [string, unknown]) => secretFields.includes(field);
  const fields = Object.entries(others);
  return {
    ...{ name, type, description, timeoutSecs, useFriendlyNames, restore },
    poolSizes: poolSizes && { ...poolSizes, isPoolConfigured: poolSizes.isPoolConfigured ?? true },
    details: addSchemaIds(call, Object.fromEntries(fields.filter((field) => !isSecret(field)))),
    secrets: Object.fromEntries(
      fields.filter(isSecret).map(([field, secret]) => [field, fingerprint(JSON.stringify(secret))]),
    ),
  };
}

const text = z.string();
const secret = z.union([
  text,
  z.object({ type: z.literal("plain"), value: text }),
  z.object({ secretManagerId: text, secretId: text }),
]);
/** A schema that the platform writes to; a project and data set in BigQuery. */
const destinationFields = z.looseObject({
  writeDatabase: text.optional(),
  writeCatalog: text.optional(),
  writeProject: text.optional(),
  writeSchema: text.optional(),
  writeDataset: text.optional(),
  writebackSchemaId: text.optional(),
});
const isComplete = ({ writeSchema, writeDataset }: Details) => (writeSchema ?? writeDataset) !== undefined;
const destination = destinationFields.refine(isComplete);
/** Snowflake may have a warehouse for what is materialized, and no schema. */
const access = destinationFields
  .extend({ materializationWarehouse: text.optional() })
  .refine((parts) => isComplete(parts) || parts.materializationWarehouse !== undefined);
/** What no type of warehouse has otherwise than others. */
const common = {
  account: text.optional(),
  warehouse: text.optional(),
  user: text.optional(),
  role: text.optional(),
  exportsWarehouse: text.optional(),
  httpPath: text.optional(),
  userAttributes: z.looseObject({}).optional(),
  roleSwitching: z.unknown().optional(),
  writeAccess: access.optional(),
  writebackSchemas: z.array(destination).optional(),
  inputTableAuditLogSchema: destination.optional(),
  metadataUrl: text.optional(),
  clientId: text.optional(),
  scopes: z.array(text).optional(),
  idpType: text.nullable().optional(),
  usePkce: z.boolean().nullable().optional(),
  useJwt: z.boolean().nullable().optional(),
  useOauth: z.boolean().optional(),
  audience: text.optional(),
};
const defineWarehouse = (types: [string, ...string[]], fields: z.ZodRawShape) =>
  z.looseObject({ type: z.enum(types), ...common, ...fields });

const detailsSchema = z.discriminatedUnion("type", [
  defineWarehouse(["postgres", "redshift", "alloydb"], { host: text, database: text, password: secret.optional() }),
  defineWarehouse(["bigQuery"], { projectId: text, serviceAccount: secret.optional() }),
  defineWarehouse(["snowflake"], { authType: z.enum(["basic-auth", "key-pair", "oauth"]).optional() }),
  defineWarehouse(["databricks"], { host: text }),
  defineWarehouse(["mysql", "starburst"], { host: text, port: z.number(), user: text, password: secret }),
  defineWarehouse(["azuresql"], { server: text, database: text, port: z.number(), user: text, password: secret }),
  defineWarehouse(["sqlserver"], { server: text, port: z.number(), user: text, password: secret }),
]);

/** The platform connects before it saves, unless people sign in themselves. No host below `.invalid` exists. */
function connect(details: Details): void {
  const host = String(details.host ?? details.server ?? "");
  if (!usesOauth(details) && host.endsWith(".invalid")) {
    throw createInvalidRequest("Could not connect to host");
  }
}

/** The server names each schema that it writes to, unless the client says which one it is. */
function addSchemaIds(call: Call, details: Details): Details {
  const nameSchema = (one: Details) => ({ writebackSchemaId: call.ids.makeUuid("writeback schema"), ...one });
  const { writebackSchemas, inputTableAuditLogSchema } = details;
  return {
    ...details,
    ...(Array.isArray(writebackSchemas) ? { writebackSchemas: writebackSchemas.map(nameSchema) } : {}),
    ...(inputTableAuditLogSchema ? { inputTableAuditLogSchema: nameSchema(inputTableAuditLogSchema as Details) } : {}),
  };
}

/** What can be read of a connection: little of what was written, some of it under other names. */
function presentConnection(call: Call, connection: Connection): Record<string, unknown> {
  const { useFriendlyNames = true, timeoutSecs, details = {}, secrets: _, description: __, ...record } = connection;
  const { account, warehouse, user, role, exportsWarehouse, userAttributes, roleSwitching } = details;
  const { writeAccess, writebackSchemas, inputTableAuditLogSchema, httpPath } = details;
  const written = writeAccess as Details | undefined;
  return {
    organizationId: call.ids.nameUuid("organization"),
    ...record,
    ...{ account, warehouse, user, role, exportsWarehouse, userAttributes, roleSwitching, httpPath },
    friendlyName: useFriendlyNames,
    timeout: { default: timeoutSecs ?? 600 },
    isAuditLog: false,
    lastActiveAt: connection.updatedAt,
    useOauth: usesOauth(details),
    writeAccess: writeAccess !== undefined,
    writebacks: written && isComplete(written) ? [presentDestination(written)] : undefined,
    writebackSchemas: (writebackSchemas as Details[] | undefined)?.map(presentDestination),
    inputTableAuditLogSchema: inputTableAuditLogSchema && presentDestination(inputTableAuditLogSchema as Details),
    oauthMetadataUrl: details.metadataUrl,
    oauthClientId: details.clientId,
    oauthScopes: details.scopes,
    oauthIdpType: details.idpType,
    oauthUsePkce: details.usePkce,
    oauthUseJwt: details.useJwt,
    oauthAudience: details.audience,
    isIndependentOAuth: details.clientId !== undefined,
  };
}

function presentDestination({ writebackSchemaId, ...parts }: Details): Record<string, unknown> {
  const database = parts.writeDatabase ?? parts.writeCatalog ?? parts.writeProject ?? "";
  return { database, schema: parts.writeSchema ?? parts.writeDataset, writebackSchemaId };
}
