import {
  filterObjects,
  isObject,
  isSameJson,
  type Json,
  type JsonObject,
  readKnownString,
  toList,
  writeStableText,
} from "../json";

/**
 * The sources that are a left side of some join and never a right side, each once: one of them is where the joins
 * start.
 */
export function findHeads(joins: readonly JsonObject[]): JsonObject[] {
  const rights = new Set(joins.map((join) => writeStableText(join.right)));
  const heads = new Map<string, JsonObject>();
  for (const { left } of joins) {
    const text = writeStableText(left);
    if (isObject(left) && !rights.has(text)) heads.set(text, left);
  }
  return [...heads.values()];
}

/** The primary source of a join: the one given, or the only head; undefined if there is neither. */
export function findPrimary(source: JsonObject): JsonObject | undefined {
  if (isObject(source.primarySource)) return source.primarySource;
  const heads = findHeads(filterObjects(source.joins));
  return heads.length === 1 ? heads[0] : undefined;
}

const leafKinds: readonly unknown[] = ["table", "element", "data-model", "warehouse-table", "sql"];

/** The elements, tables of warehouses and statements that a source reads, itself or through sources in it. */
export function listSources(source: Json | undefined): JsonObject[] {
  if (!isObject(source)) return [];
  if (leafKinds.includes(source.kind)) return [source];
  const sides = filterObjects(source.joins).flatMap(({ left, right }) => [left, right]);
  return [source.primarySource, source.source, ...sides, ...toList(source.sources)].flatMap(listSources);
}

/** Whether a source is another element of the document that reads it. */
export const isOfDocument = ({ kind }: JsonObject): boolean => kind === "table" || kind === "element";

/** The effective name of a source without a name; undefined for tables of other models, which aren't known. */
export function getSourceName(
  source: Json | undefined,
  nameOfElement: (id: string) => string | undefined,
): string | undefined {
  if (!isObject(source)) return undefined;
  if (source.kind === "warehouse-table")
    return Array.isArray(source.path) ? readKnownString(source.path.at(-1)) : undefined;
  if (source.kind !== "table") return undefined;
  const id = readKnownString(source.elementId);
  return id === undefined ? undefined : nameOfElement(id);
}

/**
 * A join without what it would default to: names, and a primary source that its joins imply. Itself, if there is
 * nothing of that.
 */
export function dropImplied(source: JsonObject, nameOfElement: (id: string) => string | undefined): JsonObject {
  const joins = filterObjects(source.joins);
  const isNameImplied = (name: Json | undefined, of: Json | undefined) =>
    name !== undefined && name === getSourceName(of, nameOfElement);
  const heads = findHeads(joins);
  const { name, primarySource, ...rest } = source;
  const keepsName = name !== undefined && !isNameImplied(name, findPrimary(source));
  const keepsPrimary = primarySource !== undefined && !(heads.length === 1 && isSameJson(heads[0], primarySource));
  const hasImpliedJoinName = joins.some((join) => isNameImplied(join.name, join.right));
  if (keepsName === (name !== undefined) && keepsPrimary === (primarySource !== undefined) && !hasImpliedJoinName) {
    return source;
  }
  return {
    ...rest,
    ...(keepsName ? { name } : {}),
    ...(keepsPrimary ? { primarySource } : {}),
    joins: toList(source.joins).map((join) => {
      if (!isObject(join) || !isNameImplied(join.name, join.right)) return join;
      const { name: _, ...others } = join;
      return others;
    }),
  };
}
