import { setTimeout as sleep } from "node:timers/promises";
import { type EmulatorOptions, startEmulator } from "analytics-emulator";
import { advanceClock, askForToken, Client, read, setUpEmulator, signIn } from "../support";

const unlimited: EmulatorOptions = { tokenRequestsPerSecond: null };
const running = setUpEmulator(unlimited);

function getPair() {
  return { client_id: running.emulator.clientId, client_secret: running.emulator.clientSecret };
}

test("a pair gets a token, which says who it is", async () => {
  const { emulator } = running;
  const { status, body } = await askForToken(emulator.url, { grant_type: "client_credentials", ...getPair() });
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: "bearer",
    expires_in: 3600,
  });
  const { seeded } = emulator;
  expect((await new Client(emulator.url, body.access_token).get("/v2/whoami")).body).toEqual({
    userId: seeded.members.admin,
    organizationId: seeded.organization,
  });
});

test("a secret has 128 characters", () => {
  expect(running.emulator.clientSecret).toMatch(/^\w{128}$/);
});

describe("a refresh token", () => {
  const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
    askForToken(running.emulator.url, { grant_type: "refresh_token", refresh_token, ...more });

  async function requestFirstTokens() {
    return (await askForToken(running.emulator.url, { grant_type: "client_credentials", ...getPair() })).body;
  }

  test("gets another pair of tokens, alone or beside the client's pair; an access token doesn't", async () => {
    const first = await requestFirstTokens();
    const second = (await refresh(first.refresh_token, getPair())).body;
    expect((await new Client(running.emulator.url, second.access_token).get("/v2/whoami")).status).toBe(200);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await refresh(second.refresh_token)).status).toBe(200);
    expect((await refresh(first.access_token)).body.message).toBe("Invalid refresh token");
  });

  test("is refused beside a wrong pair", async () => {
    const { refresh_token } = await requestFirstTokens();
    expect((await refresh(refresh_token, { ...getPair(), client_secret: "wrong" })).status).toBe(400);
  });
});

test("a refresh token expires", async () => {
  const { url } = running.emulator;
  running.emulator.configure({ refreshTokenSeconds: 600 });
  const { body } = await askForToken(url, { grant_type: "client_credentials", ...getPair() });
  advanceClock(601_000);
  const refused = await askForToken(url, { grant_type: "refresh_token", refresh_token: body.refresh_token });
  expect(refused).toMatchObject({ status: 400, body: { message: "Refresh token expired" } });
});

test.each([
  ["a wrong secret", { client_secret: "wrong" }],
  ["a wrong id", { client_id: "wrong" }],
  ["no grant", { grant_type: "" }],
])("%s is 400 invalid_request", async (_what, spoiled) => {
  const form = { grant_type: "client_credentials", ...getPair(), ...spoiled };
  const { status, body } = await askForToken(running.emulator.url, form);
  expect({ status, ...body }).toEqual({
    status: 400,
    requestId: expect.any(String),
    message: expect.any(String),
    code: "invalid_request",
  });
});

test("a client of another region may be a 401", async () => {
  const { emulator } = running;
  emulator.configure({ unknownClientStatus: 401 });
  const ask = (spoiled: object) =>
    askForToken(emulator.url, { grant_type: "client_credentials", ...getPair(), ...spoiled });
  expect((await ask({ client_id: "another" })).status).toBe(401);
  expect((await ask({ client_secret: "another" })).status).toBe(400);
});

test("the pair may come as HTTP Basic, unless the platform doesn't want that", async () => {
  const { emulator } = running;
  const basic = Buffer.from(`${emulator.clientId}:${emulator.clientSecret}`).toString("base64");
  const ask = async () =>
    read(
      await fetch(`${emulator.url}/v2/auth/token`, {
        method: "POST",
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ grant_type: "client_credentials" }),
      }),
    );
  expect((await ask()).status).toBe(200);
  emulator.configure({ basicOnToken: false });
  expect((await ask()).status).toBe(400);
});

test("the token endpoint wants a form", async () => {
  const json = await running.api.post("/v2/auth/token", { grant_type: "client_credentials", ...getPair() });
  expect(json.status).toBe(400);
});

test.each(["/v2/whoami", "/v2/tags", "/v2/nonsense"])("%s without a valid token is 401 unauthorized", async (path) => {
  const { api } = running;
  const forged = `${api.token.split(".")[0]}.${"A".repeat(43)}`;
  for (const token of ["", "nonsense", forged]) {
    const { status, body } = await new Client(api.url, token).get(path);
    expect({ status, code: body.code }).toEqual({ status: 401, code: "unauthorized" });
  }
});

test("a token ends when its time is over, or when all are revoked", async () => {
  const { emulator } = running;
  emulator.configure({ tokenSeconds: 600 });
  const short = await signIn(emulator);
  expect((await short.get("/v2/whoami")).status).toBe(200);
  advanceClock(601_000);
  expect((await short.get("/v2/whoami")).status).toBe(401);
  expect((await running.api.get("/v2/whoami")).status).toBe(200);
  emulator.revokeTokens();
  expect((await running.api.get("/v2/whoami")).status).toBe(401);
  expect((await (await signIn(emulator)).get("/v2/whoami")).status).toBe(200);
});

test("by default the token endpoint serves one request a second", async () => {
  const emulator = await startEmulator();
  try {
    await signIn(emulator);
    const { clientId: client_id, clientSecret: client_secret } = emulator;
    const again = await askForToken(emulator.url, { grant_type: "client_credentials", client_id, client_secret });
    expect(again.status).toBe(429);
    await sleep(1000);
    await signIn(emulator);
  } finally {
    await emulator.stop();
  }
});

test("refresh tokens are revoked without a body", async () => {
  const { api, emulator } = running;
  const { admin } = emulator.seeded.members;
  const answer = await api.send("POST", `/v2/members/${admin}/revoke`);
  expect([answer.status, answer.body.memberId]).toEqual([200, admin]);
});
