import { fingerprint } from "analytics-emulator";
import { setUpEmulator } from "../support";

const running = setUpEmulator();

const methods = {
  basic: { given: { username: "ada", password: "s3cret" }, shown: { username: "ada" } },
  bearer: { given: { token: "s3cret" }, shown: undefined },
  apiKey: {
    given: { key: "X-Key", value: "s3cret", isQueryParam: false },
    shown: { key: "X-Key", isQueryParam: false },
  },
  oAuthClientCredentials: {
    given: {
      clientId: "id",
      clientSecret: "s3cret",
      accessTokenUrl: "https://login.example/token",
      scopes: ["read"],
      accessTokenAuthMethod: "httpBasic",
    },
    shown: {
      clientId: "id",
      accessTokenUrl: "https://login.example/token",
      scopes: ["read"],
      accessTokenAuthMethod: "httpBasic",
    },
  },
  awsSigV4: {
    given: {
      accessKeyId: "AK",
      secretAccessKey: "s3cret",
      sessionToken: "s3cret too",
      region: "eu-west-1",
      temporaryCredentialsRequestParams: [{ key: "role", value: "reader", sendIn: "body" }],
      temporaryCredentialsResponseMapping: { accessKeyField: "key" },
    },
    shown: {
      accessKeyId: "AK",
      region: "eu-west-1",
      temporaryCredentialsRequestParams: [{ key: "role", value: "reader", sendIn: "body" }],
      temporaryCredentialsResponseMapping: { accessKeyField: "key" },
    },
  },
} as const;

function buildBody(authMethod: keyof typeof methods, more: object = {}) {
  const credential = { authMethod, [authMethod]: methods[authMethod].given };
  return { name: "Service", allowlist: ["*.example"], credential, ...more };
}

test.each(Object.keys(methods) as (keyof typeof methods)[])(
  "%s is created, read and listed without its secrets",
  async (method) => {
    const { api, emulator } = running;
    const {
      status,
      body: made,
      text,
    } = await api.post("/v2/api-credentials", buildBody(method, { description: "why" }));
    expect(status).toBe(200);
    const { shown } = methods[method];
    expect(made).toEqual({
      apiCredentialId: expect.any(String),
      name: "Service",
      description: "why",
      authMethod: method,
      allowlist: ["*.example"],
      credential: { authMethod: method, ...(shown && { [method]: shown }) },
      createdBy: emulator.seeded.members.admin,
      updatedBy: emulator.seeded.members.admin,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await api.get(`/v2/api-credentials/${made.apiCredentialId}`)).body).toEqual(made);
    const list = await api.get("/v2/api-credentials?name=serv");
    expect(list.body.entries).toEqual([
      {
        apiCredentialId: made.apiCredentialId,
        name: "Service",
        authMethod: method,
        allowlist: ["*.example"],
        description: "why",
      },
    ]);
    expect(text + list.text + JSON.stringify(emulator.snapshot())).not.toContain("s3cret");
  },
);

test("the platform has got the right secret, as its fingerprint shows", async () => {
  const { api, emulator } = running;
  await api.post("/v2/api-credentials", buildBody("basic"));
  expect(emulator.snapshot().apiCredentials[0]?.secrets).toEqual({ password: fingerprint("s3cret") });
});

test("a PATCH without a credential keeps the secrets; one with it replaces all", async () => {
  const { api, emulator } = running;
  const { apiCredentialId } = (await api.post("/v2/api-credentials", buildBody("basic", { description: "why" }))).body;
  const path = `/v2/api-credentials/${apiCredentialId}`;
  const readSecrets = () => emulator.snapshot().apiCredentials[0]?.secrets;
  const renamed = await api.patch(path, { name: "Renamed", allowlist: ["*"], description: null });
  expect(renamed.body).toMatchObject({ name: "Renamed", allowlist: ["*"], credential: { basic: { username: "ada" } } });
  expect(renamed.body).not.toHaveProperty("description");
  expect(readSecrets()).toEqual({ password: fingerprint("s3cret") });
  const credential = { authMethod: "bearer", bearer: { token: "other" } };
  expect((await api.patch(path, { credential })).body).toMatchObject({
    authMethod: "bearer",
    credential: { authMethod: "bearer" },
  });
  expect(readSecrets()).toEqual({ token: fingerprint("other") });
  expect((await api.delete(path)).body).toEqual({});
  expect((await api.get(path)).status).toBe(404);
});

test.each<[string, object]>([
  ["an empty allowlist", { allowlist: [] }],
  ["no allowlist", { allowlist: undefined }],
  ["a method only the UI makes", { credential: { authMethod: "oAuthAuthorizationCode" } }],
  ["a method without its object", { credential: { authMethod: "basic" } }],
  ["a missing secret", { credential: { authMethod: "basic", basic: { username: "ada" } } }],
])("%s is a 400", async (_what, spoiled) => {
  expect((await running.api.post("/v2/api-credentials", { ...buildBody("basic"), ...spoiled })).status).toBe(400);
  expect(running.emulator.snapshot().apiCredentials).toEqual([]);
});
