import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolderWith, createTemporaryFolder, runPiped } from "../cli/support";
import { type Door, runUp, write } from "./both-doors";
import { type Bench, projectYaml, repository, startBench } from "./support";

const fixtures = join(repository, "tests/fixtures/dbt/shop");
const base = createTemporaryFolder();

const planted = "planted-b7c0";

/** The keys that the checks compare have it. */
const [ann, ben] = [`${planted}-1`, `${planted}-2`];
const data = {
  "SALES/main/customers.csv":
    "customer_id,full_name,email,segment,signed_up\n" +
    `${ann},Ann Lee,a@b.example,retail,2024-01-01\n${ben},Ben Ray,b@b.example,wholesale,2024-02-01\n`,
  "SALES/main/orders.csv":
    "order_id,customer_id,gift_for_id,status,amount,discount,is_express,ordered_at,note\n" +
    `10,${ann},${ben},paid,5,0,true,2024-03-01,x\n11,${ann},,paid,7,0.5,false,2024-03-02,y\n` +
    `12,${ben},${ann},open,8,0,false,2024-04-02,z\n`,
};

const program = `
const { readFileSync } = require("node:fs");
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
const folderId = config.require("folderId");
const refs = { warehouse: config.require("connectionId") };
const team = new analytics.Team("support", { name: "Support" });
const customers = new analytics.DataModel("customers", { name: "Customers", folderId,
  spec: analytics.specFile("models/customers.yaml", { refs: { ...refs, "team:Support": team.id } }) });
const orders = new analytics.DataModel("orders", { name: "Orders", folderId,
  spec: analytics.specFile("models/orders.yaml", { refs: { ...refs, customers } }) });
const checked = new analytics.ModelCheck("orders", { dataModelId: orders, documentVersion: orders.documentVersion,
  checks: readFileSync("models/orders.checks.yaml", "utf8") });
const tag = new analytics.Tag("production", { name: "Production", color: "grass" });
new analytics.Release("production", { tag, documents: [customers, orders], checks: [checked] });
`;

// One story, told in order: a test of dbt stops a release until the model is mended.
describe.each<Door>(["dynamic", "plugin"])("from a test of dbt to a release, %s", (door) => {
  let bench: Bench;
  const getPath = (file: string) => join(bench.stack.directory, file);

  beforeAll(async () => {
    bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": "" },
      emulator: { tokenRequestsPerSecond: null, data: createFolderWith(base, data) },
    });
    mkdirSync(getPath("target"));
    copyFileSync(join(fixtures, "dbt-1.11.manifest.json"), getPath("target/manifest.json"));
    copyFileSync(join(fixtures, "catalog.json"), getPath("target/catalog.json"));
    const args = ["generate", "dbt", "target/manifest.json", "--map", "shop=SALES"];
    const generated = await runPiped(args, { cwd: bench.stack.directory });
    expect(generated.stdout).toContain("New files of checks: 2");
    await write(bench, door, program);
  });
  afterAll(() => bench?.dispose());

  const editModel = (from: string, to: string) => {
    const text = readFileSync(getPath("models/orders.yaml"), "utf8");
    expect(text).toContain(from);
    writeFileSync(getPath("models/orders.yaml"), text.replace(from, to));
  };

  /** The versions of the orders that the tag was put on since the last time. */
  const listTagged = () => {
    const sent = bench.emulator
      .requests()
      .filter(({ method, path }) => method === "POST" && path === "/v2/dataModels/tag");
    bench.emulator.clearRequests();
    return sent.map(({ body }) => (body as { dataModelVersion: number }).dataModelVersion);
  };
  const listScratch = () =>
    bench.emulator
      .snapshot()
      .files.filter(({ name, deletedWith }) => /check [0-9a-f]+$/.test(name) && deletedWith === null);

  test("what passes is released", async () => {
    await runUp(bench);
    expect(listTagged()).toHaveLength(2);
    expect(listScratch()).toEqual([]);
  });

  test("a failed check moves no tag, however often", async () => {
    editModel('formula: "[orders/order_id]"', 'formula: "[orders/customer_id]"');
    const trace = getPath("trace.jsonl");
    for (let time = 0; time < 2; time++) {
      const { code, stdout, stderr } = await bench.stack.run(["up", "--yes", "--skip-preview"], {
        ANALYTICS_TRACE: trace,
      });
      expect(code).not.toBe(0);
      expect(stdout + stderr).toContain("orders: unique order_id: 1 duplicate (no duplicate)");
      expect(listTagged()).toEqual([]);
      // Neither a value of a row.
      const kept = [stdout, stderr, readFileSync(trace, "utf8"), await bench.stack.expect(["stack", "export"])];
      expect(kept.join("\n")).not.toContain(planted);
    }
    expect(listScratch()).toEqual([]);
  });

  test("the mended model is released", async () => {
    editModel('formula: "[orders/customer_id]" }', 'formula: "[orders/order_id]" }');
    await runUp(bench);
    expect(listTagged()).toEqual([expect.any(Number)]);
    await runUp(bench, "--expect-no-changes");
  });

  test("what the next change does to the numbers is told against the state, the platform and the tag", async () => {
    editModel('formula: "Sum([Amount])"', 'formula: "Sum([Amount]) * 10"');
    const { PULUMI_HOME = base } = bench.stack.environment;
    const env = { ...bench.stack.environment, PULUMI_HOME, ANALYTICS_FEWEST_ROWS: "3" };
    for (const against of ["state:", "live:Orders", "live:Orders@Production"]) {
      const { code, stdout, stderr } = await runPiped(["check", "orders", "--against", against, "--json"], {
        cwd: bench.stack.directory,
        env,
      });
      expect({ against, code, stderr }).toEqual({ against, code: 0, stderr: "" });
      const [revenue] = (JSON.parse(stdout) as { numbers: { metric: string; by: string | null }[] }).numbers;
      expect(revenue).toMatchObject({ metric: "Revenue", by: null, changes: [{ before: 20, after: 200 }] });
    }
    expect(listScratch()).toEqual([]);
  });
});
