import { isObject, type Json, type JsonObject, type Path } from "pulumi-analytics-internal/core/model/json";
import { formPlaceKey, type NamedDocument } from "./documents";

/** A text of a document that changes. */
export interface NameChange {
  readonly document: string;
  readonly path: Path;
  /** Undefined: the field isn't there yet. */
  readonly before: string | undefined;
  readonly after: string;
  /**
   * The thing's own name; a place that uses it; the name of something that had it by derivation and keeps it; or the id
   * of something that had it by derivation.
   */
  readonly kind: "name" | "use" | "kept name" | "kept id";
}

/** The forms of documents, by key. */
export type Forms = ReadonlyMap<string, JsonObject>;

/** A text that a form gets. */
export interface NewValue {
  readonly document: string;
  readonly path: Path;
  readonly value: string;
}

export function setValues(forms: Forms, values: readonly NewValue[]): Forms {
  const result = new Map(forms);
  for (const { document, path, value } of values) {
    result.set(document, setValue(result.get(document)!, path, value) as JsonObject);
  }
  return result;
}

/** A value in another one; what is around it is copied, the rest is shared. */
function setValue(root: Json | undefined, [key, ...rest]: Path, value: string): Json {
  if (key === undefined) return value;
  if (Array.isArray(root)) return root.map((item, index) => (index === key ? setValue(item, rest, value) : item));
  const object = root as JsonObject;
  return { ...object, [key]: setValue(object[key], rest, value) };
}

/** Ids that parts without one would lose. */
export function listDifferentIds(
  was: Json | undefined,
  is: Json | undefined,
  form: Json | undefined,
  path: Path,
): { readonly path: Path; readonly value: string }[] {
  if (Array.isArray(was) && Array.isArray(is) && Array.isArray(form)) {
    return was.flatMap((item, index) => listDifferentIds(item, is[index], form[index], [...path, index]));
  }
  if (!isObject(was) || !isObject(is) || !isObject(form)) return [];
  const own =
    form.id === undefined && typeof was.id === "string" && was.id !== is.id
      ? [{ path: [...path, "id"], value: was.id }]
      : [];
  return [...own, ...Object.keys(was).flatMap((key) => listDifferentIds(was[key], is[key], form[key], [...path, key]))];
}

/** The texts in which forms differ. */
export function listChanges(
  documents: readonly NamedDocument[],
  before: Forms,
  after: Forms,
  target: string,
): NameChange[] {
  return documents.flatMap(({ key: document }) => {
    const changes: NameChange[] = [];
    const visit = (was: Json | undefined, is: Json | undefined, path: Path): void => {
      if (was === is) return;
      if (typeof is === "string") {
        const own = path.slice(0, path.at(-1) === "text" ? -2 : -1);
        const isName = path[own.length] === "name" && formPlaceKey(document, own) === target;
        const kind = isName ? "name" : was !== undefined ? "use" : path.at(-1) === "id" ? "kept id" : "kept name";
        changes.push({ document, path, before: was as string | undefined, after: is, kind });
      } else if (Array.isArray(is))
        for (const [index, item] of is.entries()) visit((was as Json[])[index], item, [...path, index]);
      else if (isObject(is))
        for (const key of Object.keys(is)) visit((was as JsonObject)[key], is[key], [...path, key]);
    };
    visit(before.get(document), after.get(document), []);
    return changes;
  });
}
