import { formTitle } from "pulumi-analytics-internal/core/text";
import type { KnownColumn, KnownTable } from "../known-tables";
import { cleanTitle, formId, isNumbered, UniqueNames, writeWarehouseColumn } from "../names";
import {
  classifyType,
  createAtom,
  type Dialect,
  type Formula,
  hasTime,
  parseSql,
  type Scope,
  translate,
  UntranslatableError,
  type ValueType,
} from "../sql";
import type { Link, SourceColumn } from "../table";
import type { CatalogTable, Dimension, Entity, Node, NodeColumn, SemanticModel } from "./manifest";
import { type AnalyticsMeta, buildFormat, readAnalyticsMeta } from "./meta";

/** A column on its way to a model. */
export interface RelationColumn extends SourceColumn {
  /** Its name in the warehouse; undefined: calculated. */
  readonly rawName: string | undefined;
  readonly type: ValueType | undefined;
  /** Whether a value has no time of day. */
  readonly isDay: boolean;
  readonly meta: AnalyticsMeta;
  readonly tags: readonly string[];
}

/** What {@link Relation} works with. */
export interface RelationParts {
  readonly node: Node;
  readonly id: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly semantic: SemanticModel | undefined;
  readonly catalog: CatalogTable | undefined;
  /** The table as an earlier run wrote it. */
  readonly known: KnownTable | undefined;
  /** Columns of that run that are gone or have another name, by id. */
  readonly dropped: ReadonlySet<string>;
  readonly dialect: Dialect;
  readonly acceptedValues: ReadonlyMap<string, readonly string[]>;
}

/** A model of dbt, with the columns that it has and those that metrics ask for. */
export class Relation {
  readonly node: Node;
  readonly id: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly semantic: SemanticModel | undefined;
  readonly links: Link[] = [];
  readonly notes: string[] = [];
  /** Columns of the documentation that the warehouse doesn't have. */
  readonly missing: string[] = [];
  /** Fields of columns that no formula reaches, with the reason. */
  readonly unreachable = new Map<string, string>();
  /** Columns of which only an earlier run knows, and which stay: no catalog says that they are gone. */
  readonly kept: string[] = [];
  /** Dimensions whose SQL has no formula, with the reason. */
  readonly untranslated = new Map<string, string>();

  private readonly all: RelationColumn[] = [];
  private readonly byRawName = new CaseMap<RelationColumn>();
  private readonly byDimension = new Map<string, RelationColumn>();
  private readonly ids = new UniqueNames("_");
  private readonly names = new UniqueNames(" ");
  private readonly documented: CaseMap<NodeColumn>;
  private readonly known: CaseMap<KnownColumn>;
  /** The names of the columns that the catalog has, or else the documentation. */
  private readonly current: ReadonlySet<string>;

  constructor(private readonly parts: RelationParts) {
    const { node, id, name, path, semantic, catalog } = parts;
    this.node = node;
    this.id = id;
    this.name = name;
    this.path = path;
    this.semantic = semantic;
    this.documented = new CaseMap(node.columns.map((column) => [column.name, column]));
    const known = (parts.known?.columns ?? []).filter((column) => !parts.dropped.has(column.id));
    this.known = new CaseMap(known.map((column) => [column.rawName, column]));
    for (const column of known) {
      this.ids.take(column.id);
      if (isNumbered(column.name, formTitle(column.rawName))) this.names.take(column.name);
    }
    this.current = new Set(
      catalog === undefined
        ? this.documented.listValues().map((column) => this.readCase(column.name, column))
        : catalog.columns.map(({ name }) => name),
    );
    if (catalog !== undefined) this.addFromCatalog(catalog);
    else if (this.isStandIn) this.addFromKnown(known);
    else this.addDocumented();
    for (const dimension of semantic?.dimensions ?? []) this.addDimension(dimension);
  }

  /** Whether the warehouse told the columns, now or in an earlier run. */
  get isWhole(): boolean {
    return this.parts.catalog !== undefined || this.isStandIn;
  }

  get columns(): readonly RelationColumn[] {
    return this.all;
  }

  /** The ids of the metrics that an earlier run wrote. */
  get knownMetrics(): ReadonlySet<string> {
    return this.parts.known?.metrics ?? new Set();
  }

  /** The names of the columns and metrics: each is given once. */
  get takenNames(): UniqueNames {
    return this.names;
  }

  /** What SQL about the table refers to. */
  get scope(): Scope {
    return {
      dialect: this.parts.dialect,
      findColumn: (name, qualifier) => this.findSqlColumn(name, qualifier),
      findReference: () => {
        throw new UntranslatableError("a reference in braces isn't translated at this place");
      },
    };
  }

  /** A column by its name in the warehouse, in any case. Without a catalog, a name that SQL uses is a column. */
  findColumn(name: string): RelationColumn | undefined {
    const known = this.byRawName.get(name);
    if (known !== undefined || this.parts.catalog !== undefined) return known;
    const documented = this.documented.get(name);
    return this.addColumn(this.readCase(documented?.name ?? name, documented), undefined, documented);
  }

  /** @throws UntranslatableError when there is none, or it has no formula. */
  findDimension(name: string): { readonly column: RelationColumn; readonly dimension: Dimension } {
    const dimension = this.semantic?.dimensions.find((one) => one.name === name);
    if (dimension === undefined) throw new UntranslatableError(`${this.node.name} has no dimension ${name}`);
    const column = this.byDimension.get(name);
    if (column === undefined) {
      throw new UntranslatableError(`its dimension ${name} has no formula: ${this.untranslated.get(name)}`);
    }
    return { column, dimension };
  }

  /** The column of an entity; undefined when its SQL is more than a column. */
  findKey({ name, expr = name }: Entity): RelationColumn | undefined {
    return /^\w+$/.test(expr) ? this.findColumn(expr) : undefined;
  }

  private findSqlColumn(name: string, qualifier: string | undefined): Formula {
    const { node } = this;
    const own = [node.name, node.alias ?? node.name].map((one) => one.toLowerCase());
    if (qualifier !== undefined && !own.includes(qualifier.toLowerCase())) {
      const field = this.parts.dialect.nestsByPoint ? this.byRawName.get(`${qualifier}.${name}`) : undefined;
      if (field !== undefined) return createAtom(`[${field.name}]`, field.type);
      throw new UntranslatableError(`${qualifier}.${name} isn't a column of ${node.name}`);
    }
    const column = this.findColumn(name);
    if (column === undefined) throw new UntranslatableError(`${node.name} has no column ${name}`);
    return createAtom(`[${column.name}]`, column.type);
  }

  private addFromCatalog(catalog: CatalogTable): void {
    const columns = [...catalog.columns].sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
    for (const { name, type, comment } of columns) {
      this.addColumn(name, type, this.documented.get(name), comment);
    }
    const known = new CaseMap(columns.map(({ name }) => [name, name]));
    for (const { name } of this.documented.listValues()) if (known.get(name) === undefined) this.missing.push(name);
  }

  private addDocumented(): void {
    for (const column of this.documented.listValues()) {
      const name = this.readCase(column.name, column);
      if (!this.byRawName.hasExactly(name)) this.addColumn(name, column.data_type, column);
    }
    for (const entity of this.semantic?.entities ?? []) this.findKey(entity);
  }

  /** Without a catalog, what one told an earlier run still counts. */
  private get isStandIn(): boolean {
    return this.parts.known?.isWhole === true;
  }

  /** The columns of an earlier run in their order, then those that are documented since. */
  private addFromKnown(known: readonly KnownColumn[]): void {
    for (const { rawName, description, format } of known) {
      const documented = this.documented.get(rawName);
      this.addColumn(rawName, documented?.data_type, documented, description?.replace(acceptedLine, ""), format);
    }
    for (const column of this.documented.listValues()) {
      if (this.parts.known?.missing.includes(column.name)) this.missing.push(column.name);
      else if (this.byRawName.get(column.name) === undefined) {
        this.addColumn(this.readCase(column.name, column), column.data_type, column);
      }
    }
    for (const entity of this.semantic?.entities ?? []) this.findKey(entity);
    this.kept.push(
      ...known.flatMap(({ rawName, id }) => {
        const isDimension = this.semantic?.dimensions.some(({ name, expr = name }) => isSameName(expr, rawName));
        const isKey = this.semantic?.entities.some(({ name, expr = name }) => isSameName(expr, rawName));
        return isDimension || isKey || this.documented.get(rawName) !== undefined ? [] : [id];
      }),
    );
  }

  /** A column's name in the warehouse's case, as far as that is known without a catalog. */
  private readCase(name: string, documented: NodeColumn | undefined): string {
    const { dialect } = this.parts;
    const folded = dialect.foldsUpper && !documented?.quote ? name.toUpperCase() : name;
    return this.isStandIn ? (this.known.get(folded)?.rawName ?? folded) : folded;
  }

  private addColumn(
    rawName: string,
    type: string | undefined,
    documented: NodeColumn | undefined,
    comment?: string,
    knownFormat?: SourceColumn["format"],
  ): RelationColumn | undefined {
    const { node, path } = this;
    const dimension = this.semantic?.dimensions.find(({ name, expr = name }) => isSameName(expr, rawName));
    const owners = [dimension, documented].filter((owner) => owner !== undefined);
    const metas = owners.map((owner) => readAnalyticsMeta(owner, `model ${node.name}, column ${rawName}`));
    const meta: AnalyticsMeta = Object.assign({}, ...metas);
    if (meta.skip) return undefined;
    const fields = this.parts.dialect.nestsByPoint ? rawName.split(".") : [rawName];
    const refusal = this.refuseNested(fields);
    if (refusal !== undefined && meta.formula === undefined) {
      this.unreachable.set(rawName, refusal);
      return undefined;
    }
    const isTime = dimension?.type === "time";
    const kind = classifyType(type) ?? (isTime || knownFormat?.kind === "datetime" ? "date" : undefined);
    const isDay = kind === "date" && (type === undefined ? isDayFormat(knownFormat) : !hasTime(type));
    const accepted = this.parts.acceptedValues.get(rawName.toLowerCase());
    const column: RelationColumn = {
      id: this.findKnown(rawName)?.id ?? this.ids.give(formId(documented?.field ?? rawName)),
      name: this.giveName(rawName, cleanTitle(meta.label ?? dimension?.label ?? formTitle(rawName))),
      formula: meta.formula ?? writeWarehouseColumn(path, ...fields),
      description: joinLines(
        meta.description ?? (dimension?.description || documented?.description || comment),
        accepted && `${acceptedStart}${accepted.join(", ")}.`,
      ),
      isHidden: meta.hidden ?? false,
      format:
        (type === undefined && !hasFormat(meta) ? knownFormat : undefined) ??
        buildFormat(meta, {
          isDate: kind === "date",
          hasTime: type === undefined ? dimension?.type_params?.time_granularity !== "day" : hasTime(type),
        }),
      folder: meta.folder ?? readGroupLabel(documented),
      was: meta.was,
      controlValues: meta.control ? accepted : undefined,
      rawName,
      type: kind,
      isDay,
      meta,
      tags: [...(documented?.tags ?? []), ...(documented?.config.tags ?? [])],
    };
    this.all.push(column);
    this.byRawName.set(rawName, column);
    return column;
  }

  /** Why a field inside of a column has no formula. */
  private refuseNested(fields: readonly string[]): string | undefined {
    for (let count = 1; count < fields.length; count++) {
      const name = fields.slice(0, count).join(".");
      const listed = this.parts.catalog?.columns.find((column) => column.name === name);
      const type = listed?.type ?? this.documented.get(name)?.data_type ?? "";
      if (/^(array\b|repeated)/i.test(type)) return `it is inside of the array ${name}: unnest it in dbt`;
    }
    return fields.slice(1).every((field) => /^\w+$/.test(field)) ? undefined : "a formula can't name such a field";
  }

  /** The same column in an earlier run, whose case may have been another. */
  private findKnown(rawName: string): KnownColumn | undefined {
    const isOther = (name: string) => isSameName(name, rawName) && name !== rawName;
    const known = this.known.get(rawName);
    if (known === undefined || known.rawName === rawName) return known;
    return this.current.has(known.rawName) || [...this.current].some(isOther) ? undefined : known;
  }

  /** A column that had to take a numbered name keeps it, and leaves the plain one to the one that has that. */
  private giveName(rawName: string, title: string): string {
    const own = this.findKnown(rawName)?.name;
    if (own !== undefined && isNumbered(own, title) && title === formTitle(rawName)) return own;
    if (own === title) return this.names.give(own);
    const others = (this.parts.known?.columns ?? []).filter((column) => column.rawName !== rawName);
    const isTaken = others.some(({ name, rawName: other }) => name === title && formTitle(other) === title);
    return isTaken ? this.names.giveNumbered(title) : this.names.give(title);
  }

  private addDimension(dimension: Dimension): void {
    const { name, expr = name, reason } = dimension;
    if (reason !== undefined) {
      this.untranslated.set(name, reason);
      return;
    }
    const isPlain = /^\w+$/.test(expr) || this.documented.get(expr) !== undefined;
    const plain = isPlain ? this.findColumn(expr) : undefined;
    if (plain !== undefined) {
      this.byDimension.set(name, plain);
      return;
    }
    try {
      const formula = translate(parseSql(expr, this.parts.dialect), this.scope);
      this.addCalculated(dimension, formula);
    } catch (error) {
      if (!(error instanceof UntranslatableError)) throw error;
      this.untranslated.set(name, error.message);
    }
  }

  private addCalculated(dimension: Dimension, formula: Formula): void {
    const { name, label, description } = dimension;
    const meta = readAnalyticsMeta(dimension, `model ${this.node.name}, dimension ${name}`);
    if (meta.skip) return;
    const type = formula.type ?? (dimension.type === "time" ? "date" : undefined);
    const column: RelationColumn = {
      id: this.ids.give(formId(name)),
      name: this.names.give(cleanTitle(meta.label ?? label ?? formTitle(name))),
      formula: meta.formula ?? formula.text,
      description: meta.description ?? (description || undefined),
      isHidden: meta.hidden ?? false,
      format: buildFormat(meta, {
        isDate: type === "date",
        hasTime: dimension.type_params?.time_granularity !== "day",
      }),
      folder: meta.folder,
      was: meta.was,
      controlValues: undefined,
      rawName: undefined,
      type,
      isDay: false,
      meta,
      tags: dimension.config.tags,
    };
    this.all.push(column);
    this.byDimension.set(name, column);
  }
}

const acceptedStart = "One of: ";

/** The line of a description that comes from a test. */
const acceptedLine = new RegExp(`(?:^|\\n)${acceptedStart}.*\\.$`);

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const hasFormat = ({ format, currency, percent }: AnalyticsMeta) => Boolean(format ?? currency ?? percent);

const isDayFormat = (format: SourceColumn["format"]) =>
  format !== undefined && !String(format.formatString).includes("%H");

/** Things by name: first by the name itself, then in any case. */
class CaseMap<Value> {
  private readonly exact = new Map<string, Value>();
  private readonly folded = new Map<string, Value>();

  constructor(entries: Iterable<readonly [string, Value]> = []) {
    for (const [name, value] of entries) this.set(name, value);
  }

  set(name: string, value: Value): void {
    this.exact.set(name, value);
    if (!this.folded.has(name.toLowerCase())) this.folded.set(name.toLowerCase(), value);
  }

  get(name: string): Value | undefined {
    return this.exact.get(name) ?? this.folded.get(name.toLowerCase());
  }

  hasExactly(name: string): boolean {
    return this.exact.has(name);
  }

  listValues(): Value[] {
    return [...this.exact.values()];
  }
}

function readGroupLabel(column: NodeColumn | undefined): string | undefined {
  const label = column?.config.meta.group_label ?? column?.meta.group_label;
  return typeof label === "string" ? label : undefined;
}

/** Texts below each other; undefined without any. */
export function joinLines(...lines: readonly (string | undefined)[]): string | undefined {
  return lines.flatMap((line) => line?.trim() || []).join("\n") || undefined;
}
