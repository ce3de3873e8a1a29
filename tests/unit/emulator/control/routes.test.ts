import { read, setUpEmulator } from "../support";

const running = setUpEmulator();

async function sendControl(method: string, path: string, body?: unknown) {
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const url = `${running.emulator.url}/_emulator${path}`;
  return read(await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }));
}

test("credentials and seeded ids can be asked for", async () => {
  const { clientId, clientSecret, seeded } = running.emulator;
  expect((await sendControl("GET", "/")).body).toEqual({
    ...{ clientId, clientSecret, seeded },
    pid: process.pid,
    startedAt: expect.any(String),
  });
});

test("the request log is read and forgotten, and the control endpoints aren't in it", async () => {
  await running.api.get("/v2/tags");
  const { body } = await sendControl("GET", "/requests");
  expect(body).toEqual([expect.objectContaining({ method: "GET", path: "/v2/tags", status: 200 })]);
  await sendControl("DELETE", "/requests");
  expect((await sendControl("GET", "/requests")).body).toEqual([]);
});

test("the state is what exists", async () => {
  await running.api.post("/v2/tags", { name: "Production", color: "plum" });
  const { body } = await sendControl("GET", "/state");
  expect(body.tags).toEqual([expect.objectContaining({ name: "Production" })]);
  expect(body).toEqual(JSON.parse(JSON.stringify(running.emulator.snapshot())));
  expect(body).not.toHaveProperty("counters");
  expect((await sendControl("GET", "/state?only=tags,teams")).body).toEqual({ tags: body.tags, teams: body.teams });
});

test("a table is added to a warehouse, in its catalog or not", async () => {
  const { api, emulator } = running;
  const table = { connectionId: emulator.seeded.connections.warehouse, path: ["SALES", "PUBLIC", "REFUNDS"] };
  const lookUp = async () =>
    (await api.post(`/v2/connection/${table.connectionId}/lookup`, { path: table.path })).status;
  await sendControl("POST", "/tables", { ...table, isIndexed: false });
  expect(await lookUp()).toBe(404);
  const { body } = await sendControl("POST", "/tables", { ...table, columns: { ID: "number" } });
  expect(await lookUp()).toBe(200);
  expect((await api.get(`/v2/connections/tables/${body.tableId}/columns`)).body.entries).toEqual([
    { name: "ID", type: { type: "number" }, visibility: "included" },
  ]);
  expect((await sendControl("POST", "/tables", { ...table, connectionId: "nothing" })).status).toBe(400);
});

test("settings change while it runs; an unknown one is a 400 that names it", async () => {
  expect((await sendControl("PATCH", "/settings", { latencyMs: 3 })).body).toMatchObject({
    latencyMs: 3,
    tokenSeconds: 3600,
  });
  const wrong = await sendControl("PATCH", "/settings", { latencyMillis: 3 });
  expect(wrong.status).toBe(400);
  expect(wrong.body.message).toContain("latencyMillis");
  expect(running.emulator.settings.latencyMs).toBe(3);
  expect((await sendControl("GET", "/settings")).body).toEqual(running.emulator.settings);
});

test("fault rules are added, listed and removed", async () => {
  const rule = { id: "down", fault: "status", status: 503 };
  expect((await sendControl("POST", "/faults", rule)).body).toMatchObject(rule);
  expect((await running.api.get("/v2/tags")).status).toBe(503);
  expect((await sendControl("GET", "/faults")).body).toHaveLength(1);
  await sendControl("DELETE", "/faults/down");
  expect((await running.api.get("/v2/tags")).status).toBe(200);
  expect((await sendControl("POST", "/faults", { fault: "nonsense" })).status).toBe(400);
});

test("tokens are revoked", async () => {
  await sendControl("POST", "/tokens/revoke");
  expect((await running.api.get("/v2/tags")).status).toBe(401);
});
