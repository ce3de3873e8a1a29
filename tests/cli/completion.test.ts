import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import { Terminal } from "@xterm/headless";
import { commands } from "../../provider/src/cli/commands";
import { repository } from "../engine/support";
import { runPiped, temporaryFolder } from "./support";

const folder = temporaryFolder();
const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

function write(path: string, text: string, mode = 0o644): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

/** Where the shells work: a project with stacks, files and folders, and the command, on the PATH and as a package. */
beforeAll(async () => {
  const call = `#!/bin/sh\nexec "${process.execPath}" "${join(repository, "provider/dist/cli/main.js")}" "$@"\n`;
  write("bin/pulumi-analytics", call, 0o755);
  write("project/node_modules/.bin/pulumi-analytics", call, 0o755);
  write("project/package.json", "{}");
  write("project/Pulumi.yaml", "name: shop\nruntime: nodejs\n");
  write("project/Pulumi.production.yaml", "config:\n  analytics:connections:\n    europe: { region: aws-europe }\n");
  write("project/Pulumi.staging.yaml", "config: {}\n");
  write("project/orders.yaml", "pages: []\n");
  write("project/old models/customers.yaml", "pages: []\n");
  for (const shell of shells) {
    const { stdout } = await runPiped(["completion", shell], { cwd: folder });
    write(`completion.${shell}`, stdout);
    if (shell === "zsh") write("zfunc/_pulumi_analytics", stdout);
  }
});

const project = join(folder, "project");
const environment = {
  HOME: folder,
  LANG: "C.UTF-8",
  PATH: [join(folder, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
  TERM: "xterm",
};

/** The candidates that the command gives a shell. */
async function asked(shell: Shell, words: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runPiped(["completion", shell, "--", ...words], { cwd: project });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.trimEnd().split("\n");
}

describe("what the command answers a shell", () => {
  test("every command and no other", async () => {
    const names = new Set(commands.map(({ name }) => name.split(" ")[0]));
    const [kind, ...candidates] = await asked("fish", [""]);
    expect(kind).toBe("none");
    expect(candidates.map((line) => line.split("\t")[0])).toEqual([...names, "help"]);
  });

  test.each([
    {
      words: ["doc"],
      answer: ["none", "doctor\tFind what keeps the provider from working here, and what to do about it."],
    },
    { words: ["doctor", "--off"], answer: ["none", expect.stringMatching(/^--offline\t/)] },
    { words: ["doctor", "--stack", ""], answer: ["none", "production", "staging"] },
    { words: ["doctor", "--stack=st"], answer: ["none", "--stack=staging"] },
    { words: ["doctor", "--connection", "eu"], answer: ["none", "europe"] },
    { words: ["doctor", "--stack", "staging", "--conn"], answer: ["none", expect.stringMatching(/^--connection\t/)] },
    { words: ["completion", ""], answer: ["none", "bash", "zsh", "fish"] },
    { words: ["datasets", "pl"], answer: ["none", expect.stringMatching(/^plan\t/)] },
    { words: ["datasets", "plan", "--out", ""], answer: ["files"] },
    { words: ["datasets", "plan", "--format", "me"], answer: ["none", "mermaid"] },
    { words: ["diff", "a.yaml", ""], answer: ["files"] },
    { words: ["diff", "a.yaml", "b.yaml", ""], answer: ["none"] },
    { words: ["diff", "--", "--f"], answer: ["files"] },
    { words: ["pull", "--out", ""], answer: ["folders"] },
    { words: ["no-such-command", ""], answer: ["none"] },
  ])("$words", async ({ words, answer }) => {
    expect(await asked("fish", words)).toEqual(answer);
  });

  test("bash has = and : as words of their own, and completes what is behind them", async () => {
    expect(await asked("bash", ["doctor", "--stack", "=", "st"])).toEqual(["none", "staging"]);
    expect(await asked("bash", ["doctor", "--stack", "="])).toEqual(["none", "production", "staging"]);
    expect(await asked("bash", ["diff", "a", ":", "b", "c", ""])).toEqual(["none"]);
  });

  test("as JSON", async () => {
    const { stdout } = await runPiped(["completion", "--json", "zsh", "--", "completion", "z"], { cwd: project });
    expect(JSON.parse(stdout)).toEqual({ paths: "none", candidates: [{ value: "zsh" }] });
  });
});

describe("the scripts", () => {
  test.each(shells)("%s", async (shell) => {
    expect((await runPiped(["completion", shell], { cwd: folder })).stdout).toMatchSnapshot();
  });

  test("as JSON", async () => {
    const { stdout } = await runPiped(["completion", "fish", "--json"], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({
      shell: "fish",
      script: expect.stringContaining("complete -c pulumi-analytics"),
    });
  });

  test("a shell that isn't known", async () => {
    const { code, stdout, stderr } = await runPiped(["completion", "tcsh"], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Allowed choices are bash, zsh, fish.");
  });

  test("the help", async () => {
    expect((await runPiped(["completion", "--help"], { cwd: folder })).stdout).toMatchSnapshot();
  });
});

/** A shell at work in a terminal. */
class Session {
  readonly #pty: IPty;
  readonly #terminal = new Terminal({ cols: 120, rows: 50, allowProposedApi: true });
  readonly #closed: Promise<void>;
  #look = () => {};

  constructor(shell: string, args: readonly string[]) {
    this.#pty = spawn(shell, [...args], { name: "xterm", cols: 120, rows: 50, cwd: project, env: environment });
    this.#pty.onData((data) => this.#terminal.write(data, () => this.#look()));
    this.#closed = new Promise((resolve) => this.#pty.onExit(() => resolve()));
  }

  type(keys: string): void {
    this.#pty.write(keys);
  }

  /** Waits until the screen shows something; the test's own timeout tells when it never does. */
  async shows(text: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.#look = () => this.#screen().includes(text) && resolve();
      timer = setTimeout(
        () => reject(new Error(`waited for ${JSON.stringify(text)}; the screen is\n${this.#screen()}`)),
        30_000,
      );
      this.#look();
    });
    clearTimeout(timer);
    this.#look = () => {};
  }

  /** Types a line up to a Tab, waits for what becomes of it, and takes it back. */
  async completes(typed: string, shown: string, tabs = "\t"): Promise<void> {
    this.type(`${typed}${tabs}`);
    await this.shows(shown);
    // Ctrl-U takes the line back, Ctrl-L the screen.
    this.type("\x15\x0c");
    await this.#hides(shown);
  }

  async close(): Promise<void> {
    this.#pty.kill("SIGKILL");
    await this.#closed;
  }

  async #hides(text: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#look = () => this.#screen().includes(text) || resolve();
      this.#look();
    });
  }

  /** The lines of the screen; the one with the cursor goes as far as it. */
  #screen(): string {
    const { active } = this.#terminal.buffer;
    const here = active.baseY + active.cursorY;
    const lines = Array.from({ length: active.length }, (_, y) => {
      const line = active.getLine(y)?.translateToString(true) ?? "";
      return y === here ? line.padEnd(active.cursorX) : line;
    });
    return lines.join("\n").replace(/\n+$/, "");
  }
}

const isHere = (shell: Shell) => spawnSync(shell, ["--version"], { env: environment }).status === 0;
const describeIn = (shell: Shell) => {
  if (isHere(shell)) return describe;
  console.warn(`${shell} is not installed: its completion isn't tested here.`);
  return describe.skip;
};

describeIn("bash")("in bash", () => {
  let session: Session;
  beforeAll(async () => {
    session = new Session("bash", ["--norc", "--noprofile", "-i"]);
    session.type(`PS1='ready> '; source ../completion.bash\r`);
    await session.shows("\nready> ");
  });
  afterAll(() => session.close());

  test("commands, options, values", async () => {
    await session.completes("pulumi-analytics doct", "pulumi-analytics doctor ");
    await session.completes("pulumi-analytics datasets pl", "pulumi-analytics datasets plan ");
    await session.completes("pulumi-analytics doctor --off", "pulumi-analytics doctor --offline ");
    await session.completes("pulumi-analytics doctor --stack prod", "--stack production ");
    await session.completes("pulumi-analytics doctor --stack=prod", "--stack=production ");
    await session.completes("pulumi-analytics doctor --connection ", "--connection europe ");
    await session.completes("pulumi-analytics completion ", "bash  fish  zsh", "\t\t");
  });

  test("files and folders", async () => {
    await session.completes("pulumi-analytics diff ord", "pulumi-analytics diff orders.yaml ");
    await session.completes("pulumi-analytics pull --out ol", "pulumi-analytics pull --out old\\ models/");
  });

  test("by its path, and as npx pulumi-analytics", async () => {
    await session.completes("node_modules/.bin/pulumi-analytics doct", "pulumi-analytics doctor ");
    await session.completes("npx pulumi-analytics doct", "npx pulumi-analytics doctor ");
    await session.completes("npx --yes pulumi-analytics doctor --stack st", "--stack staging ");
    await session.completes("npx ord", "npx orders.yaml ");
  });
});

describeIn("zsh")("in zsh", () => {
  let session: Session;
  beforeAll(async () => {
    session = new Session("zsh", ["-f", "-i"]);
    session.type(`PS1='ready> '; ZDOTDIR=.. source ../completion.zsh\r`);
    await session.shows("\nready> ");
  });
  afterAll(() => session.close());

  test("commands, options, values", async () => {
    await session.completes("pulumi-analytics doct", "pulumi-analytics doctor ");
    await session.completes("pulumi-analytics datasets pl", "pulumi-analytics datasets plan ");
    await session.completes("pulumi-analytics doctor --off", "pulumi-analytics doctor --offline ");
    await session.completes("pulumi-analytics doctor --stack prod", "--stack production ");
    await session.completes("pulumi-analytics doctor --stack=prod", "--stack=production ");
    await session.completes("pulumi-analytics doctor --connection ", "--connection europe ");
    await session.completes("pulumi-analytics completion ", "bash  fish  zsh", "\t\t");
    await session.completes("pulumi-analytics doctor --", "--offline     -- leave out what needs the network", "\t\t");
  });

  test("files and folders", async () => {
    await session.completes("pulumi-analytics diff ord", "pulumi-analytics diff orders.yaml ");
    await session.completes("pulumi-analytics pull --out ol", "pulumi-analytics pull --out old\\ models/");
    await session.completes("pulumi-analytics datasets plan --out=ord", "--out=orders.yaml ");
  });

  test("by its path, and as npx pulumi-analytics", async () => {
    await session.completes("node_modules/.bin/pulumi-analytics doct", "pulumi-analytics doctor ");
    await session.completes("npx pulumi-analytics doct", "npx pulumi-analytics doctor ");
    await session.completes("npx --yes pulumi-analytics doctor --stack st", "--stack staging ");
    await session.completes("npx ord", "npx orders.yaml ");
  });
});

describeIn("zsh")("in zsh, from its folder of functions", () => {
  test("commands", async () => {
    const session = new Session("zsh", ["-f", "-i"]);
    session.type("PS1='ready> '; fpath=(../zfunc $fpath); autoload -Uz compinit && compinit -u -d ../zcompdump\r");
    await session.shows("\nready> ");
    await session.completes("pulumi-analytics doct", "pulumi-analytics doctor ");
    await session.close();
  });
});

describeIn("fish")("in fish", () => {
  /** What fish offers at the end of a line. */
  function offered(line: string): string[] {
    const script = `source ../completion.fish; complete -C ${JSON.stringify(line)}`;
    const { status, stdout, stderr } = spawnSync("fish", ["--no-config", "-c", script], {
      cwd: project,
      env: environment,
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout.trimEnd().split("\n");
  }

  test.each([
    ["pulumi-analytics doct", ["doctor\tFind what keeps the provider from working here, and what to do about it."]],
    ["pulumi-analytics datasets pl", [expect.stringMatching(/^plan\t/)]],
    ["pulumi-analytics doctor --off", [expect.stringMatching(/^--offline\t/)]],
    ["pulumi-analytics doctor --stack prod", ["production"]],
    ["pulumi-analytics doctor --stack=prod", ["--stack=production"]],
    ["pulumi-analytics doctor --connection ", ["europe"]],
    ["pulumi-analytics completion ", ["bash", "fish", "zsh"]],
    ["pulumi-analytics diff ord", ["orders.yaml"]],
    ["pulumi-analytics pull --out ol", [expect.stringMatching(/^old models\//)]],
    ["pulumi-analytics datasets plan --out=ord", ["--out=orders.yaml"]],
    ["node_modules/.bin/pulumi-analytics doctor --stack st", ["staging"]],
    ["npx pulumi-analytics doctor --stack st", ["staging"]],
  ])("%s", (line, candidates) => {
    expect(offered(line)).toEqual(candidates);
  });
});
