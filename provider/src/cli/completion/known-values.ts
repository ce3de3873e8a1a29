import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readText } from "../../files/read";
import { projectFolder } from "../connection";
import type { KnownValues } from "./suggest";

/** What `--stack` and `--connection` may be in a folder: read from the files of its project, since asking Pulumi takes too long for a Tab. */
export function knownValues(cwd: string): KnownValues {
  return {
    "--stack": () => stackFiles(cwd).map(({ stack }) => stack),
    "--connection": () => [...new Set(stackFiles(cwd).flatMap(({ path }) => connectionsIn(path)))],
  };
}

function stackFiles(cwd: string): { stack: string; path: string }[] {
  const folder = projectFolder(cwd);
  if (folder === undefined) return [];
  return readdirSync(folder).flatMap((name) => {
    const [, stack] = /^Pulumi\.(.+)\.ya?ml$/.exec(name) ?? [];
    return stack === undefined ? [] : [{ stack, path: join(folder, name) }];
  });
}

function connectionsIn(path: string): string[] {
  try {
    const { config } = parse(readText(path)) as { config?: Record<string, unknown> };
    return Object.keys(config?.["analytics:connections"] ?? {});
  } catch {
    // What can't be read can't be completed either.
    return [];
  }
}
