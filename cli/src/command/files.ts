import { existsSync, readdirSync, rmdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import {
  isOutsideFolder,
  type ReadOptions,
  readBytes,
  readText,
  UnreadableFileError,
} from "pulumi-analytics-internal/core/files";
import { UsageError } from "./exit";
import { changeFiles, findRoot, type PlannedChange, resolveRealPath } from "./transaction";

/**
 * A file of the user's, as text.
 *
 * @param path relative to `cwd`.
 * @throws UsageError when it can't be read.
 */
export function readInput(cwd: string, path: string, options: ReadOptions = {}): string {
  refuseLeavingLink(cwd, path);
  return convertReadError(() => readText(resolve(cwd, path), { called: path, ...options }));
}

/**
 * Refuses a file or folder that was asked for, if a link leads from there out of the project: whoever writes the
 * project's files could otherwise have any file of the machine read and quoted.
 *
 * @throws UsageError
 */
export function refuseLeavingLink(cwd: string, path: string): void {
  const real = resolveRealPath(resolve(cwd, path));
  const root = findRoot(cwd, dirname(resolve(cwd, path)));
  if (!isOutsideFolder(root, real)) return;
  throw new UsageError(`${path}: leads out of ${root} through a link. If you mean it, name ${real}.`);
}

/** Runs a read; a file that can't be read is an error of the user's asking. */
export function convertReadError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadableFileError ? new UsageError(error.message) : error;
  }
}

/** A path as messages have it: from the working directory, with `/`. */
export const formatPath = (cwd: string, path: string) => relative(cwd, resolve(cwd, path)).split(sep).join("/");

/** What becomes, or with `--dry-run` would become, of a file. */
export interface FileChange {
  /** From the working directory, with `/`. */
  readonly path: string;
  readonly action: "create" | "update" | "unchanged";
}

/** A file as it is to be. */
export interface FileWrite {
  readonly path: string;
  /**
   * What it held when it was read for this change; undefined: there was none. Left out: it was read just now. A file
   * that has changed since is an error.
   */
  readonly before?: string | undefined;
  /** Undefined: the file is removed; one that isn't there is none to remove. */
  readonly after: string | Uint8Array | undefined;
}

/**
 * Writes files whole or not at all, below one folder and nowhere else.
 *
 * A file is written beside its place and then renamed onto it, so a reader, or Ctrl-C, never meets half a file. A file
 * that is as it should be isn't touched. A link stays one: what it leads to is written.
 *
 * @example
 * ```ts
 * const writer = new FileWriter(cwd, "models", { dryRun });
 * writer.write("orders.yaml", text); // { path: "models/orders.yaml", action: "create" }
 * ```
 */
export class FileWriter {
  readonly folder: string;
  readonly #cwd: string;
  readonly #dryRun: boolean;
  #root: string | undefined;

  constructor(cwd: string, folder: string, { dryRun = false }: { dryRun?: boolean } = {}) {
    this.#cwd = cwd;
    this.folder = resolve(cwd, folder);
    this.#dryRun = dryRun;
  }

  /** What a file of the folder holds; undefined when there is none. */
  read(path: string): string | undefined {
    const file = this.#resolveInside(path);
    return readIfPresent(file, () => readText(file, { called: path, within: this.folder }));
  }

  /** @param path from the folder. */
  write(path: string, content: string | Uint8Array): FileChange {
    const file = this.#resolveInside(path);
    const change = planChange(file, content);
    this.#change([change]);
    const action = change.before === undefined ? "create" : isChange(change) ? "update" : "unchanged";
    return { path: formatPath(this.#cwd, file), action };
  }

  /**
   * Writes and removes files together: all of them, or none. Only a kill between two files leaves some old; each is
   * whole.
   *
   * @param writes with paths from the folder.
   * @throws UsageError
   */
  apply(writes: Iterable<FileWrite>): void {
    const changes = [...writes].map((write) => {
      const change = planChange(this.#resolveInside(write.path), write.after);
      return "before" in write ? { ...change, before: toBuffer(write.before) } : change;
    });
    this.#change([...new Map(changes.map((change) => [change.place, change])).values()]);
  }

  /** Whether nothing is written. */
  get isDryRun(): boolean {
    return this.#dryRun;
  }

  #change(changes: readonly PlannedChange[]): void {
    this.#root ??= findRoot(this.#cwd, this.folder);
    const root = this.#root;
    for (const { place } of changes) {
      if (isOutsideFolder(root, place))
        throw new UsageError(`${place}: is outside ${root}. Name a file in that folder.`);
    }
    if (this.#dryRun) return;
    changeFiles(changes.filter(isChange));
    for (const { place, after } of changes) if (after === undefined) this.#removeEmptyFolders(dirname(place));
  }

  #removeEmptyFolders(from: string): void {
    const end = resolveRealPath(this.folder);
    for (let place = from; place !== end && existsSync(place) && readdirSync(place).length === 0; ) {
      rmdirSync(place);
      place = dirname(place);
    }
  }

  /** The file, and a refusal when a name or a link leads out of the folder. */
  #resolveInside(path: string): string {
    const file = join(this.folder, path);
    if (
      isOutsideFolder(this.folder, file) ||
      isOutsideFolder(resolveRealPath(this.folder), resolveRealPath(dirname(file)))
    ) {
      throw new UsageError(`${path}: is outside ${this.folder}. Name a file in that folder.`);
    }
    return file;
  }
}

/** A removal is of the link, not of what it leads to. */
function planChange(file: string, content: string | Uint8Array | undefined): PlannedChange {
  // Of a file that isn't there, the message about it would read the folder.
  const before = readIfPresent(file, () => readBytes(file));
  const after = toBuffer(content);
  const place = after === undefined ? join(resolveRealPath(dirname(file)), basename(file)) : resolveRealPath(file);
  return { place, before, after };
}

const toBuffer = (content: string | Uint8Array | undefined): Buffer | undefined =>
  content === undefined ? undefined : Buffer.from(content as string);

const isChange = ({ before, after }: PlannedChange): boolean =>
  after === undefined ? before !== undefined : !before?.equals(after);

/**
 * Writes and removes files together, wherever the user has them: all of them, or none. See {@link FileWriter.apply}.
 *
 * @param writes with paths relative to `cwd`.
 * @throws UsageError
 */
export function writeFiles(
  cwd: string,
  writes: Iterable<FileWrite>,
  options: { readonly dryRun?: boolean } = {},
): void {
  const files = [...writes].map((write) => {
    refuseLeavingLink(cwd, write.path);
    return { ...write, path: resolveRealPath(resolve(cwd, write.path)) };
  });
  const [first, ...others] = files.map(({ path }) => dirname(path));
  if (first === undefined) return;
  const folder = others.reduce(findCommonFolder, first);
  const inFolder = files.map((file) => ({ ...file, path: relative(folder, file.path) }));
  new FileWriter(cwd, folder, options).apply(inFolder);
}

const findCommonFolder = (a: string, b: string): string =>
  isOutsideFolder(a, b) && dirname(a) !== a ? findCommonFolder(dirname(a), b) : a;

/** Writes one file, wherever the user wants it. In a dry run, it says what would be written. */
export function writeOutput(
  cwd: string,
  path: string,
  content: string | Uint8Array,
  options: { readonly dryRun?: boolean } = {},
): FileChange {
  const file = resolve(cwd, path);
  return new FileWriter(cwd, dirname(file), options).write(basename(file), content);
}

/** What is read of a file; undefined when there is none. */
function readIfPresent<T>(file: string, read: () => T): T | undefined {
  // The error of a read looks for names that were meant: in a large folder, that takes long.
  if (!existsSync(file)) return undefined;
  return convertReadError(() => {
    try {
      return read();
    } catch (error) {
      if (error instanceof UnreadableFileError && error.code === "ENOENT") return undefined;
      throw error;
    }
  });
}
