import * as pulumi from "@pulumi/pulumi";
import { type Emulator, startEmulator } from "analytics-emulator";
import * as analytics from "pulumi-analytics";
import { startRespellingProxy } from "../../host/respelling-proxy";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: 1, unknownQuery: "refuse" });
  pulumi.runtime.setConfig("analytics:baseUrl", emulator.url);
  pulumi.runtime.setConfig("analytics:clientId", emulator.clientId);
  pulumi.runtime.setConfig("analytics:clientSecret", emulator.clientSecret);
});
afterAll(() => emulator.stop());

const getWorkbookId = () => emulator.seeded.workbooks.sales;
const reportId = () => emulator.seeded.reports.quarterly;
const getDataModelId = () => emulator.seeded.legacyModel;
const listElements = async (document: string) => {
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
  expect(await analytics.listDocumentVersions({ workbookId: getWorkbookId() })).toMatchObject(latestFirst);
  expect(await analytics.listDocumentVersions({ reportId: reportId() })).toMatchObject(latestFirst);
  await expect(analytics.listDocumentVersions({} as never)).rejects.toThrow("exactly one of workbookId, reportId");
});

test("sources of workbooks and reports take no query parameter, those of models are pages", async () => {
  const model = { type: "data-model", dataModelId: getDataModelId() };
  expect(await analytics.listDocumentSources({ workbookId: getWorkbookId() })).toContainEqual(
    expect.objectContaining(model),
  );
  expect(await analytics.listDocumentSources({ reportId: reportId() })).toContainEqual(expect.objectContaining(model));
  const [source] = await analytics.listDocumentSources({ dataModelId: getDataModelId() });
  expect(source).toMatchObject({ type: "table", tableId: expect.any(String) });
});

test("lineage is listed; a blank document has none, and a refusal is one", async () => {
  for (const document of [{ workbookId: getWorkbookId() }, { reportId: reportId() }]) {
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
  emulator.configure({ elementsWithoutLineage: "listed" });
  const elements = await listElements(`workbooks/${getWorkbookId()}`);
  const findForElement = async (isMeant: (element: (typeof elements)[number]) => boolean) => {
    const elementId = elements.find(isMeant)?.elementId ?? "";
    return analytics.getElementLineage({ workbookId: getWorkbookId(), elementId });
  };
  const events = await findForElement(({ name }) => name === "Events");
  const node = Object.values(events.dependencies).find(({ elementId }) => elementId === events.id);
  expect(events).toMatchObject({ hasLineage: true, edges: [{ target: node?.nodeId, type: "source" }] });
  const none = { hasLineage: false, dependencies: {}, edges: [] };
  expect(await findForElement(({ type }) => type === "text")).toMatchObject(none);
  emulator.clearRequests();
  expect(await findForElement(({ name }) => name === "Trend")).toMatchObject(none);
  expect(emulator.requests().filter(({ path }) => path.includes("/lineage/"))).toMatchObject([{ status: 500 }]);
  await expect(findForElement(() => false)).rejects.toThrow();
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
  expect(await analytics.listExportSchedules({ workbookId: getWorkbookId() })).toEqual([]);

  const [element] = await listElements(`dataModels/${getDataModelId()}`);
  await emulator.ui.scheduleMaterialization(getDataModelId(), element?.name ?? "", { paused: true });
  expect(await analytics.listMaterializationSchedules({ dataModelId: getDataModelId() })).toMatchObject([
    { elementName: element?.name, cronSpec: "0 6 * * *", isPaused: true },
  ]);
  expect(await analytics.listMaterializationSchedules({ workbookId: getWorkbookId() })).toEqual([]);
});

describe("documents are told with their tags, the id in their address and whether they are archived", () => {
  const post = (path: string, body: object) =>
    emulator.ui.request("POST", path, body) as Promise<Record<string, string>>;
  let versionTagId = "";
  beforeAll(async () => {
    versionTagId = (await post("/v2/tags", { name: "Live", color: "grass" })).versionTagId!;
  });

  test("of a workbook, a report and a model: the tagged version's id too, where the platform returns it", async () => {
    const isTagged = { versionTagId, name: "Live", version: 2, taggedAt: expect.any(String) };
    const ofWorkbook = await post("/v2/workbooks/tag", {
      workbookId: getWorkbookId(),
      tag: "Live",
      workbookVersion: 2,
    });
    const workbook = await analytics.getWorkbook({ id: getWorkbookId() });
    expect(workbook).toMatchObject({ urlId: expect.any(String), isArchived: false });
    expect(workbook.tags).toContainEqual({ ...isTagged, taggedDocumentId: ofWorkbook.taggedWorkbookId });
    expect(workbook.url).toContain(workbook.urlId);
    expect((await analytics.listWorkbooks({ name: "Sales report" }))[0]).toEqual(workbook);
    expect((await analytics.listWorkbooks({ name: "Sales report", excludeTags: true }))[0]!.tags).toBeUndefined();

    const ofReport = await post("/v2/reports/tag", { reportId: reportId(), tagName: "Live", reportVersion: 2 });
    const [report] = await analytics.listReports({ name: "Quarterly report", excludeTags: false });
    expect(report).toMatchObject({ urlId: expect.any(String), isArchived: false });
    expect(report!.tags).toEqual([{ ...isTagged, taggedDocumentId: ofReport.taggedReportId }]);
    expect((await analytics.listReports({ excludeTags: true })).every(({ tags }) => tags === undefined)).toBe(true);

    await post("/v2/dataModels/tag", { dataModelId: getDataModelId(), tag: "Live" });
    const model = await analytics.getDataModel({ id: getDataModelId() });
    expect(model.tags).toMatchObject([{ versionTagId, name: "Live" }]);
    expect((await analytics.listDataModels({ excludeTags: true })).every(({ tags }) => tags === undefined)).toBe(true);
  });

  test("a tagged version is a document with an origin, and takes grants and embeds of its own", async () => {
    const { tags = [], urlId } = await analytics.getWorkbook({ id: getWorkbookId() });
    const { taggedDocumentId: id = "" } = tags.find(({ name }) => name === "Live")!;
    expect(await analytics.getWorkbook({ id })).toMatchObject({ id, latestVersion: 2, taggedSourceUrlId: urlId });
    const grantee = { teamId: emulator.seeded.teams.finance };
    await post("/v2/grants", { inodeId: id, permission: "view", grantee });
    expect(await analytics.listGrants({ inodeId: id })).toMatchObject([{ teamId: grantee.teamId, permission: "view" }]);
    await post(`/v2/workbooks/${id}/embeds`, { embedType: "public", sourceType: "workbook" });
  });

  test("of a template, a file, a folder and a workspace", async () => {
    const made = await post(`/v2/workbooks/${getWorkbookId()}/saveTemplate`, { name: "Tagged", tag: "Live" });
    expect(await analytics.getTemplate({ id: made.templateId! })).toMatchObject({
      urlId: expect.any(String),
      isArchived: false,
      tags: [{ versionTagId, name: "Live" }],
    });
    const state = { urlId: expect.any(String), isArchived: false, permission: "edit" };
    expect(await analytics.getFile({ id: getWorkbookId() })).toMatchObject(state);
    expect(await analytics.getFolder({ path: "Acme/Models" })).toMatchObject(state);
    expect(await analytics.getWorkspace({ name: "Acme" })).toMatchObject({ urlId: expect.any(String) });
  });

  test("archived ones are listed alone, when asked for", async () => {
    const folderId = emulator.seeded.folders.sales;
    const gone = (await post("/v2/workbooks", { name: "Gone", folderId })).workbookId!;
    const goneReport = (await post("/v2/reports", { name: "Gone", folderId })).reportId!;
    for (const id of [gone, goneReport]) await emulator.ui.request("DELETE", `/v2/files/${id}`);
    expect(await analytics.listWorkbooks({ name: "Gone" })).toEqual([]);
    expect(await analytics.listWorkbooks({ isArchived: true })).toMatchObject([{ id: gone, isArchived: true }]);
    expect(await analytics.listReports({ isArchived: true })).toMatchObject([{ id: goneReport, isArchived: true }]);
    const { memberId } = await post("/v2/members", { email: "left@acme.example", firstName: "L", lastName: "E" });
    await emulator.ui.request("DELETE", `/v2/members/${memberId}`);
    expect(await analytics.listMembers({ isArchived: true })).toMatchObject([
      { id: memberId, isArchived: true, organizationId: emulator.seeded.organization },
    ]);
    expect((await analytics.listMembers()).every(({ isArchived }) => isArchived === false)).toBe(true);
  });

  test("an administrator lists what nobody shared, too", async () => {
    emulator.configure({ unsharedDocuments: "unlisted" });
    // In the personal area of another member.
    const listNames = async (args: { skipPermissionCheck?: boolean }) =>
      (await analytics.listReports(args)).map(({ name }) => name);
    expect(await listNames({ skipPermissionCheck: true })).toContain("Quarterly report");
    const runs = await analytics.listReports({ skipPermissionCheck: false });
    expect(runs.map(({ name }) => name)).not.toContain("Quarterly report");
    // The lists above are those of this run.
    await expect(analytics.getReport({ name: "Quarterly report", skipPermissionCheck: false })).rejects.toThrow(
      'no report is called "Quarterly report"',
    );
    expect(await analytics.getReport({ name: "Quarterly report", skipPermissionCheck: true })).toMatchObject({
      id: reportId(),
    });
    const model = await analytics.getDataModel({ id: getDataModelId() });
    for (const found of [
      analytics.getWorkbook({ name: "Sales report", skipPermissionCheck: true }),
      analytics.getDataModel({ name: model.name, path: model.path, skipPermissionCheck: true }),
      analytics.getDataset({ name: "Orders dataset", skipPermissionCheck: true }),
    ]) {
      expect((await found).id).toEqual(expect.any(String));
    }
    for (const listed of [analytics.listWorkbooks, analytics.listDataModels, analytics.listDatasets]) {
      expect((await listed({ skipPermissionCheck: true })).length).toBeGreaterThan(0);
    }
    emulator.configure({ unsharedDocuments: "listed" });
  });
});

test("a connection is told with all that the platform shows of it", async () => {
  const warehouse = await analytics.getConnection({ name: "Warehouse" });
  expect(warehouse).toMatchObject({
    organizationId: emulator.seeded.organization,
    isSample: false,
    isArchived: false,
    friendlyName: true,
    timeout: { default: 600 },
    useOauth: false,
    writeAccess: expect.any(Boolean),
  });
});

test("a connection with OAuth, pool sizes and write access is told with them", async () => {
  const details = {
    ...{ type: "snowflake", account: "acme", warehouse: "REPORTING", role: "READER", authType: "oauth" },
    ...{ metadataUrl: "https://login.example.com/.well-known", clientId: "analytics", clientSecret: "planted" },
    ...{ scopes: ["session:role:READER"], idpType: "okta", usePkce: true, useJwt: false },
    writeAccess: { writeDatabase: "WORK", writeSchema: "WRITE" },
    writebackSchemas: [{ writeDatabase: "WORK", writeSchema: "INPUT" }],
    inputTableAuditLogSchema: { writeDatabase: "WORK", writeSchema: "LOG" },
    ...{ exportsWarehouse: "EXPORTS", roleSwitching: "allRoles" },
    userAttributes: { role: "Role", warehouse: "Warehouse" },
  };
  const sizes = { adhocPoolSize: 12, schedulePoolSize: 4, catalogPoolSize: 2, resultPoolSize: 3 };
  const { connectionId: id } = (await emulator.ui.request("POST", "/v2/connections", {
    ...{ name: "Signed in", details, poolSizes: sizes, timeoutSecs: 300, useFriendlyNames: false },
  })) as { connectionId: string };
  const found = await analytics.getConnection({ id });
  expect(found).toMatchObject({
    ...{ id, name: "Signed in", type: "snowflake", account: "acme", warehouse: "REPORTING", role: "READER" },
    ...{ useOauth: true, isIndependentOAuth: true, oauthMetadataUrl: details.metadataUrl, oauthClientId: "analytics" },
    ...{ oauthScopes: details.scopes, oauthIdpType: "okta", oauthUsePkce: true, oauthUseJwt: false },
    poolSizes: { ...sizes, isPoolConfigured: true },
    ...{ timeout: { default: 300 }, friendlyName: false, writeAccess: true },
    writebacks: [{ database: "WORK", schema: "WRITE" }],
    writebackSchemas: [{ database: "WORK", schema: "INPUT", writebackSchemaId: expect.any(String) }],
    inputTableAuditLogSchema: { database: "WORK", schema: "LOG" },
    ...{ exportsWarehouse: "EXPORTS", roleSwitching: "allRoles", userAttributes: details.userAttributes },
  });
  expect(JSON.stringify(found)).not.toContain("planted");
});

test("a member is told with the picture, or without one", async () => {
  const { admin, analyst } = emulator.seeded.members;
  const picture = "https://pictures.example.com/ada.png";
  const platform = await startRespellingProxy(emulator);
  platform.rewrite({
    answer: (body, path) => (path.endsWith(admin) ? { ...(body as object), profileImgUrl: picture } : body),
  });
  const at = { baseUrl: platform.url, clientId: emulator.clientId, clientSecret: emulator.clientSecret };
  pulumi.runtime.setConfig("analytics:profiles", JSON.stringify({ pictured: at }));
  try {
    expect(await analytics.getMember({ id: admin, profile: "pictured" })).toMatchObject({ profileImgUrl: picture });
    const other = await analytics.getMember({ id: analyst, profile: "pictured" });
    expect(other).toMatchObject({ organizationId: emulator.seeded.organization });
    expect(other.profileImgUrl).toBeUndefined();
  } finally {
    await platform.stop();
  }
});

test("permissions of an account type are told with what they allow", async () => {
  const { permissions, permissionDescriptions } = await analytics.getAccountType({ name: "viewer" });
  expect(Object.keys(permissionDescriptions)).toEqual(permissions);
  expect(Object.values(permissionDescriptions).every((text) => text.length > 0)).toBe(true);
});
