import { filterObjects, formKeyText, type JsonObject, readKnownString, writeStableText } from "../json";
import {
  formDefinitionKey,
  type IdKind,
  type IdSite,
  listElements,
  listParts,
  type PartKind,
  partFields,
  rewriteIds,
} from "../references/references";
import type { LocalSpec } from "../spec-types";
import { type Evidence, pairUp } from "./pairing";

/** An id that was replaced by another for the same thing. */
export interface Rename {
  kind: IdKind;
  /** For parts: the table, by the id it has after. */
  element?: string;
  from: string;
  to: string;
}

/**
 * Finds the things that only got another id between two specs: by `aliases` of what is new, else by unchanged content,
 * else by an unchanged name (for columns and metrics also an unchanged formula), where these are unique among the
 * removed and the new parts.
 *
 * @example findRenames(before, after) // [{ kind: "column", element: "orders", from: "amt", to: "amount" }]
 */
export function findRenames(before: LocalSpec, after: LocalSpec): Rename[] {
  const pages = pairParts(filterObjects(before.pages), filterObjects(after.pages), []);
  const elements = pairParts(listElements(before), listElements(after), []);
  const renames: Rename[] = [...listRenames("page", pages), ...listRenames("element", elements)];
  for (const [old, now] of elements) {
    if (old.kind !== "table" || now.kind !== "table" || old === now) continue;
    const element = readKnownString(now.id);
    for (const kind of Object.values(partFields)) {
      const parts = pairParts(listParts(old, kind), listParts(now, kind), byFormula.has(kind) ? [formula] : []);
      for (const one of listRenames(kind, parts).map((rename) => ({ ...rename, element }))) renames.push(one);
    }
  }
  return renames;
}

/** A spec with renames applied to every id. */
export function applyRenames(spec: LocalSpec, renames: readonly Rename[]): LocalSpec {
  if (renames.length === 0) return spec;
  const elementNow = new Map(
    renames.flatMap(({ kind, from, to }) => (kind === "element" ? [[from, to] as const] : [])),
  );
  const now = new Map(renames.map((rename) => [formDefinitionKey({ ...rename, id: rename.from }), rename.to]));
  return rewriteIds(spec, ({ kinds, owner, id }: IdSite) => {
    const element = owner === undefined ? undefined : (elementNow.get(owner) ?? owner);
    for (const kind of kinds) {
      const to = now.get(formDefinitionKey({ kind, element, id }));
      if (to !== undefined) return to;
    }
    return id;
  }) as LocalSpec;
}

const byFormula = new Set<PartKind>(["column", "metric"]);

const matchSame = (keyOf: (item: JsonObject) => string | undefined): Evidence<JsonObject, JsonObject> => ({
  left: keyOf,
  right: keyOf,
});

const content = matchSame(({ id: _, aliases: __, ...rest }) => writeStableText(rest));
const name = matchSame(({ kind, name }) => (readKnownString(name) === undefined ? undefined : formKeyText(kind, name)));
const formula = matchSame((item) => readKnownString(item.formula));

/** Pairs parts with the same id, then removed and new parts that are the same under another id. */
function pairParts(
  before: JsonObject[],
  after: JsonObject[],
  weaker: readonly Evidence<JsonObject, JsonObject>[],
): [JsonObject, JsonObject][] {
  if (before.length === after.length && before.every(({ id }, index) => id === after[index]!.id)) {
    return before.map((item, index) => [item, after[index]!]);
  }
  const beforeById = new Map(before.map((item) => [item.id, item]));
  const pairs: [JsonObject, JsonObject][] = [];
  const added: JsonObject[] = [];
  for (const item of after) {
    const old = beforeById.get(item.id);
    if (old && typeof item.id === "string") {
      pairs.push([old, item]);
      beforeById.delete(item.id);
    } else added.push(item);
  }
  const removed = [...beforeById.values()].filter((item) => readKnownString(item.id) !== undefined);
  if (removed.length === 0 || added.length === 0) return pairs;
  const known = added.filter((item) => readKnownString(item.id) !== undefined);
  const aliasOwner = new Map(known.flatMap((item) => listAliases(item).map((alias) => [alias, item.id as string])));
  const alias: Evidence<JsonObject, JsonObject> = {
    left: (item) => aliasOwner.get(item.id as string),
    right: (item) => (listAliases(item).length > 0 ? (item.id as string) : undefined),
  };
  return [...pairs, ...pairUp(removed, known, [alias, content, name, ...weaker]).pairs];
}

const listAliases = (item: JsonObject) =>
  Array.isArray(item.aliases) ? item.aliases.filter((alias) => typeof alias === "string") : [];

function listRenames(kind: IdKind, pairs: [JsonObject, JsonObject][]): Rename[] {
  return pairs.flatMap(([before, after]) => {
    const [from, to] = [readKnownString(before.id), readKnownString(after.id)];
    return from !== undefined && to !== undefined && from !== to ? [{ kind, from, to }] : [];
  });
}
