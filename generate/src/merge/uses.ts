import { findNames, normalizePlainName } from "pulumi-analytics-internal/core/formula";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { getColumnName, listElements } from "pulumi-analytics-internal/core/model/references";
import { formPartKey, listReferredParts, type Part } from "./parts";

/** Tells whether other parts of a model use one: by its id, or by its name in a formula. */
export function createUseFinder(spec: JsonObject): (part: Part) => boolean {
  const referred = listReferredParts(spec);
  const used = new Set<string>();
  const prefixes = new Map<string, string[]>();
  const addPrefix = (id: Json | undefined, name: Json | undefined) => {
    if (typeof id === "string" && typeof name === "string")
      prefixes.set(id, [...(prefixes.get(id) ?? []), normalizePlainName(name)]);
  };
  for (const element of listElements(spec)) {
    const source = readTableName(element);
    addPrefix(element.id, element.name ?? source);
    for (const { targetElementId, name } of filterObjects(element.relationships)) addPrefix(targetElementId, name);
    for (const formula of listFormulas(element)) {
      for (const { segments } of findNames(formula)) {
        const names = segments.map(normalizePlainName);
        // A column of the element's own warehouse table is no column of the model.
        if (names.length === 1) used.add(formUse(`#${element.id}`, names[0] as string));
        else if (source === undefined || names[0] !== normalizePlainName(source)) {
          for (const prefix of names.slice(0, -1)) used.add(formUse(prefix, names.at(-1) as string));
        }
      }
    }
  }
  return (part) => {
    const { kind, element, value } = part;
    if (referred.has(formPartKey(part))) return true;
    if (kind !== "column" && kind !== "metric") return false;
    const name = kind === "column" ? getColumnName(value) : readKnownString(value.name);
    if (name === undefined) return false;
    const owners = [`#${element}`, ...(prefixes.get(element ?? "") ?? [])];
    return owners.some((owner) => used.has(formUse(owner, normalizePlainName(name))));
  };
}

const formUse = (owner: string, name: string) => `${owner}\n${name}`;

function readTableName({ source }: JsonObject): string | undefined {
  if (!isObject(source) || source.kind !== "warehouse-table" || !Array.isArray(source.path)) return undefined;
  return readKnownString(source.path.at(-1));
}

/** All formulas below a value. */
function listFormulas(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(listFormulas);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "formula" && typeof inner === "string" ? [inner] : listFormulas(inner),
  );
}
