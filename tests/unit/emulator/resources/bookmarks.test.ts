import { withEmulator } from "../support";

const running = withEmulator();

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
