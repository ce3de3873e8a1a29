import { isAbsolute, relative, sep } from "node:path";

/** Whether a file is outside of a folder. The caller resolves links. */
export function isOutsideFolder(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return isAbsolute(path) || path.split(sep)[0] === "..";
}
