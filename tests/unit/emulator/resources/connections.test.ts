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

test("a table of the warehouse is in the catalog once its path is synced", async () => {
  const { api, emulator } = running;
  const { connections, tables } = emulator.seeded;
  const path = ["SALES", "PUBLIC", "RETURNS"];
  const isKnown = async () => [
    (await api.post(`/v2/connection/${connections.warehouse}/lookup`, { path })).status,
    (await api.get(`/v2/connections/paths/${tables.returns}`)).status,
    (await api.get(`/v2/connections/tables/${tables.returns}/columns`)).status,
    JSON.stringify((await api.get("/v2/connections/paths")).body).includes("RETURNS") ? 200 : 404,
  ];
  const sync = (connectionId: string, scope: unknown) =>
    api.post(`/v2/connections/${connectionId}/sync`, { path: scope });
  expect(await isKnown()).toEqual([404, 404, 404, 404]);
  await sync(connections.lakehouse, []);
  await sync(connections.warehouse, ["SALES", "PRIVATE"]);
  expect(await isKnown()).toEqual([404, 404, 404, 404]);
  expect(await sync(connections.warehouse, ["SALES", "PUBLIC"])).toMatchObject({ status: 200, body: {} });
  expect(await isKnown()).toEqual([200, 200, 200, 200]);
  expect((await sync("nothing", [])).status).toBe(404);
  expect((await sync(connections.warehouse, undefined)).status).toBe(400);
});

test("the catalog has paths and columns", async () => {
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

test("a sync of one table, or of all, shows the table as a file at once", async () => {
  const { api, emulator } = running;
  const { connections, tables } = emulator.seeded;
  const sync = (path: string[]) => api.post(`/v2/connections/${connections.warehouse}/sync`, { path });
  const isFile = async (id: string) => (await api.get(`/v2/files/${id}`)).status === 200;
  expect(await isFile(tables.returns)).toBe(false);
  await sync(["SALES", "PUBLIC", "OTHERS"]);
  expect(await isFile(tables.returns)).toBe(false);
  expect((await sync(["SALES", "PUBLIC", "RETURNS"])).status).toBe(200);
  expect(await isFile(tables.returns)).toBe(true);
  const path = ["SALES", "PUBLIC", "REFUNDS"];
  const { tableId } = emulator.addTable({ connectionId: connections.warehouse, path, isIndexed: false });
  await sync([]);
  expect(await isFile(tableId)).toBe(true);
});
