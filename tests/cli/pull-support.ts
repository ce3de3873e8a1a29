import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Emulator, type EmulatorOptions, startEmulator, storedAsSent } from "analytics-emulator";

type Json = Record<string, unknown>;

/** What files show is easier to follow where models come back as they were sent, but for what says nothing. */
export const plainlyStored = {
  ...storedAsSent,
  specDefaults: "omitted",
  unknownFields: "ignore",
  danglingReferences: "accept",
} as const;

/** An emulator whose organization has no data models, and takes models with the made-up formulas of these tests. */
export async function startEmpty(options: EmulatorOptions): Promise<Emulator> {
  const emulator = await startEmulator({ ...plainlyStored, ...options });
  await emulator.ui.deleteFile(emulator.seeded.legacyModel);
  return emulator;
}

/** A table over the emulator's orders, with a column for each name. */
export function buildOrdersTable(
  emulator: Emulator,
  name: string,
  columns: readonly string[],
  fields: Json = {},
): Json {
  const connectionId = emulator.seeded.connections.warehouse;
  return {
    id: `table ${name}`,
    kind: "table",
    name,
    source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] },
    columns: columns.map((column, index) => ({
      id: `c${index}`,
      name: column,
      formula: `[ORDERS/${column.toUpperCase().replaceAll(" ", "_")}]`,
    })),
    ...fields,
  };
}

/** A page with elements. */
export const buildPage = (name: string, ...elements: Json[]): Json => ({ id: `page ${name}`, name, elements });

/** Makes something as somebody does in the product. */
export async function make(emulator: Emulator, path: string, body: Json): Promise<Record<string, string>> {
  // Age decides who gets which name, so that no two may be of the same millisecond.
  await new Promise((resolve) => setTimeout(resolve, 2));
  return (await emulator.ui.request("POST", path, body)) as Record<string, string>;
}

/** Makes a data model; answers its id. */
export async function makeModel(emulator: Emulator, name: string, pages: Json[], fields: Json = {}): Promise<string> {
  const body = { name, folderId: emulator.seeded.folders.sales, schemaVersion: 1, pages, ...fields };
  const { dataModelId } = await make(emulator, "/v2/dataModels/spec", body);
  return dataModelId as string;
}

interface Spec {
  readonly schemaVersion: 1;
  readonly pages: { elements: ({ id: string; name: string; columns: Json[] } & Json)[] }[];
}

/** What the platform has of a model. */
export async function readSpec(emulator: Emulator, id: string): Promise<Spec> {
  return (await emulator.ui.request("GET", `/v2/dataModels/${id}/spec`)) as Spec;
}

/** Changes a model as somebody does in the product. */
export async function edit(emulator: Emulator, id: string, change: (spec: Spec) => void): Promise<void> {
  const spec = await readSpec(emulator, id);
  change(spec);
  await emulator.ui.request("PUT", `/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages: spec.pages });
}

/** A table of another model. */
export async function buildOtherModel(emulator: Emulator, id: string): Promise<Json> {
  const spec = await readSpec(emulator, id);
  return { kind: "data-model", dataModelId: id, elementId: spec.pages[0]?.elements[0]?.id };
}

/** A small organization with one of everything. */
export async function createSmallOrganization(emulator: Emulator) {
  const { folders, tenants, workbooks, sourceSwapPolicies } = emulator.seeded;
  const post = (path: string, body: Json) => make(emulator, path, body);
  const orders = await makeModel(
    emulator,
    "Orders",
    [buildPage("Orders", buildOrdersTable(emulator, "Orders", ["Amount", "Ordered at"]))],
    { description: "One row per order" },
  );
  const monthly = buildOrdersTable(emulator, "Revenue", ["Amount"], {
    source: await buildOtherModel(emulator, orders),
  });
  const region = { id: "r", kind: "control", controlType: "list", controlId: "Region", name: "Region of sales" };
  const revenue = await makeModel(emulator, "Revenue by month", [buildPage("Main", monthly, region)]);
  const elsewhere = await makeModel(
    emulator,
    "Orders",
    [buildPage("Orders", buildOrdersTable(emulator, "Orders", ["Paid"]))],
    {
      folderId: folders.models,
    },
  );
  const { versionTagId } = await post("/v2/tags", {
    name: "Production",
    color: "grass",
    description: "What everyone sees",
  });
  await post("/v2/tags", { name: "Staging", color: "amber" });
  await post("/v2/dataModels/tag", { dataModelId: orders, tag: "Production", dataModelVersion: 1 });
  await post("/v2/workbooks/tag", { workbookId: workbooks.sales, tag: "Production", workbookVersion: 2 });
  const { deploymentPolicyId } = await post("/v2/deploymentPolicies", {
    name: "Customers",
    nameInTenant: "From Acme",
    versionTagId,
    sourceSwapPolicies: [sourceSwapPolicies.toLakehouse],
  });
  await post(`/v2/deploymentPolicies/${deploymentPolicyId}/tenants`, { tenantOrganizationId: tenants.north });
  const inodeIds = [orders, folders.sales, workbooks.sales];
  await post(`/v2/deploymentPolicies/${deploymentPolicyId}/files`, { inodeIds });
  for (const credential of credentials) await post("/v2/api-credentials", credential);
  return { orders, revenue, elsewhere, versionTagId, deploymentPolicyId };
}

const credentials: Json[] = [
  {
    name: "Billing",
    allowlist: ["billing.example.com"],
    description: "Invoices",
    credential: { authMethod: "basic", basic: { username: "analytics", password: "hush-basic" } },
  },
  { name: "Search", allowlist: ["*"], credential: { authMethod: "bearer", bearer: { token: "hush-bearer" } } },
  {
    name: "Maps",
    allowlist: ["maps.example.com"],
    credential: { authMethod: "apiKey", apiKey: { key: "X-Key", value: "hush-key", isQueryParam: false } },
  },
  {
    name: "Mail",
    allowlist: ["mail.example.com"],
    credential: {
      authMethod: "oAuthClientCredentials",
      oAuthClientCredentials: {
        clientId: "mail",
        clientSecret: "hush-oauth",
        accessTokenUrl: "https://mail.example.com/token",
        scopes: ["send"],
        accessTokenAuthMethod: "httpBasic",
      },
    },
  },
  {
    name: "Archive",
    allowlist: ["*.amazonaws.com"],
    credential: {
      authMethod: "awsSigV4",
      awsSigV4: { accessKeyId: "AKIA", secretAccessKey: "hush-aws", region: "eu-west-1", service: "s3" },
    },
  },
];

/** The small organization with people, access, places and data. */
export async function createWholeOrganization(emulator: Emulator) {
  const { orders } = await createSmallOrganization(emulator);
  const { seeded } = emulator;
  const { members, teams, tenants, workbooks, serviceProvider, userAttributes } = seeded;
  const post = (path: string, body: Json) => make(emulator, path, body);
  await post("/v2/accountTypes", {
    name: "Explorer",
    description: "Explores",
    permissions: ["view-worksheet", "comment"],
  });
  const createPerson = (firstName: string, more: Json = {}) =>
    post("/v2/members", { email: `${firstName}@acme.example`, firstName, lastName: "Lee", ...more });
  const { memberId: ann = "" } = await createPerson("Ann", { memberType: "Explorer" });
  const { memberId: gone } = await createPerson("Gone");
  await createPerson("Guest", { userKind: "guest" });
  const { teamId = "" } = await post("/v2/teams", { name: "People", members: [ann, members.viewer, gone] });
  await emulator.ui.request("DELETE", `/v2/members/${gone}`);

  const { userAttributeId } = await post("/v2/user-attributes", { name: "Country" });
  for (const id of [userAttributeId, userAttributes.region]) {
    const value = { type: "string", val: "north" };
    await post(`/v2/user-attributes/${id}/users`, { assignments: [{ userId: ann, value }] });
    await post(`/v2/user-attributes/${id}/teams`, { assignments: [{ teamId, value }] });
    await post(`/v2/user-attributes/${id}/tenants`, { assignments: [{ tenantOrganizationId: tenants.north, value }] });
  }

  const { workspaceId = "" } = await post("/v2/workspaces", { name: "People" });
  const { id: folder = "" } = await post("/v2/files", { type: "folder", name: "Plans", parentId: workspaceId });
  await post("/v2/files", { type: "folder", name: "Next year", parentId: folder });

  const buildPlain = (value: string) => ({ type: "plain", value });
  const { connectionId = "" } = await post("/v2/connections", {
    name: "Shop",
    details: { type: "postgres", host: "db.acme.example", database: "shop", user: "analytics", port: 5432 },
    secrets: { password: buildPlain("hush") },
  });
  await post("/v2/connections", {
    name: "Archive",
    details: { type: "bigQuery", projectId: "acme" },
    secrets: { serviceAccount: buildPlain("{}") },
  });
  const credentials = (await emulator.ui.request("GET", "/v2/api-credentials")) as {
    entries: { name: string; apiCredentialId: string }[];
  };
  const billing = credentials.entries.find(({ name }) => name === "Billing")?.apiCredentialId;
  const { apiConnectorId } = await post("/v2/api-connectors", {
    name: "Create invoice",
    params: {
      method: "POST",
      url: "https://billing.example.com/invoices",
      headers: [{ key: "Content-Type", mode: "static", value: "application/json" }],
      pathParams: [],
      queryParams: [],
      body: "{}",
    },
    authId: billing,
  });

  await post("/v2/plugins", { name: "Gantt chart", url: "https://plugins.example.com/gantt" });

  for (const inodeId of [workspaceId, folder, orders, workbooks.sales]) {
    await post("/v2/grants", { inodeId, grantee: { teamId }, permission: "view" });
    await post("/v2/grants", { inodeId, grantee: { teamId: teams.finance }, permission: "explore" });
  }
  await post("/v2/grants", { inodeId: workspaceId, grantee: { memberId: ann }, permission: "edit" });
  await post(`/v2/connections/${connectionId}/grants`, { grants: [{ grantee: { teamId }, permission: "usage" }] });

  await post(`/v2/tenants/${tenants.north}/capabilities/deployments:batchAdd`, {
    deployToTenantOrganizationIds: [tenants.south],
  });
  await post("/v2/translations/organization", { lng: "fr", translations: { Revenue: "Chiffre d'affaires" } });
  await post("/v2/translations/organization", { lng: "fr", lng_variant: "acme", translations: { Region: "Région" } });
  const certificates = `/v2/saml/service-providers/${serviceProvider}/certificates`;
  const { samlServiceProviderCertificateId: signing } = await post(certificates, {
    purpose: "signing",
    validForDays: 365,
  });
  await post(`${certificates}/${signing}/activate`, {});
  await post(certificates, { purpose: "signing", validForDays: 700 });
  await post(`/v2/workbooks/${workbooks.sales}/embeds`, { embedType: "public", sourceType: "workbook" });
  await post("/v2/reports/tag", { reportId: seeded.reports.quarterly, tagName: "Production" });
  const schedule = { cronSpec: "0 8 * * mon", timezone: "Europe/Berlin" };
  const pdf = { type: "PDF", layout: "landscape" };
  const schedules = [
    {
      path: `/v2/workbooks/${workbooks.sales}`,
      title: "Sales of the week",
      of: { workbookExportSource: { type: "all" } },
    },
    { path: `/v2/reports/${seeded.reports.quarterly}`, title: "The quarter", of: {} },
  ];
  for (const { path, title, of } of schedules) {
    await post(`${path}/schedules`, {
      target: [{ teamId }, { email: "board@acme.example" }],
      schedule,
      configV2: { title, messageBody: "Attached.", exportAttachments: [{ formatOptions: pdf, ...of }] },
    });
  }
  return { apiConnectorId };
}

/** Every file below a folder with its text. */
export function readTree(folder: string): Record<string, string> {
  // Without the file types, `readdirSync` follows links: into node_modules, whose text fills the memory.
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  // The cache is nothing that a user keeps.
  const files = all.filter((entry) => entry.isFile() && !relative(folder, entry.parentPath).startsWith(".analytics"));
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** A tree as one text, for snapshots. */
export function readTreeText(folder: string): string {
  if (!existsSync(folder)) return "";
  return Object.entries(readTree(folder))
    .map(([path, text]) => `──── ${path}\n${text}`)
    .join("\n");
}

/** What was asked of the platform, without sign-in; ids stand as they are. */
export function listAsked(emulator: Emulator): string[] {
  return emulator
    .requests()
    .filter(({ path }) => path !== "/v2/auth/token")
    .map(({ method, path }) => `${method} ${path.split("?", 1)[0]}`);
}

/** The models whose representations were read. */
export function listSpecsRead(emulator: Emulator): string[] {
  return listAsked(emulator).flatMap((request) => /^GET \/v2\/dataModels\/([^/]+)\/spec$/.exec(request)?.[1] ?? []);
}
