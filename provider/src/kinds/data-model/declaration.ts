import type { DataModelRepresentation } from "../../core/api";
import {
  adoptTheirIgnored,
  applyBaseline,
  assignIds,
  type Baseline,
  dropIgnored,
  findNameless,
  hasSameMeaning,
  type JsonObject,
  listPlaceholderNames,
  Model,
} from "../../core/spec";
import { isObject, type Json } from "../../core/spec/json";
import { equal, isUnknown } from "../../core/values";
import type { DataModelInputs } from "./fields";

/** The last used models: one operation uses the same model several times, and several operations run in parallel. */
const recent: { readonly spec: AuthoredSpec; readonly model: Model }[] = [];
const mostRecent = 32;

/** The model that inputs declare, with its forms; cached by text and values. */
export function getModel({ spec, refs = {} }: Pick<DataModelInputs, "spec" | "refs">): Model {
  const sameText = recent.filter((entry) => entry.spec === spec);
  const known = sameText.find(({ model }) => equal(model.refs, refs));
  if (known !== undefined) return known.model;
  const model = new Model(sameText[0]?.model.authored ?? parseAuthored(spec), refs);
  recent.unshift({ spec, model });
  recent.length = Math.min(recent.length, mostRecent);
  return model;
}

/**
 * Whether two declarations mean the same contents. An unknown value is a change, but for an element id of a model that
 * stays.
 *
 * @param nameless ids of the unions for which another name is no change, see {@link listNameless}.
 */
export function isSameDeclaration(
  olds: DataModelInputs,
  news: DataModelInputs,
  nameless?: ReadonlySet<string>,
): boolean {
  if (isUnknown(news.spec) || isUnknown(news.refs)) return false;
  const before = olds.refs ?? {};
  const after = keepElementIds(before, news.refs ?? {});
  const used = new Set(listOwnPlaceholders(news));
  if (Object.entries(after).some(([name, value]) => used.has(name) && isUnknown(value))) return false;
  if (olds.spec === news.spec && equal(before, after)) return true;
  const [old, now] = [getModel(olds).declared, getModel({ spec: news.spec, refs: after }).declared];
  return hasSameMeaning(old, adoptTheirIgnored(now, old, getKnownIgnorePaths(news)), { nameless });
}

/** The unions whose declared names the platform didn't keep. */
export function listNameless(inputs: DataModelInputs, baseline: Baseline | undefined): ReadonlySet<string> {
  if (baseline === undefined || isUnknown(inputs.spec)) return new Set();
  const { canonical } = getModel(inputs);
  return findNameless(canonical, applyBaseline(canonical, baseline));
}

/** None as long as they are unknown. */
function getKnownIgnorePaths({ ignorePaths = [] }: DataModelInputs): readonly string[] {
  return isUnknown(ignorePaths) ? [] : ignorePaths;
}

/** The names of the placeholders outside ignored parts. */
export function listOwnPlaceholders(inputs: DataModelInputs): readonly string[] {
  const { authored } = getModel(inputs);
  const ignorePaths = getKnownIgnorePaths(inputs);
  return listPlaceholderNames(
    ignorePaths.length === 0 || !isObject(authored) ? authored : dropIgnored(assignIds(authored), ignorePaths),
  );
}

/** The values that a representation still refers to. */
export function filterRefs(
  authored: Json,
  refs: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const used = listPlaceholderNames(authored).filter((name) => Object.hasOwn(refs, name));
  return used.length > 0 ? Object.fromEntries(used.map((name) => [name, refs[name]])) : undefined;
}

/** The part of the platform's answer that a file would hold. */
export function toFileContents({ schemaVersion, pages }: DataModelRepresentation): Json {
  return { schemaVersion, pages: pages as Json };
}

/**
 * A representation among the inputs: the JSON text that the resource class makes, or the object that a transform put in
 * its place.
 */
export type AuthoredSpec = string | JsonObject;

/** The representation, placeholders unfilled. */
export function parseAuthored(spec: AuthoredSpec): Json {
  if (typeof spec !== "string") return spec;
  try {
    return JSON.parse(spec) as Json;
  } catch (error) {
    throw new Error(`spec: not the JSON text that the resource class makes (${(error as Error).message}).`);
  }
}

/**
 * Another representation in the form that one has. What was given as an object stays one: the engine finds the secrets
 * in it by their place, and in a text there would be none.
 */
export function matchForm(spec: AuthoredSpec, other: Json): AuthoredSpec {
  return typeof spec === "string" ? JSON.stringify(other) : (other as JsonObject);
}

type Refs = Readonly<Record<string, unknown>>;

/**
 * The values of a declaration's placeholders, with the element ids that a preview doesn't know taken from the state
 * where the model they lie in stays.
 *
 * A preview that updates a model knows its id and none of its element ids. If those counted as changes, like other
 * unknown values, every model that refers to one would be shown as updated, and whatever depends on that model in turn.
 * The update keeps the ids; should one come to differ, the update of the referring model compares again, with all
 * values known.
 *
 * @example keepElementIds({ orders: "m1", "orders#facts": "e1" },
 *   { orders: "m1", "orders#facts": unknownValue })["orders#facts"] // "e1"
 */
export function keepElementIds(before: Refs, after: Refs): Record<string, unknown> {
  const isKept = (name: string) => {
    const model = getModelPlaceholder(name);
    return (
      model !== undefined &&
      Object.hasOwn(before, name) &&
      typeof after[model] === "string" &&
      after[model] === before[model]
    );
  };
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, isUnknown(value) && isKept(name) ? before[name] : value]),
  );
}

/**
 * The placeholder with the id of the model in which a placeholder's element lies: `orders` for `orders#facts` in a
 * file, `…/dataModelId` for `…/elementId` in an object.
 */
function getModelPlaceholder(name: string): string | undefined {
  const [model, element] = name.split("#", 2);
  if (element !== undefined) return model;
  return name.endsWith("/elementId") ? name.replace(/elementId$/, "dataModelId") : undefined;
}

/** What messages call a model. */
export const getTitle = ({ name }: DataModelInputs) => `data model "${name}"`;
