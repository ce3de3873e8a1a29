import { fillPlaceholders, listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { isObject, isPlaceholder, type Json, type JsonObject } from "pulumi-analytics-internal/core/model/json";
import { formItemKey } from "pulumi-analytics-internal/core/model/references";
import { mapObjects } from "./map-objects";

/** Fields that hold the id of something outside the model, wherever they stand. */
const always: ReadonlySet<string> = new Set(["connectionId", "dataModelId", "userId", "teamId", "userAttributeId"]);
/** Fields that do so in a source that is another data model. */
const inForeignSource: ReadonlySet<string> = new Set(["elementId", "groupingId"]);
/** Fields that do so beside a source which is no table of the model. */
const besideForeignSource: ReadonlySet<string> = new Set(["columnId", "displayColumnId"]);

/** A spec with other values where ids of connections, other models, members and the like stand. */
export const mapOutside = (spec: Json, change: (field: string, id: string) => Json): Json =>
  mapObjects(spec, (item) => {
    const leadsOut = isOutside(item);
    const entries = Object.entries(item).map(([field, value]) => [
      field,
      typeof value === "string" && leadsOut(field) ? change(field, value) : value,
    ]);
    return Object.fromEntries(entries);
  });

function isOutside({ kind, source }: JsonObject): (field: string) => boolean {
  const isForeign = kind === "data-model";
  const isBesideForeign = isObject(source) && source.kind !== "table";
  return (field) =>
    always.has(field) ||
    (isForeign && inForeignSource.has(field)) ||
    (isBesideForeign && besideForeignSource.has(field));
}

/** A spec in which the ids of other organizations' things are placeholders, and the ids these placeholders had. */
export function openOutsideIds(spec: Json): { form: Json; ids: Record<string, string> } {
  const ids: Record<string, string> = {};
  const form = mapOutside(spec, (field, id) => {
    const name = `${field} ${id}`;
    ids[name] = id;
    return { $ref: name };
  });
  return { form, ids };
}

/** A spec without what differs between two organizations, to recognize its parts by the rest. */
export function veilOutsideIds(spec: Json): Json {
  const names = listPlaceholderNames(spec).map((name) => [name, ""]);
  return mapOutside(fillPlaceholders(spec, Object.fromEntries(names)).spec, () => "");
}

/**
 * What the placeholders of a spec stand for, learned from another one that has values in their places: for each name
 * the value that stands there most often. A place that has another value is then a difference.
 *
 * @param other in the ids of `form`.
 */
export function learnValues(form: Json, other: Json): Record<string, Json> {
  const votes = new Map<string, Map<string, { value: Json; count: number }>>();
  pairPlaceholders(form, other, "", (name, value) => {
    const options = votes.get(name) ?? new Map<string, { value: Json; count: number }>();
    const text = JSON.stringify(value);
    options.set(text, { value, count: (options.get(text)?.count ?? 0) + 1 });
    votes.set(name, options);
  });
  return Object.fromEntries(
    [...votes].map(([name, options]) => {
      // The first of several that stand as often.
      const [most] = [...options.values()].sort((a, b) => b.count - a.count);
      return [name, (most as { value: Json }).value];
    }),
  );
}

/**
 * Finds what stands in the places of placeholders. List items belong together by what tells them apart, without an id
 * by their position too.
 */
function pairPlaceholders(
  form: Json,
  other: Json | undefined,
  list: string,
  found: (name: string, value: Json) => void,
): void {
  if (other === undefined) return;
  if (isPlaceholder(form)) {
    found(form.$ref, other);
  } else if (Array.isArray(form) && Array.isArray(other)) {
    const formKey = (item: Json, index: number) => (isObject(item) ? formItemKey(list, item, index) : String(index));
    const byKey = new Map(other.map((item, index) => [formKey(item, index), item]));
    for (const [index, item] of form.entries()) {
      const hasId = isObject(item) && typeof item.id === "string";
      pairPlaceholders(item, byKey.get(formKey(item, index)) ?? (hasId ? undefined : other[index]), "", found);
    }
  } else if (isObject(form) && isObject(other)) {
    for (const [field, value] of Object.entries(form)) {
      if (value !== undefined) pairPlaceholders(value, other[field], field, found);
    }
  }
}
