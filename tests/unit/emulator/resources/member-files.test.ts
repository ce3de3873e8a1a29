import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

interface Listed {
  id: string;
  name: string;
  lastInteractionAt?: string;
}

async function listNames(path: string): Promise<string[]> {
  return ((await listAll(running.api, path)) as Listed[]).map(({ name }) => name);
}

test("what is in the personal area of another member isn't among the files", async () => {
  const { api, emulator } = running;
  const { reports, members } = emulator.seeded;
  const { body: mine } = await api.post("/v2/files", { type: "folder", name: "Mine" });
  expect((await api.get("/v2/reports")).body.entries).toHaveLength(1);
  expect(await listNames("/v2/files?typeFilters=report")).toEqual([]);
  expect((await api.get(`/v2/files/${reports.quarterly}`)).body).toMatchObject({ path: "My Documents" });
  emulator.configure({ othersDocuments: "forbidden" });
  expect((await api.get(`/v2/files/${reports.quarterly}`)).status).toBe(403);
  expect((await api.get(`/v2/files/${mine.id}`)).status).toBe(200);
  emulator.configure({ othersDocuments: "listed" });
  expect(await listNames("/v2/files?typeFilters=report")).toEqual(["Quarterly report"]);

  emulator.configure({ othersDocuments: "unlisted" });
  const path = `/v2/members/${members.analyst}/files`;
  expect(await listNames(`${path}?typeFilters=report&limit=500`)).toEqual(["Quarterly report"]);
  expect(await listNames(`${path}?name=mine`)).toEqual([]);
  expect(await listNames(`/v2/members/${members.admin}/files?name=mine`)).toEqual(["Mine"]);
  expect((await api.get("/v2/members/nobody/files")).status).toBe(404);
});

test("recent files are the documents of a member, the latest first", async () => {
  const { api, emulator } = running;
  const { members, workbooks } = emulator.seeded;
  await emulator.ui.changeFile(workbooks.finance, { name: "Finance 2" });
  const recent = (await listAll(api, `/v2/members/${members.analyst}/files/recents`)) as Listed[];
  expect(recent.map(({ name }) => name)).toEqual(["Finance 2", "Sales report", "Quarterly report"]);
  const { body } = await api.get(`/v2/files/${workbooks.finance}`);
  expect(recent[0]).toEqual({ ...body, lastInteractionAt: body.updatedAt });
  expect((await api.get("/v2/members/nobody/files/recents")).status).toBe(404);
});

test("files take a filter of permissions", async () => {
  expect(await listNames("/v2/files?permissionFilter=view&typeFilters=workbook")).toEqual([
    "Sales report",
    "Finance report",
  ]);
  expect((await running.api.get("/v2/files?permissionFilter=nonsense")).status).toBe(400);
});
