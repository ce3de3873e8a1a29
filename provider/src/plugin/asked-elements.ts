import { isObject } from "../core/data";
import { listDeclaredElements } from "../core/model/across";
import type { Json } from "../core/model/json";
import { createPositionFinder } from "../core/model/text";
import { describeMissingPart, getOwnValue } from "../core/text";
import type { ProgramFiles, ProgramText } from "./program-files";

/** What a program in YAML asks of the output `elementIds` of a resource, such as `${orders.elementIds["facts"]}`. */
interface Asked {
  readonly keys: readonly string[];
  /** The expression, and where it stands. */
  readonly where: string;
}

/**
 * Finds the elements that a program in YAML asks a model for and that it doesn't declare. Pulumi goes on without a
 * value there, and a preview of a new model knows no ids.
 *
 * @param name the resource's.
 * @param form the model as declared.
 */
export function findMissingElements(name: string, form: Json, files: ProgramFiles): string[] {
  return listAsked(name, files).flatMap((asked) => findMissing(asked, asked.keys[0], form));
}

/** {@link findMissingElements} of the models of a `DataModelDirectory`, by their files. */
export function findMissingInFiles(name: string, forms: Readonly<Record<string, Json>>, files: ProgramFiles): string[] {
  return listAsked(name, files).flatMap((asked) => {
    const [file = "", element] = asked.keys;
    const form = getOwnValue(forms, file);
    if (form !== undefined) return findMissing(asked, element, form);
    return [`${asked.where}: there is no file "${file}" in the directory. It has: ${Object.keys(forms).join(", ")}.`];
  });
}

function findMissing({ where }: Asked, element: string | undefined, form: Json): string[] {
  const declared = listDeclaredElements(form);
  if (element === undefined || declared === undefined || Object.hasOwn(declared, element)) return [];
  return [describeMissingPart(`element "${element}"`, declared, where)];
}

/** What the program's files ask for; each expression once. */
function listAsked(name: string, files: ProgramFiles): Asked[] {
  const all = new Map<string, Asked>();
  for (const { path, text, documents } of files.texts) {
    const keys = listKeys(name, documents);
    const find = createPositionFinder(text);
    for (const { 0: whole, index, groups } of text.matchAll(expression)) {
      if (!keys.has(groups?.resource ?? "") || text[index - 1] === "$" || all.has(whole)) continue;
      const { line, column } = find(index);
      all.set(whole, { keys: listSubscripts(groups?.path ?? ""), where: `${path}:${line}:${column}: ${whole}` });
    }
  }
  return [...all.values()];
}

const expression = /\$\{(?<resource>[^.[\]{}\s]+)\.elementIds(?<path>(?:\.[^.[\]{}\s]+|\[\\?"[^"\]]*"\])+)\}/g;

/** The names in `.facts` and `["facts"]`; in a text with double quotes, quotes are escaped. */
function listSubscripts(path: string): string[] {
  return [...path.matchAll(/\.([^.[\]]+)|\[\\?"([^"\\]*)\\?"\]/g)].map(([, word, quoted]) => word ?? quoted ?? "");
}

/** What a program calls the resource of a name: its key, where it has no other name. */
function listKeys(name: string, documents: ProgramText["documents"]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const document of documents) {
    const { resources } = isObject(document) ? document : {};
    for (const [key, resource] of Object.entries(isObject(resources) ? resources : {})) {
      if (((isObject(resource) ? resource.name : undefined) ?? key) === name) keys.add(key);
    }
  }
  return keys;
}
