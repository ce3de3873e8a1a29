import { isPlaceholder, type Json, type JsonObject } from "pulumi-analytics-internal/core/model";
import { createNameFinder, getOwnValue } from "pulumi-analytics-internal/core/text";
import { mapObjects } from "./references";

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

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A workbook whose ids of one organization are placeholders: theme, plugins, connectors and so on.
 *
 * @param taken names that stand for something else.
 * @returns the form, and the ids by their names.
 */
export function nameOwnedIds(
  form: Json,
  taken: ReadonlySet<string>,
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
      const isId = base !== undefined && typeof value === "string" && uuid.test(value);
      return [key, isId ? { $ref: give(base, value) } : value];
    });
    return nameElement(Object.fromEntries(changed), item);
  });
  return { form: named, refs: Object.fromEntries([...[...names].map(([id, name]) => [name, id]), ...elements]) };
}

/** A form in which what has a value of one of the names, and can only be that, is a placeholder of the name. */
export function insertKnownValues(form: Json, refs: Readonly<Record<string, unknown>>): Json {
  const byValue = new Map<unknown, string>();
  const elements = new Map<string, string>();
  for (const [name, value] of Object.entries(refs)) {
    if (typeof value !== "string") continue;
    if (name.includes("#")) elements.set(`${name.slice(0, name.indexOf("#"))} ${value}`, name);
    else if (uuid.test(value)) byValue.set(value, name);
  }
  return mapObjects(form, (item) => {
    const changed: JsonObject = {};
    for (const [key, value] of Object.entries(item)) {
      const name = byValue.get(value);
      changed[key] = name === undefined ? value : { $ref: name };
    }
    const { dataModelId, elementId, kind } = changed;
    const model = isPlaceholder(dataModelId) ? dataModelId.$ref : undefined;
    const element = typeof elementId === "string" ? elements.get(`${model} ${elementId}`) : undefined;
    return kind === "data-model" && element !== undefined ? { ...changed, elementId: { $ref: element } } : changed;
  });
}
