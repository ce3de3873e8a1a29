import { setUpEmulator } from "../support";

const running = setUpEmulator();

test("requests are logged in order, with what was sent and answered", async () => {
  const { api, emulator } = running;
  const before = Date.now();
  await api.post("/v2/tags", { name: "Production", color: "grass" });
  await api.get("/v2/tags?limit=1");
  await api.get("/v2/tags/nonsense/workbooks");
  expect(emulator.requests()).toEqual([
    expect.objectContaining({
      method: "POST",
      path: "/v2/tags",
      status: 200,
      body: { name: "Production", color: "grass" },
    }),
    expect.objectContaining({ method: "GET", path: "/v2/tags?limit=1", status: 200 }),
    expect.objectContaining({ method: "GET", path: "/v2/tags/nonsense/workbooks", status: 404 }),
  ]);
  for (const { at, ms, requestId } of emulator.requests()) {
    expect(at).toBeGreaterThanOrEqual(before);
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  }
  emulator.clearRequests();
  expect(emulator.requests()).toEqual([]);
});

test("what isn't known and what isn't allowed is logged too", async () => {
  const { api, emulator } = running;
  await api.get("/v2/nonsense");
  api.token = "wrong";
  await api.get("/v2/tags");
  expect(emulator.requests().map(({ path, status }) => [path, status])).toEqual([
    ["/v2/nonsense", 404],
    ["/v2/tags", 401],
  ]);
});

test("the request id of an error is the one in the log", async () => {
  const { body } = await running.api.get("/v2/teams/nobody");
  expect(running.emulator.requests()[0]).toMatchObject({ requestId: body.requestId });
});

test("no secret gets into the log", async () => {
  const { api, emulator } = running;
  const credential = { authMethod: "basic", basic: { username: "ada", password: "hunter2" } };
  await api.post("/v2/api-credentials", { name: "Basic", allowlist: ["*"], credential });
  const form = new URLSearchParams({ grant_type: "client_credentials", client_secret: emulator.clientSecret });
  await fetch(`${api.url}/v2/auth/token`, { method: "POST", body: form });
  const log = JSON.stringify(emulator.requests());
  expect(log).toContain("/v2/auth/token");
  expect(log).toContain("ada");
  expect(log).not.toContain("hunter2");
  expect(log).not.toContain(emulator.clientSecret);
  expect(log).not.toContain(api.token);
});
