import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFolderWith, createTemporaryFolder, runInTerminal, runPiped } from "./support";

const base = createTemporaryFolder();

const orders = `# Orders of the shop
name: Orders
schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: fact_orders
        kind: table
        name: Fact Orders # as people call it
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [DB, CORE, FACTS] }
        columns:
          - { id: region, name: Region, formula: "[FACTS/REGION]" } # where
          - { id: amount, formula: "[FACTS/AMOUNT]" }
          # Upper case
          - id: upper
            name: Upper
            formula: >-
              Upper([Region])
              & "[Region]"
        metrics:
          - { name: Regions, formula: "CountDistinct([Region])" }
        filters:
          - { id: f, columnId: region, kind: list, mode: include, values: [north] }
      - id: by_region
        kind: table
        name: By Region
        source: { kind: table, elementId: fact_orders }
        columns:
          - &r { id: r, formula: "[Fact Orders/Region]" }
          - { id: a, formula: "[Fact Orders/Amount]" }
`;
const revenue = `${JSON.stringify(
  {
    name: "Revenue",
    schemaVersion: 1,
    pages: [
      {
        id: "p",
        name: "P",
        elements: [
          {
            id: "t",
            kind: "table",
            name: "T",
            source: {
              kind: "data-model",
              dataModelId: { $ref: "orders" },
              elementId: { $ref: "orders#fact_orders" },
            },
            columns: [{ id: "r", name: "Where", formula: "[Fact Orders/Region]" }],
          },
        ],
      },
    ],
  },
  null,
  2,
)}\n`;
const workbook = {
  "workbooks/sales/workbook.yaml": "pages: [main]\nsettings: {} # none\n",
  "workbooks/sales/pages/main.yaml":
    "name: Main\nlayout:\n  - { rows: 4, of: [note: 24] }\n  - { rows: 8, of: [master: 24] }\n",
  "workbooks/sales/elements/master.yaml": `kind: table
name: Master
source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
columns:
  - { id: r, formula: "[Fact Orders/Region]" } # passed on
  - { id: m, name: Share, formula: "[Metrics/Regions] / 2" }
`,
  "workbooks/sales/elements/note.yaml": "kind: text\nbody: |\n  Of all regions\n  {{Max([Master/Region])}} is last.\n",
};
const single = `# One file
kind: workbook
schemaVersion: 1
pages: [{ id: main, name: Main }]
elements:
  - id: t
    kind: table
    name: Orders
    source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
    columns:
      - { id: r, name: Where, formula: "[Fact Orders/Region]" }
      - { id: x, name: Other, formula: "[Where]" }
layout:
  main:
    - { rows: 8, of: [t: 24] }
`;
const program = 'const formula = "Upper([Fact Orders/Region])"; // of the model\nconst region = rows[Region];\n';
const files = {
  "models/orders.yaml": orders,
  "models/revenue.json": revenue,
  "workbooks/single.yaml": single,
  ...workbook,
  "index.ts": program,
  "package.json": "{}",
  "docker-compose.yaml": "services: { pages: {} }\n",
};

const create = (more: Record<string, string> = {}) => createFolderWith(base, { ...files, ...more });
const read = (cwd: string, path: string) => readFileSync(join(cwd, path), "utf8");
const readAll = (cwd: string) => Object.fromEntries(Object.keys(files).map((path) => [path, read(cwd, path)]));

test("a column is renamed in all files, with their comments and places; then there is nothing to rename", async () => {
  const cwd = create();
  const args = ["rename", "orders#fact_orders.region", "Sales Region"];
  const dry = await runPiped([...args, "--dry-run"], { cwd });
  expect([dry.code, dry.stderr]).toEqual([0, ""]);
  expect(dry.stdout).toMatchInlineSnapshot(`
"column Region of Fact Orders → Sales Region
  models/orders.yaml:13                   name: Region → Sales Region
  models/orders.yaml:19                   Upper([Region]) & "[Region]" → Upper([Sales Region]) & "[Region]"
  models/orders.yaml:22                   CountDistinct([Region]) → CountDistinct([Sales Region])
  models/orders.yaml:30                   [Fact Orders/Region] → [Fact Orders/Sales Region]
  models/orders.yaml:30                   name: Region (as before: it came from the name)
  models/revenue.json:26                  [Fact Orders/Region] → [Fact Orders/Sales Region]
  workbooks/sales/elements/master.yaml:5  [Fact Orders/Region] → [Fact Orders/Sales Region]
  workbooks/sales/elements/master.yaml:5  name: Region (as before: it came from the name)
  workbooks/single.yaml:11                [Fact Orders/Region] → [Fact Orders/Sales Region]

In programs, for you to change:
  index.ts:1  const formula = "Upper([Fact Orders/Region])"; // of the model

4 files would change.
Next: run \`pulumi up\`. What others made on the platform breaks with it: then run this command with --live.
"
`);
  expect(readAll(cwd)).toEqual(files);

  const { code, stdout } = await runPiped([...args, "--yes"], { cwd });
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/Renamed column Region of Fact Orders to Sales Region in 4 files\./),
  ]);
  expect(read(cwd, "models/orders.yaml")).toBe(
    orders
      .replace("name: Region, formula", "name: Sales Region, formula")
      .replace("Upper([Region])", "Upper([Sales Region])")
      .replace("CountDistinct([Region])", "CountDistinct([Sales Region])")
      .replace('formula: "[Fact Orders/Region]"', 'name: Region, formula: "[Fact Orders/Sales Region]"'),
  );
  expect(read(cwd, "models/revenue.json")).toBe(revenue.replace("Orders/Region", "Orders/Sales Region"));
  expect(read(cwd, "workbooks/single.yaml")).toBe(single.replace("Orders/Region", "Orders/Sales Region"));
  expect(read(cwd, "workbooks/sales/elements/master.yaml")).toBe(
    workbook["workbooks/sales/elements/master.yaml"].replace(
      'formula: "[Fact Orders/Region]"',
      'name: Region, formula: "[Fact Orders/Sales Region]"',
    ),
  );
  expect(read(cwd, "workbooks/sales/elements/note.yaml")).toBe(workbook["workbooks/sales/elements/note.yaml"]);

  const validated = await runPiped(["validate", "models", "workbooks"], { cwd });
  expect([validated.code, validated.stdout]).toEqual([0, expect.stringContaining("0 errors, 0 warnings")]);
  const after = readAll(cwd);
  const again = await runPiped([...args, "--yes"], { cwd });
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("Nothing to rename")]);
  expect(readAll(cwd)).toEqual(after);
});

test("a run that is killed between two files is continued by the same command, by an id, too", async () => {
  const byId = { "models/orders.yaml": orders.replace("id: region,", "id: c1,").replace("Id: region,", "Id: c1,") };
  const args = ["rename", "orders#fact_orders.c1", "Sales Region", "--yes"];
  const whole = create(byId);
  const { files: written } = JSON.parse((await runPiped([...args, "--json"], { cwd: whole })).stdout);
  const after = readAll(whole);
  expect(written).toHaveLength(4);
  expect(written.at(-1)).toBe("models/orders.yaml");
  for (let count = 1; count < written.length; count++) {
    const done: string[] = written.slice(0, count);
    const cwd = create({ ...byId, ...Object.fromEntries(done.map((path) => [path, after[path]!])) });
    const { code, stdout } = await runPiped(args, { cwd });
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`With the new name already:\n  ${done.join("\n  ")}\n`),
    ]);
    expect(stdout).toContain(`in ${written.length - count} file`);
    expect(readAll(cwd)).toEqual(after);
  }
  const again = await runPiped(args, { cwd: whole });
  expect([again.code, again.stdout]).toEqual([
    0,
    expect.stringMatching(/^Nothing to rename: .* is called Sales Region/),
  ]);
  expect(again.stdout).toContain("write that in place of the id");
});

test("renaming back gives the first meaning, and an element is renamed with its prefixes", async () => {
  const cwd = create();
  const run = (...args: string[]) => runPiped(["rename", ...args, "--yes"], { cwd });
  await run("models/orders.yaml#Fact Orders", "Sales");
  expect(read(cwd, "models/orders.yaml")).toBe(
    orders.replace("name: Fact Orders", "name: Sales").replaceAll("[Fact Orders/", "[Sales/"),
  );
  expect(read(cwd, "workbooks/single.yaml")).toBe(single.replace("[Fact Orders/", "[Sales/"));
  await run("orders#fact_orders", "Fact Orders");
  expect(readAll(cwd)).toEqual(files);
  await run("Orders#Fact Orders.Regions", "Number of Regions");
  expect(read(cwd, "workbooks/sales/elements/master.yaml")).toContain("[Metrics/Number of Regions] / 2");
});

test("a program names a part of an element whose name has words of a label", async () => {
  const cwd = createFolderWith(base, {
    "models/orders.yaml": orders.replaceAll("Fact Orders", "Cost of Sales"),
    "index.ts": 'const formula = "Upper([Cost of Sales/Region])";\n',
  });
  const { stdout } = await runPiped(["rename", "orders#fact_orders.region", "Area", "--dry-run", "--json"], { cwd });
  expect(JSON.parse(stdout).programs).toMatchObject([{ file: "index.ts", line: 1 }]);
});

test("with --json places and kinds are told", async () => {
  const cwd = create();
  const { stdout } = await runPiped(["rename", "orders#fact_orders.region", "Area", "--dry-run", "--json"], { cwd });
  const { changes, ...rest } = JSON.parse(stdout);
  expect(changes[0]).toEqual({ file: "models/orders.yaml", line: 13, kind: "name", before: "Region", after: "Area" });
  expect(rest).toEqual({
    from: "Region",
    to: "Area",
    left: [],
    done: [],
    programs: [{ file: "index.ts", line: 1, text: expect.any(String) }],
    unread: [],
    files: [
      "models/revenue.json",
      "workbooks/sales/elements/master.yaml",
      "workbooks/single.yaml",
      "models/orders.yaml",
    ],
    written: false,
  });
});

test.each([
  [["orders#fact_orders.region", "amount"], "models/orders.yaml:14  a column is called `AMOUNT` already"],
  [["orders#fact_orders.region", "regions"], "models/orders.yaml:22  a metric is called `Regions` already"],
  [["orders#fact_orders", "by_region"], "models/orders.yaml:25  an element is called `By Region` already"],
  [["orders#fact_orders.region", "A/B"], 'formulas can\'t refer to a name with "/"'],
  [["orders#fact_orders.regio", "Area"], '`fact_orders` has no column or metric `regio`. Did you mean "region"?'],
  [["orders#fact_order.region", "Area"], 'orders has no element `fact_order`. Did you mean "fact_orders"?'],
  [
    ["order#fact_orders.region", "Area"],
    "no file or document of this name here. Did you mean models/orders.yaml#fact_orders.region?",
  ],
  [["live:Sales#Fact Orders.Region", "Area"], "is a document of the platform. Add --live to change it there"],
  [["state:orders#fact_orders.region", "Area"], "Name a file or a document of the platform."],
  [["orders", "Area"], "write <model>#<element>, or <model>#<element>.<column or metric>."],
])("%j is refused, and nothing is written", async (args, message) => {
  const cwd = create();
  const { code, stderr } = await runPiped(["rename", ...args, "--yes"], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(readAll(cwd)).toEqual(files);
});

test("without a terminal it needs --yes or --dry-run, and in one it asks after the list", async () => {
  const cwd = create();
  const args = ["rename", "orders#fact_orders.region", "Area"];
  const { code, stderr } = await runPiped(args, { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining("Use --yes to write, or --dry-run to look.")]);
  const no = await runInTerminal(args, { cwd, answers: [{ when: "Write 4 files?", type: "n\r" }] });
  expect(no.screen).toMatch(/models\/orders\.yaml:13 .*[\s\S]*Nothing was changed/);
  expect(readAll(cwd)).toEqual(files);
  await runInTerminal(args, { cwd, answers: [{ when: "Write 4 files?", type: "y\r" }] });
  expect(read(cwd, "workbooks/single.yaml")).toBe(single.replace("Orders/Region", "Orders/Area"));
});

test("what is included changes where it is, and once", async () => {
  const included =
    '- { id: region, name: Region, formula: "[FACTS/REGION]" }\n- { id: u, name: U, formula: "Upper([Region])" }\n';
  const createMain = (name: string) => `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: t
        kind: table
        name: ${name}
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [DB, CORE, FACTS] }
        columns:
          - !include ../shared/_columns.yaml
`;
  const cwd = createFolderWith(base, {
    "models/a.yaml": createMain("A"),
    "models/plain.yaml": createMain("Plain").replace(
      "!include ../shared/_columns.yaml",
      '{ id: x, name: X, formula: "1" }',
    ),
    "shared/_columns.yaml": included,
  });
  const { code, stderr } = await runPiped(["rename", "a#t.region", "Area", "--yes"], { cwd });
  expect([code, stderr]).toEqual([0, ""]);
  expect(read(cwd, "shared/_columns.yaml")).toBe(
    included.replace("name: Region", "name: Area").replace("([Region])", "([Area])"),
  );
  expect(read(cwd, "models/a.yaml")).toBe(createMain("A"));
  // Another model that includes it has a column of its own by this name.
  const both = createFolderWith(base, {
    "models/a.yaml": createMain("A"),
    "models/b.yaml": createMain("B"),
    "shared/_columns.yaml": included,
  });
  const refused = await runPiped(["rename", "a#t.region", "Area", "--yes"], { cwd: both });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("models/b.yaml: it includes a file")]);
  expect(read(both, "shared/_columns.yaml")).toBe(included);
});

test("files that can't be read, and names that may mean something else, are told", async () => {
  const cwd = create({
    "models/broken.yaml": "pages: [\nelements: 1\n",
    "models/other.yaml": revenue.replaceAll('"orders', '"elsewhere'),
  });
  const { code, stdout } = await runPiped(["rename", "orders#fact_orders.region", "Area", "--yes"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/Can't be read, and not looked at:\n {2}models\/broken\.yaml:\d+:\d+: /);
  expect(stdout).toMatch(
    /models\/other\.yaml:26 {2}\[Fact Orders\/Region\]: it reads from a data model that is not among/,
  );
});

test("what names its model by a file's name that two files have isn't looked at, and is told", async () => {
  const cwd = create({ "more/orders.yaml": orders });
  const what = "models/orders.yaml#fact_orders.region";
  const { code, stdout } = await runPiped(["rename", what, "Area", "--yes"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("Not looked at, because it may be another model:\n");
  const why = "models/orders.yaml and more/orders.yaml have this name. Call one of the files something else.";
  for (const place of ["workbooks/single.yaml:9 ", "workbooks/sales/elements/master.yaml:3 "]) {
    expect(stdout.split("\n").find((line) => line.includes(place))).toContain(`!ref orders#fact_orders: ${why}`);
  }
  expect(read(cwd, "workbooks/single.yaml")).toBe(single);
  expect((await runPiped(["rename", what, "Area", "--json"], { cwd })).stdout).toContain("orders#fact_orders");
});

test("checks files follow a column, a metric and an element; what they call by id stays", async () => {
  const model = orders
    .replace("{ name: Regions", "{ id: k, name: Regions")
    .replace("{ id: region,", "{ id: c1,")
    .replace("columnId: region", "columnId: c1");
  const checks = `# Of the shop
checks:
  - table: Fact Orders
    unique: [Region, { columns: [Region, amount] }]
    not_null: [Region, { column: Region, severity: warn }] # always
    accepted_values: { Region: [north] }
    fresh: { column: Region, within: 1 day }
    metric:
      # How many
      Regions: { between: [1, 2], where: '[Region] = "Region" and [Fact Orders/Region] <> "" and [Other/Region] = 1' }
    golden: { metric: Regions, by: 'Concat([Region], "[Region]")', file: r.csv }
    dimensions: [Region, c1]
    neverGroupBy: [Region, c1]
tests:
  - given: { Fact Orders: [{ REGION: north }] }
    expect: { Fact Orders.Region: [north], Fact Orders.Regions: 1, Regions: 1 }
`;
  const beside = "more/of.checks.yaml";
  const cwd = create({
    "models/orders.yaml": model,
    "models/orders.checks.yaml": checks,
    "models/revenue.checks.yaml": "checks: [{ table: T, not_null: [Region, Where] }]\n",
    [beside]: "model: ../models/orders.yaml\nchecks: [{ table: Fact Orders, not_null: [Region] }]\n",
  });
  const rename = (what: string, name: string) => runPiped(["rename", `orders#${what}`, name, "--yes"], { cwd });
  const column = await rename("Fact Orders.Region", "Sales Region");
  expect([column.code, column.stderr]).toEqual([0, ""]);
  const left = column.stdout.split("\n").filter((line) => line.includes("Other/Region"));
  expect(left.at(-1)).toMatch(/models\/orders\.checks\.yaml:10 +\[Other\/Region\]: what it reads from can't be told/);
  expect(read(cwd, "models/revenue.checks.yaml")).toBe("checks: [{ table: T, not_null: [Region, Where] }]\n");
  expect(read(cwd, beside)).toContain("not_null: [Sales Region]");
  // Neither the text in quotes nor what another table has.
  const renamed = checks.replaceAll(/(?<!"|"\[|Other\/)\bRegion\b/g, "Sales Region");
  expect(read(cwd, "models/orders.checks.yaml")).toBe(renamed);
  expect((await rename("Fact Orders.Regions", "Areas")).code).toBe(0);
  expect((await rename("Fact Orders", "Sales")).code).toBe(0);
  expect(read(cwd, "models/orders.checks.yaml")).toBe(
    renamed.replaceAll("Regions", "Areas").replaceAll(/Fact Orders/g, "Sales"),
  );
  expect(read(cwd, beside)).toContain("table: Sales");
});
