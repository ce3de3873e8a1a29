import { groupBy, remember } from "pulumi-analytics-internal/core/data";
import type { Json, JsonObject, Path } from "pulumi-analytics-internal/core/model";
import { buildChecks } from "./checks";
import type { FormerId, GeneratedModel, ModelComment } from "./generated-model";
import { formFileName, formId, UniqueNames } from "./names";
import type { KnownMetric, Link, SkippedMetric, SourceColumn, SourceMetric, SourceTable } from "./table";

/** How tables become models. */
export interface ModelOptions {
  /** What `!ref` calls the connection. */
  readonly connection: string;
  /** The model that a table is in, by any name. */
  readonly groupOf: (table: SourceTable) => string;
  /** Files that are of other tables. */
  readonly takenFiles?: readonly string[];
  /** Whether the fields in private beta are written. */
  readonly uniqueKeys: boolean;
}

/** The models, and the relationships that would make models depend on each other in a circle. */
export interface BuiltModels {
  readonly models: readonly GeneratedModel[];
  readonly droppedLinks: readonly { readonly table: string; readonly link: string }[];
  /** Metrics that need one of those. */
  readonly droppedMetrics: readonly { readonly table: string; readonly metric: string }[];
}

/**
 * Makes data models of tables. A relationship needs both tables on one page: a table of another model is there as an
 * element that reads from it, hidden as a source.
 */
export function buildModels(tables: readonly SourceTable[], options: ModelOptions): BuiltModels {
  const files = new UniqueNames("_");
  for (const name of options.takenFiles ?? []) files.take(name);
  const groups = groupBy(tables, options.groupOf);
  const fileOf = new Map<string, string>();
  for (const [group, members] of groups) {
    // A table keeps its file; one of several tables is named after them all.
    const known = members.length === 1 ? members[0]?.file : undefined;
    const file = known ?? files.give(formFileName(group));
    for (const { key } of members) fileOf.set(key, file);
  }
  const byKey = new Map(tables.map((table) => [table.key, table]));
  const joined = new Set(
    tables.flatMap(({ links }) =>
      links.flatMap(({ target, columns }) => columns.map((pair) => formColumnKey(target, pair.target))),
    ),
  );
  const dependencies = new Dependencies();
  const droppedLinks: BuiltModels["droppedLinks"][number][] = [];
  const droppedMetrics: BuiltModels["droppedMetrics"][number][] = [];
  const models = [...groups.values()].map((members) => {
    const file = fileOf.get(members[0]!.key) as string;
    const kept = members.map((table) => {
      const links = table.links.filter(({ target, isGuess }) => {
        const other = fileOf.get(target);
        return other !== undefined && (isGuess || other === file || dependencies.add(file, other));
      });
      const lost = table.links.filter((link) => !links.includes(link) && fileOf.has(link.target));
      droppedLinks.push(...lost.map(({ name }) => ({ table: table.id, link: name })));
      const metrics = table.metrics.map((metric) => dropMetric(table, metric, lost));
      for (const [index, metric] of metrics.entries()) {
        if (metric !== table.metrics[index]) droppedMetrics.push({ table: table.id, metric: getMetricName(metric) });
      }
      const notes = lost.map(({ name }) => `Skipped relationship ${name}: the models would depend on each other.`);
      return { ...table, links, metrics, notes: [...table.notes, ...notes] };
    });
    return new ModelBuilder({ file, byKey, fileOf, joined, options }).build(kept);
  });
  return { models, droppedLinks, droppedMetrics };
}

const getMetricName = (metric: SourceMetric) => ("skipped" in metric ? metric.skipped : metric.id);

/** A metric whose formula goes through a relationship that isn't there has no formula. */
function dropMetric(table: SourceTable, metric: SourceMetric, lost: readonly Link[]): SourceMetric {
  if ("skipped" in metric) return metric;
  const link = lost.find(({ name }) => metric.formula.includes(`[${table.name}/${name}/`));
  if (link === undefined) return metric;
  return { skipped: metric.id, reason: `it needs the skipped relationship ${link.name}`, hint: undefined };
}

/** Which model reads from which: never in a circle, since one must be created first. */
class Dependencies {
  private readonly all = new Map<string, Set<string>>();
  /** What others read from: nothing else can be reached. */
  private readonly read = new Set<string>();

  /** Whether a model may read from another, which it then does. */
  add(from: string, to: string): boolean {
    if (from === to || (this.read.has(from) && this.isReachable(from, to))) return false;
    this.read.add(to);
    remember(this.all, from, () => new Set()).add(to);
    return true;
  }

  private isReachable(wanted: string, from: string): boolean {
    const seen = new Set([from]);
    for (const file of seen) {
      if (file === wanted) return true;
      for (const next of this.all.get(file) ?? []) seen.add(next);
    }
    return false;
  }
}

interface Surroundings {
  readonly file: string;
  readonly byKey: ReadonlyMap<string, SourceTable>;
  readonly fileOf: ReadonlyMap<string, string>;
  /** The columns that relationships of other tables lead to. */
  readonly joined: ReadonlySet<string>;
  readonly options: ModelOptions;
}

class ModelBuilder {
  private readonly comments: ModelComment[] = [];
  private readonly was: FormerId[] = [];
  private readonly elements: Json[] = [];

  constructor(private readonly around: Surroundings) {}

  build(tables: readonly SourceTable[]): GeneratedModel {
    const { file } = this.around;
    for (const table of tables) this.addTable(table);
    for (const table of tables) this.addControls(table);
    for (const target of this.listForeign(tables)) this.elements.push(this.buildForeign(target, tables));
    const page: JsonObject = { id: "main", name: "Main", elements: this.elements };
    const byElement = Object.fromEntries(
      tables.map(({ id, key, isWhole, missing }) => [
        id,
        missing.length > 0 ? { key, isWhole, missing } : { key, isWhole },
      ]),
    );
    return {
      name: file,
      spec: { schemaVersion: 1, pages: [page] },
      comments: this.comments,
      was: this.was,
      tables: byElement,
      checks: buildChecks(tables),
    };
  }

  private addTable(table: SourceTable): void {
    const { options } = this.around;
    const path: Path = ["pages", 0, "elements", this.elements.length];
    const known = table.metrics.filter((metric): metric is KnownMetric => !("skipped" in metric));
    const links = table.links.filter(({ isGuess }) => !isGuess);
    const ids = new UniqueNames("_");
    for (const { id } of table.columns) ids.give(id);
    const metricIds = new UniqueNames("_");
    for (const { id } of known) metricIds.give(id);
    this.elements.push(
      omitEmpty({
        id: table.id,
        kind: "table",
        name: table.name,
        description: table.description,
        source: buildSource(table, { $ref: options.connection }),
        columns: table.columns.map(buildColumn),
        metrics: known.map(buildMetric),
        metricFolders: buildFolders(known, metricIds),
        relationships: links.map((link) => this.buildRelationship(link)),
        folders: buildFolders(table.columns, ids),
        columnSecurities: buildSecurities(table.securities, () => true),
        uniqueKeys: options.uniqueKeys ? [...table.primaryKey] : [],
      }),
    );
    this.addComments(path, table, known);
    this.addFormerIds(path, table, known);
  }

  private addComments(path: Path, table: SourceTable, known: readonly KnownMetric[]): void {
    if (table.notes.length > 0) this.comments.push({ path, text: table.notes.join("\n") });
    const guesses = table.links.filter(({ isGuess }) => isGuess).map((link) => this.describeGuess(link));
    if (guesses.length > 0) this.comments.push({ path: [...path, "columns"], text: guesses.join("\n") });
    const waiting: string[] = [];
    let index = 0;
    for (const metric of table.metrics) {
      if ("skipped" in metric) waiting.push(describeSkipped(metric));
      else {
        const lines = [...waiting.splice(0), ...(metric.note === undefined ? [] : [metric.note])];
        if (lines.length > 0) this.comments.push({ path: [...path, "metrics", index], text: lines.join("\n") });
        index++;
      }
    }
    // What comes after the last metric has no part to stand before but the list.
    const field = known.length > 0 ? "metrics" : "columns";
    if (waiting.length > 0) this.comments.push({ path: [...path, field], text: waiting.join("\n") });
  }

  private describeGuess({ columns, target }: Link): string {
    const name = this.around.byKey.get(target)?.name ?? target;
    return `Guess: ${columns.map(({ source }) => source).join(", ")} → ${name}. Write it with --set guess.`;
  }

  private addFormerIds(path: Path, table: SourceTable, known: readonly KnownMetric[]): void {
    const add = (place: Path, was: string | undefined) => {
      if (was !== undefined) this.was.push({ path: place, was: formId(was) });
    };
    add(path, table.was);
    for (const [index, { was }] of table.columns.entries()) add([...path, "columns", index], was);
    for (const [index, { was }] of known.entries()) add([...path, "metrics", index], was);
  }

  private buildRelationship({ name, target, columns, isOneToOne, description }: Link): Json {
    return omitEmpty({
      id: formId(name),
      name,
      description,
      targetElementId: this.around.byKey.get(target)?.id,
      keys: columns.map(({ source, target: column }) => ({ sourceColumnId: source, targetColumnId: column })),
      relationshipType: isOneToOne ? "1:1" : "N:1",
    });
  }

  private addControls(table: SourceTable): void {
    for (const { id, name, controlValues } of table.columns) {
      if (controlValues === undefined) continue;
      const control = `${table.id}_${id}_choice`;
      this.elements.push({
        id: control,
        kind: "control",
        controlType: "list",
        controlId: control,
        name,
        filters: [{ source: { kind: "table", elementId: table.id }, columnId: id }],
        source: { kind: "manual", valueType: "text", values: [...controlValues] },
        mode: "include",
        selectionMode: "multiple",
      });
    }
  }

  /** Tables of other models that relationships lead to. */
  private listForeign(tables: readonly SourceTable[]): SourceTable[] {
    const { byKey, fileOf, file } = this.around;
    const targets = new Set(
      tables.flatMap(({ links }) => links.filter(({ isGuess }) => !isGuess)).map((l) => l.target),
    );
    return [...targets].filter((key) => fileOf.get(key) !== file).map((key) => byKey.get(key) as SourceTable);
  }

  private buildForeign(table: SourceTable, readers: readonly SourceTable[]): Json {
    const formulas = readers.flatMap(({ metrics }) => metrics.flatMap((one) => ("skipped" in one ? [] : one.formula)));
    const file = this.around.fileOf.get(table.key) as string;
    const restricted = new Set(table.securities.flatMap(({ columns }) => columns));
    const columns = table.columns.filter(
      ({ id, name, isHidden }) =>
        table.primaryKey.includes(id) ||
        this.around.joined.has(formColumnKey(table.key, id)) ||
        !(restricted.has(id) || (isHidden && !formulas.some((formula) => formula.includes(`/${name}]`)))),
    );
    const ids = new Set(columns.map(({ id }) => id));
    return omitEmpty({
      id: table.id,
      kind: "table",
      // Its name is that of the table it reads from: the platform doesn't keep it here.
      description: table.description,
      source: { kind: "data-model", dataModelId: { $ref: file }, elementId: { $ref: `${file}#${table.id}` } },
      columns: columns.map(({ id, name, isHidden }) =>
        omitEmpty({ id, formula: `[${table.name}/${name}]`, hidden: isHidden || undefined }),
      ),
      columnSecurities: buildSecurities(table.securities, (id) => ids.has(id)),
      visibleAsSource: false,
    });
  }
}

const formColumnKey = (table: string, column: string) => `${table} ${column}`;

function buildSource({ path, statement }: SourceTable, connectionId: JsonObject): JsonObject {
  if (statement !== undefined) return { kind: "sql", connectionId, statement };
  return { kind: "warehouse-table", connectionId, path: [...path] };
}

function buildColumn({ id, name, formula, description, isHidden, format }: SourceColumn): Json {
  return omitEmpty({ id, name, formula, description, format, hidden: isHidden || undefined });
}

const buildSecurities = (securities: SourceTable["securities"], isThere: (id: string) => boolean): Json[] =>
  securities
    .map(({ columns, criteria }) => ({ restrictedColumns: columns.filter(isThere), criteria }))
    .filter(({ restrictedColumns }) => restrictedColumns.length > 0)
    .map((security, index) => ({ id: index === 0 ? "restricted" : `restricted_${index + 1}`, ...security }));

function buildMetric({ id, name, formula, description, format, timeline, isHighlighted }: KnownMetric): Json {
  return omitEmpty({ id, name, formula, description, format, timeline, isHighlighted: isHighlighted || undefined });
}

function describeSkipped({ skipped, reason, hint }: SkippedMetric): string {
  return `Skipped metric ${skipped}: ${reason}.${hint === undefined ? "" : `\n  ${hint}`}`;
}

/** The folders that things name, in the order of the first thing in each. */
function buildFolders(
  items: readonly { readonly id: string; readonly folder: string | undefined }[],
  ids: UniqueNames,
) {
  const folders = groupBy(
    items.filter(({ folder }) => folder !== undefined),
    ({ folder }) => folder as string,
  );
  return [...folders].map(([name, members]) => ({
    id: ids.give(`folder_${formId(name)}`),
    name,
    items: members.map(({ id }) => id),
  }));
}

/** Without what isn't set, and without empty lists of what is optional. */
function omitEmpty(fields: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0 && key !== "columns"),
    ),
  );
}
