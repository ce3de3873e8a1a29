import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { findExecutable } from "./cli";
import { joinLines } from "./errors";
import { buildGo, type GoBuild, hasGo } from "./go-build";
import { runLocked } from "./lock";
import { formatSeconds, type Log } from "./source";
import { useStaging } from "./staging";
import { PULUMI_VERSION } from "./version";

/** A program that is built with Go when it is first asked for, together with the others of its module. */
export interface GoTool extends Omit<GoBuild, "output"> {
  /** The name of the executable. */
  readonly name: string;
  /** What a machine without Go can do, as the end of a message. */
  readonly withoutGo: string;
}

export interface ToolOptions {
  /** The directory of the cache. */
  readonly versions: string;
  readonly log: Log;
}

/** The files that a build reads besides modules. */
const SOURCES = /\.(?:mod|sum|go|py)$/;

/** How the name of a folder of tools ends. */
export const TOOLS = "-tools";

/** The folder in the cache for what accompanies the CLI. */
export function getToolsDirectory(versions: string): string {
  return join(versions, `${PULUMI_VERSION}${TOOLS}`);
}

/**
 * The path of a tool in the cache, where it is built first when it isn't there. Several processes may ask at the same
 * time: one builds. The tools have a lock of their own, so that the holder of the cache's lock may ask too.
 *
 * @throws Error with one line: there is no Go, or the build failed.
 */
export async function findGoTool(tool: GoTool, options: ToolOptions): Promise<string> {
  const tools = getToolsDirectory(options.versions);
  const place = join(tools, `${basename(tool.directory)}-${await formKey(tool)}`);
  return (
    (await findExecutable(place, tool.name)) ??
    runLocked(
      join(tools, ".lock"),
      async () => (await findExecutable(place, tool.name)) ?? (await build(tool, place, options)),
      () => options.log("Pulumi: another process is installing it, waiting for that"),
    )
  );
}

async function build(tool: GoTool, place: string, { versions, log }: ToolOptions): Promise<string> {
  const { name } = tool;
  if (!(await hasGo())) throw new Error(`${name} has to be built, and there is no Go: ${tool.withoutGo}`);
  const start = performance.now();
  log(`Pulumi: building ${name} with Go, which takes some minutes the first time`);
  return useStaging(getToolsDirectory(versions), async (staging) => {
    const output = join(staging, "bin");
    await buildGo({ ...tool, output }).catch((error) => {
      throw new Error(`${name} could not be built with Go: ${joinLines(error)}`);
    });
    await rm(place, { recursive: true, force: true });
    await rename(output, place);
    log(`Pulumi: built ${name} in ${formatSeconds(start)}`);
    return (await findExecutable(place, name)) ?? join(place, name);
  });
}

/** Tells one state of a module from another. What is built from it belongs to the state. */
async function formKey({ directory, packages }: GoTool): Promise<string> {
  const hash = createHash("sha256").update(packages.join("\0"));
  const names = await readdir(directory, { recursive: true });
  for (const name of names.filter((name) => SOURCES.test(name)).sort()) {
    hash.update(`\0${name}\0`).update(await readFile(join(directory, name)));
  }
  return hash.digest("hex").slice(0, 12);
}
