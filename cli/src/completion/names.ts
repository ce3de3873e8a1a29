import { readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, parse } from "node:path";
import { findProjectFolder, groupWorkbookFiles, listModelFiles } from "pulumi-analytics-internal/core/files";
import { getFileName } from "../documents/names";

/** Larger files aren't read for a completion. */
const mostBytes = 1 << 20;

/** Nobody waits for more files than these. */
const mostFiles = 2000;

/**
 * Names of the data models, workbooks and reports in files below a folder: those of the files, or of the folder where a
 * workbook is one. A file that can't be read has none.
 *
 * @example listDocuments(cwd) // ["customers", "orders", "sales"]
 */
export function listDocuments(cwd: string): string[] {
  if (cwd === homedir() || cwd === parse(cwd).root) return [];
  const files = tryTo(() => listModelFiles(".", cwd, () => {})) ?? [];
  const { workbooks, files: others } = tryTo(() => groupWorkbookFiles(files)) ?? { workbooks: [], files };
  const own = others.slice(0, mostFiles).filter((file) => tryTo(() => isDocument(join(cwd, file))));
  const names = [...workbooks.map(({ folder }) => folder), ...own].map(getFileName);
  return [...new Set(names)].sort();
}

/**
 * The stacks that have a file of settings in the project.
 *
 * @example listStacks(cwd) // ["dev", "prod"]: Pulumi.dev.yaml and Pulumi.prod.yaml
 */
export function listStacks(cwd: string): string[] {
  const folder = findProjectFolder(cwd) ?? cwd;
  const files = tryTo(() => readdirSync(folder)) ?? [];
  return files.flatMap((file) => /^Pulumi\.(.+)\.ya?ml$/.exec(file)?.[1] ?? []).sort();
}

/** By words: somebody who has pressed Tab waits for no parser, and a name too many does no harm. */
function isDocument(file: string): boolean {
  if (statSync(file).size > mostBytes) return false;
  const text = readFileSync(file, "utf8");
  return text.includes("schemaVersion") && text.includes("pages");
}

/** A completion never fails: what can't be read isn't offered. */
function tryTo<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
