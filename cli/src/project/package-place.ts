import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { isOutsideFolder } from "pulumi-analytics-internal/core/files";
import { UsageError } from "../command/exit";
import { describeDamagedPackage } from "../command/failure";
import { resolveRealPath } from "../command/transaction";

/** The package with the provider's plugin and the JSON Schema. */
const ownName = "pulumi-analytics";

/**
 * The folder of a package that a program in a folder loads, by Node's own rules: in the nearest `node_modules`, here or
 * above. Links stay, since what they lead to has another name after each update. What only `NODE_PATH` leads to doesn't
 * count: pnpm sets it for commands, and Pulumi's programs don't get it. Undefined: there is none.
 */
export function locatePackage(name: string, folder: string): string | undefined {
  const from = resolveRealPath(folder);
  const lookedIn = createRequire(join(from, "program.js")).resolve.paths(name) ?? [];
  return lookedIn
    .filter((modules) => !isOutsideFolder(dirname(modules), from))
    .map((modules) => join(modules, name))
    .find((found) => existsSync(join(found, "package.json")));
}

/**
 * What `package.json` of an installed package says.
 *
 * @throws UsageError when the package is damaged.
 */
export function readInstalledManifest<Manifest>(folder: string, cwd: string): Manifest {
  const file = join(folder, "package.json");
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Manifest;
  } catch (error) {
    throw new UsageError(describeDamagedPackage(`${file}: ${(error as Error).message}`, cwd));
  }
}

/**
 * The path from a folder to this package as files of a project name it, such as `./node_modules/pulumi-analytics`, or
 * `../../node_modules/pulumi-analytics` where a workspace has its packages in its root. Where it isn't installed yet,
 * it will most likely be in the project's own `node_modules`.
 *
 * @param project the folder whose program needs the package; default: the same folder.
 */
export function findPackagePath(folder: string, project = folder): string {
  const found =
    locatePackage(ownName, project) ??
    locatePackage(ownName, folder) ??
    join(resolveRealPath(project), "node_modules", ownName);
  const path = relative(resolveRealPath(folder), found).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}

/** The line of `Pulumi.yaml` by which the engine finds the plugin. */
export function formatPluginLine(folder: string): string {
  return `packages: { analytics: ${findPackagePath(folder)}/plugin }`;
}

/** The nearest folder, this one or above, that has a file. */
export function findFolderWith(start: string, file: string): string | undefined {
  if (existsSync(join(start, file))) return start;
  return dirname(start) === start ? undefined : findFolderWith(dirname(start), file);
}
