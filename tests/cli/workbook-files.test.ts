import { readFileSync } from "node:fs";
import { join } from "node:path";
import { salesFile, salesFolder, writeFiles } from "../workbook-folder";
import { createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let folders = 0;

/** A new folder with the workbook as folder and file, and some changes. */
function folderWith(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const folder = join(base, String(++folders));
  writeFiles(join(folder, "sales"), { ...salesFolder, ...changes });
  writeFiles(folder, { "sales.yaml": salesFile });
  return folder;
}

test("validate takes a folder, a folder of workbooks, and one file of a workbook, and shows the line", async () => {
  const cwd = folderWith({ "pages/data.yaml": "name: Data\nlayout:\n  - { rows: 10, of: [order] }\n" });
  const found = "sales/pages/data.yaml:3:22: error: pages[data].layout[0].of[0]: there is no element `order`";
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
  const cwd = folderWith({
    "pages/overview.yaml": salesFolder["pages/overview.yaml"]!.replace("8, trend: 16", "12, trend: 12"),
  });
  const diff = await runPiped(["diff", "sales.yaml", "sales"], { cwd });
  expect(diff).toMatchObject({ code: 1 });
  expect(diff.stdout).toContain("page Overview › KPI Revenue: width `8 columns` → `12 columns`");
  const render = await runPiped(["render", "sales", "--against", "sales.yaml", "--out", "sales.html"], { cwd });
  expect(render).toMatchObject({ code: 0, stdout: "sales.html: 3 pages, 5 elements, 3 changes\n" });
  expect(readFileSync(join(cwd, "sales.html"), "utf8")).toContain("<title>sales");
});

test("a folder without workbook.yaml, and one with a file that belongs nowhere, are refused by name", async () => {
  const cwd = folderWith({ "workbook.yaml": undefined });
  expect(await runPiped(["render", "sales"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("sales: is a folder without workbook.yaml. Write it, or name a file."),
  });
  const other = folderWith({ "readme.yaml": "a: 1\n" });
  const { stdout } = await runPiped(["validate", "sales"], { cwd: other });
  expect(stdout).toContain("sales/readme.yaml:1:1: error: the file is no part of the workbook [syntax]");
});
