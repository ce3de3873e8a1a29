import * as pulumi from "@pulumi/pulumi";
import { type Emulator, startEmulator } from "analytics-emulator";
import * as analytics from "pulumi-analytics";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: 1, unknownQuery: "refuse" });
  pulumi.runtime.setConfig("analytics:baseUrl", emulator.url);
  pulumi.runtime.setConfig("analytics:clientId", emulator.clientId);
  pulumi.runtime.setConfig("analytics:clientSecret", emulator.clientSecret);
});
afterAll(() => emulator.stop());

const workbookId = () => emulator.seeded.workbooks.sales;
const reportId = () => emulator.seeded.reports.quarterly;
const dataModelId = () => emulator.seeded.legacyModel;
const elementsOf = async (document: string) => {
  const listed = await emulator.ui.request("GET", `/v2/${document}/elements`);
  const { entries } = listed as { entries: { elementId: string; name?: string; type: string }[] };
  return entries;
};

test("reports are found by name, with their latest version", async () => {
  // In the personal area of another member: listed as a report, if not as a file.
  const report = await analytics.getReport({ name: "Quarterly report" });
  expect(report).toMatchObject({ id: reportId(), latestVersion: 3 });
  expect(await analytics.getReport({ id: reportId() })).toEqual(report);
  expect(await analytics.listReports({ name: "Quarterly report" })).toEqual([report]);
});

test("versions are listed, whichever the style of the list", async () => {
  const latestFirst = [{ version: 3 }, { version: 2 }, { version: 1 }];
  expect(await analytics.listDocumentVersions({ workbookId: workbookId() })).toMatchObject(latestFirst);
  expect(await analytics.listDocumentVersions({ reportId: reportId() })).toMatchObject(latestFirst);
  await expect(analytics.listDocumentVersions({} as never)).rejects.toThrow("exactly one of workbookId, reportId");
});

test("sources of workbooks and reports take no query parameter, those of models are pages", async () => {
  const model = { type: "data-model", dataModelId: dataModelId() };
  expect(await analytics.listDocumentSources({ workbookId: workbookId() })).toContainEqual(
    expect.objectContaining(model),
  );
  expect(await analytics.listDocumentSources({ reportId: reportId() })).toContainEqual(expect.objectContaining(model));
  const [source] = await analytics.listDocumentSources({ dataModelId: dataModelId() });
  expect(source).toMatchObject({ type: "table", tableId: expect.any(String) });
});

test("lineage is listed; a blank document has none, and a refusal is one", async () => {
  for (const document of [{ workbookId: workbookId() }, { reportId: reportId() }]) {
    const nodes = await analytics.listDocumentLineage(document);
    expect(nodes).toContainEqual(expect.objectContaining({ type: "element", elementId: expect.any(String) }));
  }
  const blank = { name: "Blank", folderId: emulator.seeded.folders.sales };
  const made = (await emulator.ui.request("POST", "/v2/workbooks", blank)) as { workbookId: string };
  emulator.configure({ missingLineage: 403 });
  await expect(analytics.listDocumentLineage({ workbookId: made.workbookId })).rejects.toThrow("403");
  emulator.configure({ missingLineage: 400 });
  expect(await analytics.listDocumentLineage({ workbookId: made.workbookId })).toEqual([]);
});

test("an element has a lineage, or none: a text, and one that the platform can't read", async () => {
  const elements = await elementsOf(`workbooks/${workbookId()}`);
  const ofElement = async (isMeant: (element: (typeof elements)[number]) => boolean) => {
    const elementId = elements.find(isMeant)?.elementId ?? "";
    return analytics.getElementLineage({ workbookId: workbookId(), elementId });
  };
  const events = await ofElement(({ name }) => name === "Events");
  const node = Object.values(events.dependencies).find(({ elementId }) => elementId === events.id);
  expect(events).toMatchObject({ hasLineage: true, edges: [{ target: node?.nodeId, type: "source" }] });
  const none = { hasLineage: false, dependencies: {}, edges: [] };
  expect(await ofElement(({ type }) => type === "text")).toMatchObject(none);
  emulator.clearRequests();
  expect(await ofElement(({ name }) => name === "Trend")).toMatchObject(none);
  expect(emulator.requests().filter(({ path }) => path.includes("/lineage/"))).toMatchObject([{ status: 500 }]);
  await expect(ofElement(() => false)).rejects.toThrow();
  await expect(analytics.getElementLineage({ reportId: reportId(), elementId: "nothing" })).rejects.toThrow("404");
});

test("schedules are listed in the words of the resources", async () => {
  const schedule = { cronSpec: "0 8 * * 1", timezone: "UTC" };
  const attachments = [{ formatOptions: { type: "PDF" } }];
  await emulator.ui.request("POST", `/v2/reports/${reportId()}/schedules`, {
    target: [{ email: "a@example.com" }],
    schedule,
    configV2: { title: "Weekly", messageBody: "…", exportAttachments: attachments, exportName: "file" },
  });
  expect(await analytics.listExportSchedules({ reportId: reportId() })).toEqual([
    expect.objectContaining({ title: "Weekly", exportName: "file", ...schedule, isSuspended: false }),
  ]);
  expect(await analytics.listExportSchedules({ workbookId: workbookId() })).toEqual([]);

  const [element] = await elementsOf(`dataModels/${dataModelId()}`);
  await emulator.ui.scheduleMaterialization(dataModelId(), element?.name ?? "", { paused: true });
  expect(await analytics.listMaterializationSchedules({ dataModelId: dataModelId() })).toMatchObject([
    { elementName: element?.name, cronSpec: "0 6 * * *", isPaused: true },
  ]);
  expect(await analytics.listMaterializationSchedules({ workbookId: workbookId() })).toEqual([]);
});
