import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject, toList } from "pulumi-analytics-internal/core/model/json";
import { getColumnName, listElements } from "pulumi-analytics-internal/core/model/references";
import { formTitle } from "pulumi-analytics-internal/core/text";
import { readWarehouseColumn, UniqueNames } from "../names";
import { type FindName, UntranslatableError, writeSql } from "../sql";
import type { Skipped } from "../table";
import { newestVersion, ownVendor, platformDialect, splitDescription } from "./document";

/** A data model of the project. */
export interface ProjectModel {
  readonly name: string;
  /** With its placeholders. */
  readonly spec: JsonObject;
  /** Columns that its checks hold to be unique together, by id, and whether none of them is ever null. */
  readonly keys: readonly { readonly table: string; readonly columns: readonly string[]; readonly isFilled: boolean }[];
}

/** A table of a warehouse or a query, and the dataset that it is. */
interface Table {
  readonly model: ProjectModel;
  readonly element: JsonObject;
  readonly dataset: string;
}

/** Fields that the document has of tables, columns, metrics and relationships; all others are unsaid. */
const said = new Set(
  (
    "id kind name description source columns metrics relationships uniqueKeys formula format targetElementId keys " +
    "relationshipType visibleAsSource"
  ).split(" "),
);

/** The document of the newest version that says what data models say, and what it doesn't. */
export function writeDocument(name: string, models: readonly ProjectModel[]): readonly [JsonObject, Skipped[]] {
  const names = new UniqueNames("_");
  const unsaid: Skipped[] = [];
  const tables = models.flatMap((model) =>
    listElements(model.spec).flatMap((element): Table[] => {
      const { id, kind, source } = element;
      const from = isObject(source) ? source.kind : undefined;
      if (kind === "table" && (from === "warehouse-table" || from === "sql")) {
        return [{ model, element, dataset: names.give(String(id), `${model.name}_${id}`) }];
      }
      // A table of another model is a dataset there.
      const reason = `a ${String(kind)}${from === undefined ? "" : ` of ${String(from)}`} is no dataset`;
      if (from !== "data-model") unsaid.push({ name: `${model.name}.${id}`, reason });
      return [];
    }),
  );
  const writer = new Writer(name, tables, unsaid);
  const datasets = tables.map((table) => writer.writeDataset(table));
  const relationships = tables.flatMap((table) => writer.writeRelationships(table));
  const metrics = tables.flatMap((table) => writer.writeMetrics(table));
  return [{ version: newestVersion, name, datasets, relationships, metrics }, unsaid];
}

class Writer {
  /** Names of relationships and metrics are unique in the document. */
  private readonly names = { relationships: new UniqueNames("_"), metrics: new UniqueNames("_") };

  constructor(
    private readonly name: string,
    private readonly tables: readonly Table[],
    private readonly unsaid: Skipped[],
  ) {}

  writeDataset(table: Table): JsonObject {
    const { element, model, dataset } = table;
    this.report(dataset, element);
    const keys = model.keys.filter((one) => one.table === element.id);
    const declared = toList(element.uniqueKeys).map(String);
    const primary = declared.length > 0 ? declared : keys.find(({ isFilled }) => isFilled)?.columns;
    const others = keys.flatMap(({ columns }) => (columns.join() === primary?.join() ? [] : [[...columns]]));
    const { path, statement } = element.source as JsonObject;
    return {
      ...{
        name: dataset,
        source: String(
          statement ??
            toList(path)
              .map((part) => writeName(String(part)))
              .join("."),
        ),
      },
      ...(primary !== undefined && { primary_key: [...primary] }),
      ...(others.length > 0 && { unique_keys: others }),
      ...splitDescription(element.description),
      fields: filterObjects(element.columns).map((column) => this.writeField(table, column)),
      ...writeOwn({
        label: findTitle(element.name, dataset),
        model: model.name === this.name ? undefined : model.name,
      }),
    };
  }

  private writeField(table: Table, column: JsonObject): JsonObject {
    const { format, hidden, description } = column;
    const [id, place] = [String(column.id), `${table.dataset}.${column.id}`];
    this.report(place, column);
    const raw = readWarehouseColumn(String(column.formula));
    const dialects =
      raw === undefined
        ? this.writeFormula(place, column, (segments) => findRaw(table, segments))
        : [{ dialect: "ANSI_SQL", expression: writeName(raw) }];
    const label = findTitle(getColumnName(column), id);
    const isTime = isObject(format) && format.kind === "datetime";
    const datatype = isTime && String(format.formatString).includes("%H") ? "DateTime" : "Date";
    const calculated = raw === undefined ? true : undefined;
    return {
      ...{ name: id, expression: { dialects } },
      ...(isTime && { datatype, dimension: { is_time: true } }),
      ...(label !== undefined && { label }),
      ...splitDescription(description),
      ...writeOwn({ calculated, hidden, format: isTime ? undefined : format }),
    };
  }

  writeMetrics(table: Table): JsonObject[] {
    return filterObjects(table.element.metrics).map((metric) => {
      const name = this.names.metrics.give(String(metric.id), `${table.dataset}_${metric.id}`);
      this.report(name, metric);
      const dialects = this.writeMetricFormula(table, name, metric);
      const label = findTitle(metric.name, name);
      return {
        ...{ name, expression: { dialects }, ...splitDescription(metric.description) },
        ...writeOwn({ table: table.dataset, label, format: metric.format }),
      };
    });
  }

  writeRelationships(table: Table): JsonObject[] {
    return filterObjects(table.element.relationships).flatMap((link) => {
      const name = this.names.relationships.give(String(link.id), `${table.dataset}_${link.id}`);
      this.report(name, link);
      const target = this.findTarget(table, link);
      if (target === undefined) {
        this.unsaid.push({ name, reason: `${String(link.targetElementId)} is no dataset` });
        return [];
      }
      const { description: instructions, ai_context: context } = splitDescription(link.description);
      const ai = { ...(instructions !== undefined && { instructions }), ...(context as JsonObject | undefined) };
      const listIds = (side: string) => filterObjects(link.keys).map((key) => String(key[side]));
      return [
        {
          ...{ name, from: table.dataset, to: target.dataset },
          ...{ from_columns: listIds("sourceColumnId"), to_columns: listIds("targetColumnId") },
          ...(Object.keys(ai).length > 0 && { ai_context: ai }),
          ...writeOwn({ label: findTitle(link.name, name) }),
        },
      ];
    });
  }

  /** The table that a relationship leads to, in this model or another. */
  private findTarget({ model }: Table, { targetElementId: id }: JsonObject): Table | undefined {
    const { source } = listElements(model.spec).find((element) => element.id === id) ?? {};
    const there =
      isObject(source) && isObject(source.elementId) ? String(source.elementId.$ref) : `${model.name}#${id}`;
    return this.tables.find((one) => `${one.model.name}#${one.element.id}` === there);
  }

  /** A dataset has all rows of its source: in SQL, a metric of a table with filters would be another number. */
  private writeMetricFormula(table: Table, name: string, metric: JsonObject): JsonObject[] {
    if (!hasFilters(table)) return this.writeFormula(name, metric, (segments) => this.findField(table, segments));
    this.unsaid.push({ name, reason: "only as a formula of the platform: its table has filters" });
    return [{ dialect: platformDialect, expression: String(metric.formula) }];
  }

  /** A formula in the platform's dialect, and as SQL where there is one. */
  private writeFormula(name: string, { formula }: JsonObject, findName: FindName): JsonObject[] {
    const own = { dialect: platformDialect, expression: String(formula) };
    try {
      return [{ dialect: "ANSI_SQL", expression: writeSql(own.expression, findName) }, own];
    } catch (error) {
      if (!(error instanceof UntranslatableError)) throw error;
      this.unsaid.push({ name, reason: `only as a formula of the platform: ${error.message}` });
      return [own];
    }
  }

  /** What a metric names: a field of the table, or of one that a relationship leads to. */
  private findField(table: Table, segments: readonly string[]): string {
    const link = filterObjects(table.element.relationships).find(({ name }) => name === segments[1]);
    const of = link === undefined ? table : this.findTarget(table, link);
    if (link !== undefined && of !== undefined && hasFilters(of))
      throw new UntranslatableError(`the table of [${segments.join("/")}] has filters`);
    const { id } = of === undefined ? refuse(segments) : findColumn(of, segments.slice(link === undefined ? 0 : 2));
    return `${writeName(of!.dataset)}.${writeName(String(id))}`;
  }

  private report(name: string, part: JsonObject): void {
    const fields = Object.keys(part).filter((field) => !said.has(field));
    this.unsaid.push(...fields.map((field) => ({ name, reason: `the standard has no \`${field}\`` })));
  }
}

const hasFilters = ({ element }: Table) => filterObjects(element.filters).length > 0;

function refuse(segments: readonly string[]): never {
  throw new UntranslatableError(`[${segments.join("/")}] isn't a column there`);
}

/** What a field names: a column of the source. */
function findRaw(table: Table, segments: readonly string[]): string {
  const [formula] = segments.length === 1 ? [String(findColumn(table, segments).formula)] : [`[${segments.join("/")}]`];
  return writeName(readWarehouseColumn(formula) ?? refuse(segments));
}

const findColumn = ({ element }: Table, [name, ...others]: readonly string[]): JsonObject =>
  filterObjects(element.columns).find((column) => others.length === 0 && getColumnName(column) === name) ??
  refuse([String(name), ...others]);

/** A name that isn't plain stands in quotes. */
const writeName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** A title that doesn't follow from the name. */
const findTitle = (title: Json | undefined, name: string) => (title === formTitle(name) ? undefined : title);

/** What this command keeps beside the standard. */
function writeOwn(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  const data = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
  return Object.keys(data).length === 0 ? {} : { custom_extensions: [{ vendor_name: ownVendor, data }] };
}
