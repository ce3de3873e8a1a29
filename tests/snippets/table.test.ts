import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Block, blocks, describePlace, isProgram, readBlocks, repository, shown } from "./blocks";
import { appliedElsewhere, findExcuse } from "./programs";

/** The languages of which each block is checked: compiled, parsed as the command does, or held against the schema. */
const checked = ["ts", "js", "yaml", "python", "sh", "json", "go", "typescript"];

const isExcused = ({ marks }: Block) => marks["not tested"] !== undefined;
const isApplied = (block: Block) => isProgram(block) && !isExcused(block) && findExcuse(block) === undefined;

const columns: Readonly<Record<string, (block: Block) => boolean>> = {
  ...Object.fromEntries(checked.map((name) => [name, ({ language }: Block) => language === name])),
  checked: (block) => checked.includes(block.language) && !isExcused(block),
  programs: isProgram,
  applied: isApplied,
  "not applied": (block) => isProgram(block) && !isApplied(block),
  "not tested": isExcused,
  output: ({ language }) => shown.includes(language),
};

/** A table in Markdown: a row for each page, and one for each folder of the reference. */
function writeTable(): string {
  const nameRow = ({ page }: Block) => /^docs\/(?:resources|lookups)\//.exec(page)?.[0] ?? page;
  const rows = [...new Set(blocks.map(nameRow))];
  const count = (of: readonly Block[]) => Object.values(columns).map((is) => of.filter(is).length || "");
  const lines = [
    ["page", ...Object.keys(columns)],
    ["---", ...Object.keys(columns).map(() => "---:")],
    ...rows.map((row) => [row, ...count(blocks.filter((block) => nameRow(block) === row))]),
    ["all", ...count(blocks)],
  ];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

test("every block has a language that a test checks, is output, or says why nothing can test it", () => {
  const known = [...checked, ...shown];
  expect(blocks.filter(({ language }) => !known.includes(language)).map(describePlace)).toEqual([]);
  const reasons = blocks.flatMap(({ marks }) => [marks["not tested"] ?? [], marks["not applied"] ?? []].flat());
  for (const reason of reasons) expect(reason.split(" ").length).toBeGreaterThan(3);
  // A table for people: how many blocks each page has, and what tests do with them.
  const file = join(repository, "node_modules/.cache/snippets.md");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, writeTable());
});

test("most programs are applied: those of the reference, except of what only the product makes", () => {
  const left = blocks.filter(
    (block) => isProgram(block) && !isApplied(block) && block.page.startsWith("docs/resources/"),
  );
  expect(left.map(describePlace)).toEqual([]);
  for (const page of Object.keys(appliedElsewhere)) expect(blocks.some((block) => block.page === page)).toBe(true);
});

test("a block has the marks of the comments right before it, its line and its code without indentation", () => {
  const text =
    "# A\n\n<!-- not applied: it needs a second organization -->\n\n```ts\na\n```\n\n- b\n\n  ```sh\n  c\n  ```\n";
  expect(readBlocks("a.md", text)).toEqual([
    { page: "a.md", line: 6, language: "ts", code: "a\n", marks: { "not applied": "it needs a second organization" } },
    { page: "a.md", line: 12, language: "sh", code: "c\n", marks: {} },
  ]);
});
