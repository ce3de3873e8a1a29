import { isObject, isPlaceholder, isSameJson, type Json, type JsonObject } from "../json";
import { keyItems } from "../references/list-items";
import { getFieldShape, pickObject, type Shape } from "../schema/shape";

/** One value in its forms: as the user wrote it, filled, canonical, as it is to be, and as the platform has it. */
export interface Values {
  readonly authored: Json | undefined;
  readonly filled: Json | undefined;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly raw: Json | undefined;
}

/** What is special about a sort of document. */
interface Language {
  /** A value of the platform's document in canonical form. */
  simplify(shape: Shape, value: Json): Json;
  /** A value in the platform's spelling, if it is the platform's. @param name the field that it stands in. */
  respell(name: string, value: Json | undefined, raw: Json | undefined): Json | undefined;
  /** Whether the canonical form sorts objects whose order says something to people: they then stay in the user's. */
  readonly isSorted: boolean;
}

/** Writes another meaning as the user would: where it is what the user declares, it keeps the user's text. */
export class Preserver {
  constructor(private readonly language: Language) {}

  /** The value of a field; undefined where it should be absent. */
  preserveValue(shape: Shape | undefined, name: string, values: Values): Json | undefined {
    const { authored, filled, before, after, raw } = values;
    if (isSameJson(before, after)) return authored;
    const all = [authored, filled, before, after];
    if (!isPlaceholder(authored)) {
      if (all.every(isObject)) return this.preserveObject(shape, values);
      if (all.every((list) => Array.isArray(list))) return this.#preserveItems(shape, name, values);
    }
    return this.language.respell(name, after, raw);
  }

  preserveObject(shape: Shape | undefined, { authored, filled, before, after, raw }: Values): JsonObject {
    const [mine, own, now] = [authored, filled, after] as [JsonObject, JsonObject, JsonObject];
    const there = isObject(raw) ? raw : {};
    const fields = pickObject(shape, now);
    // Between objects of different kinds nothing is implied.
    const old = (fields === pickObject(shape, own) ? before : filled) as JsonObject;
    // An implied value that the user wrote stays only if the platform's other fields imply it, too.
    const isImplied = (key: string) =>
      shape === undefined ||
      own[key] === undefined ||
      (this.language.simplify(shape, { ...there, [key]: own[key] }) as JsonObject)[key] === undefined;
    const result: JsonObject = {};
    for (const key of new Set([...Object.keys(mine), ...Object.keys(now)])) {
      if (key in mine && old[key] === undefined && now[key] === undefined && !isImplied(key)) {
        if (there[key] !== undefined) result[key] = there[key];
        continue;
      }
      const value = this.preserveValue(getFieldShape(fields, key), key, {
        authored: mine[key],
        filled: own[key],
        before: old[key],
        after: now[key],
        raw: there[key],
      });
      if (value !== undefined) result[key] = value;
    }
    return result;
  }

  /** Items are the same by their key. They stay in the user's order as long as what they are sorted by there does. */
  #preserveItems(shape: Shape | undefined, name: string, { authored, filled, before, after, raw }: Values): Json[] {
    const item = shape?.is === "list" ? shape.item : undefined;
    const indexes = [filled, before, after, raw].map((list): Items => keyItems(name, list));
    const [own, old, now, there] = indexes as [Items, Items, Items, Items];
    const written = new Map([...own.keys()].map((key, at) => [key, (authored as Json[])[at]]));
    const items = new Map(
      [...now].map(([key, value]) => {
        const forms = { authored: written.get(key), filled: own.get(key), before: old.get(key), after: value };
        return [key, this.preserveValue(item, "", { ...forms, raw: there.get(key) })] as const;
      }),
    );
    const order = this.language.isSorted ? orderItems(own, old, now) : [...there.keys()];
    return order.flatMap((key) => [items.get(key)].filter((value) => value !== undefined));
  }
}

type Items = ReadonlyMap<string, Json>;
const listCommon = (one: Items, other: Items) => [...one.keys()].filter((key) => other.has(key));

/** The user's order, as long as what the canonical form sorts by stays; texts and numbers have that of the new list. */
function orderItems(own: Items, old: Items, now: Items): string[] {
  const isKept = [...now.values()].every(isObject) && isSameJson(listCommon(old, now), listCommon(now, old));
  return isKept ? mergeKeys(listCommon(own, now), [...now.keys()]) : [...now.keys()];
}

/** The first keys in their order; each other key follows the one that it follows in the second list. */
export function mergeKeys(first: readonly string[], second: readonly string[]): string[] {
  const order = [...first];
  for (const [at, key] of second.entries()) {
    if (order.includes(key)) continue;
    const previous = at === 0 ? -1 : order.indexOf(second[at - 1]!);
    // The elements of a canonical form are sorted by their ids: a new one has no place there that says anything.
    if (first.length === 0 || previous < 0) order.push(key);
    else order.splice(previous + 1, 0, key);
  }
  return order;
}
