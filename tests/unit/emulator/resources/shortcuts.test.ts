import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

const createShortcut = (target: string, more: object = {}) =>
  running.api.post("/v2/shortcuts", {
    parentId: running.emulator.seeded.folders.sales,
    target: { id: target },
    ...more,
  });

test("a shortcut is a file of its own, whose target only its create answers", async () => {
  const { api, emulator } = running;
  const { workbooks, folders, members } = emulator.seeded;
  const { status, body } = await createShortcut(workbooks.sales, { name: "What sold" });
  expect(status).toBe(200);
  const { body: parent } = await api.get(`/v2/files/${folders.sales}`);
  expect(body).toEqual({
    id: expect.any(String),
    urlId: expect.any(String),
    name: "What sold",
    parentId: folders.sales,
    parentUrlId: parent.urlId,
    path: `${parent.path}/${parent.name}`,
    target: { type: "workbook", id: workbooks.sales },
    ownerId: members.admin,
    createdBy: members.admin,
    updatedBy: members.admin,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const { target: _, ...shown } = body;
  const { body: file } = await api.get(`/v2/files/${body.id}`);
  expect(file).toMatchObject({ ...shown, type: "symlink", isArchived: false });
  expect(file).not.toHaveProperty("target");
  expect(await listAll(api, "/v2/files?typeFilters=symlink")).toEqual([file]);
  expect(await listAll(api, "/v2/files")).not.toContainEqual(file);
});

test("it is named after its target, which may be a document, a folder, a table or a schema", async () => {
  const { api, emulator } = running;
  const { workbooks, folders, reports, tables, legacyModel } = emulator.seeded;
  const connectionId = emulator.seeded.connections.warehouse;
  const lookup = await api.post(`/v2/connection/${connectionId}/lookup`, { path: ["SALES", "PUBLIC"] });
  for (const [id, type, name] of [
    [workbooks.sales, "workbook", (await api.get(`/v2/files/${workbooks.sales}`)).body.name],
    [reports.quarterly, "report", (await api.get(`/v2/files/${reports.quarterly}`)).body.name],
    [legacyModel, "data-model", (await api.get(`/v2/files/${legacyModel}`)).body.name],
    [folders.models, "folder", (await api.get(`/v2/files/${folders.models}`)).body.name],
    [tables.orders, "table", "ORDERS"],
    [lookup.body.inodeId, "scope", "PUBLIC"],
  ]) {
    expect((await createShortcut(id)).body).toMatchObject({ name, target: { type, id } });
  }
});

test("it is renamed, moved and deleted like other files, and outlives its target", async () => {
  const { api, emulator } = running;
  const { workbooks, folders } = emulator.seeded;
  const { body: made } = await createShortcut(workbooks.sales);
  const path = `/v2/files/${made.id}`;
  expect((await api.patch(path, { name: "Other", parentId: folders.models })).body).toMatchObject({
    name: "Other",
    parentId: folders.models,
  });
  await api.delete(`/v2/files/${workbooks.sales}`);
  expect((await api.get(path)).status).toBe(200);
  expect((await api.delete(path)).body).toEqual({});
  expect((await api.get(path)).status).toBe(404);
});

test("nothing points to what isn't there, to a workspace or to a shortcut, or lies in something else", async () => {
  const { api, emulator } = running;
  const { workbooks, folders, members } = emulator.seeded;
  const { body: made } = await createShortcut(workbooks.sales);
  for (const target of ["nothing", folders.workspace, made.id]) {
    expect((await createShortcut(target)).status).toBe(400);
  }
  expect((await createShortcut(workbooks.sales, { parentId: workbooks.sales })).status).toBe(400);
  expect((await api.post("/v2/shortcuts", { target: { id: workbooks.sales } })).status).toBe(400);
  expect((await api.post("/v2/shortcuts", { parentId: folders.workspace })).status).toBe(400);
  const grant = { inodeId: made.id, grantee: { memberId: members.admin }, permission: "view" };
  expect((await api.post("/v2/grants", grant)).status).toBeGreaterThanOrEqual(400);
});
