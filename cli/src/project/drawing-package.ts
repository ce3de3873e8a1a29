import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { version } from "pulumi-analytics-internal/core/runtime";
import { type Context, UsageError } from "../command";
import { runChild } from "../command/child";
import { describeDamagedPackage } from "../command/failure";
import { findPackageManager } from "./package-manager";
import { findFolderWith, readInstalledManifest } from "./package-place";

/** What the package that draws pictures does. It is optional: its libraries are larger than everything else. */
export type Drawing = typeof import("pulumi-analytics-diagram");

const name = "pulumi-analytics-diagram";

/**
 * Loads the package that draws, of the same version as the command. Where it isn't installed, and somebody is there to
 * answer, it offers to install it in the project.
 *
 * @param command which needs it.
 * @throws UsageError with the command that installs it.
 */
export async function loadDrawingPackage(context: Context, command: string): Promise<Drawing> {
  const { cwd } = context;
  const project = findFolderWith(cwd, "package.json");
  const manager = findPackageManager(project ?? cwd);
  const add = [manager.name, ...manager.add({ dev: true }), `${name}@${version}`];
  const found =
    locatePackageManifest(cwd) ??
    (project && (await offerInstall(command, add, project, context)) ? locatePackageManifest(cwd) : undefined);
  if (found === undefined) throw new UsageError(`${command} needs the package ${name}: ${add.join(" ")}`);
  const manifest = readInstalledManifest<{ readonly version: string; readonly main: string }>(dirname(found), cwd);
  if (manifest.version !== version) {
    throw new UsageError(
      `${command} needs ${name} ${version}, but ${manifest.version} is installed in ` +
        `${dirname(found)}: ${add.join(" ")}`,
    );
  }
  const main = join(dirname(found), `${manifest.main}`);
  try {
    return createRequire(found)(main) as Drawing;
  } catch (error) {
    const [why = ""] = (error as Error).message.split("\n");
    throw new UsageError(describeDamagedPackage(`${main}: ${why}`, project ?? cwd));
  }
}

/** The manifest of the package: where this package finds it, else where a program in the folder does. */
function locatePackageManifest(cwd: string): string | undefined {
  for (const from of [__filename, join(cwd, "program.js")]) {
    try {
      return createRequire(from).resolve(`${name}/package.json`);
    } catch {
      // Node may remember that it wasn't there before it was installed: so look again.
      const modules = findFolderWith(dirname(from), join("node_modules", name, "package.json"));
      if (modules !== undefined) return join(modules, "node_modules", name, "package.json");
    }
  }
  return undefined;
}

/** Whether the user let it be installed. */
async function offerInstall(
  command: string,
  add: readonly string[],
  project: string,
  context: Context,
): Promise<boolean> {
  const { console, signal } = context;
  if (!console.canAsk) return false;
  const line = add.join(" ");
  const question = `${command} needs the package ${name}. Run \`${line}\` in ${project}?`;
  if (!(await console.confirm(question, line, signal))) return false;
  await run(add, project, context);
  return true;
}

async function run([command = "", ...args]: readonly string[], cwd: string, { env, signal }: Context): Promise<void> {
  const createError = (why: string, said = "") =>
    new UsageError(`\`${[command, ...args].join(" ")}\` failed (${why}).`, ...said.trim().split("\n"));
  // On Windows package managers are scripts, which only a shell runs; nothing here comes from elsewhere.
  const shell = process.platform === "win32";
  const { code, stdout, stderr } = await runChild(command, args, cwd, env, { shell, signal }).catch(
    (error: NodeJS.ErrnoException) => {
      throw createError(error.code === "ENOENT" ? `\`${command}\` is not on PATH` : error.message);
    },
  );
  if (code !== 0) throw createError(`exit code ${code}`, stdout + stderr);
}
