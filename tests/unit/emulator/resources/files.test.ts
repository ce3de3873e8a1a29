import { advanceClock, listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

interface Listed {
  id: string;
  name: string;
  type: string;
}

async function createFolder(name: string, parentId = running.emulator.seeded.folders.models): Promise<string> {
  return (await running.api.post("/v2/files", { type: "folder", name, parentId })).body.id;
}

async function createModel(name: string, folderId: string): Promise<string> {
  const body = { name, folderId, schemaVersion: 1, pages: [] };
  return (await running.api.post("/v2/dataModels/spec", body)).body.dataModelId;
}

async function listNames(query: string): Promise<string[]> {
  return (await listAll(running.api, `/v2/files?${query}`)).map((file) => (file as Listed).name);
}

test("a folder is created, read and listed where it is", async () => {
  const { api, emulator } = running;
  const { members, folders } = emulator.seeded;
  const { status, body } = await api.post("/v2/files", { type: "folder", name: "Quarterly", parentId: folders.sales });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: "Quarterly",
    type: "folder",
    parentId: folders.sales,
    path: "Acme/Models/Sales",
    isArchived: false,
    ownerId: members.admin,
    createdBy: members.admin,
  });
  expect((await api.get(`/v2/files/${body.id}`)).body).toEqual(body);
  expect(await listAll(api, "/v2/files?typeFilters=folder")).toContainEqual(body);
});

test("lists are filtered by type, name and place", async () => {
  const { folders } = running.emulator.seeded;
  const inner = await createFolder("Inner");
  await createModel("Orders", inner);
  expect(await listNames("typeFilters=data-model")).toEqual(["Legacy dataset", "Orders"]);
  expect((await listNames("typeFilters=data-model&typeFilters=workbook")).sort()).toEqual([
    "Finance report",
    "Legacy dataset",
    "Orders",
    "Sales report",
  ]);
  expect(await listNames("name=order")).toEqual(["Orders dataset", "Orders"]);
  expect(await listNames(`parentId=${inner}`)).toEqual(["Orders"]);
  expect(await listNames(`parentId=${folders.models}&typeFilters=data-model`)).toEqual(["Legacy dataset", "Orders"]);
  expect(await listNames(`parentId=${folders.models}&directChildFilter=true`)).toEqual(["Sales", "Inner"]);
  expect((await running.api.get("/v2/files?typeFilters=nonsense")).status).toBe(400);
});

test("a new owner needs access first, or no access; what is in a folder keeps its owner", async () => {
  const { api, emulator } = running;
  const { members, teams, grants } = emulator.seeded;
  const id = await createFolder("Handed over");
  expect((await api.patch(`/v2/files/${id}`, { ownerId: members.analyst })).status).toBe(200);
  await api.patch(`/v2/files/${id}`, { ownerId: members.admin });
  await api.delete(`/v2/grants/${grants.everyone}`);
  const inside = await createFolder("Inside", id);
  const hand = (ownerId: string, at = id) => api.patch(`/v2/files/${at}`, { ownerId });
  const createOne = (ownerId: string) => api.post("/v2/files", { type: "folder", name: "New", parentId: id, ownerId });
  expect(await hand(members.viewer)).toMatchObject({
    status: 400,
    body: { message: `The new owner '${members.viewer}' has no access to '${id}'` },
  });
  expect((await createOne(members.viewer)).status).toBe(400);
  expect((await hand("nobody")).body.message).toContain("Dependency not found: 'nobody'");

  const grant = (grantee: object) => api.post("/v2/grants", { inodeId: id, grantee, permission: "view" });
  await grant({ memberId: members.viewer });
  expect((await hand(members.viewer)).body).toMatchObject({ ownerId: members.viewer });
  expect((await api.get(`/v2/files/${inside}`)).body).toMatchObject({ ownerId: members.admin });
  expect((await createOne(members.viewer)).body).toMatchObject({ ownerId: members.viewer });
  expect((await hand(members.viewer, inside)).status).toBe(200);
  expect((await hand(members.former)).status).toBe(400);
  expect((await hand(members.admin)).status).toBe(200);
  expect((await hand(members.analyst)).status).toBe(400);
  await grant({ teamId: teams.finance });
  expect((await hand(members.analyst)).body).toMatchObject({ ownerId: members.analyst });
  emulator.configure({ newOwners: "any" });
  expect((await hand(members.former)).status).toBe(200);
});

test("tables of the catalogs are files, for who asks for them", async () => {
  const { api, emulator } = running;
  const { connections, tables } = emulator.seeded;
  const { body: orders } = await api.get(`/v2/files/${tables.orders}`);
  expect(orders).toMatchObject({
    id: tables.orders,
    name: "ORDERS",
    type: "table",
    path: "Connection Root/SALES/PUBLIC",
  });
  expect(await listNames("typeFilters=table")).toEqual(["ORDERS", "CUSTOMERS", "PRODUCTS", "events"]);
  const lookup = await api.post(`/v2/connection/${connections.lakehouse}/lookup`, { path: ["main", "web"] });
  expect(await listNames(`typeFilters=table&parentId=${lookup.body.inodeId}`)).toEqual(["events"]);
  expect(await listNames("name=events")).toEqual([]);
  expect((await api.get(`/v2/files/${tables.returns}`)).status).toBe(404);
});

test("workspaces are listed for who asks for them", async () => {
  expect(await listNames("name=Acme")).toEqual([]);
  expect(await listNames("name=Acme&typeFilters=workspace")).toEqual(["Acme"]);
});

test("the id in an address works as well as the id", async () => {
  const { api, emulator } = running;
  const { legacyModel, tables, datasets, workbooks, folders } = emulator.seeded;
  const readUrlId = async (id: string) => (await api.get(`/v2/files/${id}`)).body.urlId as string;
  for (const [path, id] of [
    ["/v2/files/*", folders.sales],
    ["/v2/files/*", tables.orders],
    ["/v2/dataModels/*", legacyModel],
    ["/v2/dataModels/*/spec", legacyModel],
    ["/v2/datasets/*", datasets.orders],
    ["/v2/workbooks/*", workbooks.sales],
    ["/v2/connections/tables/*/columns", tables.orders],
  ] as const) {
    const byUrlId = await api.get(path.replace("*", await readUrlId(id)));
    expect(byUrlId.status).toBe(200);
    expect(byUrlId.body).toEqual((await api.get(path.replace("*", id))).body);
  }
  expect((await api.get(`/v2/dataModels/${"x".repeat(22)}`)).status).toBe(404);
});

test("a model is renamed, described and moved by its file", async () => {
  const { api, emulator } = running;
  const id = await createModel("Orders", emulator.seeded.folders.models);
  const elsewhere = await createFolder("Elsewhere");
  const changes = { name: "All orders", description: "every one", parentId: elsewhere };
  expect((await api.patch(`/v2/files/${id}`, changes)).body).toMatchObject({ id, ...changes });
  expect((await api.get(`/v2/dataModels/${id}/spec`)).body).toMatchObject({
    name: "All orders",
    description: "every one",
    folderId: elsewhere,
    documentVersion: 1,
  });
  emulator.configure({ renameMakesVersion: true });
  await api.patch(`/v2/files/${id}`, { name: "Orders" });
  expect((await api.get(`/v2/dataModels/${id}/spec`)).body).toMatchObject({ name: "Orders", documentVersion: 2 });
});

test("an empty description comes back as it was, or not at all", async () => {
  const { api, emulator } = running;
  const id = await createFolder("Described");
  expect((await api.patch(`/v2/files/${id}`, { description: "" })).body.description).toBe("");
  emulator.configure({ emptyDescription: "omit" });
  expect((await api.get(`/v2/files/${id}`)).body).not.toHaveProperty("description");
});

test("a folder can't be moved into itself, nor anything into what isn't a folder", async () => {
  const { api, emulator } = running;
  const outer = await createFolder("Outer");
  const inner = await createFolder("Inner", outer);
  expect((await api.patch(`/v2/files/${outer}`, { parentId: inner })).status).toBe(400);
  expect((await api.patch(`/v2/files/${outer}`, { parentId: outer })).status).toBe(400);
  const { workbooks } = emulator.seeded;
  for (const parentId of ["nowhere", workbooks.sales]) {
    const { status, body } = await api.patch(`/v2/files/${inner}`, { parentId });
    expect({ status, message: body.message }).toEqual({ status: 400, message: `Dependency not found: '${parentId}'` });
  }
  expect((await api.get(`/v2/files/${inner}`)).body.parentId).toBe(outer);
});

test("a deleted model is gone everywhere until it is restored", async () => {
  const { api, emulator } = running;
  const id = await createModel("Orders", emulator.seeded.folders.models);
  const paths = [`/v2/files/${id}`, `/v2/dataModels/${id}`, `/v2/dataModels/${id}/spec`];
  expect((await api.delete(`/v2/files/${id}`)).body).toEqual({});
  for (const path of paths) {
    expect((await api.get(path)).status).toBe(404);
  }
  expect((await api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages: [] })).body).toMatchObject({
    code: "inode_archived",
  });
  expect((await api.delete(`/v2/files/${id}`)).status).toBe(404);
  expect((await api.patch(`/v2/files/${id}`, { name: "Ghost" })).status).toBe(404);
  expect(await listNames("typeFilters=data-model")).toEqual(["Legacy dataset"]);
  expect((await api.get("/v2/dataModels")).body.entries).toMatchObject([{ name: "Legacy dataset" }]);
  expect((await api.patch(`/v2/files/${id}`, { restore: true })).body).toMatchObject({ id, isArchived: false });
  for (const path of paths) {
    expect((await api.get(path)).status).toBe(200);
  }
});

test("a deleted file may stay readable by id, as archived", async () => {
  const { api, emulator } = running;
  emulator.configure({ deletedFiles: "archived" });
  const id = await createModel("Orders", emulator.seeded.folders.models);
  await api.delete(`/v2/files/${id}`);
  expect((await api.get(`/v2/files/${id}`)).body).toMatchObject({ isArchived: true });
  expect((await api.get(`/v2/dataModels/${id}`)).body).toMatchObject({ isArchived: true });
  expect((await api.delete(`/v2/files/${id}`)).status).toBe(404);
  expect((await api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages: [] })).body).toMatchObject({
    code: "inode_archived",
  });
  expect((await api.get("/v2/dataModels")).body.entries).toMatchObject([{ name: "Legacy dataset" }]);
});

test("a folder takes along what is in it, both ways, or can't be deleted", async () => {
  const { api, emulator } = running;
  const outer = await createFolder("Outer");
  const id = await createModel("Orders", await createFolder("Inner", outer));
  emulator.configure({ deleteFullFolder: "refuse" });
  expect((await api.delete(`/v2/files/${outer}`)).status).toBe(409);
  emulator.configure({ deleteFullFolder: "recursive" });
  expect((await api.delete(`/v2/files/${outer}`)).status).toBe(200);
  expect((await api.get(`/v2/dataModels/${id}/spec`)).status).toBe(404);
  expect((await api.patch(`/v2/files/${outer}`, { restore: true })).status).toBe(200);
  expect((await api.get(`/v2/dataModels/${id}/spec`)).status).toBe(200);
});

test("restoring needs a folder that exists, and a refused restore changes nothing", async () => {
  const { api, emulator } = running;
  const { folders } = emulator.seeded;
  const gone = await createFolder("Gone");
  const id = await createModel("Orders", gone);
  await api.delete(`/v2/files/${gone}`);
  const refused = [
    await api.patch(`/v2/files/${id}`, { restore: true }),
    await api.patch(`/v2/files/${gone}`, { restore: true, parentId: "nowhere" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400]);
  expect(await listNames("name=Gone")).toEqual([]);
  const restored = await api.patch(`/v2/files/${id}`, { restore: true, parentId: folders.sales });
  expect(restored.body).toMatchObject({ isArchived: false, parentId: folders.sales });
  expect((await api.get(`/v2/files/${gone}`)).status).toBe(404);
});

test("a new file may not be listed at once", async () => {
  const { api, emulator } = running;
  emulator.configure({ listingDelayMs: 60_000 });
  const id = await createModel("Orders", emulator.seeded.folders.models);
  expect(await listNames("typeFilters=data-model")).toEqual(["Legacy dataset"]);
  expect((await api.get("/v2/dataModels")).body.entries).toMatchObject([{ name: "Legacy dataset" }]);
  expect((await api.get(`/v2/dataModels/${id}`)).status).toBe(200);
  advanceClock(60_001);
  expect(await listNames("typeFilters=data-model")).toEqual(["Legacy dataset", "Orders"]);
});

test("the root is a file, which everything lies in", async () => {
  const { api, emulator } = running;
  const { folders } = emulator.seeded;
  const { body: workspace } = await api.get(`/v2/files/${folders.workspace}`);
  expect(workspace.parentId).toBe("00000000-0000-0000-0000-000000000000");
  const { body: root } = await api.get(`/v2/files/${workspace.parentId}`);
  expect(root).toMatchObject({ id: workspace.parentId, type: "folder", path: "" });
  expect((await api.get(`/v2/files/${workspace.parentUrlId}`)).body).toEqual(root);
  const direct = `parentId=${root.id}&directChildFilter=true`;
  expect(await listNames(`${direct}&typeFilters=workspace`)).toEqual(["Acme"]);
  expect(await listNames(direct)).toEqual(Array(5).fill("My Documents"));
  expect(await listNames(`parentId=${root.id}&typeFilters=data-model`)).toEqual(["Legacy dataset"]);
});

test("a database or schema is refused as a file", async () => {
  const { api, emulator } = running;
  const { body: orders } = await api.get(`/v2/files/${emulator.seeded.tables.orders}`);
  for (const id of [orders.parentId, orders.parentUrlId]) {
    const { status, body } = await api.get(`/v2/files/${id}`);
    expect([status, body.message]).toEqual([400, expect.stringContaining("It is of type: scope")]);
  }
});

test("workspaces, workbooks and reports are files that can be created; a workbook can be a copy", async () => {
  const { api, emulator } = running;
  const { folders, workbooks } = emulator.seeded;
  const { body: workspace } = await api.post("/v2/files", { type: "workspace", name: "Finance" });
  expect((await api.get(`/v2/workspaces/${workspace.id}`)).body).toMatchObject({ name: "Finance" });
  const createOne = async (type: string, more: object = {}) =>
    api.post("/v2/files", { type, name: "New", parentId: folders.models, ...more });
  const { body: report } = await createOne("report");
  expect((await api.get(`/v2/reports/${report.id}`)).body).toMatchObject({ name: "New", latestVersion: 1 });
  const { body: copy } = await createOne("workbook", { source: { inodeId: workbooks.sales, version: 1 } });
  const readPages = async (id: string) => (await api.get(`/v2/workbooks/${id}/pages`)).body.entries;
  expect(await readPages(copy.id)).toEqual(await readPages(workbooks.sales));
  expect((await createOne("workbook", { source: { inodeId: workbooks.sales, version: 99 } })).status).toBe(404);
  expect((await createOne("dataset")).status).toBe(400);
});
