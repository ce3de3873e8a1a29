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
import {
  changeFiles,
  findJournalFolder,
  finishTransaction,
  type PlannedChange,
  refuseUnfinished,
  resolveRealPath,
  sweepDrafts,
} from "./transaction";

/**
 * A file of the user's, as text.
 *
 * @param path relative to `cwd`.
 * @throws UsageError when it can't be read.
 */
export function readInput(cwd: string, path: string, options: ReadOptions = {}): string {
  return convertReadError(() => readText(resolve(cwd, path), { called: path, ...options }));
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
  /** Undefined: the file is removed; one that isn't there is none to remove. */
  readonly after: string | Uint8Array | undefined;
  /** Files of one group make no sense without each other; default: each file is a group. See {@link FileWriter.apply}. */
  readonly group?: string;
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
  readonly #swept = new Set<string>();
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
   * Writes and removes files together: all of them, or none. After a kill, the next command does what is left, except
   * in groups with a file that somebody edited since.
   *
   * @param writes with paths from the folder.
   * @throws UsageError
   */
  apply(writes: Iterable<FileWrite>): void {
    const changes = [...writes].map(({ path, after, group }) => {
      return { ...planChange(this.#resolveInside(path), after), group };
    });
    this.#change([...new Map(changes.map((change) => [change.place, change])).values()]);
  }

  /** Whether nothing is written. */
  get isDryRun(): boolean {
    return this.#dryRun;
  }

  #change(changes: readonly PlannedChange[]): void {
    this.#root ??= findJournalFolder(this.#cwd, this.folder);
    const root = this.#root;
    for (const { place } of changes) {
      if (isOutsideFolder(root, place))
        throw new UsageError(`${place}: is outside ${root}. Name a file in that folder.`);
    }
    if (this.#dryRun) return;
    // A journal needs the drafts that are swept.
    refuseUnfinished(root);
    for (const { place } of changes) this.#sweep(dirname(place));
    changeFiles(root, changes.filter(isChange));
    for (const { place, after } of changes) if (after === undefined) this.#removeEmptyFolders(dirname(place));
  }

  /** Removes what killed commands left of files that they were writing; once for each folder. */
  #sweep(folder: string): void {
    if (!this.#swept.has(folder)) sweepDrafts(folder);
    this.#swept.add(folder);
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
  if (content === undefined)
    return { place: join(resolveRealPath(dirname(file)), basename(file)), before, after: content };
  const after = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
  return { place: resolveRealPath(file), before, after };
}

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
  const files = [...writes].map((write) => ({ ...write, path: resolveRealPath(resolve(cwd, write.path)) }));
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

/**
 * Finishes what a command that was killed was writing in the project around a folder.
 *
 * @returns lines for the user; none where nothing was left.
 */
export function finishWrites(cwd: string): string[] {
  const finished = finishTransaction(findJournalFolder(cwd));
  if (finished === undefined) return [];
  const { written, left } = finished;
  const list = (files: readonly string[]) => files.map((file) => formatPath(cwd, file)).join(", ");
  return [
    ...(written.length > 0 ? [`Finished what a stopped command was writing: ${list(written)}.`] : []),
    ...(left.length > 0 ? [`Edited after a stopped command, and left as it is: ${list(left)}.`] : []),
  ];
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
