import { dirname, relative, resolve } from "node:path";
import type { Json } from "../spec/json";
import { parseSpec, type SourceText } from "../spec/text";
import { readText } from "./read";

/** The folders of a model file. */
export interface SpecFileOptions {
  /** The project's folder: paths in messages are relative to it. */
  readonly project: string;
  /** What the path is relative to; default: the working directory of the process. */
  readonly program?: string;
  /** The folder that included files must be in. Default: the folder of the file. */
  readonly root?: string;
}

/** A model file that was read. */
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
  const toProjectPath = (place: string) => relative(project, place).replaceAll("\\", "/");
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
