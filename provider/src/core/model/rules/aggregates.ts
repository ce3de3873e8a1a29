import { findNames, findSpan, normalizePlainName } from "../../formula";
import { listRowAggregates } from "../../formula/check";
import { isSameName } from "../../text";
import { filterObjects, getValue, isObject, type JsonObject, readKnownString, toList } from "../json";
import { collectMetrics, metricsHeading } from "../references/inherited-metrics";
import { getNames, type ModelNames } from "../references/model-names";
import { isKnownList } from "../references/named-things";
import { listElementPlaces } from "../references/references";
import { findMeaning } from "../references/resolve";
import type { Rule } from "./rule";

/** The ids of the columns that a table calculates for its groups or its summary; undefined: not all are known. */
export function listCalculated({ groupings, summary }: JsonObject): ReadonlySet<string> | undefined {
  const lists = [summary, ...filterObjects(groupings).map(({ calculations }) => calculations)];
  if (![groupings, ...lists].every(isKnownList)) return undefined;
  return new Set(lists.flatMap((list) => toList(list).flatMap((id) => readKnownString(id) ?? [])));
}

/** The message about an aggregate in a formula that each row has. */
export const describeRowAggregate = (name: string) => ({
  message: `\`${name}\` is calculated for each single row here, and an aggregate of one row is that row`,
  hint: "List the column's id in `calculations` of a grouping or in `summary`, or make it a metric.",
});

export const rowAggregate: Rule = {
  name: "row-aggregate",
  severity: "warning",
  check(model, report) {
    model.formulas.forEach((site) => {
      const path = site.buildPath();
      if (site.scope !== "table" || path[4] !== "columns") return;
      const column = getValue(model.spec, path.slice(0, 6));
      const formula = site.readFormula();
      const [aggregate] = formula === undefined ? [] : listRowAggregates(formula);
      const id = isObject(column) ? readKnownString(column.id) : undefined;
      if (aggregate === undefined || id === undefined || listCalculated(site.element)?.has(id) !== false) return;
      report({ path, span: findSpan(aggregate, formula!), ...describeRowAggregate(aggregate.text) });
    });
  },
};

/** Metrics that mean something else in a table of groups, or can't be calculated there. */
export const groupedMetric: Rule = {
  name: "grouped-metric",
  severity: "warning",
  check(model, report) {
    const names = getNames(model);
    model.formulas.forEach((site) => {
      if (site.scope !== "table") return;
      const path = site.buildPath();
      for (const { text, segments, nth } of site.listNames()) {
        const [heading = "", ...rest] = segments;
        if (rest.length === 0 || normalizePlainName(heading) !== metricsHeading) continue;
        const name = rest.join("/");
        const at = { path, span: { text: `[${text}]`, nth } };
        const isGrouped = filterObjects(site.element.groupings).length > 0;
        const column = names.getColumns(site.element).get(name);
        if (path[4] === "metrics" && isGrouped && column.length > 0) {
          const message = `in a metric of a grouped table, \`[${text}]\` is the column \`${name}\`: its query fails`;
          report({ ...at, message, hint: "Write the metric's formula in its place." });
          continue;
        }
        const lost = findLostColumn(names, site.element, findMeaning(names, site, segments).targets);
        if (lost !== undefined) {
          const message = `\`[${text}]\` reads \`${lost}\`, which the grouping that is read here doesn't have`;
          report({ ...at, message, hint: "Read the table without `groupingId`, or list the column in the grouping." });
        }
      }
    });
  },
};

/** A column that an inherited metric reads, although the table is read at a grouping without it. */
function findLostColumn(
  names: ModelNames,
  { source }: JsonObject,
  targets: ReturnType<typeof findMeaning>["targets"],
): string | undefined {
  if (!isObject(source) || source.kind !== "table") return undefined;
  const groupingId = readKnownString(source.groupingId);
  const table = names.findSourceTable(source)?.table;
  const groupings = filterObjects(table?.groupings);
  const depth = groupings.findIndex(({ id }) => id === groupingId);
  if (groupingId === undefined || table === undefined || depth < 0 || !isKnownList(table.groupings)) return undefined;
  const lists = groupings.slice(0, depth + 1).flatMap(({ groupBy, calculations }) => [groupBy, calculations]);
  if (!lists.every(isKnownList)) return undefined;
  const kept = new Set(lists.flatMap(toList));
  if (![...kept].every((id) => readKnownString(id) !== undefined)) return undefined;
  for (const { element, part } of targets) {
    if (element !== table || part?.kind !== "metric") continue;
    for (const { segments } of findNames(readKnownString(part.item.formula) ?? "")) {
      const columns = segments.length === 1 ? names.getColumns(table).get(segments[0]!) : [];
      const id = columns.length === 1 ? readKnownString(columns[0]!.id) : undefined;
      if (id !== undefined && !kept.has(id)) return segments[0];
    }
  }
  return undefined;
}

export const repeatedMetric: Rule = {
  name: "repeated-metric",
  severity: "warning",
  check(model, report) {
    const names = getNames(model);
    for (const { element, path } of listElementPlaces(model.spec)) {
      const own = filterObjects(element.metrics);
      if (element.kind !== "table" || own.length === 0) continue;
      const inherited = collectMetrics({ table: element, names }).metrics.filter((one) => one.element !== element);
      for (const [index, metric] of toList(element.metrics).entries()) {
        const name = isObject(metric) ? readKnownString(metric.name) : undefined;
        const other = inherited.find(({ part }) => {
          const written = readKnownString(part?.item.name);
          return name !== undefined && written !== undefined && isSameName(name, written);
        });
        if (other === undefined) continue;
        report({
          path: [...path, "metrics", index, "name"],
          message: `the table inherits a metric \`${name}\`, so the platform calls this one \`${name} (1)\``,
          hint: "Give it another name.",
        });
      }
    }
  },
};
