import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Command, Option } from "commander";
import { buildCommandLine, type Surroundings } from "../../../../cli/src/cli";
import { sharedFlags } from "../../../../cli/src/command/options";
import { commands } from "../../../../cli/src/commands";
import { runs } from "../../../../cli/src/runs";

const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
const { signal } = new AbortController();
const surroundings: Surroundings = { stdin: stdout, stdout, stderr: stdout, cwd: ".", env: {}, signal };
const program = buildCommandLine(surroundings, () => {});

const names = ["", ...commands.map(({ name }) => name)];
const pages = join(__dirname, "../../../../docs/commands");
const index = readFileSync(join(pages, "README.md"), "utf8");

function findCommand(name: string): Command {
  const words = name.split(" ").filter((word) => word !== "");
  return words.reduce((parent, word) => parent.commands.find((one) => one.name() === word)!, program);
}

function readHelp(name: string): string {
  findCommand(name).outputHelp();
  return stdout.read().toString();
}

/** Where the repository is says nothing. */
const hideFolder = (help: string) => help.replace(/file:\S+(?=\/docs\/)/, "file://…");

function findPage(name: string): string {
  const page = commands.find((command) => command.name === name)?.page ?? name.replace(" ", "-");
  return name === "" ? "README.md" : `${page}.md`;
}

/** The options of a command, without those of all commands. */
const listOptions = (name: string) => findCommand(name).options.filter(({ long }) => long !== "--version");

const listOwnOptions = (name: string) => listOptions(name).filter(({ flags }) => !sharedFlags.includes(flags));

describe.each(names)("the help of `%s` at 80 columns", (name) => {
  test("says what the command does, and how it is called", () => {
    expect(hideFolder(readHelp(name))).toMatchSnapshot();
  });

  test("fits 40 lines", () => {
    expect(readHelp(name).trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  });

  test("ends with the address of a page that the index links", () => {
    const page = findPage(name);
    const [, address = ""] = /\n\nPage:\s+(file:\S+)\n$/.exec(readHelp(name)) ?? [];
    expect(fileURLToPath(address)).toBe(join(pages, page));
    expect(existsSync(fileURLToPath(address))).toBe(true);
    if (name !== "") expect(index).toContain(`](${page})`);
  });

  test("has at most six options of its own", () => {
    expect(listOwnOptions(name).length).toBeLessThanOrEqual(6);
  });
});

test("each command has what runs it", () => {
  expect(["", ...Object.keys(runs)]).toEqual(names);
});

test("all commands together declare at most 70 options", () => {
  const declared = new Set(names.flatMap(listOptions).map(({ flags }) => flags));
  expect(declared.size).toBeLessThanOrEqual(70);
});

/** A sandbox's `--yes` names what it answers for: an answer for anything else deletes nothing. */
const ownMeanings = ["sandbox down --yes", "sandbox sweep --yes"];

/** Options whose text is the command's: what is checked, compared or asked. */
const ownTexts = ["--out", "--against", "--check", "--watch", "--all", "--live", "--offline", "--yes"];

// A command may add its default.
test("an option means the same in every command, and no text is for several", () => {
  const meanings = new Map<string, Option>();
  const others: string[] = [];
  for (const name of names) {
    for (const option of listOptions(name)) {
      if (ownMeanings.includes(`${name} ${option.long}`)) continue;
      const known = meanings.get(option.long ?? "") ?? option;
      meanings.set(option.long ?? "", known);
      const hasText = ownTexts.includes(option.long ?? "");
      const isSame = known.flags === option.flags && (hasText || option.description.startsWith(known.description));
      if (hasText) expect(option.description).not.toMatch(/change or|ask or|file or folder|this document/);
      if (!isSame) others.push(`${name} ${option.long}`);
    }
  }
  expect(others).toEqual([]);
});
