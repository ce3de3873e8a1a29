import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { findExecutable, inspectCli, type PulumiCli } from "./cli";
import { oneLine } from "./errors";
import type { Log, Source } from "./source";
import { refreshLanguageHost } from "./stand-ins";
import { compareVersions, parseVersion } from "./version";

/**
 * The directory in which the npm package `pulumi` and Pulumi's Automation API keep what they download, as
 * `<version>/bin/pulumi`.
 */
export function versionsDirectory(pulumiHome: string): string {
  return join(pulumiHome, "versions");
}

/** The newest usable version kept in `versions`. If its language host is our stand-in, that is brought up to date. */
export function cacheSource(options: { versions: string; log: Log }): Source {
  return {
    name: "cache",
    async find() {
      for (const version of await cachedVersions(options.versions)) {
        const bin = join(options.versions, version, "bin");
        const command = await findExecutable(bin, "pulumi");
        if (command === undefined) continue;
        try {
          const cli = await inspectCli(command, "cache");
          if (await refreshLanguageHost(bin)) options.log("Pulumi: renewed the Node.js language host in the cache");
          return cli;
        } catch (error) {
          options.log(`Pulumi: cache: ${oneLine(error)}`);
        }
      }
      return undefined;
    },
  };
}

const STAGING = ".staging-";

/**
 * Puts a version into the cache in one step: `fill` makes its `bin` in a directory beside, which is moved to its place
 * only when it works. Killed in between, a process leaves nothing that could be taken for a version.
 *
 * The caller holds the lock on the cache: what others left partially created is removed first.
 *
 * @param fill - Gets the staging directory and leaves the binary and its companions in `bin` there.
 */
export async function installVersion(
  versions: string,
  version: string,
  source: PulumiCli["source"],
  fill: (staging: string) => Promise<void>,
): Promise<PulumiCli> {
  await removeStaging(versions);
  const staging = await mkdtemp(join(versions, STAGING));
  try {
    await fill(staging);
    const made = await findExecutable(join(staging, "bin"), "pulumi");
    if (made === undefined) throw new Error("there is no pulumi in what was made");
    await inspectCli(made, source);
    const place = join(versions, version);
    // Whatever is there wasn't usable, or nobody would have asked for another one.
    await rename(place, join(staging, "replaced")).catch(() => undefined);
    await mkdir(place);
    await rename(join(staging, "bin"), join(place, "bin"));
    return await inspectCli(join(place, "bin", basename(made)), source);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function cachedVersions(versions: string): Promise<string[]> {
  const names = await readdir(versions).catch(() => []);
  return names.filter((name) => parseVersion(name) === name).sort((left, right) => compareVersions(right, left));
}

async function removeStaging(versions: string): Promise<void> {
  await mkdir(versions, { recursive: true });
  const leftovers = (await readdir(versions)).filter((name) => name.startsWith(STAGING));
  await Promise.all(leftovers.map((name) => rm(join(versions, name), { recursive: true, force: true })));
}
