import { parseObjectPath } from "pulumi-analytics-internal/core/api";
import { describeSchemaError, groupBy } from "pulumi-analytics-internal/core/data";
import type { Json } from "pulumi-analytics-internal/core/model";
import { formTitle, UsageError } from "pulumi-analytics-internal/core/text";
import { metricSchema, nodeSchema, semanticModelSchema, testSchema } from "../dbt/manifest";
import { analyticsSchema } from "../dbt/meta";
import type { Project } from "../dbt/project";
import { formId } from "../names";
import { chooseDialect, parseSql, type Sql, UntranslatableError } from "../sql";
import type { Skipped } from "../table";
import {
  type Dataset,
  type Described,
  type Expression,
  type Field,
  joinDescription,
  knownFields,
  ownVendor,
  platformDialect,
  readOwn,
  type SemanticModel,
} from "./document";

/** What the user says about the warehouse. */
export interface ProjectOptions {
  /** Its dialect; undefined: not known. */
  readonly dialect: string | undefined;
  /** Database and schema of sources that name neither. */
  readonly within: readonly string[];
}

/** What a document loses on the way to a project, by kind in the plural. */
export type Lost = Readonly<Record<"models" | "columns" | "relationships" | "entries", readonly Skipped[]>>;

/**
 * The project of dbt that says what semantic models say: datasets are its models, fields columns and dimensions, keys
 * tests.
 */
export function createProject(models: readonly SemanticModel[], options: ProjectOptions): readonly [Project, Lost] {
  const lost = { models: [] as Skipped[], columns: [] as Skipped[], relationships: [] as Skipped[] };
  const read = models.flatMap((model) =>
    model.datasets.flatMap((dataset) => {
      const place = readSource(dataset.source, options.within);
      if (typeof place !== "string") return [readDataset(model, dataset, place, options.dialect)];
      lost.models.push({ name: dataset.name, reason: place });
      return [];
    }),
  );
  const nodes = new Map(read.map(({ node }) => [node.unique_id, node]));
  const finders = new Map(read.map(({ node, findRaw }) => [node.unique_id, findRaw]));
  const relationships = models.flatMap((model) =>
    model.relationships.flatMap((one) => {
      const [from, to] = [formKey(model, one.from), formKey(model, one.to)];
      const sources = one.from_columns.flatMap((name) => finders.get(from)?.(name) ?? []);
      const targets = one.to_columns.flatMap((name) => finders.get(to)?.(name) ?? []);
      if (sources.length === one.from_columns.length && targets.length === sources.length) {
        const columns = sources.map((name, index): [string, string] => [name, targets[index]!]);
        const name = String(readOwn(one).label ?? one.name);
        return [{ ...{ name, from, to, columns }, description: joinDescription(one) }];
      }
      const reason = "its sides aren't as many columns of the sources of two datasets";
      lost.relationships.push({ name: one.name, reason });
      return [];
    }),
  );
  const metrics = models.flatMap((model) =>
    model.metrics.map((metric) => {
      const { table } = readOwn(metric);
      const formula = table === undefined ? undefined : readFormula(metric.expression);
      const params = { expr: chooseSql(metric.expression, options.dialect) };
      const about = { unique_id: formKey(model, metric.name), type: "sql", group: model.name, type_params: params };
      return { ...metricSchema.parse({ ...describe(metric, { formula }), ...about }), table: readText(table) };
    }),
  );
  lost.columns.push(...read.flatMap(({ skipped }) => skipped));
  const project: Project = {
    ...{ name: packageName, adapter: options.dialect, nodes, relationships },
    quoting: { database: false, schema: false, identifier: false },
    tests: groupBy(
      read.flatMap(({ tests }) => tests),
      (test) => test.attached_node ?? "",
    ),
    semanticModels: read.map(({ semantic }) => semantic),
    metrics: new Map(metrics.map((metric) => [metric.unique_id, metric])),
    ...{ groups: new Map(), exposures: [], sources: new Map(), catalog: undefined, isCatalogOlder: false },
    words: { meta: `custom_extensions.${ownVendor}`, noColumns: "the document lists no field" },
    warnings: options.dialect === undefined ? [dialectWarning] : [],
  };
  return [project, { ...lost, entries: listUnread(models) }];
}

const packageName = "osi";

const dialectWarning =
  "The warehouse isn't known, so SQL that warehouses read differently is skipped. " +
  "Name it with --connection NAME or --set dialect=NAME, such as snowflake.";

const formKey = ({ name }: SemanticModel, part: string) => `osi.${formId(name)}.${part}`;

/** The SQL of the warehouse's dialect, or else of the standard's. */
const chooseSql = (expression: Expression, adapter: string | undefined) =>
  [adapter?.toUpperCase(), "ANSI_SQL", "OSSIE_SQL_2026"]
    .map((name) => expression.find(({ dialect }) => dialect === name)?.expression)
    .find((sql) => sql !== undefined);

const readText = (value: Json | undefined) => (typeof value === "string" ? value : undefined);

const readFormula = (expression: Expression) =>
  expression.find(({ dialect }) => dialect === platformDialect)?.expression;

/** What a thing has in common with one of dbt, with what this command kept beside the standard. */
function describe(thing: Described, more: Readonly<Record<string, unknown>> = {}) {
  const analytics = analyticsSchema.safeParse({ ...more, ...readOwn(thing) });
  if (!analytics.success) throw new UsageError(`${thing.name}: ${describeSchemaError(analytics.error, ownVendor)}.`);
  return { name: thing.name, description: joinDescription(thing), config: { meta: { analytics: analytics.data } } };
}

/** A dataset as a node, with its dimensions and tests. */
function readDataset(model: SemanticModel, dataset: Dataset, place: Place, adapter: string | undefined) {
  const key = formKey(model, dataset.name);
  const raw = new Map<string, string>();
  const columns = new Map<string, object>();
  const fields = new Map<string, string>();
  const skipped: Skipped[] = [];
  const dimensions = dataset.fields.map((field) => {
    const sql = readSql(field, adapter);
    if (sql?.is !== "column") return describeCalculated(field, adapter);
    const { name, isQuoted: quote } = sql;
    raw.set(field.name, name);
    const about = describe(field, { label: field.label ?? formTitle(field.name) });
    const reason = `it is the same column as another field: ${name}`;
    if (columns.has(name)) skipped.push({ name: `${dataset.name}.${field.name}`, reason });
    else {
      columns.set(name, { ...about, name, quote, data_type: types[field.datatype ?? ""] });
      fields.set(name, field.name);
    }
    return { name: field.name, type: "categorical", expr: name, reason: undefined };
  });
  /** Keys and relationships name fields, or columns of the source; undefined: a calculated field. */
  const findRaw = (name: string) =>
    raw.get(name) ?? (dataset.fields.some((field) => field.name === name) ? undefined : name);
  const [primary = [], ...unique] = [dataset.primary_key, ...dataset.unique_keys].map((names) => {
    const found = names.flatMap((name) => findRaw(name) ?? []);
    return found.length === names.length ? found : [];
  });
  const keys = [primary, ...unique].filter((names) => names.length > 0);
  const tests = [
    ...keys.map((names) => describeTest("unique", names)),
    ...primary.map((name) => describeTest("not_null", [name])),
  ];
  const about = { unique_id: key, name: key, depends_on: { nodes: [key] }, dimensions };
  const node = nodeSchema.parse({
    ...{ ...describe(dataset), ...place, unique_id: key, resource_type: "model", package_name: packageName },
    ...{ columns: Object.fromEntries(columns), primary_key: primary, group: model.name },
    tags: String(readOwn(dataset).model ?? model.name),
  });
  const parsed = tests.map((test) => testSchema.parse({ ...test, unique_id: key, attached_node: key }));
  const semantic = semanticModelSchema.parse(about);
  return {
    ...{ findRaw, skipped, tests: parsed },
    node: {
      ...{ ...node, statement: place.statement },
      columns: node.columns.map((column) => ({ ...column, field: fields.get(column.name) })),
    },
    semantic: {
      ...semantic,
      dimensions: semantic.dimensions.map((one, index) => ({ ...one, reason: dimensions[index]?.reason })),
    },
  };
}

function describeTest(name: string, names: readonly string[]) {
  const kwargs = { combination_of_columns: names };
  const test_metadata = { name: names.length > 1 ? "unique_combination_of_columns" : name, kwargs };
  return { resource_type: "test", column_name: names[0], test_metadata };
}

/** Undefined: there is none, or it isn't read. */
function readSql({ expression }: Field, adapter: string | undefined): Sql | undefined {
  try {
    return parseSql(chooseSql(expression, adapter) ?? "", chooseDialect(adapter));
  } catch (error) {
    if (error instanceof UntranslatableError) return undefined;
    throw error;
  }
}

function describeCalculated(field: Field, adapter: string | undefined) {
  const { expression, label, datatype = "" } = field;
  const formula = "calculated" in readOwn(field) ? readFormula(expression) : undefined;
  const expr = formula === undefined ? chooseSql(expression, adapter) : "(null)";
  const dialects = expression.map(({ dialect }) => dialect).join(", ");
  return {
    ...{ ...describe(field, { formula }), label, expr },
    reason:
      expr === undefined ? `it is in ${dialects} only; for SQL of that warehouse, use --set dialect=…` : undefined,
    type: datatype.startsWith("Date") ? "time" : "categorical",
    type_params: { time_granularity: datatype === "Date" ? "day" : "second" },
  };
}

const types: Readonly<Record<string, string>> = {
  ...{ String: "string", Integer: "integer", Decimal: "decimal", Float: "float", Boolean: "boolean" },
  ...{ Date: "date", DateTime: "timestamp", DateTimeTz: "timestamp_tz" },
};

/** Where a node of dbt has its table, or the query in its place. */
type Place = Partial<Record<"database" | "schema" | "alias" | "statement", string>> & { readonly config?: object };

/** The table or query of a dataset, or why it is neither. */
function readSource(source: string, within: readonly string[]): Place | string {
  if (/^\s*(?:select|with)\s/i.test(source)) {
    return /\{[{%]/.test(source) ? "its query is a template" : { statement: source };
  }
  // BigQuery may have a whole path in one pair of quotes.
  const text = source.trim().replace(/^`([^`"]+)`$/, "$1");
  const parts = parseObjectPath(text.replace(/[`[\]]/g, '"'));
  if (parts?.every((part) => !/^\s|\s$|[()\n]/.test(part)) !== true) return `its source isn't read: ${source}`;
  const path = [...within.slice(0, Math.max(0, within.length + 1 - parts.length)), ...parts];
  if (path.length < 2) return `${source} names no schema; use --set within=DATABASE.SCHEMA`;
  const [alias, schema, ...rest] = path.toReversed();
  return { alias, schema, ...(rest.length > 0 && { database: rest.toReversed().join(".") }) };
}

/** What data models have no place for: descriptions of semantic models, entries of vendors, more keys for AI. */
function listUnread(models: readonly SemanticModel[]): Skipped[] {
  const names = models.flatMap((model) => {
    const { datasets, relationships, metrics } = model;
    const things: Described[] = [model, ...datasets, ...datasets.flatMap(({ fields }) => fields), ...relationships];
    return [
      ...(joinDescription(model) === undefined ? [] : ["description"]),
      ...[...things, ...metrics].flatMap(listKinds),
    ];
  });
  return [...groupBy(names, (name) => name)].map(([name, { length }]) => {
    return { name, reason: `${length} of them in the document, and no place in a data model` };
  });
}

function listKinds(thing: Described): string[] {
  const { ai_context: context, custom_extensions: all } = thing;
  const keys = typeof context === "object" ? Object.keys(context ?? {}) : [];
  const others = keys.filter((key) => key !== "instructions" && key !== "synonyms");
  const vendors = all.map(({ vendor_name: vendor }) => vendor).filter((vendor) => vendor !== ownVendor);
  return [...Object.keys(thing).filter((key) => !isRead(thing, key)), ...others, ...vendors];
}

/** Whether a field is one of the standard; that of a dataset with metrics of its own isn't. */
const isRead = (thing: object, key: string) => knownFields.has(key) && !(key === "metrics" && "source" in thing);
