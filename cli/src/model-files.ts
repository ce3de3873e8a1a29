import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { listModelFiles, suggestPath } from "pulumi-analytics-internal/core/files";
import { UsageError } from "./command";
import { convertReadError } from "./files";

/**
 * The model files that are asked for: files as they are, and of folders every `*.yaml`, `*.yml` and `*.json` in and
 * below. What begins with `_` or `.` is left out while walking, and so are `node_modules`, as a `DataModelDirectory`
 * does. Each file once, in an order that doesn't depend on the machine.
 *
 * @param paths relative to `cwd`.
 * @throws UsageError for what isn't there, and for a folder without model files.
 * @example listModelFilesUnder(context.cwd, ["models", "more/orders.yaml"])
 */
export function listModelFilesUnder(cwd: string, paths: readonly string[], options?: ModelFileOptions): string[] {
  return listRootedModelFiles(cwd, paths, options).map(({ path }) => path);
}

/** What to do about a path without model files. */
export interface ModelFileOptions {
  /** Whether a path that isn't there, or a folder without model files, counts as no files. */
  readonly ifPresent?: boolean | undefined;
}

/** The option of commands that CI runs before a project has its first model. */
export const ifPresentOption = ["--if-present", "accept missing paths and folders without files"] as const;

/** A model file, and the folder that its includes may not leave. */
export interface RootedFile {
  readonly path: string;
  readonly root: string;
}

/**
 * As {@link listModelFilesUnder}; the root of a file is the folder that was asked for, or the one the file asked for
 * lies in. Of a file that was asked for twice, the first counts.
 */
export function listRootedModelFiles(
  cwd: string,
  paths: readonly string[],
  { ifPresent = false }: ModelFileOptions = {},
): RootedFile[] {
  const files = paths.flatMap((path): RootedFile[] => {
    if (ifPresent && !existsSync(resolve(cwd, path))) return [];
    if (!isFolder(cwd, path)) return [{ path, root: dirname(path) }];
    const found = convertReadError(() => listModelFiles(path, cwd));
    if (found.length === 0 && !ifPresent)
      throw new UsageError(`${path}: no *.yaml, *.yml or *.json in this folder or below.`);
    return found.map((file) => ({ path: file, root: path }));
  });
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
    throw new UsageError(
      `${path}: can't be read (${code}); looked at ${place}.${suggestPath(place, { called: path })}`,
    );
  }
}
