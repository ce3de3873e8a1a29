import { statSync } from "node:fs";
import { dirname, join } from "node:path";

const names = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/**
 * The path of the nearest project file, at or above a folder; undefined: there is none.
 *
 * @example projectFile(process.cwd()) // "/home/me/infra/Pulumi.yaml"
 */
export function projectFile(folder: string): string | undefined {
  const file = names.map((name) => join(folder, name)).find(isFile);
  if (file !== undefined) return file;
  return dirname(folder) === folder ? undefined : projectFile(dirname(folder));
}

/** The folder of the {@link projectFile}. */
export function projectFolder(folder: string): string | undefined {
  const file = projectFile(folder);
  return file && dirname(file);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
