import { PassThrough } from "node:stream";
import { buildCommandLine, type Surroundings } from "../../../../cli/src/cli";
import { wrapHelp } from "../../../../cli/src/command/help";
import { commands } from "../../../../cli/src/commands";

/** What `--help` prints in a terminal. */
function readHelp(name: string, columns: number): string {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns });
  const { signal } = new AbortController();
  const surroundings: Surroundings = { stdin: stdout, stdout, stderr: stdout, cwd: ".", env: {}, signal };
  const program = buildCommandLine(surroundings, () => {});
  const command = name
    .split(" ")
    .filter((word) => word !== "")
    .reduce((parent, word) => parent.commands.find((one) => one.name() === word)!, program);
  command.outputHelp();
  return stdout.read().toString();
}

const names = ["", ...commands.map(({ name }) => name)];
const listWords = (text: string) => text.split(/\s+/).filter((word) => word !== "\\");

describe.each([60, 80, 120])("in a terminal of %d columns", (columns) => {
  test.each(names)("the help of `%s` has no longer line, unless it is one word, and cuts no word", (name) => {
    const help = readHelp(name, columns);
    // What is called is copied, so that it isn't broken.
    const isWhole = (line: string) => line.startsWith("Usage:") || line.trim().split(" ").length === 1;
    expect(help.split("\n").filter((line) => line.length > columns && !isWhole(line))).toEqual([]);
    expect(listWords(help)).toEqual(listWords(readHelp(name, 120)));
    // Some line is about as long as it can be.
    if (name !== "")
      expect(Math.max(...help.split("\n").map((line) => line.length))).toBeGreaterThan(Math.min(columns, 100) - 15);
  });
});

test("a command is continued as a shell reads it, and what it does stands below it", () => {
  expect(wrapHelp("\nIt joins\nlines.\n\n  $ command --with options --and more   what it does\n  $ short", 30)).toBe(
    "\nIt joins lines.\n\n  $ command --with \\\n      options --and more\n      what it does\n  $ short",
  );
});
