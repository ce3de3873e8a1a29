import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { parseSpec } from "../../provider/src/core/model";
import { describeWithDuckDb } from "../duckdb";
import { type Client, signIn } from "../unit/emulator/support";
import { writeFiles } from "../workbook-folder";
import { installPulumi } from "./impact-project";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
const planted = "planted-5f02";

/** Twelve orders, two in each month of two regions, each with four more lines, and one of a region of its own. */
const rows = [
  ...Array.from({ length: 12 }, (_, index) => index).flatMap((index) => {
    const month = String(1 + (index % 3)).padStart(2, "0");
    const status = index % 4 === 0 ? "open" : "done";
    const area = index < 6 ? "north" : "south";
    return Array.from({ length: 5 }, () => 2 * (index + 1)).map(
      (amount) => `(${index}, '${status}', ${amount}, '${area}', timestamp '2026-${month}-15')`,
    );
  }),
  `(99, 'done', 5, '${planted}', timestamp '2026-03-20')`,
];
const statement = `select * from (values ${rows.join(", ")}) as orders (ID, STATUS, AMOUNT, REGION, ORDERED_AT)`;

interface Parts {
  readonly revenue?: string;
  readonly area?: string;
  readonly metrics?: string;
}

const writeOrders = (
  connectionId: string,
  { revenue = "Sum([Amount])", area = "[Custom SQL/REGION]", metrics = "" }: Parts = {},
) => `name: Orders
schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: fact_orders
        kind: table
        name: Fact Orders
        source: { kind: sql, connectionId: ${connectionId}, statement: ${JSON.stringify(statement)} }
        columns:
          - { id: id, name: Id, formula: "[Custom SQL/ID]" }
          - { id: status, name: Status, formula: "[Custom SQL/STATUS]" }
          - { id: amount, name: Amount, formula: "[Custom SQL/AMOUNT]" }
          - { id: area, name: Area, formula: '${area}' }
          - { id: ordered_at, name: Ordered At, formula: "[Custom SQL/ORDERED_AT]" }
        metrics:
          - { id: revenue, name: Revenue, formula: '${revenue}', timeline: { dateColumnId: ordered_at } }
          - { id: orders, name: Orders, formula: "Count([Id])" }
${metrics}`;

/** A model that reads the other one. */
const totals = `name: Totals
schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: totals
        kind: table
        name: Totals
        source: { kind: data-model, dataModelId: !ref orders, elementId: !ref "orders#fact_orders" }
        columns:
          - { id: amount, name: Amount, formula: "[Fact Orders/Amount]" }
          - { id: status, name: Status, formula: "[Fact Orders/Status]" }
        metrics:
          - { id: doubled, name: Doubled, formula: "Sum([Amount]) * 2" }
          - { id: count, name: Rows, formula: "Count([Status])" }
`;

describeWithDuckDb("numbers before and after a change", () => {
  let emulator: Emulator;
  let api: Client;
  let connectionId: string;
  beforeAll(async () => {
    emulator = await startEmulator({ tokenRequestsPerSecond: null });
    api = await signIn(emulator);
    connectionId = emulator.seeded.connections.warehouse;
  });
  afterAll(() => emulator.stop());

  const prepare = (files: Record<string, string>) => {
    const cwd = createFolderWith(base, {
      ...files,
      ".home/x": "",
      ".gitignore": ".home\n",
    });
    const runGit = (...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" });
    runGit("init", "--quiet", "--initial-branch", "main");
    runGit("add", ".");
    runGit("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "first");
    return {
      cwd,
      env: { ...buildSettings(emulator), PULUMI_HOME: join(cwd, ".home") },
    };
  };
  const listDocuments = async () => {
    const { body } = await api.get("/v2/files?limit=1000");
    return (body as { entries: { id: string; name: string }[] }).entries.map(({ name }) => name).sort();
  };

  test("a changed formula is told with both values, as a whole and by what is asked for", async () => {
    const there = await listDocuments();
    const { cwd, env } = prepare({
      "models/orders.yaml": writeOrders(connectionId),
    });
    writeFiles(cwd, {
      "models/orders.yaml": writeOrders(connectionId, {
        revenue: 'SumIf([Amount], [Status] = "done")',
      }),
    });
    const { code, stdout, stderr } = await runPiped(["check", "--against", "git:main", "--by", "[Area]"], { cwd, env });
    expect({ code, stdout, stderr }).toMatchInlineSnapshot(`
     {
       "code": 0,
       "stderr": "",
       "stdout": "Numbers
       metric                       before  after    change
       orders#Fact Orders: Revenue     785    635  -19.11 %
       ↳ Area: south                   570    480  -15.79 %
       Against main: 1 metric moves, 0 stay the same.
       orders#Fact Orders: Revenue by Area: 2 groups aren't told, since from them a group of fewer than 5 rows could be worked out.

     Definitions
       orders › page Main › table fact_orders › metric revenue: formula \`Sum([Amount])\` → \`SumIf([Amount], [Status] = "done")\`
     ",
     }
    `);
    expect(await listDocuments()).toEqual(there);
    const scratch = join(cwd, ".home/analytics/scratch");
    expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([]);
  });

  test("what reads a changed column follows through another model", async () => {
    const files = {
      "models/orders.yaml": writeOrders(connectionId),
      "models/totals.yaml": totals,
    };
    const { cwd, env } = prepare(files);
    const changed = writeOrders(connectionId, {
      area: 'If([Custom SQL/REGION] = "south", "S", "N")',
    });
    writeFiles(cwd, {
      "models/orders.yaml": changed.replace('"[Custom SQL/AMOUNT]"', '"[Custom SQL/AMOUNT] / 2"'),
    });
    const { code, stdout, stderr } = await runPiped(["check", "--against", "git:main", "--format", "markdown"], {
      cwd,
      env,
    });
    expect({ code, stdout, stderr }).toMatchInlineSnapshot(`
     {
       "code": 0,
       "stderr": "",
       "stdout": "**Numbers**

     | metric | before | after | change |
     | --- | ---: | ---: | ---: |
     | \`orders#Fact Orders: Revenue\` | 785 | 392.5 | -50 % |
     | \`↳ Ordered At: 2026-03\` | 305 | 152.5 | -50 % |
     | \`↳ Ordered At: 2026-02\` | 260 | 130 | -50 % |
     | \`↳ Ordered At: 2026-01\` | 220 | 110 | -50 % |
     | \`totals#Totals: Doubled\` | 1,570 | 785 | -50 % |
     | \`↳ Status: done\` | 1,270 | 635 | -50 % |
     | \`↳ Status: open\` | 300 | 150 | -50 % |

     - \`Against main: 2 metrics move, 0 stay the same.\`

     **Definitions**

     - \`\` orders › page Main › table fact_orders › column amount: formula \`[Custom SQL/AMOUNT]\` → \`[Custom SQL/AMOUNT] / 2\` \`\`
     - \`\` orders › page Main › table fact_orders › column area: formula \`[Custom SQL/REGION]\` → \`If([Custom SQL/REGION] = "south", "S", "N")\` \`\`
     ",
     }
    `);
    expect(stdout).not.toContain(planted);
  });

  test("without values, nothing is told but what differs; a new metric has no value before", async () => {
    const { cwd, env } = prepare({
      "models/orders.yaml": writeOrders(connectionId),
    });
    const metrics = '          - { id: average, name: Average, formula: "[Metrics/Revenue] / [Metrics/Orders]" }\n';
    writeFiles(cwd, {
      "models/orders.yaml": writeOrders(connectionId, {
        revenue: "Max([Amount])",
        metrics,
      }),
    });
    const args = ["check", "--against", "git:main", "--no-values"];
    expect((await runPiped(args, { cwd, env })).stdout).toMatchInlineSnapshot(`
     "Numbers
       metric                       before  after   change
       orders#Fact Orders: Revenue                 differs
       ↳ Area: 1 group
       orders#Fact Orders: Average                 differs
       Against main: 2 metrics move, 0 stay the same.
       orders#Fact Orders: Revenue by Area: 2 groups aren't told, since from them a group of fewer than 5 rows could be worked out.

     Definitions
       orders › page Main › table fact_orders › metric revenue: formula \`Sum([Amount])\` → \`Max([Amount])\`
       orders › page Main › table fact_orders › metric average added: \`[Metrics/Revenue] / [Metrics/Orders]\`
     "
    `);
    const { numbers } = JSON.parse((await runPiped([...args, "--json"], { cwd, env })).stdout);
    expect(numbers.map(({ changes }: { changes: object[] }) => changes.length)).toEqual([0, 0, 0]);
  });

  test("the platform's latest version is read where it is, and a tagged one as a scratch model", async () => {
    const { folders } = emulator.seeded;
    // An id that isn't the name in another spelling.
    const writeOwn = (parts: Parts = {}) => writeOrders(connectionId, parts).replaceAll("ordered_at", "moment");
    const spec = parseSpec(writeOwn()) as object;
    const made = await api.post("/v2/dataModels/spec", {
      ...spec,
      name: "Live Orders",
      folderId: folders.models,
    });
    const { dataModelId } = made.body as { dataModelId: string };
    const { cwd, env } = prepare({
      "models/orders.yaml": writeOwn({ revenue: "Max([Amount])" }),
    });
    emulator.clearRequests();
    const { code, stdout } = await runPiped(["check", "orders", "--against", `live:${dataModelId}`, "--json"], {
      cwd,
      env,
    });
    const posted = emulator
      .requests()
      .filter(({ method, path }) => method === "POST" && path === "/v2/dataModels/spec");
    expect({ code, posted: posted.length }).toEqual({ code: 0, posted: 1 });
    const [whole] = JSON.parse(stdout).numbers;
    expect(whole).toMatchObject({
      metric: "Revenue",
      changes: [{ before: 785, after: 24 }],
    });
    // A column is meant by its id of the file, whatever the platform's is.
    const compare = async (rules: string, ...args: string[]) => {
      writeFiles(cwd, { "models/orders.checks.yaml": `checks: [{ table: fact_orders, ${rules} }]\n` });
      const ran = await runPiped(["check", "orders", "--against", `live:${dataModelId}`, "--json", ...args], {
        cwd,
        env,
      });
      const { numbers, notes } = JSON.parse(ran.stdout) as { numbers: { by: string | null }[]; notes: string[] };
      return { code: ran.code, by: numbers.map(({ by }) => by), notes };
    };
    expect((await compare("dimensions: [moment]")).by).toEqual([null, 'DateTrunc("month", [Ordered At])']);
    expect((await compare("dimensions: [moment], neverGroupBy: [moment]")).by).toEqual([null]);
    expect(await compare("neverGroupBy: [moment]", "--by", "[Ordered At]")).toEqual({
      code: 3,
      by: [null],
      notes: ["orders#Fact Orders: not by [Ordered At], because neverGroupBy has Ordered At."],
    });
    rmSync(join(cwd, "models/orders.checks.yaml"));
    emulator.clearRequests();
    const versioned = await runPiped(["check", "orders", "--against", `live:${dataModelId}@1`, "--json"], { cwd, env });
    expect(JSON.parse(versioned.stdout).numbers[0]).toMatchObject({
      changes: [{ before: 785, after: 24 }],
    });
    expect(
      emulator.requests().filter(({ method, path }) => method === "POST" && path === "/v2/dataModels/spec"),
    ).toHaveLength(2);
  });

  test("ten metrics take at most 40 requests, and 60 with two groupings that are asked for", async () => {
    const metrics = Array.from(
      { length: 9 },
      (_, index) => `          - { id: m${index}, name: M${index}, formula: "Sum([Amount]) + ${index}" }\n`,
    ).join("");
    const { cwd, env } = prepare({
      "models/orders.yaml": writeOrders(connectionId, { metrics }),
    });
    writeFiles(cwd, {
      "models/orders.yaml": writeOrders(connectionId, { metrics }).replace(
        '"[Custom SQL/AMOUNT]"',
        `'If([Custom SQL/REGION] = "south", [Custom SQL/AMOUNT] * 2, [Custom SQL/AMOUNT])'`,
      ),
    });
    const compare = async (...args: readonly string[]) => {
      emulator.clearRequests();
      const { code, stdout } = await runPiped(["check", "--against", "git:main", "--json", ...args], { cwd, env });
      const { numbers } = JSON.parse(stdout) as {
        numbers: { metric: string; by: string | null }[];
      };
      const [metrics, by] = [new Set(numbers.map(({ metric }) => metric)), new Set(numbers.map((one) => one.by))];
      return {
        code,
        metrics: metrics.size,
        by: [...by],
        requests: emulator.requests().length,
      };
    };
    const one = await compare();
    expect(one).toMatchObject({ code: 0, metrics: 10, by: [null, "[Area]"] });
    expect(one.requests).toBeLessThanOrEqual(40);
    const asked = await compare("--by", "[Area]", "--by", "[Status]");
    expect(asked).toMatchObject({
      code: 0,
      metrics: 10,
      by: [null, "[Area]", "[Status]"],
    });
    expect(asked.requests).toBeLessThanOrEqual(60);
  });

  test("approved values by what never groups are a mistake, and asking for it isn't compared", async () => {
    const name = "Golden Orders";
    const writeGolden = (parts: Parts = {}) =>
      writeOrders(connectionId, parts).replace("name: Orders", `name: ${name}`);
    const spec = parseSpec(writeGolden()) as object;
    await api.post("/v2/dataModels/spec", { ...spec, name, folderId: emulator.seeded.folders.models });
    const { cwd, env } = prepare({ "models/orders.yaml": writeGolden() });
    const golden = 'golden: { metric: revenue, by: "Upper([Area])", file: a.csv }';
    const write = (rules: string) =>
      writeFiles(cwd, { "models/orders.checks.yaml": `checks: [{ table: fact_orders, ${rules} }]\n` });
    write(`${golden}, neverGroupBy: [area]`);
    for (const [command, exit] of [
      ["validate", 1],
      ["check", 2],
    ] as const) {
      const { code, stdout, stderr } = await runPiped([command, "models"], { cwd, env });
      expect([code, stdout + stderr]).toEqual([
        exit,
        expect.stringContaining("`by` groups by Area, which neverGroupBy has"),
      ]);
    }
    write(`${golden}, neverGroupBy: [status]`);
    expect((await runPiped(["validate", "models"], { cwd, env })).code).toBe(0);
    writeFiles(cwd, { "models/orders.yaml": writeGolden({ revenue: "Max([Amount])" }) });
    const compare = (by: string) => runPiped(["check", "--against", "git:main", "--by", by], { cwd, env });
    const refused = await compare("[Status]");
    expect(refused.stdout).toContain("not by [Status], because neverGroupBy has Status.");
    expect([refused.code, (await compare("[Area]")).code]).toEqual([3, 0]);
  });

  test("a checks file says by what a table's numbers may be compared", async () => {
    const checks = "checks: [{ table: fact_orders, dimensions: [status, area], neverGroupBy: [area] }]\n";
    const { cwd, env } = prepare({
      "models/orders.yaml": writeOrders(connectionId),
      "models/orders.checks.yaml": checks,
    });
    writeFiles(cwd, {
      "models/orders.yaml": writeOrders(connectionId, {
        revenue: 'SumIf([Amount], [Area] = "south")',
      }),
    });
    const compare = async (...args: readonly string[]) => {
      const { stdout } = await runPiped(["check", "--against", "git:main", "--json", ...args], { cwd, env });
      const { numbers, notes } = JSON.parse(stdout) as {
        numbers: { by: string | null }[];
        notes: string[];
      };
      return { by: numbers.map(({ by }) => by), notes };
    };
    expect(await compare()).toEqual({
      by: [null, "[Status]"],
      notes: ["orders#Fact Orders: not by Area, because neverGroupBy has it, too."],
    });
    expect(await compare("--by", "[Area]")).toEqual({
      by: [null],
      notes: ["orders#Fact Orders: not by [Area], because neverGroupBy has Area."],
    });
    writeFiles(cwd, { "models/orders.checks.yaml": checks.replace("[status, area]", "[area]") });
    expect(await compare()).toEqual({
      by: [null],
      notes: ["orders#Fact Orders: not by Area, because neverGroupBy has it, too."],
    });
    writeFiles(cwd, {
      "models/orders.checks.yaml": checks.replace("[area]", "[aera]"),
    });
    const wrong = await runPiped(["check", "--against", "git:main"], {
      cwd,
      env,
    });
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has no column `aera` [checks]"),
    });
    const validated = await runPiped(["validate"], { cwd, env });
    expect(validated.stdout).toContain("models/orders.checks.yaml:1:75: error: ");
  });

  test("a total that moves further than the checks file allows is beyond its limit, also without values", async () => {
    const checks = "numbers: { max: 20% }\nchecks: [{ table: fact_orders, neverGroupBy: [area] }]\n";
    const { cwd, env } = prepare({
      "models/orders.yaml": writeOrders(connectionId),
      "models/orders.checks.yaml": checks,
    });
    const changed = { revenue: 'SumIf([Amount], [Status] = "done")' };
    writeFiles(cwd, { "models/orders.yaml": writeOrders(connectionId, changed) });
    const listBeyond = async (...args: readonly string[]) => {
      const { stdout } = await runPiped(["check", "--against", "git:main", "--json", ...args], { cwd, env });
      const { numbers } = JSON.parse(stdout) as { numbers: { metric: string; by: string | null; beyond?: string }[] };
      return numbers.flatMap(({ metric, by, beyond }) => (beyond === undefined ? [] : [{ metric, by, beyond }]));
    };
    // By 19.11 %: groups that move further are no total.
    expect(await listBeyond("--by", "[Status]")).toEqual([]);
    for (const max of ["19%", "149.9"]) {
      writeFiles(cwd, { "models/orders.checks.yaml": checks.replace("20%", max) });
      expect(await listBeyond("--no-values")).toEqual([{ metric: "Revenue", by: null, beyond: max }]);
    }
    // A metric that can't be compared moves nobody knows how far; one that is new doesn't move.
    const metrics = `          - { id: share, name: Share, formula: "Avg([Amount])" }`;
    const wrong = { revenue: "Sum([Nothing])", metrics };
    writeFiles(cwd, { "models/orders.yaml": writeOrders(connectionId, wrong) });
    expect(await listBeyond()).toEqual([{ metric: "Revenue", by: null, beyond: "149.9" }]);
    writeFiles(cwd, { "models/orders.checks.yaml": checks.replace("20%", "much") });
    expect(await runPiped(["check", "--against", "git:main"], { cwd, env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("`much` is no tolerance"),
    });
  });

  test("nothing that differs needs no request; what can't be computed is no number", async () => {
    const { cwd, env } = prepare({
      "models/orders.yaml": writeOrders(connectionId),
    });
    emulator.clearRequests();
    const same = await runPiped(["check", "--against", "git:main"], {
      cwd,
      env,
    });
    expect(same.stdout).toBe("Numbers\n  No metric reads what differs from main.\n");
    expect(emulator.requests()).toEqual([]);
    writeFiles(cwd, {
      "models/orders.yaml": writeOrders(connectionId, {
        revenue: "Sum([Amount]) * Rand()",
      }),
    });
    const { code, stdout } = await runPiped(["check", "--against", "git:main"], { cwd, env });
    const said = stdout.replaceAll(/[0-9a-f-]{36}/g, "<id>");
    expect({ code, said }).toMatchInlineSnapshot(`
     {
       "code": 3,
       "said": "Numbers
       Against main: 0 metrics move, 0 stay the same, not compared: 1 metric.
       orders#Fact Orders: Revenue: not compared: GET /v2/query/<id>/download: 500, The emulator can't compute column "c2" of "t2": the function Rand (code internal_error, requestId <id>).

     Definitions
       orders › page Main › table fact_orders › metric revenue: formula \`Sum([Amount])\` → \`Sum([Amount]) * Rand()\`
     ",
     }
    `);
    const wrong = await runPiped(["check", "--against", "git:main", "--format", "junit"], { cwd, env });
    expect({ code: wrong.code, stderr: wrong.stderr }).toMatchInlineSnapshot(`
     {
       "code": 2,
       "stderr": "error: --format junit is for checks. Beside --against, use text, markdown or json.
     ",
     }
    `);
  });

  const compare = async (before: Record<string, string>, now: Record<string, string>, ...args: string[]) => {
    const { cwd, env } = prepare(before);
    writeFiles(cwd, now);
    const { code, stdout } = await runPiped(["check", ...args], { cwd, env });
    return [code, stdout];
  };

  test("what can't be read, or isn't on the other side, is not compared: neither moved nor the same", async () => {
    const orders = writeOrders(connectionId);
    const files = { "models/orders.yaml": orders, "models/totals.yaml": totals };
    const broken = { "models/totals.yaml": "pages: [elements\n" };
    const against = ["--against", "git:main"];
    expect(await compare(files, broken, ...against)).toEqual([
      3,
      expect.stringMatching(
        /^Numbers\n {2}Against main: 0 metrics move, 0 stay the same, not compared: 1 document\.\n {2}models\/totals.yaml: not compared: /,
      ),
    ]);
    expect(await compare({ ...files, ...broken }, { "models/totals.yaml": totals }, ...against)).toEqual([
      3,
      expect.stringContaining("  models/totals.yaml at main: not compared: "),
    ]);
    for (const text of ["", "page: []\n", "\u0000"]) {
      expect(await compare(files, { "models/totals.yaml": text }, ...against)).toEqual([
        3,
        expect.stringMatching(/models\/totals.yaml: not compared: /),
      ]);
    }
    expect(await compare(files, broken, "models/orders.yaml", ...against)).toEqual([
      0,
      expect.stringContaining("No metric"),
    ]);
    const before = { ...files, "before/orders.yaml": orders };
    expect(await compare(before, {}, "models", "--against", "before/orders.yaml")).toEqual([
      3,
      expect.stringContaining("models/totals.yaml: not compared: before/orders.yaml has no document that it was"),
    ]);
  });

  test("what only gets another id is the same, also for what reads it", async () => {
    const files = { "models/orders.yaml": writeOrders(connectionId), "models/totals.yaml": totals };
    const rename = (text: string) => text.replace("id: fact_orders", "id: facts").replace("id: revenue", "id: sales");
    const readers = { "models/totals.yaml": totals.replace("#fact_orders", "#facts") };
    const same = { ...readers, "models/orders.yaml": rename(writeOrders(connectionId)) };
    expect(await compare(files, same, "--against", "git:main")).toEqual([
      0,
      "Numbers\n  No metric reads what differs from main.\n",
    ]);
    const changed = rename(writeOrders(connectionId, { revenue: "Max([Amount])" }));
    const [code, stdout] = await compare(files, { ...readers, "models/orders.yaml": changed }, "--against", "git:main");
    expect([code, stdout]).toEqual([0, expect.stringContaining("Against main: 1 metric moves, 0 stay the same.")]);
    expect(stdout).toMatch(/orders#Fact Orders: Revenue +785 +24 /);
    const other = rename(writeOrders(connectionId)).replace("name: Fact Orders", "name: Other");
    const [, told] = await compare(
      { "models/orders.yaml": writeOrders(connectionId) },
      { "models/orders.yaml": other },
      "--against",
      "git:main",
    );
    expect(told).toMatch(/orders#Other: Revenue +none +785 +new\n/);
  });

  test("a model that can't be created, or names what isn't there, leaves the others compared", async () => {
    const files = { "models/orders.yaml": writeOrders(connectionId), "models/totals.yaml": totals };
    const changed = writeOrders(connectionId, { revenue: "Max([Amount])" });
    const unknown = totals.replace("!ref orders,", "!ref nothing,");
    expect(
      await compare(files, { "models/orders.yaml": changed, "models/totals.yaml": unknown }, "--against", "git:main"),
    ).toEqual([
      3,
      expect.stringMatching(
        /1 metric moves, 0 stay the same, not compared: 2 metrics\.\n(.*\n)* {2}totals#Totals: Doubled and Rows: not compared: .*!ref nothing stands for nothing/,
      ),
    ]);
    const without = changed.replace(/.*id: amount,.*\n/, "").replace("Max([Amount])", "Sum([Amount]) + 1");
    const [code, text] = await compare(
      { "models/orders.yaml": files["models/orders.yaml"] },
      { "models/orders.yaml": without.replace("Count([Id])", "Count([Id]) * 2") },
      "--against",
      "git:main",
    );
    expect([code, text]).toEqual([
      3,
      expect.stringContaining("1 metric moves, 0 stay the same, not compared: 1 metric."),
    ]);
    expect(text).toContain("orders#Fact Orders: Revenue: not compared: [Amount] isn't there after the change\n");
    // Without a metric to ask for, what changed says the rest.
    const orders = { "models/orders.yaml": files["models/orders.yaml"] };
    emulator.clearRequests();
    expect(await compare(orders, { "models/orders.yaml": without }, "--against", "git:main", "--by", "[Area]")).toEqual(
      [
        3,
        expect.stringMatching(
          /^Numbers\n.*not compared: 1 metric\.\n.*\[Amount\] isn't there after the change\n\nDefinitions\n(.*\n)*.*column amount/,
        ),
      ],
    );
    expect(emulator.requests()).toEqual([]);
  });

  test("what goes with its table, or with its model, is gone", async () => {
    const orders = writeOrders(connectionId);
    const more = `      - id: more
        kind: table
        name: More
        source: { kind: table, elementId: fact_orders }
        columns: [{ id: a, name: A, formula: "[Fact Orders/Amount]" }]
        metrics: [{ id: top, name: Top, formula: "Max([A])" }]
`;
    const listRows = ([code, text]: (string | number)[]) => [code, String(text).match(/\S+#.* gone$/gm)];
    const table = await compare(
      { "models/orders.yaml": orders + more },
      { "models/orders.yaml": orders },
      "--against",
      "git:main",
    );
    expect(listRows(table)).toEqual([0, ["orders#More: Top      24   none    gone"]]);
    const { cwd, env } = prepare({
      "models/orders.yaml": orders,
      "models/other.yaml": orders.replaceAll("orders", "others"),
    });
    rmSync(join(cwd, "models/other.yaml"));
    const { code, stdout } = await runPiped(["check", "--against", "git:main"], { cwd, env });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/other#Fact Orders: Revenue +785 +none +gone/)]);
  });

  test("a model that holds a secret is not compared, and neither is what reads it", async () => {
    const spec = JSON.stringify(parseSpec(writeOrders(connectionId)));
    const files = { "models/orders.yaml": writeOrders(connectionId), "models/totals.yaml": totals };
    const { cwd, env } = prepare(files);
    writeFiles(cwd, { "models/orders.yaml": writeOrders(connectionId, { revenue: "Max([Amount])" }) });
    const resource = {
      type: "analytics:index:DataModel",
      urn: "urn:pulumi:dev::p::analytics:index:DataModel::orders",
      id: "5b0d9d4e-0d7c-4d0e-9b6c-0f6f3d1c2a11",
      inputs: { name: "Orders", file: "models/orders.yaml", confidential: true, spec },
      outputs: { documentVersion: 1, ids: { pages: {}, elements: {} } },
    };
    const { code, stdout } = await runPiped(["check", "--against", "git:main", "--json"], {
      cwd,
      env: { ...env, ...installPulumi(cwd, [resource]) },
    });
    expect([code, JSON.parse(stdout)]).toMatchObject([
      3,
      {
        numbers: [],
        notCompared: [
          { what: "models/orders.yaml", why: "it holds a secret" },
          { what: "models/totals.yaml", why: "it reads a model that holds a secret" },
        ],
      },
    ]);
  });

  test("a grouping that no table has is an error with similar names", async () => {
    const { cwd, env } = prepare({ "models/orders.yaml": writeOrders(connectionId) });
    writeFiles(cwd, { "models/orders.yaml": writeOrders(connectionId, { revenue: "Max([Amount])" }) });
    emulator.clearRequests();
    const args = ["check", "--against", "git:main", "--by", "[Area]", "--by", 'DateTrunc("month", [Aera])'];
    const { code, stderr } = await runPiped(args, { cwd, env });
    expect({ code, stderr, requests: emulator.requests() }).toEqual({
      code: 2,
      stderr:
        'error: --by DateTrunc("month", [Aera]): the table `Fact Orders` has no column `Aera`. Did you mean `Area`?\n',
      requests: [],
    });
  });

  test("no value of a row is in what is written", async () => {
    const { cwd, env } = prepare({
      "models/orders.yaml": writeOrders(connectionId),
    });
    writeFiles(cwd, {
      "models/orders.yaml": writeOrders(connectionId, {
        revenue: "Max([Amount])",
      }),
    });
    const trace = join(cwd, "trace.jsonl");
    const { code, stdout, stderr } = await runPiped(["check", "--against", "git:main", "--by", "[Area]", "--json"], {
      cwd,
      env: { ...env, ANALYTICS_TRACE: trace },
    });
    expect(code).toBe(0);
    const kept = readdirSync(join(cwd, ".home"), {
      recursive: true,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const texts = [trace, ...kept].map((file) => readFileSync(file, "utf8"));
    // The statement of the model itself is sent; a trace has no bodies.
    expect([stdout, stderr, ...texts].join("\n")).not.toContain(planted);
  });
});
