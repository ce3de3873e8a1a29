import type { FastifyInstance, FastifyRequest } from "fastify";
import { failure, invalidRequest, tooManyRequests, unauthorized } from "../http/errors";
import { RateLimit } from "../http/limits";
import type { Settings } from "../settings";
import type { Tokens } from "./tokens";

const tokenPath = "/v2/auth/token";

/** Refuses every request without a valid token, save the one that asks for a token. */
export function requireToken(app: FastifyInstance, tokens: Tokens): void {
  app.addHook("onRequest", async (request) => {
    const [, token] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (request.routeOptions.url !== tokenPath && (token === undefined || tokens.check("access", token) !== "valid")) {
      throw unauthorized();
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
    checkGrant(tokens, settings, form, pairOf(request, form, settings));
    return {
      access_token: tokens.issue("access", settings.tokenSeconds),
      refresh_token: tokens.issue("refresh", settings.refreshTokenSeconds),
      token_type: "bearer",
      expires_in: settings.tokenSeconds,
    };
  });

  app.get("/v2/whoami", async (request) => ({
    userId: request.call.actor,
    organizationId: request.call.ids.named("organization"),
  }));
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

function checkGrant(tokens: Tokens, settings: Settings, form: Form, [clientId, clientSecret]: Pair): void {
  switch (form.grant_type) {
    case "client_credentials":
      if (clientId !== tokens.clientId) {
        throw failure(settings.unknownClientStatus, "Unknown client");
      }
      if (clientSecret !== tokens.clientSecret) {
        throw invalidRequest("Wrong client secret");
      }
      return;
    case "refresh_token":
      checkRefreshToken(tokens, form.refresh_token);
      return;
    default:
      throw invalidRequest("Unsupported grant type");
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
