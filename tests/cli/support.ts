import { spawn as spawnProcess } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { spawn as spawnInTerminal } from "@lydell/node-pty";
import { Terminal } from "@xterm/headless";
import type { Emulator } from "analytics-emulator";
import { run } from "../../cli/src/cli";
import { repository } from "../repository";
import { writeFiles } from "../workbook-folder";

/** The built command, as users run it. */
const builtMain = join(repository, "provider/dist/cli/main.js");

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The lines that say whose organization a command works on, and why by the environment's settings, see
 * {@link runWhole}.
 */
const organizationLine =
  /^(Organization .*|There is a Pulumi project in .* The command uses the environment's settings\.)\r?\n/gm;

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Record<string, string>;
  /** The command's file; default: the built one in its own place. */
  readonly main?: string;
  /** Told the process's id, to stop it. */
  readonly started?: (pid: number) => void;
}

/** A folder of its own that goes away at the end of the suite. */
export function createTemporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-analytics-cli-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new folder with these files in another one. */
export function createFolderWith(base: string, files: Record<string, string>): string {
  const folder = mkdtempSync(join(base, "folder-"));
  writeFiles(folder, files);
  return folder;
}

/** Settings that lead to an emulator. */
export function buildSettings(emulator: Emulator): Record<string, string> {
  return {
    ANALYTICS_BASE_URL: emulator.url,
    ANALYTICS_CLIENT_ID: emulator.clientId,
    ANALYTICS_CLIENT_SECRET: emulator.clientSecret,
  };
}

/** Runs the command with its streams piped; the lines about the organization are left out of stderr. */
export async function runPiped(args: readonly string[], options: CliOptions): Promise<CliRun> {
  const run = await runWhole(args, options);
  return { ...run, stderr: run.stderr.replaceAll(organizationLine, "") };
}

/** The same, with all of stderr. */
export function runWhole(args: readonly string[], options: CliOptions): Promise<CliRun> {
  const { env = {}, main, started } = options;
  const isOfProcess =
    main !== undefined || started !== undefined || Object.keys(env).some((name) => ofProcess.test(name));
  return isOfProcess || process.env.CASES === "all" ? runBuilt(args, options) : runHere(args, options);
}

/** Variables that Node.js and its libraries read, which are those of a process. */
const ofProcess = /_PROXY$|^NODE_|^ANALYTICS_TRACE$/i;

/**
 * Runs the command in this process, which takes a fraction of the time. `npm run test:all` runs the built one always.
 */
async function runHere(args: readonly string[], { cwd, env }: CliOptions): Promise<CliRun> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const printed = Promise.all([text(stdout), text(stderr)]);
  const { signal } = new AbortController();
  const code = await run(args, { stdin: Readable.from([]), stdout, stderr, env: buildEnvironment(env), cwd, signal });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, stdout: out, stderr: err };
}

/** Runs the built command, as users do. */
function runBuilt(args: readonly string[], { cwd, env, main = builtMain, started }: CliOptions): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawnProcess(process.execPath, [main, ...args], {
      cwd,
      env: buildEnvironment(env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    if (child.pid !== undefined) started?.(child.pid);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}

export interface TerminalRun {
  readonly code: number;
  /** What stands on the screen in the end, with marks such as `{red:…}` and `{bold:…}` around what isn't plain. */
  readonly screen: string;
  /** What stood there when each answer was typed. */
  readonly asked: readonly string[];
}

export interface TerminalOptions extends CliOptions {
  readonly columns?: number;
  /** What is typed once a text shows on the screen. */
  readonly answers?: readonly { readonly when: string; readonly type: string }[];
}

/** Runs the command in a pseudo terminal. */
export async function runInTerminal(args: readonly string[], options: TerminalOptions): Promise<TerminalRun> {
  const { cwd, env, main = builtMain, columns = 120, answers = [], started } = options;
  const screen = new Terminal({ cols: columns, rows: 500, allowProposedApi: true, convertEol: false });
  const child = spawnInTerminal(process.execPath, [main, ...args], {
    name: "xterm-256color",
    cols: columns,
    rows: 500,
    cwd,
    env: buildEnvironment(env),
  });
  started?.(child.pid);
  const open = [...answers];
  let seen = "";
  const asked: string[] = [];
  const answer = (data: string) => {
    seen += data;
    // One piece of output may have what several answers wait for.
    for (let [next] = open; next !== undefined && seen.includes(next.when); [next] = open) {
      seen = seen.slice(seen.indexOf(next.when) + next.when.length);
      open.shift();
      asked.push(readText(screen));
      child.write(next.type);
    }
  };
  child.onData((data) => screen.write(data.replaceAll(organizationLine, ""), () => answer(data)));
  const code = await new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  // What is still on its way through the terminal's own queue.
  await new Promise<void>((resolve) => screen.write("", resolve));
  return { code, screen: readText(screen), asked };
}

/**
 * A text in which what differs from run to run has a name: folders, addresses, times.
 *
 * @example stabilize(run.stdout, { [folder]: "<folder>" })
 */
export function stabilize(text: string, names: Record<string, string>): string {
  return Object.entries(names).reduce((result, [value, name]) => result.replaceAll(value, name), text);
}

/** A text without the times of the platform. */
export const hideTimes = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");

function buildEnvironment(env: Record<string, string> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    ([key, value]) =>
      value !== undefined && !/^(ANALYTICS_|PULUMI_|NO_COLOR|FORCE_COLOR|CI$|NODE_OPTIONS|JEST_)/.test(key),
  ) as [string, string][];
  return { ...Object.fromEntries(inherited), ...env };
}

const palette = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

function readText(terminal: Terminal): string {
  const { active } = terminal.buffer;
  const lines: string[] = [];
  let open = "";
  for (let y = 0; y < active.length; y++) {
    const line = active.getLine(y);
    if (line === undefined) continue;
    let text = "";
    for (let x = 0; x < terminal.cols; x++) {
      const cell = line.getCell(x);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const style = describeStyle(cell);
      if (style !== open) {
        if (open !== "") text += "}";
        if (style !== "") text += `{${style}:`;
        open = style;
      }
      text += cell.getChars() || " ";
    }
    if (open !== "") text += "}";
    open = "";
    lines.push(text.trimEnd());
  }
  return lines.join("\n").trimEnd();
}

type Cell = NonNullable<ReturnType<NonNullable<ReturnType<Terminal["buffer"]["active"]["getLine"]>>["getCell"]>>;

function describeStyle(cell: Cell): string {
  const words: string[] = [];
  if (cell.isBold()) words.push("bold");
  if (cell.isDim()) words.push("dim");
  if (cell.isUnderline()) words.push("underline");
  if (cell.isFgPalette()) words.push(palette[cell.getFgColor() % 8] as string);
  return words.join(" ");
}
