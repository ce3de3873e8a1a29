/** Paths of folders as people write them, and the folders that they name. */
import { isSameName } from "../text";

/** A folder, workspace or document, as `/v2/files` lists it. */
export interface Placed {
  readonly id: string;
  readonly name: string;
  /** Id of its folder. */
  readonly parentId: string;
  /** Names of the folders above, as the platform joins them: it doesn't escape slashes in names. */
  readonly path: string;
}

/**
 * A path as people write it: the names, separated by `/`. A slash in a name is written `\/`, and a backslash `\\` where
 * it could be misread.
 *
 * @example writePath(["Acme", "P/L"]) // "Acme/P\\/L"
 */
export function writePath(names: readonly string[]): string {
  return names.map((name) => name.replace(/\/|\\(?=[\\/]|$)/g, "\\$&")).join("/");
}

/**
 * Inverse of {@link writePath}; slashes at the ends and twice in a row count as none.
 *
 * @example parsePath("Acme/P\\/L") // ["Acme", "P/L"]
 */
export function parsePath(path: string): string[] {
  const names = [""];
  for (const [text, escaped] of path.matchAll(/\\([\\/])|./gsu)) {
    if (text === "/") names.push("");
    else names[names.length - 1] += escaped ?? text;
  }
  return names.filter((name) => name !== "");
}

/** The path as the platform writes it, where a slash may be part of a name. */
export const getPlatformPath = ({ path, name }: Pick<Placed, "path" | "name">) =>
  path === "" ? name : `${path}/${name}`;

/** Folders and workspaces, by which the names on the way to a file are known. */
export class FolderTree<Folder extends Placed = Placed> {
  readonly #byId: ReadonlyMap<string, Folder>;

  constructor(folders: Iterable<Folder>) {
    this.#byId = new Map([...folders].map((folder) => [folder.id, folder]));
  }

  /** Every folder and workspace. */
  get all(): Folder[] {
    return [...this.#byId.values()];
  }

  /** Whether a folder is in the list. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /**
   * The names from the workspace down to a file. Above a folder that isn't listed, the platform's path is all there is.
   */
  listPathNames(file: Placed): string[] {
    const above = this.listFolders(file);
    const top = above.at(-1) ?? file;
    const unlisted = top.path.split("/").filter((name) => name !== "");
    return [...unlisted, ...above.reverse().map(({ name }) => name), file.name];
  }

  /** The folders that contain a file, the nearest first, as far as they are listed. Stops at a cycle. */
  listFolders({ id, parentId }: Placed): Folder[] {
    const above: Folder[] = [];
    const seen = new Set([id]);
    for (let at = this.#byId.get(parentId); at !== undefined && !seen.has(at.id); at = this.#byId.get(at.parentId)) {
      seen.add(at.id);
      above.push(at);
    }
    return above;
  }

  /** Whether a folder contains itself, directly or through others. */
  isCircular(folder: Placed): boolean {
    const top = this.listFolders(folder).at(-1) ?? folder;
    return top.parentId === folder.id;
  }

  /** {@link writePath} of a file. */
  writeFilePath(file: Placed): string {
    return writePath(this.listPathNames(file));
  }

  /** {@link writePath} of the folder that contains a file. */
  writeFolderPath(file: Placed): string {
    return writePath(this.listPathNames(file).slice(0, -1));
  }
}

/** Whether a path says which slashes are parts of names. Otherwise it may mean any of them. */
export const isExact = (path: string) => parsePath(path).some((name) => name.includes("/"));

/** Whether a path may name a file, judged by the platform's own path. */
export function mayName(path: string, file: Pick<Placed, "path" | "name">): boolean {
  return isSameName(getPlatformPath(file), parsePath(path).join("/"));
}

/**
 * The files that a path names. Without an escaped slash, each slash may separate folders or be part of a name, so that
 * several files are found where both are there.
 *
 * @param candidates those that it {@link mayName}.
 */
export function findFiles<File extends Placed>(path: string, candidates: readonly File[], tree: FolderTree): File[] {
  if (!isExact(path)) return [...candidates];
  const exact = writePath(parsePath(path));
  return candidates.filter((file) => isSameName(tree.writeFilePath(file), exact));
}

/** Files that a path names, and how to name one of them: the end of a message about a path that names several. */
export function describeChoice(files: readonly Placed[], tree: FolderTree): string {
  const paths = files.map((file) => tree.writeFilePath(file));
  const list = files.map(({ id }, index) => `${id} (${paths[index]})`).join(", ");
  const isSlash = new Set(paths).size > 1;
  return `${list}. Give the id of one${isSlash ? ", or write a slash in a name as \\/" : ""}.`;
}
