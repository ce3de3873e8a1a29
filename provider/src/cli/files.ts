import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { UsageError } from "./command";

/** A file of the user's, as text. Throws UsageError when it can't be read. */
export function readInput(cwd: string, path: string): string {
  const file = resolve(cwd, path);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${path}: can't be read (${(error as NodeJS.ErrnoException).code}); looked at ${file}.`);
  }
}

/** What becomes, or with `--dry-run` would become, of a file. */
export interface FileChange {
  /** From the working directory, with `/`. */
  readonly path: string;
  readonly action: "create" | "update" | "unchanged";
}

/**
 * Writes files whole or not at all, below one folder and nowhere else.
 *
 * A file is written beside its place and then renamed onto it, so a reader, or Ctrl-C, never meets half a file. A file that is as it should be
 * isn't touched.
 *
 * @example
 * ```ts
 * const writer = new FileWriter(context.cwd, "models", { dryRun });
 * writer.write("orders.yaml", text); // { path: "models/orders.yaml", action: "create" }
 * ```
 */
export class FileWriter {
  readonly folder: string;
  readonly #cwd: string;
  readonly #dryRun: boolean;

  constructor(cwd: string, folder: string, { dryRun = false }: { dryRun?: boolean } = {}) {
    this.#cwd = cwd;
    this.folder = resolve(cwd, folder);
    this.#dryRun = dryRun;
  }

  /** What a file of the folder holds; undefined when there is none. */
  read(path: string): string | undefined {
    return readWhole(this.#inside(path))?.toString("utf8");
  }

  /** @param path from the folder. */
  write(path: string, content: string | Uint8Array): FileChange {
    const file = this.#inside(path);
    const before = readWhole(file);
    const after = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
    const action = before === undefined ? "create" : before.equals(after) ? "unchanged" : "update";
    if (action !== "unchanged" && !this.#dryRun) replaceFile(file, after);
    return { path: relative(this.#cwd, file).split(sep).join("/"), action };
  }

  /** The file, and a refusal when a name or a link leads out of the folder. */
  #inside(path: string): string {
    const file = join(this.folder, path);
    if (leadsOut(this.folder, file) || leadsOut(realFolder(this.folder), realFolder(dirname(file)))) {
      throw new UsageError(`${path}: leads out of ${this.folder}; nothing is written there.`);
    }
    return file;
  }
}

function leadsOut(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return isAbsolute(way) || way.split(sep)[0] === "..";
}

/** A folder without links on the way, as far as it exists. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return dirname(folder) === folder ? folder : join(realFolder(dirname(folder)), relative(dirname(folder), folder));
  }
}

function readWhole(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new UsageError(`${file}: can't be read (${code}).`);
  }
}

function replaceFile(file: string, content: Buffer): void {
  const draft = join(dirname(file), `.${process.pid}.${Date.now()}.draft`);
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Who may read a file that was there stays the same.
    writeFileSync(draft, content, { mode: statSync(file, { throwIfNoEntry: false })?.mode });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new UsageError(`${file}: can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
