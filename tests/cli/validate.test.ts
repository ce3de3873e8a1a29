import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "sarif";
import { z } from "zod";
import { repository } from "../repository";
import { createFolderWith, createTemporaryFolder, runInTerminal, runPiped } from "./support";

const base = createTemporaryFolder();
const createFolder = (files: Record<string, string>) => createFolderWith(base, files);

const orders = `schemaVersion: 1
pages:
  - id: main
    name: Orders
    elements:
      - id: fact_orders
        kind: table
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }
          - { id: net, fromula: "[Amount] * 0.8" }
          - !include _shared/audit.yaml
        order: [amount, gross]
`;

const revenue = `pages:
  - id: main
    name: Revenue
    elements:
      - id: revenue
        kind: table
        source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_order }
        columns:
          - { id: net, name: Net, formula: "[Nett]" }
          - { id: total, name: Total, formula: "[Gross] + 1" }
`;

const files = {
  "models/orders.yaml": orders,
  "models/_shared/audit.yaml": '- { id: created, formula: "[ORDERS/CREATED]", hiden: true }\n',
  "models/sales/revenue.yaml": revenue,
  "models/sales/late one.json": '{\n  "pages": [{ "id": "p", "name": 1, "elements": [] }]\n}\n',
  "models/broken.yaml": "pages:\n  - id: a\n   name: b\n",
};

const fine = { "fine.yaml": "schemaVersion: 1\npages: []\n" };
const worthALook = { "look.yaml": "schemaVersion: 1\nmine: 1\npages: []\n" };

const dashboard = `schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Main }]
elements:
  - id: revenue
    kind: kpi-chart
    source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
    columns: [{ id: sum, formula: "Sum([Orders/Amount])" }]
    value: { columnId: total }
layout:
  main:
    - { rows: 3, of: [revenue] }
`;

test("workbooks are validated beside models, by rules of their own, which can be set", async () => {
  const cwd = createFolder({ "code/fine.yaml": fine["fine.yaml"], "code/dashboard.yaml": dashboard });
  const run = await runPiped(["validate", "code"], { cwd });
  expect(run.code).toBe(1);
  expect(run.stdout).toContain(
    "code/dashboard.yaml:9:14: error: elements[revenue].value.columnId: this kpi-chart has no " +
      "column `total` [missing-column]",
  );
  expect(run.stdout).toContain(
    "code/dashboard.yaml:12:23: warning: layout.main[0].of[0]: a KPI of 3 rows cuts off its title [layout-fit]",
  );
  expect(run.stdout).toContain("1 error, 1 warning in 2 files");
  const off = await runPiped(["validate", "--rule", "missing-column=off", "code"], { cwd });
  expect(off.code).toBe(0);
});

test("names of metrics, relationships and controls that aren't there, with those that were meant", async () => {
  const writeElements = (formula: string) => `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: orders
        kind: table
        name: Sales
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: key, name: Key, formula: "[ORDERS/ID]" }
          - { id: use, name: Use, formula: "${formula}" }
        metrics: [{ id: total, name: Total, formula: "Sum([Key])" }]
        relationships: [{ id: r, name: Customer, targetElementId: people,
          keys: [{ sourceColumnId: key, targetColumnId: id }] }]
      - id: people
        kind: table
        name: People
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, PEOPLE] }
        columns: [{ id: id, name: Id, formula: "[PEOPLE/ID]" }]
      - { id: choice, kind: control, controlId: Choice, controlType: text, mode: equals }
`;
  const readMessage = async (formula: string) => {
    const { code, stdout } = await runPiped(["validate", "."], {
      cwd: createFolder({ "m.yaml": writeElements(formula) }),
    });
    return { code, stdout };
  };
  for (const formula of ["[Metrics/Total]", "[Sales/Customer/Id]", "[Choice]"]) {
    expect(await readMessage(formula)).toMatchObject({ code: 0 });
  }
  for (const [formula, meant] of [
    ["[Metrics/Totl]", "[Metrics/Total]"],
    ["[Sales/Custmer/Id]", "[Sales/Customer/Id]"],
    ["[Choise]", "[Choice]"],
  ] as const) {
    const { stdout } = await readMessage(formula);
    expect(stdout).toContain("m.yaml:12:45: ");
    expect(stdout).toContain(`Did you mean \`${meant}\`?`);
  }
});

describe("what is wrong in a folder", () => {
  const folder = createFolder(files);

  test("is told with line, caret and hint, at the file it is in", async () => {
    expect(await runPiped(["validate", "models"], { cwd: folder })).toMatchSnapshot();
  });

  test("is told in colors in a terminal", async () => {
    const { code, screen } = await runInTerminal(["validate", "models/orders.yaml"], { cwd: folder });
    expect({ code, screen }).toMatchSnapshot();
    expect((await runInTerminal(["validate", "--no-color", "models/orders.yaml"], { cwd: folder })).screen).not.toMatch(
      /\{red/,
    );
  });

  test("is told to scripts", async () => {
    expect(await runPiped(["validate", "--json", "models"], { cwd: folder })).toMatchSnapshot();
    const json = await runPiped(["validate", "--json", "models"], { cwd: folder });
    expect(await runPiped(["validate", "--format", "json", "models"], { cwd: folder })).toEqual(json);
  });

  test("is told to workflows", async () => {
    expect(await runPiped(["validate", "--format", "github", "models"], { cwd: folder })).toMatchSnapshot();
  });

  test("is told to code hosts", async () => {
    const { code, stdout } = await runPiped(["validate", "--format", "sarif", "models"], { cwd: folder });
    const log = sarif.parse(JSON.parse(stdout)) as Log;
    const [{ tool, results }] = log.runs as [
      { tool: Log["runs"][0]["tool"]; results: NonNullable<Log["runs"][0]["results"]> },
    ];
    expect(code).toBe(1);
    expect(results.map(({ ruleId, ruleIndex = -1 }) => [ruleId, tool.driver.rules?.[ruleIndex]?.id])).toEqual(
      results.map(({ ruleId }) => [ruleId, ruleId]),
    );
    for (const { locations } of results) {
      const { artifactLocation, region } = locations?.[0]?.physicalLocation ?? {};
      const lines = readFileSync(join(folder, decodeURIComponent(artifactLocation?.uri ?? "")), "utf8").split("\n");
      const line = lines[(region?.startLine ?? 0) - 1] ?? "";
      // What is marked is in the line, and not blank.
      expect(line.slice((region?.startColumn ?? 0) - 1, (region?.endColumn ?? 0) - 1)).toMatch(/^\S/);
      expect(region?.endColumn).toBeLessThanOrEqual(line.length + 1);
    }
    expect(results).toMatchSnapshot();
  });
});

/** What code hosts ask of a SARIF file, and nothing besides. */
const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().min(1),
          semanticVersion: z.string().regex(/^\d+\.\d+\.\d+/),
          rules: z
            .array(
              z.strictObject({
                id: z.string().regex(/^[a-z-]+$/),
                shortDescription: z.strictObject({ text: z.string().min(10).max(1024) }),
                defaultConfiguration: z.strictObject({ level: z.enum(["error", "warning"]) }),
              }),
            )
            .min(20),
        }),
      }),
      columnKind: z.literal("utf16CodeUnits"),
      originalUriBaseIds: z.strictObject({
        "%SRCROOT%": z.strictObject({ description: z.strictObject({ text: z.string() }) }),
      }),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level: z.enum(["error", "warning"]),
          message: z.strictObject({ text: z.string().min(1) }),
          locations: z.tuple([
            z.strictObject({
              physicalLocation: z.strictObject({
                artifactLocation: z.strictObject({
                  uri: z.string().regex(/^[^\s\\:/][^\s\\:]*$/),
                  uriBaseId: z.literal("%SRCROOT%"),
                }),
                region: z.strictObject({
                  startLine: z.int().min(1),
                  startColumn: z.int().min(1),
                  endColumn: z.int().min(2),
                }),
              }),
              logicalLocations: z.array(z.strictObject({ fullyQualifiedName: z.string().min(1) })).optional(),
            }),
          ]),
        }),
      ),
    }),
  ]),
});

test("checks may include others, whose mistakes are where they are", async () => {
  const model = `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: orders
        kind: table
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [DB, S, ORDERS] }
        columns: [{ id: amount, formula: "[ORDERS/AMOUNT]" }]
`;
  const folder = createFolder({
    "orders.yaml": model,
    "orders.checks.yaml": "checks: !include _orders.yaml\n",
    "_orders.yaml": "- { table: orders, not_null: [amount] }\n",
  });
  expect(await runPiped(["validate"], { cwd: folder })).toMatchObject({ code: 0 });
  writeFileSync(join(folder, "_orders.yaml"), "- { table: orders, not_null: [amuont] }\n");
  const { code, stdout } = await runPiped(["validate", "--json"], { cwd: folder });
  expect({ code, findings: JSON.parse(stdout).findings }).toMatchObject({
    ...{ code: 1, findings: [{ file: "_orders.yaml", line: 1, rule: "checks" }] },
  });
});

test("each problem of a formula has a caret of its own, and a formula without quotes the text to write", async () => {
  const writeColumn = (formula: string) => `pages:
  - id: p
    name: P
    elements:
      - id: t
        kind: table
        name: T
        source: { kind: warehouse-table, connectionId: c, path: [DB, S, T] }
        columns:
          - { id: a, name: Amount, formula: "[T/AMOUNT]" }
          - { id: b, name: Total, formula: ${formula} }
`;
  const folder = createFolder({ "a.yaml": writeColumn('"Summ([Amuont] * 2"'), "b.yaml": writeColumn("[Amount] * 2") });
  expect((await runPiped(["validate", "a.yaml", "b.yaml"], { cwd: folder })).stdout).toMatchInlineSnapshot(`
"a.yaml:11:45: error: pages[p].elements[t].columns[b].formula: \`Summ\` is not a known function [unknown-function]
  10 |           - { id: a, name: Amount, formula: "[T/AMOUNT]" }
> 11 |           - { id: b, name: Total, formula: "Summ([Amuont] * 2" }
     |                                             ^^^^
Did you mean \`Sum\`?

a.yaml:11:49: error: pages[p].elements[t].columns[b].formula: this \`(\` is never closed [formula-syntax]
  10 |           - { id: a, name: Amount, formula: "[T/AMOUNT]" }
> 11 |           - { id: b, name: Total, formula: "Summ([Amuont] * 2" }
     |                                                 ^
Add the \`)\`.

a.yaml:11:50: error: pages[p].elements[t].columns[b].formula: nothing in this model is called \`[Amuont]\` here [unresolved-name]
  10 |           - { id: a, name: Amount, formula: "[T/AMOUNT]" }
> 11 |           - { id: b, name: Total, formula: "Summ([Amuont] * 2" }
     |                                                  ^^^^^^^^
Did you mean \`[Amount]\`?

b.yaml:11:44: error: YAML can't read this formula without quotes [syntax]
  10 |           - { id: a, name: Amount, formula: "[T/AMOUNT]" }
> 11 |           - { id: b, name: Total, formula: [Amount] * 2 }
     |                                            ^^^^^^^^^^^^
Quote it: "[Amount] * 2"

4 errors, 0 warnings in 2 files
"
`);
});

test("an unknown name stops by default, a switch per rule stays, and what can't be known passes", async () => {
  const writeColumn = (formula: string) => `pages:
  - id: p
    name: P
    elements:
      - id: t
        kind: table
        name: T
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [DB, S, T] }
        columns:
          - { id: a, name: Amount, formula: "[T/AMOUNT]" }
          - { id: b, name: Total, formula: '${formula}' }
`;
  const unknown = {
    "unresolved-name": "[Amuont] * 2",
    "unknown-function": "Summ([Amount])",
    "missing-column": "[Tt/AMOUNT]",
    "formula-arguments": "Left([Amount])",
  };
  for (const [rule, formula] of Object.entries(unknown)) {
    const cwd = createFolder({ "a.yaml": writeColumn(formula) });
    const { code, stdout } = await runPiped(["validate", "a.yaml"], { cwd });
    expect([code, stdout]).toEqual([1, expect.stringContaining(`[${rule}]`)]);
    expect((await runPiped(["validate", `--rule=${rule}=warning`, "a.yaml"], { cwd })).code).toBe(0);
  }
  const cwd = createFolder({ "a.yaml": writeColumn("[T/NOBODY_LISTS]") });
  expect(await runPiped(["validate", "--strict", "a.yaml"], { cwd })).toMatchObject({ code: 0 });
});

describe("what counts", () => {
  const folder = createFolder({ ...fine, ...worthALook });

  test.each([
    [["fine.yaml"], 0],
    [["look.yaml"], 0],
    [["--strict", "fine.yaml"], 0],
    [["--strict", "look.yaml"], 1],
    [["--rule", "unknown-field=error", "look.yaml"], 1],
    [["--strict", "--rule", "unknown-field=off", "look.yaml"], 0],
  ])("%j ends with %d", async (args, code) => {
    const run = await runPiped(["validate", ...args], { cwd: folder });
    expect({ ...run, stdout: run.stdout.trimEnd().split("\n").at(-1) }).toEqual({
      code,
      stdout: expect.stringMatching(/^\d errors?, \d warnings? in 1 file$/),
      stderr: "",
    });
  });
});

test.each([
  [["diff", "--json"], "missing required argument 'A'"],
  [["validate", "--jsonn", "--json", "model.yaml"], "unknown option '--jsonn'"],
  [["valdate", "--json"], "unknown command 'valdate'"],
])("%j: a command line that can't be read is JSON too", async (args, message) => {
  const { code, stdout } = await runPiped(args, { cwd: base });
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toEqual({ error: { exit: 2, message: expect.stringContaining(message) } });
});

describe("references to other files", () => {
  const listFound = async (folder: string, ...args: string[]) => {
    const { stdout } = await runPiped(["validate", "--json", ...args], { cwd: folder });
    const { findings } = JSON.parse(stdout) as {
      findings: { file: string; rule: string; message: string; hint: string }[];
    };
    return findings
      .filter(({ rule }) => rule === "missing-element")
      .map(({ file, message, hint }) => ({ file, message, hint }));
  };
  const to = (element: string) => revenue.replace("orders#fact_order", `orders#${element}`);
  const folder = createFolder({
    "orders.yaml": orders.replace(/.*include.*\n/, ""),
    "near.yaml": revenue,
    "far.yaml": to("nothing"),
    "right.yaml": to("fact_orders"),
  });

  test("must lead to an element there", async () => {
    expect(await listFound(folder, ".")).toEqual([
      { file: "far.yaml", message: "orders.yaml has no element `nothing`", hint: "It has `fact_orders`." },
      {
        file: "near.yaml",
        message: "orders.yaml has no element `fact_order`",
        hint: "Did you mean `!ref orders#fact_orders`?",
      },
    ]);
  });

  test("may lead anywhere when the file isn't given, or can't be read", async () => {
    expect(await listFound(folder, "far.yaml")).toEqual([]);
    writeFileSync(join(folder, "orders.yaml"), "a: [");
    expect(await listFound(folder, "orders.yaml", "near.yaml", "right.yaml")).toEqual([]);
  });

  test("aren't looked at when that is asked for", async () => {
    const other = createFolder({ "orders.yaml": orders, "near.yaml": revenue });
    expect(await listFound(other, "--rule", "missing-element=off", ".")).toEqual([]);
  });
});

describe("includes", () => {
  const text = "pages: !include ../_shared/pages.yaml\n";
  const folder = createFolder({ "models/sales/a.yaml": text, "models/_shared/pages.yaml": "[]\n" });
  const run = async (...args: string[]) => (await runPiped(["validate", ...args], { cwd: folder })).stdout;

  test("may not leave the folder of the file, or the folder given", async () => {
    expect(await run("models/sales/a.yaml")).toMatchSnapshot();
    expect(await run("models")).toContain("0 errors");
  });

  test("that are missing are told where they are asked for", async () => {
    rmSync(join(folder, "models/_shared/pages.yaml"));
    expect(await run("models")).toMatchSnapshot();
  });
});

test("hostile and long lines do no harm", async () => {
  const folder = createFolder({
    "bidi.yaml": "pages: []\nkind: \u202edata-model\u2066\n\tx: \u001b[2J\n",
    "kind.yaml": "pages: []\nkind: \u202edata\u2066\u200b\n",
    "escape.json": '{"pages": [{"id": "\\u001b[2J\\u0007", "name": 1, "elements": []}]}',
    "long.yaml": `pages: []\ndescription: { a: ${"x ".repeat(300)}}\nmany: [${'"word", '.repeat(100)}x] ; y\n`,
    "wide.yaml": `pages: [{ id: p, ${"aliases".padEnd(100)}: [], elements: 7, name: ${"word ".repeat(60)}}]\n`,
    "windows.yaml": "pages: []\r\nnmae: x\r\n",
  });
  const { stdout } = await runPiped(["validate", ...readdirSync(folder).sort()], { cwd: folder });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
  expect(stdout).toMatchSnapshot();
});

describe("--watch", () => {
  /** A run that goes on, and what it has printed so far. */
  class Watching {
    private readonly child: ChildProcess;
    private text = "";

    constructor(args: readonly string[], cwd: string) {
      this.child = spawn(
        process.execPath,
        [join(repository, "provider/dist/cli/main.js"), "validate", "--watch", ...args],
        { cwd },
      );
      this.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
        this.text += text;
      });
    }

    /** What is printed up to a text, and no more of it. */
    async readUpTo(text: string): Promise<string> {
      while (!this.text.includes(text)) await new Promise((later) => setTimeout(later, 20));
      const end = this.text.indexOf("\n", this.text.indexOf(text)) + 1;
      const printed = this.text.slice(0, end);
      this.text = this.text.slice(end);
      return printed;
    }

    interrupt(): Promise<number | null> {
      this.child.kill("SIGINT");
      return new Promise((ended) => this.child.on("close", ended));
    }
  }

  test("validates again what changes, comes and goes, and ends well", async () => {
    const folder = createFolder({ "models/a.yaml": "pages: []\n", "models/_shared/pages.yaml": "[]\n" });
    const watching = new Watching(["models"], folder);
    const runs = [await watching.readUpTo(" in 1 file")];
    writeFileSync(join(folder, "models/a.yaml"), "pages: !include _shared/pages.yaml\nnmae: x\n");
    runs.push(await watching.readUpTo(" in 1 file"));
    writeFileSync(join(folder, "models/_shared/pages.yaml"), "[{ id: p, elements: [] }]\n");
    runs.push(await watching.readUpTo(" in 1 file"));
    writeFileSync(join(folder, "models/b.yaml"), "pages: []\n");
    runs.push(await watching.readUpTo(" in 2 files"));
    rmSync(join(folder, "models/a.yaml"));
    runs.push(await watching.readUpTo(" in 1 file"));
    expect(await watching.interrupt()).toBe(0);
    expect(runs).toMatchSnapshot();
  });

  test("goes on when a file can't be found any more, and prints a line a run for scripts", async () => {
    const folder = createFolder({ "a.yaml": "pages: []\n" });
    const watching = new Watching(["--json", "a.yaml"], folder);
    const runs = [JSON.parse(await watching.readUpTo("}"))];
    rmSync(join(folder, "a.yaml"));
    runs.push(JSON.parse((await watching.readUpTo("}")).replaceAll(folder, "<folder>")));
    writeFileSync(join(folder, "a.yaml"), "pages: [x]\n");
    runs.push(JSON.parse(await watching.readUpTo("}")));
    expect(await watching.interrupt()).toBe(0);
    expect(runs).toMatchSnapshot();
  });

  test("ends with a clear error at what can't be watched", async () => {
    const folder = createFolder({ "models/a.yaml": "pages: []\n" });
    symlinkSync("loop", join(folder, "models/loop"));
    const { code, stderr } = await runPiped(["validate", "--watch", "models"], { cwd: folder });
    expect(stderr).toMatch(
      /^error: models\/loop: can't be watched: .*ELOOP.*\. Leave it out, or run the command without --watch\.\n$/,
    );
    expect(code).toBe(2);
  });

  test("ends with Ctrl-C in a terminal", async () => {
    const folder = createFolder(fine);
    const answers = [{ when: " in 1 file", type: "\u0003" }];
    const { code, screen } = await runInTerminal(["validate", "--watch", "fine.yaml"], { cwd: folder, answers });
    expect({ code, screen }).toMatchSnapshot();
  });
});

test("a usage error says what is wrong", async () => {
  const folder = createFolder(fine);
  for (const args of [
    ["none.yaml"],
    ["--rule", "iso-dates=off", "fine.yaml"],
    ["--rule", "whatever=off", "fine.yaml"],
    ["--rule", "iso-date", "fine.yaml"],
    ["--rule", "iso-date=maybe", "fine.yaml"],
    ["--rule", "syntax=off", "fine.yaml"],
    ["--format", "xml", "fine.yaml"],
    ["--watch", "--format", "sarif", "fine.yaml"],
  ]) {
    const run = await runPiped(["validate", ...args], { cwd: folder });
    expect({ args, ...run, stderr: run.stderr.replaceAll(folder, "<folder>") }).toMatchSnapshot();
  }
});

test("names across files: a column that another model uses was removed, with a caret under each name", async () => {
  const writeTable = (name: string, source: string, columns: string) =>
    "pages:\n  - id: p\n    name: P\n    elements:\n      - id: facts\n        kind: table\n        name: " +
    `${name}\n        source: ${source}\n        columns:\n${columns}\n`;
  const folder = createFolder({
    "orders.yaml": writeTable(
      "Orders",
      "{ kind: warehouse-table, connectionId: !ref warehouse, path: [ORDERS] }",
      '          - { id: a, name: Amount, formula: "[ORDERS/AMOUNT]" }\n          - { id: s, name: Sales ' +
        'region, formula: "[ORDERS/REGION]" }',
    ),
    "revenue.yaml": writeTable(
      "Revenue",
      "{ kind: data-model, dataModelId: !ref orders, elementId: !ref orders#facts }",
      '          - { id: r, name: Region, formula: "[Orders/Region] + [Orders/Amout]" }',
    ),
  });
  const { code, stdout } = await runPiped(["validate", "orders.yaml", "revenue.yaml"], { cwd: folder });
  expect(code).toBe(1);
  expect(stdout).toMatchSnapshot();
  const off = ["validate", "--rule", "missing-column=off", "orders.yaml", "revenue.yaml"];
  expect((await runPiped(off, { cwd: folder })).code).toBe(0);
  // Alone, nothing is known of the other model.
  expect((await runPiped(["validate", "revenue.yaml"], { cwd: folder })).code).toBe(0);
});

test.each([
  ["version: 2\nmodels: [{ name: orders }]\n", "This is a file of dbt: `pulumi-analytics generate dbt"],
  ["columns: [{ id: a, name: A }]\n", "Columns are in an element, and elements in a page"],
  [
    "pages: [{ id: p, elements: [{ id: t, kind: table, columns: [{ id: a, format: currency }] }] }]\n",
    "Write an object, such as `{ kind: number, formatString: ",
  ],
])("a file of another form says what to write: %j", async (text, hint) => {
  const cwd = createFolder({ "orders.yaml": text });
  const { code, stdout } = await runPiped(["validate", "orders.yaml"], { cwd });
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(hint) });
});
