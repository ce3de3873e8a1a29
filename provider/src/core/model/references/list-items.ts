/** The nouns for items of the representation's lists, and their keys. */
import { createNameFinder } from "../../text";
import { formKeyText, isObject, type Json, type JsonObject, readKnownString, toList, writeStableText } from "../json";
import { kindNames, partFields } from "./references";

interface ItemKind {
  /** What one item is called. */
  noun: string | ((item: JsonObject) => string);
  /** The key of an item without an id; default: its position. */
  key?: (item: JsonObject) => readonly (Json | undefined)[];
  /** What people call an item by; default: its id. */
  name?: (item: JsonObject) => Json | undefined;
}

const partKinds = Object.entries(partFields).map(([field, kind]): [string, ItemKind] => [
  field,
  { noun: kindNames[kind] },
]);

/**
 * The kinds of items, by the list's field. A list of the same name may be elsewhere (filters of a table, of a control).
 */
const itemKinds: ReadonlyMap<string, ItemKind> = new Map([
  ...partKinds,
  ["filters", { noun: "filter", key: ({ source, columnId }) => [source, columnId], name: filterName }],
  ["pages", { noun: "page", name: ({ id, name }) => name ?? id }],
  ["elements", { noun: ({ kind }) => readKnownString(kind) ?? "element" }],
  ["joins", { noun: "join", key: ({ right }) => [right], name: joinName }],
  [
    "matches",
    { noun: "match", key: ({ outputColumnName }) => [outputColumnName], name: (match) => match.outputColumnName },
  ],
  ["sort", { noun: "sort key", key: ({ columnId }) => [columnId], name: ({ columnId }) => columnId }],
  [
    "keys",
    { noun: "key", key: ({ sourceColumnId }) => [sourceColumnId], name: ({ sourceColumnId }) => sourceColumnId },
  ],
  [
    "parameters",
    {
      noun: "parameter",
      key: ({ dataModelId, controlId }) => [dataModelId, controlId],
      name: ({ controlId }) => controlId,
    },
  ],
  [
    "assignments",
    {
      noun: "assignment",
      key: (item) => [item],
      name: ({ userId, teamId, userAttributeId }) => userId ?? teamId ?? userAttributeId,
    },
  ],
]);

function filterName({ id, columnId }: JsonObject): Json | undefined {
  return id ?? columnId;
}

function joinName({ name, right }: JsonObject): Json | undefined {
  if (name !== undefined || !isObject(right)) return name;
  return right.elementId ?? toList(right.path).at(-1);
}

/** The key of an item among its neighbors: its id, else what names it, else its position. */
export function formItemKey(field: string, item: JsonObject, index: number): string {
  const id = readKnownString(item.id);
  if (id !== undefined) return id;
  const key = itemKinds.get(field)?.key?.(item);
  return key === undefined || key.every((part) => part === undefined) ? String(index) : formKeyText(...key);
}

/**
 * The items of a list by their keys, in its order; one that is no object by its text. Each has its own: a key that
 * another item has gets a number.
 */
export function keyItems(field: string, list: Json | undefined): Map<string, Json> {
  const items = new Map<string, Json>();
  const findFreeKey = createNameFinder(" ");
  for (const [index, item] of toList(list).entries()) {
    const key = isObject(item) ? formItemKey(field, item, index) : writeStableText(item);
    const free = findFreeKey(key, (other) => items.has(other));
    items.set(free, item);
  }
  return items;
}

/** What an item is called: `column`, `join`. */
export function getItemNoun(field: string, item: JsonObject): string {
  const noun = itemKinds.get(field)?.noun ?? field;
  return typeof noun === "string" ? noun : noun(item);
}

/** An item for people: `column revenue`, `join ORDERS`, `key 2`. */
export function formatItemLabel(field: string, item: JsonObject, index: number): string {
  const name = itemKinds.get(field)?.name ?? ((other: JsonObject) => other.id);
  return `${getItemNoun(field, item)} ${readKnownString(name(item)) ?? index + 1}`;
}
