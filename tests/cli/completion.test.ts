import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { Terminal } from "@xterm/headless";
import { repository } from "../repository";
import { createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
const model = "schemaVersion: 1\npages:\n  - { id: p, name: P, elements: [] }\n";
const cwd = createFolderWith(base, {
  "Pulumi.yaml": "name: acme\nruntime: yaml\n",
  "Pulumi.prod.yaml": "",
  "models/orders.yaml": model,
  "models/weekly $(touch hacked).yaml": model,
});
const bin = join(base, "bin");
mkdirSync(bin);
symlinkSync(join(repository, "provider/bin/pulumi-analytics.js"), join(bin, "pulumi-analytics"));
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  PS1: "READY> ",
  HOME: base,
  LANG: "C.UTF-8",
};

const isThere = (shell: string) => spawnSync(shell, ["--version"], { env }).status === 0;

/** What stands behind the prompt after Tab; waits for `expected`. */
async function sendTab(shell: string, args: string[], setup: string, typed: string, expected: string) {
  const screen = new Terminal({ cols: 120, rows: 50, allowProposedApi: true });
  const child = spawn(shell, args, { name: "xterm", cols: 120, rows: 50, cwd, env });
  const readScreen = () => {
    const { active } = screen.buffer;
    const lines = Array.from({ length: active.length }, (_, y) => active.getLine(y)?.translateToString(true) ?? "");
    return lines.join("\n").trimEnd();
  };
  const waitFor = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No ${text} in:\n${readScreen()}`)), 500_000);
      const look = () => {
        if (!readScreen().includes(text)) return;
        clearTimeout(timer);
        seen.dispose();
        resolve();
      };
      const seen = screen.onWriteParsed(look);
      look();
    });
  child.onData((data) => screen.write(data));
  const ended = new Promise<void>((resolve) => child.onExit(() => resolve()));
  try {
    child.write(`${setup}; echo set""up\r`);
    await waitFor("setup\n");
    child.write(`${typed}\t`);
    await waitFor(expected);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

const shells = [
  ["bash", ["--norc", "-i"], "source <(pulumi-analytics completion bash)", "iso-date=off", "\\$\\(touch\\ hacked\\)"],
  [
    "zsh",
    ["-i", "+o", "globalrcs"],
    "PS1='READY> '; autoload -Uz compinit && compinit -u -D; source <(pulumi-analytics completion zsh)",
    "iso-date=off",
    "\\$\\(touch\\ hacked\\)",
  ],
] as const;

describe.each(shells)("in %s", (shell, args, setup, rule, hostile) => {
  const here = isThere(shell) ? test : test.skip;
  here.each([
    ["a command", "pulumi-analytics vali", "READY> pulumi-analytics validate"],
    ["a document", "pulumi-analytics diff ord", "READY> pulumi-analytics diff orders"],
    ["a folder", "pulumi-analytics diff mod", "READY> pulumi-analytics diff models/"],
    ["a value", "pulumi-analytics validate --format=sar", "--format=sarif"],
    ["a stack", "pulumi-analytics pull --stack p", "--stack prod"],
    ["a rule's severity", "pulumi-analytics validate --rule iso-date=o", rule],
    ["a name that holds a command", "pulumi-analytics diff wee", `weekly\\ ${hostile}`],
  ])("Tab completes %s", async (_, typed, expected) => {
    await sendTab(shell, [...args], setup, typed, expected);
  });
});

describe("in fish", () => {
  const here = isThere("fish") ? test : test.skip;
  here("Tab completes commands, documents, values and stacks", () => {
    const lines = ["pulumi-analytics vali", "pulumi-analytics diff ord", "pulumi-analytics pull --stack p"];
    const completed = lines.map((line) => `complete -C "${line}"`).join(";");
    const script = `pulumi-analytics completion fish | source; ${completed}`;
    const found = execFileSync("fish", ["-c", script], { cwd, env, encoding: "utf8" });
    expect(found.split("\n").map((line) => line.split("\t", 1)[0])).toEqual(["validate", "orders", "prod", ""]);
  });
});

describe("in PowerShell", () => {
  const here = isThere("pwsh") ? test : test.skip;
  here("Tab completes commands, documents, values and stacks, and quotes what PowerShell would run", () => {
    const script = `pulumi-analytics completion powershell | Out-String | Invoke-Expression
$lines = "pulumi-analytics vali", "pulumi-analytics diff ord", "pulumi-analytics pull --stack p",
  "pulumi-analytics diff wee", "pulumi-analytics diff 'a b' ord"
foreach ($line in $lines) {
  (TabExpansion2 -inputScript $line -cursorColumn $line.Length).CompletionMatches[0].CompletionText
}`;
    const found = execFileSync("pwsh", ["-NoProfile", "-Command", script], { cwd, env, encoding: "utf8" });
    const quoted = "'weekly $(touch hacked)'";
    expect(found.trim().split(/\r?\n/)).toEqual(["validate", "orders", "prod", quoted, "orders"]);
  });
});

test("the shell is that of the environment, unless one is named", async () => {
  const { stdout } = await runPiped(["completion", "fish"], { cwd });
  expect((await runPiped(["completion"], { cwd, env: { SHELL: "/usr/local/bin/fish" } })).stdout).toBe(stdout);
  const unknown = await runPiped(["completion"], { cwd, env: { SHELL: "/bin/tcsh" } });
  expect(unknown).toMatchObject({
    code: 2,
    stderr: "error: No shell given. Name one of: bash, zsh, fish, powershell.\n",
  });
});

test("a completion offers what the whole command has", async () => {
  const { commands } = JSON.parse((await runPiped(["completion", "bash", "--json"], { cwd })).stdout);
  expect(require("../../provider/dist/cli/commands.json")).toEqual(commands);
});
