import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const repository = join(__dirname, "../..");

/** What the linter says of a source in a file of the command: the lines. */
function findWrong(source: string): number[] {
  const folder = mkdtempSync(join(tmpdir(), "text-writers-"));
  try {
    for (const path of ["biome.json", "tools/text-writers.grit"]) cpSync(join(repository, path), join(folder, path));
    // The rule is for the folders of what ships.
    const file = "cli/src/pull/linted.ts";
    mkdirSync(join(folder, "cli/src/pull"), { recursive: true });
    writeFileSync(join(folder, file), source);
    const biome = require.resolve("@biomejs/biome/bin/biome");
    const args = [biome, "lint", "--vcs-enabled=false", "--only=plugin", "--reporter=json", file];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { category: string; location: { start: { line: number } } }[];
    };
    return diagnostics.filter(({ category }) => category === "plugin").map(({ location }) => location.start.line);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the linter finds whoever writes a name into a comment, a command or markup, and writers elsewhere", () => {
  const wrong = [
    "export const a = (name: string) => `# §{name}`;",
    "export const b = (name: string) => `text\\n// §{name}`;",
    "export const c = (name: string) => `/** §{name} */`;",
    "export const d = (name: string) => `::error::§{name}`;",
    "export const e = (name: string) => `::warning file=§{name}::no`;",
    "export const f = (name: string) => `<b>§{name}</b>`;",
    'export const g = (name: string) => `<a href="§{name}">`;',
    "export function escapeName(name: string) { return name; }",
    "export const quoteName = (name: string) => name;",
  ];
  const right = [
    'export const h = (name: string) => `model "§{name}" of <name>, #§{name}, http://§{name}`;',
    "export const i = (email: string) => `<§{email}>`;",
    "export const j = (id: string) => `<teamId>/§{id}`;",
  ];
  expect(findWrong([...wrong, ...right, ""].join("\n").replaceAll("§", "$"))).toEqual(
    wrong.map((_, index) => index + 1),
  );
});
