import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { parseSpec } from "../../provider/src/core/model";
import { describeWithDuckDb } from "../duckdb";
import { type Client, signIn } from "../unit/emulator/support";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
const planted = "planted-81c7";

const orders = `select * from (values
  (1, 'done', 10.5, 'a', now()::timestamp - interval 2 hour), (2, 'open', 20, 'b', timestamp '2026-01-20 00:00:00'),
  (2, '${planted}', null, 'c', timestamp '2026-01-01 00:00:00'),
  (null, 'done', 4, null, timestamp '2026-02-01 00:00:00')
) as orders (ORDER_ID, STATUS, AMOUNT, CUSTOMER, ORDERED_AT)`;
const customers = "select * from (values ('a', 1), ('b', 2)) as customers (ID, N)";

/** A model of statements, whose data needs no tables. */
const writeModel = (connectionId: string) => `name: Sales
schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: fact_orders
        kind: table
        name: Fact Orders
        source: { kind: sql, connectionId: ${connectionId}, statement: ${JSON.stringify(orders)} }
        columns:
          - { id: order_id, name: Order Id, formula: "[Custom SQL/ORDER_ID]" }
          - { id: status, name: Status, formula: "[Custom SQL/STATUS]" }
          - { id: amount, name: Amount, formula: "[Custom SQL/AMOUNT]" }
          - { id: customer, name: Customer, formula: "[Custom SQL/CUSTOMER]" }
          - { id: ordered_at, name: Ordered At, formula: "[Custom SQL/ORDERED_AT]" }
        metrics:
          - { id: revenue, name: Revenue, formula: "Sum([Amount])" }
        relationships:
          - { id: who, name: Who, targetElementId: customers, keys: [{ sourceColumnId: customer, targetColumnId: id }] }
      - id: customers
        kind: table
        name: Customers
        source: { kind: sql, connectionId: ${connectionId}, statement: ${JSON.stringify(customers)} }
        columns:
          - { id: id, name: Id, formula: "[Custom SQL/ID]" }
`;

const checks = `checks:
  - table: fact_orders
    unique: [order_id, { columns: [order_id, status] }]
    not_null: [order_id, amount]
    accepted_values: { status: [done, open] }
    rows: { min: 4, max: 4 }
    fresh: { column: ordered_at, within: 3 hours }
    relationships: [who]
    metric: { revenue: { between: [34, 35] } }
  - table: fact_orders
    metric: { revenue: { between: [14, 15], where: '[Status] = "done"' } }
    golden:
      { metric: revenue, by: 'DateTrunc("month", [Ordered At])', until: 2026-02-28, file: golden.csv, tolerance: 1% }
`;
const golden = "month,revenue\n2026-01-01,20.1\n2026-02-01,5\n";

describeWithDuckDb("checks that the platform calculates", () => {
  let emulator: Emulator;
  let api: Client;
  beforeAll(async () => {
    emulator = await startEmulator({ tokenRequestsPerSecond: null });
    api = await signIn(emulator);
    const { connections, folders } = emulator.seeded;
    const spec = parseSpec(writeModel(connections.warehouse)) as object;
    const { status, text } = await api.post("/v2/dataModels/spec", {
      ...spec,
      folderId: folders.models,
    });
    if (status !== 200) throw new Error(text);
  });
  afterAll(() => emulator.stop());

  const prepare = (text = checks) => {
    const model = writeModel(emulator.seeded.connections.warehouse);
    const files = {
      "models/sales.yaml": model,
      "models/sales.checks.yaml": text,
      "models/golden.csv": golden,
    };
    const cwd = createFolderWith(base, { ...files, ".home/x": "" });
    const trace = join(cwd, "trace.jsonl");
    return {
      cwd,
      trace,
      env: { ...buildSettings(emulator), PULUMI_HOME: join(cwd, ".home") },
    };
  };

  test("say what is wrong, and let no value of a row out", async () => {
    const { cwd, env, trace } = prepare();
    const { code, stdout, stderr } = await runPiped(["check"], {
      cwd,
      env: { ...env, ANALYTICS_TRACE: trace },
    });
    expect({ code, shown: stdout }).toMatchInlineSnapshot(`
     {
       "code": 1,
       "shown": "failed models/sales.checks.yaml:3:14: fact_orders: unique order_id: 1 duplicate (no duplicate)
     passed models/sales.checks.yaml:3:24: fact_orders: unique order_id, status: 0 duplicates (no duplicate)
     failed models/sales.checks.yaml:4:16: fact_orders: not_null order_id: 1 null (no null)
     failed models/sales.checks.yaml:4:26: fact_orders: not_null amount: 1 null (no null)
     failed models/sales.checks.yaml:5:24: fact_orders: accepted_values status: 1 row with another value (no row with another value)
     passed models/sales.checks.yaml:6:5: fact_orders: rows: 4 rows (4)
     passed models/sales.checks.yaml:7:5: fact_orders: fresh ordered_at: a value that isn't told, since from it one of fewer than 5 rows could be worked out (within 3 hours)
     failed models/sales.checks.yaml:8:21: fact_orders: relationships who: 1 orphan (no orphan)
     passed models/sales.checks.yaml:9:15: fact_orders: metric revenue: a value that isn't told, since from it one of fewer than 5 rows could be worked out (34 to 35)
     passed models/sales.checks.yaml:11:15: fact_orders: metric revenue: a value that isn't told, since from it one of fewer than 5 rows could be worked out (14 to 15)
     failed models/sales.checks.yaml:12:5: fact_orders: golden revenue: 1 difference in 2 groups (golden.csv ± 1%)
       2026-02-01: 5 → a value that isn't told, since from them a group of fewer than 5 rows could be worked out

     11 checks: 5 passed, 6 failed, 0 warnings, 0 not run
     ",
     }
    `);
    const home = join(cwd, ".home");
    const kept = readdirSync(home, { recursive: true })
      .map(String)
      .filter((name) => name.includes("."));
    const texts = [trace, ...kept.map((name) => join(home, name))].map((file) => readFileSync(file, "utf8"));
    expect([stdout, stderr, ...texts].join("\n")).not.toContain(planted);
  });

  test("a check that can't run leaves the others of its table as they are", async () => {
    const { connections, folders } = emulator.seeded;
    const metrics = `        metrics:
          - { id: drawn, name: Drawn, formula: "Sum([Amount]) * Rand()" }
`;
    const model = writeModel(connections.warehouse)
      .replace("name: Sales", "name: Drawn")
      .replace("        metrics:\n", metrics);
    await api.post("/v2/dataModels/spec", { ...(parseSpec(model) as object), folderId: folders.models });
    const bad = `checks:
  - table: fact_orders
    not_null: [order_id, status]
    rows: { min: 4 }
    metric: { drawn: { between: [0, 1] }, revenue: { between: [34, 35] } }
`;
    const cwd = createFolderWith(base, { "drawn.yaml": model, "drawn.checks.yaml": bad, ".home/x": "" });
    const before = emulator.requests().length;
    const { code, stdout } = await runPiped(["check", "drawn", "--no-values"], {
      cwd,
      env: { ...buildSettings(emulator), PULUMI_HOME: join(cwd, ".home") },
    });
    const lines = stdout.split("\n").map((line) => line.replace(/: (GET|POST) .*/, ": …"));
    expect({ code, lines }).toEqual({
      code: 3,
      lines: [
        "failed drawn.checks.yaml:3:16: fact_orders: not_null order_id (no null)",
        "passed drawn.checks.yaml:3:26: fact_orders: not_null status (no null)",
        "passed drawn.checks.yaml:4:5: fact_orders: rows (at least 4)",
        "not run drawn.checks.yaml:5:15: fact_orders: metric drawn: …",
        "passed drawn.checks.yaml:5:43: fact_orders: metric revenue (34 to 35)",
        "",
        "5 checks: 3 passed, 1 failed, 0 warnings, 1 not run",
        "",
      ],
    });
    // Halves are read until the bad one is alone.
    expect(emulator.requests().length - before).toBeLessThanOrEqual(45);
  });

  test("formulas are tested on given rows, as the file has them", async () => {
    const tests = `tests:
  - name: rows and totals
    given:
      fact_orders:
        - { ORDER_ID: 1, STATUS: done, AMOUNT: 10, ORDERED_AT: 2026-01-20 }
        - { ORDER_ID: 2, STATUS: "it's", AMOUNT: null, ORDERED_AT: 2026-02-03 }
    expect: { revenue: 10, fact_orders.big: [true, null], month: [2026-01-01, 2026-02-01], average: 5, doubled: 10 }
  - given: { customers: [{ ID: a }] }
    expect: { customers.id: [b] }
`;
    const { cwd, env } = prepare(tests);
    const file = join(cwd, "models/sales.yaml");
    const added = `          - { id: big, name: Is Big, formula: "[Net] > 5" }
          - { id: net, name: Net, formula: "[Custom SQL/AMOUNT] * 0.8" }
          - { id: month, name: Month, formula: 'DateTrunc("month", [Ordered At])' }
        metrics:
          - { id: average, name: Average, formula: "[Metrics/Revenue] / Count([Order Id])" }
          - { id: doubled, name: Doubled, formula: "[Average] * 2" }
`;
    writeFileSync(file, readFileSync(file, "utf8").replace("        metrics:\n", added));
    const { code, stdout } = await runPiped(["check", "sales"], { cwd, env });
    expect({ code, stdout }).toMatchInlineSnapshot(`
     {
       "code": 1,
       "stdout": "passed models/sales.checks.yaml:2:5: rows and totals: 0 differences (as expected)
     failed models/sales.checks.yaml:8:5: test 2: 1 difference (as expected)
       id of row 1: expected "b", got "a"

     2 checks: 1 passed, 1 failed, 0 warnings, 0 not run
     ",
     }
    `);
    writeFileSync(file, readFileSync(file, "utf8").replace("[Net] > 5", "[Fact Orders/Who/Id] > 5"));
    expect((await runPiped(["check", "sales"], { cwd, env })).stderr).toContain("[checks]. A test has the table's own");
  });

  test("take three requests for a table, whatever is checked of it", async () => {
    const tables = Array.from(
      { length: 50 },
      (_, index) => `  - table: t${index}
    unique: [order_id]
    not_null: [order_id, status]
    accepted_values: { status: [done] }
    rows: { min: 1 }
    fresh: { column: ordered_at, within: 1 day }
`,
    );
    const { connections, folders } = emulator.seeded;
    const spec = parseSpec(writeModel(connections.warehouse)) as {
      pages: { elements: object[] }[];
    };
    const [table] = spec.pages[0]!.elements;
    const elements = tables.map((_, index) => ({
      ...table,
      id: `t${index}`,
      name: `t${index}`,
      relationships: [],
    }));
    const pages = [{ id: "main", name: "Main", elements }];
    await api.post("/v2/dataModels/spec", {
      ...spec,
      name: "Wide",
      folderId: folders.models,
      pages,
    });
    const files = {
      "wide.json": JSON.stringify({ ...spec, name: "Wide", pages }),
      "wide.checks.yaml": `checks:\n${tables.join("")}`,
    };
    const cwd = createFolderWith(base, files);
    const before = emulator.requests().length;
    const { stdout } = await runPiped(["check", "wide"], {
      cwd,
      env: { ...buildSettings(emulator), PULUMI_HOME: cwd },
    });
    expect(stdout).toContain("300 checks: 150 passed, 150 failed, 0 warnings, 0 not run");
    // Two of them look whether the scratch workbook carries its mark, before it is read and before it is deleted.
    expect(emulator.requests().length - before).toBeLessThanOrEqual(162);
  });
});
