import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { type Emulator, startEmulator } from "analytics-emulator";
import * as analytics from "pulumi-analytics";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: 1 });
  for (const [name, color] of [
    ["Production", "grass"],
    ["Staging", "amber"],
  ]) {
    await emulator.ui.request("POST", "/v2/tags", { name, color });
  }
  await emulator.ui.request("POST", "/v2/dataModels/spec", {
    name: "Orders",
    folderId: emulator.seeded.folders.models,
    schemaVersion: 1,
    pages: [{ id: "p", name: "First", elements: [] }],
  });
  pulumi.runtime.setConfig("analytics:baseUrl", emulator.url);
  pulumi.runtime.setConfig("analytics:clientId", emulator.clientId);
  pulumi.runtime.setConfig("analytics:clientSecret", emulator.clientSecret);
});
afterAll(() => emulator.stop());
beforeEach(() => emulator.clearRequests());

/** Runs a program in a process of its own. */
function runProgram(program: string, ...args: string[]) {
  const settings = {
    ANALYTICS_BASE_URL: emulator.url,
    ANALYTICS_CLIENT_ID: emulator.clientId,
    ANALYTICS_CLIENT_SECRET: emulator.clientSecret,
  };
  const options = { cwd: join(__dirname, "../../.."), env: { ...process.env, ...settings } };
  return promisify(execFile)(process.execPath, ["-e", program, ...args], options);
}

const listAsked = () =>
  emulator
    .requests()
    .filter(({ path }) => path !== "/v2/auth/token")
    .map(({ method, path }) => `${method} ${path}`);

/** An output's value. */
const resolveOutput = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => void output.apply(resolve));

describe("one", () => {
  test("that is created after the list was read is found in a second list", async () => {
    await analytics.listTags();
    await expect(analytics.getTag({ name: "Late" })).rejects.toThrow('no tag is called "Late"');
    const { versionTagId } = (await emulator.ui.request("POST", "/v2/tags", { name: "Late", color: "plum" })) as {
      versionTagId: string;
    };
    emulator.clearRequests();
    expect(await analytics.getTag({ name: "Late" })).toMatchObject({ id: versionTagId });
    await analytics.getTag({ name: "Staging" });
    expect(listAsked()).toEqual(["GET /v2/tags?limit=1000"]);
    await emulator.ui.request("DELETE", `/v2/tags/${versionTagId}`);
  });

  test("is found by name or id, with the id always under `id`", async () => {
    const { seeded } = emulator;
    const team = await analytics.getTeam({ name: "Finance" });
    expect(team).toMatchObject({ id: seeded.teams.finance, members: [seeded.members.analyst, seeded.members.viewer] });
    expect(await analytics.getTeam({ id: team.id })).toEqual(team);
    const production = await analytics.getTag({ name: "Production" });
    expect(await analytics.getTag({ id: production.id })).toEqual(production);
    expect(await analytics.getConnection({ name: "Warehouse" })).toMatchObject({ id: seeded.connections.warehouse });
    expect(await analytics.getWorkbook({ name: "Sales report" })).toMatchObject({ id: seeded.workbooks.sales });
    expect(await analytics.getDataset({ id: seeded.datasets.orders })).toMatchObject({ name: "Orders dataset" });
    expect(await analytics.getMember({ email: "Ada.Admin@acme.example" })).toMatchObject({ id: seeded.members.admin });
    const viewer = await analytics.getAccountType({ name: "viewer" });
    expect(viewer).toMatchObject({ id: seeded.accountTypes.viewer, permissions: ["view-worksheet", "comment"] });
    expect(await analytics.getAccountType({ id: viewer.id })).toEqual(viewer);
    await expect(analytics.getAccountType({ id: "none" })).rejects.toThrow("there is no account type with the id none");
    expect(await analytics.getUserAttribute({ name: "Region" })).toMatchObject({
      id: seeded.userAttributes.region,
      defaultValue: { type: "string", val: "north" },
    });
    const [inTeam] = await analytics.listTeamMembers({ teamId: team.id });
    expect(inTeam).toMatchObject({ id: seeded.members.analyst, isTeamAdmin: false });
    expect(await analytics.getTeamMember({ teamId: team.id, memberId: seeded.members.analyst })).toEqual(inTeam);
    const { workbooks, bookmarks } = seeded;
    const bookmark = await analytics.getBookmark({ workbookId: workbooks.sales, name: "Region north" });
    expect(bookmark).toMatchObject({ id: bookmarks.north, isDefault: true });
    expect(await analytics.getBookmark({ workbookId: workbooks.sales, id: bookmarks.north })).toEqual(bookmark);
    expect(await analytics.whoami()).toEqual({ userId: seeded.members.admin, organizationId: seeded.organization });
  });

  test("of warehouse and organization: paths, columns, tenants, single sign-on, connectors, translations", async () => {
    const { seeded } = emulator;
    const connectionId = seeded.connections.warehouse;
    const orders = await analytics.getConnectionPath({ connectionId, path: 'SALES."PUBLIC".ORDERS' });
    expect(orders).toMatchObject({ id: seeded.tables.orders, kind: "table" });
    const paths = await analytics.listConnectionPaths({ connectionId });
    expect(paths.map(({ path }) => path)).toContain("SALES.PUBLIC.CUSTOMERS");
    expect(paths.every((found) => found.connectionId === connectionId)).toBe(true);
    expect(await analytics.getTableColumn({ tableId: orders.id, name: "AMOUNT" })).toMatchObject({
      visibility: "included",
    });
    // The list has a null among its entries.
    expect((await analytics.listTenants()).map(({ slug }) => slug)).toEqual(["acme-north", "acme-south", "acme-west"]);
    expect(await analytics.getTenant({ slug: "acme-north" })).toMatchObject({ id: seeded.tenants.north });
    expect(await analytics.getSsoServiceProvider()).toEqual({ id: seeded.serviceProvider });
    expect(await analytics.listSsoCertificates({ serviceProviderId: seeded.serviceProvider })).toEqual([]);
    await emulator.ui.request("POST", "/v2/translations/organization", { lng: "fr", lng_variant: "acme" });
    expect(await analytics.getTranslation({ id: "fr/acme" })).toMatchObject({ lng: "fr", lng_variant: "acme" });
    const params = {
      method: "GET",
      url: "https://x.example.com",
      headers: [],
      pathParams: [],
      queryParams: [],
      body: "",
    };
    await emulator.ui.request("POST", "/v2/api-connectors", { name: "Invoice", params });
    expect(await analytics.getApiConnector({ name: "Invoice" })).toMatchObject({
      name: "Invoice",
      params: { method: "GET" },
    });
  });

  test("folder is found by its path, a workspace too", async () => {
    const { folders } = emulator.seeded;
    expect(await analytics.getFolder({ path: "Acme/Models/Sales" })).toMatchObject({ id: folders.sales });
    expect(await analytics.getFolder({ path: "/Acme/Models/" })).toMatchObject({ id: folders.models });
    expect(await analytics.getFolder({ path: "Acme" })).toMatchObject({ id: folders.workspace });
    await expect(analytics.getFolder({ path: "Sales" })).rejects.toThrow(
      'no folder has the path "Sales". By its name: Acme/Models/Sales.',
    );
    await expect(analytics.getFolder({ path: "Nothing" })).rejects.toThrow(
      /There are: (?!.*My Documents.*My Documents)/,
    );
    await expect(analytics.getFolder({ path: "Acme/Model" })).rejects.toThrow('Did you mean "Acme/Models"?');
  });

  test("workspace by its name, a file of any type by its path, a grant on an object by what it allows", async () => {
    const { folders, teams, workbooks, grants } = emulator.seeded;
    expect(await analytics.getWorkspace({ name: "Acme" })).toMatchObject({ id: folders.workspace });
    expect(await analytics.getWorkspace({ id: folders.workspace })).toMatchObject({ name: "Acme" });
    const report = await analytics.getFile({ path: "Acme/Models/Sales/Sales report" });
    expect(report).toMatchObject({ id: workbooks.sales, type: "workbook" });
    expect(await analytics.getFile({ id: workbooks.sales })).toEqual(report);
    expect(await analytics.getFile({ path: "Acme", type: "workspace" })).toMatchObject({ id: folders.workspace });
    const datasets = await analytics.listFiles({ type: "dataset", parentId: folders.sales });
    expect(datasets.map(({ name }) => name)).toContain("Orders dataset");
    const workspaces = await analytics.listFiles({ type: "workspace" });
    expect(new Set(workspaces.map(({ type }) => type))).toEqual(new Set(["workspace"]));
    expect(workspaces.map(({ name }) => name)).toContain("Acme");
    expect(await analytics.getGrant({ inodeId: folders.workspace, permission: "view" })).toMatchObject({
      id: grants.everyone,
      teamId: teams.allMembers,
    });
    // Inherited ones aren't among them.
    expect(await analytics.listGrants({ inodeId: folders.models })).toEqual([]);
  });

  test("template by its name, of the organization or of others", async () => {
    const path = `/v2/workbooks/${emulator.seeded.workbooks.sales}/saveTemplate`;
    const { templateId } = (await emulator.ui.request("POST", path, { name: "Monthly" })) as { templateId: string };
    const monthly = await analytics.getTemplate({ name: "Monthly" });
    expect(monthly).toMatchObject({ id: templateId, latestVersion: 1 });
    expect(await analytics.listTemplates({ source: "internal" })).toEqual([monthly]);
    expect(await analytics.listTemplates({ source: "external" })).toEqual([]);
  });

  test("data model's representation, of the version asked for", async () => {
    const { id, latestVersion } = await analytics.getDataModel({ name: "Orders", path: "Acme/Models" });
    await emulator.ui.request("PUT", `/v2/dataModels/${id}/spec`, {
      schemaVersion: 1,
      pages: [{ id: "p", name: "Second", elements: [] }],
    });
    expect(await analytics.getDataModelSpec({ id })).toMatchObject({ documentVersion: 2, pages: [{ name: "Second" }] });
    expect(await analytics.getDataModelSpec({ id, documentVersion: latestVersion })).toMatchObject({
      id,
      name: "Orders",
      pages: [{ name: "First" }],
    });
  });

  test("plan of a migration changes nothing", async () => {
    const { orders, revenue } = emulator.seeded.datasets;
    const plan = await analytics.getDatasetMigrationPlan({ datasetId: orders });
    expect(plan).toMatchObject({ id: orders, referenceCount: 1, linkCount: plan.links.length });
    expect(plan.links).toContainEqual({
      source: { type: "dataset", datasetId: orders },
      target: { type: "dataset", datasetId: revenue },
    });
    expect(plan).not.toHaveProperty("dataModelId");
    expect((await analytics.getDataset({ id: orders })).migrationStatus).toBe("not-migrated");
  });

  test("webhook's schema", async () => {
    const { workbooks, webhookSequence } = emulator.seeded;
    const schema = await analytics.getWebhookSchema({ workbookId: workbooks.sales, sequenceId: webhookSequence });
    expect(Object.keys(schema.variables)).toEqual(["region", "threshold", "urgent"]);
  });
});

describe("none, or more than one", () => {
  test("of the name is an error with the candidates, as the message alone", async () => {
    const none = await catchFailure(analytics.getTeam({ name: "Finanse" }));
    expect(none.message).toBe(
      'getTeam: no team is called "Finanse". Did you mean "Finance"? There are: Finance, Data Engineering.',
    );
    expect(pulumi.RunError.isInstance(none)).toBe(true);
    await expect(analytics.getDeploymentPolicy({ name: "x" })).rejects.toThrow(
      "There is no deployment policy at all, as far as these credentials can see.",
    );
    await expect(analytics.getDataModel({ name: "Orders", path: "Nowhere" })).rejects.toThrow(
      'There is no data model with the path "Nowhere", as far as these credentials can see.',
    );
    const twice = await catchFailure(analytics.getFolder({ path: "My Documents" }));
    expect(twice.message).toMatch(/^getFolder: 5 folders are called "My Documents": .*, .*\. Give the id of one\.$/);
    expect(twice.message).not.toContain("\\/");
  });

  test("of a secret name doesn't tell the name", async () => {
    // In a process of its own, where nobody minds the other promises of an output that fail too.
    const program = `const pulumi = require("@pulumi/pulumi"); const analytics = require("pulumi-analytics");
      process.on("unhandledRejection", () => {});
      const told = (output) => output.promise().catch(({ message }) => console.log(message));
      told(analytics.getTeamOutput({ name: pulumi.secret("Finance of Acme") }))
        .then(() => told(analytics.getTeamOutput({ name: pulumi.output("Finance of Acme") })));`;
    const { stdout } = await runProgram(program);
    expect(stdout.trim().split("\n")).toEqual([
      'getTeam: no team is called "[secret]". There are: Finance, Data Engineering.',
      'getTeam: no team is called "Finance of Acme". There are: Finance, Data Engineering.',
    ]);
  });

  test("that the program awaits later is reported once; Node warns only of other errors", async () => {
    const program = `const analytics = require("pulumi-analytics");
      process.on("unhandledRejection", ({ message }) => console.log("reported:", message));
      const awaitLater = async (promise) => {
        await new Promise((resolve) => setTimeout(resolve, 2000));
        await promise.catch(({ message }) => console.log("awaited:", message));
      };
      awaitLater(analytics.getTeam({ name: "Finanse" }));
      if (process.argv[1] === "other") awaitLater(Promise.reject(new Error("other")));`;
    const message =
      'getTeam: no team is called "Finanse". Did you mean "Finance"? There are: Finance, Data Engineering.';
    const { stdout, stderr } = await runProgram(program);
    expect(stdout.trim().split("\n")).toEqual([`reported: ${message}`, `awaited: ${message}`]);
    expect(stderr).toBe("");
    const other = await runProgram(program, "other");
    expect(other.stderr.match(/PromiseRejectionHandledWarning/g)).toHaveLength(1);
  });

  test("of the id says which", async () => {
    await expect(analytics.getTeam({ id: "nowhere" })).rejects.toThrow(
      /^getTeam: there is no team with the id nowhere\. GET \/v2\/teams\/nowhere: 404/,
    );
    await expect(analytics.getTag({ id: "nowhere" })).rejects.toThrow("there is no tag with the id nowhere");
    await expect(analytics.getMember({ email: "nobody@acme.example" })).rejects.toThrow("no member has the email");
  });
});

test("arguments that can't be meant are errors, before any request", async () => {
  const ask = (args: unknown) => (analytics.getTeam as (args: unknown) => Promise<unknown>)(args);
  await expect(ask({ nmae: "Finance" })).rejects.toThrow(
    'getTeam: nmae: no such argument. Did you mean "name"? Arguments: id, name, profile.\ngive ' +
      "exactly one of id, name; given: none.",
  );
  await expect(ask({ id: "1", name: "2" })).rejects.toThrow("give exactly one of id, name; given: id, name.");
  await expect(ask({ name: pulumi.output("Finance") })).rejects.toThrow("name: is an output; getTeamOutput takes");
  await expect(analytics.getBookmark({ name: "x" } as never)).rejects.toThrow("getBookmark: workbookId: required.");
  await expect(analytics.whoami({ profile: "emea" })).rejects.toThrow('The profile "emea" is not configured');
  expect(listAsked()).toEqual([]);
});

test("lists are filtered, and leave out what is archived", async () => {
  expect((await analytics.listTeams()).map(({ name }) => name)).toEqual(["Finance", "Data Engineering"]);
  expect((await analytics.listTeams({ visibility: "private" })).map(({ name }) => name)).toEqual(["Data Engineering"]);
  expect((await analytics.listTags({ color: "amber" })).map(({ name }) => name)).toEqual(["Staging"]);
  expect(await analytics.listDatasets({ migrationStatus: "not-required" })).toMatchObject([
    { id: emulator.seeded.datasets.external },
  ]);
  expect(await analytics.listMembers({ memberType: "viewer" })).toMatchObject([{ id: emulator.seeded.members.viewer }]);
  const { sales } = emulator.seeded.workbooks;
  expect(await analytics.listBookmarks({ workbookId: sales, isShared: false })).toMatchObject([{ name: "My view" }]);
  expect(await analytics.listFolders({ parentId: emulator.seeded.folders.models })).toMatchObject([{ name: "Sales" }]);
  expect(await analytics.listConnections({ type: "snowflake" })).toHaveLength(2);
  expect(await analytics.listWorkbooks({ path: "Acme/Models/Sales" })).toHaveLength(2);
  expect(await analytics.listDataModels({ name: "Orders" })).toHaveLength(1);
  expect(await analytics.listApiCredentials()).toEqual([]);
  expect(await analytics.listDeploymentPolicies()).toEqual([]);
});

test("each distinct question is asked once, and one that failed again", async () => {
  const { bookmarks, workbooks } = emulator.seeded;
  await Promise.all([
    analytics.getBookmark({ workbookId: workbooks.sales, id: bookmarks.south }),
    analytics.getBookmark({ id: bookmarks.south, workbookId: workbooks.sales }),
    analytics.getBookmark({ workbookId: workbooks.sales, name: "My view" }),
    analytics.getBookmark({ workbookId: workbooks.sales, name: "Region north" }),
    analytics.getBookmark({ workbookId: workbooks.sales, name: "Region south" }),
  ]);
  await analytics.listBookmarks({ workbookId: workbooks.sales });
  // The list was read by an earlier test: each run of a program has its own, and these tests are one.
  expect(listAsked()).toEqual([`GET /v2/workbooks/${workbooks.sales}/bookmarks/${bookmarks.south}`]);

  emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/workbooks/*", nth: 1 });
  await expect(analytics.getWorkbook({ id: workbooks.finance })).rejects.toThrow("getWorkbook: GET /v2/workbooks/");
  await analytics.getWorkbook({ id: workbooks.finance });
});

test("a refused one names the permission that it needs", async () => {
  emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/reports", nth: 1 });
  await expect(analytics.listReports()).rejects.toThrow(
    /^listReports: GET \/v2\/reports: 403, .* lacks a permission: this call needs access to the reports\.$/,
  );
});

test("datasets that the platform has retired are told in one line", async () => {
  emulator.configure({ datasetEndpoints: "gone" });
  const retired = /410, .* The organization has no datasets any more: the platform has retired them\.$/;
  await expect(analytics.getDataset({ id: "retired" })).rejects.toThrow(retired);
  emulator.configure({ datasetEndpoints: "served" });
});

test("take outputs, and ask nothing while one is unknown", async () => {
  const team = analytics.getTeamOutput({ name: pulumi.output("Finance") });
  expect(await resolveOutput(team.id)).toBe(emulator.seeded.teams.finance);
  expect(await resolveOutput(analytics.whoamiOutput())).toMatchObject({ organizationId: emulator.seeded.organization });
  const secret = analytics.getTeamOutput({ name: pulumi.secret("Finance") });
  expect(await pulumi.isSecret(secret)).toBe(true);
});

test("loading the package loads neither zod nor the REST client, which are for the first lookup", () => {
  const program = `require("@pulumi/pulumi"); require("pulumi-analytics");
    console.log(Object.keys(require.cache).filter((file) =>
      /[\\\\/]axios[\\\\/]|(zod|network)\\.js$/.test(file)).length);`;
  const options = { cwd: join(__dirname, "../../.."), encoding: "utf8" } as const;
  expect(execFileSync(process.execPath, ["-e", program], options).trim()).toBe("0");
});

async function catchFailure(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error("did not fail");
    },
    (error) => error,
  );
}

test("a slash in a name is told from one between names: of a folder, a file and the folder of a model", async () => {
  const make = async (path: string, body: object) => (await emulator.ui.request("POST", path, body)) as never;
  const { workspaceId: slash }: { workspaceId: string } = await make("/v2/workspaces", { name: "P/L" });
  const { workspaceId: parent }: { workspaceId: string } = await make("/v2/workspaces", { name: "P" });
  const { id: inside }: { id: string } = await make("/v2/files", { type: "folder", name: "L", parentId: parent });
  const createLedger = async (folderId: string) => {
    const pages = [{ id: "p", name: "First", elements: [] }];
    const answer: { dataModelId: string } = await make("/v2/dataModels/spec", {
      name: "Ledger",
      folderId,
      schemaVersion: 1,
      pages,
    });
    return answer.dataModelId;
  };
  const [first, second] = [await createLedger(slash), await createLedger(inside)];
  // Lists are read once per run, and a profile has its own.
  pulumi.runtime.setConfig(
    "analytics:profiles",
    JSON.stringify({
      later: { baseUrl: `${emulator.url}/`, clientId: emulator.clientId, clientSecret: emulator.clientSecret },
    }),
  );
  const later = { profile: "later" };

  expect(await analytics.getFolder({ path: "P\\/L", ...later })).toMatchObject({ id: slash });
  const ambiguous =
    `2 folders are called "P/L": ${slash} (P\\/L), ${inside} (P/L). ` +
    "Give the id of one, or write a slash in a name as \\/.";
  const catchMessage = async (asked: Promise<unknown>) => (await catchFailure(asked)).message;
  expect(await catchMessage(analytics.getFolder({ path: "P/L", ...later }))).toBe(`getFolder: ${ambiguous}`);
  expect(await analytics.getFile({ path: "P\\/L/Ledger", ...later })).toMatchObject({ id: first });
  expect(await catchMessage(analytics.getFile({ path: "P/L/Ledger", ...later }))).toBe(
    `getFile: 2 files are called "P/L/Ledger": ${first} (P\\/L/Ledger), ${second} (P/L/Ledger). ` +
      "Give the id of one, or write a slash in a name as \\/.",
  );
  expect(await analytics.getDataModel({ name: "Ledger", path: "P\\/L", ...later })).toMatchObject({ id: first });
  expect(await analytics.listDataModels({ path: "P\\/L", ...later })).toMatchObject([{ id: first }]);
  expect(await catchMessage(analytics.getDataModel({ name: "Ledger", path: "P/L", ...later }))).toBe(
    `getDataModel: ${ambiguous}`,
  );
  expect(await catchMessage(analytics.listDataModels({ path: "P/L", ...later }))).toBe(`listDataModels: ${ambiguous}`);
});
