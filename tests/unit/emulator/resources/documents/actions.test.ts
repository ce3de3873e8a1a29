import { setUpEmulator } from "../../support";

const running = setUpEmulator();
const formWorkbookPath = (rest = "") => `/v2/workbooks/${running.emulator.seeded.workbooks.sales}${rest}`;
const report = (rest = "") => `/v2/reports/${running.emulator.seeded.reports.quarterly}${rest}`;
const listElements = async (document: string) => (await running.api.get(`${document}/elements`)).body.entries;

test.each([
  ["workbook", formWorkbookPath, { copyBookmarks: "all" }],
  ["report", report, {}],
] as const)("a %s is copied with its contents, as it is or as it is tagged", async (sort, path, more) => {
  const { api, emulator } = running;
  const body = { destinationFolderId: emulator.seeded.folders.sales, name: "Copy", ...more };
  const { body: copy } = await api.post(path("/copy"), body);
  expect(copy).toMatchObject({ name: "Copy", path: "Acme/Models/Sales", latestVersion: 1, tags: [] });
  const there = `/v2/${sort}s/${copy[`${sort}Id`]}`;
  expect((await api.get(there)).body).toEqual(copy);
  expect(await listElements(there)).toEqual(await listElements(path()));

  expect((await api.post(path("/tag/Production/copy"), body)).status).toBe(404);
  await api.post("/v2/tags", { name: "Production", color: "plum" });
  const [id] = path().split("/").slice(-1);
  const tag = sort === "report" ? { reportId: id, tagName: "Production" } : { workbookId: id, tag: "Production" };
  await api.post(`/v2/${sort}s/tag`, tag);
  expect((await api.post(path("/tag/Production/copy"), body)).status).toBe(200);
  expect((await api.post(path("/copy"), { ...body, destinationFolderId: "nothing" })).status).toBe(400);
});

test("an export is downloaded by its query", async () => {
  const { api } = running;
  const [element] = await listElements(formWorkbookPath());
  const { body } = await api.post(formWorkbookPath("/export"), {
    elementId: element.elementId,
    format: { type: "csv" },
  });
  expect(body).toEqual({ jobComplete: false, queryId: expect.any(String) });
  expect((await api.get(`/v2/query/${body.queryId}/download`)).status).toBe(204);
  const download = await api.get(`/v2/query/${body.queryId}/download`);
  expect([download.status, download.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringContaining("export.csv"),
  ]);
  expect((await api.get("/v2/query/nothing/download")).status).toBe(404);
  expect((await api.post(report("/export"), { format: { type: "csv" } })).status).toBe(400);
  expect((await api.post(report("/export"), { format: { type: "pdf", layout: "portrait" } })).status).toBe(200);
  expect((await api.post(formWorkbookPath("/export"), { elementId: "nothing", format: { type: "csv" } })).status).toBe(
    404,
  );
});

test.each([
  ["png", "image/png", /^\x89PNG\r\n.*Exported by the emulator, which has no data\./s],
  ["pdf", "application/pdf", /^%PDF-1/],
  ["json", "application/json", /^\[\{"placeholder":"Exported by the emulator/],
  ["csv", "text/csv", /^placeholder\r\n"Exported by the emulator/],
  ["jsonl", "application/x-ndjson", /^\{"placeholder":"Exported by the emulator/],
])("an exported %s is one", async (type, contentType, start) => {
  const { api, emulator } = running;
  emulator.configure({ exportPolls: 0 });
  const [element] = await listElements(formWorkbookPath());
  const { body } = await api.post(formWorkbookPath("/export"), { elementId: element.elementId, format: { type } });
  const download = await fetch(`${emulator.url}/v2/query/${body.queryId}/download`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(download.headers.get("content-type")).toContain(contentType);
  expect(Buffer.from(await download.arrayBuffer()).toString("latin1")).toMatch(start);
});

test("a document is sent, if the body says what and to whom", async () => {
  const { api } = running;
  const config = { title: "Now", messageBody: "…" };
  const attachments = [{ formatOptions: { type: "PDF" }, source: { type: "all" } }];
  const targets = [{ type: "email", email: "a@example.com" }];
  expect((await api.post(formWorkbookPath("/send"), { targets, config, attachments })).body).toEqual({});
  expect((await api.post(report("/send"), { targets, config, attachments })).body).toEqual({});
  expect((await api.post(report("/send"), { targets, attachments })).status).toBe(400);
});

test("sources are swapped, and what nothing reads is named", async () => {
  const { api, emulator } = running;
  const { legacyModel, connections } = emulator.seeded;
  const { body: made } = await api.post("/v2/dataModels/spec", {
    name: "Other",
    folderId: emulator.seeded.folders.models,
    schemaVersion: 1,
    pages: [],
  });
  const other = made.dataModelId;
  const swaps = {
    sourceMapping: [
      { fromId: legacyModel, toId: other },
      { fromId: "nothing", toId: other },
    ],
    connectionMapping: [{ fromId: connections.warehouse, toId: connections.lakehouse }],
  };
  // Without swapTables, only statements change their connection, and this workbook has none.
  expect((await api.post(formWorkbookPath("/swapSources"), swaps)).body).toEqual({
    unswappedSources: ["nothing"],
    unswappedConnections: [connections.warehouse],
  });
  const toNothing = { connectionMapping: [{ fromId: connections.warehouse, toId: "nothing" }] };
  expect((await api.post(formWorkbookPath("/swapSources"), toNothing)).status).toBe(400);
  const [source] = (await api.get(formWorkbookPath("/sources"))).body;
  expect(source).toMatchObject({ type: "data-model", dataModelId: other });

  const buildModel = (dataModelId: string) => ({ type: "data-model", dataModelId, elementId: "e" });
  const ofReport = { sourceMapping: [{ from: buildModel(legacyModel), to: buildModel(other) }] };
  expect((await api.post(report("/swapSources"), ofReport)).body).toEqual({});
  expect((await api.get(report("/sources"))).body).toEqual([expect.objectContaining({ dataModelId: other })]);

  const connectionMapping = [{ fromId: connections.lakehouse, toId: connections.warehouse, swapTables: true }];
  const before = (await api.get(`/v2/dataModels/${legacyModel}`)).body.latestVersion;
  const swapped = await api.post(`/v2/dataModels/${legacyModel}/swapSources`, { connectionMapping });
  expect(swapped.body).toEqual({ unswappedSources: [], unswappedConnections: [] });
  expect((await api.get(`/v2/dataModels/${legacyModel}`)).body.latestVersion).toBe(before + 1);
});

test("a workbook is restored as a new version, described, and converted to a report", async () => {
  const { api, emulator } = running;
  expect((await api.post(formWorkbookPath("/restoreVersion"), { version: 1 })).body).toMatchObject({
    latestVersion: 4,
  });
  expect((await api.post(formWorkbookPath("/restoreVersion"), { version: 9 })).status).toBe(404);
  const { body: schema } = await api.get(formWorkbookPath("/schema?includeSql=true"));
  const [events] = (await listElements(formWorkbookPath())).filter(({ name }: { name: string }) => name === "Events");
  expect(schema.sqlQueries[events.elementId]).toContain("select");
  expect((await api.get(formWorkbookPath("/schema"))).body.sqlQueries).toEqual({});
  const converted = await api.post(formWorkbookPath("/convertToReport"), { name: "As a report" });
  expect(converted.status).toBe(201);
  expect(converted.body).toMatchObject({
    convertedReport: { name: "As a report", path: "Acme/Models/Sales" },
    sourceWorkbook: { workbookId: emulator.seeded.workbooks.sales, name: "Sales report" },
    warnings: [],
  });
});

test("a run of a document isn't one of another; datasets have runs of their own", async () => {
  const { api, emulator } = running;
  const { legacyModel, datasets } = emulator.seeded;
  const path = `/v2/dataModels/${legacyModel}`;
  const [element] = await listElements(path);
  await emulator.ui.scheduleMaterialization(legacyModel, element.name);
  const [{ sheetId }] = (await api.get(`${path}/materializationSchedules`)).body.entries;
  const { materializationId } = emulator.snapshot().materializations[0]!;
  expect((await api.get(`${path}/materializations/${materializationId}`)).status).toBe(200);
  expect((await api.get(formWorkbookPath(`/materializations/${materializationId}`))).status).toBe(404);
  expect((await api.post(formWorkbookPath("/materializations"), { sheetId })).status).toBe(400);

  const ofDataset = `/v2/datasets/${datasets.orders}/materialization`;
  expect((await api.post(ofDataset, {})).body).toEqual({ taskId: expect.any(String) });
  expect((await api.get(ofDataset)).body.entries).toMatchObject([{ status: "success" }]);
});

test("a tenant has the workbooks that policies deploy to it", async () => {
  const { api, emulator } = running;
  const { tenants, workbooks } = emulator.seeded;
  const path = `/v2/tenants/${tenants.north}/workbooks?parentWorkbookId=${workbooks.sales}`;
  expect((await api.get(path)).status).toBe(404);
  const { deploymentPolicyId } = (await api.post("/v2/deploymentPolicies", { name: "north" })).body;
  const policy = `/v2/deploymentPolicies/${deploymentPolicyId}`;
  await api.post(`${policy}/tenants`, { tenantOrganizationId: tenants.north });
  await api.post(`${policy}/files`, { inodeIds: [workbooks.sales] });
  expect((await api.get(path)).body).toEqual({ workbookId: expect.any(String), workbookUrl: expect.any(String) });
});
