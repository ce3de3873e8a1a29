import { existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import {
  explainUnread,
  findWorkbookFiles,
  groupWorkbookFiles,
  isChecksFile,
  listChecksFiles,
  listModelFiles,
  suggestPath,
} from "pulumi-analytics-internal/core/files";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";
import { convertReadError, refuseLeavingLink } from "../command/files";
import { dropExtension, findBeside } from "./names";
import { recall } from "./recall";

/** What to do about a path without model files. */
export interface ModelFileOptions {
  /** Whether a path that isn't there, or a folder without model files, counts as no files. */
  readonly ifPresent?: boolean | undefined;
  /** Is told links and folders that aren't entered, for those who only search; default: each is an error. */
  readonly skip?: (problem: Error) => void;
}

/** A model file or the folder of a workbook, and the folder that its includes may not leave. */
export interface RootedFile {
  readonly path: string;
  readonly root: string;
}

/**
 * The models and workbooks that are asked for, as {@link listFiles}; a workbook that is a folder is one, and so is a
 * file of it. The root is the folder that was asked for, or the one that the file asked for lies in. Of a file
 * that was asked for twice, the first counts.
 */
export function listRootedModelFiles(cwd: string, paths: readonly string[], options?: ModelFileOptions): RootedFile[] {
  const findWorkbook = createWorkbookFinder(cwd);
  const files = paths.flatMap((path): RootedFile[] => {
    const found = listFiles(cwd, path, options);
    if (found.length === 0) return [];
    if (!isFolder(cwd, path)) {
      const around = findWorkbook(path);
      return around === undefined ? found : [{ path: around, root: around }];
    }
    const { workbooks, files } = convertReadError(() => groupWorkbookFiles(found.map((file) => file.path)));
    const known = new Map(workbooks.map(({ main, folder }) => [main, folder]));
    const kept = new Set(files);
    return found.flatMap((file) => {
      const folder = known.get(file.path);
      if (folder !== undefined) return [{ path: folder, root: path }];
      if (!kept.has(file.path)) return [];
      // A folder of a workbook, such as that of its pages, stands for the workbook.
      const around = findWorkbook(file.path);
      return [around === undefined ? file : { path: around, root: around }];
    });
  });
  return dropRepeated(cwd, files);
}

/** A checks file, and the file of the model that it is beside. */
export interface ChecksFile {
  readonly path: string;
  /** Undefined: there is none of its name. */
  readonly model: string | undefined;
}

/**
 * The checks files that are asked for: themselves, those beside models, and those in folders and below. Each once.
 *
 * @param paths relative to `cwd`.
 * @param skip see {@link ModelFileOptions}.
 * @throws UsageError for what isn't there.
 */
export function listChecks(cwd: string, paths: readonly string[], skip?: ModelFileOptions["skip"]): ChecksFile[] {
  const found = paths.flatMap((path) => {
    if (isChecksFile(path)) return [{ path, root: path }];
    if (isFolder(cwd, path))
      return convertReadError(() => listChecksFiles(path, cwd, skip)).map((file) => ({ path: file, root: path }));
    return findBeside(cwd, `${dropExtension(path)}.checks`).map((file) => ({ path: file, root: path }));
  });
  return dropRepeated(cwd, found).map(({ path }) => ({
    path,
    model: findBeside(cwd, path.replace(/\.checks\.(ya?ml|json)$/i, ""))[0],
  }));
}

/** What a file of a workbook or report that is a folder holds. */
export type WorkbookPart = "page" | "element" | CodedNoun;

/** A file of a document, as text. */
export interface TextFile {
  readonly path: string;
  /** Undefined: a file of its own. */
  readonly part: WorkbookPart | undefined;
}

/** The files of {@link listFiles}, each once, with what each is of a workbook. */
export function listTextFiles(cwd: string, paths: readonly string[]): TextFile[] {
  const findWorkbook = createWorkbookFinder(cwd);
  const files = paths.flatMap((path) => listFiles(cwd, path));
  return dropRepeated(cwd, files).map(({ path }) => ({
    path,
    part: findWorkbook(path) === undefined ? undefined : findPart(cwd, path),
  }));
}

/** What a file of a workbook's folder is. */
function findPart(cwd: string, path: string): WorkbookPart {
  const parts: Readonly<Record<string, WorkbookPart>> = { pages: "page", elements: "element" };
  return parts[basename(dirname(resolve(cwd, path)))] ?? (/^report\./.test(basename(path)) ? "report" : "workbook");
}

/** The folder of the workbook that a file is a part of; undefined for one that is none. */
export const findWorkbookAround = (cwd: string, path: string) => createWorkbookFinder(cwd)(path);

/** {@link findWorkbookAround} of many files: each folder is read once. */
function createWorkbookFinder(cwd: string): (path: string) => string | undefined {
  const parts = new Map<string, ReadonlySet<string>>();
  return (path) => {
    const own = dirname(path);
    const isPart = ["pages", "elements"].includes(basename(resolve(cwd, own)));
    const folder = isPart ? dirname(own) : own;
    const list = () => new Set(listWorkbookParts(folder, cwd).map((file) => resolve(cwd, file)));
    return recall(parts, folder, list).has(resolve(cwd, path)) ? folder : undefined;
  };
}

/** The files of a workbook that is a folder; none of what is no such folder. */
function listWorkbookParts(folder: string, cwd: string): string[] {
  try {
    const { main = "", pages = [], elements = [] } = findWorkbookFiles(folder, cwd) ?? {};
    return pages.length + elements.length > 0 ? [main, ...pages, ...elements] : [];
  } catch {
    return [];
  }
}

/**
 * The files that are asked for: a file as it is, and of a folder every `*.yaml`, `*.yml` and `*.json` in and below.
 * What begins with `_` or `.` is left out while walking, and so are `node_modules`, as a `DataModelDirectory` does.
 * Their order doesn't depend on the machine.
 *
 * @param path relative to `cwd`.
 * @throws UsageError for what isn't there, and for a folder without model files.
 */
function listFiles(cwd: string, path: string, { ifPresent = false, skip }: ModelFileOptions = {}): RootedFile[] {
  if (ifPresent && !existsSync(resolve(cwd, path))) return [];
  if (isChecksFile(path) && existsSync(resolve(cwd, path))) return [];
  if (!isFolder(cwd, path)) return [{ path, root: dirname(path) }];
  refuseLeavingLink(cwd, path);
  const found = convertReadError(() => listModelFiles(path, cwd, skip));
  if (found.length === 0 && !ifPresent)
    throw new UsageError(`${path}: no *.yaml, *.yml or *.json in this folder or below.`);
  return found.map((file) => ({ path: file, root: path }));
}

/** Each file once: the first. */
export function dropRepeated(cwd: string, files: readonly RootedFile[]): RootedFile[] {
  const known = new Set<string>();
  return files.filter(({ path }) => {
    const place = resolve(cwd, path);
    return !known.has(place) && known.add(place);
  });
}

function isFolder(cwd: string, path: string): boolean {
  const place = resolve(cwd, path);
  try {
    return statSync(place).isDirectory();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const { what, fix } = explainUnread(code, place);
    const hint = suggestPath(place, { called: path });
    throw new UsageError(`${path}: ${what}; looked at ${place}.${hint}${fix}`);
  }
}
