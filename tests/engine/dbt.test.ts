import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildModel } from "../../cli/src/init/model";
import { runPiped } from "../cli/support";
import { type Bench, projectYaml, repository, startBench } from "./support";

const example = join(repository, "examples/dbt");

/** dbt with DuckDB, as `pip install dbt-duckdb` has it; `DBT` names another. */
const dbt = process.env.DBT ?? "dbt";

const hasDbt = /duckdb/.test(spawnSync(dbt, ["--version"], { encoding: "utf8" }).stdout ?? "");
if (!hasDbt) console.warn("The tests that run dbt are skipped: install Python and dbt-duckdb.");

const listTextColumns = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, "text" as const]));

/** What dbt builds in the warehouse. */
const tables = {
  customers: listTextColumns("customer_id", "name", "segment", "signed_up"),
  orders: listTextColumns("order_id", "customer_id", "status", "amount", "gross_amount", "ordered_at"),
};

describe("the example dbt", () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench({ files: { ".": example } });
    const connectionId = bench.emulator.seeded.connections.warehouse as string;
    for (const [table, columns] of Object.entries(tables)) {
      bench.emulator.addTable({ connectionId, path: ["SALES", "main", table], columns });
    }
  });

  afterAll(() => bench?.dispose());

  const getPath = (file: string) => join(bench.stack.directory, file);

  function runDbt(...args: readonly string[]): void {
    const run = spawnSync(dbt, [...args, "--profiles-dir", "."], {
      cwd: getPath("shop"),
      encoding: "utf8",
      env: { ...process.env, DBT_SEND_ANONYMOUS_USAGE_STATS: "false" },
    });
    if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  }

  async function generate(...more: readonly string[]): Promise<string> {
    runDbt("build");
    runDbt("docs", "generate");
    const args = ["generate", "dbt", "shop/target/manifest.json", "--map", "shop=SALES", "--json", ...more];
    const { code, stdout } = await runPiped(args, { cwd: bench.stack.directory });
    expect(code).toBe(0);
    return stdout;
  }

  async function replaceIn(file: string, from: string, to: string): Promise<void> {
    const text = await readFile(getPath(file), "utf8");
    expect(text).toContain(from);
    await writeFile(getPath(file), text.replaceAll(from, to));
  }

  test("its models are created", async () => {
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(bench.writes().filter((write) => write === "POST /v2/dataModels/spec")).toHaveLength(2);
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
  });

  const testWithDbt = hasDbt ? test : test.skip;

  testWithDbt("its models are what generate makes of the project", async () => {
    const { files } = JSON.parse(await generate()) as { files: { path: string; action: string }[] };
    expect(files).toEqual([
      expect.objectContaining({ path: "models/customers.yaml", action: "unchanged" }),
      expect.objectContaining({ path: "models/orders.yaml", action: "unchanged" }),
    ]);
  });

  testWithDbt("a column that is renamed in dbt is in the preview, and a policy stops the update", async () => {
    await replaceIn("shop/models/orders.sql", "as double) as amount", "as double) as gross_amount");
    await replaceIn("shop/models/shop.yml", "- name: amount", "- name: gross_amount");
    await replaceIn(
      "shop/models/shop.yml",
      "{ name: amount, agg: sum }",
      "{ name: amount, agg: sum, expr: gross_amount }",
    );
    // The command asks whether the new column is the old one.
    await generate("--decide", "removed:orders.amount");
    expect(await readFile(getPath("models/orders.yaml"), "utf8")).toContain('formula: "Sum([Gross Amount])"');
    expect(await bench.stack.expect(["preview", "--diff"])).toContain("gross_amount");
    const before = bench.writes().length;
    const pack = join(repository, "policies");
    const { code, stdout, stderr } = await bench.stack.run(["up", "--yes", "--skip-preview", "--policy-pack", pack]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain("no-destructive-change");
    expect(bench.writes().slice(before)).toEqual([]);
  });
});

describe("a dbt project's models in the place of the example that init writes", () => {
  const fixtures = join(repository, "tests/fixtures/dbt/shop");
  const head = `const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
const [folderId, warehouse] = [config.require("folderId"), config.require("connectionId")];
`;
  const example = `${head}new analytics.DataModel("orders", {
  name: "Orders",
  folderId,
  spec: analytics.specFile("models/orders.yaml", { refs: { warehouse } }),
});
`;
  const declared = `${head}const support = new analytics.Team("support", { name: "Support" });
new analytics.DataModelDirectory("models", {
  path: "models",
  folderId,
  refs: { warehouse, "team:Support": support.id },
});
`;
  let bench: Bench;
  beforeAll(async () => {
    const columns = ["ID", "CUSTOMER_ID", "AMOUNT"].map((name) => ({
      name,
      type: "number",
      visibility: "included",
      description: undefined,
    }));
    const { file, text } = buildModel(["SALES", "PUBLIC", "ORDERS"], columns);
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": example, [file]: text } });
    const connectionId = bench.emulator.seeded.connections.warehouse as string;
    const catalog = JSON.parse(await readFile(join(fixtures, "catalog.json"), "utf8")) as {
      nodes: Record<string, { metadata: { name: string }; columns: Record<string, { name: string }> }>;
    };
    for (const { metadata, columns: own } of Object.values(catalog.nodes)) {
      const names = Object.values(own).map(({ name }) => name);
      bench.emulator.addTable({
        connectionId,
        path: ["SALES", "main", metadata.name],
        columns: listTextColumns(...names),
      });
    }
  });
  afterAll(() => bench?.dispose());

  test("are named as another model's, and applied once its file is gone; a second up has no changes", async () => {
    const { directory: cwd } = bench.stack;
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    await mkdir(join(cwd, "target"));
    await mkdir(join(cwd, "policies"));
    await writeFile(join(cwd, "policies/PulumiPolicy.yaml"), "runtime: nodejs\n");
    await copyFile(join(fixtures, "dbt-1.11.manifest.json"), join(cwd, "target/manifest.json"));
    await copyFile(join(fixtures, "catalog.json"), join(cwd, "target/catalog.json"));
    const args = ["generate", "dbt", "target/manifest.json", "--map", "shop=SALES"];
    const clash = await runPiped(args, { cwd });
    expect(clash).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("orders.yaml is the model of another table"),
    });
    await rm(join(cwd, "models/orders.yaml"));
    expect(await runPiped(args, { cwd })).toMatchObject({ code: 0, stdout: expect.stringContaining("pulumi up") });
    await writeFile(join(cwd, "index.js"), declared);
    // Two relationships of orders lead to a table that is new in the model, one of them by a new column.
    const pack = join(repository, "policies");
    const { code, stdout, stderr } = await bench.stack.run(["up", "--yes", "--skip-preview", "--policy-pack", pack]);
    expect(`${stdout}${stderr}`).not.toContain("didn't keep");
    expect(`${stdout}${stderr}`).not.toContain("[mandatory]");
    expect(code).toBe(0);
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
    expect(bench.writes().filter((write) => write.startsWith("DELETE"))).toEqual([]);
  });
});
