import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeTsconfig } from "../../cli/src/project/program";
import { listBlocks, pages, repository } from "./blocks";
import { type SourceFile, writeSourceFiles } from "./typescript";

const folder = join(repository, "node_modules/.cache/snippets");

/** What the compiler says of files in a project as `init` writes it. */
function compile(files: readonly SourceFile[]): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { compilerOptions: written } = JSON.parse(writeTsconfig(folder)) as { compilerOptions: object };
  const compilerOptions = { ...written, allowJs: true, types: ["node"] };
  const project = { compilerOptions, files: files.map(({ name }) => name) };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
  try {
    execFileSync(join(repository, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const all = listBlocks("ts", "js");

test("every block in TypeScript compiles in a project as init writes it", () => {
  const files = pages.flatMap((page) => writeSourceFiles(all.filter((block) => block.page === page)));
  expect(files.length).toBeGreaterThan(100);
  expect(compile(files)).toBe("");
}, 120_000);
