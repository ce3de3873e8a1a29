import {
  chooseDialect,
  createAtom,
  type Dialect,
  divide,
  type Formula,
  joinConditions,
  parseSql,
  type Reference,
  type Scope,
  translate,
  truncateDate,
  UntranslatableError,
} from "../sql";
import { type Aggregation, fillNulls, isConstant, refuse, writeAggregate } from "./aggregates";
import type { InputMetric, Metric, SemanticModel } from "./manifest";
import type { Project } from "./project";
import type { Relation, RelationColumn } from "./relation";
import { findSqlBase, writeSqlMetric } from "./sql-metrics";

/** A metric as a formula of a table. */
export interface MetricPart {
  readonly relation: Relation;
  readonly formula: Formula;
  /** What time it is shown by; `several`: its parts go by different ones. */
  readonly time: MetricTime | "several" | undefined;
  /** What dbt does and the formula doesn't, without a difference in the value. */
  readonly notes: readonly string[];
}

export interface MetricTime {
  readonly column: RelationColumn;
  readonly granularity: string | undefined;
}

/** The periods of a timeline. */
export const truncations: ReadonlySet<string> = new Set([
  "year",
  "quarter",
  "month",
  "week",
  "day",
  "hour",
  "minute",
  "second",
]);

/** Aggregations whose values of several periods add up to that of all of them. */
const additive: ReadonlySet<string> = new Set(["sum", "count", "sum_boolean"]);

/** Inputs of inputs, of a project that refers to itself. */
const deepest = 50;

/** Writes metrics as formulas: always all of a metric, since a metric can't be named in another one. */
export class MetricFormulas {
  private readonly byModel: ReadonlyMap<string, Relation>;
  private readonly measures: ReadonlyMap<
    string,
    { readonly semantic: SemanticModel; readonly measure: SemanticModel["measures"][number] }
  >;
  private readonly semanticModels: ReadonlyMap<string, SemanticModel>;
  private readonly dialect: Dialect;

  constructor(
    private readonly project: Project,
    private readonly relations: readonly Relation[],
  ) {
    const { semanticModels, adapter } = project;
    this.dialect = chooseDialect(adapter);
    this.byModel = new Map(
      relations.flatMap((relation) => (relation.semantic ? [[relation.semantic.name, relation] as const] : [])),
    );
    this.semanticModels = new Map(semanticModels.map((semantic) => [semantic.name, semantic]));
    this.measures = new Map(
      semanticModels.flatMap((semantic) =>
        semantic.measures.map((measure) => [measure.name, { semantic, measure }] as const),
      ),
    );
  }

  /** @throws UntranslatableError when no formula computes the same. */
  write(metric: Metric): MetricPart {
    return this.writeFiltered(metric, [], 0);
  }

  /** The table that a metric belongs to; undefined: it isn't generated. */
  findBase(metric: Metric, depth = 0): Relation | undefined {
    const aggregation = this.findAggregation(metric);
    if (aggregation !== undefined) return this.byModel.get(aggregation.semantic.name);
    if (metric.type === "sql") return findSqlBase(metric, this.relations, this.dialect);
    if (depth > deepest) return undefined;
    for (const { name } of listInputs(metric)) {
      const input = this.project.metrics.get(name);
      const base = input && this.findBase(input, depth + 1);
      if (base !== undefined) return base;
    }
    const names = listConversionMeasures(metric);
    return names.map((name) => this.byModel.get(this.measures.get(name)?.semantic.name ?? "")).find(Boolean);
  }

  /** The formula of what a cumulative metric adds up; undefined: there is none, or its parts don't add up. */
  tryWriteAdditive(metric: Metric): string | undefined {
    try {
      const input = metric.type_params.cumulative_type_params?.metric;
      const base = input === undefined ? metric : this.project.metrics.get(input.name);
      const aggregation = base && this.findAggregation(base);
      if (aggregation === undefined || !additive.has(aggregation.agg)) return undefined;
      const part = input
        ? this.writeInput(metric, input, metric.filter, 0)
        : this.aggregate(aggregation, metric.filter);
      return part.formula.text;
    } catch (error) {
      if (error instanceof UntranslatableError) return undefined;
      throw error;
    }
  }

  /** The period with which other metrics compare this one, in the platform's words. */
  findComparison({ name }: Metric): string | undefined {
    for (const { type_params: params } of this.project.metrics.values()) {
      const before = params.metrics.find((input) => input.name === name && input.offset_window?.count === 1);
      const isGrowth = params.metrics.every((input) => input.name === name);
      const period = before?.offset_window?.granularity;
      if (isGrowth && period !== undefined && truncations.has(period)) return period;
    }
    return undefined;
  }

  /** The period of a comparison that the model has: of a metric with a formula and a time. */
  findShownComparison({ name, offset_window: window }: InputMetric): string | undefined {
    const metric = this.project.metrics.get(name);
    const period = metric && this.findComparison(metric);
    if (metric === undefined || period === undefined || window?.count !== 1 || window.granularity !== period) {
      return undefined;
    }
    try {
      const { time } = this.write(metric);
      return time === undefined || time === "several" || metric.type_params.is_private ? undefined : period;
    } catch (error) {
      if (error instanceof UntranslatableError) return undefined;
      throw error;
    }
  }

  private writeFiltered(metric: Metric, outer: readonly string[], depth: number): MetricPart {
    if (depth > deepest) throw new UntranslatableError("it refers to itself");
    const filters = [...metric.filter, ...outer];
    switch (metric.type) {
      case "simple":
        return this.aggregate(this.findAggregation(metric) ?? refuse("it has no measure"), filters);
      case "ratio":
        return this.writeRatio(metric, filters, depth);
      case "sql":
        return { ...writeSqlMetric(metric, this.relations, this.dialect), time: undefined, notes: [] };
      case "derived":
        return this.writeDerived(metric, filters, depth);
      case "cumulative":
        throw new UntranslatableError("cumulative: a metric of a model can't look at other rows of the result");
      case "conversion":
        throw new UntranslatableError("conversion: it compares events of one entity over time");
      default:
        throw new UntranslatableError(`its type ${metric.type} isn't known`);
    }
  }

  private writeRatio(metric: Metric, filters: readonly string[], depth: number): MetricPart {
    const { numerator, denominator } = metric.type_params;
    if (numerator === undefined || denominator === undefined) throw new UntranslatableError("it lacks a side");
    const sides = [numerator, denominator].map((input) => this.writeInput(metric, input, filters, depth));
    const [upper, lower] = sides as [MetricPart, MetricPart];
    return combine(sides, divide(upper.formula, lower.formula));
  }

  private writeDerived(metric: Metric, filters: readonly string[], depth: number): MetricPart {
    const { expr, metrics } = metric.type_params;
    if (expr === undefined) throw new UntranslatableError("it has no expression");
    const inputs = metrics.map((input) => ({ input, part: this.writeInput(metric, input, filters, depth) }));
    const scope: Scope = {
      dialect: this.dialect,
      findColumn: (name) => {
        const found = inputs.find(({ input }) => (input.alias ?? input.name).toLowerCase() === name.toLowerCase());
        if (found === undefined) throw new UntranslatableError(`\`${name}\` is none of its input metrics`);
        return found.part.formula;
      },
      findReference: () => {
        throw new UntranslatableError("a reference in braces isn't translated at this place");
      },
    };
    return combine(
      inputs.map(({ part }) => part),
      translate(parseSql(expr, this.dialect), scope),
    );
  }

  private writeInput(of: Metric, input: InputMetric, filters: readonly string[], depth: number): MetricPart {
    const metric = this.project.metrics.get(input.name);
    if (metric === undefined) throw new UntranslatableError(`its input ${input.name} isn't in the manifest`);
    if (input.offset_window !== undefined || input.offset_to_grain !== undefined) {
      throw new UntranslatableError(`it shifts ${input.name} in time`);
    }
    if (of.name === metric.name) throw new UntranslatableError("it refers to itself");
    return this.writeFiltered(metric, [...input.filter, ...filters], depth + 1);
  }

  private findAggregation({ name, type_params: params }: Metric): Aggregation | undefined {
    const direct = params.metric_aggregation_params;
    const known = direct === undefined ? undefined : this.semanticModels.get(direct.semantic_model);
    if (direct !== undefined && known !== undefined) {
      return {
        semantic: known,
        agg: direct.agg,
        // As of a measure, the name is the column.
        expr: params.expr ?? name,
        percentile: direct.agg_params?.percentile,
        isDiscrete: direct.agg_params?.use_discrete_percentile ?? false,
        isApproximate: direct.agg_params?.use_approximate_percentile ?? false,
        filters: [],
        nullsAs: params.fill_nulls_with,
        joinsTime: params.join_to_timespine,
        timeDimension: direct.agg_time_dimension ?? known.defaults?.agg_time_dimension,
        isNonAdditive: direct.non_additive_dimension !== undefined,
      };
    }
    const input = params.measure;
    const found = input === undefined ? undefined : this.measures.get(input.name);
    if (input === undefined || found === undefined) return undefined;
    const { semantic, measure } = found;
    return {
      semantic,
      agg: measure.agg,
      expr: measure.expr ?? measure.name,
      percentile: measure.agg_params?.percentile,
      isDiscrete: measure.agg_params?.use_discrete_percentile ?? false,
      isApproximate: measure.agg_params?.use_approximate_percentile ?? false,
      filters: input.filter,
      nullsAs: input.fill_nulls_with,
      joinsTime: input.join_to_timespine,
      timeDimension: measure.agg_time_dimension ?? semantic.defaults?.agg_time_dimension,
      isNonAdditive: measure.non_additive_dimension !== undefined,
    };
  }

  private aggregate(aggregation: Aggregation, filters: readonly string[]): MetricPart {
    const { semantic, isNonAdditive, nullsAs, expr } = aggregation;
    const relation = this.byModel.get(semantic.name);
    if (relation === undefined) throw new UntranslatableError(`the model of ${semantic.name} isn't generated`);
    if (isNonAdditive) throw new UntranslatableError("non-additive: it takes the rows of one point in time");
    const time = this.findTime(relation, aggregation.timeDimension);
    const scope = new FilterScope(relation, this.relations, this.dialect, time);
    const conditions = [...aggregation.filters, ...filters].map((filter) =>
      translate(parseSql(filter, this.dialect), scope),
    );
    const condition = conditions.length === 0 ? undefined : joinConditions(conditions);
    const value = isConstant(expr) ? undefined : translate(parseSql(expr, this.dialect), relation.scope);
    const formula = writeAggregate(aggregation, value, condition);
    return {
      relation,
      formula: nullsAs === undefined ? formula : fillNulls(formula, nullsAs),
      time,
      notes: [
        ...(aggregation.isApproximate ? ["dbt approximates this percentile; the formula is exact."] : []),
        ...(aggregation.joinsTime ? ["dbt adds times without rows; a chart has an option for that."] : []),
      ],
    };
  }

  private findTime(relation: Relation, name: string | undefined): MetricTime | undefined {
    if (name === undefined || relation.untranslated.has(name)) return undefined;
    const { column, dimension } = relation.findDimension(name);
    return { column, granularity: dimension.type_params?.time_granularity };
  }
}

function listInputs({ type_params: params }: Metric): InputMetric[] {
  const { numerator, denominator, metrics, cumulative_type_params: cumulative, conversion_type_params } = params;
  const all = [numerator, denominator, ...metrics, cumulative?.metric, conversion_type_params?.base_metric];
  return all.filter((input) => input !== undefined);
}

function listConversionMeasures({ type_params: { conversion_type_params: conversion } }: Metric): string[] {
  return conversion?.base_measure === undefined ? [] : [conversion.base_measure.name];
}

/** Parts that one table computes together. */
function combine(parts: readonly MetricPart[], formula: Formula): MetricPart {
  const [first] = parts;
  if (first === undefined) throw new UntranslatableError("it has no inputs");
  const other = parts.find(({ relation }) => relation !== first.relation);
  if (other !== undefined) {
    throw new UntranslatableError(`it needs rows of both ${first.relation.node.name} and ${other.relation.node.name}`);
  }
  const times = new Set(parts.map(({ time }) => (time === "several" ? time : time?.column.id)));
  return {
    relation: first.relation,
    formula,
    time: times.size === 1 ? first.time : "several",
    notes: [...new Set(parts.flatMap(({ notes }) => notes))],
  };
}

/** What filters of metrics refer to, seen from the table of the metric. */
class FilterScope implements Scope {
  constructor(
    private readonly relation: Relation,
    private readonly relations: readonly Relation[],
    readonly dialect: Dialect,
    private readonly time: MetricTime | undefined,
  ) {}

  findColumn(name: string): Formula {
    throw new UntranslatableError(`its filter names \`${name}\` without braces`);
  }

  findReference({ kind, name, granularity, rest }: Reference): Formula {
    const path = name.split("__");
    const last = path.pop() as string;
    if (kind === "Metric") throw new UntranslatableError("its filter compares another metric");
    if (rest !== undefined) throw new UntranslatableError(`its filter has ${kind} with ${rest}`);
    switch (kind) {
      case "Dimension":
      case "TimeDimension":
        if (path.length === 0 && last === "metric_time") return this.writeMetricTime(granularity);
        return this.writeDimension(path, last, granularity);
      case "Entity":
        return this.writeEntity(path, last);
      default:
        throw new UntranslatableError(`its filter has ${kind}, which isn't known`);
    }
  }

  private writeMetricTime(granularity: string | undefined): Formula {
    if (this.time === undefined) throw new UntranslatableError("its filter is on a time that has no column");
    return truncateTime(createAtom(`[${this.time.column.name}]`, "date"), this.time, granularity);
  }

  private writeDimension(path: readonly string[], name: string, granularity: string | undefined): Formula {
    const { relation, write } = this.follow(path, name);
    const { column, dimension } = relation.findDimension(name);
    const value = createAtom(write(column), column.type);
    if (dimension.type !== "time") return value;
    const time = { column, granularity: dimension.type_params?.time_granularity };
    return truncateTime({ ...value, type: "date" }, time, granularity);
  }

  private writeEntity(path: readonly string[], name: string): Formula {
    const { relation, write } = this.follow(path, name);
    const entity = relation.semantic?.entities.find((one) => one.name === name);
    const column = entity && relation.findKey(entity);
    if (column === undefined)
      throw new UntranslatableError(`${relation.node.name} has no key column of entity ${name}`);
    return createAtom(write(column), column.type);
  }

  /** The table at the end of a path of entities, and how formulas name its columns. */
  private follow(path: readonly string[], name: string): { relation: Relation; write: (of: RelationColumn) => string } {
    const { relation } = this;
    const own = { relation, write: (column: RelationColumn) => `[${column.name}]` };
    const [first, ...others] = path;
    if (first === undefined) return own;
    if (isPrimary(relation, first)) return others.length === 0 ? own : this.follow(others, name);
    if (others.length > 0) throw new UntranslatableError(`its filter goes through ${path.join(" and ")}`);
    const entity = relation.semantic?.entities.find((one) => one.name === first);
    const key = entity && relation.findKey(entity);
    const link = relation.links.find(({ columns, target }) => {
      const isOfKey = columns.length === 1 && columns[0]!.source === key?.id;
      return isOfKey && hasKeyEntity(this.findRelation(target), first);
    });
    const target = link && this.findRelation(link.target);
    if (link === undefined || target === undefined) {
      throw new UntranslatableError(`${relation.node.name} has no relationship for the entity ${first}`);
    }
    return { relation: target, write: (column) => `[${relation.name}/${link.name}/${column.name}]` };
  }

  private findRelation(key: string): Relation | undefined {
    return this.relations.find(({ node }) => node.unique_id === key);
  }
}

function isPrimary({ semantic }: Relation, entity: string): boolean {
  const isOwn = semantic?.entities.some(({ name, type }) => name === entity && type === "primary");
  return isOwn === true || semantic?.primary_entity === entity;
}

function hasKeyEntity(relation: Relation | undefined, entity: string): boolean {
  const found = relation?.semantic?.entities.find(({ name }) => name === entity);
  return found?.type === "primary" || found?.type === "unique";
}

/** dbt compares a time by the granularity that it is asked for, or else its own. */
function truncateTime(value: Formula, { column, granularity: own }: MetricTime, granularity = own): Formula {
  if (granularity === undefined || (granularity === "day" && column.isDay)) return value;
  return truncateDate(granularity, value);
}
