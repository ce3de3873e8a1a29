import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const repository = join(__dirname, "../..");

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** The line of the first line of code, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** What HTML comments right before the block say. */
  readonly marks: Marks;
}

/**
 * What HTML comments before a block can say, such as `<!-- not applied: it needs a repository -->`:
 *
 * - `given`: declarations and imports in TypeScript that the block takes as given.
 * - `file`: the name of the file with the block, where others name it.
 * - `in`: where in the page's model or program a part in YAML stands: `resources.orders.properties`.
 * - `not applied`: why a whole program isn't applied. It is compiled.
 * - `not tested`: why nothing can test the block.
 */
const markers = ["given", "file", "in", "not applied", "not tested"] as const;

export type Marks = Readonly<Partial<Record<(typeof markers)[number], string>>>;

/** Languages of blocks that show something, and can't be run. */
export const shown = ["text", "diff", "mermaid"];

/** The pages for users and contributors. */
export const pages = execFileSync("git", ["ls-files", "-z", "*.md"], { cwd: repository, encoding: "utf8" })
  .split("\0")
  .filter((page) => page !== "" && !/^(?:CHANGELOG\.md|tests\/)/.test(page));

export const blocks: readonly Block[] = pages.flatMap((page) =>
  readBlocks(page, readFileSync(join(repository, page), "utf8")),
);

/** The blocks of a page, with what the comments before them say. */
export function readBlocks(page: string, text: string): Block[] {
  const fenced =
    /(?<comments>(?:^ *<!--(?:(?!-->).)*-->\n+)*)^(?<indent> *)```(?<language>\w*)[^\n]*\n(?<code>.*?)^\2```$/gms;
  return [...text.matchAll(fenced)].map(({ index, groups = {} }) => {
    const { comments = "", indent = "", language = "", code = "" } = groups;
    return {
      page,
      line: countLines(text.slice(0, index) + comments) + 2,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      marks: readMarks(comments),
    };
  });
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}

function readMarks(comments: string): Marks {
  const texts = [...comments.matchAll(/<!--\s*(.*?)\s*-->/gs)].map(([, text = ""]) => text);
  return Object.fromEntries(
    markers.flatMap((marker) => {
      const found = texts.find((text) => text.startsWith(`${marker}: `));
      return found === undefined ? [] : [[marker, found.slice(marker.length + 2)]];
    }),
  );
}

/** Where a block is, as editors open it. */
export const describePlace = ({ page, line }: Block) => `${page}:${line}`;

/**
 * Whether a block is a whole program that declares resources or looks objects up: it needs nothing that it doesn't say.
 */
export function isProgram({ language, code, marks }: Block): boolean {
  if (marks.given !== undefined || marks.in !== undefined) return false;
  if (language === "ts") return /^import .* from "pulumi-analytics(?:\/native)?";\n+./m.test(code);
  if (language === "python") return /^import pulumi_analytics\b/m.test(code);
  if (language !== "yaml" || !/^(?:resources|variables|outputs):/m.test(code)) return false;
  // The second example of a resource's page is the declaration alone, for an object that exists.
  return !/^ {6}adopt: /m.test(code) && listReferences(code).every((name) => new RegExp(`^  ${name}:`, "m").test(code));
}

/** The names that interpolations of a program in YAML begin with. */
export function listReferences(code: string): string[] {
  return [...code.matchAll(/\$\{([\w-]+)/g)].map(([, name = ""]) => name);
}

/** Blocks of some languages that a test takes. */
export const listBlocks = (...languages: readonly string[]) =>
  blocks.filter(({ language, marks }) => languages.includes(language) && marks["not tested"] === undefined);
