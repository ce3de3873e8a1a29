import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDocuments } from "../../../../cli/src/documents/project-documents";
import { writeFiles } from "../../../workbook-folder";

const base = realpathSync(mkdtempSync(join(tmpdir(), "project-files-")));
afterAll(() => rmSync(base, { recursive: true }));

const model = "schemaVersion: 1\npages: []\n";
const misspelled = "schemaVersoin: 1\npages: []\n";

/** A project with these files, and git if it says what is ignored. */
function createProject(files: Record<string, string>): string {
  const cwd = mkdtempSync(join(base, "project-"));
  writeFiles(cwd, files);
  if (".gitignore" in files) execFileSync("git", ["init", "--quiet"], { cwd });
  return cwd;
}

const list = (cwd: string, env = process.env) =>
  openDocuments(cwd, env)
    .list()
    .map(({ path }) => path.replaceAll("\\", "/"));

test("documents are known by their form, and a mistake in it beside one", () => {
  const cwd = createProject({
    "models/orders.yaml": model,
    "models/broken.yaml": "schemaVersion: 1\npages: [\n",
    "models/misspelled.yaml": misspelled,
    "models/settings.yaml": "pages are elements: of a workbook\n",
    "workbooks/sales/workbook.yaml": "schemaVersion: 1\n",
    "workbooks/sales/pages/first.yaml": "name: First\n",
    "survey/pages.json": '{ "pages": [{ "elements": [] }] }',
    "tsconfig.json": "{ // pages, schemaVersion, elements\n}",
  });
  expect(list(cwd)).toEqual(["models/broken.yaml", "models/misspelled.yaml", "models/orders.yaml", "workbooks/sales"]);
  expect(openDocuments(cwd, process.env).listNear()).toEqual([join("survey", "pages.json")]);
});

test("what packages, environments and dbt write is none of the project's", () => {
  const cwd = createProject({
    "orders.yaml": model,
    "node_modules/other/models/a.yaml": model,
    "venv/pyvenv.cfg": "",
    "venv/share/a.yaml": model,
    "warehouse/dbt_project.yml": "name: shop\n",
    "warehouse/target/manifest.json": `{ "schemaVersion": 1, "pages": [] }`,
    "warehouse/dbt_packages/dbt_utils/models/a.yml": model,
    "legacy/dbt_project.yml": 'name: old\ntarget-path: "out"\npackages-install-path: packages\n',
    "legacy/out/a.yaml": model,
    "legacy/packages/a.yaml": model,
    "legacy/target/kept.yaml": model,
    "target/kept.yaml": model,
  });
  expect(list(cwd)).toEqual(["legacy/target/kept.yaml", "orders.yaml", "target/kept.yaml"]);
});

describe("what git ignores", () => {
  const files = {
    ".gitignore": "out/\n/models/scratch.yaml\n/generated/*\n",
    "models/orders.yaml": model,
    "models/scratch.yaml": model,
    "models/orders.checks.yaml": "checks: []\n",
    "out/deep/a.yaml": model,
    "out/deep/a.checks.yaml": "checks: []\n",
    "generated/customers.yaml": model,
    "generated/broken.yaml": misspelled,
  };

  test("is left out, with its checks; without git, nothing is", () => {
    const cwd = createProject(files);
    expect(list(cwd)).toEqual(["models/orders.yaml"]);
    const checks = openDocuments(cwd, process.env).listChecks();
    expect(checks.map(({ path }) => path)).toEqual([join("models", "orders.checks.yaml")]);
    expect(list(cwd, { PATH: "" })).toHaveLength(5);
  });

  test.each([
    ["index.ts", 'new DataModelDirectory("all", { path: "generated", folderId });'],
    ["__main__.py", "analytics.DataModelDirectory('all', path='./generated')"],
    ["Pulumi.yaml", "resources: { all: { type: analytics:DataModelDirectory, properties: { path: generated } } }"],
  ])("counts where %s names it, also with a mistake in its form", (file, text) => {
    const cwd = createProject({ "Pulumi.yaml": "name: x\n", ...files, [file]: text });
    expect(list(cwd)).toEqual(["generated/broken.yaml", "generated/customers.yaml", "models/orders.yaml"]);
  });

  test("of a repository that names a program to run: the program doesn't run", () => {
    const cwd = createProject(files);
    execFileSync("git", ["config", "core.fsmonitor", "touch ran; false"], { cwd });
    expect(list(cwd)).toEqual(["models/orders.yaml"]);
    expect(existsSync(join(cwd, "ran"))).toBe(false);
  });
});

test("a link out of the project is skipped, and told", () => {
  const outside = createProject({ "a.yaml": model });
  const cwd = createProject({ "Pulumi.yaml": "name: x\n", "models/orders.yaml": model });
  symlinkSync(outside, join(cwd, "other"));
  symlinkSync(join(outside, "a.yaml"), join(cwd, "models/linked.yaml"));
  symlinkSync("models", join(cwd, "again"));
  expect(list(cwd)).toEqual(["models/orders.yaml"]);
  expect(openDocuments(cwd, process.env).listSkipped()).toEqual([
    "again: is the same folder as models, through a link. Remove the link.",
    "models/linked.yaml: leads out of the project through a link. Copy the file into the project.",
    "other: leads out of the project through a link. Copy the folder into the project.",
  ]);
});
