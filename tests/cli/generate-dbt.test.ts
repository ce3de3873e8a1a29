import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../repository";
import { writeFiles } from "../workbook-folder";
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

const readModels = (cwd: string, folder = "models", isMeant = (name: string) => !name.includes(".checks.")) =>
  Object.fromEntries(
    readdirSync(join(cwd, folder))
      .filter((name) => name.endsWith(".yaml") && isMeant(name))
      .map((name) => [name, readFileSync(join(cwd, folder, name), "utf8")]),
  );

test.each(manifests)("models of %s are valid, with all rules", async (manifest) => {
  const cwd = createProject(manifest);
  expect(await generate(cwd)).toMatchObject({ code: 0, stderr: "created .vscode/settings.json, for editors\n" });
  const checked = await runPiped(["validate", "--strict", "models"], { cwd });
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.stdout).toContain("0 errors, 0 warnings");
  expect(await runPiped(["fmt", "--check", "models"], { cwd })).toMatchObject({ code: 0 });
});

test("the folder of a dbt project, or of its artifacts, stands for the manifest; another says what to do", async () => {
  const cwd = createProject();
  const whole = await generate(cwd, "--dry-run");
  for (const folder of [".", "target"]) {
    expect(await runPiped(["generate", "dbt", folder, "--dry-run"], { cwd })).toEqual(whole);
  }
  mkdirSync(join(cwd, "empty"));
  const { code, stderr } = await runPiped(["generate", "dbt", "empty"], { cwd });
  expect(stderr).toBe(
    "error: empty: is a folder without target/manifest.json. Run `dbt parse` in the dbt project, or name the " +
      "manifest.\n",
  );
  expect(code).toBe(2);
});

test("tests of dbt become files of checks where there are none", async () => {
  const cwd = createProject("dbt-1.11", ({ nodes }) => {
    const test = Object.values(nodes).find(({ test_metadata: of }) => (of as { name?: string })?.name === "not_null");
    test!.config = { ...(test!.config as object), severity: "WARN" };
  });
  const readChecks = () => readModels(cwd, "models", (name) => name.includes(".checks."));
  expect((await generate(cwd)).stdout).toMatch(/New files of checks: [1-9]/);
  const first = readChecks();
  expect(first).toMatchSnapshot();
  const [name] = Object.keys(first);
  writeFileSync(join(cwd, "models", name!), "checks: [{ table: edited, rows: { min: 1 } }]\n");
  expect((await generate(cwd)).stdout).not.toContain("New files of checks");
  expect(readChecks()).toEqual({ ...first, [name!]: "checks: [{ table: edited, rows: { min: 1 } }]\n" });
  const { stdout } = await runPiped(["validate", "models"], { cwd });
  expect(stdout).toContain("the model has no table `edited`");
});

/** A test of `orders.status`, or of another column, that replaces those that the fixture has of it. */
function addTests(nodes: Manifest["nodes"], tests: readonly Record<string, unknown>[]): void {
  const [id, like] = Object.entries(nodes).find(
    ([, { test_metadata: of, attached_node: to }]) => of && to === "model.shop.orders",
  )!;
  for (const [index, { name, column = "status", kwargs = {}, macro, namespace, ...config }] of tests.entries()) {
    const test_metadata = {
      name,
      namespace: namespace ?? null,
      kwargs: { column_name: column, ...(kwargs as object) },
    };
    const depends_on = {
      nodes: ["model.shop.orders"],
      macros: macro === undefined ? [] : [macro],
    };
    nodes[`${id}_${index}`] = {
      ...like,
      unique_id: `${id}_${index}`,
      column_name: column,
      test_metadata,
      depends_on,
      config,
    };
  }
}

test("options of dbt's tests are carried over as they mean, or named", async () => {
  const cwd = createProject("dbt-1.11", ({ nodes }) => {
    for (const [id, { test_metadata: of }] of Object.entries(nodes))
      if (of) nodes[id]!.attached_node ??= "model.shop.orders";
    const before = { ...nodes };
    addTests(nodes, [
      {
        name: "unique",
        column: "order_id",
        severity: "error",
        error_if: ">1000",
        warn_if: ">10",
      },
      {
        name: "not_null",
        column: "customer_id",
        where: "ordered_at > '2024-01-01'",
      },
      { name: "not_null", column: "amount", namespace: "my_pkg" },
      {
        name: "not_null",
        column: "ordered_at",
        macro: "macro.shop.test_not_null",
      },
      { name: "unique", column: "customer_id", fail_calc: "sum(n_records)" },
      // A limit changes only how many failures are counted, and a warning no error.
      {
        name: "not_null",
        column: "status",
        limit: 10,
        warn_if: ">5",
        error_if: "!= 0",
        macro: "macro.dbt.test_not_null",
      },
      {
        name: "accepted_values",
        column: "amount",
        kwargs: { values: ["1", "2.5"], quote: false },
      },
      {
        name: "accepted_values",
        column: "order_id",
        kwargs: { values: [1, 2] },
      },
      {
        name: "accepted_values",
        column: "ordered_at",
        kwargs: { values: ["current_date"], quote: false },
      },
      {
        name: "accepted_values",
        column: "status",
        kwargs: { values: [1000, "'it'"] },
      },
    ]);
    for (const [id, { test_metadata: of, attached_node: to }] of Object.entries(before))
      if (of && to === "model.shop.orders") delete nodes[id];
  });
  const { stdout } = await generate(cwd, "--json");
  const { skipped } = JSON.parse(stdout) as { skipped: { tests: object[] } };
  const checks = readModels(cwd, "models", (name) => name === "orders.checks.yaml")["orders.checks.yaml"];
  expect({ tests: skipped.tests, checks }).toMatchInlineSnapshot(`
   {
     "checks": "# yaml-language-server: $schema=../node_modules/pulumi-analytics/schema/checks.json
   # From the tests of dbt shop, once: this file is yours to edit.

   checks:
     - table: orders
       not_null: [status]
       accepted_values: { amount: [1, 2.5], order_id: [1, 2], status: ["1000", "'it'"] }
   ",
     "tests": [
       {
         "name": "orders.order_id.unique",
         "reason": "\`error_if: >1000\` allows some failures",
       },
       {
         "name": "orders.customer_id.not_null",
         "reason": "\`where\` tests some rows only",
       },
       {
         "name": "orders.amount.not_null",
         "reason": "a test of another package has this name",
       },
       {
         "name": "orders.ordered_at.not_null",
         "reason": "a test of another package has this name",
       },
       {
         "name": "orders.customer_id.unique",
         "reason": "\`fail_calc\` counts something else",
       },
       {
         "name": "orders.ordered_at.accepted_values",
         "reason": ""current_date" is no value that a check has",
       },
     ],
   }
  `);
});

test("checks name a relationship as the run that renames it does", async () => {
  // The only relationship to a table is called as the table is, one of two after its column.
  const cwd = createProject("dbt-1.11", ({ nodes }) => {
    for (const [id, { column_name: column }] of Object.entries(nodes)) if (column === "gift_for_id") delete nodes[id];
  });
  await generate(cwd);
  const path = join(cwd, "models/orders.checks.yaml");
  const mine = `# Ours\n${readFileSync(path, "utf8").replace("not_null: [order_id]", "not_null: [order_id, amount]")}`;
  writeFileSync(path, mine);
  // Others name the model, and include what they check.
  const included = join(cwd, "models/_more.yaml");
  writeFileSync(join(cwd, "models/more.checks.yaml"), "model: orders.yaml\nchecks: !include _more.yaml\n");
  writeFileSync(included, "- { table: orders, relationships: [Customers] }\n");
  copyFileSync(join(fixtures, "dbt-1.11.manifest.json"), join(cwd, "target/manifest.json"));
  await generate(cwd);
  expect(mine).toContain("relationships: [Customers]");
  expect(readFileSync(path, "utf8")).toBe(mine.replace("[Customers]", "[Customer]"));
  expect(readFileSync(included, "utf8")).toBe("- { table: orders, relationships: [Customer] }\n");
  expect(await runPiped(["validate", "models"], { cwd })).toMatchObject({ code: 0 });
});

test.each(["group", "folder", "tag"])("models per %s are valid too", async (division) => {
  const cwd = createProject();
  await generate(cwd, "--set", `per=${division}`);
  expect(await runPiped(["validate", "--strict", "models"], { cwd })).toMatchObject({ code: 0 });
});

test("per folder, tables of one folder are related directly", async () => {
  const cwd = createProject();
  await generate(cwd, "--set", "per=folder");
  const models = readModels(cwd);
  expect(Object.keys(models)).toEqual(["marts.yaml", "staging.yaml"]);
  expect(models["marts.yaml"]).not.toContain("kind: data-model");
});

test("settings of a run are those of the next, until it takes them out", async () => {
  const cwd = createProject();
  const first = await generate(cwd, "--set", "per=folder", "--map", "shop=ANALYTICS", "--set", "hide-keys");
  expect(first.stdout).toContain("Settings, kept in models/.analytics/generate.json: ");
  expect(first.stdout).toContain("map.shop=ANALYTICS");
  const before = readModels(cwd);
  expect(Object.keys(before)).toEqual(["marts.yaml", "staging.yaml"]);
  expect(await generate(cwd, "--check")).toMatchObject({ code: 0 });
  expect(readModels(cwd)).toEqual(before);
  const other = await generate(cwd, "--set", "hide-keys=", "--set", "map.shop=", "--json");
  expect(JSON.parse(other.stdout)).toMatchObject({ settings: ["per=folder"] });
  expect(readModels(cwd)["marts.yaml"]).not.toContain("ANALYTICS");
  const path = join(cwd, "models/.analytics/generate.json");
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ "dbt shop": { per: "folder" } });
  await generate(cwd, "--dry-run", "--set", "per=");
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ "dbt shop": { per: "folder" } });
});

test.each([
  [["--set", "per=month"], "--set per=month: `per` must be one of "],
  [["--set", "color=red"], "--set color=red: `color` is unknown"],
  [["--set", "=x"], "--set =x: write name=value"],
  [["--decide", "renamed:orders"], "--decide renamed:orders: write renamed:orders.cust_id=customer_id"],
])("%j is a usage error", async (args, message) => {
  const cwd = createProject();
  expect(await generate(cwd, ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
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
  await generate(cwd, "--select", "customers", "--set", "hide-keys", "--set", "unique-keys", "--map", "shop=ANALYTICS");
  expect(readModels(cwd)).toEqual({
    "customers.yaml": `# yaml-language-server: $schema=../node_modules/pulumi-analytics/schema/data-model.json
schemaVersion: 1
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

test("the folder of dbt's own models is refused, and another one beside it is not", async () => {
  const cwd = createProject();
  mkdirSync(join(cwd, "models/marts"), { recursive: true });
  writeFileSync(join(cwd, "models/marts/orders.sql"), "select 1");
  for (const more of [[], ["--out", "./models/"], ["--check"]]) {
    const { code, stderr } = await generate(cwd, ...more);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("Use --out data-models,") });
  }
  expect(readdirSync(join(cwd, "models"))).toEqual(["marts"]);
  expect(await generate(cwd, "--out", "data-models")).toMatchObject({ code: 0 });
  writeFileSync(join(cwd, ".dbtignore"), "*.yaml\n");
  expect(await generate(cwd)).toMatchObject({ code: 0 });
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
    expect(stderr).toContain("target/manifest.json: not an artifact of dbt (`metadata` is missing");
    expect(stderr).toContain("Name the file that `dbt parse` writes.");
  });

  test.each([
    ["manifest", "catalog", "dbt parse"],
    ["manifest", "run-results", "dbt parse"],
    ["manifest", "sources", "dbt parse"],
    ["catalog", "manifest", "dbt docs generate"],
  ])("in the place of the %s, dbt's %s", async (wanted, given, command) => {
    const cwd = createProject();
    const metadata = { dbt_schema_version: `https://schemas.getdbt.com/dbt/${given}/v1.json` };
    writeFileSync(join(cwd, `target/${wanted}.json`), JSON.stringify({ metadata, nodes: {} }));
    const { code, stderr } = await generate(cwd);
    expect(code).toBe(2);
    const name = given.replace("-", " ");
    expect(stderr).toContain(
      `${wanted}.json: dbt's ${name}, not its ${wanted}. Name the file that \`${command}\` writes.`,
    );
  });

  test("a misspelled restriction stops the run: a column must not become visible", async () => {
    const cwd = createProject("dbt-1.11", ({ nodes }) => {
      const columns = nodes["model.shop.customers"]!.columns as Record<string, { config: unknown }>;
      columns.email!.config = { meta: { analytics: { restrict: { team: "Support" } } } };
    });
    const { code, stderr } = await generate(cwd);
    expect(code).toBe(2);
    expect(stderr).toContain("model customers, column email: `meta.analytics.restrict.team` is unknown");
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
    expect(stdout).toContain(
      "warning: target/manifest.json: model.shop.customers is left out: `name` must be a string, is a number",
    );
    expect(Object.keys(readModels(cwd))).toEqual(["orders.yaml", "stg_customers.yaml"]);
  });
});

test("columns with a tag are restricted by the setting restrict, and what is calculated from them", async () => {
  const cwd = createProject("dbt-1.11", ({ nodes }) => {
    const columns = nodes["model.shop.orders"]!.columns as Record<string, Record<string, unknown>>;
    columns.amount!.tags = ["money"];
  });
  await generate(cwd, "--set", "restrict.money=attribute:Region=north");
  const { "orders.yaml": orders } = readModels(cwd);
  expect(orders).toContain("restrictedColumns: [amount, is_large, net]");
  expect(orders).toContain("{ userAttributeId: !ref attribute:Region, value: north }");
  expect((await generate(cwd, "--set", "restrict.money=team")).stderr).toContain(
    "write restrict.money=nobody, team:NAME",
  );
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

  test.each([
    ["ref('customers')", "customers"],
    ["ref('other', 'customers')", "s2_customers"],
  ])("of a constraint to %s, of two models of that name", async (to, target) => {
    const cwd = createProject("dbt-1.11", (manifest) => {
      addModel(manifest, "model.other.customers", { package_name: "other", schema: "s2" });
      manifest.nodes["model.shop.orders"]!.constraints = [
        { type: "foreign_key", columns: ["note"], to_columns: ["customer_id"], to },
      ];
    });
    await generate(cwd, "--select", "customers orders");
    expect(readModels(cwd)["orders.yaml"]).toMatch(
      new RegExp(`targetElementId: ${target}\\n\\s+keys:\\n\\s+- \\{ sourceColumnId: note, `),
    );
  });

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

/** Changes the manifest of a project. */
function editManifest(cwd: string, edit: (manifest: Manifest) => void): void {
  const path = join(cwd, "target/manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Manifest;
  edit(manifest);
  writeFileSync(path, JSON.stringify(manifest));
}

/** Another model in a manifest, like one of the fixture. */
function addModel(
  { nodes }: Manifest,
  id: string,
  fields: Record<string, unknown>,
  like = "model.shop.customers",
): void {
  nodes[id] = { ...structuredClone(nodes[like]!), unique_id: id, ...fields };
}

const removeCatalog = (cwd: string) => rmSync(join(cwd, "target/catalog.json"), { force: true });

const removeDocumentation = ({ nodes }: Manifest) => {
  for (const node of Object.values(nodes)) if ("columns" in node) node.columns = {};
};

describe("without the catalog that an earlier run had", () => {
  test.each(manifests)("nothing of %s changes", async (manifest) => {
    const cwd = createProject(manifest);
    await generate(cwd);
    const before = readModels(cwd);
    removeCatalog(cwd);
    expect(await generate(cwd, "--check")).toMatchObject({ code: 0 });
    await generate(cwd);
    await generate(cwd);
    expect(readModels(cwd)).toEqual(before);
  });

  test("undocumented columns stay, one line says so, and new documented ones come", async () => {
    const cwd = createProject("dbt-1.11", removeDocumentation);
    await generate(cwd);
    const before = readModels(cwd);
    removeCatalog(cwd);
    editManifest(cwd, ({ nodes }) => {
      nodes["model.shop.orders"]!.columns = { placed_by: { name: "placed_by" } };
    });
    const { stdout } = await generate(cwd);
    expect(stdout.match(/^warning: .*$/gm)).toEqual([
      expect.stringMatching(/^warning: Without a catalog, .* columns that dbt doesn't document, .*`dbt docs generate`/),
    ]);
    const { "orders.yaml": orders, ...others } = readModels(cwd);
    expect(others).toEqual({ ...before, "orders.yaml": undefined });
    expect(orders).toContain(`{ id: placed_by, name: Placed By, formula: "[orders/placed_by]" }`);
    expect(orders).toContain(`formula: "[orders/note]"`);
    // A person's word is enough.
    await generate(cwd, "--decide", "removed:orders.note");
    expect(readModels(cwd)["orders.yaml"]).not.toContain(`formula: "[orders/note]"`);
    expect(readModels(cwd)["orders.yaml"]).toContain(`formula: "[orders/placed_by]"`);
  });

  test("a documented column that the warehouse didn't have stays left out", async () => {
    const cwd = createProject("dbt-1.11", ({ nodes }) => {
      Object.assign(nodes["model.shop.orders"]!.columns as object, { gone: { name: "gone" } });
    });
    await generate(cwd);
    const before = readModels(cwd);
    expect(before["orders.yaml"]).toContain("# Skipped column gone");
    removeCatalog(cwd);
    for (let run = 0; run < 2; run++) {
      expect((await generate(cwd)).stdout).toContain("  orders.gone: the warehouse doesn't have it\n");
      expect(readModels(cwd)).toEqual(before);
    }
  });

  test("a documented column that dbt renames keeps its identity by a hint", async () => {
    const cwd = createProject();
    await generate(cwd);
    removeCatalog(cwd);
    editManifest(cwd, ({ nodes }) => {
      const node = nodes["model.shop.customers"]!;
      const { full_name: _, ...columns } = node.columns as Record<string, object>;
      node.columns = { ...columns, whole_name: { name: "whole_name" } };
    });
    await generate(cwd, "--decide", "renamed:customers.full_name=whole_name");
    const { "customers.yaml": customers } = readModels(cwd);
    expect(customers).toContain("[customers/whole_name]");
    expect(customers).toContain("aliases: [full_name]");
  });
});

describe("a model's file belongs to dbt's id", () => {
  const other = { package_name: "other", schema: "s2" };
  const findPath = (text = "") => /path: (.*)$/m.exec(text)?.[1];

  test("a second model of the same name gets another file, whatever is selected, and is told", async () => {
    const cwd = createProject("dbt-1.11", (manifest) => addModel(manifest, "model.other.customers", other));
    await generate(cwd, "--select", "package:shop,customers");
    const before = readModels(cwd);
    const { stdout } = await generate(cwd, "--select", "customers");
    expect(stdout).toContain("warning: model.other.customers gets the id s2_customers: customers is another table's\n");
    const after = readModels(cwd);
    expect(after).toEqual({ ...before, "s2_customers.yaml": expect.anything() });
    expect(findPath(after["s2_customers.yaml"])).toContain("s2");
    // Each alone, and both, again.
    for (const selection of ["package:other,customers", "package:shop,customers", "customers"]) {
      expect((await generate(cwd, "--select", selection, "--check")).code).toBe(0);
    }
  });

  test("whichever was first has the plain name", async () => {
    const cwd = createProject("dbt-1.11", (manifest) => addModel(manifest, "model.other.customers", other));
    await generate(cwd, "--select", "package:other,customers");
    const { "customers.yaml": first } = readModels(cwd);
    await generate(cwd, "--select", "customers");
    expect(readModels(cwd)["customers.yaml"]).toBe(first);
  });

  test("an older version keeps its file when a newer one comes", async () => {
    const cwd = createProject("dbt-1.11", (manifest) => {
      addModel(manifest, "model.shop.people.v1", { name: "people", alias: "people_v1", version: 1, latest_version: 1 });
    });
    await generate(cwd, "--select", "people");
    const before = readModels(cwd);
    expect(Object.keys(before)).toEqual(["people.yaml"]);
    editManifest(cwd, (manifest) => {
      addModel(manifest, "model.shop.people.v1", { name: "people", alias: "people_v1", version: 1, latest_version: 2 });
      addModel(manifest, "model.shop.people.v2", { name: "people", alias: "people_v2", version: 2, latest_version: 2 });
    });
    await generate(cwd, "--select", "people");
    const after = readModels(cwd);
    expect(after["people.yaml"]).toBe(before["people.yaml"]);
    expect(findPath(after["people_v2.yaml"])).toContain("people_v2");
  });

  test("a model that moves into another file is told", async () => {
    const cwd = createProject();
    await generate(cwd, "--set", "per=folder");
    editManifest(cwd, ({ nodes }) => {
      nodes["model.shop.stg_customers"]!.original_file_path = "models/core/stg_customers.sql";
    });
    expect((await generate(cwd, "--set", "per=folder")).stdout).toContain(
      "warning: stg_customers moves from staging.yaml to core.yaml: workbooks that read it there lose it\n",
    );
  });

  /** The customers of the fixture under another name. */
  const renameModel = (cwd: string, id: string, fields: Record<string, unknown>) =>
    editManifest(cwd, (manifest) => {
      addModel(manifest, id, fields);
      delete manifest.nodes["model.shop.customers"];
    });

  test.each([
    ["model.moved.customers", { package_name: "shop" }],
    ["model.shop.clients", { name: "clients", alias: "customers" }],
  ])("a model that is %s now, of the same table, keeps file and id, and that is told", async (id, fields) => {
    const cwd = createProject();
    await generate(cwd);
    const names = Object.keys(readModels(cwd));
    renameModel(cwd, id, fields);
    removeCatalog(cwd);
    const { stdout } = await generate(cwd);
    expect(stdout).toContain(`warning: ${id} was model.shop.customers: it keeps customers.yaml and the id customers\n`);
    expect(Object.keys(readModels(cwd))).toEqual(names);
    expect((await generate(cwd)).stdout).not.toContain("it keeps customers.yaml");
  });

  test("a model that was probably renamed is asked for, and keeps its file by a hint", async () => {
    const cwd = createProject("dbt-1.11", () => {}, false);
    await generate(cwd);
    const before = readModels(cwd);
    renameModel(cwd, "model.shop.clients", { name: "clients", alias: "clients" });
    const asked = await generate(cwd);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain(
      "model.shop.customers is gone, and model.shop.clients is new and has the same columns.",
    );
    expect(asked.stderr).toContain("--decide renamed:customers=clients");
    expect(readModels(cwd)).toEqual(before);
    expect(await generate(cwd, "--decide", "renamed:customers=clients")).toMatchObject({ code: 0 });
    const after = readModels(cwd);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(findPath(after["customers.yaml"])).toContain("clients");
    expect(await generate(cwd, "--check")).toMatchObject({ code: 0 });
  });

  test("with the decision removed, it is another model", async () => {
    const cwd = createProject("dbt-1.11", () => {}, false);
    await generate(cwd);
    renameModel(cwd, "model.shop.clients", { name: "clients", alias: "clients" });
    await generate(cwd, "--decide", "removed:customers");
    expect(Object.keys(readModels(cwd))).toContain("clients.yaml");
  });
});

describe("a model that gains versions", () => {
  /** Gives `orders` versions, the latest of which has all that refers to `orders`, as dbt's `ref` does. */
  function addVersions(cwd: string, versions: readonly number[], { latest = versions.at(-1)!, meta = {} } = {}): void {
    editManifest(cwd, (manifest) => {
      const own = manifest.nodes["model.shop.orders"] ?? manifest.nodes["model.shop.orders.v1"]!;
      const former = String(own.unique_id);
      delete manifest.nodes[former];
      const text = JSON.stringify(manifest).replaceAll(`"${former}"`, `"model.shop.orders.v${latest}"`);
      Object.assign(manifest, JSON.parse(text));
      for (const version of versions) {
        const id = `model.shop.orders.v${version}`;
        const alias = `orders_v${version}`;
        manifest.nodes[id] = { ...own, unique_id: id, version, latest_version: latest, alias, meta };
      }
    });
    removeCatalog(cwd);
  }

  const listMetrics = (text = "") => /\n {8}metrics:\n([\s\S]*?)\n {8}relationships:/.exec(text)?.[1];
  const findPath = (text = "") => /path: (.*)$/m.exec(text)?.[1];

  test.each([
    ["the latest of several continues it", [1, 2, 3], {}, [], 3],
    ["the latest is what dbt says", [1, 2], { latest: 1 }, [], 1],
    ["a decision by its name means the latest", [1, 2], {}, ["--decide", "renamed:orders=orders"], 2],
    ["a hint that all have means the latest", [1, 2], { meta: { analytics: { was: "orders" } } }, [], 2],
  ])("%s: its file keeps all that it had", async (_, versions, how, args, expected) => {
    const cwd = createProject();
    await generate(cwd);
    const before = readModels(cwd);
    writeFileSync(join(cwd, "models/orders.yaml"), before["orders.yaml"]!.replace("name: Average order", "name: Mean"));
    addVersions(cwd, versions, how);
    const { code, stdout } = await generate(cwd, ...args);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `model.shop.orders.v${expected} was model.shop.orders: it keeps orders.yaml and the id orders, since ` +
        'ref("orders") means this version. For another one: --decide renamed:orders=orders.vN\n',
    );
    const after = readModels(cwd);
    expect(findPath(after["orders.yaml"])).toContain(`orders_v${expected}`);
    expect(listMetrics(after["orders.yaml"])).toBe(
      listMetrics(before["orders.yaml"])!.replace("name: Average order", "name: Mean"),
    );
    const others = versions.filter((version) => version !== expected).map((version) => `orders_v${version}.yaml`);
    expect(Object.keys(after).toSorted()).toEqual([...Object.keys(before), ...others].toSorted());
    expect(await generate(cwd, "--check")).toMatchObject({ code: 0 });
    expect((await runPiped(["validate", "--strict", "models"], { cwd })).code).toBe(0);
  });

  test("a decision names another version", async () => {
    const cwd = createProject();
    await generate(cwd);
    addVersions(cwd, [1, 2]);
    await generate(cwd, "--decide", "renamed:orders=orders.v1");
    const after = readModels(cwd);
    expect(findPath(after["orders.yaml"])).toContain("orders_v1");
    expect(findPath(after["orders_v2.yaml"])).toContain("orders_v2");
    expect(await generate(cwd, "--check")).toMatchObject({ code: 0 });
  });

  test("metrics that dbt has at a newer version are told, and the named decision brings them back", async () => {
    const cwd = createProject();
    await generate(cwd);
    const before = readModels(cwd);
    addVersions(cwd, [1]);
    await generate(cwd);
    addVersions(cwd, [1, 2]);
    const { stdout } = await generate(cwd);
    const [, decision] =
      /dbt has revenue, .* and \d+ more at model[.]shop[.]orders[.]v2 now: .* add --decide (\S+)/.exec(stdout)!;
    expect(listMetrics(readModels(cwd)["orders.yaml"])).toBeUndefined();
    await generate(cwd, "--decide", decision!);
    const after = readModels(cwd);
    expect(listMetrics(after["orders.yaml"])).toBe(listMetrics(before["orders.yaml"]));
    expect(findPath(after["orders_v1.yaml"])).toContain("orders_v1");
    expect(await generate(cwd, "--check")).toMatchObject({ code: 0 });
  });
});

describe("a model that is removed", () => {
  const remove = (cwd: string, ...names: readonly string[]) =>
    editManifest(cwd, (manifest) => {
      for (const name of names) delete manifest.nodes[`model.shop.${name}`];
    });

  test("together with its uses, goes in the same run", async () => {
    const cwd = createProject();
    await generate(cwd);
    remove(cwd, "customers");
    const { code, stdout } = await generate(cwd);
    expect(stdout).toContain("- models/customers.yaml\n");
    expect(code).toBe(0);
    expect(await generate(cwd, "--check")).toMatchObject({ code: 0 });
  });

  test("with the models that use it, goes too", async () => {
    const cwd = createProject();
    await generate(cwd);
    remove(cwd, "customers", "orders");
    const { code, stdout } = await generate(cwd);
    expect(code).toBe(0);
    expect(Object.keys(readModels(cwd))).toEqual(["stg_customers.yaml"]);
    // Checks are a person's, and validate refuses those without a model.
    for (const name of ["customers", "orders"]) {
      expect(stdout).toContain(`kept ${name}.checks.yaml: its model is gone, so delete it too, or name another\n`);
      rmSync(join(cwd, `models/${name}.checks.yaml`));
    }
    expect(await runPiped(["validate", "models"], { cwd })).toMatchObject({ code: 0 });
  });

  test("stays for a removed one that was edited, and uses it", async () => {
    const cwd = createProject();
    await generate(cwd);
    remove(cwd, "customers", "orders");
    const path = join(cwd, "models/orders.yaml");
    writeFileSync(path, readFileSync(path, "utf8").replace("name: Average order", "name: Mean"));
    const { code, stdout } = await generate(cwd);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "models/customers.yaml\n    customers.yaml: its model is gone in the source, but orders.yaml uses it",
    );
    rmSync(path);
    expect((await generate(cwd)).code).toBe(0);
    expect(Object.keys(readModels(cwd))).toEqual(["stg_customers.yaml"]);
  });
});

describe("a metric that is called like a column", () => {
  const nameLike = (cwd: string, label: string, name: string) =>
    editManifest(cwd, ({ metrics }) => {
      Object.assign(Object.values(metrics).find((metric) => metric.name === "revenue")!, { name, label });
    });

  test("is told with the way out, which works", async () => {
    const cwd = createProject();
    nameLike(cwd, "Customer Id", "customer_id");
    const { stdout } = await generate(cwd);
    expect(stdout).toContain(
      "warning: orders: the metric customer_id_metric gets the name Customer Id 2, since the column customer_id has " +
        "that of Customer Id. Give either another one: `label` below its meta.analytics\n",
    );
    editManifest(cwd, ({ metrics }) => {
      const found = Object.values(metrics).find(({ name }) => name === "customer_id")!;
      Object.assign(found, { config: { meta: { analytics: { label: "Revenue by id" } } } });
    });
    expect((await generate(cwd)).stdout).not.toContain("gets the name");
    expect(readModels(cwd)["orders.yaml"]).toContain("name: Revenue by id");
  });

  test("has an id of its own, and one that an earlier run wrote stays", async () => {
    const cwd = createProject("dbt-1.11", () => {}, false);
    nameLike(cwd, "Status count", "status");
    await generate(cwd);
    const text = readModels(cwd)["orders.yaml"]!;
    expect(text).toContain("- id: status_metric\n");
    // As an earlier version of the command wrote it.
    for (const path of ["models/orders.yaml", "models/.analytics/generated/orders.json"]) {
      const place = join(cwd, path);
      writeFileSync(place, readFileSync(place, "utf8").replaceAll("status_metric", "status"));
    }
    expect(await generate(cwd, "--check")).toMatchObject({ code: 0 });
  });
});

describe("what only the warehouse knows, without a catalog", () => {
  const createSnowflake = (edit: (manifest: Manifest) => void) =>
    createProject(
      "dbt-1.11",
      (manifest) => {
        Object.assign(manifest.metadata, { adapter_type: "snowflake", quoting: undefined });
        edit(manifest);
      },
      false,
    );

  test("names that Snowflake doesn't get in quotes are in capitals", async () => {
    const cwd = createSnowflake(({ nodes }) => {
      nodes["model.shop.customers"]!.columns = { id: { name: "id" }, Name: { name: "Name", quote: true } };
    });
    await generate(cwd, "--map", "shop=ANALYTICS");
    const { "customers.yaml": customers } = readModels(cwd);
    expect(customers).toContain("path: [ANALYTICS, MAIN, CUSTOMERS]");
    expect(customers).toContain(`{ id: id, name: Id, formula: "[CUSTOMERS/ID]" }`);
    expect(customers).toContain(`{ id: name, name: Name, formula: "[CUSTOMERS/Name]" }`);
  });

  test("quoting of the project and of a model decides", async () => {
    const cwd = createSnowflake(({ metadata, nodes }) => {
      metadata.quoting = { database: true, schema: true, identifier: false };
      Object.assign(nodes["model.shop.orders"]!.config as object, { quoting: { identifier: true } });
    });
    await generate(cwd);
    const models = readModels(cwd);
    expect(models["customers.yaml"]).toContain("path: [shop, main, CUSTOMERS]");
    expect(models["orders.yaml"]).toContain("path: [shop, main, orders]");
  });

  test("a model without any known column gets a word, and --strict exits with 1", async () => {
    const cwd = createProject("dbt-1.11", removeDocumentation, false);
    const { code, stdout } = await generate(cwd, "--select", "stg_customers", "--strict");
    expect(code).toBe(1);
    expect(stdout).toContain(
      "  stg_customers: dbt documents no column, and there is no catalog: build the model and run",
    );
    expect(readModels(cwd)["stg_customers.yaml"]).toContain("# No columns: dbt documents no column");
  });

  test("fields of BigQuery's structures are paths, and those in arrays are left out with a reason", async () => {
    const cwd = createProject(
      "dbt-1.11",
      ({ metadata, nodes }) => {
        metadata.adapter_type = "bigquery";
        nodes["model.shop.customers"]!.columns = Object.fromEntries(
          ["user:STRUCT<id STRING>", "user.address.city:STRING", "items:ARRAY<STRUCT<sku STRING>>", "items.sku:STRING"]
            .map((text) => text.split(":") as [string, string])
            .map(([name, type]) => [name, { name, data_type: type }]),
        );
      },
      false,
    );
    const { stdout } = await generate(cwd, "--select", "customers");
    const { "customers.yaml": customers } = readModels(cwd);
    expect(customers).toContain(`id: user_address_city`);
    expect(customers).toContain("[customers/user].address.city");
    expect(customers).toContain("[customers/items]");
    expect(customers).not.toContain('items.sku"');
    expect(stdout).toContain("  customers.items.sku: it is inside of the array items: unnest it in dbt\n");
    expect(await runPiped(["validate", "--strict", "models"], { cwd })).toMatchObject({ code: 0 });
    expect(await generate(cwd, "--select", "customers", "--check")).toMatchObject({ code: 0 });
  });

  test("columns that differ in case are two, and keep their ids when another comes before them", async () => {
    const buildColumns = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { name }]));
    const cwd = createProject(
      "dbt-1.11",
      (manifest) => {
        addModel(manifest, "model.shop.cases", {
          name: "cases",
          alias: "cases",
          primary_key: [],
          columns: buildColumns("ID", "id_"),
        });
      },
      false,
    );
    await generate(cwd, "--select", "cases");
    const listColumns = () => readModels(cwd)["cases.yaml"]?.match(/(?<=- )\{ id: .*$/gm);
    expect(listColumns()).toEqual([
      `{ id: id, name: Id, formula: "[cases/ID]" }`,
      `{ id: id_2, name: Id 2, formula: "[cases/id_]" }`,
    ]);
    editManifest(cwd, ({ nodes }) => {
      nodes["model.shop.cases"]!.columns = buildColumns("Id", "ID", "id_");
    });
    await generate(cwd, "--select", "cases");
    expect(listColumns()).toEqual([
      `{ id: id_3, name: Id 3, formula: "[cases/Id]" }`,
      `{ id: id, name: Id, formula: "[cases/ID]" }`,
      `{ id: id_2, name: Id 2, formula: "[cases/id_]" }`,
    ]);
  });
});

describe("a name of 500 characters gets a file that every system takes", () => {
  const long = "o".repeat(500);

  test.each([
    ["model", { name: long, alias: long, group: null }, []],
    ["group", { name: "long", alias: "long", group: long }, ["--set", "per=group"]],
    ["folder", { name: "long", alias: "long", original_file_path: `models/${long}/long.sql` }, ["--set", "per=folder"]],
    ["tag", { name: "long", alias: "long", tags: [long], config: { tags: [long] } }, ["--set", "per=tag"]],
  ])("of a %s", async (_, fields, options) => {
    const cwd = createProject("dbt-1.11", (manifest) => {
      addModel(manifest, "model.shop.long", { primary_key: [], ...fields });
    });
    expect(await generate(cwd, ...options)).toMatchObject({ code: 0 });
    expect(Object.keys(readModels(cwd))).toContain(`${"o".repeat(200)}.yaml`);
    expect(await runPiped(["validate", "models"], { cwd })).toMatchObject({ code: 0 });
    expect(await generate(cwd, ...options, "--check")).toMatchObject({ code: 0 });
  });
});

test("a column `__proto__` is generated, and validate takes it", async () => {
  const columns = Object.fromEntries(["id", "__proto__", "constructor"].map((name) => [name, { name }]));
  const cwd = createProject("dbt-1.11", (manifest) => {
    addModel(manifest, "model.shop.odd", { name: "odd", alias: "odd", primary_key: [], columns });
  });
  await generate(cwd, "--select", "odd");
  expect(readModels(cwd)["odd.yaml"]?.match(/(?<=- )\{ id: .*$/gm)).toEqual([
    `{ id: id, name: Id, formula: "[odd/id]" }`,
    `{ id: proto, name: Proto, formula: "[odd/__proto__]" }`,
    `{ id: constructor, name: Constructor, formula: "[odd/constructor]" }`,
  ]);
  expect(await runPiped(["validate", "--strict", "models"], { cwd })).toMatchObject({ code: 0 });
  expect(await generate(cwd, "--select", "odd", "--check")).toMatchObject({ code: 0 });
});

describe("a manifest that lacks the project's name", () => {
  const forget = ({ metadata, nodes }: Manifest) => {
    metadata.dbt_schema_version = "https://schemas.getdbt.com/dbt/manifest/v7.json";
    delete metadata.project_name;
    delete metadata.project_id;
    for (const node of Object.values(nodes)) delete node.attached_node;
  };

  test("has it in its models, and its tests still tell relationships", async () => {
    const cwd = createProject("dbt-1.11", forget);
    expect(await generate(cwd)).toMatchObject({ code: 0 });
    const models = readModels(cwd);
    expect(Object.keys(models)).toEqual(["customers.yaml", "orders.yaml", "stg_customers.yaml"]);
    expect(models["orders.yaml"]).toContain("{ sourceColumnId: gift_for_id, targetColumnId: customer_id }");
  });

  const addPackage = (manifest: Manifest) => {
    for (let index = 0; index < 30; index++) {
      addModel(manifest, `model.big.m${index}`, { name: `m${index}`, package_name: "big" });
    }
  };

  test("has its hash, whatever packages have more models", async () => {
    const cwd = createProject("dbt-1.11", (manifest) => {
      forget(manifest);
      addPackage(manifest);
      manifest.metadata.project_id = createHash("md5").update("shop").digest("hex");
    });
    await generate(cwd);
    expect(Object.keys(readModels(cwd))).toEqual(["customers.yaml", "orders.yaml", "stg_customers.yaml"]);
  });

  test("or it is in dbt_project.yml", async () => {
    const cwd = createProject("dbt-1.11", (manifest) => {
      forget(manifest);
      addPackage(manifest);
    });
    writeFileSync(join(cwd, "dbt_project.yml"), "# Ours.\nname: 'shop' # the shop\nversion: 1\n");
    await generate(cwd);
    expect(Object.keys(readModels(cwd))).toEqual(["customers.yaml", "orders.yaml", "stg_customers.yaml"]);
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
    for (const adopt of [[], ["--decide", "adopt"]]) {
      const { code, stdout } = await generate(cwd, ...adopt);
      expect(code).toBe(1);
      expect(stdout).toContain("orders.yaml is the model of another table: orders reads from SALES.PUBLIC.ORDERS");
      expect(stdout).not.toContain("Next:");
      expect(readModels(cwd)["orders.yaml"]).toBe(own);
    }
  });

  test("what looks like personal data is hidden, as the policies demand, and stays so", async () => {
    const { stdout } = await generate(cwd);
    // The email of customers is restricted.
    expect(stdout.match(/^.* looks like personal data.*$/gm)).toEqual([
      "email in models/stg_customers.yaml looks like personal data: it is hidden, as the policy personal-data demands.",
    ]);
    const before = readModels(cwd);
    expect(before["stg_customers.yaml"]).toMatch(/id: email,?[^}]*hidden: true/);
    expect(before["customers.yaml"]).not.toContain("hidden: true");
    rmSync(join(cwd, "policies"), { recursive: true });
    await generate(cwd);
    expect(readModels(cwd)).toEqual(before);
    // The policies beside a pulled program are in another folder.
    const pulled = createProject();
    writeFiles(pulled, { "policy-pack/PulumiPolicy.yaml": "runtime: nodejs\n", "Pulumi.yaml": "runtime: nodejs\n" });
    expect((await generate(pulled)).stdout).toContain("  pulumi up --policy-pack policy-pack\n");
    expect(readModels(pulled)).toEqual(before);
  });

  test("a column that is shown already, or shown by dbt, stays shown, and is named", async () => {
    rmSync(join(cwd, "policies"), { recursive: true });
    await generate(cwd);
    const before = readModels(cwd);
    mkdirSync(join(cwd, "policies"));
    writeFileSync(join(cwd, "policies/PulumiPolicy.yaml"), "runtime: nodejs\n");
    await generate(cwd);
    expect(readModels(cwd)).toEqual(before);

    const other = createProject("dbt-1.11", ({ nodes }) => {
      const { columns } = nodes["model.shop.stg_customers"] as { columns: Record<string, object> };
      columns.email = { name: "email", config: { meta: { analytics: { hidden: false } } } };
    });
    mkdirSync(join(other, "policies"));
    for (const path of ["policies/PulumiPolicy.yaml", "Pulumi.yaml"])
      writeFileSync(join(other, path), "runtime: yaml\n");
    const { stdout } = await generate(other);
    expect(readModels(other)["stg_customers.yaml"]).not.toContain("hidden: true");
    expect(stdout).toMatch(/^Before the preview: email in models\/stg_customers.yaml looks like personal data, which/m);
  });

  test("a schema that the policies don't know is named with the setting that lacks it", async () => {
    const allow = (path: string) =>
      writeFileSync(
        join(cwd, "policies/index.js"),
        `new PolicyPack({ "warehouse-paths": { allowed: ["${path}"] } });\n`,
      );
    allow("SALES.PUBLIC.*");
    expect((await generate(cwd)).stdout).toContain(
      'Before the preview: add "shop.main.*" to "warehouse-paths" in policies/index.js.\n',
    );
    allow("shop.main.*");
    rmSync(join(cwd, "models"), { recursive: true });
    expect((await generate(cwd)).stdout).not.toContain("Before the preview");
  });

  test("the closing lines say what to declare and what to run", async () => {
    const { code, stdout } = await generate(cwd);
    expect(code).toBe(0);
    expect(stdout).toMatch(/DataModelDirectory with path "models", the folderId, and refs with ids for .*"warehouse"/);
    expect(stdout).toMatch(/ {2}pulumi preview --policy-pack policies\n {2}pulumi up --policy-pack policies\n?$/);
    // Nothing is left to do after a run that changes nothing.
    expect((await generate(cwd)).stdout).not.toContain("Next:");
  });

  test("a program that has the folder isn't told to declare it, nor of policies that it lacks", async () => {
    writeFileSync(join(cwd, "index.ts"), 'new analytics.DataModelDirectory("models", { path: "models" });\n');
    rmSync(join(cwd, "policies"), { recursive: true });
    const { stdout } = await generate(cwd);
    expect(stdout).toMatch(/Next:\n {2}npx pulumi-analytics validate models\n {2}pulumi preview\n {2}pulumi up\n?$/);
    expect(stdout).not.toContain("personal data");
  });
});
