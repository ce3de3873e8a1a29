import { dirname, resolve } from "node:path";
import {
  assembleWorkbook,
  findWorkbookFiles,
  openWorkbookFile,
  type WorkbookFiles,
} from "pulumi-analytics-internal/core/files";
import { type Json, parseSpec, type SourceText } from "pulumi-analytics-internal/core/model";
import { isWorkbook, parseCopied } from "pulumi-analytics-internal/core/workbook";
import { convertReadError, formatPath, readInput } from "../command/files";

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

/** A data model of a file, or a workbook of a file or a folder. */
export interface DocumentFile extends Omit<ModelFile, "text"> {
  /** Whether `form` is a workbook, without the envelope that the API has around it. */
  readonly isWorkbook: boolean;
  /** The files of a folder; undefined for one file. */
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
    return { path: formatPath(cwd, path), form: value, source, isWorkbook: true, folder };
  }
  const { path: file, form, source } = readModelFile(cwd, path, root, observe);
  if (!isWorkbook(form)) return { path: file, form, source, isWorkbook: false };
  const opened = openWorkbookFile({ value: form, source });
  return { path: file, form: opened.value, source: opened.source, isWorkbook: true };
}
