import { spawn } from "node:child_process";
import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../repository";
import { readFixtureText } from "../unit/core/model/fixtures";
import { type CliRun, createFolderWith, createTemporaryFolder, runInTerminal, runPiped } from "./support";

const untidy = `# Orders, as sold.
# yaml-language-server: $schema=schema.json

pages:
- elements: # of the page
    # The facts.
    - columns:
      - {formula: '[ORDERS/AMOUNT]', name: Amount, id: amount}   # gross
      - # since 2024
        id: "net"

        formula: "[Amount] -
          [Discount]"
      source: {path: [SALES, PUBLIC, ORDERS], connectionId: !ref warehouse, kind: warehouse-table}
      kind: table
      id: fact_orders
  name: "Orders"
  id: orders
# Which version.
schemaVersion: 1
`;

const tidy = `# Orders, as sold.
# yaml-language-server: $schema=schema.json

# Which version.
schemaVersion: 1
pages:
  - id: orders
    name: Orders
    elements: # of the page
      # The facts.
      - id: fact_orders
        kind: table
        source:
          kind: warehouse-table
          connectionId: !ref warehouse
          path: [SALES, PUBLIC, ORDERS]
        columns:
          - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" } # gross
          # since 2024
          - { id: net, formula: "[Amount] - [Discount]" }
`;

const json = `{"pages": [{"name": "A", "id": "a", "elements": []}], "schemaVersion": 1}`;

const base = createTemporaryFolder();
const createFolder = (files: Record<string, string>) => createFolderWith(base, files);

const read = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");

/** Runs the command with a text piped in. */
function runWithInput(args: readonly string[], input: string): Promise<CliRun> {
  const child = spawn(process.execPath, [join(repository, "provider/dist/cli/main.js"), ...args], { env: {} });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.end(input);
  return new Promise((ended) => child.on("close", (code) => ended({ code: code ?? -1, stdout, stderr })));
}

describe("a folder of files", () => {
  const folder = createFolder({
    "models/orders.yaml": untidy,
    "models/tidy.yml": tidy,
    "models/deep/data.json": json,
    "models/broken.yaml": "pages:\n  - id: a\n   name: b\nschemaVersion: 1\n",
    "models/_shared/columns.yaml": "- {formula: a,   id: b}\n",
    "included.yaml":
      "schemaVersion: 1\npages: [{ id: a, elements: [{ id: b, kind: table, " +
      "columns: !include models/_shared/columns.yaml }] }]\n",
    "models/.hidden.yaml": "a:   1\n",
    "models/node_modules/some/model.yaml": "a:   1\n",
    "models/notes.txt": "a:   1\n",
  });

  test("is looked at, and not written to, with --check and --dry-run", async () => {
    expect(await runPiped(["fmt", "--check", "models"], { cwd: folder })).toMatchSnapshot();
    expect(await runPiped(["fmt", "--dry-run", "models"], { cwd: folder })).toMatchSnapshot();
    expect(await runPiped(["fmt", "--dry-run", "--json", "models"], { cwd: folder })).toMatchSnapshot();
    expect(read(folder, "models/orders.yaml")).toBe(untidy);
  });

  test("shows what would change in a terminal, in colors", async () => {
    const args = ["fmt", "--dry-run", "models/orders.yaml", "models/broken.yaml"];
    const { code, screen } = await runInTerminal(args, { cwd: folder });
    expect({ code, screen }).toMatchSnapshot();
  });

  test("is formatted but for what can't be read, and stays so", async () => {
    expect(await runPiped(["fmt", "models"], { cwd: folder })).toMatchSnapshot();
    expect(read(folder, "models/orders.yaml")).toBe(tidy);
    expect(read(folder, "models/deep/data.json")).toBe(`${JSON.stringify(orderedJson, null, 2)}\n`);
    for (const left of ["_shared/columns.yaml", ".hidden.yaml", "node_modules/some/model.yaml", "notes.txt"]) {
      expect(read(folder, `models/${left}`)).toContain("   ");
    }
    expect((await runPiped(["fmt", "models"], { cwd: folder })).stdout).toContain("0 files formatted, 3 unchanged");
  });

  test("has files that are left out when walking, and formatted when named", async () => {
    const run = await runPiped(["fmt", "models/_shared/columns.yaml"], { cwd: folder });
    expect(run).toEqual({
      code: 0,
      stdout: "models/_shared/columns.yaml\n1 file formatted, 0 unchanged\n",
      stderr: "",
    });
    expect(read(folder, "models/_shared/columns.yaml")).toBe("- { formula: a, id: b }\n");
  });
});

test("JSON of another form stays as it is, named, in a folder and piped in", async () => {
  const other = '{"name":"x","pages":[{"id":"a","elements":[]}]}';
  const folder = createFolder({ "package.json": other, "models/members.json": other, "models/orders.yaml": tidy });
  expect(await runPiped(["fmt", "package.json", "models"], { cwd: folder })).toMatchSnapshot();
  expect(await runPiped(["fmt", "--check", "--json", "package.json"], { cwd: folder })).toMatchSnapshot();
  for (const file of ["package.json", "models/members.json"]) expect(read(folder, file)).toBe(other);
  expect(await runWithInput(["fmt", "-"], other)).toMatchSnapshot();
});

/** What other programs have beside documents, each with a word of them. */
const foreign = {
  "Pulumi.yaml": "name:    x\nruntime:   nodejs\ndescription: 'schemaVersion and pages'\n",
  "package.json": '{"name":"x",   "pages":[]}',
  "dbt/dbt_project.yml": "name:   shop\nprofile:   shop\nmodels: {  shop: {} }\n",
  "dbt/target/manifest.json": `{"schemaVersion":1,"pages":[],  "metadata":{}}`,
  "dbt/models/schema.yml": "version:   2\nmodels: [ {name:   orders} ]\n",
  "ci/site.yml": "pages:   [  a  ]\n",
};

test.each([
  ["fmt", "."],
  ["fmt", "dbt"],
  ["fmt", "models", "ci/site.yml"],
  ["fmt", "Pulumi.yaml", "dbt/dbt_project.yml", "dbt/models/schema.yml", "ci/site.yml"],
  ["fmt", "--upgrade", "."],
])("%s %s: what other programs have stays as it is", async (...args) => {
  const folder = createFolder({ ...foreign, "models/orders.yaml": untidy });
  await runPiped(args, { cwd: folder });
  for (const [file, text] of Object.entries(foreign)) expect(read(folder, file)).toBe(text);
  expect(read(folder, "models/orders.yaml")).toBe(args.some((arg) => /^(\.|models)$/.test(arg)) ? tidy : untidy);
});

test("a folder without documents is an error; a part of their form is validated, and not formatted", async () => {
  const folder = createFolder(foreign);
  for (const command of ["fmt", "validate"]) {
    expect(await runPiped([command, "dbt"], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("error: No data models, workbooks or reports in dbt or below. Name files"),
    });
  }
  expect((await runPiped(["fmt", "ci"], { cwd: folder })).stdout).toContain("skipped: ci/site.yml: is no data model");
  expect((await runPiped(["validate", "ci"], { cwd: folder })).stdout).toContain("ci/site.yml");
});

test("validate takes the documents of a named folder, and what a named file is", async () => {
  const folder = createFolder({ ...foreign, "models/tidy.yaml": tidy });
  expect(await runPiped(["validate", "."], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
  const named = await runPiped(["validate", "Pulumi.yaml"], { cwd: folder });
  expect(named).toMatchObject({ code: 1, stdout: expect.stringContaining("`pages` is missing") });
});

test("a comma behind the last item of JSON is told with its place, by validate too", async () => {
  const text = '{\n  "schemaVersion": 1,\n  "pages": [{ "id": "a", "name": "],", "elements": [] },]\n}\n';
  const folder = createFolder({ "a.json": text });
  const place = "a.json:3:56";
  const problem = "JSON has no comma behind the last item";
  const formatted = await runPiped(["fmt"], { cwd: folder });
  expect(formatted).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`error: ${place}: ${problem}. Remove it.`),
  });
  expect(read(folder, "a.json")).toBe(text);
  const checked = await runPiped(["validate"], { cwd: folder });
  expect(checked).toMatchObject({ code: 1, stdout: expect.stringContaining(`${place}: error: ${problem} [syntax]`) });
});

const orderedJson = { schemaVersion: 1, pages: [{ id: "a", name: "A", elements: [] }] };

test("every fixture keeps its meaning, and a second time changes nothing", async () => {
  const names = ["orders.yaml", "constructs/controls.yaml", "constructs/filters.yaml", "constructs/sources.yaml"];
  const folder = createFolder(Object.fromEntries(names.map((name) => [name, readFixtureText(name)])));
  expect((await runPiped(["fmt", "."], { cwd: folder })).code).toBe(0);
  expect(await runPiped(["fmt", "--check", "."], { cwd: folder })).toMatchObject({ code: 0 });
  expect(read(folder, "orders.yaml")).toMatchSnapshot();
});

test("line ends, a link and who may read a file stay", async () => {
  const folder = createFolder({ "real.yaml": untidy.replaceAll("\n", "\r\n") });
  chmodSync(join(folder, "real.yaml"), 0o600);
  symlinkSync("real.yaml", join(folder, "link.yaml"));
  expect((await runPiped(["fmt", "link.yaml"], { cwd: folder })).code).toBe(0);
  expect(read(folder, "real.yaml")).toBe(tidy.replaceAll("\n", "\r\n"));
  expect(lstatSync(join(folder, "link.yaml")).isSymbolicLink()).toBe(true);
  expect(statSync(join(folder, "real.yaml")).mode & 0o777).toBe(0o600);
});

test("a comment that has no place is named, and the file left as it is", async () => {
  const text = "schemaVersion: 1\npages: !!seq # odd\n  []\n";
  const folder = createFolder({ "odd.yaml": "? # why\n  schemaVersion\n: 1\npages: []\n", "tag.yaml": text });
  expect(await runPiped(["fmt", "odd.yaml", "tag.yaml"], { cwd: folder })).toMatchSnapshot();
  expect(read(folder, "tag.yaml")).toBe(text);
});

describe("--upgrade", () => {
  const former = `# Sales.
schemaVersion: 1
themeName: Light
pages:
  - id: main
    name: Main
    elements:
      - { id: note, kind: text, body: "## Sales" }
layout: |
  <Page id="main"><LayoutElement elementId="note" gridColumn="1 / 25" gridRow="1 / 3"/></Page>
`;

  test("brings a workbook of an earlier form to today's, which validate then takes", async () => {
    const folder = createFolder({ "w.yaml": former, "m.yaml": tidy });
    const before = await runPiped(["validate", "w.yaml"], { cwd: folder });
    expect(before.stdout).toContain("`pulumi-analytics fmt --upgrade` writes today's form.");
    expect(await runPiped(["fmt", "--check", "--upgrade", "w.yaml"], { cwd: folder })).toMatchObject({ code: 1 });
    expect(read(folder, "w.yaml")).toBe(former);
    const { code, stdout } = await runPiped(["fmt", "--upgrade"], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toMatchSnapshot();
    expect(read(folder, "w.yaml")).toMatchSnapshot();
    expect(read(folder, "m.yaml")).toBe(tidy);
    expect(await runPiped(["validate", "w.yaml"], { cwd: folder })).toMatchObject({ code: 0 });
    expect(await runPiped(["fmt", "--upgrade", "--check"], { cwd: folder })).toMatchObject({ code: 0 });
  });

  test("also of stdin and JSON", async () => {
    const { stdout } = await runWithInput(
      ["fmt", "--upgrade", "-"],
      '{ "schemaVersion": 1, "themeName": "Light", "pages": [] }',
    );
    expect(JSON.parse(stdout)).toMatchObject({ kind: "workbook", settings: { theme: { name: "Light" } } });
  });

  test("a comment that the upgrade would lose is named, and the file left as it is", async () => {
    const text = former.replace("      - {", "      # Ours.\n      - {").replace("Light", "Light # Theirs.");
    const folder = createFolder({ "w.yaml": text });
    const { code, stdout } = await runPiped(["fmt", "--upgrade", "w.yaml"], { cwd: folder });
    expect([code, read(folder, "w.yaml")]).toEqual([1, text]);
    expect(stdout).toContain(
      "w.yaml:8:7: the upgrade would lose this comment: # Ours.. Move it to the top of the file",
    );
    expect(stdout).toContain("w.yaml:3:18: the upgrade would lose this comment: # Theirs.");
  });
});

describe("-", () => {
  test("prints what is piped in, formatted", async () => {
    expect(await runWithInput(["fmt", "-"], untidy)).toEqual({ code: 0, stdout: tidy, stderr: "" });
    expect(await runWithInput(["fmt", "-"], json)).toEqual({
      code: 0,
      stdout: `${JSON.stringify(orderedJson, null, 2)}\n`,
      stderr: "",
    });
  });

  test("tells a mistake, and prints nothing else", async () => {
    expect(await runWithInput(["fmt", "-"], "a: [")).toMatchSnapshot();
    expect(await runWithInput(["fmt", "-", "--json"], "a: [")).toMatchSnapshot();
  });

  test("with --check ends with 1 when something would change", async () => {
    expect((await runWithInput(["fmt", "-", "--check"], untidy)).code).toBe(1);
    expect((await runWithInput(["fmt", "-", "--check"], tidy)).code).toBe(0);
  });
});

test("a usage error says what is wrong", async () => {
  const folder = createFolder({ "a.yaml": tidy, "empty/readme.md": "" });
  for (const args of [["fmt"], ["fmt", "none.yaml"], ["fmt", "empty"], ["fmt", "-", "a.yaml"]]) {
    const run = await runPiped(args, { cwd: folder });
    expect({ args, ...run, stderr: run.stderr.replaceAll(folder, "<folder>") }).toMatchSnapshot();
  }
});

test("the models, workbooks and reports of the example are formatted", async () => {
  const cwd = join(repository, "examples/dashboards");
  const checked = await runPiped(["fmt", "--check", "models", "workbooks", "reports"], { cwd });
  expect(checked).toMatchObject({ code: 0, stderr: "" });
});
