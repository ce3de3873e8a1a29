import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../repository";

const width = 120;

/** Code, scripts and configuration that people write: Markdown and JSON have no way to break a line. */
const patterns = ["*.ts", "*.mts", "*.js", "*.mjs", "*.cjs", "*.py", "*.sh", "*.yml", "PulumiPolicy.yaml"];
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
  cwd: repository,
  encoding: "utf8",
}).split("\n");

const isGenerated = (text: string) => /^(\/\/|\/\*) Generated/.test(text);
/** A regular expression can't be broken. */
const isPattern = (line: string) => /^\s*\/.+\/[a-z]*[,;)]*$/.test(line);

/** Inline snapshots hold what a command prints. */
const omitSnapshots = (text: string) =>
  text.replace(/toMatchInlineSnapshot\(`(?:\\.|[^`\\])*`\)/g, (snapshot) => snapshot.replace(/.+/g, ""));

function findLongLines(path: string, text: string): string[] {
  if (isGenerated(text)) return [];
  return omitSnapshots(text)
    .split("\n")
    .flatMap((line, at) => (line.length > width && !isPattern(line) ? [`${path}:${at + 1}: ${line.length}`] : []));
}

test("no line is longer than the formatter's width, in comments and texts either", () => {
  const all = files.filter(Boolean).flatMap((path) => {
    const text = readFileSync(join(repository, path), "utf8");
    return findLongLines(path, text);
  });
  expect(all).toEqual([]);
});

test("a long line is found by its place; a regular expression and a snapshot aren't", () => {
  const long = "x".repeat(width + 1);
  expect(findLongLines("a.ts", `const a = 1;\n// ${long}\n`)).toEqual([`a.ts:2: ${width + 4}`]);
  expect(findLongLines("a.ts", `  /${long}/u,\n`)).toEqual([]);
  expect(findLongLines("a.ts", `expect(a).toMatchInlineSnapshot(\`\n${long}\n\`);\n`)).toEqual([]);
});
