import { isPlaceholder, type Json, type JsonObject, listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { splitRef } from "pulumi-analytics-internal/core/model/json";
import { createNameFinder, getOwnValue } from "pulumi-analytics-internal/core/text";
import { isId } from "../documents/address";
import { mapObjects } from "../documents/map-objects";

/** Fields whose values are ids of one organization, and what `!ref` calls them. */
const ownedFields: Readonly<Record<string, string>> = {
  connectionId: "warehouse",
  dataModelId: "model",
  pluginId: "plugin",
  connectorId: "connector",
  documentId: "document",
  userId: "user",
  teamId: "team",
};

/**
 * A workbook whose ids of one organization are placeholders: theme, plugins, connectors and so on.
 *
 * @param taken names that stand for something else; default: those of the form's placeholders.
 * @returns the form, and the ids by their names.
 */
export function nameOwnedIds(
  form: Json,
  taken: ReadonlySet<string> = new Set(listPlaceholderNames(form).map((name) => splitRef(name)[0])),
): { form: Json; refs: Readonly<Record<string, string>> } {
  const names = new Map<string, string>();
  const used = new Set(taken);
  const findFreeName = createNameFinder("-");
  const give = (base: string, id: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = findFreeName(base, (other) => used.has(other));
    used.add(name);
    names.set(id, name);
    return name;
  };
  const elements = new Map<string, string>();
  /** The element of a model that has no file here goes by the model's name and its id. */
  const nameElement = (changed: JsonObject, { kind, dataModelId, elementId }: JsonObject): JsonObject => {
    const model = changed.dataModelId;
    const isOwned = kind === "data-model" && typeof dataModelId === "string" && isPlaceholder(model);
    if (!isOwned || typeof elementId !== "string") return changed;
    const name = `${model.$ref}#${elementId}`;
    elements.set(name, elementId);
    return { ...changed, elementId: { $ref: name } };
  };
  const named = mapObjects(form, (item, path) => {
    const changed = Object.entries(item).map(([key, value]) => {
      const base = key === "name" && path.at(-1) === "theme" ? "theme" : getOwnValue(ownedFields, key);
      const isOwned = base !== undefined && typeof value === "string" && isId(value);
      return [key, isOwned ? { $ref: give(base, value) } : value];
    });
    return nameElement(Object.fromEntries(changed), item);
  });
  return { form: named, refs: Object.fromEntries([...[...names].map(([id, name]) => [name, id]), ...elements]) };
}
