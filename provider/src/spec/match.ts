import { assignIds } from "./assign";
import { canonicalize } from "./canonical";
import { emptyIdentity, type IdentityMap, renameIdentity, serverElementId, serverPartId, toLocalIds } from "./identity";
import { isObject, type Json, type JsonObject, keyText, knownString, objectsIn, stableText } from "./json";
import { type Evidence, pairUp } from "./pairing";
import { elementsOf, fieldOfPart, type IdKind, type PartKind, partsOf } from "./references";
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
 * Finds out which of the server's ids belongs to which of yours, after a create, an update or a read. Whether the server kept ids or gave new
 * ones makes no difference: things are recognised by their content (kind, name, formula, …), then by the id they had, then by name, then
 * by what is left of their content; things alike in everything by the id they had, or by their order. What still could be either is
 * reported, not guessed.
 *
 * @example
 * const { map, ambiguities } = matchIdentity({ sent: spec, received: await getSpec(id), previous: state.ids });
 */
export function matchIdentity({ sent, received, previous = emptyIdentity() }: Exchange): MatchResult {
  const mine = canonicalize(assignIds(sent));
  const theirs = canonicalize(received);
  const result: MatchResult = { map: emptyIdentity(), ambiguities: [] };
  if (!isObject(mine) || !isObject(theirs)) return result;

  const pages: Side = {
    kind: "page",
    left: objectsIn(mine.pages),
    right: objectsIn(theirs.pages),
    content: pageContent,
  };
  for (const [local, server] of match(result, pages, previous)) {
    result.map.pages[idOf(local)] = idOf(server);
  }
  const elements: Side = {
    kind: "element",
    left: elementsOf(mine),
    right: elementsOf(theirs),
    content: elementContent,
  };
  const pairs = match(result, elements, previous);
  for (const [local, server] of pairs) result.map.elements[idOf(local)] = { id: idOf(server) };

  const tables = pairs.filter(([local, server]) => local.kind === "table" && server.kind === "table");
  // Columns first: once they are known, what refers to them can be compared in your ids; and so on.
  for (const kinds of [
    ["column"],
    ["folder", "metric", "grouping"],
    ["metricFolder", "relationship", "filter", "columnSecurity"],
  ] as const) {
    const known = kinds[0] === "column" ? tables : localized(tables, theirs, result.map);
    for (const kind of kinds) {
      for (const side of partsOfKind(known, kind)) addParts(result.map, side, match(result, side, previous));
    }
  }
  return result;
}

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

function partsOfKind(tables: readonly Pair[], kind: PartKind): Side[] {
  return tables.map(([mine, theirs]) => ({
    kind,
    element: idOf(mine),
    left: partsOf(mine, kind),
    right: partsOf(theirs, kind),
    content: partContent,
  }));
}

/** The server's tables with references in your ids, as far as they are known, and definitions in the server's. */
function localized(tables: readonly Pair[], theirs: JsonObject, map: IdentityMap): Pair[] {
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
function match(result: MatchResult, side: Side, previous: IdentityMap): Pair[] {
  const { kind, content } = side;
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
    result.ambiguities.push(
      `${labels[kind]} ${list(left)}${place} could each be any of the server's ${list(right)}: nothing tells them apart`,
    );
  }
  return pairs;
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

function addParts(map: IdentityMap, { kind, element }: Side, pairs: readonly Pair[]): void {
  const identity = element === undefined ? undefined : map.elements[element];
  if (!identity || kind === "page" || kind === "element" || pairs.length === 0) return;
  const ids = pairs.map(([mine, theirs]): [string, string] => [idOf(mine), idOf(theirs)]);
  identity[fieldOfPart[kind]] = Object.fromEntries(ids.sort(([a], [b]) => (a < b ? -1 : 1)));
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

const labels: Record<IdKind, string> = {
  page: "page",
  element: "element",
  column: "column",
  metric: "metric",
  metricFolder: "metric folder",
  relationship: "relationship",
  filter: "filter",
  folder: "folder",
  grouping: "grouping",
  columnSecurity: "column security",
};
