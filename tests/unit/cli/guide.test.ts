import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import type { Command } from "commander";
import { buildCommandLine } from "../../../cli/src/cli";
import { exitCodes } from "../../../cli/src/command";
import { commands } from "../../../cli/src/commands";

const guide = join(__dirname, "../../../docs/commands/README.md");
const text = readFileSync(guide, "utf8");

const nowhere = new Writable();
const streams = { stdin: process.stdin, stdout: nowhere, stderr: nowhere };
const program = buildCommandLine({ ...streams, cwd: "", env: {}, signal: new AbortController().signal }, () => {});

/** A command of the command line by its words. */
function findCommand(name: string): Command | undefined {
  return name
    .split(" ")
    .reduce<Command | undefined>((parent, word) => parent?.commands.find((known) => known.name() === word), program);
}

describe.each(commands.map(({ name }) => name))("%s", (name) => {
  test("has a row in the guide, with a page that is there", () => {
    const [, page] = new RegExp(`^\\| \`${name}\` \\|.*\\]\\(([^)#]+)`, "m").exec(text) ?? [];
    expect(page).toBeDefined();
    expect(existsSync(join(dirname(guide), page as string))).toBe(true);
  });

  test("has --json and examples in its help", () => {
    const command = findCommand(name);
    expect(command?.options.map(({ long }) => long)).toContain("--json");
    const help: string[] = [];
    command?.configureOutput({ writeOut: (part) => void help.push(part) }).outputHelp();
    expect(help.join("")).toContain(`pulumi-analytics ${name}`);
  });
});

test("the guide has no command that isn't there", () => {
  const table = text.slice(text.indexOf("| command |"), text.indexOf("`npx` in a project"));
  const named = [...table.matchAll(/^\| `([a-z ]+)` \|/gm)].map(([, name]) => name);
  expect(named.filter((name) => !commands.some((command) => command.name === name))).toEqual([]);
});

test("the guide and the help have every way to end", () => {
  const codes = [...text.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(exitCodes));
  const help: string[] = [];
  program.configureOutput({ writeOut: (part) => void help.push(part) }).outputHelp();
  expect([...help.join("").matchAll(/^ {2}(\d+) /gm)].map(([, code]) => Number(code))).toEqual(codes);
});
