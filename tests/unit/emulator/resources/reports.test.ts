import { listAll, withEmulator } from "../support";

const running = withEmulator();

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
