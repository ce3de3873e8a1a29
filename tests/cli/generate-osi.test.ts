import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { parse, stringify } from "yaml";
import { repository } from "../repository";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const root = createTemporaryFolder();
const fixtures = join(repository, "tests/fixtures/osi");

/** A folder with a document of the fixtures. */
function createProject(name: string): string {
  const cwd = mkdtempSync(join(root, "project-"));
  copyFileSync(join(fixtures, `${name}.yaml`), join(cwd, "document.yaml"));
  return cwd;
}

const generate = (cwd: string, ...args: readonly string[]) => runPiped(["generate", "osi", ...args], { cwd });

const readModel = (cwd: string, name: string) => readFileSync(join(cwd, "models", name), "utf8");

test("a document becomes a data model that is valid, with what it can't say in the report", async () => {
  const cwd = createProject("tpcds");
  const { code, stdout } = await generate(cwd, "document.yaml");
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toContain("customer_lifetime_value: it needs rows of both store_sales and customer");
  expect(stdout).toContain("SALESFORCE: 1 of them in the document, and no place in a data model");
  const model = readModel(cwd, "tpcds_retail_model.yaml");
  expect(model).toContain("path: [tpcds, public, store_sales]");
  expect(model).toContain('formula: "Sum([Ss Ext Sales Price])"');
  expect(model).toContain("# Skipped metric store_productivity: it needs rows of both store_sales and store.");
  expect(readModel(cwd, "tpcds_retail_model.checks.yaml")).toContain("not_null: [d_date_sk]");
  expect(await runPiped(["validate", "--strict", "models"], { cwd })).toMatchObject({ code: 0 });
});

test("JSON is read as YAML is; a dry run and a check write nothing, --strict fails for what is skipped", async () => {
  const cwd = createProject("bigquery");
  writeFileSync(join(cwd, "document.json"), JSON.stringify(parse(readFileSync(join(cwd, "document.yaml"), "utf8"))));
  expect(await generate(cwd, "document.json", "--dry-run")).toMatchObject({ code: 0 });
  expect(await generate(cwd, "document.json", "--check")).toMatchObject({ code: 1 });
  expect(existsSync(join(cwd, "models"))).toBe(false);
  expect(await generate(cwd, "document.json", "--strict")).toMatchObject({ code: 1 });
  const { code, stdout } = await generate(cwd, "document.yaml", "--check", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ files: [{ action: "unchanged" }], refs: ["warehouse"] });
});

test("later runs keep what people changed, and follow a renamed dataset", async () => {
  const cwd = createProject("nvidia");
  await generate(cwd, "document.yaml", "--set", "per=model");
  const path = join(cwd, "models", "orders.yaml");
  writeFileSync(path, readFileSync(path, "utf8").replace("name: Net Total", "name: Net"));
  const document = join(cwd, "document.yaml");
  writeFileSync(document, readFileSync(document, "utf8").replace("description: Orders", "description: All orders"));
  expect(await generate(cwd, "document.yaml")).toMatchObject({ code: 0 });
  expect(readModel(cwd, "orders.yaml")).toContain("name: Net,");
  expect(readModel(cwd, "orders.yaml")).toContain(" All orders\n");
  writeFileSync(document, readFileSync(document, "utf8").replaceAll(/\bcustomers\b/g, "buyers"));
  const asked = await generate(cwd, "document.yaml");
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining("--decide renamed:customers=buyers") });
  expect(await generate(cwd, "document.yaml", "--decide", "renamed:customers=buyers")).toMatchObject({ code: 0 });
  expect(readdirSync(join(cwd, "models")).filter((name) => !name.startsWith("."))).toEqual([
    ...["customers.checks.yaml", "customers.yaml", "orders.checks.yaml", "orders.yaml"],
  ]);
  expect(readModel(cwd, "customers.yaml")).toContain("path: [analytics, public, buyers]");
});

test("the settings choose the dialect, the schema of bare names, and are kept", async () => {
  const cwd = createProject("cube");
  const unknown = (await generate(cwd, "document.yaml")).stdout;
  expect(unknown).toContain("avg_order_value: this warehouse divides integers");
  const wayOut = "Name it with --connection NAME or --set dialect=NAME";
  expect(unknown).toContain(wayOut);
  const set = ["--set", "dialect=snowflake", "--set", "within=SHOP.MAIN"];
  const known = (await generate(cwd, "document.yaml", ...set)).stdout;
  expect(known).not.toContain("avg_order_value: this");
  expect(known).not.toContain(wayOut);
  expect(readModel(cwd, "sales.yaml")).toContain("path: [SHOP, PUBLIC, ORDERS]");
  expect(readModel(cwd, "sales.yaml")).toContain('formula: "Sum([Amount]) / CountDistinct([Id])"');
  expect(await generate(cwd, "document.yaml", "--check")).toMatchObject({ code: 0 });
});

describe("with a platform", () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  test("the type of a connection is the dialect", async () => {
    const cwd = createProject("nvidia");
    const connection = emulator.seeded.connections.warehouse as string;
    const args = ["generate", "osi", "document.yaml", "--connection", connection];
    const { code, stdout } = await runPiped(args, { cwd, env: buildSettings(emulator) });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("dialect=snowflake") });
    expect(readModel(cwd, "sales.yaml")).toContain("path: [ANALYTICS, PUBLIC, ORDERS]");
  });
});

test("the models of a project become a document, from which others come back as they are", async () => {
  const cwd = createProject("bigquery");
  await generate(cwd, "document.yaml", "--set", "per=model");
  const path = join(cwd, "models", "orders.yaml");
  const model = readFileSync(path, "utf8");
  const filters = "filters: [{ id: f, columnId: amount, kind: number-range, min: 1, includeNulls: never }]";
  writeFileSync(path, model.replace("        columns:", `        ${filters}\n        columns:`));
  const { code, stdout } = await generate(cwd, "--out", "shop.osi.yaml");
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toContain("orders: the standard has no `filters`");
  const document = parse(readFileSync(join(cwd, "shop.osi.yaml"), "utf8"));
  // SQL over all rows of the source would be another number than that of the filtered table.
  expect(document.metrics).toEqual([
    expect.objectContaining({ expression: { dialects: [{ dialect: "SIGMA", expression: "Sum([Amount])" }] } }),
  ]);
  expect(stdout).toContain("total_revenue: only as a formula of the platform: its table has filters");
  expect(document).toMatchObject({
    ...{ version: "0.2.0.dev0", name: "shop" },
    datasets: [
      { name: "customers", source: "my_project.sales.customers", primary_key: ["id"] },
      { name: "orders", primary_key: ["order_id"] },
    ],
    relationships: [{ name: "orders_to_customers", from: "orders", to: "customers" }],
    metrics: [{ name: "total_revenue", ai_context: { synonyms: ["revenue"] } }],
  });
  expect(await generate(cwd, "--out", "shop.osi.yaml", "--check")).toMatchObject({ code: 0 });
  expect(await generate(cwd, "--out", "shop.osi.yaml", "--strict")).toMatchObject({ code: 1 });
  expect(await generate(cwd, "shop.osi.yaml", "--out", "again")).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, "again", "orders.yaml"), "utf8")).toBe(model);
  expect(readFileSync(join(cwd, "again", "customers.yaml"), "utf8")).toBe(readModel(cwd, "customers.yaml"));
});

test("the keys of a model are those of the checks that name it, too", async () => {
  const cwd = createProject("bigquery");
  await generate(cwd, "document.yaml", "--set", "per=model");
  const [beside, elsewhere] = [join(cwd, "models/orders.checks.yaml"), join(cwd, "keys.checks.yaml")];
  writeFileSync(elsewhere, readFileSync(beside, "utf8").replace("checks:", "model: models/orders.yaml\nchecks:"));
  rmSync(beside);
  await generate(cwd, "--out", "shop.osi.yaml");
  const { datasets } = parse(readFileSync(join(cwd, "shop.osi.yaml"), "utf8"));
  expect(datasets).toContainEqual(expect.objectContaining({ name: "orders", primary_key: ["order_id"] }));
});

test("a dry run of the document writes nothing; a file that ends with .json is JSON", async () => {
  const cwd = createProject("bigquery");
  await generate(cwd, "document.yaml");
  expect(await generate(cwd, "--out", "shop.json", "--dry-run")).toMatchObject({ code: 0 });
  expect(existsSync(join(cwd, "shop.json"))).toBe(false);
  await generate(cwd, "--out", "shop.json");
  expect(JSON.parse(readFileSync(join(cwd, "shop.json"), "utf8"))).toMatchObject({ name: "shop" });
});

test("what can't be meant is a usage error", async () => {
  const cwd = createProject("bigquery");
  expect(await generate(cwd)).toMatchObject({ code: 2, stderr: expect.stringContaining("--out FILE to write one") });
  expect(await generate(cwd, "--out", "a.yaml")).toMatchObject({ code: 2 });
  writeFileSync(join(cwd, "other.yaml"), "ontology: []\n");
  expect(await generate(cwd, "other.yaml")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("other.yaml: not a semantic model"),
  });
  const datasets = [{ name: "orders", source: "orders" }];
  writeFileSync(join(cwd, "bare.yaml"), stringify({ version: "0.2.0.dev0", name: "bare", datasets }));
  expect(await generate(cwd, "bare.yaml")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("orders names no schema; use --set within=DATABASE.SCHEMA"),
  });
  const own = [{ vendor_name: "PULUMI_ANALYTICS", data: { hidden: "yes" } }];
  const wrong = [{ name: "orders", source: "s.orders", custom_extensions: own }];
  writeFileSync(join(cwd, "wrong.yaml"), stringify({ version: "0.2.0.dev0", name: "wrong", datasets: wrong }));
  expect(await generate(cwd, "wrong.yaml")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("PULUMI_ANALYTICS.hidden"),
  });
});
