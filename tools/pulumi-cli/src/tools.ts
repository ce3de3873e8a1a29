import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findExecutable } from "./cli";
import { oneLine } from "./errors";
import { type GoBuild, goBuild, hasGo } from "./go-build";
import { withLock } from "./lock";
import { type Log, secondsSince } from "./source";
import { withStaging } from "./staging";
import { PULUMI_VERSION } from "./version";

/** A program that is built with Go when it is first asked for. */
export interface GoTool {
  /** The name of the executable. */
  readonly name: string;
  readonly package: string;
  readonly variables?: GoBuild["variables"];
  /** Everything that the build reads besides modules: path → text. Another text is another tool. */
  readonly files: Readonly<Record<string, string>>;
  /** What a machine without Go can do, as the end of a message. */
  readonly withoutGo: string;
}

export interface ToolOptions {
  /** The directory of the cache. */
  readonly versions: string;
  readonly log: Log;
}

/** How the name of a folder of tools ends. */
export const TOOLS = "-tools";

/** The folder in the cache for what accompanies the CLI. */
export function toolsDirectory(versions: string): string {
  return join(versions, `${PULUMI_VERSION}${TOOLS}`);
}

/**
 * The path of a tool in the cache, where it is built first when it isn't there. Several processes may ask at the same time: one builds.
 *
 * @throws Error with one line: there is no Go, or the build failed.
 */
export async function goTool(tool: GoTool, options: ToolOptions): Promise<string> {
  const place = join(toolsDirectory(options.versions), `${tool.name}-${keyOf(tool)}`);
  return (
    (await findExecutable(place, tool.name)) ??
    withLock(
      join(options.versions, ".lock"),
      async () => (await findExecutable(place, tool.name)) ?? (await build(tool, place, options)),
      () => options.log("Pulumi: another process is installing it, waiting for that"),
    )
  );
}

async function build(tool: GoTool, place: string, { versions, log }: ToolOptions): Promise<string> {
  const { name, files } = tool;
  if (!(await hasGo())) throw new Error(`${name} has to be built, and there is no Go: ${tool.withoutGo}`);
  const start = performance.now();
  log(`Pulumi: building ${name} with Go, which takes some minutes the first time`);
  return withStaging(versions, async (staging) => {
    const source = join(staging, "source");
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(source, path)), { recursive: true });
      await writeFile(join(source, path), text);
    }
    const output = join(staging, "bin", process.platform === "win32" ? `${name}.exe` : name);
    await goBuild({ directory: source, package: tool.package, output, variables: tool.variables }).catch((error) => {
      throw new Error(`${name} could not be built with Go: ${oneLine(error)}`);
    });
    await mkdir(dirname(place), { recursive: true });
    await rm(place, { recursive: true, force: true });
    await rename(join(staging, "bin"), place);
    log(`Pulumi: built ${name} in ${secondsSince(start)}`);
    return (await findExecutable(place, name)) ?? join(place, name);
  });
}

/** Tells one state of a tool's source from another. */
function keyOf({ files, package: packagePath }: GoTool): string {
  const hash = createHash("sha256").update(packagePath);
  for (const path of Object.keys(files).sort()) hash.update(`\0${path}\0${files[path]}`);
  return hash.digest("hex").slice(0, 12);
}
