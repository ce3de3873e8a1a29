import type { Block } from "./blocks";

/** A file that compiles like the blocks in it, which are in the lines that they have on their page. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/**
 * The files of a page: one for each block that imports something, exactly as it is written. A block without imports is
 * a part that builds on those before it: it follows them in a scope of its own, so that it may declare a name again.
 */
export function writeSourceFiles(ofPage: readonly Block[]): SourceFile[] {
  return groupParts(ofPage).map((group) => {
    const [first] = group as [Block];
    const parts = group.filter((block) => block !== first || !isModule(block));
    const lines: string[] = [];
    // Headings are before every block.
    lines[0] = (first.marks.given ?? "").replaceAll(/\s+/g, " ");
    for (const block of group) {
      const isPart = parts.includes(block);
      if (isPart) lines[block.line - 2] = "{";
      const code = isPart ? block.code.replaceAll(/^export (?=const|function|class)/gm, "       ") : block.code;
      for (const [at, line] of code.trimEnd().split("\n").entries()) lines[block.line - 1 + at] = line;
    }
    const text = `${Array.from(lines, (line) => line ?? "").join("\n")}\n${"}".repeat(parts.length)}\n`;
    const name = first.marks.file ?? `line${first.line}.${first.language}`;
    return { name: `${first.page.replaceAll(/[/.]/g, "-")}/${name}`, text };
  });
}

const isModule = ({ code }: Block) => /^(?:import |const .* = require\()/m.test(code);

/** Blocks with the parts that follow each of them. */
function groupParts(ofPage: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of ofPage) {
    const last = groups.at(-1);
    const isFirst = isModule(block) || block.marks.given !== undefined || last?.[0]?.language !== block.language;
    if (last === undefined || isFirst) groups.push([block]);
    else last.push(block);
  }
  return groups;
}
