import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Call } from "../call";
import { createInvalidRequest } from "../http/errors";
import type { Tokens } from "./tokens";

export const tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange";

const Form = z.object({
  subject_token: z.string(),
  subject_token_type: z.literal("urn:ietf:params:oauth:token-type:jwt"),
  actor_token: z.string(),
});

const Header = z.object({ alg: z.literal("HS256"), kid: z.string() });
const Claims = z.object({
  tenant: z.string().min(1),
  ver: z.literal("1.1"),
  aud: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  jti: z.string().min(1),
});

/** How far the clocks of a client and the platform may differ, in seconds. */
const leeway = 60;

/**
 * Checks a form that asks for a token of a tenant: a JWT that the parent's client secret signs, and a token of the
 * parent. Returns the id of the tenant; what is wrong is a 400.
 */
export function exchangeToken(call: Call, tokens: Tokens, form: unknown): string {
  const { subject_token, actor_token } = parse(
    Form,
    form,
    "Expecting subject_token, subject_token_type and actor_token",
  );
  if (tokens.check("access", actor_token) !== "valid" || tokens.getTenant(actor_token) !== undefined) {
    throw createInvalidRequest("Invalid actor token");
  }
  const { tenant, iat, exp, jti } = verify(tokens, subject_token);
  const now = Date.now() / 1000;
  if (exp <= now || iat > now + leeway) {
    throw createInvalidRequest(exp <= now ? "Subject token expired" : "Subject token isn't valid yet");
  }
  const found = call.store.tenants.find(({ tenantOrganizationId, tenantOrganizationSlug }) =>
    [tenantOrganizationId, tenantOrganizationSlug].includes(tenant),
  );
  if (!found) {
    throw createInvalidRequest(`Unknown tenant: '${tenant}'`);
  }
  if (!tokens.spend(jti)) {
    throw createInvalidRequest("Subject token was used before");
  }
  return found.tenantOrganizationId;
}

/** The claims of a JWT with the right header and signature. */
function verify(tokens: Tokens, jwt: string): z.output<typeof Claims> {
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const { kid } = parse(Header, decodePart(header), "Expecting a JWT with alg HS256 and kid");
  const expected = createHmac("sha256", tokens.clientSecret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (kid !== tokens.clientId || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw createInvalidRequest("Invalid subject token");
  }
  return parse(Claims, decodePart(payload), "Expecting the claims tenant, ver 1.1, aud, iat, exp and jti");
}

function decodePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString());
  } catch {
    return undefined;
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown, message: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) {
    throw createInvalidRequest(message);
  }
  return result.data;
}
