import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import ts from "typescript";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { buildTime, createStack, pathWithYaml, repository } from "../engine/support";
import { asked, make, smallOrganization, startEmpty, tree } from "./pull-support";
import { runPiped } from "./support";

beforeAll(pathWithYaml, buildTime);

const packages = "packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n";
const project = `name: everything\nruntime:\n  name: nodejs\n  options:\n    typescript: true\n${packages}`;

let emulator: Emulator;
let organization: Awaited<ReturnType<typeof wholeOrganization>>;
let stack: TemporaryStack;
beforeEach(async () => {
  emulator = await startEmpty({ seed: 1 });
  organization = await wholeOrganization(emulator);
  stack = await createStack({
    files: {},
    texts: { "Pulumi.yaml": project },
    nodeModules: join(repository, "node_modules"),
    config: { "analytics:baseUrl": emulator.url, "analytics:clientId": emulator.clientId },
    secrets: { "analytics:clientSecret": emulator.clientSecret },
    environment: { PATH: await pathWithYaml() },
  });
}, 600_000);
afterEach(async () => {
  await stack?.dispose();
  await emulator?.stop();
});

const writes = () => asked(emulator).filter((request) => !request.startsWith("GET "));

interface Told {
  readonly secrets: readonly { readonly key: string }[];
  readonly program: readonly { readonly path: string; readonly action: string }[];
  readonly leftOut: readonly unknown[];
  readonly unreadable: readonly { readonly what: string; readonly why: string }[];
}

async function pull(...args: string[]): Promise<Told & { readonly code: number }> {
  const options = { cwd: stack.directory, env: { ...stack.environment } };
  const { code, stdout, stderr } = await runPiped(["pull", "--json", ...args], options);
  expect(stderr).toBe("");
  return { code, ...(JSON.parse(stdout) as Told) };
}

/** The files of the program by their names. */
function program(): Record<string, string> {
  const files = Object.entries(tree(stack.directory)).filter(([path]) => /^[a-z]+\.ts$/.test(path));
  return Object.fromEntries(files);
}

test.each([
  ["adopts", []],
  ["imports", ["--import"]],
] as const)(
  "--all: a program that %s everything, by references, without a write",
  async (_, form) => {
    emulator.clearRequests();
    const told = await pull("--all", ...form);
    const requests = costs(asked(emulator));
    expect(told).toMatchObject({ code: 0, leftOut: [], unreadable: [] });
    expect(writes()).toEqual([]);
    expect(mistakesOf(stack.directory)).toEqual([]);
    expect(repeatedIds(program())).toEqual([]);
    if (form.length === 0) expect({ requests, files: program() }).toMatchSnapshot();

    await stack.configure({}, Object.fromEntries(told.secrets.map(({ key }) => [key, "whatever it is"])));
    emulator.clearRequests();
    await stack.expect(["up", "--yes", "--skip-preview"]);
    await stack.expect(["preview", "--expect-no-changes"]);
    const before = tree(stack.directory);
    const again = await pull();
    expect(again.program.filter(({ action }) => action !== "unchanged")).toEqual([]);
    expect(tree(stack.directory)).toEqual(before);
    expect(writes()).toEqual([]);
  },
  600_000,
);

test("--all: what the credentials may not read is told, and the rest is written", async () => {
  const { apiConnectorId } = organization;
  const refuse = (path: string) => emulator.addFault({ fault: "status", status: 403, body: "json", path });
  refuse(`/v2/api-connectors/${apiConnectorId}`);
  refuse("/v2/tenants");
  refuse("/v2/reports");
  refuse("/v2/connections/*/grants");
  const { code, unreadable } = await pull("--all");
  expect({ code, unreadable: unreadable.map(({ what }) => what) }).toEqual({
    code: 1,
    unreadable: [`ApiConnector ${apiConnectorId}`, "Tenant", "TenantDeploymentCapability", "reports"],
  });
  expect(Object.keys(program())).toEqual(expect.arrayContaining(["access.ts", "people.ts", "warehouse.ts"]));
  expect(Object.keys(program())).not.toContain("tenants.ts");
  expect(mistakesOf(stack.directory)).toEqual([]);
}, 600_000);

/** How many requests of each sort were sent. */
function costs(requests: readonly string[]): Record<string, number> {
  const sorts = requests.map((request) => request.replaceAll(/\/[^/]*\d[^/]{8,}/g, "/…")).sort();
  const counts: Record<string, number> = { all: sorts.length };
  for (const sort of sorts) counts[sort] = (counts[sort] ?? 0) + 1;
  return counts;
}

/** Ids of declared objects that stand anywhere but in the object's own declaration. */
function repeatedIds(files: Record<string, string>): string[] {
  const own = /(?:adopt: \{ id: |import: )"([^"]+)"/g;
  const ids = Object.values(files).flatMap((text) => [...text.matchAll(own)].map(([, id]) => id as string));
  expect(ids.length).toBeGreaterThan(60);
  return Object.entries(files).flatMap(([path, text]) => {
    const others = text.replaceAll(own, "");
    return ids.filter((id) => others.includes(id)).map((id) => `${path}: ${id}`);
  });
}

/** What TypeScript has to say about a program. */
function mistakesOf(folder: string): string[] {
  const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const checked = ts.createProgram([join(folder, "index.ts")], { ...options, noEmit: true, skipLibCheck: true });
  return ts.getPreEmitDiagnostics(checked).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/** The small organization with people, access, places and data. */
async function wholeOrganization(emulator: Emulator) {
  const { orders } = await smallOrganization(emulator);
  const { seeded } = emulator;
  const { members, teams, tenants, workbooks, serviceProvider, userAttributes } = seeded;
  const post = (path: string, body: Record<string, unknown>) => make(emulator, path, body);
  await post("/v2/accountTypes", {
    name: "Explorer",
    description: "Explores",
    permissions: ["view-worksheet", "comment"],
  });
  const person = (firstName: string, more: Record<string, unknown> = {}) =>
    post("/v2/members", { email: `${firstName}@acme.example`, firstName, lastName: "Lee", ...more });
  const { memberId: ann = "" } = await person("Ann", { memberType: "Explorer" });
  const { memberId: gone } = await person("Gone");
  await person("Guest", { userKind: "guest" });
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

  const plain = (value: string) => ({ type: "plain", value });
  const { connectionId = "" } = await post("/v2/connections", {
    name: "Shop",
    details: { type: "postgres", host: "db.acme.example", database: "shop", user: "analytics", port: 5432 },
    secrets: { password: plain("hush") },
  });
  await post("/v2/connections", {
    name: "Archive",
    details: { type: "bigQuery", projectId: "acme" },
    secrets: { serviceAccount: plain("{}") },
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
  return { apiConnectorId };
}
