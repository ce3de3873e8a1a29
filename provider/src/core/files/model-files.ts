import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { explainOutside } from "./boundary";
import { suggestPath } from "./near-path";
import { UnreadableFileError } from "./read";
import { describeSystemCode, explainUnread } from "./system-errors";

/**
 * The model files in and below a folder: every `*.yaml`, `*.yml` and `*.json` but checks files, in upper or lower case,
 * in an order that doesn't depend on the machine. Names that begin with `_` or `.` are left out, and so are packages:
 * `node_modules`, `dbt_packages` and virtual environments of Python. Links are followed inside the project; no other
 * link to a folder or a model is passed over, because a model whose file isn't found would be deleted.
 *
 * @param cwd what `folder` is relative to; default: the working directory of the process.
 * @param skip is told a link or folder that isn't entered, for those who only search; default: it is an error.
 * @returns paths that begin with `folder`.
 * @throws UnreadableFileError, also for a link that is broken, leads out of the project, or to a folder that is walked
 * already.
 */
export function listModelFiles(folder: string, cwd = ".", skip?: Walk["skip"]): string[] {
  return listFiles({ root: folder, cwd, walked: new Map(), skip, isWanted: isModelName });
}

/** The checks files of models in and below a folder, in the same way: `orders.checks.yaml`. */
export function listChecksFiles(folder: string, cwd = ".", skip?: Walk["skip"]): string[] {
  return listFiles({ root: folder, cwd, walked: new Map(), skip, isWanted: isChecksFile });
}

function listFiles(walk: Walk): string[] {
  const { root: folder, isWanted } = walk;
  const files: string[] = [];
  const links: string[] = [];
  const visit = (found: FolderListing) => {
    files.push(...found.files);
    links.push(...found.links);
  };
  tryTo(walk, () => visit(findFiles(folder, walk)));
  // Links come last: of a folder that is reached twice, the message names the link.
  for (const link of links) {
    tryTo(walk, () => {
      const stats = followLink(link, walk);
      if (stats?.isDirectory()) visit(findFiles(link, walk));
      else if (stats !== undefined && isWanted(link)) files.push(link);
    });
  }
  return files.sort((a, b) => compareSteps(a.split(/[\\/]/), b.split(/[\\/]/)));
}

interface Walk {
  readonly root: string;
  readonly cwd: string;
  /** The folders that were entered, by their paths without links. */
  readonly walked: Map<string, string>;
  readonly skip: ((problem: UnreadableFileError) => void) | undefined;
  /** Whether a file is one of those that are listed. */
  readonly isWanted: (path: string) => boolean;
}

function tryTo({ skip }: Walk, enter: () => void): void {
  try {
    enter();
  } catch (error) {
    if (skip === undefined || !(error instanceof UnreadableFileError)) throw error;
    skip(error);
  }
}

/** What is in a folder and below. */
interface FolderListing {
  readonly files: readonly string[];
  /** Links that aren't followed yet. */
  readonly links: readonly string[];
}

/** The file that makes a folder a virtual environment of Python, whatever its name is. */
const environmentFile = "pyvenv.cfg";

/** Whether a file has checks of a model, by its name. */
export const isChecksFile = (path: string): boolean => /\.checks\.(ya?ml|json)$/i.test(path);

const isModelName = (path: string) => /\.(ya?ml|json)$/i.test(path) && !isChecksFile(path);

/** By folders and names, not by whole paths: a slash sorts behind a blank. */
function compareSteps(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((step, index) => step !== b[index]);
  const [x = "", y = ""] = [a[at], b[at]];
  return x < y ? -1 : x > y ? 1 : 0;
}

function findFiles(folder: string, walk: Walk): FolderListing {
  const entries = readEntries(folder, walk).filter(({ name }) => !/^[._]|^(node_modules|dbt_packages)$/.test(name));
  if (folder !== walk.root && entries.some(({ name }) => name === environmentFile)) return { files: [], links: [] };
  const real = realpathSync(resolve(walk.cwd, folder));
  const known = walk.walked.get(real);
  if (known !== undefined) {
    throw new UnreadableFileError(folder, `is the same folder as ${known}, through a link. Remove the link.`);
  }
  walk.walked.set(real, folder);
  const found = { files: [] as string[], links: [] as string[] };
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) found.links.push(path);
    else if (!entry.isDirectory()) found.files.push(...(walk.isWanted(path) ? [path] : []));
    else {
      tryTo(walk, () => {
        const below = findFiles(path, walk);
        found.files.push(...below.files);
        found.links.push(...below.links);
      });
    }
  }
  return found;
}

/** What a link leads to; undefined for one to a file that is no model. */
function followLink(path: string, { root, cwd, isWanted }: Walk): Stats | undefined {
  const place = resolve(cwd, path);
  let stats: Stats;
  try {
    stats = statSync(place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Behind links in a circle, there is no folder.
    const isFolder = extname(path) === "" && code !== "ELOOP";
    if (!isWanted(path) && !isFolder) return undefined;
    const what = describeSystemCode(code)?.what ?? code;
    throw new UnreadableFileError(path, `is a link that can't be followed: ${what}. Correct it, or remove it.`, code);
  }
  if (!stats.isDirectory() && !isWanted(path)) return undefined;
  const why = explainOutside(place, resolve(cwd, root), root, stats.isDirectory() ? "folder" : "file");
  if (why !== undefined) throw new UnreadableFileError(path, why);
  return stats;
}

function readEntries(folder: string, { cwd }: Walk): Dirent[] {
  const place = resolve(cwd, folder);
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const { what, fix } = explainUnread(code, place);
    const hint = suggestPath(place, { called: folder });
    throw new UnreadableFileError(folder, `${what}; looked at ${place}.${hint}${fix}`, code);
  }
}
