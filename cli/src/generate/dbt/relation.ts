import { cleanTitle, formId, formTitle, UniqueNames, writeWarehouseColumn } from "../names";
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
  /** Dimensions whose SQL has no formula, with the reason. */
  readonly untranslated = new Map<string, string>();

  private readonly all: RelationColumn[] = [];
  private readonly byRawName = new Map<string, RelationColumn>();
  private readonly byDimension = new Map<string, RelationColumn>();
  private readonly ids = new UniqueNames("_");
  private readonly names = new UniqueNames(" ");
  private readonly documented: ReadonlyMap<string, NodeColumn>;

  constructor(private readonly parts: RelationParts) {
    const { node, id, name, path, semantic, catalog } = parts;
    this.node = node;
    this.id = id;
    this.name = name;
    this.path = path;
    this.semantic = semantic;
    this.documented = new Map(Object.values(node.columns).map((column) => [column.name.toLowerCase(), column]));
    if (catalog === undefined) this.addDocumented();
    else this.addFromCatalog(catalog);
    for (const dimension of semantic?.dimensions ?? []) this.addDimension(dimension);
  }

  get columns(): readonly RelationColumn[] {
    return this.all;
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
    const known = this.byRawName.get(name.toLowerCase());
    if (known !== undefined || this.parts.catalog !== undefined) return known;
    return this.addColumn(name, undefined, this.documented.get(name.toLowerCase()));
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
      throw new UntranslatableError(`${qualifier}.${name} isn't a column of ${node.name}`);
    }
    const column = this.findColumn(name);
    if (column === undefined) throw new UntranslatableError(`${node.name} has no column ${name}`);
    return createAtom(`[${column.name}]`, column.type);
  }

  private addFromCatalog(catalog: CatalogTable): void {
    const columns = Object.values(catalog.columns).sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
    for (const { name, type, comment } of columns) {
      this.addColumn(name, type, this.documented.get(name.toLowerCase()), comment);
    }
    const known = new Set(columns.map(({ name }) => name.toLowerCase()));
    for (const [name, column] of this.documented) if (!known.has(name)) this.missing.push(column.name);
  }

  private addDocumented(): void {
    for (const column of this.documented.values()) this.addColumn(column.name, column.data_type, column);
    for (const entity of this.semantic?.entities ?? []) this.findKey(entity);
  }

  private addColumn(
    rawName: string,
    type: string | undefined,
    documented: NodeColumn | undefined,
    comment?: string,
  ): RelationColumn | undefined {
    const { node, path } = this;
    const dimension = this.semantic?.dimensions.find(
      ({ name, expr = name }) => expr.toLowerCase() === rawName.toLowerCase(),
    );
    const owners = [dimension, documented].filter((owner) => owner !== undefined);
    const metas = owners.map((owner) => readAnalyticsMeta(owner, `model ${node.name}, column ${rawName}`));
    const meta: AnalyticsMeta = Object.assign({}, ...metas);
    if (meta.skip) return undefined;
    const isTime = dimension?.type === "time";
    const kind = classifyType(type) ?? (isTime ? "date" : undefined);
    const isDay = kind === "date" && (type === undefined ? false : !hasTime(type));
    const accepted = this.parts.acceptedValues.get(rawName.toLowerCase());
    const column: RelationColumn = {
      id: this.ids.give(formId(rawName)),
      name: this.names.give(cleanTitle(meta.label ?? dimension?.label ?? formTitle(rawName))),
      formula: meta.formula ?? writeWarehouseColumn(path, rawName),
      description: joinLines(
        meta.description ?? (dimension?.description || documented?.description || comment),
        accepted && `One of: ${accepted.join(", ")}.`,
      ),
      isHidden: meta.hidden ?? false,
      format: buildFormat(meta, {
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
    this.byRawName.set(rawName.toLowerCase(), column);
    return column;
  }

  private addDimension(dimension: Dimension): void {
    const { name, expr = name } = dimension;
    const plain = /^\w+$/.test(expr) ? this.findColumn(expr) : undefined;
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

function readGroupLabel(column: NodeColumn | undefined): string | undefined {
  const label = column?.config.meta.group_label ?? column?.meta.group_label;
  return typeof label === "string" ? label : undefined;
}

/** Texts below each other; undefined without any. */
export function joinLines(...lines: readonly (string | undefined)[]): string | undefined {
  return lines.flatMap((line) => line?.trim() || []).join("\n") || undefined;
}
