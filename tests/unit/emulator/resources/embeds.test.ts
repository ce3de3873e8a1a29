import { setUpEmulator } from "../support";

const running = setUpEmulator();
const getPath = () => `/v2/workbooks/${running.emulator.seeded.workbooks.sales}/embeds`;

test("a public embed of a workbook or a page is created, listed and deleted", async () => {
  const { api, emulator } = running;
  const [page] = (await api.get(`/v2/workbooks/${emulator.seeded.workbooks.sales}/pages`)).body.entries;
  const whole = (await api.post(getPath(), { embedType: "public", sourceType: "workbook" })).body;
  const part = (await api.post(getPath(), { embedType: "public", sourceType: "page", sourceId: page.pageId })).body;
  expect(whole).toEqual({ embedId: expect.any(String), embedUrl: expect.stringContaining(whole.embedId) });
  await emulator.ui.request("POST", "/embeds", { workbookId: emulator.seeded.workbooks.sales });
  expect((await api.get(getPath())).body.entries).toEqual([
    { ...whole, public: true, sourceType: "workbook", sourceId: null, sourceName: null },
    { ...part, public: true, sourceType: "page", sourceId: page.pageId, sourceName: "Overview" },
    expect.objectContaining({ public: false }),
  ]);
  expect((await api.delete(`${getPath()}/${whole.embedId}`)).body).toEqual({});
  expect((await api.delete(`${getPath()}/${whole.embedId}`)).status).toBe(404);
});

test("what it shows must exist, and a second one of the same part is another or refused", async () => {
  const { api, emulator } = running;
  const post = async (more: object) => (await api.post(getPath(), { embedType: "public", ...more })).status;
  expect(await post({ sourceType: "page", sourceId: "nothing" })).toBe(404);
  expect(await post({ sourceType: "page" })).toBe(400);
  expect(await post({ sourceType: "workbook", sourceId: "x" })).toBe(400);
  expect(await post({ embedType: "secure", sourceType: "workbook" })).toBe(400);
  expect([await post({ sourceType: "workbook" }), await post({ sourceType: "workbook" })]).toEqual([200, 200]);
  emulator.configure({ repeatedEmbeds: "refuse" });
  expect(await post({ sourceType: "workbook" })).toBe(409);
});
