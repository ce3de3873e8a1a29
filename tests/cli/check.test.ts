import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { type RespellingProxy, startRespellingProxy } from "../host/respelling-proxy";
import { type Client, signIn } from "../unit/emulator/support";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let api: Client;
let emulator: Emulator;
let platform: RespellingProxy;

const writeModel = (connectionId: string) => `name: Sales
schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: fact_orders
        kind: table
        name: Fact Orders
        source: { kind: warehouse-table, connectionId: ${connectionId}, path: [SALES, PUBLIC, FACTS] }
        columns:
          - { id: order_id, name: Order Id, formula: "[FACTS/Order Id]" }
          - { id: status, name: Status, formula: "[FACTS/Status]" }
          - { id: amount, name: Amount, formula: "[FACTS/Amount]" }
        metrics:
          - { id: revenue, name: Revenue, formula: "Sum([Amount])" }
`;

const checks = `checks:
  - table: fact_orders
    unique: [order_id, { columns: [order_id, status], name: one line a status, severity: warn }]
    not_null: [status]
    accepted_values: { status: [done, open] }
    rows: { min: 1 }
    metric: { revenue: { between: [0, 100] } }
`;

beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null, exportPolls: 0 });
  platform = await startRespellingProxy(emulator);
  const { connections, folders } = emulator.seeded;
  const path = ["SALES", "PUBLIC", "FACTS"];
  const columns = { "Order Id": "number", Status: "text", Amount: "number" } as const;
  emulator.addTable({ connectionId: connections.warehouse, path, columns });
  api = await signIn(emulator);
  const table = {
    id: "facts",
    kind: "table",
    name: "Fact Orders",
    source: {
      kind: "warehouse-table",
      connectionId: connections.warehouse,
      path,
    },
    columns: Object.keys(columns).map((name) => ({
      id: name,
      name,
      formula: `[FACTS/${name}]`,
    })),
    metrics: [{ id: "revenue", name: "Revenue", formula: "Sum([Amount])" }],
  };
  const pages = [{ id: "p", name: "P", elements: [table] }];
  await api.post("/v2/dataModels/spec", {
    name: "Sales",
    folderId: folders.models,
    schemaVersion: 1,
    pages,
  });
});
afterAll(async () => {
  await platform.stop();
  await emulator.stop();
});

/** The platform calculates these values, in the order of the checks; twelve rows are there, and are behind the metric. */
function calculate(...values: readonly (number | null)[]): void {
  const counted = [...values, 12, 12].map((value, index) => [`c${index + 1}`, value] as const);
  // All rows are one group, whose key is 1.
  const row = Object.fromEntries([["k1", 1], ...counted]);
  platform.rewrite({
    answer: (body, path) => (path.endsWith("/download") ? [row] : body),
  });
}

async function check(files: Record<string, string>, ...args: readonly string[]) {
  const cwd = createFolderWith(base, {
    "models/sales.yaml": writeModel(emulator.seeded.connections.warehouse),
    ...files,
  });
  const home = join(cwd, ".home");
  mkdirSync(home);
  const env = {
    ...buildSettings(emulator),
    ANALYTICS_BASE_URL: platform.url,
    PULUMI_HOME: home,
  };
  return runPiped(["check", ...args], { cwd, env });
}

/** The names of the scratch workbooks that are there. */
async function listScratch(): Promise<string[]> {
  const { body } = await api.get("/v2/files?typeFilters=workbook&limit=500");
  return (body.entries as { name: string }[]).map(({ name }) => name).filter((name) => name.includes("check"));
}

test("each check has a line with its place, value and bound; nothing stays on the platform", async () => {
  calculate(3, 2, 0, 0, 12, 120.5);
  const { code, stdout, stderr } = await check({
    "models/sales.checks.yaml": checks,
  });
  expect({ code, stdout, stderr }).toMatchInlineSnapshot(`
   {
     "code": 1,
     "stderr": "models/sales.yaml counts as the platform's data model Sales: no state says what it is.
   ",
     "stdout": "failed models/sales.checks.yaml:3:14: fact_orders: unique order_id: 3 duplicates (no duplicate)
   warning models/sales.checks.yaml:3:24: fact_orders: one line a status: 2 duplicates (no duplicate)
   passed models/sales.checks.yaml:4:16: fact_orders: not_null status: 0 nulls (no null)
   passed models/sales.checks.yaml:5:24: fact_orders: accepted_values status: 0 rows with another value (no row with another value)
   passed models/sales.checks.yaml:6:5: fact_orders: rows: 12 rows (at least 1)
   failed models/sales.checks.yaml:7:15: fact_orders: metric revenue: 120.5 (0 to 100)

   6 checks: 3 passed, 2 failed, 1 warning, 0 not run
   ",
   }
  `);
  expect(await listScratch()).toEqual([]);
});

test("without values, only the verdicts are printed, in every format", async () => {
  calculate(333111, 0, 0, 0, 12, 50);
  const files = { "models/sales.checks.yaml": checks };
  const runs = await Promise.all(
    ["text", "json", "junit", "sarif", "github"].map((format) => check(files, "--no-values", "--format", format)),
  );
  for (const { code, stdout } of runs) {
    expect(code).toBe(1);
    expect(stdout).not.toMatch(/333,?111/);
    expect(stdout).toContain("unique order_id");
  }
  const [, json, junit, sarif, github] = runs.map(({ stdout }) => stdout);
  expect(JSON.parse(json!)).toMatchObject({ passed: 5, failed: 1, warnings: 0, notRun: 0 });
  expect(junit).toContain('<testsuite name="models/sales.checks.yaml" tests="6" failures="1" errors="0" skipped="0">');
  const { results } = JSON.parse(sarif!).runs[0];
  expect(results).toMatchObject([{ ruleId: "check-failed", level: "error" }]);
  expect(github).toContain("::error file=models/sales.checks.yaml,line=3,col=14,title=check::");
});

test("an emulator without data is told from a platform whose rows are wrong", async () => {
  platform.rewrite({});
  const { code, stdout } = await check({ "models/sales.checks.yaml": checks });
  expect(code).toBe(3);
  expect(stdout).toContain("the platform is an emulator without data. Start it with --data");
  expect(stdout).toContain("0 passed, 0 failed, 0 warnings, 6 not run");
});

test("warnings fail by --strict alone", async () => {
  calculate(0, 1, 0, 0, 12, 50);
  const files = { "models/sales.checks.yaml": checks };
  expect((await check(files, "sales")).code).toBe(0);
  expect((await check(files, "models/sales.yaml", "--strict")).code).toBe(1);
});

test("what the platform can't calculate didn't run, and nothing stays", async () => {
  calculate(3, 0, 0, 0, 12, 50);
  platform.intercept((_, path) => (path.endsWith("/download") ? 500 : undefined));
  const { code, stdout } = await check({ "models/sales.checks.yaml": checks }, "models");
  platform.intercept(undefined);
  expect(code).toBe(3);
  expect(stdout).toContain("not run models/sales.checks.yaml:3:14: fact_orders: unique order_id: GET /v2/query/");
  expect(stdout).toContain("6 checks: 0 passed, 0 failed, 0 warnings, 6 not run");
  expect(await listScratch()).toEqual([]);
});

test("mistakes are named with their places, and nothing runs", async () => {
  const table = await check({ "models/sales.checks.yaml": checks.replace("fact_orders", "fact_order") });
  expect(table.stderr.match(/has no table/g)).toHaveLength(1);
  const wrong = checks.replace("[status]", "[statu]").replace("revenue:", "profit:");
  const { code, stderr } = await check({ "models/sales.checks.yaml": wrong });
  expect(code).toBe(2);
  expect(stderr).toContain("models/sales.checks.yaml:4:16: error: ");
  expect(stderr).toContain("the table `Fact Orders` has no column `statu` [checks]. Did you mean `Status`?");
  expect(stderr).toContain("has no metric `profit` [checks]. There is `Revenue`.");
});

test("there may be no checks, or no model", async () => {
  expect(await check({})).toMatchObject({ code: 0, stdout: expect.stringContaining("No files of checks here") });
  const alone = await check({ "models/other.checks.yaml": checks });
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no model beside it") });
});
