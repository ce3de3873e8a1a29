import {
  filterObjects,
  getValue,
  isObject,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
} from "../spec/json";
import { getElementName } from "./kinds";

/**
 * The place in a document that a message of the platform is about: the path in it, as far as the document has that, or
 * the element or column that it names. Empty: it can't be told.
 *
 * @example locateRemark(document, "contents.elements[3].columns[0].formula: Invalid string") // ["elements", 3, …]
 */
export function locateRemark(document: JsonObject, remark: string): Path {
  const [, steps] = /\b(?:contents|document)((?:\.\w+|\[\d+\])+)/.exec(remark) ?? [];
  if (steps !== undefined) return cutToKnown(document, parseSteps(steps));
  const names = [...remark.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, single, double]) => single ?? double ?? "");
  return names.map((name) => findNamed(document, name)).find((path) => path !== undefined) ?? [];
}

const parseSteps = (steps: string): Path =>
  [...steps.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index));

function cutToKnown(document: JsonObject, path: Path): Path {
  let known = path;
  while (known.length > 0 && getValue(document, known) === undefined) known = known.slice(0, -1);
  return known;
}

/** An element by its id or name, or a column of it: the platform writes `element/column`, in lower case. */
function findNamed(document: JsonObject, name: string): Path | undefined {
  const [first = "", ...rest] = name.toLowerCase().split("/");
  const isNamed = (item: JsonObject, called: string) =>
    [readKnownString(item.id), getElementName(item.name)].some((one) => one?.toLowerCase() === called);
  const elements = listObjectEntries(document.elements);
  const found = elements.find(([, element]) => isNamed(element, first));
  if (found === undefined) {
    const reader = elements.find(([, { source }]) => isObject(source) && formTablePath(source.path) === name);
    return reader && ["elements", reader[0], "source", "path"];
  }
  const [index, element] = found;
  const reference = `[${name.toLowerCase()}]`;
  const reader = findReader(document, reference, index);
  if (reader !== undefined) return reader;
  const column = filterObjects(element.columns).findIndex((one) => isNamed(one, rest.join("/")));
  return rest.length === 0 || column < 0 ? ["elements", index] : ["elements", index, "columns", column];
}

const formTablePath = (path: Json | undefined) => (Array.isArray(path) ? path.join(".") : undefined);

/** The column of another element whose formula has a reference. */
function findReader(document: JsonObject, reference: string, own: number): Path | undefined {
  for (const [index, { columns }] of listObjectEntries(document.elements)) {
    if (index === own) continue;
    for (const [at, column] of listObjectEntries(columns)) {
      if (!isObject(column) || !readKnownString(column.formula)?.toLowerCase().includes(reference)) continue;
      return ["elements", index, "columns", at, "formula"];
    }
  }
  return undefined;
}
