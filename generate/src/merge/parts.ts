import type { IdKind, Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { type PartField, type PartKind, partFields } from "pulumi-analytics-internal/core/model/references";

/** A page, an element or a part of an element. */
export interface Part {
  readonly kind: IdKind;
  /** The element whose part it is, by id. */
  readonly element: string | undefined;
  readonly id: string;
  readonly value: JsonObject;
}

/** One text for the identity of a part. */
export const formPartKey = ({ kind, element, id }: Omit<Part, "value">) => JSON.stringify([kind, element ?? null, id]);

/** The parts of a model that have an id, those of each element after it. */
export function listParts(spec: JsonObject): Part[] {
  const parts: Part[] = [];
  const add = (kind: IdKind, element: string | undefined, value: JsonObject) => {
    const id = readKnownString(value.id);
    if (id !== undefined) parts.push({ kind, element, id, value });
  };
  for (const page of filterObjects(spec.pages)) {
    add("page", undefined, page);
    for (const element of filterObjects(page.elements)) {
      add("element", undefined, element);
      for (const [field, kind] of Object.entries(partFields)) {
        for (const part of filterObjects(element[field])) add(kind, readKnownString(element.id), part);
      }
    }
  }
  return parts;
}

/** The kind of the items of a list. */
export function getKind(field: string): IdKind | undefined {
  if (field === "pages") return "page";
  return field === "elements" ? "element" : partFields[field as PartField];
}

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
export function dropParts(spec: JsonObject, isDropped: (part: Omit<Part, "value">) => boolean): JsonObject {
  return mapParts(spec, (item, kind, element) => {
    const id = readKnownString(item.id);
    return id !== undefined && isDropped({ kind, element, id }) ? undefined : item;
  });
}

/** The list of an element that holds a kind of parts. */
export const getPartList = (kind: PartKind): string =>
  Object.entries(partFields).find(([, other]) => other === kind)?.[0] as string;
