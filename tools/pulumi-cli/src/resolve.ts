import { join } from "node:path";
import { buildSource } from "./build-source";
import { createCacheSource } from "./cache";
import type { PulumiCli } from "./cli";
import { downloadSource } from "./download-source";
import { getPulumiHome, getVersionsDirectory } from "./home";
import { runLocked } from "./lock";
import { createPathSource } from "./path-source";
import { findFirst, type Log, type Source, writeToStderr } from "./source";
import { MINIMUM_VERSION } from "./version";

/** Where to look, and whom to tell. Everything has a default. */
export interface ResolveOptions {
  /** Receives a line for each step that takes time or fails. Default: standard error. */
  log?: Log;
  /**
   * Pulumi's home, in which versions are cached. Default: `PULUMI_HOME`, else `~/.pulumi`. It has nothing to do with
   * the `PULUMI_HOME` the engine is run with later.
   */
  home?: string;
  /** What to ask, in this order. Default: `defaultSources`. */
  sources?: readonly Source[];
}

/**
 * Answers which Pulumi to run: the one on PATH, one from the cache, the official download, or one built with Go.
 *
 * @throws Error with one line that says how to install Pulumi, when no source has one.
 * @example
 * const cli = await resolvePulumi();
 * spawn(cli.command, ["preview"], { env: { ...process.env, ...cli.env } });
 */
export async function resolvePulumi(options: ResolveOptions = {}): Promise<PulumiCli> {
  const log = options.log ?? writeToStderr;
  const sources = options.sources ?? listDefaultSources(options.home ?? getPulumiHome(), log);
  const cli = await findFirst(sources, log);
  if (cli !== undefined) return cli;
  throw new Error(
    `No Pulumi ${MINIMUM_VERSION} or newer was found, downloaded or built: ` +
      "install it as https://www.pulumi.com/docs/install/ says, or install Go, and try again.",
  );
}

/** PATH, then the cache, then what is put into the cache: the download, else the build. */
export function listDefaultSources(home: string, log: Log): Source[] {
  const options = { versions: getVersionsDirectory(home), log };
  const makers = [downloadSource(options), buildSource(options)];
  return [createPathSource(options), createCacheSource(options), shareSource(makers, options)];
}

/** Sources that put a version into the cache, asked by one process at a time: the others get what that one made. */
export function shareSource(makers: readonly Source[], options: { versions: string; log: Log }): Source {
  const { versions, log } = options;
  return {
    name: "cache",
    find: () =>
      runLocked(
        join(versions, ".lock"),
        () => findFirst([createCacheSource(options), ...makers], log),
        () => log("Pulumi: another process is installing it, waiting for that"),
      ),
  };
}
