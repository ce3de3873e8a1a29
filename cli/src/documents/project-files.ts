import { readFileSync, statSync } from "node:fs";
import { dirname, normalize, resolve } from "node:path";
import { type Json, limits, SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import { UsageError } from "../command/exit";
import { type Form, readForm } from "../text";
import { listRootedModelFiles, type ModelFileOptions, type RootedFile } from "./find-files";
import type { Environment } from "./git-environment";
import { createIgnoredFinder, isAmong, listDbtOutputs } from "./left-out";
import { createNamedFinder } from "./named-by-program";
import { type DocumentFile, readDocumentFile } from "./read-files";

/** The project's data models and workbooks, and what seems to be one and can't be read. */
export interface OwnFiles {
  readonly files: readonly DocumentFile[];
  readonly unread: readonly { readonly file: string; readonly why: string }[];
}

/**
 * The data models and workbooks among files and folders. A folder may hold other YAML and JSON.
 *
 * @param paths relative to `cwd`.
 * @param skip see {@link ModelFileOptions}.
 */
export function readOwnFiles(cwd: string, paths: readonly string[], skip?: ModelFileOptions["skip"]): OwnFiles {
  const files = listRootedModelFiles(cwd, paths, { ifPresent: true, skip });
  const named = new Set(paths.map((path) => normalize(path).replace(/[\\/]$/, "")).filter((path) => path !== "."));
  const isNamed = (path: string) => isAmong(normalize(path), named);
  return readListed(cwd, chooseDocuments(cwd, files, { isNamed, isIgnored: () => false }));
}

/** The documents of {@link listOwnFiles}. What seems to be one and can't be read is unread. */
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
export function readOwnFile(cwd: string, { path, root }: RootedFile): DocumentFile | undefined {
  const document = readDocumentFile(cwd, path, root);
  return document.type !== "data model" || isModel(document.form) ? document : undefined;
}

/**
 * The documents of the project in and below the working directory, see {@link chooseDocuments}.
 *
 * @param skip see {@link ModelFileOptions}.
 * @param near is told what has a part of the form, and is none.
 */
export function listOwnFiles(
  cwd: string,
  env: Environment,
  skip: ModelFileOptions["skip"],
  near: (path: string) => void,
): RootedFile[] {
  const files = listRootedModelFiles(cwd, ["."], { ifPresent: true, skip });
  const isIgnored = createIgnoredFinder(cwd, env);
  return chooseDocuments(cwd, files, { isNamed: createNamedFinder(cwd), isIgnored, near });
}

/** What is known of a path. */
interface KnownOf {
  /** Whether the user or the program names it. */
  isNamed(path: string): boolean;
  isIgnored(path: string): boolean;
  /** Is told what has a part of the form, and is no document. */
  near?(path: string): void;
}

/**
 * The documents among some files: those of their form. Beside one of them, and where the user or the program names it,
 * a part of the form is enough, so that a mistake in it is found. What git ignores counts only where it is named, what
 * dbt writes never.
 */
function chooseDocuments(
  cwd: string,
  files: readonly RootedFile[],
  { isNamed, isIgnored, near = () => {} }: KnownOf,
): RootedFile[] {
  const paths = files.map(({ path }) => path);
  const outputs = new Set(listDbtOutputs(cwd, paths));
  const candidates = files
    .filter(({ path }) => !isAmong(path, outputs))
    .map((file) => ({ file, form: readFileForm(cwd, file) }))
    .filter(({ form }) => form !== "other");
  const sure = new Set(candidates.filter(({ file, form }) => form === "document" && !isIgnored(file.path)));
  const folders = new Set([...sure].map(({ file }) => dirname(file.path)));
  const isBeside = ({ path }: RootedFile) => folders.has(dirname(path)) && !isIgnored(path);
  const isChosen = (one: (typeof candidates)[number]) => sure.has(one) || isBeside(one.file) || isNamed(one.file.path);
  for (const one of candidates) if (!isChosen(one) && !isIgnored(one.file.path)) near(one.file.path);
  return candidates.filter(isChosen).map(({ file }) => file);
}

/** The form of a file; a folder among documents is a workbook. */
function readFileForm(cwd: string, { path }: RootedFile): Form {
  const place = resolve(cwd, path);
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return "document";
  return stats !== undefined && stats.size <= limits.length ? readForm(readFileSync(place, "utf8")) : "other";
}

const isModel = (form: Json) => isObject(form) && Array.isArray(form.pages);
