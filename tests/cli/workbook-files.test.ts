import { readFileSync } from "node:fs";
import { join } from "node:path";
import { salesFile, salesFolder, writeFiles } from "../workbook-folder";
import { createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let folders = 0;

/** A new folder with the workbook as folder and file, and some changes. */
function createChangedFolder(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const folder = join(base, String(++folders));
  writeFiles(join(folder, "sales"), { ...salesFolder, ...changes });
  writeFiles(folder, { "sales.yaml": salesFile });
  return folder;
}

test("validate takes a folder, a folder of workbooks, and one file of a workbook, and shows the line", async () => {
  const cwd = createChangedFolder({ "pages/data.yaml": "name: Data\nlayout:\n  - { rows: 10, of: [order] }\n" });
  const found = "sales/pages/data.yaml:3:22: error: layout.data[0].of[0]: there is no element `order`";
  for (const [path, count] of [
    ["sales", 1],
    [".", 2],
    ["sales/elements/orders.yaml", 1],
  ] as const) {
    const { code, stdout } = await runPiped(["validate", path], { cwd });
    expect(stdout).toContain(`${found} [layout-placement]`);
    expect(stdout).toContain("> 3 |   - { rows: 10, of: [order] }\n    |                      ^^^^^\n");
    expect(stdout).toContain(`2 errors, 0 warnings in ${count} file${count === 1 ? "" : "s"}`);
    expect(code).toBe(1);
  }
});

test("diff and render take a folder on either side", async () => {
  const cwd = createChangedFolder({
    "pages/overview.yaml": salesFolder["pages/overview.yaml"]!.replace("8, trend: 16", "12, trend: 12"),
  });
  const diff = await runPiped(["diff", "sales.yaml", "sales"], { cwd });
  expect(diff).toMatchObject({ code: 1 });
  expect(diff.stdout).toContain("page Overview › KPI Revenue: width `8 columns` → `12 columns`");
  const drawn = await runPiped(["diff", "sales.yaml", "sales", "--out", "sales.html"], { cwd });
  expect(drawn).toMatchObject({ code: 1, stdout: "sales.html written: 3 pages · 5 elements · 3 changes\n" });
  expect(readFileSync(join(cwd, "sales.html"), "utf8")).toContain("<title>Sales");
});

test("a folder without workbook.yaml, and one with a file that belongs nowhere, are refused by name", async () => {
  const cwd = createChangedFolder({ "workbook.yaml": undefined });
  expect(await runPiped(["draw", "sales"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "sales: is a folder without workbook.yaml. Write it (for a report: report.yaml), or name a file.",
    ),
  });
  const other = createChangedFolder({ "readme.yaml": "a: 1\n" });
  const { stdout } = await runPiped(["validate", "sales"], { cwd: other });
  expect(stdout).toContain("sales/readme.yaml:1:1: error: the file is no part of the workbook [syntax]");
});

/** What the product's menu copies: elements, then the layout. */
const copied = `- id: kpi
  kind: kpi-chart
  name: Revenue
  source: { kind: sql, connectionId: !ref warehouse, statement: SELECT 1 }
  columns: [{ id: sum, formula: "Sum([Custom SQL/Amount])", name: Revenue }]
  value: { columnId: sum }
- { id: note, kind: text, body: Notes }

Layout:
<?xml version="1.0" encoding="utf-8"?>
<Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">
  <Element elementId="kpi" gridColumn="1 / 9" gridRow="1 / 7"/>
  <Element elementId="note" gridColumn="9 / 25" gridRow="1 / 7"/>
</Page>
`;

test("validate takes what the product's menu copies, with places in both of its parts", async () => {
  const cwd = join(base, String(++folders));
  writeFiles(cwd, {
    "copied.yaml": copied,
    "wrong.yaml": copied.replace("kind: text", "kind: txt").replace('elementId="note"', 'elementId="notes"'),
    "list.txt.yaml": copied.replace(/^/, "elements:\n").replace("Layout:\n<?xml", "```xml\n<?xml").concat("```\n"),
  });
  for (const file of ["copied.yaml", "list.txt.yaml"]) {
    expect(await runPiped(["validate", file], { cwd })).toMatchObject({ code: 0 });
  }
  const { stdout } = await runPiped(["validate", "wrong.yaml"], { cwd });
  expect(stdout).toContain("wrong.yaml:7:15: error: elements[note].kind: the kind `txt` is not known here");
  expect(stdout).toContain("wrong.yaml:13:13: error: layout: there is no element `notes`");
});

test("fmt writes what the menu copies as a file with rows, which means the same", async () => {
  const cwd = join(base, String(++folders));
  writeFiles(cwd, { "copied.yaml": copied, "before.yaml": copied });
  expect(await runPiped(["fmt", "copied.yaml"], { cwd })).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, "copied.yaml"), "utf8")).toBe(`schemaVersion: 1
kind: workbook
pages:
  - { id: main, name: main }
elements:
  - id: kpi
    kind: kpi-chart
    name: Revenue
    source: { kind: sql, connectionId: !ref warehouse, statement: SELECT 1 }
    columns:
      - { id: sum, name: Revenue, formula: "Sum([Custom SQL/Amount])" }
    value: { columnId: sum }
  - id: note
    kind: text
    body: Notes
layout:
  main:
    - { rows: 6, of: [kpi: 8, note: 16] }
`);
  expect(await runPiped(["diff", "before.yaml", "copied.yaml"], { cwd })).toMatchObject({ code: 0 });
  expect(await runPiped(["fmt", "--check", "."], { cwd })).toMatchObject({ code: 1, stdout: /before\.yaml/ });
});

test("fmt formats the files of a folder, each as what it is, and keeps comments", async () => {
  const cwd = createChangedFolder({
    "elements/trend.yaml": salesFolder["elements/trend.yaml"]!.replace(/^name: Trend\n/m, "").concat(
      "name: Trend # why\n",
    ),
    "pages/data.yaml": "layout:\n  - rows: 10\n    of: [orders]\nvisibility: hidden\nname: Data\n",
  });
  expect(await runPiped(["fmt", "sales"], { cwd })).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, "sales/elements/trend.yaml"), "utf8")).toMatch(/^kind: bar-chart\nname: Trend # why\n/);
  expect(readFileSync(join(cwd, "sales/pages/data.yaml"), "utf8")).toBe(
    "name: Data\nvisibility: hidden\nlayout:\n  - { rows: 10, of: [orders] }\n",
  );
  expect(readFileSync(join(cwd, "sales/pages/overview.yaml"), "utf8")).toBe(salesFolder["pages/overview.yaml"]);
  expect(await runPiped(["fmt", "--check", "sales"], { cwd })).toMatchObject({ code: 0 });
  expect(await runPiped(["diff", "sales.yaml", "sales"], { cwd })).toMatchObject({ code: 0 });
});
