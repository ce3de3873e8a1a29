import { setUpEmulator } from "../support";

const running = setUpEmulator();

async function createModel(): Promise<string> {
  const { folders, connections } = running.emulator.seeded;
  const source = { kind: "warehouse-table", connectionId: connections.warehouse, path: ["SALES", "PUBLIC", "ORDERS"] };
  const columns = [{ id: "c", formula: "[ORDERS/AMOUNT]", name: "Amount" }];
  const table = { kind: "table", id: "t", name: "Orders", source, columns };
  const pages = [{ id: "p", name: "Page", elements: [table] }];
  const body = { name: "Orders", folderId: folders.models, schemaVersion: 1, pages };
  return (await running.api.post("/v2/dataModels/spec", body)).body.dataModelId;
}

test("a formula changed in the UI is a new version by another member, with the same ids", async () => {
  const { api, emulator } = running;
  const id = await createModel();
  const { body: before } = await api.get(`/v2/dataModels/${id}/spec`);
  await emulator.ui.changeFormula(id, "Orders", "Amount", "[ORDERS/Amount] * 2");
  const { body: after } = await api.get(`/v2/dataModels/${id}/spec`);
  const pages = structuredClone(before.pages);
  pages[0].elements[0].columns[0].formula = "[ORDERS/Amount] * 2";
  expect(after).toMatchObject({ pages, documentVersion: 2, updatedBy: emulator.seeded.members.analyst });
  expect(after.createdBy).toBe(emulator.seeded.members.admin);
  await expect(emulator.ui.changeFormula(id, "Orders", "Nothing", "1")).rejects.toThrow("No column 'Nothing'");
});

test("another member renames, deletes and restores", async () => {
  const { api, emulator } = running;
  const id = await createModel();
  await emulator.ui.changeFile(id, { name: "Renamed" });
  expect((await api.get(`/v2/dataModels/${id}`)).body).toMatchObject({
    name: "Renamed",
    updatedBy: emulator.seeded.members.analyst,
  });
  await emulator.ui.deleteFile(id);
  expect((await api.get(`/v2/dataModels/${id}`)).status).toBe(404);
  await emulator.ui.changeFile(id, { restore: true });
  expect((await api.get(`/v2/dataModels/${id}`)).status).toBe(200);
});

test("the UI needs no token, knows no limits, meets no faults and isn't logged", async () => {
  const { api, emulator } = running;
  emulator.configure({ requestsPerSecond: 1 });
  emulator.addFault({ fault: "status", status: 503 });
  emulator.clearRequests();
  for (const name of ["a", "b", "c"]) {
    await emulator.ui.request("POST", "/v2/tags", { name, color: "plum" });
  }
  expect(emulator.requests()).toEqual([]);
  expect((await api.get("/v2/tags")).status).toBe(503);
  await expect(emulator.ui.request("POST", "/v2/tags", { name: "a", color: "plum" })).rejects.toThrow("409");
});

test("what the API only reads can be made", async () => {
  const { api, emulator } = running;
  const make = (kind: string, body: object) =>
    emulator.ui.request("POST", `/${kind}`, body) as Promise<Record<string, string>>;
  const workbook = await make("workbooks", { name: "Board" });
  expect((await api.get(`/v2/workbooks/${workbook.workbookId}`)).body).toMatchObject({
    name: "Board",
    latestVersion: 1,
  });
  const bookmark = await make("bookmarks", { workbookId: workbook.workbookId, name: "Mine", isShared: false });
  const path = `/v2/workbooks/${workbook.workbookId}/bookmarks/${bookmark.bookmarkId}`;
  expect((await api.get(path)).body).toMatchObject({ name: "Mine", isShared: false });
  const sources = [{ type: "table", inodeId: emulator.seeded.tables.orders }];
  const dataset = await make("datasets", { name: "Old", parentId: emulator.seeded.folders.sales, sources });
  expect((await api.get(`/v2/datasets/${dataset.datasetId}/sources`)).body).toEqual(sources);
  const member = await make("members", { email: "new@acme.example" });
  expect((await api.get("/v2/members?email=new%40acme.example")).body.entries).toHaveLength(1);
  const team = await make("teams", { name: "New team", members: [member.memberId] });
  expect((await api.get(`/v2/teams/${team.teamId}`)).body.members).toEqual([member.memberId]);
  const connection = await make("connections", { name: "Third" });
  expect((await api.get(`/v2/connections/${connection.connectionId}`)).body).toMatchObject({ name: "Third" });
});
