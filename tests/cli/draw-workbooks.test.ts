import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../repository";
import { writeFiles } from "../workbook-folder";
import { createTemporaryFolder } from "./support";

const root = createTemporaryFolder();
const cwd = join(root, "bi");
const ownEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
const runGit = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", env: ownEnv });
const draw = (env: Readonly<Record<string, string>> = {}) =>
  execFileSync(
    process.execPath,
    [join(repository, "provider/dist/cli/main.js"), "comment", "--draw", "drawings", "--against", "git:HEAD"],
    {
      cwd,
      encoding: "utf8",
      env: { ...ownEnv, ...env },
    },
  );

const buildPage = (id: string) =>
  `<Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)"><Element elementId="${id}" gridColumn="1 / 25" ` +
  'gridRow="1 / 8"/></Page>';
const writeWorkbook = (text: string) =>
  JSON.stringify({
    schemaVersion: 1,
    kind: "workbook",
    pages: [{ id: "main", name: "Main" }],
    elements: [{ id: "note", kind: "text", body: text }],
    layout: buildPage("note"),
  });

test("each workbook that differs is drawn, before and after; models, and those that are equal, aren't", () => {
  writeFiles(cwd, {
    "package.json": '{ "name": "bi", "layout": "none" }',
    "models/orders.yaml": "schemaVersion: 1\npages: []\n",
    "workbooks/sales.json": writeWorkbook("Before"),
    "workbooks/same.json": writeWorkbook("Same"),
    "workbooks/team/workbook.yaml": "schemaVersion: 1\nkind: workbook\n",
    "workbooks/team/pages/main.yaml": "id: main\nname: Main\nlayout:\n  - { rows: 4, of: [note] }\n",
    "workbooks/team/elements/note.yaml": "id: note\nkind: text\nbody: Before\n",
  });
  symlinkSync(join(repository, "node_modules"), join(cwd, "node_modules"));
  writeFiles(root, { ".gitignore": "node_modules\ndrawings\n" });
  runGit("init", "--quiet");
  runGit("add", ".");
  runGit("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "first");
  expect(draw()).toBe("No workbook differs.\n");
  expect(existsSync(join(cwd, "drawings"))).toBe(false);
  writeFiles(cwd, {
    "package.json": '{ "name": "bi", "layout": "other" }',
    "models/orders.yaml": "schemaVersion: 1\npages: []\nname: Orders\n",
    "workbooks/sales.json": writeWorkbook("After"),
    "workbooks/team/elements/note.yaml": "id: note\nkind: text\nbody: After\n",
  });
  // In a hook of git's, too, which says by a variable what its repository is.
  expect(draw({ GIT_DIR: join(root, ".git") })).toBe("Drawn in drawings: workbooks/sales.json, workbooks/team\n");
  const page = readFileSync(join(cwd, "drawings/workbooks-team.html"), "utf8");
  expect(page).toContain("Before");
  expect(page).toContain("After");
  expect(runGit("worktree", "list").trim().split("\n")).toHaveLength(1);
});
