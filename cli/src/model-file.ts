import { dirname, relative, resolve, sep } from "node:path";
import { type Json, parseSpec, type SourceText } from "pulumi-analytics-internal/core/spec";
import { readInput } from "./files";

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

/**
 * Reads a model file with all it includes.
 *
 * @param path YAML or JSON, relative to `cwd`.
 * @param root the folder that includes may not leave, relative to `cwd`; default: the file's own.
 * @throws UsageError when it can't be read, SpecSyntaxError when it is no YAML or JSON.
 */
export function readModelFile(cwd: string, path: string, root = dirname(path)): ModelFile {
  const [file, folder] = [path, root].map((place) => relative(cwd, resolve(cwd, place)).split(sep).join("/")) as [
    string,
    string,
  ];
  const text = readInput(cwd, path);
  const readFile = (included: string) => readInput(cwd, included, { within: resolve(cwd, root) });
  const form = parseSpec(text, { file, readFile, root: folder || "." });
  return { path: file, text, form, source: { text, file, readFile } };
}
