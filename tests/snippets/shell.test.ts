import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { promisify } from "node:util";
import { type Command, CommanderError } from "commander";
import { buildCommandLine } from "../../cli/src/cli";
import { getCli } from "../engine/support";
import { describePlace, listBlocks, repository } from "./blocks";
import { readCommands } from "./shell";
import { settings, tokens } from "./yaml-schema";

const run = promisify(execFile);

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(repository, folder, "package.json"), "utf8")) as Record<string, Record<string, string>>;
const { scripts, devDependencies } = readManifest(".");
const packages = [
  ...Object.keys(devDependencies!),
  ...Object.keys(readManifest("provider").peerDependencies!),
  ...["provider", "diagram", "emulator", "policies"].map((folder) => `${readManifest(folder).name}`),
];

/** Programs that are not of this project or Pulumi; the first two are functions of zsh. */
const others = "autoload bash compinit curl dbt git grep jq mkdir node pip python3 terraform".split(" ");

const emulatorCommand = join(repository, "node_modules/analytics-emulator/bin/analytics-emulator.js");
let emulatorHelp: Promise<{ stdout: string }> | undefined;
async function readEmulatorHelp(): Promise<string> {
  emulatorHelp ??= run(process.execPath, [emulatorCommand, "--help"]);
  return (await emulatorHelp).stdout;
}

/** What is wrong with a command; undefined: nothing. */
async function findFault(words: readonly string[]): Promise<string | undefined> {
  const [program = "", ...args] = words[0] === "npx" ? words.slice(1) : words;
  if (program === "pulumi-analytics") return findOwnFault(args);
  if (program === "analytics-emulator") return findUnknownFlag(args, await readEmulatorHelp());
  if (program === "pulumi") return findPulumiFault(args);
  if (program === "npm") return findNpmFault(args);
  return others.includes(program) ? undefined : `unknown program ${program}`;
}

/** Parses a command line of `pulumi-analytics` as the command does, and runs nothing. */
async function findOwnFault(args: readonly string[]): Promise<string | undefined> {
  if (args[0] === "placeholder") return undefined;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const program = buildCommandLine(
    { stdin: process.stdin, stdout, stderr, env: {}, cwd: repository, signal },
    () => {},
  );
  const stopActions = (command: Command) => {
    for (const one of command.commands) stopActions(one);
    if (command.commands.length === 0) command.action(() => {});
  };
  stopActions(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return undefined;
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? undefined : (error as Error).message;
  }
}

const helps = new Map<string, Promise<string>>();

/** The help of a command of Pulumi. */
async function readHelp(words: readonly string[]): Promise<string> {
  const { command, env } = await getCli();
  const read = () =>
    run(command, [...words, "--help"], { env: { ...process.env, ...env } }).then(({ stdout }) => stdout);
  const key = words.join(" ");
  if (!helps.has(key)) helps.set(key, read());
  return helps.get(key)!;
}

async function findPulumiFault(given: readonly string[]): Promise<string | undefined> {
  const args = given[0] === "-C" ? given.slice(2) : given;
  const [name = "", sub = ""] = args;
  if (name === "do") return tokens.has(args[1]!) ? undefined : `unknown ${args[1]}`;
  const help = await readHelp([name]);
  if (!help.includes(`pulumi ${name}`)) return `unknown command pulumi ${name}`;
  const hasSub = new RegExp(`^  ${sub} `, "m").test(help.split("Available Commands:")[1] ?? "");
  const setting = args.find((word) => word.startsWith("analytics:"))?.match(/^analytics:(\w+)/)?.[1];
  if (name === "config" && setting !== undefined && !settings.includes(setting)) return `unknown setting ${setting}`;
  const token = args.find((word) => word.startsWith("analytics:index:"))?.replace(":index:", ":");
  if (name === "import" && token !== undefined && !tokens.has(token)) return `unknown resource ${token}`;
  return findUnknownFlag(args, hasSub ? await readHelp([name, sub]) : help);
}

function findUnknownFlag(args: readonly string[], help: string): string | undefined {
  const flags = args.filter((word) => /^--?[a-zA-Z]/.test(word)).map((word) => word.replace(/=.*/, ""));
  const unknown = flags.find((flag) => !new RegExp(`(?<![\\w-])${flag}(?![\\w-])`).test(help));
  return unknown && `unknown option ${unknown}`;
}

function findNpmFault([command = "", ...args]: readonly string[]): string | undefined {
  const names = args.filter((word) => !word.startsWith("-"));
  if (command === "run") return names[0]! in scripts! ? undefined : `unknown script ${names[0]}`;
  if (command === "install") {
    const unknown = names.find((name) => !packages.includes(name));
    return unknown && `unknown package ${unknown}`;
  }
  return ["ci", "test"].includes(command) ? undefined : `unknown command npm ${command}`;
}

async function findFaults(code: string): Promise<string[]> {
  const faults: string[] = [];
  for (const words of readCommands(code)) {
    const fault = await findFault(words);
    if (fault !== undefined) faults.push(`${words.join(" ")}: ${fault}`);
  }
  return faults;
}

test("every command in the pages exists, with its options", async () => {
  const wrong: string[] = [];
  const blocks = listBlocks("sh");
  for (const block of blocks) {
    const faults = await findFaults(block.code).catch(({ message }: Error) => [message]);
    wrong.push(...faults.map((fault) => `${describePlace(block)}: ${fault}`));
  }
  expect(wrong).toEqual([]);
  expect(blocks.length).toBeGreaterThan(80);
});

test.each([
  ["pulumi-analytics pull --into x", "unknown option '--into'"],
  ["pulumi-analytics pul", "unknown command 'pul'"],
  ["npx analytics-emulator --prot 4010", "unknown option --prot"],
  ["pulumi up --polcy-pack x", "unknown option --polcy-pack"],
  ["pulumi config set analytics:regoin x", "unknown setting regoin"],
  ["npm run quickstrat", "unknown script quickstrat"],
  ["A=1 pulumi import analytics:index:Tga a 'b c' | cat > x", "unknown resource analytics:Tga"],
])("%s is found", async (line, fault) => {
  // The parts of a pipe come in any order.
  const faults = await Promise.all(readCommands(line).map(findFault));
  expect(faults.join()).toContain(fault);
});

test("a shell reads the blocks: quotes, comments, pipes, redirections, variables and placeholders", () => {
  const words = readCommands("A=1 one 'b c' --x=\"d\" <id> > file # no\ncd x && two | three &");
  expect(words.sort()).toEqual([["one", "b c", "--x=d", "placeholder"], ["three"], ["two"]].sort());
  expect(() => readCommands("one 'two")).toThrow(/unexpected EOF/);
});
