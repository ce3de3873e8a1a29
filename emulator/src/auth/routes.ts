import type { FastifyInstance, FastifyRequest } from "fastify";
import { failure, invalidRequest, tooManyRequests, unauthorized } from "../http/errors";
import { RateLimit } from "../http/limits";
import type { Settings } from "../settings";
import { exchangeToken, tokenExchange } from "./token-exchange";
import type { Tokens } from "./tokens";

const tokenPath = "/v2/auth/token";
const whoamiPath = "/v2/whoami";

/** Refuses every request without a valid token, save the one that asks for a token. */
export function requireToken(app: FastifyInstance, tokens: Tokens): void {
  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.url === tokenPath) {
      return;
    }
    const token = bearerOf(request);
    if (token === undefined || tokens.check("access", token) !== "valid") {
      throw unauthorized();
    }
    if (tokens.tenantOf(token) !== undefined && request.routeOptions.url !== whoamiPath) {
      throw failure(403, "What is in a tenant isn't emulated");
    }
  });
}

export function authRoutes(app: FastifyInstance, tokens: Tokens): void {
  const limit = new RateLimit();

  app.post(tokenPath, async (request) => {
    const { settings } = request.call;
    if (!limit.admits(settings.tokenRequestsPerSecond)) {
      throw tooManyRequests(settings);
    }
    const form = formOf(request);
    const access = { token_type: "bearer", expires_in: settings.tokenSeconds };
    if (form.grant_type === tokenExchange) {
      const tenant = exchangeToken(request.call, tokens, form);
      return { access_token: tokens.issue("access", settings.tokenSeconds, tenant), ...access };
    }
    checkGrant(tokens, settings, form, pairOf(request, form, settings));
    return {
      access_token: tokens.issue("access", settings.tokenSeconds),
      refresh_token: tokens.issue("refresh", settings.refreshTokenSeconds),
      ...access,
    };
  });

  app.get(whoamiPath, async (request) => {
    const token = bearerOf(request);
    const tenant = token === undefined ? undefined : tokens.tenantOf(token);
    return { userId: request.call.actor, organizationId: tenant ?? request.call.ids.named("organization") };
  });
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

type Form = Readonly<Record<string, unknown>>;
type Pair = readonly [clientId: unknown, clientSecret: unknown];

function formOf(request: FastifyRequest): Form {
  const isForm = /^application\/x-www-form-urlencoded\b/.test(request.headers["content-type"] ?? "");
  if (!isForm) {
    throw invalidRequest("Expecting a form-encoded body");
  }
  return (request.body ?? {}) as Form;
}

function checkGrant(tokens: Tokens, settings: Settings, form: Form, pair: Pair): void {
  switch (form.grant_type) {
    case "client_credentials":
      checkPair(tokens, settings, pair);
      return;
    case "refresh_token":
      // A refresh token is enough; a pair beside it must be right all the same.
      if (pair.some((part) => part !== undefined)) {
        checkPair(tokens, settings, pair);
      }
      checkRefreshToken(tokens, form.refresh_token);
      return;
    default:
      throw invalidRequest("Unsupported grant type");
  }
}

function checkPair(tokens: Tokens, settings: Settings, [clientId, clientSecret]: Pair): void {
  if (clientId !== tokens.clientId) {
    throw failure(settings.unknownClientStatus, "Unknown client");
  }
  if (clientSecret !== tokens.clientSecret) {
    throw invalidRequest("Wrong client secret");
  }
}

function checkRefreshToken(tokens: Tokens, token: unknown): void {
  const state = typeof token === "string" ? tokens.check("refresh", token) : "unknown";
  if (state !== "valid") {
    throw invalidRequest(state === "expired" ? "Refresh token expired" : "Invalid refresh token");
  }
}

function pairOf(request: FastifyRequest, form: Form, settings: Settings): Pair {
  const [, basic] = /^Basic (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (basic !== undefined && settings.basicOnToken) {
    const [clientId, clientSecret] = Buffer.from(basic, "base64").toString().split(":");
    return [clientId, clientSecret];
  }
  return [form.client_id, form.client_secret];
}
