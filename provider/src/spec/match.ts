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
import { isObject, type Json, type JsonObject, keyText, knownString, objectsIn, stableText } from "./json";
import { type Evidence, type Pairing, pairUp } from "./pairing";
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
 * by what is left of their content; things alike in everything, by their order. What still could be either is reported, not guessed.
 *
 * @example
 * const { map, ambiguities } = matchIdentity({ sent: spec, received: await getSpec(id), previous: state.ids });
 */
export function matchIdentity({ sent, received, previous = emptyIdentity() }: Exchange): MatchResult {
  const mine = canonicalize(assignIds(sent));
  const theirs = canonicalize(received);
  const result: MatchResult = { map: emptyIdentity(), ambiguities: [] };
  if (!isObject(mine) || !isObject(theirs)) return result;

  const pages = pairUp(objectsIn(mine.pages), objectsIn(theirs.pages), [
    ...byContent(previous, "page", undefined, (page) => keyText(page.name, ...objectsIn(page.elements).map(nameOf))),
    ...byIdThenName(previous, "page", undefined),
  ]);
  for (const [local, server] of pages.pairs) result.map.pages[idOf(local)] = idOf(server);
  report(result, pages, "page", undefined);

  const elements = pairUp(elementsOf(mine), elementsOf(theirs), [
    ...byContent(previous, "element", undefined, elementContent),
    ...byIdThenName(previous, "element", undefined),
    { left: elementDetail, right: elementDetail },
  ]);
  for (const [local, server] of elements.pairs) result.map.elements[idOf(local)] = { id: idOf(server) };
  report(result, elements, "element", undefined);

  // Columns first, then what refers to columns: once columns are known, the rest can be compared in your ids.
  matchParts(result, previous, elements.pairs, ["column"]);
  matchParts(result, previous, localized(theirs, result.map, elements.pairs), ["folder", "metric", "grouping"]);
  matchParts(result, previous, localized(theirs, result.map, elements.pairs), [
    "metricFolder",
    "relationship",
    "filter",
    "columnSecurity",
  ]);
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

const idOf = (item: JsonObject) => (typeof item.id === "string" ? item.id : "");
const nameOf = (item: JsonObject) => knownString(item.controlId) ?? knownString(item.name);

/** The server's elements with what is known of their parts in your ids; a part keeps the server's own id beside it. */
function localized(theirs: JsonObject, map: IdentityMap, pairs: readonly Pair[]): Pair[] {
  const serverIds = new Map(elementsOf(theirs).map((element) => [element, element.id]));
  const local = elementsOf(toLocalIds(theirs, map));
  const byServerId = new Map([...serverIds.values()].map((id, index) => [id, local[index]!]));
  return pairs.map(([mine, server]) => [mine, withServerIds(byServerId.get(server.id)!, server)]);
}

/** References in your ids, definitions in the server's. */
function withServerIds(local: JsonObject, server: JsonObject): JsonObject {
  const copy = { ...local };
  for (const field of Object.values(fieldOfPart)) {
    const parts = objectsIn(server[field]);
    if (Array.isArray(copy[field]))
      copy[field] = objectsIn(copy[field]).map((part, i) => ({ ...part, id: parts[i]?.id }));
  }
  return copy;
}

function matchParts(
  result: MatchResult,
  previous: IdentityMap,
  pairs: readonly Pair[],
  kinds: readonly PartKind[],
): void {
  for (const [local, server] of pairs) {
    if (local.kind !== "table" || server.kind !== "table") continue;
    const element = idOf(local);
    for (const kind of kinds) {
      const parts = pairUp(partsOf(local, kind), partsOf(server, kind), [
        ...byContent(previous, kind, element, partContent),
        ...byIdThenName(previous, kind, element),
        ...(details[kind] ? [{ left: details[kind], right: details[kind] }] : []),
      ]);
      report(result, parts, kind, element);
      if (parts.pairs.length === 0) continue;
      const identity: ElementIdentity = result.map.elements[element]!;
      identity[fieldOfPart[kind]] = Object.fromEntries(
        parts.pairs
          .map(([mine, theirs]): [string, string] => [idOf(mine), idOf(theirs)])
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    }
  }
}

type PartEvidence = Evidence<JsonObject, JsonObject>;

function expectedId(
  previous: IdentityMap,
  kind: IdKind,
  element: string | undefined,
  item: JsonObject,
): string | undefined {
  const id = idOf(item);
  if (kind === "page") return Object.hasOwn(previous.pages, id) ? previous.pages[id] : undefined;
  if (kind === "element") return serverElementId(previous, id);
  return element === undefined ? undefined : serverPartId(previous, element, kind, id);
}

/** Equal content: told apart by the expected id, else taken in order, since nothing but references could tell them apart. */
function byContent(
  previous: IdentityMap,
  kind: IdKind,
  element: string | undefined,
  content: (item: JsonObject) => string,
): PartEvidence[] {
  const known = new Map<JsonObject, string>();
  const contentOf = (item: JsonObject) => {
    let text = known.get(item);
    if (text === undefined) {
      text = content(item);
      known.set(item, text);
    }
    return text;
  };
  return [
    {
      left: (item) => {
        const id = expectedId(previous, kind, element, item) ?? idOf(item);
        return `${id}\n${contentOf(item)}`;
      },
      right: (item) => `${idOf(item)}\n${contentOf(item)}`,
    },
    { left: contentOf, right: contentOf, inOrder: true },
  ];
}

function byIdThenName(previous: IdentityMap, kind: IdKind, element: string | undefined): PartEvidence[] {
  const named = (id: string | undefined, item: JsonObject) => {
    const name = nameOf(item);
    return id === undefined || name === undefined ? undefined : keyText(id, item.kind, name);
  };
  const expected = (item: JsonObject) => expectedId(previous, kind, element, item);
  const name = (item: JsonObject) => named("", item);
  return [
    { left: (item) => named(expected(item), item), right: (item) => named(idOf(item), item) },
    { left: (item) => withKind(expected(item), item), right: (item) => withKind(idOf(item), item) },
    { left: name, right: name },
  ];
}

const withKind = (id: string | undefined, item: JsonObject) => (id === undefined ? undefined : keyText(id, item.kind));

const partContent = ({ id: _, ...rest }: JsonObject) => stableText(rest);

function sourceText(source: Json | undefined): string {
  return (
    JSON.stringify(source, (key, value) => (key === "elementId" || key === "groupingId" ? undefined : value)) ?? ""
  );
}

function elementDetail(element: JsonObject): string {
  const columns = objectsIn(element.columns).map(({ name, formula }) => [name ?? null, formula ?? null]);
  return keyText(element.kind, element.controlType, sourceText(element.source), columns);
}

function elementContent(element: JsonObject): string {
  return `${nameOf(element)}\n${elementDetail(element)}`;
}

/** What remains to recognise a part by when its name or other content differ from what was sent. */
const details: { [kind in PartKind]?: (part: JsonObject) => string | undefined } = {
  column: (part) => knownString(part.formula),
  metric: (part) => knownString(part.formula),
  relationship: (part) => keyText(part.targetElementId, part.keys),
  filter: (part) => keyText(part.kind, part.columnId),
  folder: (part) => stableText(part.items),
  metricFolder: (part) => stableText(part.items),
  grouping: (part) => stableText(part.groupBy),
  columnSecurity: (part) => stableText(part.restrictedColumns),
};

function report(
  result: MatchResult,
  { tied }: Pairing<JsonObject, JsonObject>,
  kind: IdKind,
  element: string | undefined,
): void {
  for (const { left, right } of tied) {
    const list = (items: JsonObject[]) => items.map((item) => `\`${idOf(item)}\``).join(", ");
    const place = element === undefined ? "" : ` of \`${element}\``;
    result.ambiguities.push(
      `${labels[kind]} ${list(left)}${place} could each be any of the server's ${list(right)}: nothing tells them apart`,
    );
  }
}

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
