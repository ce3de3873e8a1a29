import { assignIds } from "./assign";
import { canonicalize } from "./canonical";
import {
  type ElementIdentity,
  emptyIdentity,
  type IdentityMap,
  renameIdentity,
  serverElementId,
  serverPartId,
  toLocalIds,
} from "./identity";
import { isObject, type Json, type JsonObject, keyText, knownString, objectsIn, sameJson, stableText } from "./json";
import { type Evidence, pairUp } from "./pairing";
import { elementsOf, fieldOfPart, type IdKind, kindNames, type PartKind, partsOf } from "./references";
import { findRenames } from "./renames";

/** What was sent and what came back. */
export interface Exchange {
  /** The spec that was sent, in your ids. */
  sent: Json;
  /** The server's answer to reading the model, in its ids. */
  received: Json;
  /** The map before. */
  previous?: IdentityMap;
}

/** The map now, and what could not be told apart. */
export interface MatchResult {
  map: IdentityMap;
  /** One sentence per group of things that could each be any of several. None of them is in the map. */
  ambiguities: string[];
}

/**
 * Finds out which of the server's ids belongs to which of yours, after a create, an update or a read. Whether the server kept ids or
 * gave new ones makes no difference: things are recognised by their content (kind, name, formula, …), then by the id they had, then
 * by name, then by what is left of their content; things alike in everything by the id they had, or by their order. What still could
 * be either is reported, not guessed.
 *
 * @example
 * const { map, ambiguities } = matchIdentity({ sent: spec, received: await getSpec(id), previous: state.ids });
 */
export function matchIdentity({ sent, received, previous = emptyIdentity() }: Exchange): MatchResult {
  const mine = canonicalize(sent);
  const theirs = canonicalize(received);
  if (!isObject(mine) || !isObject(theirs)) return { map: emptyIdentity(), ambiguities: [] };
  const ambiguities: string[] = [];
  const pairsOf = (side: Side) => match(side, previous, ambiguities);
  const idsOf = (pairs: readonly Pair[]) =>
    pairs.map(([local, server]): [string, string] => [idOf(local), idOf(server)]);

  const pages = pairsOf({
    kind: "page",
    left: objectsIn(mine.pages),
    right: objectsIn(theirs.pages),
    content: pageContent,
  });
  const elements = pairsOf({
    kind: "element",
    left: elementsOf(mine),
    right: elementsOf(theirs),
    content: elementContent,
  });
  const identities = new Map(idsOf(elements).map(([local, id]): [string, ElementIdentity] => [local, { id }]));
  // From entries, since an id may be called like a property that every object inherits.
  const map: IdentityMap = { pages: Object.fromEntries(idsOf(pages)), elements: Object.fromEntries(identities) };

  // Columns first: once they are known, what refers to them can be compared in your ids; and so on.
  const tables = elements.filter(([local, server]) => local.kind === "table" && server.kind === "table");
  for (const [round, kinds] of rounds.entries()) {
    const needed = tables.filter(([local]) => kinds.some((kind) => partsOf(local, kind).length > 0));
    for (const [local, server] of round === 0 ? needed : localized(needed, theirs, map)) {
      const element = idOf(local);
      for (const kind of kinds) {
        const [left, right] = [partsOf(local, kind), partsOf(server, kind)];
        const ids = idsOf(pairsOf({ kind, element, left, right, content: partContent }));
        // Sorted, so that the map only changes when an id does.
        const sorted = ids.sort(([a], [b]) => (a < b ? -1 : 1));
        if (ids.length > 0) identities.get(element)![fieldOfPart[kind]] = Object.fromEntries(sorted);
      }
    }
  }
  return { map, ambiguities };
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
export function followRenames(map: IdentityMap, before: Json, after: Json): IdentityMap {
  const [old, now] = [assignIds(before), assignIds(after)];
  return isObject(old) && isObject(now) ? renameIdentity(map, findRenames(old, now)) : map;
}

type Pair = [JsonObject, JsonObject];

/** Two lists whose items are to be paired: yours on the left, the server's on the right. */
interface Side {
  kind: IdKind;
  /** For parts: your id of the table. */
  element?: string;
  left: JsonObject[];
  right: JsonObject[];
  /** All that is known of an item, without its own id. */
  content: (item: JsonObject) => string;
}

const idOf = (item: JsonObject) => (typeof item.id === "string" ? item.id : "");
const nameOf = (item: JsonObject) => knownString(item.controlId) ?? knownString(item.name);

/** The server's tables with references in your ids, as far as they are known, and definitions in the server's. */
function localized(tables: readonly Pair[], theirs: JsonObject, map: IdentityMap): Pair[] {
  if (tables.length === 0) return [];
  // Canonical once more, since lists without order are sorted by the ids in them.
  const local = elementsOf(canonicalize(toLocalIds(theirs, map)) as JsonObject);
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

/** Pairs two lists by all the evidence there is, and reports what could not be told apart. */
function match(side: Side, previous: IdentityMap, ambiguities: string[]): Pair[] {
  const { kind, content } = side;
  if (isInPlace(side, previous)) return side.left.map((item, index) => [item, side.right[index]!]);
  const detail = details[kind];
  const expected = (item: JsonObject) => expectedId(previous, side, item) ?? idOf(item);
  const withId = (text: (item: JsonObject) => string | undefined): PartEvidence => ({
    left: (item) => joinedText(expected(item), text(item)),
    right: (item) => joinedText(idOf(item), text(item)),
  });
  const { pairs, tied } = pairUp(side.left, side.right, [
    { ...same(content), settle: (left, right) => settleTwins(left, right, expected) },
    withId(nameText),
    withId(({ kind }) => keyText(kind)),
    same(nameText),
    ...(detail ? [same(detail)] : []),
  ]);
  for (const { left, right } of tied) {
    const list = (items: JsonObject[]) => items.map((item) => `\`${idOf(item)}\``).join(", ");
    const place = side.element === undefined ? "" : ` of \`${side.element}\``;
    ambiguities.push(
      `${kindNames[kind]} ${list(left)}${place} could each be any of the server's ${list(right)}: nothing tells them apart`,
    );
  }
  return pairs;
}

/**
 * Whether each part has its equal in the same place, and ids say nothing else: the usual case by far, and one that needs no texts to
 * compare.
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
 * Things alike in everything: by the ids they had, where these are still there. Else the server gave new ids and kept the order, if there
 * are as many as before; if not, those whose id is gone are left.
 */
function settleTwins(left: JsonObject[], right: JsonObject[], expected: (item: JsonObject) => string): Pair[] {
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

function nameText(item: JsonObject): string | undefined {
  const name = nameOf(item);
  return name === undefined ? undefined : keyText(item.kind, name);
}

const partContent = ({ id: _, ...rest }: JsonObject) => stableText(rest);

const pageContent = (page: JsonObject) => keyText(page.name, ...objectsIn(page.elements).map(nameOf));

/** A source without the ids of this model's elements in it, which differ between the two sides. */
function withoutElements(source: Json | undefined): Json | undefined {
  if (Array.isArray(source)) return source.map((item) => withoutElements(item) ?? null);
  if (!isObject(source)) return source;
  const { elementId: _, groupingId: __, ...rest } = source;
  const shown = source.kind === "data-model" ? source : rest;
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, withoutElements(value)]));
}

function elementDetail(element: JsonObject): string {
  const columns = objectsIn(element.columns).map(({ name, formula }) => [name ?? null, formula ?? null]);
  return keyText(element.kind, element.controlType, withoutElements(element.source), columns);
}

const elementContent = (element: JsonObject) => keyText(nameOf(element), elementDetail(element));

/** What remains to recognise a thing by when its name or other content differ from what was sent. */
const details: { [kind in IdKind]?: (item: JsonObject) => string | undefined } = {
  element: elementDetail,
  column: (part) => knownString(part.formula),
  metric: (part) => knownString(part.formula),
  relationship: (part) => keyText(part.targetElementId, part.keys),
  filter: (part) => keyText(part.kind, part.columnId),
  folder: (part) => stableText(part.items),
  metricFolder: (part) => stableText(part.items),
  grouping: (part) => stableText(part.groupBy),
  columnSecurity: (part) => stableText(part.restrictedColumns),
};
