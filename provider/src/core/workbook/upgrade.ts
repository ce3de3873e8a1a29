/** Documents of earlier generations of the interface (§0), brought to today's form. */

import {
  filterObjects,
  getValue,
  isObject,
  type Json,
  type JsonObject,
  mapChanged,
  mapLists,
  omitFields,
  type Path,
  readKnownString,
  toList,
} from "../model/json";
import { type ObjectShape, pickOption, type Shape } from "../model/schema";
import { openEnvelope, unwrapDocument } from "../model/text";
import { createNameFinder, formatCount } from "../text";
import { getGrammar } from "./grammar";
import { elementKinds, readNoun } from "./kinds";
import { renameFormerTags, walkLayout, writeNode } from "./layout/layout";
import { isInPixels } from "./layout/places";
import { readLayout } from "./layout/read";
import { compileBlock } from "./layout/tree";
import { movedFields } from "./rules/structure";

/** A document in today's form. */
export interface Upgrade {
  readonly form: JsonObject;
  /** What changed, a line each; empty: nothing. */
  readonly changes: readonly string[];
}

/** Rows of an element that the former layout didn't place. */
const unplacedRows = 12;

/** What only workbooks have: kinds of elements that no data model knows, and fields beside the pages. */
const ownFields = ["workbookId", "reportId", ...Object.keys(movedFields)];
const kindsOfModels = ["table", "control"];

/**
 * Whether a form without `kind`, `layout` and `elements` is a workbook of the first generation, and no data model.
 */
export function isFormerWorkbook(form: JsonObject): boolean {
  const elements = filterObjects(form.pages).flatMap((page) => filterObjects(page.elements));
  const isOwn = ({ kind }: JsonObject) =>
    Object.hasOwn(elementKinds, String(kind)) && !kindsOfModels.includes(String(kind));
  return ownFields.some((field) => form[field] !== undefined) || elements.some(isOwn);
}

/**
 * A workbook or report in today's form: elements beside the pages and each in the layout, the theme in the settings,
 * windows as overlays, fields by their new names. What is so already is returned itself.
 */
export function upgradeWorkbook(form: JsonObject): Upgrade {
  const { prefix } = unwrapDocument(form);
  const changes: string[] = [];
  const before = openEnvelope(form) as JsonObject;
  const steps: readonly ((document: JsonObject, note: (change: string) => void) => JsonObject)[] = [
    dropEnvelope,
    moveTheme,
    renameTags,
    moveWindows,
    placeElements,
    addHead,
    (document, note) => upgradePart(getGrammar().documents[readNoun(document)], document, note),
  ];
  const after = steps.reduce((document, step) => step(document, (change) => changes.push(change)), before);
  return { form: changes.length === 0 ? form : placeValue(form, prefix, after), changes };
}

/** Fields of the API's answer: whose document it is, and since when. */
const answerFields = [
  "latestDocumentVersion",
  "createdAt",
  "createdBy",
  "updatedAt",
  "updatedBy",
  "name",
  "description",
];

function dropEnvelope(document: JsonObject, note: (change: string) => void): JsonObject {
  const { misplaced = {} } = getGrammar().documents[readNoun(document)].traits ?? {};
  const dropped = [...Object.keys(misplaced), ...answerFields].filter((field) => document[field] !== undefined);
  if (dropped.length === 0) return document;
  note(`removed what the API answers beside the contents: ${dropped.join(", ")}`);
  return omitFields(document, dropped);
}

function moveTheme(document: JsonObject, note: (change: string) => void): JsonObject {
  let moved = document;
  for (const [field, now] of Object.entries(movedFields)) {
    const value = moved[field];
    const path = now.split(".");
    if (value === undefined || path[0] !== "settings" || getValue(moved, path) !== undefined) continue;
    moved = placeValue(omitFields(moved, [field]), path, value);
    note(`moved ${field} to ${now}`);
  }
  return moved;
}

function renameTags(document: JsonObject, note: (change: string) => void): JsonObject {
  const rename = (holder: JsonObject): JsonObject => {
    const { layout } = holder;
    const renamed = typeof layout === "string" ? renameFormerTags(layout) : layout;
    return renamed === layout ? holder : { ...holder, layout: renamed! };
  };
  const renamed = mapLists(rename(document), ["pages"], rename);
  if (renamed !== document) note("renamed tags of the layout");
  return renamed;
}

/** Pages of the type `modal` are overlays now; the layout has both by id. */
function moveWindows(document: JsonObject, note: (change: string) => void): JsonObject {
  const isWindow = (page: Json) => isObject(page) && page.type === "modal";
  const windows = toList(document.pages).filter(isWindow);
  if (windows.length === 0) return document;
  note(`moved ${formatCount(windows.length, "page")} of the type modal to overlays`);
  const pages = toList(document.pages).filter((page) => !isWindow(page));
  return { ...document, pages, overlays: [...toList(document.overlays), ...windows] };
}

/** Elements of pages and windows come beside them; each gets a place in the layout, which said nothing of hidden ones. */
function placeElements(document: JsonObject, note: (change: string) => void): JsonObject {
  const holders = [...filterObjects(document.pages), ...filterObjects(document.overlays)];
  const own = holders.filter(({ elements }) => Array.isArray(elements));
  if (own.length === 0) return document;
  const moved = own.flatMap((holder) => toList(holder.elements));
  note(`moved ${formatCount(moved.length, "element")} from pages into one list`);
  const drop = (holder: JsonObject) => (own.includes(holder) ? omitFields(holder, ["elements"]) : holder);
  const flat: JsonObject = {
    ...mapLists(document, ["pages", "overlays"], drop),
    elements: [...toList(document.elements), ...moved],
  };
  const { blocks } = readLayout(flat);
  const placed = new Set([...walkLayout(blocks)].map(({ node }) => node.attributes.elementId));
  const listOpen = (holder: JsonObject) =>
    filterObjects(holder.elements).flatMap(({ id }) => (placed.has(String(id)) ? [] : [String(id)]));
  const hasBlock = ({ id }: JsonObject) => blocks.some(({ attributes }) => attributes.id === id);
  // A page without a layout was laid out by the platform; on one with a layout, what it left out wasn't shown.
  const bare = own.filter((holder) => !hasBlock(holder) && listOpen(holder).length > 0);
  const hidden = own.filter(hasBlock).flatMap(listOpen);
  let laid = flat;
  for (const holder of bare) {
    const ids = listOpen(holder);
    laid = addBlock(laid, String(holder.id), ids);
    const what = formatCount(ids.length, "element");
    note(`laid out ${what} of the page ${holder.id}, which had no layout: one below the other`);
  }
  if (hidden.length === 0) return laid;
  const taken = new Set(filterObjects(laid.pages).map((page) => page.id));
  const id = createNameFinder("_")("not_placed", (name) => taken.has(name));
  note(`placed ${formatCount(hidden.length, "element")} that no page showed on a hidden page: ${hidden.join(", ")}`);
  const page = { id, name: "Not placed", visibility: "hidden" };
  return addBlock({ ...laid, pages: [...toList(laid.pages), page] }, id, hidden);
}

/** A document with a block more, in the form that its layout has. */
function addBlock(document: JsonObject, id: string, elements: readonly string[]): JsonObject {
  const { layout } = document;
  const rows = elements.map((element) => ({ rows: unplacedRows, of: [element] }));
  if (typeof layout !== "string") return { ...document, layout: { ...(isObject(layout) ? layout : {}), [id]: rows } };
  const block = writeNode(compileBlock("Page", id, rows), 0);
  return { ...document, layout: `${layout.trimEnd()}\n${block}` };
}

/** What a document is, which it didn't say. */
function addHead(document: JsonObject, note: (change: string) => void): JsonObject {
  const { schemaVersion } = document;
  const head: JsonObject = {
    ...(schemaVersion === "1" || schemaVersion === undefined ? { schemaVersion: 1 } : {}),
    ...(document.kind === undefined
      ? { kind: isInPixels(readKnownString(document.layout) ?? "") ? "report" : "workbook" }
      : {}),
  };
  const fields = Object.entries(head).map(([field, value]) => `${field}: ${value}`);
  if (fields.length === 0) return document;
  note(`wrote ${fields.join(", ")}`);
  return { ...document, ...head };
}

/** A value with its fields by the names that the grammar has now. */
export function upgradePart<Value extends Json>(shape: Shape, given: Value, note: (change: string) => void): Value {
  const renamed = new Map<string, number>();
  const upgrade = (of: Shape | undefined, value: Json): Json => {
    if (of?.is === "list" && Array.isArray(value)) return mapChanged(value, (item) => upgrade(of.item, item));
    if (of?.is === "choice") return upgrade(pickOption(of, value), value);
    if (!isObject(value)) return value;
    if (of?.is === "variant") {
      const kind = of.traits?.formerly;
      const now = value[of.discriminator] === undefined && kind !== undefined && of.variants.has(value[kind]);
      const named = now ? rename(value, kind, of.discriminator) : value;
      return upgrade(of.variants.get(named[of.discriminator]) ?? of.common, named);
    }
    return of?.is === "object" ? upgradeFields(of, upgradeForms(value)) : value;
  };
  const rename = (value: JsonObject, from: string, to: string): JsonObject => {
    count(`${from} to ${to}`);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key === from ? to : key, inner!]));
  };
  const count = (change: string) => renamed.set(change, (renamed.get(change) ?? 0) + 1);
  const upgradeFields = (of: ObjectShape, value: JsonObject): JsonObject => {
    let named = value;
    for (const [key, { traits: { formerly } = {} }] of of.fields) {
      const isFormer = formerly !== undefined && named[formerly] !== undefined && !of.fields.has(formerly);
      if (isFormer && named[key] === undefined) named = rename(named, formerly, key);
    }
    let result = named;
    for (const [key, inner] of Object.entries(named)) {
      const upgraded = upgrade(of.fields.get(key)?.shape ?? of.rest?.value, inner!);
      if (upgraded !== inner) result = { ...result, [key]: upgraded };
    }
    return result;
  };
  const upgradeForms = (value: JsonObject): JsonObject =>
    formerForms.reduce((result, { change, apply }) => {
      const upgraded = apply(result);
      if (upgraded !== result) count(change);
      return upgraded;
    }, value);
  const upgraded = upgrade(shape, given) as Value;
  for (const [change, times] of renamed) note(`changed ${change}${times > 1 ? `, ${times} times` : ""}`);
  return upgraded;
}

/** Fields of elements that had another form, each with what a change of it is called. */
const formerForms: readonly { readonly change: string; readonly apply: (value: JsonObject) => JsonObject }[] = [
  ...["yAxis", "yAxis2"].map((field) => ({
    change: `the list ${field} to ${field}.columnIds`,
    apply: (element: JsonObject) => {
      const series = element[field];
      if (!Array.isArray(series) || element.kind === undefined) return element;
      const columnIds = series.map((one) => nameSeries(one, element.kind === "combo-chart"));
      return { ...element, [field]: { columnIds } };
    },
  })),
  {
    change: "url to source of an image",
    apply: (element) =>
      element.kind === "image" && typeof element.url === "string" && element.source === undefined
        ? { ...omitFields(element, ["url"]), source: { kind: "url", url: element.url } }
        : element,
  },
  {
    change: "url to source of a background",
    apply: (holder) => {
      const { backgroundImage: image } = holder;
      if (!isObject(image) || typeof image.url !== "string" || image.source !== undefined) return holder;
      return { ...holder, backgroundImage: { ...omitFields(image, ["url"]), source: { kind: "url", url: image.url } } };
    },
  },
];

/** A series by its column; only combinations say how each is drawn. */
function nameSeries(series: Json, isCombination: boolean): Json {
  if (!isObject(series)) return series;
  const { id, columnId = id, type } = series;
  const column = readKnownString(columnId);
  if (column === undefined) return series;
  return isCombination && type !== undefined ? { columnId: column, type } : column;
}

/** An object with a value at a path in it. */
function placeValue(holder: JsonObject, [key, ...rest]: Path, value: Json): JsonObject {
  if (key === undefined) return value as JsonObject;
  const inner = holder[key];
  return { ...holder, [key]: rest.length === 0 ? value : placeValue(isObject(inner) ? inner : {}, rest, value) };
}
