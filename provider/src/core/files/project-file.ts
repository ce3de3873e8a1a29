import { statSync } from "node:fs";
import { dirname, join } from "node:path";

const names = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/**
 * The path of the nearest project file, at or above a folder; undefined: there is none.
 *
 * @example findProjectFile(process.cwd()) // "/home/me/infra/Pulumi.yaml"
 */
export function findProjectFile(folder: string): string | undefined {
  const file = names.map((name) => join(folder, name)).find(isFile);
  if (file !== undefined) return file;
  return dirname(folder) === folder ? undefined : findProjectFile(dirname(folder));
}

/** The folder of the {@link findProjectFile}. */
export function findProjectFolder(folder: string): string | undefined {
  const file = findProjectFile(folder);
  return file && dirname(file);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
