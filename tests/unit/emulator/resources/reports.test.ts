import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

test("reports are created, listed and read", async () => {
  const { api, emulator } = running;
  const { folders, reports, members } = emulator.seeded;
  const { body: made } = await api.post("/v2/reports", { name: "Monthly", folderId: folders.sales });
  expect(made).toMatchObject({ name: "Monthly", path: "Acme/Models/Sales", latestVersion: 1, tags: [] });
  expect((await api.get(`/v2/reports/${made.reportId}`)).body).toEqual(made);
  expect((await api.get(`/v2/reports/${made.reportUrlId}`)).body).toEqual(made);
  const all = (await listAll(api, "/v2/reports")) as { reportId: string; ownerId: string }[];
  expect(all.map(({ reportId }) => reportId)).toEqual([reports.quarterly, made.reportId]);
  expect(all[0]!.ownerId).toBe(members.analyst);
  expect((await api.get("/v2/reports?excludeTags=true")).body.entries[0]).not.toHaveProperty("tags");
  expect((await api.get("/v2/reports/nothing")).status).toBe(404);
  await api.delete(`/v2/files/${made.reportId}`);
  expect((await api.get(`/v2/reports/${made.reportId}`)).status).toBe(404);
});

test("a tag is put on by name, moves when it is put on again, and is taken off by id", async () => {
  const { api, emulator } = running;
  const reportId = emulator.seeded.reports.quarterly;
  const { versionTagId } = (await api.post("/v2/tags", { name: "Production", color: "plum" })).body;
  const put = (more: object = {}) => api.post("/v2/reports/tag", { reportId, tagName: "Production", ...more });
  const first = (await put({ reportVersion: 2 })).body;
  expect(first).toEqual({ versionTagId, taggedReportId: expect.any(String), taggedReportVersion: 2 });
  expect((await put()).body).toEqual({ ...first, taggedReportVersion: 3 });
  const [tag] = (await api.get(`/v2/reports/${reportId}/tags`)).body.entries;
  expect(tag).toMatchObject({ versionTagId, tagName: "Production", sourceVersion: 3 });
  expect((await api.get(`/v2/reports/${reportId}`)).body.tags).toEqual([tag]);
  expect((await put({ reportVersion: 4 })).status).toBe(404);
  expect((await put({ tagName: "Nothing" })).status).toBe(404);
  const path = `/v2/reports/${reportId}/tags/${versionTagId}`;
  expect([(await api.delete(path)).status, (await api.delete(path)).status]).toEqual([200, 404]);
  await put();
  await api.delete(`/v2/tags/${versionTagId}`);
  expect((await api.get(`/v2/reports/${reportId}/tags`)).body.entries).toEqual([]);
});
