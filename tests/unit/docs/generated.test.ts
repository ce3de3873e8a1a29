import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { loadAllKinds } from "../../../provider/src/kinds/registry";
import { lookupModules } from "../../../provider/src/lookups/registry";
import { writeComment } from "../../../tools/generate/src/types";
import { repository } from "../../repository";

const runGit = (args: string[], input = "") =>
  execFileSync("git", args, { cwd: repository, input, encoding: "utf8" }).split("\0").filter(Boolean);

/** New files, too: a test is run before the commit. */
const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];

/** The files of the repository that say in their first line that a script wrote them. */
const generated = runGit([...list, "*.ts", "*.md"]).filter((path) =>
  /^(\/\/|<!--) Generated from /.test(readFileSync(join(repository, path), "utf8")),
);

/** Those that say so nowhere: JSON has no comments. */
const schemas = ["data-model", "report", "workbook"].map((name) => `provider/schema/${name}.json`);
/** What the Registry takes begins with front matter. */
const registryPages = ["_index", "installation-configuration"].map((name) => `docs/${name}.md`);
const silent = ["provider/plugin/schema.json", ...schemas, ...registryPages];

test("reviews fold what is generated, and nothing else", () => {
  const sources = runGit([...list, "*.ts", "*.md", ...silent]);
  const answers = runGit(["check-attr", "-z", "--stdin", "linguist-generated"], sources.join("\0"));
  const marked = answers.filter((_, at) => at % 3 === 0 && answers[at + 2] === "set");
  expect(marked.sort()).toEqual([...generated, ...silent].sort());
});

/** The code blocks of a file's doc comments. */
const listBlocks = (path: string) =>
  [...readFileSync(join(repository, path), "utf8").matchAll(/^ *\/\*\*\n(.*?)\*\/$/gms)]
    .map(([, text = ""]) => text.replaceAll(/^ *\* ?/gm, ""))
    .flatMap((text) => [...text.matchAll(/^```ts\n(.*?)\n```$/gms)].map(([, code = ""]) => code));

const examples = generated.filter((path) => path.endsWith(".ts")).flatMap(listBlocks);

test("the examples of kinds and lookups stand in the classes as they are declared, with their indentation", () => {
  const lookups = lookupModules.flatMap(({ lookups }) => lookups);
  const declared = [...loadAllKinds(), ...lookups].map(({ docs }) => docs.example);
  expect(declared.some((example) => /\n {4}/.test(example))).toBe(true);
  expect(declared.filter((example) => !examples.includes(example))).toEqual([]);
});

test("each example in a generated file is TypeScript", () => {
  const wrong = examples.filter((code) => {
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext };
    return (ts.transpileModule(code, { compilerOptions, reportDiagnostics: true }).diagnostics ?? []).length > 0;
  });
  expect(examples.length).toBeGreaterThan(loadAllKinds().length);
  expect(wrong).toEqual([]);
});

test("a comment breaks long lines of prose, and keeps code, tables and indentation", () => {
  const long = "word ".repeat(60).trim();
  const kept = ["```ts", `  f("${long}");`, "```", `| ${long} |`];
  const lines = writeComment([`  ${long}`, ...kept].join("\n"))
    .split("\n")
    .slice(1, -1);
  const prose = lines.slice(0, -kept.length);
  expect(prose.length).toBeGreaterThan(1);
  for (const line of prose) expect(line).toMatch(/^ \* {3}word/);
  expect(lines.slice(-kept.length)).toEqual(kept.map((line) => ` * ${line}`));
});
