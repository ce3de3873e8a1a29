import { startEmulator } from "analytics-emulator";
import {
  type AnalyticsClient,
  collect,
  createClient,
  getClient,
  isNotFound,
  regions,
} from "../../../../provider/src/core/api";
import { startCorrupting } from "../../../corrupting";
import { catchApiError, ScriptedServer, stopServers } from "./support";

type Emulator = Awaited<ReturnType<typeof startEmulator>>;

let emulator: Emulator;
let client: AnalyticsClient;

beforeAll(async () => {
  emulator = await startEmulator();
  const { url, clientId, clientSecret } = emulator;
  client = getClient({ baseUrl: url, clientId, clientSecret });
});
afterAll(() => emulator.stop());
afterEach(stopServers);

const buildModel = () => ({
  name: "Customers",
  folderId: emulator.seeded.folders.models,
  description: "who buys",
  schemaVersion: 1 as const,
  pages: [
    {
      id: "page",
      name: "Page",
      elements: [
        {
          id: "customers",
          kind: "table",
          name: "Customers",
          source: { kind: "sql", connectionId: emulator.seeded.connections.warehouse, statement: "select 1 as a" },
          columns: [{ id: "a", formula: "[Custom SQL/a]", name: "A" }],
        },
      ],
    },
  ],
});

test("whoami", async () => {
  expect(await client.readIdentity()).toEqual({
    userId: emulator.seeded.members.admin,
    organizationId: emulator.seeded.organization,
  });
});

test("tags: create, update, get, find, list, workbooks, delete", async () => {
  const { versionTagId } = await client.tags.create({ name: "production", color: "grass", description: "live" });
  expect(await client.tags.update(versionTagId, { description: "what customers see" })).toMatchObject({
    color: "grass",
  });
  expect(await client.tags.findById(versionTagId)).toMatchObject({
    name: "production",
    description: "what customers see",
  });
  expect((await client.tags.findByName("production"))?.versionTagId).toBe(versionTagId);
  const workbookId = emulator.seeded.workbooks.sales;
  expect(await client.workbooks.tag(workbookId, { tag: "production" })).toMatchObject({ versionTagId });
  expect((await collect(client.tags.listWorkbooks(versionTagId))).length).toBeGreaterThan(0);
  expect((await collect(client.workbooks.listTags(workbookId))).map((tag) => tag.versionTagId)).toContain(versionTagId);
  await collect(client.workbooks.listBookmarks(workbookId, { tagName: "production" }));
  await client.workbooks.untag(workbookId, versionTagId);
  expect(await collect(client.workbooks.listTags(workbookId))).toEqual([]);
  await client.tags.delete(versionTagId);
  expect(await client.tags.findById(versionTagId)).toBeUndefined();
});

test("data models: write, read, versions, what the platform knows, tag", async () => {
  const { dataModelId } = await client.dataModels.createSpec(buildModel());
  const first = await client.dataModels.getSpec(dataModelId);
  expect(first).toMatchObject({ dataModelId, name: "Customers", schemaVersion: 1, description: "who buys" });
  await client.dataModels.updateSpec(dataModelId, {
    schemaVersion: 1,
    pages: [{ id: "other", name: "Other", elements: [] }],
    documentVersion: first.documentVersion,
  });
  const second = await client.dataModels.getSpec(dataModelId);
  expect(second.documentVersion).toBeGreaterThan(first.documentVersion);
  const { documentVersion } = first;
  expect((await client.dataModels.getSpec(dataModelId, { documentVersion })).pages).toEqual(first.pages);
  await client.dataModels.updateSpec(dataModelId, { schemaVersion: 1, pages: first.pages });

  expect(await client.dataModels.get(dataModelId)).toMatchObject({ name: "Customers" });
  expect((await collect(client.dataModels.list())).map((model) => model.dataModelId)).toContain(dataModelId);
  expect(await client.documents.readColumns({ dataModelId })).toMatchObject([{ name: "A" }]);
  expect(await client.documents.readElements({ dataModelId })).toMatchObject([{ name: "Customers" }]);
  expect((await client.documents.readSources({ dataModelId })).map(({ type }) => type)).toEqual(["custom-sql"]);
  expect((await client.documents.readLineage({ dataModelId })).length).toBeGreaterThan(0);

  await client.tags.create({ name: "staging", color: "cyan" });
  expect(await client.dataModels.tag(dataModelId, { tag: "staging" })).toHaveProperty("versionTagId");
  expect((await collect(client.dataModels.listTags(dataModelId))).map(({ name }) => name)).toEqual(["staging"]);
});

test("data models: a version that moved on is refused, whatever the status", async () => {
  const { dataModelId } = await client.dataModels.createSpec({ ...buildModel(), name: "Moving" });
  const { documentVersion, pages } = await client.dataModels.getSpec(dataModelId);
  await client.dataModels.updateSpec(dataModelId, { schemaVersion: 1, pages, documentVersion });
  for (const staleVersionStatus of [400, 409, 412] as const) {
    emulator.configure({ versionLock: "refuse", staleVersionStatus });
    const error = await catchApiError(
      client.dataModels.updateSpec(dataModelId, { schemaVersion: 1, pages, documentVersion }),
    );
    expect(error).toMatchObject({ status: staleVersionStatus, outcome: "notApplied" });
  }
});

test("files: folders, rename, move, delete, restore", async () => {
  const { folders } = emulator.seeded;
  const folder = await client.files.createFolder({ name: "Team", parentId: folders.models, description: "ours" });
  expect(await client.files.update(folder.id, { name: "Teams", parentId: folders.sales })).toMatchObject({
    name: "Teams",
    parentId: folders.sales,
  });
  const found = await collect(client.files.list({ type: "folder", parentId: folders.sales, directChildren: true }));
  expect(found.map(({ id }) => id)).toContain(folder.id);
  await client.files.delete(folder.id);
  expect(isNotFound(await catchApiError(client.files.get(folder.id)))).toBe(true);
  expect(await client.files.restore(folder.id)).toMatchObject({ id: folder.id });
  expect((await client.files.get(folder.id)).name).toBe("Teams");
});

test("connections: list, get, lookup", async () => {
  const { warehouse } = emulator.seeded.connections;
  expect((await collect(client.connections.list())).map(({ connectionId }) => connectionId)).toContain(warehouse);
  expect((await client.connections.get(warehouse)).connectionId).toBe(warehouse);
  const table = await client.connections.lookup(warehouse, ["SALES", "PUBLIC", "ORDERS"]);
  expect(table).toMatchObject({ kind: "table", inodeId: emulator.seeded.tables.orders });
});

test("API credentials: create, get, list, update, delete; secrets never come back", async () => {
  const made = await client.apiCredentials.create({
    name: "billing",
    allowlist: ["billing.example.com"],
    credential: { authMethod: "apiKey", apiKey: { key: "X-Key", value: "top-secret", isQueryParam: false } },
    description: "invoices",
  });
  const { apiCredentialId: id } = made;
  expect(made.credential).toEqual({ authMethod: "apiKey", apiKey: { key: "X-Key", isQueryParam: false } });
  const changed = await client.apiCredentials.update(id, {
    description: null,
    credential: { authMethod: "bearer", bearer: { token: "t0ken" } },
  });
  expect(changed.authMethod).toBe("bearer");
  expect(changed.description).toBeUndefined();
  expect(JSON.stringify(await client.apiCredentials.get(id))).not.toMatch(/top-secret|t0ken/);
  expect((await collect(client.apiCredentials.list())).map(({ apiCredentialId }) => apiCredentialId)).toEqual([id]);
  await client.apiCredentials.delete(id);
  expect(isNotFound(await catchApiError(client.apiCredentials.get(id)))).toBe(true);
});

test("deployment policies with swap policies, tenants and documents", async () => {
  const { warehouse } = emulator.seeded.connections;
  const swaps = {
    connectionSwaps: [
      { to: { path0: { swapType: "exact" as const, catalogObject: "TEST" }, path1: { swapType: "all" as const } } },
    ],
  };
  const swap = { type: "connection", name: "to tests", fromConnectionId: warehouse, swaps } as const;
  const { policyId } = await client.sourceSwapPolicies.create(swap);
  await client.sourceSwapPolicies.update(policyId, { name: "to the test data" });
  expect(await client.sourceSwapPolicies.get(policyId)).toMatchObject({ ...swap, name: "to the test data" });
  expect((await collect(client.sourceSwapPolicies.list())).map((policy) => policy.policyId)).toContain(policyId);

  const { deploymentPolicyId: id } = await client.deploymentPolicies.create({
    name: "emea",
    sourceSwapPolicies: [policyId],
  });
  expect(await client.deploymentPolicies.update(id, { nameInTenant: "europe" })).toMatchObject({
    nameInTenant: "europe",
  });
  expect(await client.deploymentPolicies.get(id)).toMatchObject({ name: "emea", sourceSwapPolicies: [policyId] });
  expect((await collect(client.deploymentPolicies.list())).map((policy) => policy.deploymentPolicyId)).toContain(id);

  const [tenant] = await collect(client.deploymentPolicies.listAvailableTenants());
  const tenantId = tenant!.tenantOrganizationId;
  await client.deploymentPolicies.addTenant(id, tenantId);
  expect(await collect(client.deploymentPolicies.listTenants(id))).toEqual([tenantId]);
  await client.deploymentPolicies.removeTenant(id, tenantId);
  const { dataModelId } = await client.dataModels.createSpec({ ...buildModel(), name: "Deployed" });
  await client.deploymentPolicies.addDocuments(id, [dataModelId]);
  expect(await collect(client.deploymentPolicies.listDocuments(id))).toMatchObject([{ inodeId: dataModelId }]);
  await client.deploymentPolicies.removeDocument(id, dataModelId);
  expect(await collect(client.deploymentPolicies.listDocuments(id))).toEqual([]);

  await client.deploymentPolicies.delete(id);
  expect(isNotFound(await catchApiError(client.deploymentPolicies.get(id)))).toBe(true);
  await client.sourceSwapPolicies.delete(policyId);
});

test("teams and members, as pages and as bare arrays", async () => {
  const { teams, members } = emulator.seeded;
  for (const bareLists of [false, true]) {
    emulator.configure({ bareLists });
    expect((await collect(client.teams.list())).map(({ teamId }) => teamId)).toContain(teams.finance);
    const [ada, ...others] = await client.members.findByEmail("ADA.admin@acme.example");
    expect([ada?.memberId, others]).toEqual([members.admin, []]);
  }
  expect((await client.teams.get(teams.finance)).members.length).toBeGreaterThan(0);
  expect((await client.members.get(members.analyst)).email).toBe("alan.analyst@acme.example");
});

test("bare arrays are taken as they come", async () => {
  const team = {
    ...{ createdBy: "u", updatedBy: "u", createdAt: "", updatedAt: "" },
    teamId: "t",
    name: "T",
    description: null,
    visibility: "public",
  };
  const server = await ScriptedServer.start(() => ({ json: [team] }));
  expect(await collect(server.createTestClient().teams.list())).toEqual([team]);
});

test("workbooks and bookmarks", async () => {
  const { workbooks, bookmarks } = emulator.seeded;
  expect((await collect(client.workbooks.list())).map(({ workbookId }) => workbookId)).toContain(workbooks.sales);
  expect((await client.workbooks.get(workbooks.sales)).workbookId).toBe(workbooks.sales);
  expect((await client.workbooks.readBookmark(workbooks.sales, bookmarks.north)).bookmarkId).toBe(bookmarks.north);
  const listed = await collect(client.workbooks.listBookmarks(workbooks.sales));
  expect(listed.map(({ bookmarkId }) => bookmarkId)).toContain(bookmarks.north);
});

test("datasets that are retired: by a 410 for each, or a 404 for the list", async () => {
  const list = () => collect(client.datasets.list());
  emulator.addFault({ fault: "status", status: 404, body: "json", path: "/v2/datasets", nth: 1 });
  await expect(list()).rejects.toThrow(/: 404, .* The organization has no datasets any more: /);
  emulator.addFault({ fault: "status", status: 404, body: "html", path: "/v2/datasets", nth: 1 });
  await expect(list()).rejects.not.toThrow(/no datasets any more/);
  await expect(client.datasets.get("unknown")).rejects.not.toThrow(/no datasets any more/);
  emulator.configure({ datasetEndpoints: "gone" });
  await expect(client.datasets.get("any")).rejects.toThrow(/: 410, .* The organization has no datasets any more: /);
  emulator.configure({ datasetEndpoints: "served" });
});

test("datasets and their migration", async () => {
  const { datasets } = emulator.seeded;
  expect((await collect(client.datasets.list())).map(({ datasetId }) => datasetId)).toContain(datasets.orders);
  const dry = await client.datasets.migrate(datasets.orders, { shouldUpdateReferences: false, dryRun: true });
  expect(dry.dataModelId).toBeNull();
  expect((await client.datasets.get(datasets.orders)).migrationStatus).toBe("not-migrated");
  const { dataModelId } = await client.datasets.migrate(datasets.orders, { shouldUpdateReferences: true });
  expect(await client.datasets.get(datasets.orders)).toMatchObject({
    migrationStatus: "migrated",
    migrationToDataModel: { dataModelId },
  });
});

test("webhooks", async () => {
  const { workbooks, webhookSequence } = emulator.seeded;
  const { variables } = await client.webhooks.readSchema(workbooks.sales, webhookSequence);
  expect(Object.keys(variables).sort()).toEqual(["region", "threshold", "urgent"]);
  const body = { region: "emea", threshold: 3, urgent: true };
  expect(await client.webhooks.send(workbooks.sales, webhookSequence, body)).toHaveProperty("traceId");
});

test("an answer about another object is an error, whatever was read by its id", async () => {
  const { seeded: its, url, clientId, clientSecret } = emulator;
  const { versionTagId } = await client.tags.create({ name: "Swapped", color: "cyan" });
  const credential = { authMethod: "bearer", bearer: { token: "t" } } as const;
  const { apiCredentialId } = await client.apiCredentials.create({ name: "Swapped", allowlist: ["*"], credential });
  const params = {
    method: "GET",
    url: "https://api.example.com",
    headers: [],
    pathParams: [],
    queryParams: [],
    body: "",
  };
  const { apiConnectorId } = await client.apiConnectors.create({ name: "Swapped", params });
  const policy = { name: "Swapped", nameInTenant: "Swapped", versionTagId, sourceSwapPolicies: [] };
  const { deploymentPolicyId } = await client.deploymentPolicies.create(policy);
  const calls: Readonly<Record<string, (of: AnalyticsClient) => Promise<unknown>>> = {
    "a file": ({ files }) => files.get(its.folders.models),
    "a change of a file": ({ files }) => files.update(its.folders.models, { description: "ours" }),
    "a data model": ({ dataModels }) => dataModels.get(its.legacyModel),
    "a data model's contents": ({ dataModels }) => dataModels.getSpec(its.legacyModel),
    "a connection": ({ connections }) => connections.get(its.connections.warehouse),
    "a team": ({ teams }) => teams.get(its.teams.finance),
    "a member": ({ members }) => members.get(its.members.analyst),
    "a user attribute": ({ userAttributes }) => userAttributes.get(its.userAttributes.region),
    "a workspace": ({ workspaces }) => workspaces.get(its.folders.workspace),
    "a workbook": ({ workbooks }) => workbooks.get(its.workbooks.sales),
    "a workbook's contents": ({ workbookContents }) => workbookContents.get(its.workbooks.sales),
    "a report": ({ reports }) => reports.get(its.reports.quarterly),
    "a source swap policy": ({ sourceSwapPolicies }) => sourceSwapPolicies.get(its.sourceSwapPolicies.toLakehouse),
    "a tenant": ({ tenants }) => tenants.get(its.tenants.north),
    "a dataset": ({ datasets }) => datasets.get(its.datasets.orders),
    "an API credential": ({ apiCredentials }) => apiCredentials.get(apiCredentialId),
    "an API connector": ({ apiConnectors }) => apiConnectors.get(apiConnectorId),
    "a deployment policy": ({ deploymentPolicies }) => deploymentPolicies.get(deploymentPolicyId),
    "a change of a tag": ({ tags }) => tags.update(versionTagId, { description: "ours" }),
  };
  const other = "00000000-0000-4000-8000-000000000000";
  const platform = await startCorrupting(url, ({ path, text }) => {
    if (path.endsWith("/token")) return undefined;
    const answer = Object.entries(JSON.parse(text) as object);
    return {
      text: JSON.stringify(
        Object.fromEntries(answer.map(([k, v]) => [k, typeof v === "string" && path.includes(v) ? other : v])),
      ),
    };
  });
  try {
    const swapped = createClient({ baseUrl: platform.url, clientId, clientSecret });
    for (const [name, call] of Object.entries(calls)) {
      await call(client);
      const error = await catchApiError(call(swapped));
      expect([name, error.message]).toEqual([
        name,
        expect.stringContaining(`has the id of another object, "${other}"`),
      ]);
      expect([name, isNotFound(error)]).toEqual([name, false]);
    }
  } finally {
    await platform.stop();
  }
});

test("1,000 objects are listed with pages of any size", async () => {
  for (const most of [7, 50, 1000]) {
    const names = Array.from({ length: 1000 }, (_, index) => `c${index}`);
    const server = await ScriptedServer.start(({ query }) => {
      const from = Number(query.get("pageToken") ?? 0);
      const to = Math.min(names.length, from + Math.min(most, Number(query.get("pageSize"))));
      const entries = names
        .slice(from, to)
        .map((name) => ({ apiCredentialId: name, name, authMethod: "bearer", allowlist: ["*"] }));
      return { json: { entries, ...(to < names.length ? { nextPageToken: String(to) } : {}) } };
    });
    expect((await collect(server.createTestClient().apiCredentials.list())).map(({ name }) => name)).toEqual(names);
  }
});

test("there are 13 regions, and one client per connection", () => {
  expect(Object.keys(regions)).toHaveLength(13);
  expect(new Set(Object.values(regions).map(({ baseUrl }) => baseUrl)).size).toBe(13);
  const settings = { baseUrl: "https://a.example", clientId: "i", clientSecret: "s" };
  expect(getClient(settings)).toBe(getClient({ ...settings }));
  expect(getClient({ ...settings, clientSecret: "t" })).not.toBe(getClient(settings));
});

test("a member is called by name and email, with one request in all, and by the id if unreadable", async () => {
  const [ada] = await client.members.findByEmail("ADA.admin@acme.example");
  const { url, clientId, clientSecret } = emulator;
  const fresh = createClient({ baseUrl: url, clientId, clientSecret });
  emulator.clearRequests();
  const labels = [
    fresh.members.readLabel(ada!.memberId),
    fresh.members.readLabel(ada!.memberId),
    fresh.members.readLabel("nobody"),
  ];
  expect(await Promise.all(labels)).toEqual([
    "Ada Admin <ada.admin@acme.example>",
    "Ada Admin <ada.admin@acme.example>",
    "nobody",
  ]);
  expect(await fresh.members.readLabel("nobody")).toBe("nobody");
  const asked = emulator.requests().filter(({ path }) => path.startsWith("/v2/members/"));
  expect(asked.map(({ path }) => path).sort()).toEqual([`/v2/members/${ada!.memberId}`, "/v2/members/nobody"].sort());
});
