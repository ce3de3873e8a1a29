import { listAll, withEmulator } from "../support";

const running = withEmulator();

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
  const found = async (query: string) =>
    ((await running.api.get(`/v2/workspaces?${query}`)).body.entries as Workspace[]).map(({ name }) => name);
  expect(await found("name=ac")).toEqual(["Acme"]);
  expect(await found("exactName=ac")).toEqual([]);
  expect(await found("exactName=acme&name=nothing")).toEqual(["Acme"]);
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
