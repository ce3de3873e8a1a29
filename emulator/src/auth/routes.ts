import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Call } from "../call";
import { createFailure, createInvalidRequest, createTooManyRequests, createUnauthorized } from "../http/errors";
import { defineObject } from "../http/fields";
import { parseBody } from "../http/validate";
import { fingerprint } from "../resources/api-credentials";
import { findMember, isActive } from "../resources/members";
import type { Settings } from "../settings";
import { exchangeToken, tokenExchange } from "./token-exchange";
import type { Tokens } from "./tokens";

const tokenPath = "/v2/auth/token";
const whoamiPath = "/v2/whoami";

/** Refuses every request without a valid token, save the one that asks for a token. */
export function requireToken(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.url === tokenPath) {
      return;
    }
    const { tokens } = request.parts;
    const token = readBearer(request);
    if (token === undefined || tokens.check("access", token) !== "valid") {
      throw createUnauthorized();
    }
    const owner = tokens.getOwner(token);
    if (!isActive(findMember(request.call, owner))) {
      throw createUnauthorized();
    }
    request.call = { ...request.call, actor: owner };
    if (tokens.getTenant(token) !== undefined && request.routeOptions.url !== whoamiPath) {
      throw createFailure(403, "What is in a tenant isn't emulated");
    }
  });
}

export function addAuthRoutes(app: FastifyInstance): void {
  app.post(tokenPath, async (request) => {
    const { settings } = request.call;
    const { tokens, limits } = request.parts;
    if (!limits.tokens.admit(settings.tokenRequestsPerSecond)) {
      throw createTooManyRequests(settings);
    }
    const form = readForm(request);
    const access = { token_type: "bearer", expires_in: settings.tokenSeconds };
    if (form.grant_type === tokenExchange) {
      const tenant = exchangeToken(request.call, tokens, form);
      return { access_token: tokens.issue("access", settings.tokenSeconds, request.call.actor, tenant), ...access };
    }
    const owner = checkGrant(request.call, tokens, form, readPair(request, form, settings));
    if (!isActive(findMember(request.call, owner))) {
      throw createInvalidRequest("The owner of the client is deactivated");
    }
    return {
      access_token: tokens.issue("access", settings.tokenSeconds, owner),
      refresh_token: tokens.issue("refresh", settings.refreshTokenSeconds, owner),
      ...access,
    };
  });

  app.post<{ Params: { memberId: string } }>("/v2/members/:memberId/revoke", async ({ call, parts, params, body }) => {
    const { memberId } = findMember(call, params.memberId);
    parseBody(defineObject(call, {}), body ?? {});
    return { memberId, results: { oauth: { tokensRevoked: parts.tokens.revokeRefreshTokens(memberId) } } };
  });

  app.get(whoamiPath, async (request) => {
    const token = readBearer(request);
    const tenant = token === undefined ? undefined : request.parts.tokens.getTenant(token);
    return { userId: request.call.actor, organizationId: tenant ?? request.call.ids.nameUuid("organization") };
  });
}

function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

type Form = Readonly<Record<string, unknown>>;
type Pair = readonly [clientId: unknown, clientSecret: unknown];

function readForm(request: FastifyRequest): Form {
  const isForm = /^application\/x-www-form-urlencoded\b/.test(request.headers["content-type"] ?? "");
  if (!isForm) {
    throw createInvalidRequest("Expecting a form-encoded body");
  }
  return (request.body ?? {}) as Form;
}

/** The member who owns the client. */
function checkGrant(call: Call, tokens: Tokens, form: Form, pair: Pair): string {
  switch (form.grant_type) {
    case "client_credentials":
      return checkPair(call, tokens, pair);
    case "refresh_token":
      // A refresh token is enough; a pair beside it must be right all the same.
      if (pair.some((part) => part !== undefined)) {
        checkPair(call, tokens, pair);
      }
      return checkRefreshToken(tokens, form.refresh_token);
    default:
      throw createInvalidRequest("Unsupported grant type");
  }
}

function checkPair(call: Call, tokens: Tokens, [clientId, clientSecret]: Pair): string {
  const made = call.store.clientCredentials.get(String(clientId));
  if (clientId !== tokens.clientId && made === undefined) {
    throw createFailure(call.settings.unknownClientStatus, "Unknown client");
  }
  const isRight = made ? fingerprint(String(clientSecret)) === made.secret : clientSecret === tokens.clientSecret;
  if (!isRight) {
    throw createInvalidRequest("Wrong client secret");
  }
  return made?.ownerId ?? call.actor;
}

function checkRefreshToken(tokens: Tokens, token: unknown): string {
  const state = typeof token === "string" ? tokens.check("refresh", token) : "unknown";
  if (state !== "valid") {
    throw createInvalidRequest(state === "expired" ? "Refresh token expired" : "Invalid refresh token");
  }
  return tokens.getOwner(String(token));
}

function readPair(request: FastifyRequest, form: Form, settings: Settings): Pair {
  const [, basic] = /^Basic (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (basic !== undefined && settings.basicOnToken) {
    const [clientId, clientSecret] = Buffer.from(basic, "base64").toString().split(":");
    return [clientId, clientSecret];
  }
  return [form.client_id, form.client_secret];
}
