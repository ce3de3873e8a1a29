import type { DataModelRepresentation } from "../../api";
import { equal, isUnknown } from "../../engine/values";
import { assignIds, bind, equalSpecs, holeNames, type Json, type JsonObject, maskLeft } from "../../spec";
import type { DataModelInputs } from "./inputs";

/** The forms that were read last, by their text: one step reads the same text several times, and several steps are under way at once. */
const forms = new Map<string, Json>();
const mostForms = 32;

/** The representation as the user wrote it, holes unfilled. Nobody may change it: others get the same one. */
export function formOf({ spec }: DataModelInputs): Json {
  const known = forms.get(spec);
  if (known !== undefined) return known;
  const form = parsed(spec);
  forms.set(spec, form);
  const [oldest] = forms.keys();
  if (forms.size > mostForms) forms.delete(oldest!);
  return form;
}

function parsed(spec: string): Json {
  try {
    return JSON.parse(spec) as Json;
  } catch (error) {
    throw new Error(`spec: not the JSON text that the resource class makes (${(error as Error).message}).`);
  }
}

export function refsOf({ refs }: DataModelInputs): Record<string, unknown> {
  return refs ?? {};
}

/** The representation as declared: holes filled, ids given to the parts that have none. */
export function declared(inputs: DataModelInputs, refs = refsOf(inputs)): Json {
  return assignIds(bind(formOf(inputs), refs).spec);
}

/** Equal in meaning, but for the parts that are left to the platform. */
export function agree(a: Json, b: Json, leave: readonly string[] = []): boolean {
  return equalSpecs(maskLeft(a, leave), maskLeft(b, leave));
}

/**
 * Whether two declarations mean the same contents. A value known only after apply, in a hole the state has a value for, counts as that
 * value: the reference is the same, and so is most likely what it stands for. If it turns out otherwise, the update itself compares
 * again, with all values known. So a model isn't shown as changed because one that it stands on is.
 */
export function sameContents(olds: DataModelInputs, news: DataModelInputs): boolean {
  if (isUnknown(news.spec)) return false;
  const before = refsOf(olds);
  const after = Object.fromEntries(
    Object.entries(refsOf(news)).map(([name, value]) => [
      name,
      isUnknown(value) && Object.hasOwn(before, name) ? before[name] : value,
    ]),
  );
  if (olds.spec === news.spec && equal(before, after)) return true;
  return agree(declared(olds, before), declared(news, after), news.leave);
}

/** The values that a representation still refers to. */
export function refsIn(form: Json, refs: Record<string, unknown>): Record<string, unknown> | undefined {
  const used = holeNames(form).filter((name) => Object.hasOwn(refs, name));
  return used.length > 0 ? Object.fromEntries(used.map((name) => [name, refs[name]])) : undefined;
}

/** The part of the platform's answer that a file would hold. */
export function contentsOf({ schemaVersion, pages }: DataModelRepresentation): JsonObject {
  return { schemaVersion, pages: pages as Json };
}

export function pagesOf(spec: Json): Json[] {
  return (spec as { pages: Json[] }).pages;
}
