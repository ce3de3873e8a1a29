import {
  fillPlaceholders,
  type Json,
  type Path,
  ruleSeverities,
  type Severity,
  validateSpec,
} from "pulumi-analytics-internal/core/model";
import { type ModelOfSet, ModelSet } from "pulumi-analytics-internal/core/model/across";
import { getValue, isObject, type JsonObject } from "pulumi-analytics-internal/core/model/json";

/** A model, and how its sources name others. */
export interface CheckedModel extends ModelOfSet {
  /** Tells it from the others. */
  readonly key: string;
}

/** The rules about what refers to something; a picture says nothing of the others. */
const rules: ReadonlySet<string> = new Set([
  "missing-reference",
  "missing-column",
  "unresolved-name",
  "unresolved-control",
]);
const severities = Object.fromEntries(
  Object.keys(ruleSeverities).map((rule): [string, Severity | "off"] => [rule, rules.has(rule) ? "error" : "off"]),
);

/**
 * What models refer to that doesn't exist, in the words of `validate`: by the column or metric, or by the element where
 * it is in none.
 *
 * @example collectProblems([orders]).get(column)
 * // ["nothing in this model is called `[Amuont]` here. Did you mean `[Amount]`?"]
 */
export function collectProblems(models: readonly CheckedModel[]): ReadonlyMap<JsonObject, readonly string[]> {
  const set = new ModelSet(new Map(models.map((model) => [model.key, model])));
  const problems = new Map<JsonObject, string[]>();
  for (const { key, spec } of models) {
    const alone = validateSpec(fillPlaceholders(spec as Json).spec, { severities });
    for (const { path, message, hint } of [...alone, ...set.findUnknownNames(key)]) {
      const place = findHolder(spec, path);
      if (place === undefined) continue;
      const text = hint === undefined ? message : `${message}. ${hint}`;
      problems.set(place, [...(problems.get(place) ?? []), text]);
    }
  }
  return problems;
}

/** The column or metric that a path leads into, or its element. */
function findHolder(spec: JsonObject, path: Path): JsonObject | undefined {
  const isPart = path[4] === "columns" || path[4] === "metrics";
  const place = getValue(spec, path.slice(0, isPart ? 6 : 4));
  return isObject(place) ? place : undefined;
}
