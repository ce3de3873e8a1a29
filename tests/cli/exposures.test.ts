import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSpec } from "../../provider/src/core/spec";
import { repository } from "../engine/support";
import { createFolderWith, createTemporaryFolder, runPiped } from "./support";

const root = createTemporaryFolder();
const manifest = join(repository, "tests/fixtures/dbt/shop/dbt-1.11.manifest.json");
const { nodes } = JSON.parse(readFileSync(manifest, "utf8")) as {
  nodes: Record<string, { resource_type: string; database: string; schema: string; alias: string; name: string }>;
};
const [first, second] = Object.values(nodes).filter((node) => node.resource_type === "model") as [Table, Table];
type Table = (typeof nodes)[string];

const formPath = ({ database, schema, alias }: Table) => `[${[database, schema, alias].join(", ").toUpperCase()}]`;
const writeModel = (source: string, top = "") => `${top}schemaVersion: 1
pages:
  - id: main
    elements:
      - { id: facts, kind: table, source: ${source} }
`;
const readTable = (table: Table) => `{ kind: warehouse-table, connectionId: !ref warehouse, path: ${formPath(table)} }`;

function createProject(): string {
  return createFolderWith(root, {
    "models/orders.yaml": writeModel(readTable(first), "name: All orders\ndescription: Whole.\n"),
    "models/more.yaml": writeModel("{ kind: data-model, dataModelId: !ref orders, elementId: !ref orders#facts }"),
    "models/other.yaml": writeModel("{ kind: warehouse-table, connectionId: !ref warehouse, path: [A, B, C] }"),
    "dbt/models/x.txt": "",
  });
}

const out = "dbt/models/_analytics_exposures.yml";
const run = (cwd: string, ...args: string[]) =>
  runPiped(["exposures", "models", "--manifest", manifest, "--out", out, ...args], { cwd });

test("what reads a node, directly or through a model, is an exposure; a second run writes nothing", async () => {
  const cwd = createProject();
  expect(await run(cwd, "--check")).toMatchObject({ code: 1 });
  const { code, stdout } = await run(cwd);
  expect(code).toBe(0);
  expect(stdout).toContain("Not in the dbt project: A.B.C");
  const text = readFileSync(join(cwd, out), "utf8");
  expect(parseSpec(text)).toEqual({
    version: 2,
    exposures: [
      {
        name: "analytics_more",
        label: "more",
        type: "analysis",
        description: "Data model in models/more.yaml",
        owner: { name: "Analytics" },
        depends_on: [`ref('${first.name}')`],
      },
      {
        name: "analytics_orders",
        label: "All orders",
        type: "analysis",
        description: "Whole.",
        owner: { name: "Analytics" },
        depends_on: [`ref('${first.name}')`],
      },
    ],
  });
  expect(await run(cwd, "--check")).toMatchObject({ code: 0 });
  await run(cwd);
  expect(readFileSync(join(cwd, out), "utf8")).toBe(text);
});

test("comments, other exposures and a person's fields stay; what is gone goes", async () => {
  const cwd = createProject();
  await run(cwd);
  const before = readFileSync(join(cwd, out), "utf8");
  writeFileSync(
    join(cwd, out),
    `# Ours.\n${before.replace("label: All orders", "label: Ours\n    maturity: high # checked")}` +
      "  - name: weekly\n    type: dashboard\n    owner: { name: Ann }\n",
  );
  writeFileSync(join(cwd, "models/orders.yaml"), writeModel(readTable(second)));
  writeFileSync(join(cwd, "models/more.yaml"), writeModel("{ kind: sql, connectionId: c, statement: select 1 }"));
  await run(cwd);
  const text = readFileSync(join(cwd, out), "utf8");
  expect(text).toMatch(/^# Ours\.\n/);
  expect(text).toContain("maturity: high # checked");
  expect(parseSpec(text)).toMatchObject({
    exposures: [
      { name: "analytics_orders", label: "Ours", depends_on: [`ref('${second.name}')`] },
      { name: "weekly", owner: { name: "Ann" } },
    ],
  });
});

/** dbt 1.11 with DuckDB, where it is installed. */
const dbt = process.env.DBT ?? "dbt";
const hasDbt = (() => {
  try {
    execFileSync(dbt, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

(hasDbt ? test : test.skip)(
  `dbt parses the file${hasDbt ? "" : " (skipped: no dbt; set DBT to its path)"}`,
  async () => {
    const cwd = createProject();
    await run(cwd);
    const folder = join(cwd, "dbt");
    mkdirSync(join(folder, "models"), { recursive: true });
    writeFileSync(join(folder, "dbt_project.yml"), "name: shop\nversion: '1.0'\nprofile: shop\n");
    writeFileSync(join(folder, "profiles.yml"), "shop: {target: dev, outputs: {dev: {type: duckdb}}}\n");
    writeFileSync(join(folder, `models/${first.name}.sql`), "select 1 as id\n");
    execFileSync(dbt, ["parse", "--profiles-dir", ".", "--warn-error", "--no-partial-parse"], { cwd: folder });
    const { exposures } = JSON.parse(readFileSync(join(folder, "target/manifest.json"), "utf8"));
    expect(Object.keys(exposures).sort()).toEqual(["exposure.shop.analytics_more", "exposure.shop.analytics_orders"]);
  },
  120_000,
);
