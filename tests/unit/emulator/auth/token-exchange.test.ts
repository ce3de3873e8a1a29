import { createHmac } from "node:crypto";
import { askForToken, Client, setUpEmulator } from "../support";

const running = setUpEmulator({ tokenRequestsPerSecond: null });

const encodeJson = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

interface Jwt {
  readonly header?: object;
  readonly claims?: object;
  readonly secret?: string;
}

/** A subject token as a client of the tenant `north` signs it, but for what a test spoils. */
function signJwt({ header, claims, secret = running.emulator.clientSecret }: Jwt = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + 300 };
  const body = { tenant: "acme-north", ver: "1.1", aud: "analytics", jti: crypto.randomUUID(), ...times, ...claims };
  const head = { alg: "HS256", typ: "JWT", kid: running.emulator.clientId, ...header };
  const signed = `${encodeJson(head)}.${encodeJson(body)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const exchange = (subject: string, spoiled: Record<string, string> = {}) =>
  askForToken(running.emulator.url, {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: subject,
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    actor_token: running.api.token,
    ...spoiled,
  });

test("a signed JWT and a token of the parent get a token of the tenant, which doesn't open the parent", async () => {
  const { url, seeded } = running.emulator;
  const { body } = await exchange(signJwt());
  expect(body).toEqual({ access_token: expect.any(String), token_type: "bearer", expires_in: 3600 });
  const tenant = new Client(url, body.access_token);
  expect((await tenant.get("/v2/whoami")).body).toMatchObject({ organizationId: seeded.tenants.north });
  expect((await tenant.get("/v2/tags")).status).toBe(403);
  expect((await exchange(signJwt(), { actor_token: body.access_token })).status).toBe(400);
});

test("a JWT is good for one exchange", async () => {
  const subject = signJwt();
  expect((await exchange(subject)).status).toBe(200);
  expect((await exchange(subject)).status).toBe(400);
});

const past = Math.floor(Date.now() / 1000) - 3600;

test.each<[string, Jwt, Record<string, string>]>([
  ["another secret", { secret: "another" }, {}],
  ["another algorithm", { header: { alg: "none" } }, {}],
  ["no kid", { header: { kid: undefined } }, {}],
  ["another client's kid", { header: { kid: "another" } }, {}],
  ["another version", { claims: { ver: "1.0" } }, {}],
  ["no audience", { claims: { aud: undefined } }, {}],
  ["no jti", { claims: { jti: undefined } }, {}],
  ["no time", { claims: { iat: undefined } }, {}],
  ["a time to come", { claims: { iat: past + 7200 } }, {}],
  ["an end in the past", { claims: { exp: past } }, {}],
  ["a tenant that doesn't exist", { claims: { tenant: "acme-nowhere" } }, {}],
  ["another type of token", {}, { subject_token_type: "urn:ietf:params:oauth:token-type:access_token" }],
  ["no valid actor token", {}, { actor_token: "nonsense" }],
])("%s is 400 invalid_request", async (_what, spoiled, form) => {
  const { status, body } = await exchange(signJwt(spoiled), form);
  expect([status, body.code]).toEqual([400, "invalid_request"]);
});
