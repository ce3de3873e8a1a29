import { parse } from "node:path";
import type { Json, JsonObject } from "../spec/json";
import { listPlaceholderNames, type SourceText } from "../spec/text";
import { normalizeName } from "../text";
import { listModelFiles } from "./model-files";
import { parseSpecFile } from "./spec-file";

/** A file of a folder of models. */
export interface ModelFile {
  /** Without folder and extension, as the file system has it. */
  readonly name: string;
  /** The name in the form that tells files apart: a rename that changes nothing but case, or how letters are composed, keeps the file's model. */
  readonly key: string;
  readonly path: string;
  /** The model's name. */
  readonly title: string;
  readonly description: string | undefined;
  /** The names of its `!ref`s, without `#…`. */
  readonly refs: readonly string[];
  /** The same, whole: `orders`, `orders#fact_orders`. */
  readonly placeholders: readonly string[];
  readonly form: Json;
  readonly source: SourceText;
}

/** The names beside the files, and the folders. */
export interface ModelDirectoryOptions {
  /** The project's folder: paths in messages are relative to it. */
  readonly project: string;
  /** What the path is relative to; default: the working directory of the process. */
  readonly program?: string;
  /** The names that files may refer to beside each other's. */
  readonly refs: readonly string[];
}

/**
 * The model files in and below a folder, in dependency order.
 *
 * @throws when two files have the same name, files refer to each other in a cycle, or no file uses a name in `refs`.
 */
export function readModelDirectory(path: string, options: ModelDirectoryOptions): ModelFile[] {
  const files = listModelFiles(path, options.program).map((file) => readModelFile(file, path, options));
  const used = new Set(files.flatMap((file) => file.refs.map(normalizeName)));
  const byKey = new Map<string, ModelFile[]>();
  for (const file of files) byKey.set(file.key, [...(byKey.get(file.key) ?? []), file]);
  const refsByKey = new Map(options.refs.map((name) => [formKey(name), name]));
  const problems = [...byKey].flatMap(([key, named]) => {
    const called = named.map((file) => file.path);
    const ref = refsByKey.get(key);
    if (ref !== undefined) called.push(`refs.${ref}`);
    const [{ name }] = named as [ModelFile];
    return called.length > 1
      ? [`${called.join(" and ")} have the same name, so \`!ref ${name}\` is ambiguous. Rename one.`]
      : [];
  });
  for (const name of options.refs) {
    const isUsed = used.has(normalizeName(name)) || byKey.has(formKey(name));
    if (!isUsed) problems.push(`refs.${name}: no file under ${path} refers to it.`);
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return sortByDependency(files);
}

const formKey = (name: string) => normalizeName(name).toLowerCase();

function readModelFile(path: string, root: string, { project, program }: ModelDirectoryOptions): ModelFile {
  const { value, source } = parseSpecFile(path, { project, root, ...(program === undefined ? {} : { program }) });
  const { name, description } = value as JsonObject;
  const { name: fileName } = parse(path);
  const placeholders = listPlaceholderNames(value);
  return {
    name: fileName,
    key: formKey(fileName),
    path,
    title: typeof name === "string" ? name : fileName,
    description: typeof description === "string" ? description : undefined,
    refs: [...new Set(placeholders.map((placeholder) => placeholder.split("#", 1)[0] as string))],
    placeholders,
    form: value,
    source,
  };
}

/** The files in dependency order. */
function sortByDependency(files: readonly ModelFile[]): ModelFile[] {
  const byName = new Map(files.map((file) => [normalizeName(file.name), file]));
  const ordered = new Set<ModelFile>();
  const visit = (file: ModelFile, path: readonly ModelFile[]) => {
    if (ordered.has(file)) return;
    if (path.includes(file)) {
      const cycle = [...path.slice(path.indexOf(file)), file].map((each) => each.path).join(" → ");
      throw new Error(`the files refer to each other in a cycle: ${cycle}. Remove one of the references.`);
    }
    for (const ref of file.refs) {
      const needed = byName.get(normalizeName(ref));
      if (needed !== undefined) visit(needed, [...path, file]);
    }
    ordered.add(file);
  };
  for (const file of files) visit(file, []);
  return [...ordered];
}
