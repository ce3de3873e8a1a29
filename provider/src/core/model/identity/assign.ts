import { createNameFinder } from "../../text";
import {
  filterObjects,
  isObject,
  isPlaceholder,
  type Json,
  type JsonObject,
  mapChanged,
  readKnownString,
  toList,
} from "../json";
import { kindNames, type PartKind, partEntries } from "../references/references";
import type { LocalSpec } from "../spec-types";

/**
 * Gives every part of a table that has no id one derived from its name and place: a column named `Order Date` becomes
 * `order_date`, a metric `Revenue` becomes `metric_revenue`. Two that would be alike get `…_2`, `…_3`. The same file
 * always gets the same ids, in any order of its parts. Existing ids stay; a spec in which every part has an id is
 * returned as it is.
 *
 * @example assignIds(spec) // columns: [{ name: "Revenue", formula }] → [{ id: "revenue", name: "Revenue", formula }]
 */
export function assignIds(spec: Json): LocalSpec {
  if (!isObject(spec)) throw new Error("A data model's representation is an object with `pages`.");
  if (!Array.isArray(spec.pages)) return spec as LocalSpec;
  const pages = mapChanged(spec.pages, (page) => {
    if (!isObject(page) || !Array.isArray(page.elements)) return page;
    const elements = mapChanged(page.elements, (element) => (isObject(element) ? assignPartIds(element) : element));
    return elements === page.elements ? page : { ...page, elements };
  });
  return (pages === spec.pages ? spec : { ...spec, pages }) as LocalSpec;
}

function assignPartIds(element: JsonObject): JsonObject {
  if (element.kind !== "table" || !partEntries.some(([field]) => toList(element[field]).some(isWithoutId)))
    return element;
  const taken = new Set<string>();
  for (const [field] of partEntries) {
    for (const part of filterObjects(element[field])) if (typeof part.id === "string") taken.add(part.id);
  }
  const findFreeId = createNameFinder("_");
  const copy = { ...element };
  for (const [field, kind] of partEntries) {
    const parts = element[field];
    if (!Array.isArray(parts)) continue;
    copy[field] = mapChanged(parts, (part) => {
      if (!isObject(part) || !isWithoutId(part)) return part;
      const id = findFreeId(deriveId(kind, part), (other) => taken.has(other));
      taken.add(id);
      return { id, ...part };
    });
  }
  return copy;
}

const isWithoutId = (part: Json) => isObject(part) && part.id === undefined && !isPlaceholder(part);

const getFirst = (value: Json | undefined) => (Array.isArray(value) ? readKnownString(value[0]) : undefined);

/** What a part is called after, by kind; the first that is known. */
const namesakes: Record<PartKind, (part: JsonObject) => (string | undefined)[]> = {
  column: (part) => [readKnownString(part.name), findReference(part.formula), hashFormula(part.formula)],
  metric: (part) => [readKnownString(part.name), hashFormula(part.formula)],
  metricFolder: (part) => [readKnownString(part.name)],
  relationship: (part) => [readKnownString(part.name), readKnownString(part.targetElementId)],
  filter: (part) => [readKnownString(part.columnId)],
  folder: (part) => [readKnownString(part.name)],
  grouping: (part) => [getFirst(part.groupBy), getFirst(part.calculations)],
  columnSecurity: (part) => [getFirst(part.restrictedColumns)],
};

/**
 * Columns are referred to most, so that their ids are bare; others begin with their kind, since ids of a table share
 * lists.
 */
export function deriveId(kind: PartKind, part: JsonObject): string {
  const name = namesakes[kind](part)
    .map((text) => (text === undefined ? "" : formSlug(text)))
    .find((text) => text !== "");
  if (kind === "column") return name ?? "column";
  return name === undefined ? formSlug(kindNames[kind]) : `${formSlug(kindNames[kind])}_${name}`;
}

/** A name as an id: `order_date` for `Order Date`. */
export function formSlug(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|(?<!_)_+$/g, "");
}

/** The last segment of a formula that is nothing but a reference: `AMOUNT` of `[ORDERS/AMOUNT]`. */
function findReference(formula: Json | undefined): string | undefined {
  return /^\s*\[(?:[^[\]]*\/)?([^[\]/]+)\]\s*$/.exec(readKnownString(formula) ?? "")?.[1];
}

/** A short text that is the same for the same formula, for columns that have nothing else to be called after. */
function hashFormula(formula: Json | undefined): string | undefined {
  const text = readKnownString(formula);
  if (text === undefined) return undefined;
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
