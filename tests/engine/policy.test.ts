import { join } from "node:path";
import { testOfAll } from "../cases";
import { type Bench, projectYaml, repository, startBench } from "./support";

const pack = join(repository, "policies");

/** What `clean` and `violating` have in common. */
const head = `
const analytics = require("pulumi-analytics");
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
const folderId = config.require("folderId");
const connectionId = config.require("connectionId");
const warehouse = { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] };
const column = (id, formula, more) => ({ id, name: id, formula, description: "…", ...more });
const table = (id, more) => ({ id, kind: "table", name: id, description: "…", source: warehouse,
  columns: [column("amount", "[ORDERS/AMOUNT]")], ...more });
const spec = (...elements) => ({ pages: [{ id: "main", name: "Main", elements }] });
class Team extends pulumi.ComponentResource {
  constructor(name) { super("test:index:Team", name); }
}
const team = new Team("team");
const oauth = (accessTokenUrl, scopes) => ({ authMethod: "oAuthClientCredentials",
  oAuthClientCredentials: { clientId: "id", clientSecret: pulumi.secret("very-hush"), accessTokenUrl, scopes,
    accessTokenAuthMethod: "httpBasic" } });
`;

const clean = `${head}
const orders = new analytics.DataModel("orders", { name: "Orders", folderId, description: "All of them.",
  spec: spec(table("orders", {
  columns: [column("amount", "[ORDERS/AMOUNT]"), column("email", "[ORDERS/EMAIL]", { hidden: true }),
    column("double", "[amount] * 2")],
})) });
new analytics.DataModel("top", { name: "Top", folderId, spec: spec(table("top", {
  source: { kind: "data-model", dataModelId: orders.id,
    elementId: orders.elementId("orders") }, columns: [column("amount", "[orders/amount]")],
})) }, { parent: team });
const production = new analytics.Tag("production", { name: "Production", color: "grass" });
new analytics.DeploymentPolicy("tenants", { name: "Tenants", versionTagId: production.id });
new analytics.ApiCredential("billing", { name: "Billing", allowlist: ["*.example.com"],
  credential: oauth("https://id.example.com/token", ["read"]) });
`;

const violating = `${head}
// The column that double depended on goes.
const orders = new analytics.DataModel("orders", { name: "Orders", folderId, spec: spec(table("orders", {
  columns: [column("email", "[ORDERS/EMAIL]"), column("double", "[ORDERS/AMOUNT] * 2", { description: undefined })],
})) });
new analytics.DataModel("top", { name: "Top", folderId: config.require("elsewhere"), deletion: "retain",
  onConflict: "overwrite", spec: spec(
  table("Top", { source: { kind: "data-model", dataModelId: orders.id, elementId: orders.elementId("orders") },
    columns: [column("double", "[orders/double]")] }),
  table("written", { source: { kind: "sql", connectionId, statement: "select * from t; drop table t" },
    columns: [column("a", "[Custom SQL/A]")] }),
  table("far", { source: { ...warehouse, path: ["RAW", "PUBLIC", "ORDERS"] } }),
  table("joined", { source: { kind: "join", joins: [
    { left: warehouse, right: { ...warehouse, path: ["SALES", "PUBLIC", "CUSTOMERS"] }, joinType: "full-outer",
      columns: [{ left: "[ID]", right: "[ID]" }] },
    { left: warehouse, right: { kind: "table", elementId: "far" }, joinType: "lookup",
      columns: [{ left: "[AMOUNT]", right: "[amount]" }] },
  ] } }),
  table("wide", { columns: [1, 2, 3, 4].map((n) => column("c" + n, "[ORDERS/C" + n + "]")) }),
) }, { parent: team });
new analytics.DataModel("hidden", { name: "Hidden", folderId, spec: pulumi.secret(JSON.stringify(spec())) });
new analytics.Tag("plum", { name: "Whatever", color: "plum" },
  { parent: team, aliases: [{ name: "production", parent: pulumi.rootStackResource }] });
new analytics.DeploymentPolicy("tenants", { name: "Tenants" });
new analytics.ApiCredential("billing", { name: "Billing", allowlist: ["*"],
  credential: oauth("http://id.example.com/token", ["admin"]) });
new analytics.ApiCredential("token", { name: "Token", allowlist: ["*.com"],
  credential: { authMethod: "bearer", bearer: { token: pulumi.secret("very-hush") } } });
`;

describe("the starter pack", () => {
  let bench: Bench;
  afterAll(() => bench.dispose());

  async function writeConfigFile(name: string, settings: Record<string, unknown>): Promise<string[]> {
    await bench.stack.write(name, JSON.stringify(settings));
    return ["--policy-pack", pack, "--policy-pack-config", name];
  }

  const buildSettings = (folders: string[]) => ({
    names: { table: "[a-z ]+" },
    "warehouse-paths": { allowed: ["SALES.*"] },
    "model-size": { columns: 3 },
    "folder-placement": { folders },
    "oauth-scopes": { allowed: ["read"] },
    tags: { names: ["Prod*"], colors: ["grass"] },
    "owner-in-description": { owner: "Data team" },
  });

  test("lets a clean program pass, and its remediation survives", async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": clean } });
    const { folders, connections } = bench.emulator.seeded;
    bench.emulator.addTable({
      connectionId: connections.warehouse,
      path: ["RAW", "PUBLIC", "ORDERS"],
      columns: { AMOUNT: "number" },
    });
    const { models, ...others } = folders;
    await bench.stack.configure({ elsewhere: Object.values(others)[0]! });
    const policies = await writeConfigFile("policies.json", buildSettings([models]));
    // All ids are unknown in this preview.
    expect(listViolations(await bench.stack.expect(["preview", ...policies]))).toEqual([]);
    await bench.stack.expect(["up", "--yes", "--skip-preview", ...policies]);
    const files = bench.emulator.snapshot().files.filter(({ type }) => type === "data-model");
    expect(files.map(({ name, description }) => [name, description])).toEqual([
      ["Legacy dataset", undefined],
      ["Orders", "All of them.\n\nOwner: Data team"],
      ["Top", "Owner: Data team"],
    ]);
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh", ...policies]);
  });

  test("finds every violation, in components and behind aliases too; advisory ones stop nothing", async () => {
    await bench.stack.write("index.js", violating);
    const policies = await writeConfigFile("advisory.json", {
      all: "advisory",
      ...buildSettings([bench.emulator.seeded.folders.models]),
      "model-depth": { most: 1 },
    });
    const preview = await bench.stack.run(["preview", ...policies]);
    expect(preview.code).toBe(0);
    expect(listViolations(preview.stdout)).toEqual([
      "advisory credential-methods: token",
      "advisory deployment-version-tag: tenants",
      "advisory described: orders",
      "advisory folder-placement: top",
      "advisory https-token-urls: billing",
      "advisory model-depth: top",
      "advisory model-size: top",
      "advisory names: top",
      "advisory narrow-allowlists: billing",
      "advisory narrow-allowlists: token",
      "advisory no-destructive-change: orders",
      "advisory no-full-outer-joins: top",
      "advisory no-sql-sources: top",
      "advisory no-used-removal: orders",
      "advisory oauth-scopes: billing",
      "advisory owner-in-description: hidden",
      "advisory owner-in-description: orders",
      "advisory owner-in-description: top",
      "advisory personal-data: orders",
      "advisory readable-models: hidden",
      "advisory safeguards: top",
      "advisory safeguards: top",
      "advisory sql-statements: top",
      "advisory sql-statements: top",
      "advisory tags: plum",
      "advisory tags: plum",
      "advisory unique-keys: top",
      "advisory warehouse-paths: top",
    ]);
    expect(preview.stdout + preview.stderr).not.toContain("hush");
  });

  testOfAll("what policies are told of an update is no output of the model", async () => {
    await bench.stack.write("index.js", violating.slice(0, violating.indexOf('new analytics.ApiCredential("token"')));
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const orders = (await bench.stack.listResources()).find(({ urn }) => urn.endsWith("::orders"));
    expect(orders?.inputs).toHaveProperty("changeSummary.removes");
    expect(orders?.outputs).not.toHaveProperty("changeSummary");
  });

  test("stops at a mandatory violation, in the update too", async () => {
    await bench.stack.write("index.js", violating);
    const policies = await writeConfigFile("mandatory.json", { all: "disabled", "credential-methods": "mandatory" });
    bench.emulator.clearRequests();
    const update = await bench.stack.run(["up", "--yes", "--skip-preview", ...policies]);
    expect(update.code).not.toBe(0);
    expect(listViolations(update.stdout)).toEqual(["mandatory credential-methods: token"]);
    expect(bench.writes()).not.toContain("POST /v2/api-credentials");
  });

  testOfAll("stops the removal of a column that another model uses", async () => {
    const [program] = violating.split('new analytics.DataModel("hidden"') as [string];
    await bench.stack.write("index.js", program.replaceAll('"[orders/double]"', '"[orders/amount]"'));
    const policies = await writeConfigFile("names.json", { all: "disabled", "names-across-models": "mandatory" });
    const violations = ["mandatory names-across-models: orders", "mandatory names-across-models: top"];
    bench.emulator.clearRequests();
    const update = await bench.stack.run(["up", "--yes", ...policies]);
    expect(update.code).not.toBe(0);
    expect(listViolations(update.stdout)).toEqual(violations);
    expect(update.stdout).toContain("`[orders/amount]`: model orders, element orders has no column `amount`");
    expect(bench.writes()).toEqual([]);
  });
});

/** `<level> <policy>: <resource>` of each violation, in order. */
function listViolations(output: string): string[] {
  return [...output.matchAll(/- \[(advisory|mandatory)\]\s+(\S+)\s+\(\S+: (\S+)\)/g)]
    .map(([, level, policy, resource]) => `${level} ${policy}: ${resource}`)
    .sort();
}
