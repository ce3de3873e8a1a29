import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject, type Json, readKnownString, toList } from "pulumi-analytics-internal/core/model/json";
import { getColumnName, listElements } from "pulumi-analytics-internal/core/model/references";
import { formTitle } from "pulumi-analytics-internal/core/text";
import { readWarehouseColumn, UniqueNames } from "../names";
import { UntranslatableError, writeSql } from "../sql";
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

/** A table with a place of its own, and by which name datasets call it. */
interface Table {
  readonly model: ProjectModel;
  readonly element: JsonObject;
  readonly id: string;
  readonly dataset: string;
}

/** A document of the newest version, with what the standard can't say. */
export interface WrittenDocument {
  readonly document: JsonObject;
  readonly unsaid: readonly Skipped[];
}

/** Fields of parts of a model that the document has. */
const said: ReadonlySet<string> = new Set(
  (
    "id kind name description source columns metrics relationships uniqueKeys folders metricFolders formula format " +
    "hidden isHighlighted targetElementId keys relationshipType visibleAsSource"
  ).split(" "),
);

/** The document that says what data models say. */
export function writeDocument(name: string, models: readonly ProjectModel[]): WrittenDocument {
  const unsaid: Skipped[] = [];
  const names = new UniqueNames("_");
  const tables = models.flatMap((model) =>
    listElements(model.spec).flatMap((element): Table[] => {
      const id = String(element.id);
      const kind = isObject(element.source) ? element.source.kind : undefined;
      if (element.kind === "table" && (kind === "warehouse-table" || kind === "sql")) {
        return [{ model, element, id, dataset: names.give(id, `${model.name}_${id}`) }];
      }
      // Another model's table is that model's dataset.
      const what = element.kind === "table" ? `a table of ${String(kind)}` : `a ${String(element.kind)}`;
      if (kind !== "data-model") unsaid.push({ name: `${model.name}.${id}`, reason: `${what} has no dataset` });
      return [];
    }),
  );
  const writer = new TableWriter(tables, unsaid);
  const [datasets, relationships, metrics] = [
    tables.map((table) => writer.writeDataset(table, name)),
    tables.flatMap((table) => writer.writeRelationships(table)),
    tables.flatMap((table) => writer.writeMetrics(table)),
  ];
  return { document: { version: newestVersion, name, datasets, relationships, metrics }, unsaid };
}

class TableWriter {
  private readonly relationshipNames = new UniqueNames("_");
  private readonly metricNames = new UniqueNames("_");

  constructor(
    private readonly tables: readonly Table[],
    private readonly unsaid: Skipped[],
  ) {}

  writeDataset(table: Table, name: string): JsonObject {
    const { element, model, dataset, id } = table;
    this.reportUnsaid(dataset, element);
    const keys = model.keys.filter((one) => one.table === id);
    const declared = toList(element.uniqueKeys).map(String);
    const primary = declared.length > 0 ? declared : keys.find(({ isFilled }) => isFilled)?.columns;
    const others = keys.map(({ columns }) => columns).filter((key) => key.join() !== primary?.join());
    return {
      ...{ name: dataset, source: writeSource(element.source as JsonObject) },
      ...(primary !== undefined && { primary_key: [...primary] }),
      ...(others.length > 0 && { unique_keys: others.map((key) => [...key]) }),
      ...splitDescription(readKnownString(element.description)),
      fields: filterObjects(element.columns).map((column) => this.writeField(table, column)),
      ...writeOwn({ label: findTitle(element.name, dataset), model: model.name === name ? undefined : model.name }),
    };
  }

  private writeField(table: Table, column: JsonObject): JsonObject {
    const { element, dataset } = table;
    const [id, formula] = [String(column.id), String(column.formula)];
    this.reportUnsaid(`${dataset}.${id}`, column);
    const raw = readWarehouseColumn(formula);
    const dialects: JsonObject[] = raw === undefined ? [] : [{ dialect: "ANSI_SQL", expression: writeName(raw) }];
    if (raw === undefined) {
      dialects.push(
        ...this.writeFormula(`${dataset}.${id}`, formula, (segments) => this.findRowName(table, segments, [])),
      );
    }
    const label = findTitle(getColumnName(column), id);
    const isTime = isObject(column.format) && column.format.kind === "datetime";
    const datatype = isTime && String((column.format as JsonObject).formatString).includes("%H") ? "DateTime" : "Date";
    const own = {
      format: isTime ? undefined : column.format,
      hidden: column.hidden,
      folder: findFolder(element.folders, id),
    };
    return {
      ...{ name: id, expression: { dialects } },
      ...(isTime && { datatype, dimension: { is_time: true } }),
      ...(label !== undefined && { label }),
      ...splitDescription(readKnownString(column.description)),
      ...writeOwn({ ...own, calculated: raw === undefined ? true : undefined }),
    };
  }

  writeMetrics(table: Table): JsonObject[] {
    const { element, dataset } = table;
    return filterObjects(element.metrics).map((metric) => {
      const id = String(metric.id);
      const name = this.metricNames.give(id, `${dataset}_${id}`);
      this.reportUnsaid(name, metric);
      const findName = (segments: readonly string[]) => this.findColumnName(table, segments);
      const own = { label: findTitle(metric.name, name), format: metric.format, highlighted: metric.isHighlighted };
      return {
        ...{ name, expression: { dialects: this.writeFormula(name, String(metric.formula), findName) } },
        ...splitDescription(readKnownString(metric.description)),
        ...writeOwn({ ...own, table: dataset, folder: findFolder(element.metricFolders, id) }),
      };
    });
  }

  writeRelationships(table: Table): JsonObject[] {
    return filterObjects(table.element.relationships).flatMap((link) => {
      const id = String(link.id);
      const name = this.relationshipNames.give(id, `${table.dataset}_${id}`);
      const target = this.findTarget(table, link);
      if (target === undefined) {
        this.unsaid.push({ name, reason: `${String(link.targetElementId)} has no dataset` });
        return [];
      }
      this.reportUnsaid(name, link);
      const keys = filterObjects(link.keys);
      return [
        {
          ...{ name, from: table.dataset, to: target.dataset },
          from_columns: keys.map(({ sourceColumnId }) => String(sourceColumnId)),
          to_columns: keys.map(({ targetColumnId }) => String(targetColumnId)),
          ...toContext(splitDescription(readKnownString(link.description))),
          ...writeOwn({ label: findTitle(link.name, name) }),
        },
      ];
    });
  }

  /** The table that a relationship leads to, in this model or another. */
  private findTarget({ model }: Table, { targetElementId }: JsonObject): Table | undefined {
    const { source } = listElements(model.spec).find(({ id }) => id === targetElementId) ?? {};
    const there =
      isObject(source) && source.kind === "data-model" && isObject(source.elementId)
        ? source.elementId.$ref
        : undefined;
    const [name, id] = there === undefined ? [model.name, targetElementId] : String(there).split("#");
    return this.tables.find((one) => one.model.name === name && one.id === id);
  }

  private writeFormula(name: string, formula: string, findName: (segments: readonly string[]) => string): JsonObject[] {
    const own = { dialect: platformDialect, expression: formula };
    try {
      return [{ dialect: "ANSI_SQL", expression: writeSql(formula, findName) }, own];
    } catch (error) {
      if (!(error instanceof UntranslatableError)) throw error;
      this.unsaid.push({ name, reason: `only as a formula of the platform: ${error.message}` });
      return [own];
    }
  }

  /** In a field, a name is a column of the source, or what a calculated one consists of. */
  private findRowName(table: Table, segments: readonly string[], around: readonly JsonObject[]): string {
    const raw = readWarehouseColumn(`[${segments.join("/")}]`);
    if (raw !== undefined && segments.length === 2) return writeName(raw);
    const column = findColumn(table, segments);
    if (around.includes(column)) throw new UntranslatableError("a circle of formulas has no standard SQL");
    const formula = String(column.formula);
    const own = readWarehouseColumn(formula);
    if (own !== undefined) return writeName(own);
    return `(${writeSql(formula, (inner) => this.findRowName(table, inner, [...around, column]))})`;
  }

  /** In a metric, it is a field of the table or of one that a relationship leads to. */
  private findColumnName(table: Table, segments: readonly string[]): string {
    const [, name] = segments;
    const link = filterObjects(table.element.relationships).find((one) => one.name === name);
    const of = segments.length === 3 && link !== undefined ? this.findTarget(table, link) : table;
    if (of === undefined) throw new UntranslatableError(`[${segments.join("/")}] has no standard SQL`);
    return `${writeName(of.dataset)}.${writeName(String(findColumn(of, segments.slice(of === table ? 0 : 2)).id))}`;
  }

  private reportUnsaid(name: string, part: JsonObject): void {
    const fields = Object.keys(part).filter((field) => !said.has(field));
    this.unsaid.push(...fields.map((field) => ({ name, reason: `the standard has no ${field}` })));
  }
}

function findColumn({ element }: Table, segments: readonly string[]): JsonObject {
  const found = filterObjects(element.columns).find((column) => getColumnName(column) === segments[0]);
  if (found !== undefined && segments.length === 1) return found;
  throw new UntranslatableError(`[${segments.join("/")}] has no standard SQL`);
}

/** A name that isn't plain stands in quotes. */
const writeName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

function writeSource({ path, statement }: JsonObject): string {
  return typeof statement === "string"
    ? statement
    : toList(path)
        .map((part) => writeName(String(part)))
        .join(".");
}

/** A title that doesn't follow from the name. */
function findTitle(title: Json | undefined, name: string): string | undefined {
  const text = readKnownString(title);
  return text === formTitle(name) ? undefined : text;
}

const findFolder = (folders: Json | undefined, id: string) =>
  filterObjects(folders).find(({ items }) => toList(items).includes(id))?.name;

/** Relationships of the standard have no description. */
const toContext = ({ description, ai_context }: Record<string, Json>): Record<string, Json> => {
  if (description === undefined) return ai_context === undefined ? {} : { ai_context };
  return { ai_context: { ...(ai_context as JsonObject | undefined), instructions: description } };
};

/** What this command keeps beside the standard. */
function writeOwn(fields: Readonly<Record<string, Json | undefined>>): Record<string, Json> {
  const data = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
  return Object.keys(data).length === 0 ? {} : { custom_extensions: [{ vendor_name: ownVendor, data }] };
}
