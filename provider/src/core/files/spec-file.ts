import { dirname, relative, resolve } from "node:path";
import type { Json } from "../spec/json";
import { parseSpec } from "../spec/text";
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

/**
 * Reads a model file and the files that it includes.
 *
 * @returns `file`: its path relative to the project's folder, with `/`.
 * @throws UnreadableFileError, or an error with file and line.
 */
export function parseSpecFile(path: string, options: SpecFileOptions): { value: Json; file: string } {
  const { project, program = ".", root } = options;
  const inProject = (place: string) => relative(project, place).replaceAll("\\", "/");
  const place = resolve(program, path);
  const file = inProject(place);
  const value = parseSpec(readText(place, { called: path }), {
    file,
    root: root === undefined ? undefined : inProject(resolve(program, root)),
    readFile: (included) =>
      readText(resolve(project, included), {
        called: included,
        within: root === undefined ? dirname(place) : resolve(program, root),
      }),
  });
  return { value, file };
}
