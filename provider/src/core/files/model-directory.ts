import { parse } from "node:path";
import { groupBy } from "../data";
import { isUnknown } from "../engine";
import type { ModelForm } from "../model/across";
import type { Json, JsonObject } from "../model/json";
import { splitRef } from "../model/json";
import { createMatcher, listPlaceholderNames, type PlaceholderMatch, type SourceText } from "../model/text";
import { getOwnValue, normalizeName } from "../text";
import { listModelFiles } from "./model-files";
import { reviewForms } from "./review-forms";
import { parseSpecFile } from "./spec-file";

/** A name of a model's resource in earlier runs. */
export interface FormerName {
  readonly name: string;
  /** Whether the resource was outside the component. */
  readonly isTop: boolean;
}

/** A model of a directory, as both doors register it. */
export interface PlannedModel {
  /** The file's name without folder and extension, as the file system has it. */
  readonly file: string;
  readonly path: string;
  /** The name of the resource. */
  readonly resource: string;
  readonly formerNames: readonly FormerName[];
  readonly name: string;
  readonly description: string | undefined;
  /** The representation, as {@link parseSpecFile} returns it. */
  readonly value: Json;
  readonly source: SourceText;
  /** What its placeholders stand for: models of the directory, and given values. */
  readonly matches: readonly PlaceholderMatch[];
  /** With the forms of the models that it reads from. */
  readonly form: ModelForm;
}

/** The models of a directory, in dependency order. */
export interface ModelDirectoryPlan {
  readonly models: readonly PlannedModel[];
  /** Lines for the user. */
  readonly warnings: readonly string[];
}

/** The arguments of a directory; a value that isn't known yet is `unknownValue`. */
export interface ModelDirectoryArgs {
  readonly path: unknown;
  readonly folderId: unknown;
  /** The values of names that are no file names. */
  readonly refs?: unknown;
}

export interface ModelDirectoryOptions {
  /** The project's folder: paths in messages are relative to it. */
  readonly project: string;
  /** What the path is relative to; default: the working directory of the process. */
  readonly program?: string;
  /** The stack's `analytics:rules`. */
  readonly rules: Readonly<Record<string, unknown>>;
  /** Whether a value of `refs` is a model: `!ref orders#facts` is then its element. Default: none is. */
  readonly isModel?: (value: unknown) => boolean;
  /** The form of a model in `refs`, where the program knows it. */
  readonly findForm?: (value: unknown) => ModelForm | undefined;
}

/**
 * Reads the model files in and below a folder, and plans a model for each. The names that files use in each other are
 * checked here, before anything is registered.
 *
 * @param directory the name of the component.
 * @throws for unusable arguments, when two files have the same name, files refer to each other in a cycle, or no file
 * uses a name in `refs`.
 */
export function planModelDirectory(
  directory: string,
  { path, folderId, refs }: ModelDirectoryArgs,
  { project, program, rules, isModel = () => false, findForm = () => undefined }: ModelDirectoryOptions,
): ModelDirectoryPlan {
  if (typeof path !== "string" || isUnknown(path)) throw new Error("path: must be a text that is known in a preview.");
  if (folderId === undefined) throw new Error("folderId: required.");
  const given = readRefs(refs);
  const files = listModelFiles(path, program).map((file) => readModelFile(file, path, { project, program }));
  refuseUnusable(files, path, given);
  const names = new Set(files.map(({ name }) => name));
  const match = createMatcher(
    [...names, ...Object.keys(given)],
    (name) => names.has(name) || isModel(getOwnValue(given, name)),
  );
  const forms = new Map<string, ModelForm>();
  const models = sortByDependency(files).map(({ name, key, path, value, source, placeholders, refs }): PlannedModel => {
    const form = { name, form: value, source, refs: new Map(refs.flatMap(findModelForm)) };
    forms.set(normalizeName(name), form);
    const { name: title, description } = value as JsonObject;
    const asSpelled = `${directory}-${name}`;
    const resource = `${directory}-${key}`;
    return {
      file: name,
      path,
      resource,
      // Releases whose names had the case of the file, and a program that declared the model itself.
      formerNames: [...(asSpelled === resource ? [] : [{ name: asSpelled, isTop: false }]), { name, isTop: true }],
      name: typeof title === "string" ? title : name,
      description: typeof description === "string" ? description : undefined,
      value,
      source,
      matches: match(placeholders),
      form,
    };
  });
  return {
    models,
    warnings: reviewForms(
      models.map(({ form }) => form),
      rules,
    ),
  };

  function findModelForm(ref: string): [string, ModelForm][] {
    const form = forms.get(normalizeName(ref)) ?? findForm(getOwnValue(given, ref));
    return form === undefined ? [] : [[normalizeName(ref), form]];
  }
}

function readRefs(refs: unknown): Readonly<Record<string, unknown>> {
  if (refs === undefined || refs === null) return {};
  // The engine has a text for an unknown value.
  if (typeof refs !== "object" || Array.isArray(refs))
    throw new Error("refs: must be a dictionary whose names are known in a preview; its values may be unknown.");
  return refs as Record<string, unknown>;
}

/** A file of a folder of models. */
interface ModelFile {
  /** Without folder and extension, as the file system has it. */
  readonly name: string;
  /**
   * The name in the form that tells files apart: a rename that changes nothing but case, or how letters are composed,
   * keeps the file's model.
   */
  readonly key: string;
  readonly path: string;
  /** The names of its `!ref`s: `orders`, `orders#fact_orders`. */
  readonly placeholders: readonly string[];
  /** The same without `#…`. */
  readonly refs: readonly string[];
  readonly value: Json;
  readonly source: SourceText;
}

const dropElement = (placeholder: string) => splitRef(placeholder)[0];

/** @throws for names that mean two things, and values that nothing refers to. */
function refuseUnusable(files: readonly ModelFile[], path: string, given: Readonly<Record<string, unknown>>): void {
  const names = [...new Set(Object.keys(given).map(dropElement))];
  const used = new Set(files.flatMap((file) => file.refs.map(normalizeName)));
  const byKey = groupBy(files, ({ key }) => key);
  const refsByKey = new Map(names.map((name) => [formKey(name), name]));
  const problems = [...byKey].flatMap(([key, named]) => {
    const called = named.map((file) => file.path);
    const ref = refsByKey.get(key);
    if (ref !== undefined) called.push(`refs.${ref}`);
    const [{ name }] = named as [ModelFile];
    return called.length > 1
      ? [`${called.join(" and ")} have the same name, so \`!ref ${name}\` is ambiguous. Rename one.`]
      : [];
  });
  for (const name of names) {
    const isUsed = used.has(normalizeName(name)) || byKey.has(formKey(name));
    if (!isUsed) problems.push(`refs.${name}: no file under ${path} refers to it.`);
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

const formKey = (name: string) => normalizeName(name).toLowerCase();

function readModelFile(
  path: string,
  root: string,
  { project, program }: Pick<ModelDirectoryOptions, "project" | "program">,
): ModelFile {
  const { value, source } = parseSpecFile(path, { project, root, ...(program === undefined ? {} : { program }) });
  const { name } = parse(path);
  const placeholders = listPlaceholderNames(value);
  const refs = [...new Set(placeholders.map(dropElement))];
  return { name, key: formKey(name), path, placeholders, refs, value, source };
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
