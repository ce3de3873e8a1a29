/** What lies in a project's folder and isn't of the project: what dbt and git say of their own. */

import { spawnSync } from "node:child_process";
import { basename, dirname, join, normalize } from "node:path";
import { load } from "js-yaml";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import type { Environment } from "../command/child";
import { readInput } from "../command/files";
import { omitRepository } from "./git";

/** The keys of `dbt_project.yml` that name folders which dbt writes, and their defaults. */
const dbtFolders = { "target-path": "target", "packages-install-path": "dbt_packages" };

/**
 * The folders that dbt writes, of all dbt projects among some files: their artifacts look like whatever they describe.
 *
 * @param files paths relative to `cwd`.
 */
export function listDbtOutputs(cwd: string, files: readonly string[]): string[] {
  return files
    .filter((path) => basename(path) === "dbt_project.yml")
    .flatMap((path) => {
      const project = readYaml(cwd, path);
      return Object.entries(dbtFolders).map(([key, usual]) => {
        const own = project[key];
        return join(dirname(path), typeof own === "string" ? own : usual);
      });
    });
}

function readYaml(cwd: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const value = load(readInput(cwd, path));
    return isObject(value as never) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Says which paths git ignores, with what is in folders that it ignores. Git is asked when that is first asked.
 *
 * @returns takes a path relative to `cwd`.
 */
export function createIgnoredFinder(cwd: string, env: Environment): (path: string) => boolean {
  let ignored: ReadonlySet<string> | undefined;
  return (path) => {
    ignored ??= new Set(listIgnoredByGit(cwd, env));
    return isAmong(path, ignored);
  };
}

/** Whether a path, or a folder above it, is one of some paths. */
export function isAmong(path: string, paths: ReadonlySet<string>): boolean {
  const above = dirname(path);
  return paths.has(path) || (above !== path && isAmong(above, paths));
}

/** Names of 100,000 files. */
const mostOutput = 64 * 1024 * 1024;

/** The files and folders that git ignores, relative to `cwd`; none without git, or outside of a repository. */
function listIgnoredByGit(cwd: string, env: Environment): string[] {
  // A repository may name a program that git would run.
  const args = ["-c", "core.fsmonitor=false", "ls-files", "--others", "--ignored", "--exclude-standard"];
  const { status, stdout } = spawnSync("git", [...args, "--directory", "-z"], {
    cwd,
    env: omitRepository(env),
    encoding: "utf8",
    maxBuffer: mostOutput,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (status !== 0) return [];
  return stdout.split("\0").flatMap((path) => (path === "" ? [] : [normalize(path.replace(/\/$/, ""))]));
}
