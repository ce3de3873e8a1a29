import { listAll, withEmulator } from "../support";

const running = withEmulator();

test("connections are listed, found by name and read", async () => {
  const { api, emulator } = running;
  const { connections } = emulator.seeded;
  const all = (await listAll(api, "/v2/connections", 1)) as { connectionId: string; name: string }[];
  expect(all.map(({ connectionId }) => connectionId)).toEqual(Object.values(connections));
  const { body } = await api.get("/v2/connections?search=lake");
  expect(body.entries).toEqual([expect.objectContaining({ connectionId: connections.lakehouse, name: "Lakehouse" })]);
  expect((await api.get(`/v2/connections/${connections.lakehouse}`)).body).toEqual(body.entries[0]);
  expect((await api.get("/v2/connections/nothing")).status).toBe(404);
});

test("a path is looked up: a table, a schema, or nothing", async () => {
  const { api, emulator } = running;
  const { connections, tables } = emulator.seeded;
  const lookUp = (path: unknown, connection = connections.warehouse) =>
    api.post(`/v2/connection/${connection}/lookup`, { path });
  expect((await lookUp(["SALES", "PUBLIC", "ORDERS"])).body).toEqual({
    kind: "table",
    inodeId: tables.orders,
    url: expect.any(String),
  });
  expect((await lookUp(["SALES", "PUBLIC"])).body).toMatchObject({ kind: "scope", inodeId: expect.any(String) });
  expect((await lookUp(["SALES", "PUBLIC", "NOTHING"])).status).toBe(404);
  expect((await lookUp(["SALES", "PUBLIC", "ORDERS"], connections.lakehouse)).status).toBe(404);
  expect((await lookUp("SALES")).status).toBe(400);
});

test("the catalogue has paths and columns", async () => {
  const { api, emulator } = running;
  const { connections, tables } = emulator.seeded;
  const { body } = await api.get(`/v2/connections/paths?connectionId=${connections.lakehouse}`);
  expect(body.entries).toEqual([expect.objectContaining({ path: ["main", "web", "events"] })]);
  expect((await api.get(`/v2/connections/paths/${tables.orders}`)).body).toEqual({
    connectionId: connections.warehouse,
    path: ["SALES", "PUBLIC", "ORDERS"],
  });
  const columns = await listAll(api, `/v2/connections/tables/${tables.orders}/columns`);
  expect(columns).toContainEqual({ name: "AMOUNT", type: { type: "number" }, visibility: "included" });
});
