import { mkdir, readdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { rcompare } from "semver";
import { findExecutable, inspectCli, type PulumiCli } from "./cli";
import { joinLines } from "./errors";
import type { Log, Source } from "./source";
import { useStaging } from "./staging";
import { refreshLanguageHost } from "./stand-ins";
import type { ToolOptions } from "./tools";
import { parseVersion } from "./version";

/** The newest usable version kept in `versions`. If its language host is our stand-in, that is brought up to date. */
export function createCacheSource(options: { versions: string; log: Log }): Source {
  return {
    name: "cache",
    async find() {
      for (const version of await listCachedVersions(options.versions)) {
        const bin = join(options.versions, version, "bin");
        const command = await findExecutable(bin, "pulumi");
        if (command === undefined) continue;
        try {
          // The inspection refuses a link to nowhere.
          await refresh(bin, options);
          return await inspectCli(command, "cache");
        } catch (error) {
          options.log(`Pulumi: cache: ${joinLines(error)}`);
        }
      }
      return undefined;
    },
  };
}

/**
 * Puts a version into the cache in one step: `fill` makes its `bin` in a directory beside, which is moved to its place
 * only when it works. The caller holds the lock on the cache.
 *
 * @param fill - Gets the staging directory and leaves the binary and its companions in `bin` there.
 */
export function installVersion(
  versions: string,
  version: string,
  source: PulumiCli["source"],
  fill: (staging: string) => Promise<void>,
): Promise<PulumiCli> {
  return useStaging(versions, async (staging) => {
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
  });
}

/**
 * Brings our stand-in up to date. One of another state still works, so a machine that can't build the new one keeps it.
 */
async function refresh(bin: string, options: ToolOptions): Promise<void> {
  try {
    if (await refreshLanguageHost(bin, options)) options.log("Pulumi: renewed the Node.js language host in the cache");
  } catch (error) {
    options.log(`Pulumi: cache: ${joinLines(error)}`);
  }
}

async function listCachedVersions(versions: string): Promise<string[]> {
  const names = await readdir(versions).catch(() => []);
  return names.filter((name) => parseVersion(name) === name).sort(rcompare);
}
