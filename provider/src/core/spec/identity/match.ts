import { canonicalOf } from "../diff/canonical";
import { isObject, type Json, type JsonObject, keyText, knownString, objectsIn, sameJson, stableText } from "../json";
import { derivedColumnNames, derivedElementName, type FindElement, withoutNumber } from "../references/derived-names";
import { plainFormula, plainName } from "../references/formulas";
import { elementsOf, fieldOfPart, type IdKind, kindNames, type PartKind, partsOf } from "../references/references";
import type { LocalSpec, PlatformSpec } from "../spec-types";
import {
  type ElementIdentity,
  emptyIdentity,
  type IdentityMap,
  renameIdentity,
  serverElementId,
  serverPartId,
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
   * Whether the model can't have changed between the two, so that its parts are still in the order in which they were sent. Default: only if
   * there is no previous map.
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
 * Finds out which of the platform's ids belongs to which of yours, after a create, an update or a read. Whether the platform kept ids or
 * gave new ones makes no difference, nor how it spells names and formulas: things are recognized by their content (kind, effective name,
 * formula in plain form), then by the id they had, then by name, then by what is left of their content; things alike in everything by the
 * id they had, or by their order. What is left between things that were recognized is paired in order, as far as it can't have changed.
 * What still could be either is reported, not guessed.
 *
 * @example
 * const { map, ambiguities } = matchIdentity({ sent: declared, received: platformSpec(await getSpec(id)), previous: state.ids });
 */
export function matchIdentity({
  sent,
  received,
  previous = emptyIdentity(),
  inOrder = Object.keys(previous.elements).length === 0,
}: Exchange): MatchResult {
  const mine = canonicalOf(sent);
  const theirs = canonicalOf(received);
  const ambiguities: string[] = [];
  const pairsOf = (side: Side) => match(side, previous, inOrder, ambiguities);
  const idsOf = (pairs: readonly Pair[]) =>
    pairs.map(([local, server]): [string, string] => [idOf(local), idOf(server)]);

  const pages = pairsOf({
    kind: "page",
    left: objectsIn(mine.pages),
    right: objectsIn(theirs.pages),
    key: pageKey,
    content: pageKey,
  });
  const keyOfElement = elementKeys([mine, theirs]);
  const elements = pairsOf({
    kind: "element",
    left: elementsOf(mine),
    right: elementsOf(theirs),
    key: (element) => keyText(keyOfElement(element), elementDetail(element)),
    content: elementContent,
    name: keyOfElement,
  });
  const identities = new Map(
    inOrderOf(elementsOf(mine), idsOf(elements)).map(([local, id]): [string, ElementIdentity] => [local, { id }]),
  );
  // From entries, since an id may be called like a property that every object inherits.
  const map: IdentityMap = {
    pages: Object.fromEntries(inOrderOf(objectsIn(mine.pages), idsOf(pages))),
    elements: Object.fromEntries(identities),
  };

  // Columns first: once they are known, what refers to them can be compared in your ids; and so on.
  const tables = elements.filter(([local, server]) => local.kind === "table" && server.kind === "table");
  for (const [round, kinds] of rounds.entries()) {
    const needed = tables.filter(([local]) => kinds.some((kind) => partsOf(local, kind).length > 0));
    for (const [local, server] of round === 0 ? needed : localized(needed, theirs, map)) {
      const element = idOf(local);
      for (const kind of kinds) {
        const [left, right] = [partsOf(local, kind), partsOf(server, kind)];
        const keys = kind === "column" ? { key: columnKeys(left, right), name: effectiveName } : { key: partContent };
        const ids = idsOf(pairsOf({ kind, element, left, right, ...keys, content: partContent }));
        // Sorted, so that the map only changes when an id does.
        const sorted = ids.sort(([a], [b]) => (a < b ? -1 : 1));
        if (ids.length > 0) identities.get(element)![fieldOfPart[kind]] = Object.fromEntries(sorted);
      }
    }
  }
  return { map, ambiguities };
}

/** Pairs of ids in the order of the declaration, so that the map only changes when an id does. */
function inOrderOf(items: readonly JsonObject[], ids: readonly [string, string][]): [string, string][] {
  const theirs = new Map(ids);
  return items.flatMap((item): [string, string][] => {
    const id = theirs.get(idOf(item));
    return id === undefined ? [] : [[idOf(item), id]];
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
 * @example const map = followRenames(state.ids, oldSpec, newSpec);
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

const idOf = (item: JsonObject) => (typeof item.id === "string" ? item.id : "");

/** The server's tables with references in your ids, as far as they are known, and definitions in the server's. */
function localized(tables: readonly Pair[], theirs: PlatformSpec, map: IdentityMap): Pair[] {
  if (tables.length === 0) return [];
  // Canonical once more, since lists without order are sorted by the ids in them.
  const local = elementsOf(canonicalOf(toLocalIds(theirs, map)));
  const byServerId = new Map(elementsOf(theirs).map((element, index) => [element, local[index]!]));
  return tables.map(([mine, server]) => {
    const copy = { ...byServerId.get(server)! };
    for (const field of Object.values(fieldOfPart)) {
      const ids = objectsIn(server[field]).map(({ id }) => id);
      if (Array.isArray(copy[field])) copy[field] = objectsIn(copy[field]).map((part, i) => ({ ...part, id: ids[i] }));
    }
    return [mine, copy];
  });
}

/** The server's id that an item of yours had before. */
function expectedId(previous: IdentityMap, { kind, element }: Side, item: JsonObject): string | undefined {
  const id = idOf(item);
  if (kind === "page") return Object.hasOwn(previous.pages, id) ? previous.pages[id] : undefined;
  if (kind === "element") return serverElementId(previous, id);
  return element === undefined ? undefined : serverPartId(previous, element, kind, id);
}

/** Pairs two lists by all the evidence there is, and reports what is ambiguous. */
function match(side: Side, previous: IdentityMap, inOrder: boolean, ambiguities: string[]): Pair[] {
  const { kind, content, key } = side;
  if (isInPlace(side, previous)) return side.left.map((item, index) => [item, side.right[index]!]);
  const detail = details[kind];
  const name = side.name ?? nameKey;
  const expected = (item: JsonObject) => expectedId(previous, side, item) ?? idOf(item);
  const withId = (text: (item: JsonObject) => string | undefined): PartEvidence => ({
    left: (item) => joinedText(expected(item), text(item)),
    right: (item) => joinedText(idOf(item), text(item)),
  });
  const nameText = (item: JsonObject) => {
    const text = name(item);
    return text === undefined ? undefined : keyText(item.kind, text);
  };
  const pairing = pairUp(side.left, side.right, [
    { ...same(key), settle: (left, right) => settleTwins(left, right, content, expected) },
    withId(nameText),
    withId(({ kind }) => keyText(kind)),
    same(nameText),
    ...(detail ? [same(detail)] : []),
  ]);
  const { pairs, tied } = inOrder ? pairByPlace(side, pairing, ({ kind }) => keyText(kind)) : pairing;
  for (const { left, right } of tied) {
    const list = (items: JsonObject[]) => items.map((item) => `\`${idOf(item)}\``).join(", ");
    const place = side.element === undefined ? "" : ` of \`${side.element}\``;
    ambiguities.push(
      `${kindNames[kind]} ${list(left)}${place} could each be any of the platform's ${list(right)}: they can't be distinguished`,
    );
  }
  return pairs;
}

/**
 * Whether each part has its equal in the same place, and no id contradicts: the most common case by far, and one that compares no
 * texts.
 */
function isInPlace(side: Side, previous: IdentityMap): boolean {
  const { element, left, right } = side;
  if (element === undefined || left.length !== right.length) return false;
  if (!left.every((item, index) => sameJson(item, right[index], "id"))) return false;
  const expected = left.map((item) => expectedId(previous, side, item));
  if (expected.every((id, index) => id === idOf(right[index]!))) return true;
  const ids = new Set(right.map(idOf));
  return expected.every((id) => id === undefined || !ids.has(id));
}

/**
 * Things alike in all that the platform can't respell: by their exact content, where each side has just what the other has; else by the ids
 * they had, where these are still there. Else the platform gave new ids and kept the order, if there are as many as before; if not, those
 * whose id is gone are left.
 */
function settleTwins(
  left: JsonObject[],
  right: JsonObject[],
  content: (item: JsonObject) => string,
  expected: (item: JsonObject) => string,
): Pair[] {
  const exact = pairUp(left, right, [
    { ...same(content), settle: (ours, theirs) => settleEqual(ours, theirs, expected) },
  ]);
  return exact.left.length === 0 && exact.right.length === 0 ? exact.pairs : settleEqual(left, right, expected);
}

function settleEqual(left: JsonObject[], right: JsonObject[], expected: (item: JsonObject) => string): Pair[] {
  const byId = new Map(right.map((item) => [idOf(item), item]));
  const kept = left.flatMap((item): Pair[] => {
    const theirs = byId.get(expected(item));
    return theirs ? [[item, theirs]] : [];
  });
  if (kept.length === left.length || left.length !== right.length) return kept;
  return left.map((item, index) => [item, right[index]!]);
}

type PartEvidence = Evidence<JsonObject, JsonObject>;

const same = (text: (item: JsonObject) => string | undefined): PartEvidence => ({ left: text, right: text });

const joinedText = (id: string, text: string | undefined) => (text === undefined ? undefined : `${id}\n${text}`);

const nameKey = (item: JsonObject) => {
  const name = knownString(item.controlId) ?? knownString(item.name);
  return name === undefined ? undefined : plainName(name);
};

const partContent = ({ id: _, ...rest }: JsonObject) => stableText(rest);

const pageKey = (page: JsonObject) => keyText(knownString(page.name), ...objectsIn(page.elements).map(idlessElement));

/** Elements created on the platform have no name: on a page, they are distinguished by kind and columns. */
const idlessElement = (element: JsonObject) =>
  keyText(element.kind, element.controlId, objectsIn(element.columns).length);

/** What people know the elements of the two specs by: a control's `controlId`, else the effective name. */
function elementKeys(specs: readonly JsonObject[]): (element: JsonObject) => string | undefined {
  const keys = new Map<JsonObject, string | undefined>();
  for (const spec of specs) {
    const byId = new Map(elementsOf(spec).map((element) => [idOf(element), element]));
    const find: FindElement = (id) => byId.get(id);
    for (const element of byId.values()) keys.set(element, nameKey(element) ?? derivedElementName(element, find));
  }
  return (element) => keys.get(element) ?? nameKey(element);
}

/** The columns of a table on both sides by effective name and plain formula; the number behind the second of two equal names doesn't count. */
function columnKeys(left: readonly JsonObject[], right: readonly JsonObject[]): (column: JsonObject) => string {
  const names = new Set([...left, ...right].map((column) => effectiveName(column)));
  return (column) => {
    const name = effectiveName(column);
    const bare = name === undefined ? undefined : plainName(withoutNumber(knownString(column.name) ?? name));
    return keyText(bare !== undefined && names.has(bare) ? bare : name, formulaKey(column));
  };
}

function effectiveName(column: JsonObject): string | undefined {
  const name = knownString(column.name);
  return name === undefined ? derivedColumnNames(column)[0] : plainName(name);
}

/** A formula without what the platform respells; a prefix, which may be the table's or the element's name, doesn't count. */
function formulaKey({ formula }: JsonObject): string | undefined {
  const text = knownString(formula);
  return text === undefined ? undefined : plainFormula(text, () => "");
}

function plainFormulaOf({ formula }: JsonObject): string | undefined {
  const text = knownString(formula);
  return text === undefined ? undefined : plainFormula(text);
}

/** What an element is without its name: its columns in plain form, and a source without what the platform writes out. */
function elementDetail(element: JsonObject): string {
  const columns = objectsIn(element.columns).map((column) => [
    effectiveName(column) ?? null,
    formulaKey(column) ?? null,
  ]);
  return keyText(element.kind, element.controlType, sourceKey(element.source), columns);
}

/** What a table reads from, except ids of this model and texts that the platform respells. */
function sourceKey(source: Json | undefined): Json | undefined {
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
  const sides = objectsIn(joins).flatMap(({ left, right }) => [left, right]);
  const inside = [...sides, ...objectsIn(sources), inner].map((one) => sourceKey(one) ?? null);
  return { kind, ...outside, direction, inside };
}

const elementContent = ({ id: _, ...rest }: JsonObject) => keyText(rest.name, elementDetail(rest));

/** What remains to recognize a thing by when its name or other content differ from what was sent. */
const details: { [kind in IdKind]?: (item: JsonObject) => string | undefined } = {
  element: elementDetail,
  column: plainFormulaOf,
  metric: plainFormulaOf,
  relationship: (part) => keyText(part.targetElementId, part.keys),
  filter: (part) => keyText(part.kind, part.columnId),
  folder: (part) => stableText(part.items),
  metricFolder: (part) => stableText(part.items),
  grouping: (part) => stableText(part.groupBy),
  columnSecurity: (part) => stableText(part.restrictedColumns),
};
