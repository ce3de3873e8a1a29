import { normalizeFormula, normalizePlainName } from "../../formula";
import { toCanonical } from "../diff/canonical";
import {
  filterObjects,
  formKeyText,
  isObject,
  isSameJson,
  type Json,
  type JsonObject,
  readKnownString,
  writeStableText,
} from "../json";
import { deriveColumnNames, deriveElementName, dropNumber, type FindElement } from "../references/derived-names";
import { fieldOfPart, type IdKind, kindNames, listElements, listParts, type PartKind } from "../references/references";
import type { LocalSpec, PlatformSpec } from "../spec-types";
import {
  createEmptyIdentity,
  type ElementIdentity,
  getServerElementId,
  getServerPartId,
  type IdentityMap,
  renameIdentity,
  toLocalIds,
} from "./identity";
import { type Evidence, pairByPlace, pairUp } from "./pairing";
import { findRenames } from "./renames";

/** What was sent and what came back. */
export interface Exchange {
  /** The spec that was sent, or as the platform is known to have stored it. */
  sent: LocalSpec;
  /** The platform's answer to reading the model. */
  received: PlatformSpec;
  /** The map before. */
  previous?: IdentityMap;
  /**
   * Whether the model can't have changed between the two, so that its parts are still in the order in which they were
   * sent. Default: only if there is no previous map.
   */
  inOrder?: boolean;
}

/** The new map, and the ambiguous parts. */
export interface MatchResult {
  map: IdentityMap;
  /** One sentence per group of things that could each be any of several. None of them is in the map. */
  ambiguities: string[];
}

/**
 * Finds out which of the platform's ids belongs to which of yours, after a create, an update or a read. Whether the
 * platform kept ids or gave new ones makes no difference, nor how it spells names and formulas: things are recognized
 * by their content (kind, effective name, formula in plain form), then by the id they had, then by name, then by what
 * is left of their content; things alike in everything by the id they had, or by their order. What is left between
 * things that were recognized is paired in order, as far as it can't have changed. What still could be either is
 * reported, not guessed.
 *
 * @example const { map, ambiguities } = matchIdentity({ sent: declared, received, previous: ids });
 */
export function matchIdentity({
  sent,
  received,
  previous = createEmptyIdentity(),
  inOrder = Object.keys(previous.elements).length === 0,
}: Exchange): MatchResult {
  const mine = toCanonical(sent);
  const theirs = toCanonical(received);
  const ambiguities: string[] = [];
  const findPairs = (side: Side) => match(side, previous, inOrder, ambiguities);
  const pairIds = (pairs: readonly Pair[]) =>
    pairs.map(([local, server]): [string, string] => [getId(local), getId(server)]);

  const pages = findPairs({
    kind: "page",
    left: filterObjects(mine.pages),
    right: filterObjects(theirs.pages),
    key: formPageKey,
    content: formPageKey,
  });
  const keyOfElement = createElementKeys([mine, theirs]);
  const elements = findPairs({
    kind: "element",
    left: listElements(mine),
    right: listElements(theirs),
    key: (element) => formKeyText(keyOfElement(element), formElementDetail(element)),
    content: formElementContent,
    name: keyOfElement,
  });
  const identities = new Map(
    sortPairs(listElements(mine), pairIds(elements)).map(([local, id]): [string, ElementIdentity] => [local, { id }]),
  );
  // From entries, since an id may be called like a property that every object inherits.
  const map: IdentityMap = {
    pages: Object.fromEntries(sortPairs(filterObjects(mine.pages), pairIds(pages))),
    elements: Object.fromEntries(identities),
  };

  // Columns first: once they are known, what refers to them can be compared in your ids; and so on.
  const tables = elements.filter(([local, server]) => local.kind === "table" && server.kind === "table");
  for (const [round, kinds] of rounds.entries()) {
    const needed = tables.filter(([local]) => kinds.some((kind) => listParts(local, kind).length > 0));
    for (const [local, server] of round === 0 ? needed : localizeTables(needed, theirs, map)) {
      const element = getId(local);
      for (const kind of kinds) {
        const [left, right] = [listParts(local, kind), listParts(server, kind)];
        const keys =
          kind === "column" ? { key: createColumnKeys(left, right), name: getEffectiveName } : { key: formPartContent };
        const ids = pairIds(findPairs({ kind, element, left, right, ...keys, content: formPartContent }));
        // Sorted, so that the map only changes when an id does.
        const sorted = ids.sort(([a], [b]) => (a < b ? -1 : 1));
        if (ids.length > 0) identities.get(element)![fieldOfPart[kind]] = Object.fromEntries(sorted);
      }
    }
  }
  return { map, ambiguities };
}

/** Pairs of ids in the order of the declaration, so that the map only changes when an id does. */
function sortPairs(items: readonly JsonObject[], ids: readonly [string, string][]): [string, string][] {
  const theirs = new Map(ids);
  return items.flatMap((item): [string, string][] => {
    const id = theirs.get(getId(item));
    return id === undefined ? [] : [[getId(item), id]];
  });
}

/** The kinds of parts, those that others refer to before those others. */
const rounds: readonly (readonly PartKind[])[] = [
  ["column"],
  ["folder", "metric", "grouping"],
  ["metricFolder", "relationship", "filter", "columnSecurity"],
];

/**
 * The map for a spec that replaces another: ids of yours that were renamed (see `findRenames`) keep their server's ids.
 *
 * @example const map = followRenames(ids, oldSpec, newSpec);
 */
export function followRenames(map: IdentityMap, before: LocalSpec, after: LocalSpec): IdentityMap {
  return renameIdentity(map, findRenames(before, after));
}

type Pair = [JsonObject, JsonObject];

/** Two lists whose items are to be paired: yours on the left, the platform's on the right. */
interface Side {
  kind: IdKind;
  /** For parts: your id of the table. */
  element?: string;
  left: JsonObject[];
  right: JsonObject[];
  /** What is known of an item without its own id, and without what the platform may respell or drop. */
  key: (item: JsonObject) => string;
  /** All that is known of an item, without its own id. */
  content: (item: JsonObject) => string;
  /** What people know an item by; default: its name. */
  name?: (item: JsonObject) => string | undefined;
}

const getId = (item: JsonObject) => (typeof item.id === "string" ? item.id : "");

/** The server's tables with references in your ids, as far as they are known, and definitions in the server's. */
function localizeTables(tables: readonly Pair[], theirs: PlatformSpec, map: IdentityMap): Pair[] {
  if (tables.length === 0) return [];
  // Canonical once more, since lists without order are sorted by the ids in them.
  const local = listElements(toCanonical(toLocalIds(theirs, map)));
  const byServerId = new Map(listElements(theirs).map((element, index) => [element, local[index]!]));
  return tables.map(([mine, server]) => {
    const copy = { ...byServerId.get(server)! };
    for (const field of Object.values(fieldOfPart)) {
      const ids = filterObjects(server[field]).map(({ id }) => id);
      if (Array.isArray(copy[field]))
        copy[field] = filterObjects(copy[field]).map((part, i) => ({ ...part, id: ids[i] }));
    }
    return [mine, copy];
  });
}

/** The server's id that an item of yours had before. */
function findExpectedId(previous: IdentityMap, { kind, element }: Side, item: JsonObject): string | undefined {
  const id = getId(item);
  if (kind === "page") return Object.hasOwn(previous.pages, id) ? previous.pages[id] : undefined;
  if (kind === "element") return getServerElementId(previous, id);
  return element === undefined ? undefined : getServerPartId(previous, element, kind, id);
}

/** Pairs two lists by all the evidence there is, and reports what is ambiguous. */
function match(side: Side, previous: IdentityMap, inOrder: boolean, ambiguities: string[]): Pair[] {
  const { kind, content, key } = side;
  if (isInPlace(side, previous)) return side.left.map((item, index) => [item, side.right[index]!]);
  const detail = details[kind];
  const name = side.name ?? formNameKey;
  const getExpectedId = (item: JsonObject) => findExpectedId(previous, side, item) ?? getId(item);
  const matchWithId = (text: (item: JsonObject) => string | undefined): PartEvidence => ({
    left: (item) => joinTexts(getExpectedId(item), text(item)),
    right: (item) => joinTexts(getId(item), text(item)),
  });
  const getNameText = (item: JsonObject) => {
    const text = name(item);
    return text === undefined ? undefined : formKeyText(item.kind, text);
  };
  const pairing = pairUp(side.left, side.right, [
    { ...matchSame(key), settle: (left, right) => settleTwins(left, right, content, getExpectedId) },
    matchWithId(getNameText),
    matchWithId(({ kind }) => formKeyText(kind)),
    matchSame(getNameText),
    ...(detail ? [matchSame(detail)] : []),
  ]);
  const { pairs, tied } = inOrder ? pairByPlace(side, pairing, ({ kind }) => formKeyText(kind)) : pairing;
  for (const { left, right } of tied) {
    const list = (items: JsonObject[]) => items.map((item) => `\`${getId(item)}\``).join(", ");
    const place = side.element === undefined ? "" : ` of \`${side.element}\``;
    ambiguities.push(
      `${kindNames[kind]} ${list(left)}${place} could each be any of the platform's ` +
        `${list(right)}: they can't be distinguished`,
    );
  }
  return pairs;
}

/**
 * Whether each part has its equal in the same place, and no id contradicts: the most common case by far, and one that
 * compares no texts.
 */
function isInPlace(side: Side, previous: IdentityMap): boolean {
  const { element, left, right } = side;
  if (element === undefined || left.length !== right.length) return false;
  if (!left.every((item, index) => isSameJson(item, right[index], "id"))) return false;
  const expected = left.map((item) => findExpectedId(previous, side, item));
  if (expected.every((id, index) => id === getId(right[index]!))) return true;
  const ids = new Set(right.map(getId));
  return expected.every((id) => id === undefined || !ids.has(id));
}

/**
 * Things alike in all that the platform can't respell: by their exact content, where each side has just what the other
 * has; else by the ids they had, where these are still there. Else the platform gave new ids and kept the order, if
 * there are as many as before; if not, those whose id is gone are left.
 */
function settleTwins(
  left: JsonObject[],
  right: JsonObject[],
  content: (item: JsonObject) => string,
  expected: (item: JsonObject) => string,
): Pair[] {
  const exact = pairUp(left, right, [
    { ...matchSame(content), settle: (ours, theirs) => settleEqual(ours, theirs, expected) },
  ]);
  return exact.left.length === 0 && exact.right.length === 0 ? exact.pairs : settleEqual(left, right, expected);
}

function settleEqual(left: JsonObject[], right: JsonObject[], expected: (item: JsonObject) => string): Pair[] {
  const byId = new Map(right.map((item) => [getId(item), item]));
  const kept = left.flatMap((item): Pair[] => {
    const theirs = byId.get(expected(item));
    return theirs ? [[item, theirs]] : [];
  });
  if (kept.length === left.length || left.length !== right.length) return kept;
  return left.map((item, index) => [item, right[index]!]);
}

type PartEvidence = Evidence<JsonObject, JsonObject>;

const matchSame = (text: (item: JsonObject) => string | undefined): PartEvidence => ({ left: text, right: text });

const joinTexts = (id: string, text: string | undefined) => (text === undefined ? undefined : `${id}\n${text}`);

const formNameKey = (item: JsonObject) => {
  const name = readKnownString(item.controlId) ?? readKnownString(item.name);
  return name === undefined ? undefined : normalizePlainName(name);
};

const formPartContent = ({ id: _, ...rest }: JsonObject) => writeStableText(rest);

const formPageKey = (page: JsonObject) =>
  formKeyText(readKnownString(page.name), ...filterObjects(page.elements).map(formElementKey));

/** Elements created on the platform have no name: on a page, they are distinguished by kind and columns. */
const formElementKey = (element: JsonObject) =>
  formKeyText(element.kind, element.controlId, filterObjects(element.columns).length);

/** What people know the elements of the two specs by: a control's `controlId`, else the effective name. */
function createElementKeys(specs: readonly JsonObject[]): (element: JsonObject) => string | undefined {
  const keys = new Map<JsonObject, string | undefined>();
  for (const spec of specs) {
    const byId = new Map(listElements(spec).map((element) => [getId(element), element]));
    const find: FindElement = (id) => byId.get(id);
    for (const element of byId.values()) keys.set(element, formNameKey(element) ?? deriveElementName(element, find));
  }
  return (element) => keys.get(element) ?? formNameKey(element);
}

/**
 * The columns of a table on both sides by effective name and plain formula; the number behind the second of two equal
 * names doesn't count.
 */
function createColumnKeys(left: readonly JsonObject[], right: readonly JsonObject[]): (column: JsonObject) => string {
  const names = new Set([...left, ...right].map((column) => getEffectiveName(column)));
  return (column) => {
    const name = getEffectiveName(column);
    const bare = name === undefined ? undefined : normalizePlainName(dropNumber(readKnownString(column.name) ?? name));
    return formKeyText(bare !== undefined && names.has(bare) ? bare : name, formFormulaKey(column));
  };
}

function getEffectiveName(column: JsonObject): string | undefined {
  const name = readKnownString(column.name);
  return name === undefined ? deriveColumnNames(column)[0] : normalizePlainName(name);
}

/**
 * A formula without what the platform respells; a prefix, which may be the table's or the element's name, doesn't
 * count.
 */
function formFormulaKey({ formula }: JsonObject): string | undefined {
  const text = readKnownString(formula);
  return text === undefined ? undefined : normalizeFormula(text, () => "");
}

function getPlainFormula({ formula }: JsonObject): string | undefined {
  const text = readKnownString(formula);
  return text === undefined ? undefined : normalizeFormula(text);
}

/**
 * What an element is without its name: its columns in plain form, and a source without what the platform writes out.
 */
function formElementDetail(element: JsonObject): string {
  const columns = filterObjects(element.columns).map((column) => [
    getEffectiveName(column) ?? null,
    formFormulaKey(column) ?? null,
  ]);
  return formKeyText(element.kind, element.controlType, formSourceKey(element.source), columns);
}

/** What a table reads from, except ids of this model and texts that the platform respells. */
function formSourceKey(source: Json | undefined): Json | undefined {
  if (!isObject(source)) return source;
  const {
    kind,
    connectionId,
    path,
    statement,
    dataModelId,
    elementId,
    direction,
    joins,
    sources,
    source: inner,
  } = source;
  const outside = kind === "data-model" ? { dataModelId, elementId } : { connectionId, path, statement };
  const sides = filterObjects(joins).flatMap(({ left, right }) => [left, right]);
  const inside = [...sides, ...filterObjects(sources), inner].map((one) => formSourceKey(one) ?? null);
  return { kind, ...outside, direction, inside };
}

const formElementContent = ({ id: _, ...rest }: JsonObject) => formKeyText(rest.name, formElementDetail(rest));

/** What remains to recognize a thing by when its name or other content differ from what was sent. */
const details: { [kind in IdKind]?: (item: JsonObject) => string | undefined } = {
  element: formElementDetail,
  column: getPlainFormula,
  metric: getPlainFormula,
  relationship: (part) => formKeyText(part.targetElementId, part.keys),
  filter: (part) => formKeyText(part.kind, part.columnId),
  folder: (part) => writeStableText(part.items),
  metricFolder: (part) => writeStableText(part.items),
  grouping: (part) => writeStableText(part.groupBy),
  columnSecurity: (part) => writeStableText(part.restrictedColumns),
};
