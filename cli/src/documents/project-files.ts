import { readFileSync, statSync } from "node:fs";
import { posix, resolve } from "node:path";
import { type Json, limits, type SourceText, SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject, type JsonObject } from "pulumi-analytics-internal/core/model/json";
import { type CodedNoun, readNoun } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command/exit";
import { listRootedModelFiles, type RootedFile } from "./find-files";
import { type DocumentFile, readDocumentFile } from "./read-files";

/** A data model, workbook or report of the project, as its files have it. */
export interface OwnFile {
  /** By which other files refer to it: that of its file or folder. */
  readonly name: string;
  /** From the working directory, with `/`. */
  readonly file: string;
  readonly type: "data model" | CodedNoun;
  /** With its placeholders. */
  readonly form: Json;
  readonly source: SourceText;
  /** What it was, where it is compared with another time. */
  readonly former?: { readonly file: string; readonly form: Json };
}

/** One that was read from its files. */
export interface ReadOwnFile extends OwnFile {
  readonly document: DocumentFile;
  /** The folder that includes may not leave. */
  readonly root: string;
}

/** The project's data models and workbooks, and what seems to be one and can't be read. */
export interface OwnFiles {
  readonly files: readonly ReadOwnFile[];
  readonly unread: readonly { readonly file: string; readonly why: string }[];
}

/**
 * The data models and workbooks among files and folders. A folder may hold other YAML and JSON.
 *
 * @param paths relative to `cwd`.
 * @throws UsageError for a path that isn't there.
 */
export function readOwnFiles(cwd: string, paths: readonly string[]): OwnFiles {
  const files: ReadOwnFile[] = [];
  const unread: { file: string; why: string }[] = [];
  for (const candidate of listRootedModelFiles(cwd, paths, { ifPresent: true })) {
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
export function readOwnFile(cwd: string, candidate: RootedFile): ReadOwnFile | undefined {
  if (!mayBeDocument(cwd, candidate)) return undefined;
  const document = readDocumentFile(cwd, candidate.path, candidate.root);
  const { path: file, form, source, isWorkbook } = document;
  if (!isWorkbook && !isModel(form)) return undefined;
  const type = isWorkbook ? readNoun(form as JsonObject) : "data model";
  return { name: posix.parse(file).name, file, type, form, source, document, root: candidate.root };
}

/** The files and folders below the working directory that may be data models, workbooks or reports; none is parsed. */
export const listOwnFiles = (cwd: string): RootedFile[] =>
  listRootedModelFiles(cwd, ["."], { ifPresent: true }).filter((file) => mayBeDocument(cwd, file));

/** Whether a file may be a data model or workbook; what else lies in a folder isn't parsed. */
function mayBeDocument(cwd: string, { path }: RootedFile): boolean {
  const place = resolve(cwd, path);
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return true;
  return stats !== undefined && stats.size <= limits.length && hasWords(readFileSync(place, "utf8"));
}

const hasWords = (text: string) => /\bpages\b/.test(text) && /\b(elements|workbook|report)\b/.test(text);

const isModel = (form: Json) =>
  isObject(form) && filterObjects(form.pages).some(({ elements }) => Array.isArray(elements));
