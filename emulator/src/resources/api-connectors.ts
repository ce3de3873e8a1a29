import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, created, updated } from "../call";
import { archived, dependency, existing, failure, invalidRequest } from "../http/errors";
import { object, optionalText } from "../http/fields";
import { tokenPage } from "../http/pages";
import { contains } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { ApiConnector } from "../state/records";

type Params = { Params: { id: string } };
type Data = Readonly<Record<string, unknown>>;

const path = "/v2/api-connectors/:id";
const Name = z.string().min(1);

export function apiConnectorRoutes(app: FastifyInstance): void {
  app.get("/v2/api-connectors", async (request) => {
    const { name: filter } = parseQuery(z.object({ name: z.string().optional() }), request.query);
    const found = request.call.store.apiConnectors
      .all()
      .filter(({ name, isArchived }) => !isArchived && contains(name, filter));
    return tokenPage(request, found, ({ apiConnectorId, name, description = "" }) => ({
      apiConnectorId,
      name,
      description,
    }));
  });

  app.post("/v2/api-connectors", async ({ call, body }) => {
    const fields = {
      name: Name,
      params: paramsOf(call),
      description: z.string().optional(),
      config: configOf(call).optional(),
      authId: z.string().optional(),
    };
    const { name, params, description, config, authId } = parseBody(object(call, fields), body);
    checkName(call, name);
    const connector: ApiConnector = {
      apiConnectorId: call.ids.uuid("api connector"),
      ...{ name, params, description },
      config: { ...defaults, ...config },
      authId: authId ?? null,
      isArchived: false,
      ...created(call.actor),
    };
    return put(call, connector);
  });

  app.get<Params>(path, async ({ call, params }) => {
    const connector = findConnector(call, params.id);
    const isGone = connector.isArchived && call.settings.deletedConnectors === "gone";
    return present(call, existing(isGone ? undefined : connector, "API connector", params.id));
  });

  app.patch<Params>(path, async ({ call, params: { id }, body }) => {
    const before = living(call, id);
    const fields = {
      name: Name.optional(),
      params: paramsOf(call).optional(),
      description: z.string().nullish(),
      config: configOf(call).optional(),
      authId: z.string().nullish(),
    };
    const { name = before.name, params = before.params, ...change } = parseBody(object(call, fields), body);
    checkName(call, name, id);
    const rest = call.settings.connectorConfigPatch === "merged" ? before.config : defaults;
    return put(call, {
      ...before,
      ...{ name, params },
      description: change.description === null ? undefined : (change.description ?? before.description),
      config: change.config === undefined ? before.config : { ...rest, ...change.config },
      authId: change.authId === undefined ? before.authId : change.authId,
      ...updated(call.actor),
    });
  });

  app.delete<Params>(path, async ({ call, params }) => {
    const connector = living(call, params.id);
    call.store.apiConnectors.put(params.id, { ...connector, isArchived: true, ...updated(call.actor) });
    return {};
  });
}

const defaults = {
  timeout: { requestSec: 30 },
  retry: { maxRetries: 0, retryableStatusCodes: [] },
  redirects: { maxRedirects: 5 },
  rateLimit: { maxRequestsPerWindow: 100 },
};

function configOf(call: Call) {
  const count = z.number().min(0);
  return object(call, {
    timeout: object(call, { requestSec: count }).optional(),
    retry: object(call, { maxRetries: count, retryableStatusCodes: z.array(z.number()) }).optional(),
    redirects: object(call, { maxRedirects: count }).optional(),
    rateLimit: object(call, { maxRequestsPerWindow: count }).optional(),
  });
}

function paramsOf(call: Call) {
  const param = object(call, {
    key: z.string(),
    mode: z.enum(["static", "dynamic"]),
    value: z.string().nullish(),
    type: z.enum(["array", "boolean", "number", "object", "raw", "string"]).optional(),
    shape: z.unknown().optional(),
  });
  return object(call, {
    method: z.enum(["GET", "POST", "DELETE", "PATCH", "PUT", "OPTIONS", "HEAD"]),
    url: z.string(),
    headers: z.array(param),
    pathParams: z.array(param),
    queryParams: z.array(param),
    body: z.string(),
  });
}

/** Keeps a connector, if its credential may be used against its host. */
function put(call: Call, connector: ApiConnector): Data {
  const { apiConnectorId, authId, params } = connector;
  if (authId !== null) {
    const { allowlist } = dependency(call.store.apiCredentials.get(authId), authId);
    const { hostname } = new URL(String(params.url).replaceAll(/[{}]/g, ""));
    if (!allowlist.some((pattern) => isMatch(pattern, hostname))) {
      throw invalidRequest(`The host '${hostname}' isn't in the allowlist of the credential`);
    }
  }
  call.store.apiConnectors.put(apiConnectorId, connector);
  return present(call, connector);
}

function isMatch(pattern: string, host: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^${parts.join(".*")}$`).test(host);
}

function findConnector(call: Call, id: string): ApiConnector {
  return existing(call.store.apiConnectors.get(id), "API connector", id);
}

/** A connector that can be changed: one that isn't deleted. */
function living(call: Call, id: string): ApiConnector {
  const connector = findConnector(call, id);
  if (connector.isArchived) {
    throw archived("API connector", id);
  }
  return connector;
}

function checkName(call: Call, name: string, id?: string): void {
  const isTaken = (other: ApiConnector) => other.name === name && other.apiConnectorId !== id && !other.isArchived;
  if (call.settings.connectorNames === "unique" && call.store.apiConnectors.find(isTaken)) {
    throw failure(409, `An API connector with the name '${name}' already exists`);
  }
}

function present(call: Call, { description, params, isArchived, ...connector }: ApiConnector): Data {
  const headers = (params.headers as Data[]).map((header) =>
    header.mode === "static" && call.settings.connectorHeaderValues === "redacted"
      ? { ...header, value: null }
      : header,
  );
  return {
    ...connector,
    // What a body of placeholders asks for.
    params: { ...params, headers, bodyParams: placeholders(String(params.body)) },
    ...optionalText(call, "description", description),
    ...(isArchived ? { isArchived } : {}),
  };
}

function placeholders(body: string): Data[] {
  return [...body.matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => ({ key, mode: "dynamic", type: "string" }));
}
