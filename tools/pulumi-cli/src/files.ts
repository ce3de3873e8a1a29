import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { check, lock } from "proper-lockfile";

/** A lock is taken on a folder that need not be there. */
const unresolved = { realpath: false };

/** Receives one line about what is being done, without a line break. */
export type Log = (line: string) => void;

/** Where versions are kept, and whom to tell. */
export interface CacheOptions {
  /** Receives a line for each step that takes time or fails. Default: standard error. */
  readonly log?: Log;
  /**
   * Pulumi's home, in which versions are cached. Default: `PULUMI_HOME`, else `~/.pulumi`. It has nothing to do with
   * the `PULUMI_HOME` that the engine is run with later.
   */
  readonly home?: string;
}

/** The folder in which Pulumi's Automation API keeps what it downloads as well, as `<version>/bin/pulumi`. */
export function getVersionsFolder({ home }: CacheOptions): string {
  return join(home ?? (process.env.PULUMI_HOME || join(homedir(), ".pulumi")), "versions");
}

/** The log of the options. */
export function getLog({ log }: CacheOptions): Log {
  return log ?? ((line) => process.stderr.write(`${line}\n`));
}

/** What went wrong, without the stack and in one line. */
export function joinLines(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().replace(/\s*\n\s*/g, "; ");
}

/** The directories of PATH, absolute, in its order. */
export function listPath(): string[] {
  const directories = (process.env.PATH ?? "").split(delimiter).filter((directory) => directory !== "");
  return directories.map((directory) => resolve(directory));
}

/** The path of the executable `name` in the first of some directories that has it. */
export async function findExecutable(name: string, directories: readonly string[]): Promise<string | undefined> {
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const candidate of directories.flatMap((directory) => names.map((file) => join(directory, file)))) {
    const isExecutable = await access(candidate, constants.X_OK).then(
      async () => (await stat(candidate)).isFile(),
      () => false,
    );
    if (isExecutable) return candidate;
  }
  return undefined;
}

/**
 * Finds what a folder of the cache has; the first who doesn't find it fills the folder, and others wait for that.
 *
 * @param fill gets a new folder, which is moved to its place in one step: killed before, a process leaves nothing that
 *   could be taken for finished.
 * @example await makeOnce(folder, () => findExecutable("codegen", [folder]), buildInto, log);
 */
export async function makeOnce<T>(
  folder: string,
  find: () => Promise<T | undefined>,
  fill: (staging: string) => Promise<void>,
  log: Log,
): Promise<T> {
  const ready = await find();
  if (ready !== undefined) return ready;
  await mkdir(dirname(folder), { recursive: true });
  const staging = `${folder}.staging`;
  if (await check(folder, unresolved)) log("Pulumi: another process is installing it, waiting for that");
  const release = await lock(folder, { ...unresolved, retries: { forever: true, maxTimeout: 1_000 } });
  try {
    const made = await find();
    if (made !== undefined) return made;
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging);
    await fill(staging);
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
    const filled = await find();
    if (filled === undefined) throw new Error(`what was made in ${folder} can't be used`);
    return filled;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await release();
  }
}

/** Links a program to a path, in place of what is there: an engine that starts now finds the old or the new one. */
export async function link(program: string, path: string): Promise<void> {
  if ((await readlink(path).catch(() => undefined)) === program) return;
  const beside = `${path}.${randomUUID()}`;
  await symlink(program, beside);
  await rename(beside, path);
}
