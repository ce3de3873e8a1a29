import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../engine/support";
import { createTemporaryFolder, runPiped } from "./support";

const fixtures = join(repository, "tests/fixtures/dbt/shop");
const manifests = ["dbt-1.7", "dbt-1.11", "dbt-1.12"];

const root = createTemporaryFolder();

/** A folder with the artifacts of a dbt project in `target`. */
function createProject(
  manifest = "dbt-1.11",
  edit: (manifest: Manifest) => void = () => {},
  hasCatalog = true,
): string {
  const cwd = mkdtempSync(join(root, "project-"));
  mkdirSync(join(cwd, "target"));
  const content = JSON.parse(readFileSync(join(fixtures, `${manifest}.manifest.json`), "utf8")) as Manifest;
  edit(content);
  writeFileSync(join(cwd, "target/manifest.json"), JSON.stringify(content));
  if (hasCatalog) copyFileSync(join(fixtures, "catalog.json"), join(cwd, "target/catalog.json"));
  return cwd;
}

/** The parts of a manifest that tests change. */
interface Manifest {
  metadata: Record<string, unknown>;
  nodes: Record<string, Record<string, unknown>>;
  metrics: Record<string, Record<string, unknown>>;
}

const generate = (cwd: string, ...args: readonly string[]) =>
  runPiped(["generate", "dbt", "target/manifest.json", ...args], { cwd });

const readModels = (cwd: string, folder = "models") =>
  Object.fromEntries(
    readdirSync(join(cwd, folder))
      .filter((name) => name.endsWith(".yaml"))
      .map((name) => [name, readFileSync(join(cwd, folder, name), "utf8")]),
  );

test.each(manifests)("models of %s are valid, with all rules", async (manifest) => {
  const cwd = createProject(manifest);
  expect(await generate(cwd)).toMatchObject({ code: 0, stderr: "" });
  const checked = await runPiped(["validate", "--strict", "models"], { cwd });
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.stdout).toContain("0 errors, 0 warnings");
  expect(await runPiped(["fmt", "--check", "models"], { cwd })).toMatchObject({ code: 0 });
});

test.each(["group", "folder", "tag"])("models per %s are valid too", async (division) => {
  const cwd = createProject();
  await generate(cwd, "--per", division);
  expect(await runPiped(["validate", "--strict", "models"], { cwd })).toMatchObject({ code: 0 });
});

test("per folder, tables of one folder are related directly", async () => {
  const cwd = createProject();
  await generate(cwd, "--per", "folder");
  const models = readModels(cwd);
  expect(Object.keys(models)).toEqual(["marts.yaml", "staging.yaml"]);
  expect(models["marts.yaml"]).not.toContain("kind: data-model");
});

test("a second run changes nothing", async () => {
  const cwd = createProject();
  await generate(cwd);
  const before = readModels(cwd);
  const again = await generate(cwd, "--json");
  const { files } = JSON.parse(again.stdout) as { files: { action: string }[] };
  expect(new Set(files.map(({ action }) => action))).toEqual(new Set(["unchanged"]));
  expect(readModels(cwd)).toEqual(before);
});

test("dbt's order of models and metrics in the manifest makes no difference", async () => {
  const cwd = createProject();
  await generate(cwd);
  const before = readModels(cwd);
  const other = createProject("dbt-1.11", (manifest) => {
    manifest.nodes = Object.fromEntries(Object.entries(manifest.nodes).reverse());
  });
  await generate(other);
  expect(readModels(other)).toEqual(before);
});

test("the whole of a model", async () => {
  const cwd = createProject();
  await generate(cwd, "--select", "customers", "--hide-keys", "--unique-keys", "--map", "shop=ANALYTICS");
  expect(readModels(cwd)).toEqual({
    "customers.yaml": `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      # Owner: ann@example.com
      - id: customers
        kind: table
        name: Customers
        description: One row per customer.
        source:
          kind: warehouse-table
          connectionId: !ref warehouse
          path: [ANALYTICS, main, customers]
        columns:
          - id: customer_id
            name: Customer Id
            formula: "[customers/customer_id]"
            description: Key of the customer.
            hidden: true
          - { id: full_name, name: Full Name, formula: "[customers/full_name]", description: First and last name. }
          - { id: email, name: Email, formula: "[customers/email]" }
          - id: segment
            name: Segment
            formula: "[customers/segment]"
            description: |-
              Kind of business.
              One of: retail, wholesale.
          - id: signed_up
            name: Customer since
            formula: "[customers/signed_up]"
            format: { kind: datetime, formatString: "%Y-%m-%d" }
        # Skipped metric revenue_per_customer: the model of orders isn't generated.
        metrics:
          - id: customer_count
            name: Customers
            formula: "Count([Customer Id])"
            timeline: { dateColumnId: signed_up, truncation: day }
        folders:
          - { id: folder_dates, name: Dates, items: [signed_up] }
        columnSecurities:
          - id: restricted
            restrictedColumns: [email]
            criteria:
              kind: specific-users-and-teams
              assignments:
                - { type: team, teamId: !ref team:Support }
        uniqueKeys: [customer_id]
`,
  });
});

test("what has no place is counted, and --strict exits with 1", async () => {
  const cwd = createProject();
  const { code, stdout } = await generate(cwd, "--strict");
  expect(code).toBe(1);
  expect(stdout).toContain("Skipped metrics: 8\n");
  expect(stdout).toContain("  revenue_growth: it shifts revenue in time\n");
  expect(stdout).toContain("Names to pass as refs: team:Support, warehouse.\n");
  expect(stdout).toContain("  stg_orders: ephemeral: the warehouse has no table of it\n");
});

test("a dry run shows the files and writes none", async () => {
  const cwd = createProject();
  const { stdout } = await generate(cwd, "--dry-run");
  expect(stdout).toContain("+ models/orders.yaml");
  expect(readdirSync(cwd)).toEqual(["target"]);
});

test("without a catalog, the documented columns are there, and those that metrics need", async () => {
  const cwd = createProject("dbt-1.11", () => {}, false);
  const { stdout } = await generate(cwd);
  expect(stdout).toMatch(/^Columns without type: \d+$/m);
  const { "orders.yaml": orders } = readModels(cwd);
  // Neither documented nor a dimension: only a measure names it.
  expect(orders).toContain(`{ id: is_express, name: Is Express, formula: "[orders/is_express]" }`);
  expect(await runPiped(["validate", "--strict", "models"], { cwd })).toMatchObject({ code: 0 });
});

test("a documented column that the warehouse doesn't have is left out, with a comment", async () => {
  const cwd = createProject("dbt-1.11", ({ nodes }) => {
    const columns = nodes["model.shop.orders"]!.columns as Record<string, unknown>;
    columns.gone = { name: "gone" };
  });
  const { stdout } = await generate(cwd);
  expect(stdout).toContain("  orders.gone: the warehouse doesn't have it\n");
  const { "orders.yaml": orders } = readModels(cwd);
  expect(orders).toContain("# Skipped column gone: dbt documents it, the warehouse doesn't have it.");
});

describe("--select", () => {
  test.each([
    ["tag:bi", ["customers", "orders"]],
    ["tag:staging", ["stg_customers"]],
    ["path:marts", ["customers", "orders"]],
    ["path:models/staging", ["stg_customers"]],
    ["+customers", ["customers", "stg_customers"]],
    ["stg_customers+", ["customers", "stg_customers"]],
    ["raw_customers+1", ["stg_customers"]],
    ["group:finance", ["customers"]],
    ["exposure:weekly_sales", ["orders"]],
    ["shop.marts", ["customers", "orders"]],
    ["c*", ["customers"]],
    ["tag:bi,+customers", ["customers"]],
    ["tag:staging orders", ["orders", "stg_customers"]],
    ["config.materialized:view", ["stg_customers"]],
    ["secrets", ["secrets"]],
  ])("%s", async (selection, expected) => {
    const cwd = createProject();
    await generate(cwd, "--select", selection);
    expect(Object.keys(readModels(cwd))).toEqual(expected.map((name) => `${name}.yaml`));
  });

  test("without any model, the message names the nearest", async () => {
    const cwd = createProject();
    expect(await generate(cwd, "--select", "custmers")).toMatchObject({
      code: 2,
      stderr: 'error: --select custmers: no model fits custmers. Did you mean "customers"?\n',
    });
    expect((await generate(cwd, "--select", "tag:staging,orders")).stderr).toContain(
      'A comma means both; separate with a space for either: "tag:staging orders"',
    );
    expect((await generate(cwd, "--select", "owner:ann")).stderr).toContain("unknown method owner");
  });

  test("--exclude takes models out", async () => {
    const cwd = createProject();
    await generate(cwd, "--exclude", "tag:staging");
    expect(Object.keys(readModels(cwd))).toEqual(["customers.yaml", "orders.yaml"]);
  });
});

describe("what can't be meant", () => {
  test("a file that isn't an artifact", async () => {
    const cwd = createProject();
    writeFileSync(join(cwd, "target/manifest.json"), "{}");
    const { code, stderr } = await generate(cwd);
    expect(code).toBe(2);
    expect(stderr).toContain("target/manifest.json: not an artifact of dbt (metadata: ");
    expect(stderr).toContain("Name the file that `dbt parse` writes.");
  });

  test("a misspelled restriction stops the run: a column must not become visible", async () => {
    const cwd = createProject("dbt-1.11", ({ nodes }) => {
      const columns = nodes["model.shop.customers"]!.columns as Record<string, { config: unknown }>;
      columns.email!.config = { meta: { analytics: { restrict: { team: "Support" } } } };
    });
    const { code, stderr } = await generate(cwd);
    expect(code).toBe(2);
    expect(stderr).toContain("model customers, column email: meta.analytics.restrict: ");
    expect(readdirSync(cwd)).toEqual(["target"]);
  });

  test("another version of the manifest is read with a warning", async () => {
    const cwd = createProject("dbt-1.11", ({ metadata }) => {
      metadata.dbt_schema_version = "https://schemas.getdbt.com/dbt/manifest/v13.json";
    });
    const { code, stdout } = await generate(cwd);
    expect(code).toBe(0);
    expect(stdout).toContain("v13.json is neither v11 nor v12 of dbt's manifest; fields may be missing\n");
  });

  test("an odd entry is left out, and the rest is written", async () => {
    const cwd = createProject("dbt-1.11", ({ nodes }) => {
      nodes["model.shop.customers"]!.name = 7;
    });
    const { stdout } = await generate(cwd);
    expect(stdout).toContain("warning: target/manifest.json: model.shop.customers is left out: name: ");
    expect(Object.keys(readModels(cwd))).toEqual(["orders.yaml", "stg_customers.yaml"]);
  });
});

test("columns with a tag are restricted by --restrict, and what is calculated from them", async () => {
  const cwd = createProject("dbt-1.11", ({ nodes }) => {
    const columns = nodes["model.shop.orders"]!.columns as Record<string, Record<string, unknown>>;
    columns.amount!.tags = ["money"];
  });
  await generate(cwd, "--restrict", "money=attribute:Region=north");
  const { "orders.yaml": orders } = readModels(cwd);
  expect(orders).toContain("restrictedColumns: [amount, is_large, net]");
  expect(orders).toContain("{ userAttributeId: !ref attribute:Region, value: north }");
  expect((await generate(cwd, "--restrict", "money")).stderr).toContain("write tag=nobody, tag=team:NAME");
});

test("models that would depend on each other keep one of the relationships", async () => {
  const cwd = createProject("dbt-1.11", ({ nodes }) => {
    const customers = nodes["model.shop.customers"]!.columns as Record<string, Record<string, unknown>>;
    customers.customer_id!.constraints = [
      { type: "foreign_key", to: '"shop"."main"."orders"', to_columns: ["order_id"], columns: [] },
    ];
  });
  const { stdout } = await generate(cwd);
  expect(stdout).toContain("Skipped relationships: 2\n  orders: Customer: the data models would depend on each other");
  const models = readModels(cwd);
  expect(models["orders.yaml"]).toContain(
    "# Skipped metric retail_revenue: it needs the skipped relationship Customer.",
  );
  expect(await runPiped(["validate", "--strict", "models"], { cwd })).toMatchObject({ code: 0 });
});

test("a second run keeps edits, and --check tells CI what would change", async () => {
  const cwd = createProject();
  await generate(cwd);
  const before = readModels(cwd);
  expect(await generate(cwd, "--check")).toMatchObject({ code: 0 });
  const [name] = Object.keys(before) as [string];
  writeFileSync(join(cwd, "models", name), `# Ours.\n${before[name]}`);
  expect(await generate(cwd)).toMatchObject({ code: 0 });
  expect(readModels(cwd)).toEqual({ ...before, [name]: `# Ours.\n${before[name]}` });

  const manifest = JSON.parse(readFileSync(join(cwd, "target/manifest.json"), "utf8")) as Manifest;
  for (const node of Object.values(manifest.nodes)) node.description = "Another description.";
  writeFileSync(join(cwd, "target/manifest.json"), JSON.stringify(manifest));
  const checked = await generate(cwd, "--check");
  expect(checked).toMatchObject({ code: 1 });
  expect(checked.stdout).toMatch(/^~ models\/.*\n {4}.*description .*Another description/m);
  expect(readModels(cwd)[name]).toBe(`# Ours.\n${before[name]}`);
  expect(await generate(cwd)).toMatchObject({ code: 0 });
  expect(readModels(cwd)[name]).toMatch(/^# Ours\.\n/);
  expect(await generate(cwd, "--check")).toMatchObject({ code: 0 });
  expect(await runPiped(["validate", "--strict", "models"], { cwd })).toMatchObject({ code: 0 });
});

describe("relationships that other tools miss", () => {
  const readRelationships = async (constraint: object) => {
    const cwd = createProject("dbt-1.11", (manifest) => {
      const orders = manifest.nodes["model.shop.orders"]!;
      orders.constraints = [
        { type: "foreign_key", columns: ["customer_id"], to_columns: ["customer_id"], ...constraint },
      ];
      const isOfOrders = (id: string) => id.startsWith("test.shop.relationships");
      manifest.nodes = Object.fromEntries(Object.entries(manifest.nodes).filter(([id]) => !isOfOrders(id)));
      (manifest as unknown as Record<string, unknown>).semantic_models = {};
      manifest.metrics = {};
    });
    await generate(cwd);
    return readModels(cwd)["orders.yaml"];
  };

  test.each(["`shop`.`main`.`customers`", '"shop"."main"."customers"', "main.customers", "ref('customers')"])(
    "of a constraint to %s",
    async (to) => {
      expect(await readRelationships({ to })).toContain("{ sourceColumnId: customer_id, targetColumnId: customer_id }");
    },
  );

  test("of a test of dbt_utils", async () => {
    const cwd = createProject("dbt-1.11", ({ nodes }) => {
      for (const node of Object.values(nodes)) {
        const metadata = node.test_metadata as { name: string; namespace: string } | undefined;
        if (metadata?.name === "relationships")
          Object.assign(metadata, { name: "relationships_where", namespace: "dbt_utils" });
      }
    });
    await generate(cwd);
    expect(readModels(cwd)["orders.yaml"]).toContain("{ sourceColumnId: gift_for_id, targetColumnId: customer_id }");
  });
});

describe("in a project of init", () => {
  const own = `pages:
  - id: main
    name: Main
    elements:
      - id: orders
        kind: table
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns: [{ id: id, formula: "[ORDERS/ID]" }]
`;
  let cwd: string;
  beforeEach(() => {
    cwd = createProject();
    for (const folder of ["models", "policies"]) mkdirSync(join(cwd, folder));
    writeFileSync(join(cwd, "policies/PulumiPolicy.yaml"), "runtime: nodejs\n");
    writeFileSync(join(cwd, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
  });

  test("the example model of another table is named and kept, and comes before all else", async () => {
    writeFileSync(join(cwd, "models/orders.yaml"), own);
    for (const adopt of [[], ["--adopt"]]) {
      const { code, stdout } = await generate(cwd, ...adopt);
      expect(code).toBe(1);
      expect(stdout).toContain("orders.yaml is the model of another table: orders reads from SALES.PUBLIC.ORDERS");
      expect(stdout).not.toContain("Next:");
      expect(readModels(cwd)["orders.yaml"]).toBe(own);
    }
  });

  test("the closing lines say what the policies refuse, what to declare and what to run", async () => {
    const { code, stdout } = await generate(cwd);
    expect(code).toBe(0);
    // The email of customers is restricted.
    expect(stdout.match(/^Before the preview: .*$/gm)).toEqual([
      expect.stringContaining("email in models/stg_customers.yaml looks like personal data"),
    ]);
    expect(stdout).toMatch(/DataModelDirectory with path "models", the folderId, and refs with ids for .*"warehouse"/);
    expect(stdout).toMatch(/ {2}pulumi preview --policy-pack policies\n {2}pulumi up --policy-pack policies\n?$/);
    // Nothing is left to do after a run that changes nothing.
    expect((await generate(cwd)).stdout).not.toContain("Next:");
  });

  test("a program that has the folder isn't told to declare it, nor of policies that it lacks", async () => {
    writeFileSync(join(cwd, "index.ts"), 'new analytics.DataModelDirectory("models", { path: "models" });\n');
    rmSync(join(cwd, "policies"), { recursive: true });
    const { stdout } = await generate(cwd);
    expect(stdout).toMatch(/Next:\n {2}pulumi-analytics validate models\n {2}pulumi preview\n {2}pulumi up\n?$/);
    expect(stdout).not.toContain("personal data");
  });
});
