import { cleanTitle, formId, formTitle, UniqueNames } from "../names";
import type { Skipped } from "../report";
import { type Formula, UntranslatableError } from "../sql";
import type { SourceMetric } from "../table";
import type { Metric, Window } from "./manifest";
import { type AnalyticsMeta, buildFormat, readAnalyticsMeta, readMeta } from "./meta";
import { MetricFormulas, type MetricPart } from "./metric-formulas";
import type { Project } from "./project";
import type { Relation } from "./relation";

/** The metrics of a project, at the tables that they are of. */
export interface ProjectMetrics {
  readonly byRelation: ReadonlyMap<Relation, readonly SourceMetric[]>;
  readonly skipped: readonly Skipped[];
}

/** Writes every metric as a formula that computes the same, or says why there is none. */
export function writeMetrics(project: Project, relations: readonly Relation[]): ProjectMetrics {
  const formulas = new MetricFormulas(project, relations);
  const byRelation = new Map<Relation, SourceMetric[]>();
  const ids = new Map(relations.map((relation) => [relation, new UniqueNames("_")]));
  const skipped: Skipped[] = [];
  for (const metric of sortByFile(project.metrics.values())) {
    const base = formulas.findBase(metric);
    // A metric of models that aren't generated is none of theirs.
    if (metric.type_params.is_private || base === undefined) continue;
    const meta = readAnalyticsMeta(metric, `metric ${metric.name}`);
    if (meta.skip) continue;
    const written = writeMetric(formulas, metric, meta, base, ids.get(base)!);
    byRelation.set(base, [...(byRelation.get(base) ?? []), written]);
    if ("skipped" in written) skipped.push({ name: metric.name, reason: written.reason });
  }
  return { byRelation, skipped };
}

/** In the order of each file, which is the author's; that of files changes from run to run of dbt. */
function sortByFile(metrics: Iterable<Metric>): Metric[] {
  const getFile = ({ original_file_path: path = "" }: Metric) => path;
  return [...metrics].sort((a, b) => (getFile(a) < getFile(b) ? -1 : getFile(a) > getFile(b) ? 1 : 0));
}

function writeMetric(
  formulas: MetricFormulas,
  metric: Metric,
  meta: AnalyticsMeta,
  base: Relation,
  ids: UniqueNames,
): SourceMetric {
  try {
    const part = meta.formula === undefined ? formulas.write(metric) : undefined;
    if (part !== undefined && part.relation !== base) {
      throw new UntranslatableError(`it is computed on ${part.relation.node.name}`);
    }
    return {
      id: ids.give(formId(metric.name)),
      name: base.takenNames.give(
        cleanTitle(meta.label ?? metric.label ?? formTitle(metric.name)),
        formTitle(metric.name),
      ),
      formula: meta.formula ?? (part as MetricPart).formula.text,
      description: meta.description ?? (metric.description || undefined),
      format: buildFormat(meta, describeValue(part?.formula)),
      timeline: buildTimeline(formulas, metric, part),
      folder: meta.folder ?? readGroupLabel(metric),
      was: meta.was,
      note: part?.notes.join("\n") || undefined,
      isHighlighted: meta.highlighted ?? false,
    };
  } catch (error) {
    if (!(error instanceof UntranslatableError)) throw error;
    return { skipped: metric.name, reason: error.message, hint: suggestChart(formulas, metric) };
  }
}

const describeValue = (formula: Formula | undefined) => ({ isDate: formula?.type === "date", hasTime: true });

function readGroupLabel(metric: Metric): string | undefined {
  const { group_label: label } = readMeta(metric);
  return typeof label === "string" ? label : undefined;
}

const truncations = new Set(["year", "quarter", "month", "week", "day", "hour", "minute", "second"]);

/** How a chart shows the metric by time, and which growth of it other metrics ask for. */
function buildTimeline(formulas: MetricFormulas, metric: Metric, part: MetricPart | undefined) {
  const time = part?.time;
  if (time === undefined || time === "several") return undefined;
  const truncation = metric.time_granularity ?? time.granularity;
  const comparison = formulas.findComparison(metric);
  return {
    dateColumnId: time.column.id,
    ...(truncation !== undefined && truncations.has(truncation) ? { truncation } : {}),
    ...(comparison !== undefined && truncations.has(comparison)
      ? { comparison: { comparisonPeriod: comparison } }
      : {}),
  };
}

/** What to do in a workbook instead. */
function suggestChart(formulas: MetricFormulas, metric: Metric): string | undefined {
  const { type, type_params: params } = metric;
  if (type === "cumulative") {
    const inner = formulas.tryWriteBase(metric);
    if (inner === undefined) return undefined;
    const { window = params.window } = params.cumulative_type_params ?? {};
    if (params.grain_to_date ?? params.cumulative_type_params?.grain_to_date) return undefined;
    const call = window === undefined ? `CumulativeSum(${inner})` : `MovingSum(${inner}, ${window.count})`;
    return `In a chart${describePeriod(window)}: ${call}`;
  }
  const offset = params.metrics.find((input) => input.offset_window !== undefined);
  if (offset?.offset_window === undefined) return undefined;
  const { granularity } = offset.offset_window;
  return `For growth, compare ${offset.name} with the ${granularity} before: its timeline.comparison`;
}

const describePeriod = (window: Window | undefined) => (window === undefined ? "" : ` by ${window.granularity}`);
