import { readFileSync, statSync } from "node:fs";
import { dirname, normalize, resolve } from "node:path";
import { type Json, limits, SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import { UsageError } from "../command/exit";
import { type Form, readForm } from "../text";
import { listRootedModelFiles, type RootedFile } from "./find-files";
import { isAmong, listDbtOutputs } from "./left-out";
import { createNamedFinder } from "./named-by-program";
import { type DocumentFile, readDocumentFile } from "./read-files";

/** The project's data models and workbooks, and what seems to be one and can't be read. */
export interface OwnFiles {
  readonly files: readonly DocumentFile[];
  readonly unread: readonly { readonly file: string; readonly why: string }[];
}

/** The documents of {@link findDocuments}. What seems to be one and can't be read is unread. */
export function readListed(cwd: string, listed: readonly RootedFile[]): OwnFiles {
  const files: DocumentFile[] = [];
  const unread: { file: string; why: string }[] = [];
  for (const one of listed) {
    try {
      const file = readOwnFile(cwd, one);
      if (file !== undefined) files.push(file);
    } catch (error) {
      if (!(error instanceof SpecSyntaxError || error instanceof UsageError)) throw error;
      unread.push({ file: one.path, why: error.message });
    }
  }
  return { files, unread };
}

/**
 * A data model, workbook or report; undefined for a file that is none.
 *
 * @throws UsageError when it can't be read, SpecSyntaxError when it is no YAML or JSON.
 */
export function readOwnFile(
  cwd: string,
  { path, root }: Pick<RootedFile, "path"> & { readonly root?: string | undefined },
): DocumentFile | undefined {
  const document = readDocumentFile(cwd, path, root);
  return document.type !== "data model" || isModel(document.form) ? document : undefined;
}

/** How folders are searched. */
interface SearchOptions {
  /** Whether links and folders that can't be entered are passed over; default: each is an error. */
  readonly isLenient?: boolean;
  /** Whether git ignores a path; default: none. */
  readonly isIgnored?: (path: string) => boolean;
}

/** What a search found. */
export interface FoundDocuments {
  readonly documents: readonly RootedFile[];
  /** Files that have a part of the form of a document, and are none. */
  readonly near: readonly string[];
  /** The links and folders that weren't entered: a sentence each. */
  readonly skipped: readonly string[];
}

/**
 * The documents among files and folders; a path that isn't there has none. A file that is named is what the user says.
 * In folders, a document is what has the form of one. Beside one, and in a folder that the user or the program names, a
 * part of the form is enough, so that a mistake in it is found. What git ignores counts only where it is named, what
 * dbt writes never.
 *
 * @param paths relative to `cwd`.
 */
export function findDocuments(
  cwd: string,
  paths: readonly string[],
  { isLenient = false, isIgnored: isIgnoredByGit = () => false }: SearchOptions = {},
): FoundDocuments {
  const skipped: string[] = [];
  const skip = isLenient ? ({ message }: Error) => void skipped.push(message) : undefined;
  const listed = listRootedModelFiles(cwd, paths, { ifPresent: true, skip });
  const asked = new Set(paths.map(normalizePath));
  const files = listed.filter(({ path }) => !asked.has(normalizePath(path)));
  // All of the project is no folder that somebody names.
  const folders = new Set([...asked].filter((path) => path !== "."));
  const ignored = new Set([...folders].filter(isIgnoredByGit));
  const isIgnored = (path: string) => isIgnoredByGit(path) && !isAmong(path, ignored);
  const isNamedByProgram = createNamedFinder(cwd);
  const isNamed = (path: string) => isAmong(normalizePath(path), folders) || isNamedByProgram(path);
  const outputs = new Set(
    listDbtOutputs(
      cwd,
      files.map(({ path }) => path),
    ),
  );
  const candidates = files
    .filter(({ path }) => !isAmong(path, outputs))
    .map((file) => ({ file, form: readFileForm(cwd, file) }))
    .filter(({ form }) => form !== "other");
  const sure = new Set(candidates.filter(({ file, form }) => form === "document" && !isIgnored(file.path)));
  const around = new Set([...sure].map(({ file }) => dirname(file.path)));
  const isBeside = ({ path }: RootedFile) => around.has(dirname(path)) && !isIgnored(path);
  const isChosen = (one: (typeof candidates)[number]) => sure.has(one) || isBeside(one.file) || isNamed(one.file.path);
  const chosen = new Set(candidates.filter(isChosen).map(({ file }) => file));
  return {
    documents: listed.filter((file) => chosen.has(file) || asked.has(normalizePath(file.path))),
    near: candidates.flatMap(({ file }) => (chosen.has(file) || isIgnored(file.path) ? [] : file.path)),
    skipped,
  };
}

const normalizePath = (path: string) => normalize(path).replace(/(?<=.)[\\/]$/, "");

/** The form of a file; a folder among documents is a workbook. */
function readFileForm(cwd: string, { path }: RootedFile): Form {
  const place = resolve(cwd, path);
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return "document";
  return stats !== undefined && stats.size <= limits.length ? readForm(readFileSync(place, "utf8")) : "other";
}

const isModel = (form: Json) => isObject(form) && Array.isArray(form.pages);
