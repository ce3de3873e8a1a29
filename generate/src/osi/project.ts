import { describeSchemaError } from "pulumi-analytics-internal/core/data";
import { formTitle, UsageError } from "pulumi-analytics-internal/core/text";
import { metricSchema, type Node, nodeSchema, semanticModelSchema, testSchema } from "../dbt/manifest";
import { analyticsSchema } from "../dbt/meta";
import type { Project } from "../dbt/project";
import { groupBy } from "../group-by";
import { formId, joinLines } from "../names";
import { chooseDialect, listParts, parseSql, readDialect, type Sql, UntranslatableError } from "../sql";
import type { Skipped } from "../table";
import {
  type Dataset,
  type Described,
  describeContext,
  type Expression,
  type Field,
  type OsiDocument,
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

/** A document in the form in which `buildTables` of dbt reads, with what it loses. */
export interface DocumentProject {
  readonly project: Project;
  readonly skippedFields: readonly Skipped[];
  readonly skippedDatasets: readonly Skipped[];
  readonly skippedLinks: readonly Skipped[];
  /** Entries of other vendors, and examples for AI, which have no place in a data model. */
  readonly unread: number;
}

/** The project that a document describes: its datasets are nodes, its fields dimensions, its keys tests. */
export function createProject({ models, warnings }: OsiDocument, options: ProjectOptions): DocumentProject {
  const adapter = options.dialect ?? findOnlyDialect(models);
  const reader = new DatasetReader(models[0]!.name, adapter, options.within);
  for (const model of models) for (const dataset of model.datasets) reader.addDataset(model, dataset);
  const links = models.flatMap(({ relationships, ...model }) =>
    relationships.map(({ from_columns: columns, to_columns: targets, ...one }) => ({
      ...{ name: one.name, from: formKey(model, one.from), to: formKey(model, one.to) },
      title: String(readOwn(one).label ?? one.name),
      isWhole: columns.length === targets.length,
      columns: columns.map((name, index): [string, string] => [
        reader.findRaw(formKey(model, one.from), name),
        reader.findRaw(formKey(model, one.to), targets[index] ?? ""),
      ]),
    })),
  );
  const isUsable = ({ isWhole, from, to }: (typeof links)[number]) =>
    isWhole && reader.nodes.has(from) && reader.nodes.has(to);
  const metrics = models.flatMap((model) =>
    model.metrics.map((metric) => {
      const { table } = readOwn(metric);
      const formula = table === undefined ? undefined : readFormula(metric.expression);
      return metricSchema.parse({
        ...describeThing(metric, { ...(formula !== undefined && { formula }) }),
        unique_id: formKey(model, metric.name),
        type: "sql",
        group: model.name,
        type_params: { table, expr: chooseSql(metric.expression, adapter) },
      });
    }),
  );
  const project: Project = {
    ...{
      name: models[0]!.name,
      adapter,
      nodes: reader.nodes,
      tests: groupBy(reader.tests, (one) => one.attached_node!),
    },
    quoting: { database: false, schema: false, identifier: false },
    semanticModels: reader.semanticModels,
    metrics: new Map(metrics.map((metric) => [metric.unique_id, metric])),
    ...{ groups: new Map(), exposures: [], sources: new Map(), catalog: undefined, isCatalogOlder: false },
    relationships: links.filter(isUsable).map(({ title, ...link }) => ({ ...link, name: title })),
    words: { meta: `custom_extensions.${ownVendor}`, noColumns: "the document lists no field" },
    warnings,
  };
  const reason = "its sides aren't as many columns of two datasets that are here";
  return {
    ...{ project, skippedFields: reader.skippedFields, skippedDatasets: reader.skippedDatasets },
    skippedLinks: links.filter((link) => !isUsable(link)).map(({ name }) => ({ name, reason })),
    unread: models.flatMap(listDescribed).reduce((count, thing) => count + countUnread(thing), 0),
  };
}

const formKey = ({ name }: Pick<SemanticModel, "name">, part: string) => `osi.${formId(name)}.${part}`;

/** The warehouse's dialect where parts of the document are in that alone. */
function findOnlyDialect(models: readonly SemanticModel[]): string | undefined {
  const all = models.flatMap(({ datasets, metrics }) => [...metrics, ...datasets.flatMap(({ fields }) => fields)]);
  const names = all.flatMap(({ expression: { dialects } }) =>
    dialects.some(({ dialect }) => standardDialects.includes(dialect))
      ? []
      : dialects.flatMap(({ dialect }) => readDialect(dialect) ?? []),
  );
  const [only, ...others] = new Set(names);
  return others.length === 0 ? only : undefined;
}

const standardDialects: readonly string[] = ["ANSI_SQL", "OSSIE_SQL_2026"];

function chooseSql({ dialects }: Expression, adapter: string | undefined): string | undefined {
  const wanted = [adapter?.toUpperCase(), ...standardDialects];
  return wanted.flatMap((name) => dialects.find(({ dialect }) => dialect === name)?.expression ?? [])[0];
}

const readFormula = ({ dialects }: Expression) =>
  dialects.find(({ dialect }) => dialect === platformDialect)?.expression;

/** What a thing has in common with one of dbt, with what this command kept beside the standard. */
function describeThing(thing: Described, more: Readonly<Record<string, unknown>>) {
  const own = analyticsSchema.safeParse({ ...readOwn(thing), ...more });
  if (!own.success) throw new UsageError(`${thing.name}: ${describeSchemaError(own.error, ownVendor)}.`);
  const description = joinLines(thing.description, ...describeContext(thing));
  return { name: thing.name, description, config: { meta: { analytics: own.data } } };
}

class DatasetReader {
  readonly nodes = new Map<string, Node>();
  readonly tests: ReturnType<typeof testSchema.parse>[] = [];
  readonly semanticModels: Project["semanticModels"][number][] = [];
  readonly skippedFields: Skipped[] = [];
  readonly skippedDatasets: Skipped[] = [];
  /** Names of columns in the source, by those of fields. */
  private readonly raw = new Map<string, Map<string, string>>();

  constructor(
    private readonly name: string,
    private readonly adapter: string | undefined,
    private readonly within: readonly string[],
  ) {}

  /** A column that keys and relationships name, as the source calls it. */
  findRaw(key: string, name: string): string {
    return this.raw.get(key)?.get(name) ?? name;
  }

  addDataset(model: SemanticModel, dataset: Dataset): void {
    const key = formKey(model, dataset.name);
    const place = readSource(dataset.source, this.within, chooseDialect(this.adapter).foldsUpper);
    if (typeof place === "string") {
      this.skippedDatasets.push({ name: dataset.name, reason: place });
      return;
    }
    const columns = new Map<string, object>();
    const raw = new Map<string, string>();
    const read = dataset.fields.map((field) => ({ field, ...readField(field, this.adapter) }));
    const calculated = new Set(read.flatMap(({ field, column }) => (column === undefined ? field.name : [])));
    const dimensions = read.map(({ field, column, ...rest }) => {
      if (column === undefined) return describeCalculated(field, calculated, rest);
      raw.set(field.name, column.name);
      if (columns.has(column.name)) {
        const reason = `it is the same column as another field: ${column.name}`;
        this.skippedFields.push({ name: `${dataset.name}.${field.name}`, reason });
      } else columns.set(column.name, describeColumn(field, column));
      return { name: field.name, type: "categorical", expr: column.name };
    });
    this.raw.set(key, raw);
    const [alias, schema, database] = place.path.toReversed();
    const table = { alias, schema, database, statement: place.statement, columns: Object.fromEntries(columns) };
    const about = {
      ...describeThing(dataset, {}),
      ...table,
      package_name: this.name,
      group: model.name,
      tags: [readOwn(dataset).model ?? model.name],
    };
    const primary = dataset.primary_key.map((name) => this.findRaw(key, name));
    this.nodes.set(key, nodeSchema.parse({ ...about, unique_id: key, resource_type: "model", primary_key: primary }));
    this.semanticModels.push(
      semanticModelSchema.parse({ unique_id: key, name: key, depends_on: { nodes: [key] }, dimensions }),
    );
    for (const names of [primary, ...dataset.unique_keys.map((one) => one.map((name) => this.findRaw(key, name)))]) {
      if (names.length === 1) this.addTest(key, "unique", {}, names[0]);
      else if (names.length > 1) this.addTest(key, "unique_combination_of_columns", { combination_of_columns: names });
    }
    for (const name of primary) this.addTest(key, "not_null", {}, name);
  }

  private addTest(key: string, name: string, kwargs: object, column?: string): void {
    const about = { unique_id: key, resource_type: "test", attached_node: key, column_name: column };
    this.tests.push(testSchema.parse({ ...about, test_metadata: { name, kwargs } }));
  }
}

interface ReadField {
  readonly expr: string | undefined;
  readonly sql: Sql | undefined;
}

/** A field as a column of the source, or as SQL. */
function readField({ expression }: Field, adapter: string | undefined) {
  const expr = chooseSql(expression, adapter);
  try {
    const sql = expr === undefined ? undefined : parseSql(expr, chooseDialect(adapter));
    return { expr, sql, column: sql?.is === "column" ? sql : undefined };
  } catch (error) {
    if (!(error instanceof UntranslatableError)) throw error;
    return { expr, sql: undefined, column: undefined };
  }
}

function describeColumn(field: Field, { name, isQuoted }: Extract<Sql, { is: "column" }>) {
  const own = describeThing(field, { label: field.label ?? formTitle(field.name) });
  return { ...own, name, field: field.name, data_type: types[field.datatype ?? ""], quote: isQuoted };
}

function describeCalculated(field: Field, calculated: ReadonlySet<string>, { expr, sql }: ReadField) {
  const { label, datatype = "" } = field;
  const formula = Object.keys(readOwn(field)).length > 0 ? readFormula(field.expression) : undefined;
  const unclear = listNames(sql).find((name) => name !== field.name && calculated.has(name));
  const reasons = [
    ...(expr === undefined
      ? [`it is in ${joinDialects(field.expression)} only, which isn't SQL of this warehouse`]
      : []),
    ...(unclear === undefined ? [] : [`\`${unclear}\` may be the calculated field or a column of the source`]),
  ];
  const isTime = /^(date|timestamp)/.test(types[datatype] ?? "");
  return {
    ...describeThing(field, formula === undefined ? {} : { formula }),
    ...{ label, type: isTime ? "time" : "categorical", expr: formula === undefined ? expr : "null" },
    ...(isTime && { type_params: { time_granularity: datatype === "Date" ? "day" : "second" } }),
    ...(formula === undefined && { reason: reasons[0] }),
  };
}

const joinDialects = ({ dialects }: Expression) => dialects.map(({ dialect }) => dialect).join(", ");

const listNames = (sql: Sql | undefined) =>
  sql === undefined ? [] : listParts(sql).flatMap((part) => (part.is === "column" ? part.name : []));

const types: Readonly<Record<string, string>> = {
  ...{ String: "string", Integer: "integer", Decimal: "decimal", Float: "float", Boolean: "boolean" },
  ...{ Date: "date", DateTime: "timestamp", DateTimeTz: "timestamp_tz" },
};

const partShape = /\s*(?:"((?:[^"]|"")+)"|`([^`]+)`|\[([^\]]+)\]|([\p{L}\p{N}_$-]+))\s*(?:\.|$)/uy;

interface Place {
  readonly path: readonly string[];
  readonly statement?: string;
}

/** The table or query of a dataset, or why it is neither. */
function readSource(source: string, within: readonly string[], foldsUpper: boolean): Place | string {
  if (/^\s*(?:select|with)\s/i.test(source)) {
    return /\{[{%]/.test(source) ? "its query is a template" : { path: [], statement: source };
  }
  // BigQuery has a whole path in one pair of quotes.
  const text = source.trim().replace(/^`([^`]+)`$/, "$1");
  const parts: string[] = [];
  partShape.lastIndex = 0;
  for (let at = 0; at < text.length; at = partShape.lastIndex) {
    const [, double, back, bracket, plain] = partShape.exec(text) ?? [];
    const quoted = double?.replaceAll('""', '"') ?? back ?? bracket;
    if (quoted === undefined && plain === undefined) return `its source is neither a table nor a query: ${source}`;
    parts.push(quoted ?? (foldsUpper ? plain!.toUpperCase() : plain!));
  }
  const path = [...within.slice(0, Math.max(0, within.length + 1 - parts.length)), ...parts];
  return path.length < 2 ? `${source} names no schema; use --set within=DATABASE.SCHEMA` : { path: path.slice(-3) };
}

const listDescribed = (model: SemanticModel): Described[] => [
  ...[model, ...model.datasets, ...model.relationships, ...model.metrics],
  ...model.datasets.flatMap(({ fields }) => fields),
];

function countUnread({ ai_context: context, custom_extensions: all }: Described): number {
  const others = Object.keys(context ?? {}).filter((key) => key !== "instructions" && key !== "synonyms");
  return others.length + all.filter(({ vendor }) => vendor !== ownVendor).length;
}
