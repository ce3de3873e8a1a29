import type { IdKind, JsonObject, Rename } from "pulumi-analytics-internal/core/model";
import {
  filterObjects,
  getValue,
  isObject,
  readKnownString,
  writeStableText,
} from "pulumi-analytics-internal/core/model/json";
import {
  formDefinitionKey,
  listDefinitions,
  listElements,
  type PartField,
  partFields,
} from "pulumi-analytics-internal/core/model/references";
import { UsageError } from "pulumi-analytics-internal/core/text";
import type { GeneratedModel } from "../generated-model";

/**
 * Columns and metrics that were probably renamed: one of an element is gone and one is new, and both are alike but for
 * their names. What a person deleted isn't asked for.
 */
export function findProbableRenames(
  base: JsonObject,
  next: JsonObject,
  mine: JsonObject,
  known: readonly Rename[],
): Rename[] {
  const inFile = new Set(listDefinitions(mine).map(formDefinitionKey));
  const now = new Map(listElements(next).map((element) => [element.id, element]));
  return listElements(base).flatMap((before) => {
    const element = String(before.id);
    return (["column", "metric"] as const).flatMap((kind): Rename[] => {
      const isKnown = (id: unknown) =>
        known.some((hint) => hint.kind === kind && hint.element === element && (hint.from === id || hint.to === id));
      const list = (holder: JsonObject | undefined) =>
        filterObjects(holder?.[`${kind}s`]).filter(({ id }) => !isKnown(id));
      const [old, current] = [list(before), list(now.get(before.id ?? null))];
      const gone = old.filter(({ id }) => !current.some((other) => other.id === id));
      const added = current.filter(({ id }) => !old.some((other) => other.id === id));
      const [from, to] = [gone[0], added[0]];
      if (from === undefined || to === undefined || gone.length > 1 || added.length > 1) return [];
      const isAsked = inFile.has(formDefinitionKey({ kind, element, id: String(from.id) }));
      if (!isAsked || describeRest(from) !== describeRest(to)) return [];
      return [{ kind, element, from: String(from.id), to: String(to.id) }];
    });
  });
}

/** What a new name doesn't change. */
function describeRest({ id: _, name: __, formula: ___, aliases: ____, ...rest }: JsonObject): string {
  return writeStableText(rest);
}

/** The rename of a part that its source names as renamed. */
export function createRename(spec: JsonObject, path: GeneratedModel["was"][number]["path"], from: string): Rename[] {
  const part = getValue(spec, path);
  const kind = getKind(String(path.at(-2)));
  const to = isObject(part) ? readKnownString(part.id) : undefined;
  if (kind === undefined || to === undefined || to === from) return [];
  const isPart = kind !== "page" && kind !== "element";
  const element = isPart ? readKnownString((getValue(spec, path.slice(0, 4)) as JsonObject).id) : undefined;
  return [{ kind, from, to, ...(element === undefined ? {} : { element }) }];
}

/** The kind of the items of a list. */
function getKind(field: string): IdKind | undefined {
  if (field === "pages") return "page";
  return field === "elements" ? "element" : partFields[field as PartField];
}

/** `orders.old=new`, for this model if it has the element. */
export function parseRename(model: string, base: JsonObject, spec: JsonObject, text: string): Rename[] {
  const [, element, from, to] = /^([^.=]+)[.]([^=]+)=(.+)$/.exec(text) ?? [];
  if (element === undefined || from === undefined || to === undefined) {
    throw new UsageError(
      `--decide renamed:${text}: write renamed:element.old=new, such as renamed:${model}.cust_id=customer_id.`,
    );
  }
  const find = (form: JsonObject, id: string) =>
    (["column", "metric"] as const).find((kind) =>
      listElements(form).some(
        (item) => item.id === element && filterObjects(item[`${kind}s`]).some((p) => p.id === id),
      ),
    );
  const [was, is] = [find(base, from), find(spec, to)];
  return was !== undefined && was === is ? [{ kind: was, element, from, to }] : [];
}
