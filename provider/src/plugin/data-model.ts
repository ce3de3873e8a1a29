import { isUnknown, type Properties, readStructure, unpack } from "../core/engine";
import { type IdentityMap, toLocalIds, toPlatformSpec } from "../core/model";
import { assignFirstIds } from "../core/model/identity";
import { filterObjects, isObject, type Json, type JsonObject, unknownValue } from "../core/model/json";

/**
 * A model that nobody has declared yet, with the ids that `pulumi-analytics pull` gives it: the engine writes code from
 * an import's inputs, and the import of a program that was pulled changes nothing.
 *
 * @param spec the platform's contents in its own ids, as JSON text.
 */
export function assignReadableIds(spec: string): { readonly spec: string; readonly ids: string } {
  const received = toPlatformSpec(JSON.parse(spec) as Parameters<typeof toPlatformSpec>[0]);
  const ids = assignFirstIds(received);
  return { spec: JSON.stringify(toLocalIds(received, ids)), ids: JSON.stringify(ids) };
}

/** The platform's id of each element, by its id in the representation. */
export function listElementIds(outputs: Properties): Record<string, string> {
  const { elements = {} } = (readStructure(unpack(outputs.ids, "ids")) ?? {}) as Partial<IdentityMap>;
  return Object.fromEntries(Object.entries(elements).map(([id, element]) => [id, element.id]));
}

/** The element ids after an update that a preview knows: an element that stays keeps its id, a new one gets one. */
export function previewElementIds(known: unknown, text: unknown): unknown {
  if (!isObject(known) || typeof text !== "string" || isUnknown(text)) return unknownValue;
  const pages = filterObjects((JSON.parse(text) as JsonObject).pages);
  const ids = pages.flatMap((page) => filterObjects(page.elements)).map(({ id }) => id);
  // Elements without an id of their own get one from their contents, which may have changed.
  if (ids.some((id) => typeof id !== "string")) return unknownValue;
  return Object.fromEntries((ids as string[]).map((id) => [id, (known as Record<string, Json>)[id] ?? unknownValue]));
}
