import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** The repository's folder. */
export const repository = join(__dirname, "../../..");

/** Where the artifacts of a release are written: git ignores it. */
export const releaseFolder = join(repository, "release");

export const checksumsFile = "SHA256SUMS";

/** The text of a file of the repository. */
export const readText = (path: string) => readFile(join(repository, path), "utf8");

const execute = promisify(execFile);

export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program and returns what it printed.
 *
 * @throws Error with the command line and all that it printed.
 */
export async function run(command: string, args: readonly string[], { cwd, env }: RunOptions = {}): Promise<string> {
  try {
    const { stdout } = await execute(command, [...args], {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: Number.POSITIVE_INFINITY,
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    const printed = `${stdout}\n${stderr}`.trim();
    throw new Error(`${[command, ...args].join(" ")} failed:\n${printed === "" ? message : printed}`);
  }
}

/** Whether a program can be started here. */
export async function hasProgram(command: string, ...args: readonly string[]): Promise<boolean> {
  return execute(command, [...args]).then(
    () => true,
    () => false,
  );
}

/** Gives a temporary folder to some work, and removes it afterwards. */
export async function useTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "analytics-release-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the SHA-256 checksums of a folder's files, in the format of `sha256sum --check`. Returns the lines. */
export async function writeChecksums(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name !== checksumsFile).sort();
  const lines = await Promise.all(names.map(async (name) => `${await computeChecksum(join(folder, name))}  ${name}`));
  await writeFile(join(folder, checksumsFile), `${lines.join("\n")}\n`);
  return lines;
}

/** The SHA-256 checksum of a file, in hexadecimal digits. */
async function computeChecksum(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

/**
 * An environment with Node.js and nothing else of npm, in which no registry is asked.
 *
 * @param folder where the folder with Node.js is made.
 * @param others folders of PATH beside it.
 */
export async function writeNodeAlone(folder: string, ...others: string[]): Promise<Record<string, string>> {
  const bin = join(folder, "bin");
  await mkdir(bin);
  await symlink(process.execPath, join(bin, "node"));
  return { PATH: [...others, bin].join(delimiter), PULUMI_DISABLE_REGISTRY_RESOLVE: "true" };
}
