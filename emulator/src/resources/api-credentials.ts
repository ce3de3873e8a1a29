import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import { requireExisting } from "../http/errors";
import { defineObject, presentOptionalText } from "../http/fields";
import { buildTokenPage } from "../http/pages";
import { containsText } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { ApiCredential } from "../state/records";

const secretFields = ["password", "token", "value", "clientSecret", "secretAccessKey", "sessionToken"];

/** What the emulator keeps of a secret, so that a test can tell whether the right one arrived. */
export function fingerprint(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export function addApiCredentialRoutes(app: FastifyInstance): void {
  app.get("/v2/api-credentials", async (request) => {
    const { name: filter } = parseQuery(z.object({ name: z.string().optional() }), request.query);
    const found = request.call.store.apiCredentials
      .listAll()
      .filter((credential) => containsText(credential.name, filter));
    return buildTokenPage(request, found, ({ apiCredentialId, name, authMethod, allowlist, description }) => ({
      apiCredentialId,
      name,
      authMethod,
      allowlist,
      ...presentOptionalText(request.call, "description", description),
    }));
  });

  app.post("/v2/api-credentials", async (request) =>
    present(request.call, createCredential(request.call, request.body)),
  );

  app.get<{ Params: { id: string } }>("/v2/api-credentials/:id", async (request) =>
    present(request.call, findCredential(request.call, request.params.id)),
  );

  app.patch<{ Params: { id: string } }>("/v2/api-credentials/:id", async (request) =>
    present(request.call, patchCredential(request.call, request.params.id, request.body)),
  );

  app.delete<{ Params: { id: string } }>("/v2/api-credentials/:id", async (request) => {
    const { apiCredentialId } = findCredential(request.call, request.params.id);
    request.call.store.apiCredentials.delete(apiCredentialId);
    return {};
  });
}

function createCredential(call: Call, body: unknown): ApiCredential {
  const { name, allowlist, description, credential } = parseBody(
    defineObject(call, {
      name: z.string().min(1),
      allowlist: z.array(z.string()).min(1),
      credential: buildCredentialSchema(call),
      description: z.string().optional(),
    }),
    body,
  );
  const made: ApiCredential = {
    apiCredentialId: call.ids.makeUuid("api credential"),
    name,
    description,
    allowlist,
    ...removeSecrets(credential),
    ...stampCreated(call.actor),
  };
  call.store.apiCredentials.put(made.apiCredentialId, made);
  return made;
}

function patchCredential(call: Call, id: string, body: unknown): ApiCredential {
  const before = findCredential(call, id);
  const { name, allowlist, description, credential } = parseBody(
    defineObject(call, {
      name: z.string().min(1).optional(),
      description: z.string().nullable().optional(),
      allowlist: z.array(z.string()).min(1).optional(),
      credential: buildCredentialSchema(call).optional(),
    }),
    body,
  );
  const changed: ApiCredential = {
    ...before,
    name: name ?? before.name,
    description: description === null ? undefined : (description ?? before.description),
    allowlist: allowlist ?? before.allowlist,
    // Left out, the stored one stays with its secrets; given, it replaces all of it.
    ...(credential === undefined ? {} : removeSecrets(credential)),
    ...stampUpdated(call.actor),
  };
  call.store.apiCredentials.put(id, changed);
  return changed;
}

/** The five methods a credential can be created with; reading may show two more, which only the product's UI makes. */
function buildCredentialSchema(call: Call) {
  const text = z.string();
  const defineMethod = <Method extends string, Fields extends z.ZodRawShape>(name: Method, fields: Fields) =>
    defineObject(call, { authMethod: z.literal(name), [name]: defineObject(call, fields) });
  return z.discriminatedUnion("authMethod", [
    defineMethod("basic", { username: text, password: text }),
    defineMethod("bearer", { token: text }),
    defineMethod("apiKey", { key: text, value: text, isQueryParam: z.boolean() }),
    defineMethod("oAuthClientCredentials", {
      clientId: text,
      clientSecret: text,
      accessTokenUrl: text,
      scopes: z.array(text),
      accessTokenAuthMethod: z.enum(["httpBasic", "requestBody"]),
    }),
    defineMethod("awsSigV4", {
      accessKeyId: text,
      secretAccessKey: text,
      region: text.optional(),
      service: text.optional(),
      sessionToken: text.optional(),
      temporaryCredentialsUrl: text.optional(),
      temporaryCredentialsResponseMapping: defineObject(call, {
        accessKeyField: text.optional(),
        secretKeyField: text.optional(),
        sessionTokenField: text.optional(),
        expirationField: text.optional(),
      }).optional(),
      temporaryCredentialsRequestParams: z
        .array(defineObject(call, { key: text, value: text, sendIn: z.enum(["queryParam", "body", "header"]) }))
        .optional(),
    }),
  ]);
}

function removeSecrets(
  credential: Readonly<Record<string, unknown>>,
): Pick<ApiCredential, "authMethod" | "credential" | "secrets"> {
  const authMethod = String(credential.authMethod);
  const fields = Object.entries(credential[authMethod] as Record<string, unknown>);
  const isSecret = ([field]: [string, unknown]) => secretFields.includes(field);
  const secrets = fields.filter(isSecret).map(([field, secret]) => [field, fingerprint(String(secret))]);
  const readable = fields.filter((field) => !isSecret(field));
  return {
    authMethod,
    // A bearer token is nothing but a secret: nothing is left to read.
    credential: { authMethod, ...(readable.length > 0 ? { [authMethod]: Object.fromEntries(readable) } : {}) },
    secrets: Object.fromEntries(secrets),
  };
}

function findCredential(call: Call, id: string): ApiCredential {
  return requireExisting(call.store.apiCredentials.get(id), "API credential", id);
}

function present(call: Call, { secrets: _, description, ...credential }: ApiCredential): Record<string, unknown> {
  return { ...credential, ...presentOptionalText(call, "description", description) };
}
