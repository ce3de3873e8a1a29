import * as pulumi from "@pulumi/pulumi";
import { type Emulator, startEmulator } from "analytics-emulator";
import * as analytics from "pulumi-analytics";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ seed: 1, unknownQuery: "refuse" });
  pulumi.runtime.setConfig("analytics:baseUrl", emulator.url);
  pulumi.runtime.setConfig("analytics:clientId", emulator.clientId);
  pulumi.runtime.setConfig("analytics:clientSecret", emulator.clientSecret);
});
afterEach(() => emulator.stop());

const listNames = (entries: readonly { name: string }[]) => entries.map(({ name }) => name).sort();

test("what is in a folder at any depth is listed by its ancestor, what is directly in it by its parent", async () => {
  const { workspace, models, sales } = emulator.seeded.folders;
  const below = await analytics.listFolders({ ancestorId: workspace });
  expect(below.map(({ id }) => id).sort()).toEqual([models, sales].sort());
  expect((await analytics.listFolders({ parentId: workspace })).map(({ id }) => id)).toEqual([models]);
  expect((await analytics.listFolders({ ancestorId: workspace, parentId: models })).map(({ id }) => id)).toEqual([
    sales,
  ]);
  const workbooks = await analytics.listFiles({ ancestorId: workspace, type: "workbook" });
  expect(workbooks.map(({ id }) => id)).toContain(emulator.seeded.workbooks.sales);
  expect(await analytics.listFiles({ parentId: workspace, type: "workbook" })).toEqual([]);
});

test("names are searched by the platform", async () => {
  for (const name of ["Production", "Pre-production", "Staging"]) {
    await emulator.ui.request("POST", "/v2/tags", { name, color: "grass" });
  }
  expect(listNames(await analytics.listTags({ search: "production" }))).toEqual(["Pre-production", "Production"]);
  expect(listNames(await analytics.listTags())).toContain("Staging");
  expect(listNames(await analytics.listTenants({ search: "north" }))).toEqual(["Acme north"]);
  expect(listNames(await analytics.listConnections({ search: "ware" }))).toEqual(["Warehouse"]);
  expect(await analytics.listTemplates({ search: "no such template" })).toEqual([]);
});

test("members whom an identity provider has deactivated are listed on demand", async () => {
  const { viewer } = emulator.seeded.members;
  await emulator.ui.request("PATCH", `/v2/members/${viewer}`, { isInactive: true });
  const listIds = async (includeInactive?: boolean) =>
    (await analytics.listMembers({ includeInactive })).map(({ id }) => id);
  expect(await listIds()).not.toContain(viewer);
  expect(await listIds(true)).toContain(viewer);
});

test("explorations are left out on demand", async () => {
  await analytics.listWorkbooks({ excludeExplorations: true });
  expect(emulator.requests().map(({ path }) => path)).toContain("/v2/workbooks?excludeExplorations=true&limit=1000");
});

test("fields of files, folders, tenants, grants and schedules that only the platform knows", async () => {
  const { folders, workbooks } = emulator.seeded;
  const workspace = await analytics.getFolder({ id: folders.workspace });
  expect(workspace.type).toBe("workspace");
  expect(await analytics.getFolder({ id: folders.models })).toMatchObject({
    ...{ type: "folder", parentId: folders.workspace, parentUrlId: workspace.urlId, badge: null, permission: "edit" },
    ...{ createdAt: expect.any(String), createdBy: expect.any(String), ownerId: expect.any(String) },
  });
  const east = { tenantOrganizationName: "Acme East", tenantOrganizationSlug: "acme-east", cloudProvider: "aws-eu" };
  await emulator.ui.request("POST", "/v2/tenants", east);
  expect(await analytics.getTenant({ slug: "acme-east" })).toMatchObject({ tenantCloudProvider: "aws-eu" });
  expect(await analytics.listGrants({ inodeId: folders.workspace })).toMatchObject([{ inodeType: "folder" }]);
  expect(await analytics.getMember({ id: emulator.seeded.members.viewer })).toMatchObject({
    createdBy: expect.any(String),
  });
  expect(await analytics.listExportSchedules({ workbookId: workbooks.sales })).toEqual([]);
});
