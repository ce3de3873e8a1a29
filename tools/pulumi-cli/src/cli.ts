import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { lt } from "semver";
import { MINIMUM_VERSION, parseVersion } from "./version";

/** A Pulumi CLI that can run this repository's programs. */
export interface PulumiCli {
  /** Absolute path of the binary. */
  command: string;
  /** Its version without the leading `v`, such as `3.250.0`. */
  version: string;
  /** Which source had it. */
  source: "path" | "cache" | "download" | "build";
  /**
   * What to add to the environment when running `command`, so that the engine finds its companions.
   *
   * @example spawn(cli.command, ["up"], { env: { ...process.env, ...cli.env } });
   */
  env: Record<string, string>;
}

/** What the engine starts besides itself for a Node.js program with dynamic resources. */
const COMPANIONS = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"] as const;

const EXTENSIONS = process.platform === "win32" ? [".exe", ".cmd"] : [""];

const run = promisify(execFile);

/** The path of the executable `name` in `directory`, if it is there. */
export async function findExecutable(directory: string, name: string): Promise<string | undefined> {
  for (const extension of EXTENSIONS) {
    const candidate = join(directory, name + extension);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

/** The directories of a PATH, absolute, in its order. */
export function searchDirectories(path: string | undefined): string[] {
  const directories = (path ?? "").split(delimiter).filter((directory) => directory !== "");
  return directories.map((directory) => resolve(directory));
}

/**
 * Looks at a binary and describes it, if it can be used.
 *
 * @param directories - Where its companions may be, besides the binary's own directory.
 * @throws Error with the reason in one line: it doesn't start, is too old, or lacks a companion.
 */
export async function inspectCli(
  command: string,
  source: PulumiCli["source"],
  directories: readonly string[] = [],
): Promise<PulumiCli> {
  // The engine looks beside the binary itself, not beside a link to it.
  const home = dirname(await realpath(command));
  for (const companion of COMPANIONS) {
    const found = await Promise.all([home, ...directories].map((directory) => findExecutable(directory, companion)));
    if (!found.some(Boolean)) throw new Error(`${command} has no ${companion}`);
  }
  const version = await readVersion(command);
  if (lt(version, MINIMUM_VERSION)) {
    throw new Error(`${command} is ${version}, older than ${MINIMUM_VERSION}`);
  }
  return { command, version, source, env: buildEnvironment(command, source) };
}

function buildEnvironment(command: string, source: PulumiCli["source"]): Record<string, string> {
  const PATH = [dirname(command), ...searchDirectories(process.env.PATH)].join(delimiter);
  // Which version is in the cache is ours to choose, not the user's to be reminded of.
  return source === "path" ? { PATH } : { PATH, PULUMI_SKIP_UPDATE_CHECK: "true" };
}

async function readVersion(command: string): Promise<string> {
  const { stdout } = await run(command, ["version"], {
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeout: 10_000,
  }).catch(() => {
    throw new Error(`${command} doesn't start`);
  });
  const version = parseVersion(stdout);
  if (version === undefined) throw new Error(`${command} doesn't tell its version`);
  return version;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
