import { type Catalog, type CatalogColumn, findCalled, formFriendlyName, getBareName } from "../catalog";
import { listReferences, type Reference, readFormula, readPlainReference } from "../formula";
import { ElementNames, getColumnName, getPrimarySource } from "../names";
import type { Column, ControlElement, InnerSource, Page, Relationship, Source, TableElement } from "../schema";
import { listLeafSources } from "../sources";
import { listTables } from "../tables";
import { isFunction, isOperator } from "./functions";
import { listOutputs } from "./sql";

/** The type of a column; `variant` where only the warehouse would know it, `error` where the formula can't be right. */
export type ColumnType = CatalogColumn["type"] | "variant" | "error";

/** What is wrong with a formula, in the words of the compiled query. */
export type Fault =
  /** `operator` is `And(…)` or `Or(…)`: these are operators, and no formula at all when they are called. */
  | {
      readonly kind: "syntax" | "operator" | "function" | "unknown column" | "circular" | "metric";
      readonly message: string;
    }
  /** A reference to an element, or to something of an element, that isn't there: the one that writes refuse. */
  | { readonly kind: "dependency"; readonly reference: string; readonly message: string };

/** A fault and the table whose formula has it. */
export interface FaultyTable {
  readonly table: TableElement;
  readonly fault: Fault;
}

/** What a reference stands for. */
export type Meaning =
  | {
      readonly kind: "column";
      readonly column: Column;
      readonly table: TableElement;
      readonly model: CompiledModel;
      readonly place?: Place;
    }
  | { readonly kind: "metric"; readonly name: string }
  /** Something with a known type, or one that only the warehouse knows. */
  | { readonly kind: "value"; readonly type: ColumnType; readonly warehouseName?: string; readonly place?: Place }
  | { readonly kind: "nothing"; readonly fault: Fault };

/** Through which of the table's sources or relationships a reference leads, and what it names there. */
export interface Place {
  readonly side?: Source;
  readonly relationship?: Relationship;
  readonly rest: readonly string[];
}

interface Result {
  readonly type: ColumnType;
  readonly faults: readonly Fault[];
}

/**
 * A data model as the platform's compiler sees it: what each reference stands for, which type each column has, and what
 * is wrong with a formula. Formulas aren't evaluated: the type of a calculation is `variant`.
 */
export class CompiledModel {
  readonly #names: ElementNames;
  readonly tables: readonly TableElement[];
  readonly #controls: ReadonlyMap<string, ControlElement>;
  readonly #byId: ReadonlyMap<string, TableElement>;
  readonly #columns = new Map<TableElement, ColumnIndex>();
  readonly #results = new Map<Column, Result>();
  /** The columns on the way to the one that is compiled: one that comes again is its own reason. */
  readonly #open = new Set<Column>();

  /**
   * @param others the models that have been compiled on the way, by id: models may read from each other in a circle.
   */
  constructor(
    pages: readonly Page[],
    private readonly catalog: Catalog,
    private readonly others = new Map<string, CompiledModel>(),
  ) {
    this.#names = new ElementNames(pages, catalog);
    const elements = pages.flatMap((page) => page.elements);
    this.tables = listTables(pages);
    this.#byId = new Map(this.tables.map((table) => [table.id, table]));
    this.#controls = new Map(
      elements.flatMap((one) => (one.kind === "control" ? [[one.controlId, one] as const] : [])),
    );
  }

  findTable(elementId: string): TableElement | undefined {
    return this.#byId.get(elementId);
  }

  /** The effective name of a table. */
  getName(table: TableElement): string {
    return this.#names.getName(table);
  }

  getType(column: Column, table: TableElement): ColumnType {
    return this.#compile(column, table).type;
  }

  listTableFaults(column: Column, table: TableElement): readonly Fault[] {
    return this.#compile(column, table).faults;
  }

  /** What the warehouse, a statement or a union calls the column of a source that has a name in formulas. */
  resolveInside(source: Source, name: string): Meaning | undefined {
    return this.#resolveInside(source, [name]);
  }

  /** The table of this model or another that a source names, with the model it is in. */
  getTable(
    source: Extract<Source, { kind: "table" | "data-model" }>,
  ): { model: CompiledModel; table: TableElement } | undefined {
    const model = source.kind === "table" ? this : this.#getOtherModel(source.dataModelId);
    const table = model?.findTable(source.elementId);
    return model && table && { model, table };
  }

  /** The controls with a value that filter a table or what it reads from, here or as controls of a data model. */
  listFilteringControls(table: TableElement): ControlElement[] {
    const leaves: { kind: string; elementId?: string; dataModelId?: string }[] = listLeafSources(table.source);
    const isRead = ({ kind, elementId }: { kind: string; elementId?: string }) =>
      elementId === table.id || leaves.some((leaf) => leaf.kind === kind && leaf.elementId === elementId);
    return [...this.#controls.values()].filter(
      ({ filters = [], parameters = [], ...control }) =>
        (filters.some(({ source }) => isRead(source)) ||
          parameters.some(({ dataModelId }) => leaves.some((leaf) => leaf.dataModelId === dataModelId))) &&
        Object.entries(control).some(([field, value]) => controlValues.includes(field) && !isEmpty(value)),
    );
  }

  /** What formulas call a source of a table. */
  getSourceName(source: Source): string {
    return this.#names.getSourceName(source);
  }

  /**
   * Join keys that aren't references, or that their side doesn't show by this name: `[PRODUCT_KEY]` where it is called
   * `Product Key`.
   */
  listMissingJoinKeys(): string[] {
    return this.tables.flatMap(({ source }) =>
      source.kind !== "join"
        ? []
        : source.joins.flatMap(({ left, right, columns }) =>
            columns.flatMap((key) => [...this.#listMissing(key.left, left), ...this.#listMissing(key.right, right)]),
          ),
    );
  }

  #listMissing(key: string, side: InnerSource): string[] {
    const references = listReferences(key);
    return references.length === 0
      ? [key]
      : references.map((reference) => reference.join("/").trim()).filter((name) => !this.#hasColumn(side, name));
  }

  /** Whether a side of a join has a column of this name, so far as that is known. */
  #hasColumn(side: InnerSource, name: string): boolean {
    if (side.kind !== "warehouse-table") {
      const target = this.getTable(side);
      return !target || target.model.findColumn(target.table, name) !== undefined;
    }
    const isFriendly = this.catalog.usesFriendlyNames(side.connectionId);
    const columns = this.catalog.columnsOf(side.connectionId, side.path);
    return (
      !columns || columns.some((column) => isSameName(isFriendly ? formFriendlyName(column.name) : column.name, name))
    );
  }

  /** What is wrong with the formulas of columns and metrics, in their order. */
  listFaultyTables(): FaultyTable[] {
    return this.tables.flatMap((table) =>
      [
        ...table.columns.flatMap((column) => this.listTableFaults(column, table)),
        ...(table.metrics ?? []).flatMap(({ formula }) => this.#listFaults(formula, table)),
      ].map((fault) => ({ table, fault })),
    );
  }

  #compile(column: Column, table: TableElement): Result {
    const before = this.#results.get(column);
    if (before) {
      return before;
    }
    if (this.#open.has(column)) {
      const message = `Circular column reference to [${getColumnName(column)}]`;
      return { type: "error", faults: [{ kind: "circular", message }] };
    }
    this.#open.add(column);
    const faults = this.#listFaults(column.formula, table, column);
    const result = { type: faults.length > 0 ? ("error" as const) : this.#inferType(column, table), faults };
    this.#open.delete(column);
    this.#results.set(column, result);
    return result;
  }

  /** The type of a formula without faults. */
  #inferType(column: Column, table: TableElement): ColumnType {
    const reference = readPlainReference(column.formula);
    const meaning = reference && this.resolve(reference, table, column);
    switch (meaning?.kind) {
      case "column":
        return meaning.model.getType(meaning.column, meaning.table);
      case "value":
        return meaning.type;
      default:
        return "variant";
    }
  }

  /** @param reader the column whose formula it is; undefined: it is that of a metric. */
  #listFaults(formula: string, table: TableElement, reader?: Column): Fault[] {
    const { calls, references, isWellFormed } = readFormula(formula);
    if (!isWellFormed) {
      return [{ kind: "syntax", message: `Invalid formula: ${formula}` }];
    }
    return [
      ...calls.filter((name) => !isFunction(name)).map(callFault),
      ...references.flatMap((reference) => this.#findFaults(reference, table, reader)),
    ];
  }

  #findFaults(reference: Reference, table: TableElement, reader: Column | undefined): readonly Fault[] {
    const meaning = this.resolve(reference, table, reader);
    switch (meaning.kind) {
      case "nothing":
        return [meaning.fault];
      case "metric":
        return reader === undefined ? [] : [{ kind: "metric", message: `Metric [${reference.join("/")}] in a column` }];
      case "column":
        // Only what turns in a circle is the fault of who refers to it.
        return meaning.model.listTableFaults(meaning.column, meaning.table).filter(({ kind }) => kind === "circular");
      case "value":
        return [];
    }
  }

  /** @param reader the column whose formula has the reference; undefined: it is that of a metric. */
  resolve(reference: Reference, table: TableElement, reader?: Column): Meaning {
    const [first, ...rest] = reference.map((part) => part.trim()) as [string, ...string[]];
    if (rest.length === 0) {
      const isOfSource = reader !== undefined && isNameless(reader, first) && !table.columns.some(isOther(first));
      return (isOfSource ? this.#resolveInSides(first, table) : undefined) ?? this.#resolveLocal(first, table);
    }
    return (
      this.#resolveSide(first, rest, table) ??
      this.#resolveElement(first, rest, table) ??
      (first === "Metrics" ? this.#resolveMetric(rest.join("/"), table, reader) : undefined) ??
      createMissing(reference)
    );
  }

  /** `[Metrics/Name]`: a metric of the table, or one that it inherits. */
  #resolveMetric(name: string, table: TableElement, reader: Column | undefined): Meaning | undefined {
    // In a metric of a table with groupings, this is the column of that name.
    const isColumn = reader === undefined && Boolean(table.groupings?.length) && this.findColumn(table, name);
    return isColumn || hasMetric(table, name)
      ? { ...ofUnknownType, place: { rest: ["Metrics", name] } }
      : this.findInherited(table, name);
  }

  /**
   * A metric that a table has from what it reads from: of a join, the source that this begins with. One is broken once
   * a grouping on the way leaves out what it calculates with.
   */
  findInherited(
    table: TableElement,
    name: string,
    seen: ReadonlySet<TableElement> = new Set(),
  ): Extract<Meaning, { kind: "value" | "nothing" }> | undefined {
    const source = table.source.kind === "join" ? getPrimarySource(table.source) : table.source;
    const target = source?.kind === "table" || source?.kind === "data-model" ? this.getTable(source) : undefined;
    if (seen.has(table) || source === undefined || target === undefined) {
      return undefined;
    }
    const own = target.table.metrics?.find((metric) => metric.name === name);
    const inherited = target.model.findInherited(target.table, name, new Set([...seen, table]));
    const kept = "groupingId" in source ? target.model.listGrouped(target.table, source.groupingId) : undefined;
    const isLost = own !== undefined && kept !== undefined && listReferences(own.formula).some(isLocalOutside(kept));
    const found = { ...ofUnknownType, place: { side: source, rest: ["Metrics", name] } };
    return isLost ? createUnknownColumn(`Metrics/${name}`) : own === undefined ? inherited : found;
  }

  /** Names of the columns that a grouping keeps: its own, and those of the groupings around it. */
  private listGrouped({ groupings = [], columns }: TableElement, groupingId: unknown): ReadonlySet<string> | undefined {
    const level = groupings.findIndex(({ id }) => id === groupingId);
    const around = groupings.slice(0, level + 1);
    const kept = new Set(around.flatMap(({ groupBy = [], calculations = [] }) => [...groupBy, ...calculations]));
    const names = columns.filter(({ id }) => kept.has(id)).map((column) => getColumnName(column).toLowerCase());
    return level < 0 ? undefined : new Set(names);
  }

  /** `[Name]`: a column of one of the sources that the table reads from. */
  #resolveInSides(name: string, { source }: TableElement): Meaning | undefined {
    const place = { side: source, rest: [name] };
    if (source.kind === "union") {
      const isOutput = source.matches.some(({ outputColumnName }) => outputColumnName === name);
      return isOutput ? { ...ofUnknownType, place } : undefined;
    }
    if (source.kind === "transpose") {
      return { ...ofUnknownType, place };
    }
    for (const { side } of this.listSides(source)) {
      const meaning = addPlace(this.#resolveInside(side, [name]), { side, rest: [name] });
      if (meaning) {
        return meaning;
      }
    }
    return undefined;
  }

  /** `[Name]`: a column, a metric, or a control of the model. */
  #resolveLocal(name: string, table: TableElement): Meaning {
    const column = this.findColumn(table, name);
    if (column) {
      return { kind: "column", column, table, model: this };
    }
    if (hasMetric(table, name)) {
      return { kind: "metric", name };
    }
    return this.#controls.has(name) ? ofUnknownType : createUnknownColumn(name);
  }

  /** `[Prefix/Name]` where the prefix is one of the sources that the table reads from. */
  #resolveSide(prefix: string, rest: readonly string[], table: TableElement): Meaning | undefined {
    const { source } = table;
    const derived = this.#names.derive(table);
    if (source.kind === "union") {
      const isOutput = source.matches.some(({ outputColumnName }) => outputColumnName === rest.join("/"));
      // Workbooks give the union itself a name, too.
      const called = [derived, ...("name" in source ? [String(source.name)] : [])];
      const isPrefix =
        called.some((name) => isSameName(name, prefix)) || (isOutput && isSameName(this.getName(table), prefix));
      const found = { ...ofUnknownType, place: { side: source, rest } };
      return isPrefix ? (isOutput ? found : createMissing([prefix, ...rest])) : undefined;
    }
    if (source.kind === "transpose" || source.kind === "csv-table") {
      // What comes out depends on the rows, or a file of any name is read: any name may be a column.
      return this.#findElement(prefix, table) ? undefined : { ...ofUnknownType, place: { side: source, rest } };
    }
    const side = this.listSides(source).find(({ name, side: { kind } }) =>
      kind === "warehouse-table" ? isSameName(name, prefix) : this.#isCalled(name, prefix),
    )?.side;
    if (!side) {
      return undefined;
    }
    // A table may be called like what it reads from: then its relationships and other columns go by the same prefix.
    const own = this.#isCalled(this.getName(table), prefix) ? table : undefined;
    return (
      (rest.length > 1 ? this.#resolveRelated(table, rest) : undefined) ??
      addPlace(this.#resolveInside(side, rest), { side, rest }) ??
      (own && side.kind === "warehouse-table" ? this.resolveTable(own, rest) : undefined) ??
      (side.kind === "warehouse-table" ? createUnknownColumn(rest.join("/")) : createMissing([prefix, ...rest]))
    );
  }

  /** What a table reads from, with the names that formulas have for it; of a join, the side it begins with first. */
  listSides(source: Source): { side: Source; name: string }[] {
    if (source.kind !== "join") return [{ side: source, name: this.#names.getSourceName(source) }];
    const head = getPrimarySource(source);
    const right = source.joins.map((join) => ({
      side: join.right,
      name: join.name ?? this.#names.getSourceName(join.right),
    }));
    return head ? [{ side: head, name: source.name ?? this.#names.getSourceName(head) }, ...right] : right;
  }

  /** A column of a source; undefined when it has none of that name. */
  #resolveInside(source: Source, rest: readonly string[]): Meaning | undefined {
    const name = rest.join("/");
    switch (source.kind) {
      case "warehouse-table": {
        const { connectionId, path } = source;
        const columns = this.catalog.columnsOf(connectionId, path);
        if (!columns) {
          return ofUnknownType;
        }
        const column = findCalled(columns, name, this.catalog.usesFriendlyNames(connectionId));
        return column && { kind: "value", type: column.type, warehouseName: column.name };
      }
      case "sql": {
        const outputs = listOutputs(source.statement);
        const isOutput = !outputs || outputs.some((output) => getBareName(output) === getBareName(name));
        return isOutput ? ofUnknownType : undefined;
      }
      case "table":
      case "data-model": {
        const target = this.getTable(source);
        return target?.model.resolveTable(target.table, rest);
      }
      case "csv-table":
        return ofUnknownType;
      default:
        return undefined;
    }
  }

  /** `[Element/Name]`: a column of any table of the model, also the table itself. */
  #resolveElement(prefix: string, rest: readonly string[], table: TableElement): Meaning | undefined {
    const target = this.#isCalled(this.getName(table), prefix) ? table : this.#findElement(prefix, table);
    return target && this.resolveTable(target, rest);
  }

  #findElement(name: string, except: TableElement): TableElement | undefined {
    return this.tables.find((table) => table !== except && this.#isCalled(this.getName(table), name));
  }

  /** Whether a reference across elements means what has this name. */
  #isCalled(name: string, given: string): boolean {
    return this.catalog.referenceCase === "sensitive" ? name === given : isSameName(name, given);
  }

  /** `Name`, or `Relationship/Name`, of a table of this model. */
  private resolveTable(table: TableElement, rest: readonly string[]): Meaning | undefined {
    const column = this.findColumn(table, rest.join("/"));
    const isLabel = this.#columns.get(table)?.labels.get(rest.join("/").toLowerCase()) === column;
    if (column && (column.name === undefined || isLabel || this.#isCalled(column.name, rest.join("/")))) {
      return { kind: "column", column, table, model: this };
    }
    return rest.length > 1 ? this.#resolveRelated(table, rest) : undefined;
  }

  /** `Relationship/Name` of a table. */
  #resolveRelated(table: TableElement, [called, ...rest]: readonly string[]): Meaning | undefined {
    for (const relationship of table.relationships ?? []) {
      const target = this.#byId.get(relationship.targetElementId);
      if (target && isSameName(relationship.name ?? this.getName(target), called!)) {
        return addPlace(this.resolveTable(target, rest), { relationship, rest });
      }
    }
    return undefined;
  }

  /** A column of a table by its effective name; a derived friendly name in any of its spellings. */
  findColumn(table: TableElement, name: string): Column | undefined {
    let index = this.#columns.get(table);
    if (!index) {
      index = indexColumns(table, this.catalog.columnLabels === "resolve");
      this.#columns.set(table, index);
    }
    const plain = name.toLowerCase();
    return (
      index.exact.get(name) ?? index.named.get(plain) ?? index.derived.get(getBareName(name)) ?? index.labels.get(plain)
    );
  }

  #getOtherModel(dataModelId: string): CompiledModel | undefined {
    const pages = this.others.has(dataModelId) ? undefined : this.catalog.pagesOf(dataModelId);
    if (pages) {
      this.others.set(dataModelId, new CompiledModel(pages, this.catalog, this.others));
    }
    return this.others.get(dataModelId);
  }
}

const controlValues = "value values min max startDate endDate date unit rowCount percentile".split(" ");
const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** The outermost of several places counts: the one that the table itself knows. */
function addPlace(meaning: Meaning | undefined, place: Place): Meaning | undefined {
  return meaning?.kind === "column" || meaning?.kind === "value" ? { ...meaning, place } : meaning;
}

const ofUnknownType = { kind: "value", type: "variant" } as const satisfies Meaning;

/** Whether a reference is to a column of its own table that isn't among some names. */
const isLocalOutside =
  (names: ReadonlySet<string>) =>
  ([name, ...rest]: Reference) =>
    rest.length === 0 && !names.has(name!.trim().toLowerCase());

function hasMetric(table: TableElement, name: string): boolean {
  return table.metrics?.some((metric) => metric.name === name) ?? false;
}

/** What a write refuses. */
function createMissing(reference: Reference): Extract<Meaning, { kind: "nothing" }> {
  const name = reference.join("/");
  return {
    kind: "nothing",
    fault: { kind: "dependency", reference: name.toLowerCase(), message: `Unknown column "[${name}]"` },
  };
}

/**
 * The columns of a table by effective name: as it is written, without case, and, where it is derived, in any spelling.
 */
interface ColumnIndex {
  readonly exact: ReadonlyMap<string, Column>;
  readonly named: ReadonlyMap<string, Column>;
  readonly derived: ReadonlyMap<string, Column>;
  readonly labels: ReadonlyMap<string, Column>;
}

/** Of several columns with one name the first counts. Labels come after the names. */
function indexColumns(table: TableElement, hasLabels: boolean): ColumnIndex {
  const [exact, named, derived] = [new Map<string, Column>(), new Map<string, Column>(), new Map<string, Column>()];
  for (const column of [...table.columns].filter((one) => !isLabelled(one)).reverse()) {
    const name = getColumnName(column);
    exact.set(name, column);
    named.set(name.toLowerCase(), column);
    if (column.name === undefined) {
      derived.set(getBareName(name), column);
    }
  }
  return { exact, named, derived, labels: hasLabels ? indexLabels(table) : new Map() };
}

/** Whether a column has no name but the label of one that is reached through a relationship. */
function isLabelled({ name, formula }: Column): boolean {
  return name === undefined && readPlainReference(formula)?.length === 3;
}

/** What the platform calls columns that a relationship brings, or a join that has two of one name: `Region (Customer)`. */
function indexLabels({ source, columns }: TableElement): ReadonlyMap<string, Column> {
  const labels = new Map<string, Column>();
  const references = columns.map(({ formula }) => readPlainReference(formula)?.map((part) => part.trim()) ?? []);
  const counts = new Map<string, number>();
  for (const last of references.flatMap((reference) => reference.at(-1)?.toLowerCase() ?? [])) {
    counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  for (const [index, column] of columns.entries()) {
    const [last = "", from] = references[index]!.toReversed();
    const isDoubled = source.kind === "join" && counts.get(last.toLowerCase())! > 1;
    // The second of two columns of one name is stored as `Region (1)`.
    const isNamed = column.name !== undefined && column.name.replace(/ \(\d+\)$/, "") !== last;
    if (from !== undefined && !isNamed && (references[index]!.length === 3 || isDoubled)) {
      labels.set(`${last} (${from})`.toLowerCase(), column);
    }
  }
  return labels;
}

/** Whether a column has nothing but one plain name, its formula: it is that column of what its table reads from. */
const isNameless = ({ name, formula }: Column, plain: string): boolean => {
  const [only, ...rest] = readPlainReference(formula) ?? [];
  return name === undefined && rest.length === 0 && only !== undefined && isSameName(only.trim(), plain);
};

/** Whether another column has that name. */
const isOther = (plain: string) => (column: Column) =>
  isSameName(getColumnName(column), plain) && !isNameless(column, plain);

/** Whether two names are the same but for case. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function createUnknownColumn(name: string): Extract<Meaning, { kind: "nothing" }> {
  return { kind: "nothing", fault: { kind: "unknown column", message: `Unknown column "[${name}]"` } };
}

function callFault(name: string): Fault {
  return isOperator(name)
    ? { kind: "operator", message: "Invalid formula" }
    : { kind: "function", message: `Unknown function "${name}"` };
}
