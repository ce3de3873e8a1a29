import { type Json, type JsonObject, knownString, stableText } from "./json";

/** What tells the items of a list without ids apart, by the list's field. */
const naturalKeys: Readonly<Record<string, (item: JsonObject) => Json | undefined>> = {
  joins: ({ right }) => right,
  matches: ({ outputColumnName }) => outputColumnName,
  sort: ({ columnId }) => columnId,
  keys: ({ sourceColumnId }) => sourceColumnId,
  filters: ({ source, columnId }) => [source ?? null, columnId ?? null],
  parameters: ({ dataModelId, controlId }) => [dataModelId ?? null, controlId ?? null],
};

/** The key of an item among its neighbours: its id, else what names it, else its position. */
export function keyOfItem(field: string, item: JsonObject, index: number): string {
  const id = knownString(item.id);
  if (id !== undefined) return id;
  const natural = naturalKeys[field]?.(item);
  return natural === undefined ? String(index) : stableText(natural);
}
