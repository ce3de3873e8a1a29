import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import { createArchived, createInvalidRequest, requireDependency, requireExisting } from "../http/errors";
import { defineObject, presentOptionalText } from "../http/fields";
import { buildTokenPage } from "../http/pages";
import { containsText } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { ApiConnector } from "../state/records";
import { checkName } from "./names";

type Params = { Params: { id: string } };
type Data = Readonly<Record<string, unknown>>;

const path = "/v2/api-connectors/:id";
const Name = z.string().min(1);

export function addApiConnectorRoutes(app: FastifyInstance): void {
  app.get("/v2/api-connectors", async (request) => {
    const { name: filter } = parseQuery(z.object({ name: z.string().optional() }), request.query);
    const found = request.call.store.apiConnectors
      .listAll()
      .filter(({ name, isArchived }) => !isArchived && containsText(name, filter));
    return buildTokenPage(request, found, ({ apiConnectorId, name, description = "" }) => ({
      apiConnectorId,
      name,
      description,
    }));
  });

  app.post("/v2/api-connectors", async ({ call, body }) => {
    const fields = {
      name: Name,
      params: defineParams(call),
      description: z.string().optional(),
      config: defineConfig(call).optional(),
      authId: z.string().optional(),
    };
    const { name, params, description, config, authId } = parseBody(defineObject(call, fields), body);
    checkName(call, "apiConnectors", name);
    const connector: ApiConnector = {
      apiConnectorId: call.ids.makeUuid("api connector"),
      ...{ name, params, description },
      config: { ...defaults, ...config },
      authId: authId ?? null,
      isArchived: false,
      ...stampCreated(call.actor),
    };
    return put(call, connector);
  });

  app.get<Params>(path, async ({ call, params }) => {
    const connector = findConnector(call, params.id);
    const isGone = connector.isArchived && call.settings.deletedConnectors === "gone";
    return present(call, requireExisting(isGone ? undefined : connector, "API connector", params.id));
  });

  app.patch<Params>(path, async ({ call, params: { id }, body }) => {
    const before = findLiving(call, id);
    const fields = {
      name: Name.optional(),
      params: defineParams(call).optional(),
      description: z.string().nullish(),
      config: defineConfig(call).optional(),
      authId: z.string().nullish(),
    };
    const { name = before.name, params = before.params, ...change } = parseBody(defineObject(call, fields), body);
    checkName(call, "apiConnectors", name, id);
    const rest = call.settings.connectorConfigPatch === "merged" ? before.config : defaults;
    return put(call, {
      ...before,
      ...{ name, params },
      description: change.description === null ? undefined : (change.description ?? before.description),
      config: change.config === undefined ? before.config : { ...rest, ...change.config },
      authId: change.authId === undefined ? before.authId : change.authId,
      ...stampUpdated(call.actor),
    });
  });

  app.delete<Params>(path, async ({ call, params }) => {
    const connector = findLiving(call, params.id);
    call.store.apiConnectors.put(params.id, { ...connector, isArchived: true, ...stampUpdated(call.actor) });
    return {};
  });
}

const defaults = {
  timeout: { requestSec: 30 },
  retry: { maxRetries: 0, retryableStatusCodes: [] },
  redirects: { maxRedirects: 5 },
  rateLimit: { maxRequestsPerWindow: 100 },
};

function defineConfig(call: Call) {
  const count = z.number().min(0);
  return defineObject(call, {
    timeout: defineObject(call, { requestSec: count }).optional(),
    retry: defineObject(call, { maxRetries: count, retryableStatusCodes: z.array(z.number()) }).optional(),
    redirects: defineObject(call, { maxRedirects: count }).optional(),
    rateLimit: defineObject(call, { maxRequestsPerWindow: count }).optional(),
  });
}

function defineParams(call: Call) {
  const param = defineObject(call, {
    key: z.string(),
    mode: z.enum(["static", "dynamic"]),
    value: z.string().nullish(),
    type: z.enum(["array", "boolean", "number", "object", "raw", "string"]).optional(),
    shape: z.unknown().optional(),
  });
  return defineObject(call, {
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
    const { allowlist } = requireDependency(call.store.apiCredentials.get(authId), authId);
    const { hostname } = new URL(String(params.url).replaceAll(/[{}]/g, ""));
    if (!allowlist.some((pattern) => isMatch(pattern, hostname))) {
      throw createInvalidRequest(`The host '${hostname}' isn't in the allowlist of the credential`);
    }
  }
  call.store.apiConnectors.put(apiConnectorId, connector);
  return present(call, connector);
}

function isMatch(pattern: string, host: string): boolean {
  const [start = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined || !host.startsWith(start)) {
    return host === start;
  }
  let at = start.length;
  for (const part of parts) {
    at = host.indexOf(part, at) + part.length;
    if (at < part.length) {
      return false;
    }
  }
  return host.length - end.length >= at && host.endsWith(end);
}

function findConnector(call: Call, id: string): ApiConnector {
  return requireExisting(call.store.apiConnectors.get(id), "API connector", id);
}

/** A connector that can be changed: one that isn't deleted. */
function findLiving(call: Call, id: string): ApiConnector {
  const connector = findConnector(call, id);
  if (connector.isArchived) {
    throw createArchived("API connector", id);
  }
  return connector;
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
    params: { ...params, headers, bodyParams: listPlaceholders(String(params.body)) },
    ...presentOptionalText(call, "description", description),
    ...(isArchived ? { isArchived } : {}),
  };
}

function listPlaceholders(body: string): Data[] {
  return [...body.matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => ({ key, mode: "dynamic", type: "string" }));
}
