import type { IdKind, Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { isObject, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { type Definition, partFields } from "pulumi-analytics-internal/core/model/references";

/**
 * A model with other pages, elements and parts; undefined takes one out.
 *
 * @param change `element` is the id of the element whose part it is. What is inside comes first.
 */
export function mapParts(
  spec: JsonObject,
  change: (item: JsonObject, kind: IdKind, element: string | undefined) => JsonObject | undefined,
): JsonObject {
  const mapLists = (item: JsonObject, lists: Readonly<Record<string, IdKind>>, element?: string): JsonObject => {
    const result = { ...item };
    for (const [field, kind] of Object.entries(lists)) {
      const items = item[field];
      if (Array.isArray(items)) result[field] = items.flatMap((inner): Json[] => mapItem(inner, kind, element));
    }
    return result;
  };
  const mapItem = (item: Json, kind: IdKind, element: string | undefined): Json[] => {
    if (!isObject(item)) return [item];
    const inside =
      kind === "page"
        ? mapLists(item, { elements: "element" })
        : kind === "element"
          ? mapLists(item, partFields, readKnownString(item.id))
          : item;
    const changed = change(inside, kind, element);
    return changed === undefined ? [] : [changed];
  };
  return mapLists(spec, { pages: "page" });
}

/** A model with others in the place of its elements; undefined takes one out. */
export function replaceElements(spec: JsonObject, change: (element: JsonObject) => JsonObject | undefined): JsonObject {
  return mapParts(spec, (item, kind) => (kind === "element" ? change(item) : item));
}

/** A model without some parts. */
export function dropParts(spec: JsonObject, isDropped: (part: Definition) => boolean): JsonObject {
  return mapParts(spec, (item, kind, element) => {
    const id = readKnownString(item.id);
    return id !== undefined && isDropped({ kind, element, id }) ? undefined : item;
  });
}
