import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Json, limits, SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject } from "pulumi-analytics-internal/core/model/json";
import { UsageError } from "../command/exit";
import { listRootedModelFiles, type ModelFileOptions, type RootedFile } from "./find-files";
import { mayBeDocument } from "./names";
import { type DocumentFile, readDocumentFile } from "./read-files";

/** The project's data models and workbooks, and what seems to be one and can't be read. */
export interface OwnFiles {
  readonly files: readonly DocumentFile[];
  readonly unread: readonly { readonly file: string; readonly why: string }[];
}

/**
 * The data models and workbooks among files and folders. A folder may hold other YAML and JSON.
 *
 * @param paths relative to `cwd`; default: all of the project, of which links and folders that can't be entered are
 *   unread.
 * @throws UsageError for a path that isn't there.
 */
export function readOwnFiles(cwd: string, paths?: readonly string[]): OwnFiles {
  const files: DocumentFile[] = [];
  const unread: { file: string; why: string }[] = [];
  const skip = ({ message: why }: Error) => void unread.push({ file: ".", why });
  for (const candidate of listRootedModelFiles(cwd, paths ?? ["."], {
    ifPresent: true,
    ...(paths === undefined && { skip }),
  })) {
    try {
      const file = readOwnFile(cwd, candidate);
      if (file !== undefined) files.push(file);
    } catch (error) {
      if (!(error instanceof SpecSyntaxError || error instanceof UsageError)) throw error;
      unread.push({ file: candidate.path, why: error.message });
    }
  }
  return { files, unread };
}

/**
 * A data model, workbook or report; undefined for a file that is none.
 *
 * @throws UsageError when it can't be read, SpecSyntaxError when it is no YAML or JSON.
 */
export function readOwnFile(cwd: string, candidate: RootedFile): DocumentFile | undefined {
  if (!isCandidate(cwd, candidate)) return undefined;
  const document = readDocumentFile(cwd, candidate.path, candidate.root);
  return document.type !== "data model" || isModel(document.form) ? document : undefined;
}

/**
 * The files and folders below the working directory that may be data models, workbooks or reports; none is parsed.
 *
 * @param options `skip`: see {@link ModelFileOptions}.
 */
export const listOwnFiles = (cwd: string, options: Pick<ModelFileOptions, "skip"> = {}): RootedFile[] =>
  listRootedModelFiles(cwd, ["."], { ifPresent: true, ...options }).filter((file) => isCandidate(cwd, file));

function isCandidate(cwd: string, { path }: RootedFile): boolean {
  const place = resolve(cwd, path);
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return true;
  return stats !== undefined && stats.size <= limits.length && mayBeDocument(readFileSync(place, "utf8"));
}

const isModel = (form: Json) =>
  isObject(form) && filterObjects(form.pages).some(({ elements }) => Array.isArray(elements));
