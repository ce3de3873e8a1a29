import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { buildMonthly } from "../unit/emulator/workbook/monthly";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

type Document = { layout: string; config: object; [field: string]: unknown };

const base = createTemporaryFolder();
let emulator: Emulator;
let id: string;

beforeAll(async () => {
  emulator = await startEmulator({});
  const contents = buildMonthly(emulator.seeded.connections.warehouse);
  const report = { name: "Monthly", folderId: emulator.seeded.folders.sales, contents };
  id = ((await emulator.ui.request("POST", "/v2/reports", report)) as { reportId: string }).reportId;
});
afterAll(() => emulator.stop());

const run = (...args: string[]) => runPiped(args, { cwd: base, env: buildSettings(emulator) });
const formPath = (file: string) => join(base, "out", file);
const read = (file: string) => readFileSync(formPath(file), "utf8");

async function editInProduct(edit: (document: Document) => void): Promise<void> {
  const path = `/v2/reports/${id}`;
  const { contents } = (await emulator.ui.request("GET", `${path}?includeContents=true`)) as { contents: Document };
  edit(contents);
  await emulator.ui.request("PUT", `${path}/contents`, { contents });
}

const short = `schemaVersion: 1
kind: report
config: { pageWidth: 816, pageHeight: 1056 }
pages: [{ id: first, name: First }]
elements: [{ id: title, kind: text, body: Monthly }]
layout:
  first:
    - { element: title, x: 48, y: 48, width: 720, height: 40 }
`;

test("a report is pulled into a folder with places in pixels, and a program that adopts it", async () => {
  const pull = await run("pull", "live:Monthly", "--out", "out");
  expect(pull).toMatchObject({ code: 0, stderr: "" });
  expect(pull.stdout).toContain("1 report: 1 created.");
  expect(read("reports/monthly/report.yaml")).toBe(`\
# yaml-language-server: $schema=../../node_modules/pulumi-analytics/schema/report.json
config: { margin: 48, pageHeight: 1056, pageWidth: 816 }
pages: [first]
panels:
  - id: top
    type: header
    pages: [first]
    layout:
      - { element: note, x: 48, "y": 0, width: 720, height: 200 }
`);
  expect(read("reports/monthly/pages/first.yaml")).toContain("- { element: revenue, x: 48, ");
  expect(read("reports.ts")).toMatch(/new analytics\.Report\([\s\S]*analytics\.reportFile\("reports\/monthly", /);
  expect(existsSync(formPath("workbooks.ts"))).toBe(false);
  expect((await run("pull", id, "--out", "out")).stdout).toContain("1 report: 1 unchanged.");
  const unknown = await run("pull", "live:Montly", "--out", "out");
  expect(unknown.stderr).toContain("Montly: no such document, or these credentials can't read it. Did you mean");
});

test("its files are checked, formatted, compared and drawn", async () => {
  expect(await run("validate", "out/reports")).toMatchObject({ code: 0 });
  expect(await run("fmt", "--check", "out/reports")).toMatchObject({ code: 0 });
  writeFileSync(join(base, "one.yaml"), short);
  expect(await run("validate", "one.yaml")).toMatchObject({ code: 0, stderr: "" });
  await run("fmt", "one.yaml");
  // To some readers of YAML, `y` alone is a boolean.
  const formatted = readFileSync(join(base, "one.yaml"), "utf8");
  expect(formatted).toContain('- { element: title, x: 48, "y": 48, width: 720, height: 40 }');
  expect(await run("fmt", "--check", "one.yaml")).toMatchObject({ code: 0 });
  const verified = await run("validate", "out/reports", "--verify", "--ref", "warehouse=00000000-0000-4000-8000-0000");
  expect(verified.stdout).toContain("This is the platform's answer to a dry run.");
  const folder = formPath("reports/monthly");
  const text = read("reports/monthly/pages/first.yaml");
  const page = text.replace("width: 720", "width: 900");
  const other = join(base, "other");
  for (const file of ["report.yaml", ...readdirSync(folder, { recursive: true }).map(String)]) {
    if (!file.endsWith(".yaml")) continue;
    mkdirSync(join(other, file, ".."), { recursive: true });
    writeFileSync(join(other, file), file.endsWith("first.yaml") ? page : readFileSync(join(folder, file)));
  }
  const wrong = await run("validate", "other");
  expect(wrong.stdout).toContain("`revenue` ends at 948 pixels, and the page at 816 [layout-fit]");
  const diff = await run("diff", "out/reports/monthly", "other");
  expect(diff.stdout).toContain("KPI Revenue: width `720 pixels` → `900 pixels`");
  const svg = await run("draw", "out/reports/monthly", "--page", "first", "--format", "svg");
  expect(svg.stdout).toContain('<rect width="816" height="1056"');
  expect(svg.stdout).toContain('data-element="orders"><rect x="51" y="263" width="714"');
});

test("pull of a file brings what moved in the product into the places of the file", async () => {
  const same = await run("pull", "out/reports/monthly");
  expect(same).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("nothing to update") });
  const path = formPath("reports/monthly/pages/first.yaml");
  writeFileSync(path, `# The cover\n${readFileSync(path, "utf8")}`);
  await editInProduct((document) => {
    document.layout = document.layout.replace('y="260"', 'y="300"');
    document.config = { ...document.config, margin: 24 };
  });
  // The comment is an edit, and the platform gives out no earlier version of a report.
  expect(await run("pull", "out/reports/monthly")).toMatchObject({ code: 1, stderr: "" });
  const update = await run("pull", "out/reports/monthly", "--prefer", "platform");
  expect(update).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining('report "Monthly"') });
  expect(readFileSync(path, "utf8")).toMatch(/^# The cover\n[\s\S]*element: orders, x: 48, "?y"?: 300,/);
  expect(read("reports/monthly/report.yaml")).toContain("margin: 24");
});
