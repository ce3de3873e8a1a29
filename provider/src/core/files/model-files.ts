import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { leadsOut } from "./leads-out";
import { didYouMeanPath } from "./near-path";
import { UnreadableFileError } from "./read";

/**
 * The model files in and below a folder: every `*.yaml`, `*.yml` and `*.json`, in an order that doesn't depend on the machine. Names that begin
 * with `_` or `.` are left out, and so is `node_modules`.
 *
 * @param cwd what `folder` is relative to; default: the working directory of the process.
 * @returns paths that begin with `folder`.
 * @throws UnreadableFileError, also for a link that leads out of the folder.
 */
export function modelFilesIn(folder: string, cwd = "."): string[] {
  return filesBelow(folder, { root: folder, cwd });
}

interface Walk {
  readonly root: string;
  readonly cwd: string;
}

function filesBelow(folder: string, walk: Walk): string[] {
  const entries = entriesOf(folder, walk)
    .filter(({ name }) => !/^[._]|^node_modules$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, walk);
    if (!/\.(ya?ml|json)$/.test(entry.name)) return [];
    if (entry.isSymbolicLink()) refuseLinkOut(path, walk);
    return [path];
  });
}

function refuseLinkOut(path: string, { root, cwd }: Walk): void {
  let target: string;
  try {
    target = realpathSync(resolve(cwd, path));
  } catch {
    // Reading a broken link reports it.
    return;
  }
  if (leadsOut(realpathSync(resolve(cwd, root)), target)) {
    throw new UnreadableFileError(path, `leads out of ${root} through a link. Copy the file into that folder.`);
  }
}

function entriesOf(folder: string, { cwd }: Walk): Dirent[] {
  const place = resolve(cwd, folder);
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const hint = didYouMeanPath(place, { called: folder });
    throw new UnreadableFileError(folder, `can't be read (${code}); looked at ${place}.${hint}`, code);
  }
}
