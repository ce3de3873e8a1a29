import { z } from "zod";

/**
 * The fields of dbt's `manifest.json` (v11 and v12) and `catalog.json` (v1) that models are made of. Other fields are
 * left out, and a null counts as missing: dbt writes one for whatever isn't set.
 */

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const number = z
  .number()
  .nullish()
  .transform((value) => value ?? undefined);

function allowNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => (value ?? undefined) as z.output<Schema> | undefined);
}

function list<Schema extends z.ZodType>(schema: Schema) {
  return z
    .array(schema)
    .nullish()
    .transform((items) => (items ?? []) as z.output<Schema>[]);
}

/** The values of a map whose keys they repeat: a name such as `__proto__` is no key of an object. */
function listValues<Schema extends z.ZodType>(schema: Schema) {
  const numberKeys = (map: unknown) => (typeof map === "object" && map !== null ? { ...Object.values(map) } : map);
  return z
    .preprocess(numberKeys, z.record(z.string(), schema).nullish())
    .transform((map) => Object.values(map ?? {}) as z.output<Schema>[]);
}

/** One tag, or several. */
const tags = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((value) => (typeof value === "string" ? [value] : (value ?? [])));

const meta = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {});

/** Which parts of a table's name dbt quotes; what is left out is as the project has it. */
const quoting = allowNull(
  z.object({ database: z.boolean().nullish(), schema: z.boolean().nullish(), identifier: z.boolean().nullish() }),
);

const config = z
  .object({ meta, tags, materialized: text, enabled: z.boolean().nullish(), quoting })
  .nullish()
  .transform((value) => value ?? { meta: {}, tags: [], materialized: undefined, quoting: undefined });

const columnConstraint = z.object({ type: z.string(), to: text, to_columns: list(z.string()) });

const constraint = columnConstraint.extend({ columns: list(z.string()) });

const column = z.object({
  name: z.string(),
  description: text,
  data_type: text,
  quote: flag,
  meta,
  config,
  tags,
  constraints: list(columnConstraint),
});

const dependencies = z
  .object({ nodes: list(z.string()) })
  .nullish()
  .transform((value) => value?.nodes ?? []);

export const nodeSchema = z.object({
  unique_id: z.string(),
  resource_type: z.string(),
  name: z.string(),
  alias: text,
  database: text,
  schema: text,
  package_name: text,
  original_file_path: text,
  fqn: list(z.string()),
  description: text,
  columns: listValues(column),
  meta,
  config,
  tags,
  group: text,
  access: text,
  version: z.union([z.string(), z.number()]).nullish(),
  latest_version: z.union([z.string(), z.number()]).nullish(),
  deprecation_date: text,
  primary_key: list(z.string()),
  time_spine: z
    .unknown()
    .optional()
    .transform((value) => value != null),
  constraints: list(constraint),
  depends_on: dependencies,
  contract: z
    .object({ enforced: flag })
    .nullish()
    .transform((value) => value?.enforced ?? false),
});

export const testSchema = z.object({
  unique_id: z.string(),
  resource_type: z.literal("test"),
  column_name: text,
  attached_node: text,
  depends_on: z
    .object({ nodes: list(z.string()), macros: list(z.string()) })
    .nullish()
    .transform((value) => value ?? { nodes: [], macros: [] }),
  config: z
    .object({ where: text, severity: text, error_if: text, warn_if: text, fail_calc: text })
    .nullish()
    .transform((value): Partial<NonNullable<typeof value>> => value ?? {}),
  test_metadata: z.object({
    name: z.string(),
    namespace: text,
    kwargs: z
      .record(z.string(), z.unknown())
      .nullish()
      .transform((value) => value ?? {}),
  }),
});

const owner = z
  .object({ name: text, email: z.union([z.string(), z.array(z.string())]).nullish() })
  .nullish()
  .transform((value) => value ?? { name: undefined, email: undefined });

export const groupSchema = z.object({ name: z.string(), owner });

/** A table that dbt reads and doesn't make. */
export const sourceSchema = z.object({
  source_name: z.string(),
  name: z.string(),
  identifier: text,
  database: text,
  schema: text,
});

export const exposureSchema = z.object({
  name: z.string(),
  label: text,
  type: text,
  url: text,
  owner,
  depends_on: dependencies,
});

const filter = z
  .object({ where_filters: list(z.object({ where_sql_template: z.string() })) })
  .nullish()
  .transform((value) => value?.where_filters.map((one) => one.where_sql_template) ?? []);

const aggParams = z.object({
  percentile: number,
  use_discrete_percentile: flag,
  use_approximate_percentile: flag,
});

const nonAdditive = z.object({ name: z.string() });

export const semanticModelSchema = z.object({
  unique_id: z.string(),
  name: z.string(),
  depends_on: dependencies,
  primary_entity: text,
  defaults: allowNull(z.object({ agg_time_dimension: text })),
  entities: list(z.object({ name: z.string(), type: z.string(), role: text, expr: text })),
  dimensions: list(
    z.object({
      name: z.string(),
      type: z.string(),
      label: text,
      description: text,
      expr: text,
      type_params: allowNull(z.object({ time_granularity: text })),
      config,
    }),
  ),
  measures: list(
    z.object({
      name: z.string(),
      agg: z.string(),
      label: text,
      description: text,
      create_metric: flag,
      expr: text,
      agg_params: allowNull(aggParams),
      non_additive_dimension: allowNull(nonAdditive),
      agg_time_dimension: text,
    }),
  ),
});

const window = z.object({ count: z.number(), granularity: z.string() });

const inputMeasure = z.object({
  name: z.string(),
  filter,
  join_to_timespine: flag,
  fill_nulls_with: number,
});

const inputMetric = z.object({
  name: z.string(),
  filter,
  alias: text,
  offset_window: allowNull(window),
  offset_to_grain: text,
});

export const metricSchema = z.object({
  unique_id: z.string(),
  name: z.string(),
  label: text,
  description: text,
  type: z.string(),
  original_file_path: text,
  group: text,
  filter,
  time_granularity: text,
  meta,
  config,
  type_params: z.object({
    measure: allowNull(inputMeasure),
    numerator: allowNull(inputMetric),
    denominator: allowNull(inputMetric),
    metrics: list(inputMetric),
    expr: text,
    window: allowNull(window),
    grain_to_date: text,
    cumulative_type_params: allowNull(
      z.object({ window: allowNull(window), grain_to_date: text, metric: allowNull(inputMetric) }),
    ),
    conversion_type_params: allowNull(
      z.object({
        base_measure: allowNull(z.object({ name: z.string() })),
        base_metric: allowNull(inputMetric),
      }),
    ),
    metric_aggregation_params: allowNull(
      z.object({
        semantic_model: z.string(),
        agg: z.string(),
        agg_params: allowNull(aggParams),
        agg_time_dimension: text,
        non_additive_dimension: allowNull(nonAdditive),
      }),
    ),
    fill_nulls_with: number,
    join_to_timespine: flag,
    is_private: flag,
  }),
});

const entries = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {});

/** The manifest as a whole; what is in its maps is read one by one, so that one odd entry is only left out itself. */
export const manifestSchema = z.object({
  metadata: z.object({
    dbt_schema_version: z.string(),
    dbt_version: text,
    generated_at: text,
    project_name: text,
    project_id: text,
    quoting,
    adapter_type: text,
  }),
  nodes: z.record(z.string(), z.unknown()),
  metrics: entries,
  semantic_models: entries,
  groups: entries,
  exposures: entries,
  sources: entries,
});

export const catalogTableSchema = z.object({
  metadata: z.object({ database: text, schema: z.string(), name: z.string() }),
  columns: listValues(z.object({ name: z.string(), type: text, index: number, comment: text })),
});

export const catalogSchema = z.object({
  metadata: z.object({ dbt_schema_version: z.string(), generated_at: text }),
  nodes: entries,
});

type WrittenModel = z.output<typeof semanticModelSchema>;
type WrittenMetric = z.output<typeof metricSchema>;

// What dbt writes, with what other tools know of the same things.
export interface NodeColumn extends z.output<typeof column> {
  /** What is made of it, where that isn't called as it is. */
  readonly field?: string | undefined;
}
export interface Node extends z.output<typeof nodeSchema> {
  columns: NodeColumn[];
  /** The query that it is in the place of a table. */
  readonly statement?: string | undefined;
}
export type Dimension = WrittenModel["dimensions"][number] & {
  /** Why it has no formula. */
  readonly reason?: string | undefined;
};
export interface SemanticModel extends WrittenModel {
  dimensions: Dimension[];
}
export interface Metric extends WrittenMetric {
  /** The name of the table that it is of. */
  readonly table?: string | undefined;
}

export type SourceNode = z.output<typeof sourceSchema>;
export type Test = z.output<typeof testSchema>;
export type Group = z.output<typeof groupSchema>;
export type Exposure = z.output<typeof exposureSchema>;
export type Entity = SemanticModel["entities"][number];
export type InputMetric = z.output<typeof inputMetric>;
export type CatalogTable = z.output<typeof catalogTableSchema>;
export type Quoting = z.output<typeof quoting>;
