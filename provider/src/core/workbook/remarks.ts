import { addTo } from "../data";
import {
  filterObjects,
  getValue,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
  walkObjects,
  walkValues,
} from "../model/json";
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
  const [, layout, repeated] = /\bduplicate (layout )?(?:\w+ )?id: ['"](.+?)['"]/i.exec(remark) ?? [];
  if (repeated !== undefined) return layout === undefined ? (findRepeatedId(document, repeated) ?? []) : ["layout"];
  const names = [...remark.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, single, double]) => single ?? double ?? "");
  return names.map((name) => findNamed(document, name)).find((path) => path !== undefined) ?? [];
}

/** The second thing that has an id, or the first where that is the only one. */
function findRepeatedId(document: JsonObject, id: string): Path | undefined {
  const { layout: _, ...coded } = document;
  const scopes = new Map<string, Path[]>();
  for (const { object, path } of walkObjects(coded)) {
    // Channels, and the parameters of controls, name what another thing has as its id.
    if (typeof path.at(-1) !== "number") continue;
    for (const field of object.kind === "control" ? ["id", "controlId"] : ["id"]) {
      if (object[field] !== id) continue;
      // Columns and groupings have theirs in their element.
      const scope = JSON.stringify([field, path.length === 4 && path[2] !== "actions" ? path.slice(0, 2) : []]);
      addTo(scopes, scope, [...path, field]);
    }
  }
  const found = [...scopes.values()];
  return found.find(({ length }) => length > 1)?.[1] ?? found[0]?.[0];
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
  const [index, element] = elements.find(([, one]) => isNamed(one, first)) ?? [];
  const column = filterObjects(element?.columns).findIndex((one) => isNamed(one, rest.join("/")));
  // A table may be called as what it reads from. If it has the column, then others find it.
  const preferOwn = column < 0 ? 1 : -1;
  const [reader] = findReaders(document, `[${name.toLowerCase()}]`).toSorted(
    (a, b) => preferOwn * (Number(a[1] === index) - Number(b[1] === index)),
  );
  if (reader !== undefined) return reader;
  if (index === undefined) return findValue(document, name);
  return rest.length === 0 || column < 0 ? ["elements", index] : ["elements", index, "columns", column];
}

const formTablePath = (path: Json) => (Array.isArray(path) ? path.join(".") : undefined);

/** The formulas of columns that have a reference. */
function findReaders(document: JsonObject, reference: string): Path[] {
  return listObjectEntries(document.elements).flatMap(([index, { columns }]) =>
    listObjectEntries(columns).flatMap(([at, { formula }]) =>
      readKnownString(formula)?.toLowerCase().includes(reference)
        ? [["elements", index, "columns", at, "formula"]]
        : [],
    ),
  );
}

/** What has a text as its value, such as the id of a connection, or a path in the warehouse that reads so. */
const findValue = (document: JsonObject, text: string): Path | undefined =>
  [...walkValues(document)].find(({ value }) => value === text || formTablePath(value) === text)?.path;
