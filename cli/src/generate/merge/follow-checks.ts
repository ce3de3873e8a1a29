import { getChecksShape } from "pulumi-analytics-internal/core/checks";
import {
  type Json,
  type JsonObject,
  parseSpec,
  type Rename,
  SpecSyntaxError,
} from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject, isSameJson, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { getColumnName, listElements } from "pulumi-analytics-internal/core/model/references";
import { isSameName } from "pulumi-analytics-internal/core/text";
import { updateModel } from "../../text";

/** The new name of a part of a table; undefined: it has none. */
type FindName = (part: "columns" | "metrics" | "relationships", name: string) => string | undefined;

/**
 * A file of checks that names what a merge of its model renamed.
 *
 * @returns its text; undefined: it names nothing of that.
 */
export function followChecks(
  text: string,
  [before, after]: readonly [JsonObject, JsonObject],
  renames: readonly Rename[],
): string | undefined {
  const form = readForm(text);
  if (!isObject(form) || !Array.isArray(form.checks)) return undefined;
  const checks = form.checks.map((check): Json => {
    const table = isObject(check) ? findTable(before, check.table) : undefined;
    const now = table && findTable(after, table.id);
    return isObject(check) && now !== undefined ? renameParts(check, createFinder(table!, now, renames)) : check;
  });
  if (isSameJson(checks, form.checks)) return undefined;
  return updateModel(text, { ...form, checks }, { shape: getChecksShape() });
}

/** What can't be read stays; `validate` and `check` say why. */
function readForm(text: string): Json {
  try {
    return parseSpec(text);
  } catch (error) {
    if (error instanceof SpecSyntaxError) return null;
    throw error;
  }
}

const findTable = (spec: JsonObject, name: Json | undefined): JsonObject | undefined =>
  listElements(spec).find((one) => [one.id, one.name].some((own) => isSameName(readKnownString(own), String(name))));

function createFinder(before: JsonObject, after: JsonObject, renames: readonly Rename[]): FindName {
  return (field, name) => {
    const getName = field === "columns" ? getColumnName : ({ name: own }: JsonObject) => readKnownString(own);
    const isMeant = (one: JsonObject) => isSameName(readKnownString(one.id), name) || isSameName(getName(one), name);
    const [old, now] = [before, after].map((table) => filterObjects(table[field]));
    const part = old!.find(isMeant);
    if (part === undefined || now!.some(isMeant)) return undefined;
    const id = renames.find(({ element, from }) => element === before.id && from === part.id)?.to ?? part.id;
    // A relationship is what it joins.
    const found =
      now!.find((one) => one.id !== undefined && one.id === id) ??
      now!.find(
        ({ keys, targetElementId: to }) =>
          keys !== undefined && isSameJson([keys, to!], [part.keys!, part.targetElementId!]),
      );
    return found && (isSameName(readKnownString(part.id), name) ? readKnownString(found.id) : getName(found));
  };
}

function renameParts(check: JsonObject, find: FindName): JsonObject {
  const rename = (field: Parameters<FindName>[0]) => (name: Json) =>
    typeof name === "string" ? (find(field, name) ?? name) : name;
  const [column, metric, relationship] = [rename("columns"), rename("metrics"), rename("relationships")];
  const followIn = (key: string, change: (value: Json) => Json) => (value: Json) =>
    isObject(value) && value[key] !== undefined ? { ...value, [key]: change(value[key]) } : change(value);
  const followEach = (change: (value: Json) => Json) => (value: Json) =>
    Array.isArray(value) ? value.map(change) : change(value);
  const followKeys = (change: (value: Json) => Json) => (value: Json) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [String(change(key)), one])) : value;
  const changes: Readonly<Record<string, (value: Json) => Json>> = {
    unique: followEach(followIn("columns", followEach(column))),
    not_null: followEach(followIn("column", column)),
    accepted_values: followKeys(column),
    fresh: followIn("column", column),
    relationships: followEach(followIn("relationship", relationship)),
    metric: followKeys(metric),
    golden: followIn("metric", metric),
  };
  return Object.fromEntries(
    Object.entries(check).map(([key, value]) => [key, Object.hasOwn(changes, key) ? changes[key]!(value!) : value!]),
  );
}
