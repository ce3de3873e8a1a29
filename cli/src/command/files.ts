import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import {
  describeSystemCode,
  isOutsideFolder,
  type ReadOptions,
  readBytes,
  readText,
  UnreadableFileError,
} from "pulumi-analytics-internal/core/files";
import { isRunning, readProcessName } from "pulumi-analytics-internal/core/runtime";
import { UsageError } from ".";

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

/**
 * Writes files whole or not at all, below one folder and nowhere else.
 *
 * A file is written beside its place and then renamed onto it, so a reader, or Ctrl-C, never meets half a file. A file
 * that is as it should be isn't touched.
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
    // Of a file that isn't there, the message about it would read the folder.
    const before = readIfPresent(file, () => readBytes(file));
    const after = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
    const action = before === undefined ? "create" : before.equals(after) ? "unchanged" : "update";
    if (!this.#dryRun) {
      this.#sweep(dirname(file));
      if (action !== "unchanged") replaceFile(file, after);
    }
    return { path: formatPath(this.#cwd, file), action };
  }

  /** Removes what killed commands left of files that they were writing; once for each folder. */
  #sweep(folder: string): void {
    if (this.#swept.has(folder)) return;
    this.#swept.add(folder);
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      const writer = draftName.exec(name)?.groups?.writer;
      if (writer !== undefined && !isRunning(writer)) rmSync(join(folder, name), { force: true });
    }
  }

  /** Whether nothing is written. */
  get isDryRun(): boolean {
    return this.#dryRun;
  }

  /** Removes a file, and the folders that are empty then. */
  remove(path: string): void {
    if (this.#dryRun) return;
    let place = this.#resolveInside(path);
    rmSync(place);
    for (place = dirname(place); place !== this.folder && readdirSync(place).length === 0; place = dirname(place)) {
      rmdirSync(place);
    }
  }

  /** The file, and a refusal when a name or a link leads out of the folder. */
  #resolveInside(path: string): string {
    const file = join(this.folder, path);
    if (
      isOutsideFolder(this.folder, file) ||
      isOutsideFolder(resolveRealFolder(this.folder), resolveRealFolder(dirname(file)))
    ) {
      throw new UsageError(`${path}: is outside ${this.folder}. Name a file in that folder.`);
    }
    return file;
  }
}

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
 * Writes several files, or none: where one can't be written, those before it get back what they held. A link stays one.
 *
 * @param texts by path, relative to `cwd`; the files are there.
 * @throws UsageError
 */
export function writeTogether(cwd: string, texts: ReadonlyMap<string, string>): void {
  const written: { place: string; before: Buffer }[] = [];
  try {
    for (const [path, text] of texts) {
      const before = convertReadError(() => readBytes(resolve(cwd, path)));
      const place = realpathSync(resolve(cwd, path));
      replaceFile(place, Buffer.from(text));
      written.push({ place, before });
    }
  } catch (error) {
    for (const { place, before } of written.reverse()) replaceFile(place, before);
    throw error;
  }
}

/** A folder without links on the way, as far as it exists. */
function resolveRealFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return dirname(folder) === folder
      ? folder
      : join(resolveRealFolder(dirname(folder)), relative(dirname(folder), folder));
  }
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

/** A file that a command is writing, with the name of its process. */
const draftName = /^\.(?<writer>\d+-\w+)\.draft$/;

/** Asked for once: on some systems another process answers. */
let thisProcess: string | undefined;

function replaceFile(file: string, content: Buffer): void {
  thisProcess ??= readProcessName(process.pid);
  const draft = join(dirname(file), `.${thisProcess}.draft`);
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Who may read a file that was there stays the same.
    writeFileSync(draft, content, { mode: statSync(file, { throwIfNoEntry: false })?.mode });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    const known = describeSystemCode(code);
    const fix = known === undefined ? "" : ` ${known.fix}`;
    throw new UsageError(`${file}: can't be written: ${known?.what ?? code}.${fix}`);
  }
}
