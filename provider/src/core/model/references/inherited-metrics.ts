import { filterObjects, isObject, isOpen, type Json, type JsonObject, readKnownString } from "../json";
import { findPrimary } from "./joins";
import { createTargets, type Target } from "./meaning";
import type { KnownTable } from "./model-names";
import { isKnownList } from "./named-things";

/** The metrics of a table and of those that it reads from. */
interface InheritedMetrics {
  readonly metrics: readonly Target[];
  readonly names: readonly string[];
  /** The sources that may have others. */
  readonly outside: readonly (Json | undefined)[];
  readonly isComplete: boolean;
}

/** The name before the slash by which formulas refer to metrics, in plain form. */
export const metricsHeading = "metrics";

/** The metrics that a table's formulas can name under their heading, as far as these are known. */
export function collectMetrics(
  { table, names }: KnownTable,
  seen: Set<JsonObject> = new Set([table]),
): InheritedMetrics {
  const own = filterObjects(table.metrics);
  const metrics = createTargets(table, "metric", own);
  const outside: (Json | undefined)[] = [];
  let isComplete = isKnownList(table.metrics) && !own.some(({ name }) => isOpen(name));
  for (const source of listInnerSources(table.source)) {
    const known = names.findSourceTable(source);
    if (known === undefined) {
      outside.push(source);
      isComplete &&= isObject(source) && (source.kind === "warehouse-table" || source.kind === "sql");
    } else if (!seen.has(known.table)) {
      const inherited = collectMetrics(known, seen.add(known.table));
      for (const one of inherited.metrics) metrics.push(one);
      for (const one of inherited.outside) outside.push(one);
      isComplete &&= inherited.isComplete;
    }
  }
  return { metrics, names: metrics.flatMap(({ part }) => readKnownString(part?.item.name) ?? []), outside, isComplete };
}

/** The source whose metrics a table inherits: of a join, the primary one. */
function listInnerSources(source: Json | undefined): (Json | undefined)[] {
  if (!isObject(source) || source.kind !== "join") return [source];
  return [isKnownList(source.joins) ? findPrimary(source) : undefined];
}
