import { addTo } from "pulumi-analytics-internal/core/data";
import { formTitle } from "pulumi-analytics-internal/core/text";
import { cleanTitle, formId, UniqueNames } from "../names";
import { type Formula, UntranslatableError } from "../sql";
import type { Skipped, SkippedMetric, SourceMetric } from "../table";
import type { Metric } from "./manifest";
import { type AnalyticsMeta, buildFormat, readAnalyticsMeta, readMeta } from "./meta";
import { MetricFormulas, type MetricPart, truncations } from "./metric-formulas";
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
  const drafts: Draft[] = [];
  const skipped: Skipped[] = [];
  for (const metric of sortByFile(project.metrics.values())) {
    const base = formulas.findBase(metric);
    // A metric of models that aren't generated is none of theirs.
    if (metric.type_params.is_private || base === undefined) continue;
    const meta = readAnalyticsMeta(metric, `metric ${metric.name}`);
    if (meta.skip) continue;
    drafts.push({ metric, meta, base, ...writePart(formulas, metric, meta, base) });
  }
  // A formula may add a column to a table: all columns have their names and ids before the first metric.
  const ids = new Map(relations.map((relation) => [relation, new MetricIds(relation)]));
  for (const draft of drafts) {
    const written = draft.skipped ?? nameMetric(formulas, draft, ids.get(draft.base)!);
    addTo(byRelation, draft.base, written);
    if ("skipped" in written) skipped.push({ name: written.skipped, reason: written.reason });
  }
  return { byRelation, skipped };
}

/** In the order of each file, which is the author's; that of files changes from run to run of dbt. */
function sortByFile(metrics: Iterable<Metric>): Metric[] {
  const getFile = ({ original_file_path: path = "" }: Metric) => path;
  return [...metrics].sort((a, b) => (getFile(a) < getFile(b) ? -1 : getFile(a) > getFile(b) ? 1 : 0));
}

/** A metric before it has a name. */
interface Draft {
  readonly metric: Metric;
  readonly meta: AnalyticsMeta;
  readonly base: Relation;
  /** Undefined: its formula is given. */
  readonly part?: MetricPart | undefined;
  readonly skipped?: SkippedMetric;
}

function writePart(
  formulas: MetricFormulas,
  metric: Metric,
  meta: AnalyticsMeta,
  base: Relation,
): Pick<Draft, "part" | "skipped"> {
  try {
    const part = meta.formula === undefined ? formulas.write(metric) : undefined;
    if (part !== undefined && part.relation !== base) {
      throw new UntranslatableError(`it is computed on ${part.relation.node.name}`);
    }
    return { part };
  } catch (error) {
    if (!(error instanceof UntranslatableError)) throw error;
    return { skipped: { skipped: metric.name, reason: error.message, hint: suggestChart(formulas, metric) } };
  }
}

function nameMetric(formulas: MetricFormulas, { metric, meta, base, part }: Draft, ids: MetricIds): SourceMetric {
  return {
    id: ids.give(metric),
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
}

/** Gives the metrics of a table ids that no column has; a metric of an earlier run keeps its own. */
class MetricIds {
  private readonly ids = new UniqueNames("_");
  private readonly known: Set<string>;

  constructor({ columns, knownMetrics }: Relation) {
    this.known = new Set(knownMetrics);
    for (const { id } of columns) this.ids.take(id);
    for (const id of knownMetrics) this.ids.take(id);
  }

  give({ name }: Metric): string {
    const wanted = [formId(name), `${formId(name)}_metric`];
    const own = wanted.find((id) => this.known.delete(id));
    return own ?? this.ids.give(...wanted);
  }
}

const describeValue = (formula: Formula | undefined) => ({ isDate: formula?.type === "date", hasTime: true });

function readGroupLabel(metric: Metric): string | undefined {
  const { group_label: label } = readMeta(metric);
  return typeof label === "string" ? label : undefined;
}

/** How a chart shows the metric by time, and which growth of it other metrics ask for. */
function buildTimeline(formulas: MetricFormulas, metric: Metric, part: MetricPart | undefined) {
  const time = part?.time;
  if (time === undefined || time === "several") return undefined;
  const truncation = metric.time_granularity ?? time.granularity;
  const comparison = formulas.findComparison(metric);
  return {
    dateColumnId: time.column.id,
    ...(truncation !== undefined && truncations.has(truncation) ? { truncation } : {}),
    ...(comparison === undefined ? {} : { comparison: { comparisonPeriod: comparison } }),
  };
}

/** What to do in a workbook instead; undefined where nothing there is known to compute the same. */
function suggestChart(formulas: MetricFormulas, metric: Metric): string | undefined {
  const { type, type_params: params } = metric;
  if (type === "cumulative") {
    const inner = formulas.tryWriteAdditive(metric);
    if (inner === undefined) return undefined;
    const { window = params.window } = params.cumulative_type_params ?? {};
    if (params.grain_to_date ?? params.cumulative_type_params?.grain_to_date) return undefined;
    if (window === undefined) return `In a chart: CumulativeSum(${inner})`;
    // MovingSum adds the current row to as many rows before it as its argument says.
    const period = window.granularity.replace(/s$/, "");
    return `In a chart by ${period} with a row for each ${period}: MovingSum(${inner}, ${window.count - 1})`;
  }
  const offset = params.metrics.find((input) => input.offset_window !== undefined);
  const period = offset && formulas.findShownComparison(offset);
  return period && `For growth, compare ${offset?.name} with the ${period} before: its timeline.comparison`;
}
