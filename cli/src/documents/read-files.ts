import { dirname, posix, resolve } from "node:path";
import {
  assembleWorkbook,
  findWorkbookFiles,
  openWorkbookFile,
  type WorkbookFiles,
} from "pulumi-analytics-internal/core/files";
import { type Json, type JsonObject, parseSpec, type SourceText } from "pulumi-analytics-internal/core/model";
import { type CodedNoun, isWorkbook, parseCopied, readNoun } from "pulumi-analytics-internal/core/workbook";
import { convertReadError, formatPath, readInput } from "../command/files";

/** The types of documents, as messages name them. */
export type DocumentType = "data model" | CodedNoun;

/** A model file of the user's, read. */
export interface ModelFile {
  /** From the working directory, with `/`, as messages name it. */
  readonly path: string;
  readonly text: string;
  /** The representation as written: references are placeholders, includes are in their place. */
  readonly form: Json;
  /** For places of findings. */
  readonly source: SourceText;
}

/** A data model, workbook or report of the project, as its files have it. */
export interface OwnFile {
  /** By which other files refer to it: that of its file or folder. */
  readonly name: string;
  /** From the working directory, with `/`. */
  readonly file: string;
  readonly type: DocumentType;
  /** With its placeholders; of a workbook, without the envelope that the API has around it. */
  readonly form: Json;
  readonly source: SourceText;
  /** What it was, where it is compared with another time. */
  readonly former?: { readonly file: string; readonly form: Json };
}

/** One that was read from its files. */
export interface DocumentFile extends OwnFile {
  /** The folder that includes may not leave. */
  readonly root: string;
  /** Of a document in one file. */
  readonly text?: string;
  /** The files of a workbook that is a folder. */
  readonly folder?: WorkbookFiles;
}

/** Is told each file that was read, by its path as messages name it. */
type Observer = (path: string, text: string) => void;

/**
 * Reads a model file with all it includes.
 *
 * @param path YAML or JSON, relative to `cwd`.
 * @param root the folder that includes may not leave, relative to `cwd`; default: the file's own.
 * @throws UsageError when it can't be read, SpecSyntaxError when it is no YAML or JSON.
 */
export function readModelFile(
  cwd: string,
  path: string,
  root = dirname(path),
  observe: Observer = () => {},
): ModelFile {
  const [file, folder] = [path, root].map((place) => formatPath(cwd, place)) as [string, string];
  const text = readInput(cwd, path);
  observe(file, text);
  const readFile = (included: string) => {
    const found = readInput(cwd, included, { within: resolve(cwd, root) });
    observe(included, found);
    return found;
  };
  const options = { file, readFile, root: folder || "." };
  const copied = parseCopied(text, options);
  if (copied !== undefined) return { path: file, text, form: copied.value, source: copied.source };
  return { path: file, text, form: parseSpec(text, options), source: { text, file, readFile } };
}

/**
 * Reads a data model, or a workbook of a file or a folder, with all that is included.
 *
 * @param path relative to `cwd`; the file of a page or element stands for its workbook.
 * @param root the folder that includes may not leave; default: the workbook's folder, or that of the file.
 * @throws UsageError when it can't be read, SpecSyntaxError when it is no YAML or JSON.
 */
export function readDocumentFile(cwd: string, path: string, root?: string, observe?: Observer): DocumentFile {
  const folder = convertReadError(() => findWorkbookFiles(path, cwd));
  if (folder !== undefined) {
    const read = (file: string) => {
      const { form, source } = readModelFile(cwd, file, root ?? path, observe);
      return { value: form, source };
    };
    const { value, source } = assembleWorkbook(folder, read);
    return { ...nameWorkbook(formatPath(cwd, path), value), source, root: root ?? path, folder };
  }
  const { path: file, text, form, source } = readModelFile(cwd, path, root, observe);
  const place = { root: root ?? dirname(path), text };
  if (!isWorkbook(form)) return { name: posix.parse(file).name, file, type: "data model", form, source, ...place };
  const opened = openWorkbookFile({ value: form, source });
  return { ...nameWorkbook(file, opened.value), source: opened.source, ...place };
}

const nameWorkbook = (file: string, form: Json) => {
  return { name: posix.parse(file).name, file, type: readNoun(form as JsonObject), form };
};
