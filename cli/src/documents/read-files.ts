import { dirname, posix } from "node:path";
import {
  assembleWorkbook,
  findWorkbookFiles,
  openWorkbookFile,
  type WorkbookFiles,
} from "pulumi-analytics-internal/core/files";
import type { Json, JsonObject, SourceText } from "pulumi-analytics-internal/core/model";
import { type CodedNoun, isWorkbook, readNoun } from "pulumi-analytics-internal/core/workbook";
import { convertReadError, formatPath } from "../command/files";
import { type Observer, readModelFile } from "./model-file";

/** The types of documents, as messages name them. */
export type DocumentType = "data model" | CodedNoun;

export const allTypes: readonly DocumentType[] = ["data model", "workbook", "report"];

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
  /** Whether it is known that the other time hasn't got it. */
  readonly isNew?: boolean;
}

/** One that was read from its files. */
export interface DocumentFile extends OwnFile {
  /** The folder that includes may not leave. */
  readonly root: string;
  /** Of all its files, with what they include. */
  readonly texts: ReadonlyMap<string, string>;
  /** The files of a workbook that is a folder. */
  readonly folder?: WorkbookFiles;
}

/**
 * Reads a data model, or a workbook of a file or a folder, with all that is included.
 *
 * @param path relative to `cwd`; the file of a page or element stands for its workbook.
 * @param root the folder that includes may not leave; default: the workbook's folder, or that of the file.
 * @throws UsageError when it can't be read, SpecSyntaxError when it is no YAML or JSON.
 */
export function readDocumentFile(cwd: string, path: string, root?: string, observe?: Observer): DocumentFile {
  const texts = new Map<string, string>();
  const keep: Observer = (file, text) => {
    texts.set(file, text);
    observe?.(file, text);
  };
  const folder = convertReadError(() => findWorkbookFiles(path, cwd));
  if (folder !== undefined) {
    const read = (file: string) => {
      const { form, source } = readModelFile(cwd, file, root ?? path, keep);
      return { value: form, source };
    };
    const { value, source } = assembleWorkbook(folder, read);
    return { ...nameWorkbook(formatPath(cwd, path), value), source, root: root ?? path, texts, folder };
  }
  const { path: file, form, source } = readModelFile(cwd, path, root, keep);
  const about = { root: root ?? dirname(path), texts };
  if (!isWorkbook(form)) return { name: posix.parse(file).name, file, type: "data model", form, source, ...about };
  const opened = openWorkbookFile({ value: form, source });
  return { ...nameWorkbook(file, opened.value), source: opened.source, ...about };
}

const nameWorkbook = (file: string, form: Json) => {
  return { name: posix.parse(file).name, file, type: readNoun(form as JsonObject), form };
};

/** The text of a document in one file. */
export const getText = ({ file, texts }: Pick<DocumentFile, "file" | "texts">): string => texts.get(file) ?? "";
