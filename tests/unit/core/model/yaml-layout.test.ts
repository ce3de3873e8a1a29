import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load, type YAMLException } from "js-yaml";
import { parseDocument, type YAMLParseError } from "yaml";
import { explainLayout, type LayoutProblem } from "../../../../provider/src/core/model/text/yaml-layout";

function explain(text: string): LayoutProblem | undefined {
  try {
    load(text);
    return undefined;
  } catch (error) {
    const { reason, mark } = error as YAMLException;
    return mark && explainLayout(text, reason, { line: mark.line + 1, column: mark.column + 1 });
  }
}

/** Where the errors of `yaml` put a mistake, and what they call it. */
function tellOtherwise(text: string): string {
  const [{ linePos: [{ line, col }] = [{ line: 0, col: 0 }], code }] = parseDocument(text).errors as [YAMLParseError];
  return `${line}:${col} ${code}`;
}

describe("a text that a parser of YAML refuses", () => {
  const conflict = "2:1: a conflict of a merge isn't resolved here. Keep one of the two versions, or both, and remove ";
  const mistakes = [
    [
      "a conflict of a merge",
      "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> theirs\nc: 4\n",
      `${conflict}the lines with \`<<<<<<<\`, \`=======\` and \`>>>>>>>\`.`,
    ],
    [
      "a conflict of a merge in JSON",
      '{\n<<<<<<< HEAD\n"b": 2\n=======\n"b": 3\n>>>>>>> theirs\n}\n',
      `${conflict}the lines with \`<<<<<<<\`, \`=======\` and \`>>>>>>>\`.`,
    ],
    [
      "a lost dash",
      "p:\n  - { rows: 3, of: [a] }\n    { rows: 3, of: [b] }\n",
      "3:5: this mapping stands below another one (line 2), and isn't an item of a list. Begin each item of the list " +
        "with `- `, in the same column.",
    ],
    [
      "all dashes lost",
      "p:\n  { rows: 3, of: [a] }\n  { rows: 3, of: [b] }\n",
      "3:3: this mapping stands below another one (line 2), and isn't an item of a list. Begin each item of the list " +
        "with `- `, in the same column.",
    ],
    ["a tab", "a:\n  - b: 1\n  \tc: 2\n", "3:3: a tab stands in the indentation. Indent with spaces."],
    [
      "a line left of the others",
      "a:\n  - b: 1\n    c: 2\n   d: 3\n",
      "4:4: bad indentation: `d` begins in column 4" +
        ", where nothing above begins. Begin it in column 5, as `c` in line 3.",
    ],
    [
      "a line right of the others",
      "a:\n  b: 1\n    c: 2\n",
      "3:5: bad indentation: `c` begins in column 5" +
        ", deeper than `b` in line 2, which has its value already. Begin it in column 3, as `b` in line 2.",
    ],
    [
      "a key below a dash",
      "a:\n  - b: 1\n  c: 2\n",
      "3:3: bad indentation: `c` begins in column 3" +
        ", as the `-` of line 2 does, which is an item of a list. Begin it in column 5, as `b` in line 2.",
    ],
    [
      "a dash left of the others",
      "a:\n    - b\n    - c\n  - d\n",
      "4:3: bad indentation: `-` begins in column 3" +
        ", where nothing above begins. Begin it in column 5, as `-` in line 3.",
    ],
    [
      "the first key",
      "  a: 1\nb: 2\n",
      "2:1: bad indentation: `b` begins in column 1" +
        ", where nothing above begins. Begin it in column 3, as `a` in line 1.",
    ],
    [
      "after a block of text and a list in brackets",
      "a:\n  b: |\n    x: 1\n      y\n  c: [\n    1, 2,\n    ]\n d: 1\n",
      "8:2: bad indentation: `d` begins in column 2" +
        ", where nothing above begins. Begin it in column 3, as `c` in line 5.",
    ],
    [
      "in a block of text",
      "a: |\n    select 1\n  from x\n",
      "3:3: bad indentation: this line is left of the first line" +
        " of the text of `a` (line 1). Begin all lines of the text in the same column, or further right.",
    ],
    [
      "no space after a dash",
      "a:\n  -id: x\n   name: y\n",
      "2:3: there is no space after the `-` of `-id:`. Write `- id:`.",
    ],
    [
      "no space after a colon",
      "a:\n  - id:x\n    name: y\n",
      "2:5: there is no space after the `:` of `id:x`. Write `id: x`.",
    ],
    [
      "a colon in a value",
      "a:\n  name: Orders: all # of them\n",
      '2:9: the value of `name` has a `:` in it, and no quotes. Write `name: "Orders: all"`.',
    ],
    [
      "a sign that YAML reserves",
      "a:\n  name: `ODS`.`SALES`\n  b: 1\n",
      '2:9: the value of `name` begins with `, which needs quotes. Write `name: "`ODS`.`SALES`"`.',
    ],
    [
      "a quote inside of quotes",
      "a: 'it's'\n",
      '1:4: the value of `a` goes on after its closing quote. Write `a: "it\'s"`.',
    ],
    [
      "a list below a value",
      "a:\n  b: x\n   - c: 1\n",
      "3:4: `-` begins in column 4, below `b` in line 2, which has its value already. " +
        "Remove that value, or write a key above this line.",
    ],
    ["no colon", "a:\n  name Orders\n  b: 1\n", "2:7: there is no `:` after `name`. Write `name: Orders`."],
  ] as const;

  test.each(mistakes)("%s", (_, text, told) => {
    const found = explain(text);
    expect(found && `${found.line}:${found.column}: ${found.reason}. ${found.hint}`).toBe(told);
  });

  test("the errors of `yaml` are at the same place for few of them, and tell the reserved sign alone", () => {
    const near = mistakes.filter(([, text, told]) => told.startsWith(tellOtherwise(text).split(" ")[0]!));
    expect(near.map(([what, text]) => `${what}: ${tellOtherwise(text).split(" ")[1]}`)).toEqual([
      "a conflict of a merge: MULTILINE_IMPLICIT_KEY",
      "the first key: UNEXPECTED_TOKEN",
      "no space after a colon: MULTILINE_IMPLICIT_KEY",
      "a colon in a value: BLOCK_AS_IMPLICIT_KEY",
      "a sign that YAML reserves: BAD_SCALAR_START",
    ]);
    // Of a text in quotes that isn't closed, they name the end: of the file, or of the line.
    expect(tellOtherwise('a:\n  b: "x\n  c: 1\n')).toBe("4:1 MISSING_CHAR");
  });

  test.each(["a: [1, 2", 'a: "b', "a: *b", "a:\n\t- 1\n", "a: b\na: c"])("%j is about something else", (text) => {
    expect(explain(text)).toBeUndefined();
  });
});

test("each line of the handbook, indented wrongly, is explained, and mostly mended by what is said", () => {
  const folder = join(__dirname, "../../../../docs/handbook");
  const counts = { refused: 0, mended: 0 };
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".yaml"))) {
    const lines = readFileSync(join(folder, file), "utf8").replaceAll(/!ref /g, "").split("\n");
    for (const [index, line] of lines.entries()) {
      for (const shift of [-1, 1]) {
        const own = line.length - line.trimStart().length;
        if (line.trim() === "" || line.trim().startsWith("#") || own + shift < 0) continue;
        const text = lines.with(index, indent(line, own + shift));
        try {
          load(text.join("\n"));
          continue;
        } catch (error) {
          if (/duplicated/.test((error as YAMLException).reason)) continue;
        }
        counts.refused += 1;
        const found = explain(text.join("\n"));
        expect([file, index + 1, shift, found?.hint]).toEqual([file, index + 1, shift, expect.any(String)]);
        const column = Number(/^Begin it in column (\d+)/.exec(found!.hint)?.[1]);
        if (Number.isNaN(column)) continue;
        const mended = text.with(found!.line - 1, indent(text[found!.line - 1]!, column - 1));
        if (explain(mended.join("\n")) === undefined) counts.mended += 1;
      }
    }
  }
  expect(counts.refused).toBeGreaterThan(1000);
  expect(counts.mended / counts.refused).toBeGreaterThan(0.75);
});

const indent = (line: string, by: number) => " ".repeat(by) + line.trimStart();
