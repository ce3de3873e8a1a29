import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

test("a favorite is added, listed in two places, and removed; one of a deleted file is gone", async () => {
  const { api, emulator } = running;
  const { members, workbooks, folders } = emulator.seeded;
  const lists = [`/v2/favorites/member/${members.admin}`, `/v2/members/${members.admin}/files/favorites`];
  const add = (inodeId: string) => api.post("/v2/favorites", { memberId: members.admin, inodeId });
  for (const inodeId of [workbooks.sales, folders.models]) {
    expect(await add(inodeId)).toMatchObject({ status: 200, body: {} });
  }
  expect((await add(workbooks.sales)).status).toBe(409);
  emulator.configure({ repeatedFavorite: "ignore" });
  expect((await add(workbooks.sales)).status).toBe(200);
  for (const path of lists) {
    expect(await listAll(api, path)).toMatchObject([{ id: workbooks.sales, type: "workbook" }, { id: folders.models }]);
  }
  const path = `/v2/favorites/member/${members.admin}/file/${folders.models}`;
  expect((await api.delete(path)).body).toEqual({});
  expect((await api.delete(path)).status).toBe(404);
  await api.delete(`/v2/files/${workbooks.sales}`);
  expect(await listAll(api, lists[0]!)).toEqual([]);
});

test("what can't be seen isn't added, nor to a member who doesn't exist", async () => {
  const { api, emulator } = running;
  const { members, reports } = emulator.seeded;
  expect((await api.post("/v2/favorites", { memberId: members.admin, inodeId: "nothing" })).status).toBe(404);
  expect((await api.post("/v2/favorites", { memberId: "nobody", inodeId: reports.quarterly })).status).toBe(404);
  emulator.configure({ othersDocuments: "forbidden" });
  const others = { memberId: members.admin, inodeId: reports.quarterly };
  expect((await api.post("/v2/favorites", others)).status).toBe(403);
});
