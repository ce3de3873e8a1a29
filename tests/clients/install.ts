import { spawn } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The clients, as they are named where they are installed from. */
export const versions = {
  sdk: "sigma-computing-rest-api-sdk@0.1.1",
  assistant: "mcp-server-sigma==2.1.1",
  ingestion: "acryl-datahub[sigma]==1.7.0.17",
  command: "sigma-computing-cli==0.1.0",
  tap: "git+https://github.com/MeltanoLabs/tap-sigma@00d8b7e123b1a0fe67d4bbfe882f4e2635a25db0",
} as const;

/** What a process wrote, and how it ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Outcome> {
  const child = spawn(program, args, { cwd: options.cwd, env: { ...process.env, ...options.env } });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk) => {
      texts[name] += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...texts }));
  });
}

/** Runs a program that has to succeed; what it wrote. */
export async function expectRun(...args: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  if (code !== 0) throw new Error(`${args[0]} ${args[1].join(" ")}: exit code ${code}\n${stderr.slice(-3000)}`);
  return stdout;
}

/** Installs a package of Python in an environment of its own; the folder of its programs. */
export async function installPython(folder: string, requirement: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await expectRun("python3", ["-m", "venv", "venv"], { cwd: folder });
  const programs = join(folder, "venv", "bin");
  await expectRun(join(programs, "pip"), ["install", "--quiet", requirement], { cwd: folder });
  return programs;
}

/** Installs a package of npm, and puts files of this folder beside it. */
export async function installNode(folder: string, specifier: string, files: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await expectRun("npm", ["install", "--silent", specifier], { cwd: folder });
  for (const file of files) cpSync(join(__dirname, file), join(folder, file));
}
