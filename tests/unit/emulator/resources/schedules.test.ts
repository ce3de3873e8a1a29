import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

const buildBody = (more: object = {}) => ({
  target: [{ email: "sales@example.com" }],
  schedule: { cronSpec: "0 8 * * 1", timezone: "Europe/Berlin" },
  configV2: {
    title: "Weekly",
    messageBody: "Attached.",
    exportAttachments: [{ formatOptions: { type: "PDF" } }],
    ...more,
  },
  description: "For Monday",
});
const getReportPath = () => `/v2/reports/${running.emulator.seeded.reports.quarterly}/schedules`;
const getWorkbookPath = () => `/v2/workbooks/${running.emulator.seeded.workbooks.sales}/schedules`;
const listStored = () => running.emulator.snapshot().exportSchedules;

test("answers have no recipients and no description, other names than requests, and defaults", async () => {
  const { api, emulator } = running;
  const { body: made } = await api.post(
    getReportPath(),
    buildBody({ exportName: "file", reportSettings: { controlValues: { a: 1 } } }),
  );
  expect(made).toMatchObject({
    reportId: emulator.seeded.reports.quarterly,
    isSuspended: false,
    disabledAt: null,
    ownerId: emulator.seeded.members.admin,
    configV2: {
      notificationAttachments: [{ formatOptions: { type: "PDF" }, workbookExportSource: { type: "report" } }],
      notificationName: "file",
      includeLink: false,
      attachmentSettings: { mergePdfAttachments: false, zipAttachments: false },
      reportSettings: { filters: [], variableValues: { a: 1 } },
      reportVariant: {},
    },
  });
  for (const hidden of ["target", "description", "documentId"]) expect(made).not.toHaveProperty(hidden);
  expect(listStored()).toMatchObject([{ target: [{ email: "sales@example.com" }], description: "For Monday" }]);
  expect(await listAll(api, getReportPath())).toEqual([made]);
});

test("workbooks have their own formats and parts, and list their schedules in both versions of the API", async () => {
  const { api, emulator } = running;
  const attachment = { formatOptions: { type: "CSV" }, workbookExportSource: { type: "element", elementIds: ["e"] } };
  const { body: made } = await api.post(
    getWorkbookPath(),
    buildBody({ exportAttachments: [attachment], workbookVariant: { tagId: "t" } }),
  );
  expect(made.configV2).toMatchObject({
    notificationAttachments: [
      { formatOptions: { type: "CSV" }, workbookExportSource: { type: "element", elementId: "e" } },
    ],
    workbookVariant: { tagId: "t" },
  });
  expect(made.configV2).not.toHaveProperty("workbookSettings");
  expect((await api.post(getWorkbookPath(), buildBody())).status).toBe(400);
  expect((await api.post(getReportPath(), buildBody({ exportAttachments: [attachment] }))).status).toBe(400);
  expect((await api.get(getWorkbookPath())).body.entries).toEqual([made]);
  const { entries, total } = (await api.get(getWorkbookPath().replace("v2", "v2.1"))).body;
  expect([entries, total]).toEqual([[made], 1]);
  emulator.configure({ bareLists: true });
  expect((await api.get(getWorkbookPath())).body).toEqual([made]);
  expect((await api.get("/v2/workbooks/nothing/schedules")).status).toBe(404);
});

test("a bookmark is exported as PDF or PNG only", async () => {
  const { api } = running;
  const part = { workbookExportSource: { type: "all" } };
  const ask = (type: string) => {
    const exportAttachments = [{ formatOptions: { type }, ...part }];
    return api.post(getWorkbookPath(), buildBody({ exportAttachments, workbookVariant: { bookmarkId: "b" } }));
  };
  expect(await ask("CSV")).toMatchObject({ status: 400, body: { message: "A bookmark can't be exported as CSV" } });
  expect((await ask("PDF")).status).toBe(200);
});

test("a suspension alone is ignored, or obeyed; with more it pauses and resumes", async () => {
  const { api, emulator } = running;
  const { scheduledNotificationId: id } = (await api.post(getReportPath(), buildBody())).body;
  const patch = async (change: object) => (await api.patch(`${getReportPath()}/${id}`, change)).body;
  expect(await patch({ suspensionAction: "pause" })).toMatchObject({ isSuspended: false });
  expect(await patch({ suspensionAction: "pause", schedule: { timezone: "UTC" } })).toMatchObject({
    isSuspended: true,
    disabledBy: emulator.seeded.members.admin,
    schedule: { cronSpec: "0 8 * * 1", timezone: "UTC" },
  });
  emulator.configure({ loneSuspension: "obeyed" });
  expect(await patch({ suspensionAction: "resume" })).toMatchObject({ isSuspended: false, disabledAt: null });
  await emulator.ui.request("POST", `/schedules/${id}/suspend`);
  expect(listStored()).toMatchObject([{ isSuspended: true, disabledBy: null }]);
});

test("a PATCH replaces configV2, or merges it; a null clears the description", async () => {
  const { api, emulator } = running;
  const { scheduledNotificationId: id } = (
    await api.post(getReportPath(), buildBody({ includeLink: true, exportName: "file" }))
  ).body;
  emulator.configure({ scheduleConfigPatch: "merges" });
  const { configV2 } = buildBody();
  const merged = (await api.patch(`${getReportPath()}/${id}`, { configV2, description: null })).body;
  expect(merged.configV2).toMatchObject({ notificationName: "file" });
  expect(listStored()).toMatchObject([{ description: null }]);
  emulator.configure({ scheduleConfigPatch: "replaces" });
  expect((await api.patch(`${getReportPath()}/${id}`, { configV2 })).body.configV2).not.toHaveProperty(
    "notificationName",
  );
});

test("a schedule needs a readable time, and belongs to its document", async () => {
  const { api } = running;
  for (const schedule of [
    { cronSpec: "0 8 *", timezone: "UTC" },
    { cronSpec: "0 8 * * *", timezone: "Nowhere" },
  ]) {
    expect((await api.post(getReportPath(), { ...buildBody(), schedule })).status).toBe(400);
  }
  const { scheduledNotificationId: id } = (await api.post(getReportPath(), buildBody())).body;
  expect((await api.delete(`${getWorkbookPath()}/${id}`)).status).toBe(404);
  expect((await api.delete(`${getReportPath()}/${id}`)).body).toEqual({});
  expect((await api.delete(`${getReportPath()}/${id}`)).status).toBe(404);
});

test("a member's schedules are listed over all documents", async () => {
  const { api, emulator } = running;
  const { admin, viewer } = emulator.seeded.members;
  const attachment = { formatOptions: { type: "PNG", pixelWidth: 800 }, workbookExportSource: { type: "all" } };
  await api.post(getWorkbookPath(), buildBody({ exportAttachments: [attachment] }));
  await api.post(getReportPath(), buildBody());
  const all = (await listAll(api, `/v2/members/${admin}/schedules`, 1)) as object[];
  expect(all).toEqual([
    expect.objectContaining({ workbookId: emulator.seeded.workbooks.sales }),
    expect.objectContaining({ reportId: emulator.seeded.reports.quarterly }),
  ]);
  expect(await listAll(api, `/v2/members/${viewer}/schedules`)).toEqual([]);
});

test("a condition has a type, texts for its column and element, and a value with a type", async () => {
  const { api } = running;
  const post = async (condition: unknown) => {
    const conditionOptions = { type: "workbook", condition };
    return (await api.post(getReportPath(), buildBody({ conditionOptions }))).status;
  };
  const of = { elementId: "e", columnId: "c", op: "GreaterThan", mode: "any" };
  const right = { type: "column", ...of, value: { type: "integer", value: "1" } };
  expect(await post(right)).toBe(200);
  for (const wrong of [null, "c", { ...right, value: null }, { ...right, value: 1 }, { ...right, columnId: 1 }, of]) {
    expect([wrong, await post(wrong)]).toEqual([wrong, 400]);
  }
});
