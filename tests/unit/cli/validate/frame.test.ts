import { Console } from "../../../../cli/src/command/console";
import { endColumn, formatCodeFrame } from "../../../../cli/src/validate/frame";
import { expectLimited } from "../../limited";

const { stdin, stdout, stderr } = process;
const console = new Console({ stdin, stdout, stderr }, { color: false });

test.each([
  ["key: value", 1, 4],
  ["key: value", 6, 11],
  ["key: two words # no more", 6, 15],
  ['- { a: "b, \\" c", d: 1 }', 8, 17],
  ["- 'it''s', x", 3, 10],
  ["- [a, b]", 4, 5],
  ["- x", 9, 10],
  ["", 1, 2],
  ["key\r", 1, 4],
])("in %j what begins at %d ends before %d", (line, column, end) => {
  expect(endColumn(`first\n${line}\nlast`, { line: 2, column })).toBe(end);
});

test("a frame for each line of a file takes time that grows with its length", () => {
  const lines = 50_000;
  const text = "key: value\n".repeat(lines);
  expectLimited(() => {
    for (let line = 1; line <= lines; line += 1) formatCodeFrame(text, { line, column: 6 }, console);
  });
  expect(formatCodeFrame(text, { line: lines, column: 6 }, console)).toBe(
    `  ${lines - 1} | key: value\n> ${lines} | key: value\n        |      ^^^^^`,
  );
});

test("the line is shown with the one above, and what is meant is marked", () => {
  expect(formatCodeFrame("a: 1\nb: 2\nc: 3\n", { line: 2, column: 4 }, console)).toBe(
    "  1 | a: 1\n> 2 | b: 2\n    |    ^",
  );
  expect(formatCodeFrame("a: 1\r\n", { line: 1, column: 1 }, console)).toBe("> 1 | a: 1\n    | ^");
});

test.each([1, 150, 500, 990])("of a long line there is as much as fits, around column %d", (column) => {
  const line = "abcdefghij".repeat(100);
  const [shown, mark] = formatCodeFrame(`${line}\n`, { line: 1, column }, console).split("\n") as [string, string];
  expect(shown.length).toBeLessThanOrEqual(170);
  expect(shown[mark.indexOf("^")]).toBe(line[column - 1]);
});

test("signs that do something in a terminal are blanks, each in its column", () => {
  expect(formatCodeFrame("a\u001b[31mb\u202e: c\n", { line: 1, column: 8 }, console)).toBe(
    "> 1 | a [31mb : c\n    |        ^",
  );
});
