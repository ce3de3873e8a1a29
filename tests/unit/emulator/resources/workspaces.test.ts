import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

interface Workspace {
  workspaceId: string;
  name: string;
}

test("the personal area is a workspace called User Folder, and My Documents in the paths of files", async () => {
  const { api, emulator } = running;
  const { folders, members } = emulator.seeded;
  const listed = (await listAll(api, "/v2/workspaces")) as Workspace[];
  expect(listed.map(({ workspaceId, name }) => [workspaceId, name])).toEqual([
    [folders.workspace, "Acme"],
    [folders.adminHome, "User Folder"],
  ]);
  const { body: made } = await api.post("/v2/files", { type: "folder", name: "Mine" });
  expect(made).toMatchObject({ path: "My Documents", parentId: folders.adminHome, ownerId: members.admin });
  expect((await api.get(`/v2/workspaces/${made.parentId}`)).body).toEqual(listed[1]);
  emulator.configure({ personalWorkspace: "absent" });
  expect(await listAll(api, "/v2.1/workspaces")).toEqual([listed[0]]);
  expect((await api.get(`/v2/workspaces/${folders.adminHome}`)).status).toBe(404);
});

test("workspaces are found by a part of the name, or by all of it", async () => {
  const listFound = async (query: string) =>
    ((await running.api.get(`/v2/workspaces?${query}`)).body.entries as Workspace[]).map(({ name }) => name);
  expect(await listFound("name=ac")).toEqual(["Acme"]);
  expect(await listFound("exactName=ac")).toEqual([]);
  expect(await listFound("exactName=acme&name=nothing")).toEqual(["Acme"]);
  const { folders } = running.emulator.seeded;
  expect((await running.api.get(`/v2/workspaces/${folders.models}`)).status).toBe(404);
});

test("a workspace above a file can be forbidden", async () => {
  const { api, emulator } = running;
  const { folders } = emulator.seeded;
  emulator.configure({ workspaceAccess: "forbidden" });
  const { parentId } = (await api.get(`/v2/files/${folders.models}`)).body;
  expect((await api.get(`/v2/files/${parentId}`)).status).toBe(403);
  expect((await api.get(`/v2/workspaces/${parentId}`)).status).toBe(403);
  expect(((await listAll(api, "/v2/workspaces")) as Workspace[]).map(({ name }) => name)).toEqual(["User Folder"]);
});

test("a workspace is created, renamed, and deleted for good; names needn't differ", async () => {
  const { api } = running;
  const { body: made } = await api.post("/v2/workspaces", { name: "Finance" });
  expect((await api.get(`/v2/workspaces/${made.workspaceId}`)).body).toEqual(made);
  const { body: second } = await api.post("/v2/workspaces", { name: "Finance" });
  expect(second.workspaceId).not.toBe(made.workspaceId);

  const path = `/v2/workspaces/${made.workspaceId}`;
  expect((await api.patch(path, {})).status).toBe(400);
  expect((await api.patch(path, { name: "Money" })).body).toMatchObject({ name: "Money" });
  expect((await api.delete(path)).body).toEqual({});
  expect((await api.get(path)).status).toBe(404);
  expect((await api.delete(path)).status).toBe(404);
});

test("a duplicate is answered with the ids of the first, or refused", async () => {
  const { api, emulator } = running;
  const { folders } = emulator.seeded;
  const twice = { name: "Acme", noDuplicates: true };
  expect(await api.post("/v2/workspaces", twice)).toMatchObject({
    status: 200,
    body: { workspaceIds: [folders.workspace] },
  });
  emulator.configure({ workspaceNames: "unique" });
  expect((await api.post("/v2/workspaces", { name: "Acme" })).body).not.toHaveProperty("workspaceId");
  emulator.configure({ workspaceNames: "conflict" });
  expect((await api.post("/v2/workspaces", { name: "Acme" })).status).toBe(409);
});

test("a workspace that isn't empty is deleted with what is in it, or not at all", async () => {
  const { api, emulator } = running;
  const { folders } = emulator.seeded;
  const path = `/v2/workspaces/${folders.workspace}`;
  expect((await api.delete(path)).status).toBe(409);
  emulator.configure({ deleteFullWorkspace: "recursive" });
  expect((await api.delete(path)).status).toBe(200);
  expect((await api.get(`/v2/files/${folders.sales}`)).status).toBe(404);
});
