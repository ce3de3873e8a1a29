import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

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

test("a sync needs a service account where people sign in themselves", async () => {
  const { api, emulator } = running;
  const details = { type: "snowflake", accountName: "acme", warehouse: "W", authType: "oauth", host: "a.example" };
  const made = await api.post("/v2/connections", { name: "Signed in", details });
  expect(made.status).toBe(201);
  const path = `/v2/connections/${made.body.connectionId}/sync`;
  expect((await api.post(path, { path: [] })).status).toBe(403);
  expect((await api.post(`${path}?useServiceAccount=true`, { path: [] })).status).toBe(200);
  emulator.configure({ oauthSyncs: "accept" });
  expect((await api.post(path, { path: [] })).status).toBe(200);
});

test("parts of the details have their types, whichever the warehouse", async () => {
  const { api } = running;
  const details = { type: "databricks", host: "a.example", clientId: "c" };
  const wrong = [
    { writebackSchemas: [{ writeCatalog: [1], writeSchema: "S" }] },
    { writebackSchemas: "S" },
    { writeAccess: { writeSchema: 1 } },
    { writeAccess: { writeCatalog: "C" } },
    { inputTableAuditLogSchema: { writeCatalog: {} } },
    { scopes: "all" },
    { usePkce: "yes" },
    { useOauth: null },
  ];
  for (const more of wrong) {
    const { status } = await api.post("/v2/connections", { name: "C", details: { ...details, ...more } });
    expect([more, status]).toEqual([more, 400]);
  }
  expect((await api.post("/v2/connections", { name: "C", details })).status).toBe(201);
});

test("the catalog has paths and columns", async () => {
  const { api, emulator } = running;
  const { connections, tables } = emulator.seeded;
  const { body } = await api.get(`/v2/connections/paths?connectionId=${connections.lakehouse}`);
  const levels = [["main"], ["main", "web"], ["main", "web", "events"]];
  expect(body.entries).toEqual(
    levels.map((path) => ({ connectionId: connections.lakehouse, urlId: expect.any(String), path })),
  );
  for (const { urlId, path } of body.entries) {
    const found = (await api.post(`/v2/connection/${connections.lakehouse}/lookup`, { path })).body;
    expect(found.url.endsWith(`/${urlId}`)).toBe(true);
  }
  const all = (await listAll(api, "/v2/connections/paths", 100)) as { path: string[] }[];
  expect(new Set(all.map(({ path }) => path.join())).size).toBe(all.length);
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

const orders = {
  name: "Orders",
  details: { type: "postgres", host: "db.example.com", database: "orders", user: "robot", password: "planted" },
  timeoutSecs: 120,
};

test("a connection is created, and shows little of what was written and no secret", async () => {
  const { api, emulator } = running;
  const { status, body } = await api.post("/v2/connections", { ...orders, poolSizes: { adhocPoolSize: 3 } });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: "Orders",
    type: "postgres",
    user: "robot",
    useOauth: false,
    timeout: { default: 120 },
    poolSizes: { isPoolConfigured: true, adhocPoolSize: 3 },
  });
  expect(body).not.toHaveProperty("details");
  expect(JSON.stringify([body, emulator.snapshot().connections, emulator.requests()])).not.toContain("planted");
  expect((await api.get(`/v2/connections/${body.connectionId}`)).body).toEqual(body);
});

test("the platform connects before it saves, unless people sign in by OAuth", async () => {
  const { api } = running;
  const lost = { ...orders.details, host: "db.invalid" };
  expect((await api.post("/v2/connections", { ...orders, details: lost })).body.message).toBe(
    "Could not connect to host",
  );
  const oauth = { type: "snowflake", host: "sf.invalid", authType: "oauth" };
  expect((await api.post("/v2/connections", { name: "By OAuth", details: oauth })).status).toBe(201);
  expect((await api.post("/v2/connections", { name: "X", details: { type: "mysql", host: "h" } })).status).toBe(400);
});

test("a PUT replaces everything, secrets too; a PATCH renames", async () => {
  const { api, emulator } = running;
  const { body } = await api.post("/v2/connections", orders);
  const path = `/v2/connections/${body.connectionId}`;
  const { password: _, ...details } = orders.details;
  expect((await api.patch(path, { name: "Renamed" })).body.name).toBe("Renamed");
  const findStored = () =>
    emulator.snapshot().connections.find(({ connectionId }) => connectionId === body.connectionId);
  expect(Object.keys(findStored()?.secrets ?? {})).toEqual(["password"]);
  emulator.configure({ connectionSecretsOnPut: "kept" });
  await api.put(path, { name: "Kept", details });
  expect(Object.keys(findStored()?.secrets ?? {})).toEqual(["password"]);
  emulator.configure({ connectionSecretsOnPut: "wiped" });
  expect((await api.put(path, { name: "Wiped", details })).body).toMatchObject({ timeout: { default: 600 } });
  expect(findStored()?.secrets).toEqual({});
  expect((await api.get(`${path}/test`)).body).toEqual({ read: "FAILED", write: "DISABLED" });
  expect((await api.put(path, { ...orders, details: { ...details, type: "redshift" } })).status).toBe(400);
  expect((await api.put(path, { details })).status).toBe(400);
});

test("a deleted connection is archived, and comes back by a PUT that says so", async () => {
  const { api } = running;
  const { body } = await api.post("/v2/connections", orders);
  const path = `/v2/connections/${body.connectionId}`;
  await api.delete(path);
  expect((await api.get("/v2/connections?search=Orders")).body.entries).toEqual([]);
  expect((await api.get("/v2/connections?search=Orders&includeArchived=true")).body.entries).toHaveLength(1);
  expect((await api.get(path)).body.isArchived).toBe(true);
  expect((await api.put(path, orders)).body.code).toBe("inode_archived");
  expect((await api.put(path, { ...orders, restore: true })).body.isArchived).toBe(false);
});

test("names may be unique, and nobody changes the sample", async () => {
  const { api, emulator } = running;
  await api.post("/v2/connections", orders);
  expect((await api.post("/v2/connections", orders)).status).toBe(201);
  emulator.configure({ connectionNames: "unique" });
  expect((await api.post("/v2/connections", orders)).status).toBe(409);
  expect((await api.delete(`/v2/connections/${emulator.seeded.connections.sample}`)).status).toBe(403);
});

test("the files of a dbt project come as a form", async () => {
  const { api, emulator } = running;
  const { warehouse } = emulator.seeded.connections;
  const upload = async (contents: Buffer, field = "artifacts") => {
    const form = new FormData();
    form.append(field, new Blob([contents]), "target.tar.gz");
    const headers = { authorization: `Bearer ${api.token}` };
    const url = `${emulator.url}/v2/connections/${warehouse}/dbtArtifacts`;
    return (await fetch(url, { method: "POST", body: form, headers })).status;
  };
  expect(await upload(gzipSync("manifest"))).toBe(201);
  expect(await upload(Buffer.from("no gzip"))).toBe(400);
  expect(await upload(gzipSync("manifest"), "files")).toBe(400);
  const digest = createHash("sha256").update(gzipSync("manifest")).digest("hex");
  expect(emulator.snapshot().dbtUploads).toEqual([{ connectionId: warehouse, digest }]);
});
