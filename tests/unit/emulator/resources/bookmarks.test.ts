import { setUpEmulator } from "../support";

const running = setUpEmulator();

test("bookmarks are listed and read below their workbook only", async () => {
  const { api, emulator } = running;
  const { workbooks, bookmarks } = emulator.seeded;
  const path = `/v2/workbooks/${workbooks.sales}/bookmarks`;
  const { entries } = (await api.get(path)).body;
  expect(entries).toHaveLength(3);
  expect((await api.get(`${path}/${bookmarks.north}`)).body).toEqual(entries[0]);
  expect(entries[0]).toEqual({
    bookmarkId: bookmarks.north,
    name: "Region north",
    isShared: true,
    isDefault: true,
    exploreKey: expect.any(String),
  });
  expect((await api.get(`/v2/workbooks/${workbooks.finance}/bookmarks/${bookmarks.north}`)).status).toBe(404);
  expect((await api.get(`${path}/nothing`)).status).toBe(404);
  expect((await api.get("/v2/workbooks/nothing/bookmarks")).status).toBe(404);
});

test("bookmarks are found by the name of a tag the workbook carries", async () => {
  const { api, emulator } = running;
  const workbookId = emulator.seeded.workbooks.sales;
  await api.post("/v2/tags", { name: "In production", color: "plum" });
  const path = `/v2/workbooks/${workbookId}/tags/${encodeURIComponent("In production")}/bookmarks`;
  expect((await api.get(path)).status).toBe(404);
  await api.post("/v2/workbooks/tag", { workbookId, tag: "In production" });
  expect((await api.get(path)).body.entries).toHaveLength(3);
});

test("a bookmark is created for a known exploration, changed, made default, deleted, below a tag too", async () => {
  const { api, emulator } = running;
  const { workbooks, bookmarks } = emulator.seeded;
  const path = `/v2/workbooks/${workbooks.sales}/bookmarks`;
  const { exploreKey } = (await api.get(`${path}/${bookmarks.north}`)).body;
  const fields = { workbookVersion: 3, name: "West", isShared: true };
  expect((await api.post(path, { ...fields, exploreKey: "unknown" })).status).toBe(400);
  const { body: made } = await api.post(path, { ...fields, exploreKey });
  expect(made).toEqual({ bookmarkId: expect.any(String), name: "West", isShared: true, isDefault: false, exploreKey });
  const own = `${path}/${made.bookmarkId}`;
  expect((await api.patch(own, { name: "Far west", isShared: null, isDefault: true })).body).toMatchObject({
    name: "Far west",
    isShared: true,
    isDefault: true,
  });
  expect((await api.get(`${path}/${bookmarks.north}`)).body.isDefault).toBe(false);
  expect((await api.delete(own)).body).toEqual({});
  expect((await api.delete(own)).status).toBe(404);

  await api.post("/v2/tags", { name: "Production", color: "plum" });
  await api.post("/v2/workbooks/tag", { workbookId: workbooks.sales, tag: "Production" });
  const tagged = `/v2/workbooks/${workbooks.sales}/tags/Production/bookmarks`;
  const { bookmarkId } = (await api.post(`${tagged}/`, { ...fields, exploreKey })).body;
  expect((await api.get(`${tagged}/${bookmarkId}`)).body).toMatchObject({ name: "West" });
  expect((await api.delete(`${tagged}/${bookmarkId}`)).body).toEqual({});
  expect((await api.get(`/v2/workbooks/${workbooks.sales}/tags/Nothing/bookmarks/${bookmarkId}`)).status).toBe(404);
});
