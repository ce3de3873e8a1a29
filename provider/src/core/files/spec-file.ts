import { dirname, relative, resolve } from "node:path";
import type { Json } from "../model/json";
import { parseSpec, type SourceText } from "../model/text";
import { readText } from "./read";
import { assembleWorkbook, findWorkbookFiles, openWorkbookFile } from "./workbook-files";

/** The folders of a model file. */
export interface SpecFileOptions {
  /** The project's folder: paths in messages are relative to it. */
  readonly project: string;
  /** What the path is relative to; default: the working directory of the process. */
  readonly program?: string;
  /** The folder that included files must be in. Default: the folder of the file. */
  readonly root?: string;
}

/** A model file, or a workbook of one file or a folder, that was read. */
export interface ParsedSpecFile {
  readonly value: Json;
  /** Its path relative to the project's folder, with `/`. */
  readonly file: string;
  /** Its text, and how to read what it includes. */
  readonly source: SourceText;
}

/**
 * Reads a model file and the files that it includes.
 *
 * @throws UnreadableFileError, or an error with file and line.
 */
export function parseSpecFile(path: string, options: SpecFileOptions): ParsedSpecFile {
  const { project, program = ".", root } = options;
  const toProjectPath = (place: string) => formatProjectPath(place, project);
  const place = resolve(program, path);
  const file = toProjectPath(place);
  const source: SourceText = {
    text: readText(place, { called: path }),
    file,
    readFile: (included) =>
      readText(resolve(project, included), {
        called: included,
        within: root === undefined ? dirname(place) : resolve(program, root),
      }),
  };
  const value = parseSpec(source.text, {
    ...source,
    root: root === undefined ? undefined : toProjectPath(resolve(program, root)),
  });
  return { value, file, source };
}

/**
 * Reads a workbook: a file, or a folder of files.
 *
 * @throws UnreadableFileError, or an error with file and line.
 */
export function parseWorkbookFile(path: string, options: SpecFileOptions): ParsedSpecFile {
  const { project, program = ".", root } = options;
  const files = findWorkbookFiles(path, program);
  const read = (file: string) =>
    parseSpecFile(file, { ...options, root: root ?? (files === undefined ? undefined : path) });
  const { value, source } = files === undefined ? openWorkbookFile(read(path)) : assembleWorkbook(files, read);
  return { value, source, file: formatProjectPath(resolve(program, path), project) };
}

const formatProjectPath = (place: string, project: string) => relative(project, place).replaceAll("\\", "/");

/**
 * The text of a file, or those of a workbook's folder, to find places in.
 *
 * @param path relative to the working directory of the process, as messages name it.
 * @throws UnreadableFileError
 */
export function openSource(path: string): SourceText {
  try {
    return parseWorkbookFile(path, { project: ".", root: "." }).source;
  } catch {
    // Such as one that includes files from elsewhere: places outside of them are known all the same.
    const readFile = (file: string) => readText(file);
    return { file: path, text: readFile(path), readFile };
  }
}
