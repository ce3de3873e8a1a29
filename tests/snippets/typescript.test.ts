import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeTsconfig } from "../../cli/src/project/program";
import { listBlocks, pages, repository } from "./blocks";
import { listDocExamples, readDocExamples } from "./doc-comments";
import { type SourceFile, writeSourceFiles } from "./typescript";

const folder = join(repository, "node_modules/.cache/snippets");

/** What the compiler says of files in a project as `init` writes it. */
function compile(files: readonly SourceFile[], others: object = {}): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { compilerOptions: written } = JSON.parse(writeTsconfig(folder)) as { compilerOptions: object };
  const compilerOptions = { ...written, allowJs: true, types: ["node"], ...others };
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
});

/** Examples name what is inside of the packages, too, and may await. */
const inside = {
  ...{ module: "esnext", moduleResolution: "bundler", lib: ["es2023", "es2024.string"] },
  ...{ noUnusedLocals: false, noUnusedParameters: false },
};

test("every example of a doc comment compiles with what its file exports", () => {
  const examples = listDocExamples();
  const [embed, others] = [true, false].map((isEmbed) =>
    writeSourceFiles(examples.filter(({ page }) => page.startsWith("provider/src/embed/") === isEmbed)),
  ) as [SourceFile[], SourceFile[]];
  expect(others.length).toBeGreaterThan(200);
  expect(compile(others, inside)).toBe("");
  // It runs in a browser.
  expect(compile(embed)).toBe("");
});

test("a stale name of an example is found, a value that it takes as given isn't", () => {
  const examples = [
    "await client.tags.update(id, { description })",
    "await client.tags.change(id)",
    "clientFor(settings)",
  ];
  const comments = examples.map((code) => `\n/**\n * @example ${code}\n */\nexport const tags = 1;\n`).join("");
  const found = compile(writeSourceFiles(readDocExamples("provider/src/core/api/tags.ts", comments)), inside);
  expect([...found.matchAll(/line(\d+)[^:]*: error (TS\d+)/g)].map(([, line, code]) => `${line} ${code}`)).toEqual([
    "13 TS2304",
    "8 TS2339",
  ]);
});
