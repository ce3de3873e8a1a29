import type { JsonObject, Rename } from "pulumi-analytics-internal/core/spec";
import { listElements } from "pulumi-analytics-internal/core/spec/internal";
import { filterObjects, writeStableText } from "pulumi-analytics-internal/core/spec/json";
import { formPartKey, listParts } from "./parts";

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
  const inFile = new Set(listParts(mine).map(formPartKey));
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
      const isAsked = inFile.has(formPartKey({ kind, element, id: String(from.id) }));
      if (!isAsked || describeRest(from) !== describeRest(to)) return [];
      return [{ kind, element, from: String(from.id), to: String(to.id) }];
    });
  });
}

/** What a new name doesn't change. */
function describeRest({ id: _, name: __, formula: ___, aliases: ____, ...rest }: JsonObject): string {
  return writeStableText(rest);
}
