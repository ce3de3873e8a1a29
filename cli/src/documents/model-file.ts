import { dirname, resolve } from "node:path";
import { type Json, parseSpec, type SourceText } from "pulumi-analytics-internal/core/model";
import { parseCopied } from "pulumi-analytics-internal/core/workbook";
import { formatPath, readInput } from "../command/files";

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

/** Is told each file that was read, by its path as messages name it. */
export type Observer = (path: string, text: string) => void;

/**
 * Reads a model file with all it includes.
 *
 * @param path YAML or JSON, relative to `cwd`.
 * @param root the folder that includes may not leave, relative to `cwd`; default: the file's own.
 * @throws UsageError when it can't be read, SpecSyntaxError when it is no YAML or JSON.
 */
export function readModelFile(cwd: string, path: string, root = dirname(path), observe?: Observer): ModelFile {
  const source = openFile(cwd, path, root, observe);
  const { file, text } = source;
  const options = { ...source, root: formatPath(cwd, root) || "." };
  const copied = parseCopied(text, options);
  if (copied !== undefined) return { path: file, text, form: copied.value, source: copied.source };
  return { path: file, text, form: parseSpec(text, options), source };
}

/** The text of a file of the user's, and what reads what it includes. See {@link readModelFile}. */
export function openFile(
  cwd: string,
  path: string,
  root = dirname(path),
  observe: Observer = () => {},
): Required<Omit<SourceText, "parts">> {
  const file = formatPath(cwd, path);
  const text = readInput(cwd, path);
  observe(file, text);
  const readFile = (included: string) => {
    const found = readInput(cwd, included, { within: resolve(cwd, root) });
    observe(included, found);
    return found;
  };
  return { text, file, readFile };
}
