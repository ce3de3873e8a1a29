import { getBareName } from "../catalog";
import {
  type Expression,
  listReferences,
  listTokens,
  parseFormula,
  type Reference,
  splitReference,
  type Token,
} from "../formula";
import { getColumnName, isSame } from "../names";
import type { Column, InnerSource, Relationship, Source, TableElement } from "../schema";
import {
  findFunctionKind,
  quoteIdentifier,
  quoteText,
  Uncomputed,
  writeAggregate,
  writeOperation,
  writeScalar,
  writeWindow,
} from "./expressions";
import { listFilters } from "./filters";
import type { CompiledModel, Meaning, Place } from "./index";

/**
 * The statement that a table compiles to, as the product shows it: a select for it, and one inside for each table that
 * it reads from. A broken column is a text that says why, and one that the emulator can't compute is its formula.
 *
 * @example
 * compileQuery(model, orders);
 * // select
 * //   "ORDERS"."ID" as "Id",
 * //   'Unknown column "[Nothing]"' as "Broken"
 * // from SALES.PUBLIC.ORDERS as "ORDERS"
 */
export function compileQuery(model: CompiledModel, table: TableElement): string {
  const { columns } = table;
  const create = () => new TableQuery(model, table, { open: [] });
  try {
    const query = create();
    return query.write({ columns, level: query.findLevel(columns) });
  } catch (error) {
    if (!(error instanceof Uncomputed)) throw error;
    return create().write({ columns, level: "rows" });
  }
}

/** What a statement that is run reads from. */
export interface Data {
  /** The columns of a source's statement; undefined: not known. */
  listOutputs(statement: string): readonly string[] | undefined;
  /** A source's statement as DuckDB reads it. Default: as it is. */
  translate?(statement: string): string;
  /** The name of a table in DuckDB; undefined: there is none. */
  findRelation(path: readonly string[]): string | undefined;
}

/** Which rows of an export are wanted. */
export interface Range {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/**
 * The statement for DuckDB that computes the rows of an element: those of its innermost grouping if all columns that it
 * shows belong to groupings or the summary, and its base rows otherwise. The columns have the names that it shows.
 *
 * @throws Uncomputed for what the emulator doesn't compute, with the column that has it
 */
export function compileRows(
  model: CompiledModel,
  table: TableElement,
  data: Data,
  { limit, offset }: Range = {},
): string {
  const query = new TableQuery(model, table, { open: [], data });
  const columns = orderColumns(table).filter(({ hidden }) => !hidden);
  if (columns.length === 0) throw new Uncomputed(`${quoteName(model.getName(table))} shows no column`);
  const rows = query.write({ columns, level: query.findLevel(columns), isSorted: true });
  const range = [limit === undefined ? [] : `limit ${limit}`, offset === undefined ? [] : `offset ${offset}`].flat();
  return [rows, ...range].join("\n");
}

/**
 * A visualization as a table: what it shows, grouped by the columns that aren't aggregates.
 *
 * @param table with all fields of the element: columns that none of them names aren't shown
 */
export function groupVisualization(table: TableElement): TableElement {
  const { id: _, columns, filters, source, order, sort, ...channels } = table;
  const named = new Set(JSON.stringify(channels).match(/"(?:[^"\\]|\\.)*"?/g));
  const shown = columns.filter(({ id }) => named.has(JSON.stringify(id)));
  const used = shown.length > 0 ? shown : columns;
  const byName = new Map(columns.map((column) => [getColumnName(column).toLowerCase(), column]));
  const isAggregate = ({ formula }: Column, open: readonly Column[] = []): boolean => {
    const expression = parseFormula(formula);
    const isOfAggregate = ([name, ...rest]: Reference) => {
      const other = rest.length === 0 ? byName.get(name!.trim().toLowerCase()) : undefined;
      return (
        name === "Metrics" || (other !== undefined && !open.includes(other) && isAggregate(other, [...open, other]))
      );
    };
    return expression !== undefined && (hasAggregate(expression) || listReferences(formula).some(isOfAggregate));
  };
  const calculations = columns.filter((column) => isAggregate(column)).map(({ id }) => id);
  const keys = used.filter(({ id }) => !calculations.includes(id)).map(({ id }) => id);
  if (!used.some(({ id }) => calculations.includes(id))) return { ...table, columns: markHidden(columns, used) };
  const grouping = { id: "", groupBy: keys, calculations };
  return { ...table, groupings: [grouping], summary: [], sort: [], columns: markHidden(columns, used) };
}

const markHidden = (columns: readonly Column[], shown: readonly Column[]) =>
  columns.map((column) => ({ ...column, hidden: !shown.includes(column) }));

/** Columns as an export has them: those of groupings from the outside in, the others, and those of the summary. */
function orderColumns({ columns, groupings = [], summary = [] }: TableElement): Column[] {
  const grouped = groupings.flatMap(({ groupBy = [], calculations = [] }) => [...groupBy, ...calculations]);
  const rank = ({ id }: Column) =>
    summary.includes(id) ? Number.POSITIVE_INFINITY : grouped.includes(id) ? grouped.indexOf(id) : grouped.length;
  return columns.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}

/** What one value is for: a row, a group of the grouping with this index, the whole table, or a side of a lookup. */
type Level = "rows" | number | "all" | "lookup";

/** Where an expression stands. */
interface Scope {
  readonly level: Level;
  /** Whether an aggregate is around it. */
  readonly isInside?: boolean;
  /** Writes what a reference means there. */
  readonly write: (reference: Reference, scope: Scope) => string;
}

interface Options {
  /** The tables on the way: sources may run in a circle. */
  readonly open: readonly TableElement[];
  /** Only for a statement that is run. */
  readonly data?: Data;
}

interface Wanted {
  readonly columns: readonly Column[];
  readonly level: Level;
  readonly isSorted?: boolean;
}

/** A relation in the `from` of a statement. */
interface Side {
  readonly alias: string;
  readonly source: Source;
  /** The columns that the statement has of it, of those of a table. */
  readonly columns: Set<Column>;
  /** The same of a union, by name. */
  readonly names: Set<string>;
}

/** A column that a table doesn't have, for what only a metric of it refers to. */
function addReferenced({ columns }: Side, reference: Reference): Column {
  const formula = `[${reference.join("/")}]`;
  const known = [...columns].find((column) => column.id === formula);
  return known ?? { id: formula, name: formula, formula };
}

const createSide = (source: Source, alias: string): Side => ({ source, alias, columns: new Set(), names: new Set() });
const quoteName = (name: string) => `"${name}"`;

const firstOfNames = new WeakMap<TableElement, Map<string, Column>>();

/** The name of a column, which for DuckDB must differ from those before it in more than case. */
function getUniqueName(table: TableElement, column: Column): string {
  let firsts = firstOfNames.get(table);
  if (firsts === undefined) {
    const named = table.columns.toReversed().map((one) => [getColumnName(one).toLowerCase(), one] as const);
    firsts = new Map(named);
    firstOfNames.set(table, firsts);
  }
  const name = getColumnName(column);
  return quoteIdentifier(firsts.get(name.toLowerCase()) === column ? name : `${name} ${column.id}`);
}

/** The statement of one table. */
class TableQuery {
  readonly #sides: Side[] = [];
  readonly #related = new Map<Relationship, { side: Side; on: string }>();
  /** The joins of lookups, and the aliases that they have. */
  readonly #lookups = new Map<string, string>();
  readonly #isRun: boolean;
  /** What the statement has a row for; aggregates of any other level are computed over all rows that share its keys. */
  #level: Level = "rows";
  #isGrouped = false;
  readonly #levels = new Set<Level>();
  /** A function over rows in an order, as far as there is one. */
  #ordered: string | undefined;
  readonly #open = new Set<unknown>();

  constructor(
    private readonly model: CompiledModel,
    private readonly table: TableElement,
    private readonly options: Options,
  ) {
    this.#isRun = options.data !== undefined;
    for (const { side, name } of model.listSides(table.source)) this.#sides.push(this.#createSide(side, name));
  }

  /** The level of the rows that have these columns. */
  findLevel(columns: readonly Column[]): Level {
    const { groupings = [] } = this.table;
    const keys = groupings.flatMap(({ groupBy = [] }) => groupBy);
    const isOfRow = (column: Column) => this.#getLevel(column) === "rows" && !keys.includes(column.id);
    if (columns.length === 0 || columns.some(isOfRow)) return "rows";
    return groupings.length > 0 ? groupings.length - 1 : "all";
  }

  write({ columns, level, isSorted = false }: Wanted): string {
    this.#level = level;
    if (this.#isRun) this.#refuseUnknownParts();
    const listAll = () => columns.map((column) => this.#writeShown(column));
    const keys = this.#listKeys(level);
    const filters = this.#isRun ? listFilters(this.table, (column) => this.#writeRowColumn(column)) : [];
    // Once to see which levels there are: one is grouped, several are windows.
    let written = listAll();
    const order = isSorted ? this.#listOrder(level) : [];
    const isOneLevel = [...this.#levels].every((one) => one === level);
    this.#isGrouped = level !== "rows" && isOneLevel && this.#levels.size + keys.length > 0;
    if (this.#ordered !== undefined && level !== "rows" && !this.#isGrouped) {
      throw new Uncomputed(`${this.#ordered} beside values of other groups`);
    }
    if (this.#isGrouped) written = listAll();
    const ordered = isSorted && this.#isGrouped ? this.#listOrder(level) : order;
    const distinct =
      level === "rows" || this.#isGrouped ? "" : ` distinct on (${keys.length === 0 ? "1" : keys.join(", ")})`;
    const list = columns.map((column, index) => `  ${written[index]} as ${this.#getAlias(column)}`);
    const select = `select${distinct}\n${list.join(",\n") || (this.#isRun ? "  1" : "  *")}`;
    const from = `from ${[this.#writeFrom(), ...this.#listLookups()].join("\n")}`;
    // What keeps no order gets one, so that an export is the same each time.
    const isShuffled = isSorted && /\b(join|over|union|group by)\b/.test(`${select} ${from}`);
    if (isShuffled) ordered.push(...columns.map((_, index) => `${index + 1} nulls last`));
    return [
      select,
      from,
      ...(filters.length > 0 ? [`where ${filters.join("\n  and ")}`] : []),
      ...(this.#isGrouped && keys.length > 0 ? [`group by ${keys.join(", ")}`] : []),
      // Without rows, a constant has no group.
      ...(this.#isGrouped && keys.length < this.#listKeyColumns(level).length ? ["having count(*) > 0"] : []),
      ...(ordered.length > 0 ? [`order by ${ordered.join(", ")}`] : []),
    ].join("\n");
  }

  #refuseUnknownParts(): void {
    const { source } = this.table;
    const refuse = (what: string) => {
      throw new Uncomputed(`${what} of ${quoteName(this.model.getName(this.table))}`);
    };
    if (source.kind === "transpose" || source.kind === "csv-table") refuse(`the source (${source.kind})`);
    if (source.kind === "sql" && source.statement.includes("{{")) refuse("a control in the statement");
    const [control] = this.model.listFilteringControls(this.table);
    if (control !== undefined) refuse(`the control ${quoteName(control.controlId)}, a filter`);
    if (this.options.open.includes(this.table)) refuse("a circle in the sources");
  }

  #getAlias(column: Column, table = this.table): string {
    return this.#isRun ? getUniqueName(table, column) : quoteIdentifier(getColumnName(column));
  }

  // Levels

  #getLevel({ id }: Column): Level {
    if (this.table.summary?.includes(id)) return "all";
    const grouping = (this.table.groupings ?? []).findIndex(({ calculations }) => calculations?.includes(id));
    return grouping < 0 ? "rows" : grouping;
  }

  /** The columns that tell the groups of a level apart. */
  #listKeyColumns(level: Level): Column[] {
    if (typeof level !== "number") return [];
    const ids = (this.table.groupings ?? []).slice(0, level + 1).flatMap(({ groupBy = [] }) => groupBy);
    return ids.map((id) => {
      const column = this.table.columns.find((one) => one.id === id);
      if (column === undefined) throw new Uncomputed(`the folder ${id} in a grouping`);
      return column;
    });
  }

  /** Without constants, which SQL takes for positions. */
  #listKeys(level: Level): string[] {
    const keys = this.#listKeyColumns(level).map((column) => this.#writeRowColumn(column));
    return keys.filter((key) => !isConstant.test(key));
  }

  #writeRowColumn(column: Column): string {
    if (this.#getLevel(column) !== "rows")
      throw new Uncomputed(`a key or filter on ${quoteName(getColumnName(column))}, a calculation`);
    return this.#writeColumn(column);
  }

  /** How the rows of a level follow each other. */
  #listOrder(level: Level): string[] {
    const { groupings = [], sort = [] } = this.table;
    const around = level === "rows" ? groupings.length - 1 : typeof level === "number" ? level : -1;
    if (level === "all") return [];
    const sorts = groupings.length > 0 ? groupings.slice(0, around + 1).flatMap((one) => one.sort ?? []) : sort;
    const written = sorts.map(({ columnId, direction, nulls }) => {
      const column = this.table.columns.find(({ id }) => id === columnId);
      if (column === undefined) throw new Uncomputed(`a sort by the unknown column ${columnId}`);
      const way = direction === "descending" ? "desc" : "asc";
      return `${this.#writeColumn(column)} ${way} nulls ${nulls === "first" ? "first" : "last"}`;
    });
    return [...written, ...this.#listKeys(around).map((key) => `${key} nulls last`)];
  }

  /** The clause for a value of a level in rows of another. */
  #writeOver(level: Level): string {
    if (level === "lookup") return "";
    this.#levels.add(level);
    if (this.#isGrouped) return "";
    const keys = this.#listKeys(level);
    return ` over (${keys.length > 0 ? `partition by ${keys.join(", ")}` : ""})`;
  }

  // Columns

  #writeShown(column: Column): string {
    // What people fill in.
    if (column.formula === "" && !this.#isRun) return quoteIdentifier(column.id);
    const [fault] = this.model.listTableFaults(column, this.table);
    if (fault !== undefined && !this.#isRun) return quoteText(fault.message);
    try {
      return this.#writeLocal(column, this.#level);
    } catch (error) {
      if (!(error instanceof Uncomputed)) throw error;
      if (this.#isRun) throw this.#nameColumn(column, error.message);
      return this.#writeTokens(column);
    }
  }

  /** The formula, with the names of the statement. */
  #writeTokens(column: Column): string {
    const scope: Scope = { level: "rows", write: (reference, at) => this.#writeOwn(reference, at, column) };
    const write = (token: Token) => {
      if (token.kind === "text") return quoteText(token.text.slice(1, -1).replace(/\\([\s\S])/g, "$1"));
      if (token.kind !== "reference") return token.text;
      const reference = splitReference(token);
      try {
        return scope.write(reference, scope);
      } catch {
        return reference.slice(-2).map(quoteIdentifier).join(".");
      }
    };
    return listTokens(column.formula).map(write).join("");
  }

  #writeColumn(column: Column): string {
    const [fault] = this.model.listTableFaults(column, this.table);
    if (fault !== undefined) throw this.#nameColumn(column, fault.message);
    const isRestricted = this.table.columnSecurities?.some(
      ({ restrictedColumns }) => restrictedColumns === "all" || restrictedColumns.includes(column.id),
    );
    if (isRestricted && this.#isRun) throw this.#nameColumn(column, "its column security");
    const level = this.#getLevel(column);
    const scope = { level, write: (reference: Reference, at: Scope) => this.#writeOwn(reference, at, column) };
    try {
      return this.#writeFormula(column.formula, scope, column);
    } catch (error) {
      if (error instanceof RangeError) throw this.#nameColumn(column, "a formula of too many parts");
      throw error instanceof Uncomputed ? this.#nameColumn(column, error.message) : error;
    }
  }

  /** The innermost column counts. */
  #nameColumn(column: Column, message: string): Uncomputed {
    const place = `column ${quoteName(getColumnName(column))} of ${quoteName(this.model.getName(this.table))}`;
    return new Uncomputed(message.startsWith("column ") ? message : `${place}: ${message}`);
  }

  /** @param owner whose formula it is: one that comes again on its way is a circle. */
  #writeFormula(formula: string, scope: Scope, owner: unknown): string {
    const expression = parseFormula(formula);
    if (expression === undefined) throw new Uncomputed(`the formula ${formula}`);
    if (this.#open.has(owner)) throw new Uncomputed(`a circle in the formula ${formula}`);
    this.#open.add(owner);
    try {
      const sql = this.#write(expression, scope);
      if (sql.length > longest) throw new Uncomputed(`a formula of more than ${longest} characters of SQL`);
      return sql;
    } finally {
      this.#open.delete(owner);
    }
  }

  #write(expression: Expression, scope: Scope): string {
    switch (expression.kind) {
      case "text":
        return quoteText(expression.text);
      case "number":
      case "constant":
        return expression.text;
      case "reference":
        return scope.write(expression.reference, scope);
      case "operation":
        return writeOperation(
          expression.operator,
          expression.operands.map((operand) => this.#write(operand, scope)),
        );
      case "call":
        return this.#writeCall(expression.name, expression.args, scope);
      case "step":
        throw new Uncomputed("a step into JSON");
      case "word":
        throw new Uncomputed(`the role ${expression.text}`);
    }
  }

  #writeCall(name: string, args: readonly Expression[], scope: Scope): string {
    const plain = name.toLowerCase();
    const writeIn = (inner: Scope) => args.map((arg) => this.#write(arg, inner));
    if (plain === "lookup" || plain === "rollup") return this.#writeLookup(name, args, scope);
    if (plain === "grandtotal") return writeIn({ ...scope, level: "all" }).join();
    if (plain === "percentoftotal" && args.length === 1) {
      return writeOperation("/", [...writeIn(scope), ...writeIn({ ...scope, level: "all" })]);
    }
    switch (findFunctionKind(name)) {
      case "scalar":
        return writeScalar(name, writeIn(scope));
      case "aggregate": {
        if (scope.level === "rows")
          throw new Uncomputed(`${name} for each row: it belongs into a grouping or the summary`);
        const over = this.#writeOver(scope.level);
        return writeAggregate(name, writeIn({ ...scope, level: "rows", isInside: true }), over);
      }
      case "window":
        return this.#writeWindow(name, args, scope);
      default:
        throw new Uncomputed(`the function ${name}`);
    }
  }

  /** Over the rows of its level, within the groups of the level around it. */
  #writeWindow(name: string, args: readonly Expression[], scope: Scope): string {
    const { level } = scope;
    if (level === "lookup" || level === "all") throw new Uncomputed(`${name} in a summary or lookup`);
    if (level !== this.#level)
      throw new Uncomputed(`${name} in a table that shows other rows than those of its grouping`);
    const isInGroups = level === "rows" && (this.table.groupings ?? []).length > 0;
    if (isInGroups) throw new Uncomputed(`${name} for the rows of a table with groupings`);
    if (level !== "rows") this.#levels.add(level);
    this.#ordered = name;
    const around = typeof level === "number" && level > 0 ? this.#listKeys(level - 1) : [];
    const findOrder = () => {
      const order = this.#listOrder(level);
      if (order.length === 0) throw new Uncomputed(`${name} without a sort of the table`);
      return order.join(", ");
    };
    const written = args.map((arg) => this.#write(arg, scope));
    return writeWindow(name, written, around.length > 0 ? `partition by ${around.join(", ")}` : "", findOrder);
  }

  // References

  /** @param reader the column whose formula has the reference; undefined for a metric. */
  #writeOwn(reference: Reference, scope: Scope, reader?: Column): string {
    const meaning = this.model.resolve(reference, this.table, reader);
    const written = `[${reference.join("/")}]`;
    switch (meaning.kind) {
      case "nothing":
        throw new Uncomputed(meaning.fault.message);
      case "metric":
        return this.#writeMetric(meaning.name, scope);
      case "value":
        if (meaning.place === undefined) throw new Uncomputed(`the control ${written}`);
        return this.#writePlaced(meaning, meaning.place, scope, written);
      case "column":
        if (meaning.place !== undefined) return this.#writePlaced(meaning, meaning.place, scope, written);
        if (meaning.table !== this.table)
          throw new Uncomputed(`${written}, a column of another element, without Lookup`);
        return this.#writeLocal(meaning.column, scope.level, scope.isInside);
    }
  }

  /** A column of this table in a row, group or summary. */
  #writeLocal(column: Column, level: Level, isInside = false): string {
    const own = this.#getLevel(column);
    const isKey = this.#listKeyColumns(level).includes(column);
    const isWithin = own === "all" || (typeof own === "number" && typeof level === "number" && own <= level);
    if (level !== "rows" && !isKey && !isWithin) {
      const what = own === "rows" ? "isn't aggregated" : "is of an inner grouping";
      throw new Uncomputed(`[${getColumnName(column)}] ${what}`);
    }
    if (own !== "rows" && isInside) throw new Uncomputed(`an aggregate of [${getColumnName(column)}], which is one`);
    return this.#writeColumn(column);
  }

  #writePlaced(meaning: Meaning, { side, relationship, rest }: Place, scope: Scope, written: string): string {
    if (rest[0] === "Metrics" && meaning.kind === "value") {
      return side === undefined ? this.#writeMetric(rest[1]!, scope) : this.#writeSourceMetric(side, rest[1]!, scope);
    }
    if (typeof scope.level !== "string" || scope.level === "all") throw new Uncomputed(`${written} isn't aggregated`);
    if (relationship !== undefined) return this.#writeRelated(relationship, rest, written);
    return this.#writeSideColumn(this.#findSide(side)!, rest.join("/"), written);
  }

  #writeSideColumn(side: Side, name: string, written: string): string {
    const { source, alias } = side;
    const form = (column: string) => `${quoteIdentifier(alias)}.${quoteIdentifier(column)}`;
    if (source.kind === "union") {
      side.names.add(name);
      return form(name);
    }
    const meaning = this.model.resolveInside(source, name);
    if (meaning?.kind === "column" && meaning.place === undefined) {
      side.columns.add(meaning.column);
      return `${quoteIdentifier(alias)}.${this.#getAlias(meaning.column, meaning.table)}`;
    }
    if (meaning?.kind !== "value") throw new Uncomputed(written);
    const outputs = source.kind === "sql" ? this.options.data?.listOutputs(source.statement) : undefined;
    return form(meaning.warehouseName ?? findOutput(outputs, name, written) ?? name);
  }

  #writeRelated(relationship: Relationship, rest: readonly string[], written: string): string {
    const { targetElementId, keys, relationshipType, name } = relationship;
    if (this.#isRun && relationshipType === "1:N") throw new Uncomputed(`${written}, which has many values for a row`);
    let related = this.#related.get(relationship);
    if (related === undefined) {
      const target = this.model.findTable(targetElementId)!;
      const side = this.#createSide({ kind: "table", elementId: targetElementId }, name ?? this.model.getName(target));
      const on = keys.map(({ sourceColumnId, targetColumnId }) => {
        const find = ({ columns }: TableElement, id: string) => columns.find((column) => column.id === id);
        const [from, to] = [find(this.table, sourceColumnId), find(target, targetColumnId)];
        if (from === undefined || to === undefined) throw new Uncomputed(`a key of ${quoteName(side.alias)}`);
        side.columns.add(to);
        return `${this.#writeRowColumn(from)} = ${quoteIdentifier(side.alias)}.${this.#getAlias(to, target)}`;
      });
      related = { side, on: on.join(" and ") };
      this.#related.set(relationship, related);
    }
    return this.#writeSideColumn(related.side, rest.join("/"), written);
  }

  #writeMetric(name: string, scope: Scope): string {
    const metric = this.table.metrics?.find((one) => one.name === name);
    if (metric === undefined) throw new Uncomputed(`the metric ${quoteName(name)}`);
    const write = (reference: Reference, at: Scope) => this.#writeOwn(reference, at);
    return this.#writeFormula(metric.formula, { level: scope.level, write }, metric);
  }

  /** A metric of the table that this one reads from: its columns are those of that side. */
  #writeSourceMetric(source: Source, name: string, scope: Scope): string {
    const side = this.#findSide(source);
    const target = source.kind === "table" || source.kind === "data-model" ? this.model.getTable(source) : undefined;
    const metric = target?.table.metrics?.find((one) => one.name === name);
    if (side === undefined || target === undefined || metric === undefined) {
      throw new Uncomputed(`the metric ${quoteName(name)} of an element further away`);
    }
    const write = (reference: Reference, at: Scope): string => {
      const meaning = target.model.resolve(reference, target.table);
      const written = `[${reference.join("/")}] of the metric ${quoteName(name)}`;
      if (meaning.kind === "metric" || (meaning.kind === "value" && meaning.place?.rest[0] === "Metrics")) {
        return this.#writeSourceMetric(source, meaning.kind === "metric" ? meaning.name : meaning.place!.rest[1]!, at);
      }
      if (at.level !== "rows") throw new Uncomputed(`${written} isn't aggregated`);
      const isOwn = meaning.kind === "column" && meaning.table === target.table && meaning.place === undefined;
      const column = isOwn ? meaning.column : addReferenced(side, reference);
      side.columns.add(column);
      return `${quoteIdentifier(side.alias)}.${this.#getAlias(column, target.table)}`;
    };
    return this.#writeFormula(metric.formula, { level: scope.level, write }, metric);
  }

  /** `Lookup(value, key, key there, …)`: a join with one row for each key. */
  #writeLookup(name: string, [value, ...keys]: readonly Expression[], scope: Scope): string {
    if (scope.level !== "rows") throw new Uncomputed(`${name} in a calculation that isn't aggregated`);
    let other: Extract<Meaning, { kind: "column" }> | undefined;
    let side: Side | undefined;
    const write = (reference: Reference, at: Scope): string => {
      const meaning = this.model.resolve(reference, this.table);
      const written = `[${reference.join("/")}]`;
      if (
        meaning.kind !== "column" ||
        meaning.table === this.table ||
        (other !== undefined && other.table !== meaning.table)
      ) {
        throw new Uncomputed(`${written} in ${name}, which isn't a column of one other element`);
      }
      other ??= meaning;
      side ??= createSide({ kind: "table", elementId: meaning.table.id }, this.model.getName(meaning.table));
      if (at.level === "lookup") throw new Uncomputed(`${written} isn't aggregated`);
      side.columns.add(meaning.column);
      return `${quoteIdentifier(side.alias)}.${this.#getAlias(meaning.column, meaning.table)}`;
    };
    const there = { level: "rows", write } as const;
    if (value === undefined || keys.length === 0 || keys.length % 2 === 1) throw new Uncomputed(`${name} without keys`);
    const theirs = keys.filter((_, index) => index % 2 === 1).map((key) => this.#write(key, there));
    const own = keys.filter((_, index) => index % 2 === 0).map((key) => this.#write(key, scope));
    const isAggregate = hasAggregate(value);
    const plain = this.#write(value, isAggregate ? { level: "lookup", write } : there);
    // Of several values for a key, none is the one.
    const one = isAggregate ? plain : `case when count(distinct ${plain}) = 1 then min(${plain}) end`;
    if (side === undefined) throw new Uncomputed(`${name} without a column of another element`);
    const list = [...theirs.map((key, index) => `${key} as "k${index}"`), `${one} as "v"`];
    const inner = `select ${list.join(", ")} from ${this.#writeSide(side)} group by ${theirs.join(", ")}`;
    const known = JSON.stringify([inner, own]);
    const alias = this.#lookups.get(known) ?? this.#findFreeAlias(`${name} ${this.#lookups.size + 1}`);
    this.#lookups.set(known, alias);
    return `${quoteIdentifier(alias)}."v"`;
  }

  #listLookups(): string[] {
    return [...this.#lookups].map(([known, alias]) => {
      const [inner, own] = JSON.parse(known) as [string, string[]];
      const on = own.map((key, index) => `${key} = ${quoteIdentifier(alias)}."k${index}"`);
      return `left outer join ${nestQuery(inner, alias)} on ${on.join(" and ")}`;
    });
  }

  // Relations

  #findSide(source: Source | undefined): Side | undefined {
    return this.#sides.find((side) => isSame(side.source, source));
  }

  readonly #aliases = new Set<string>();

  #createSide(source: Source, name: string): Side {
    return createSide(source, this.#findFreeAlias(name));
  }

  #findFreeAlias(name: string): string {
    const candidates = [name, ...Array.from({ length: 100 }, (_, index) => `${name} ${index + 2}`)];
    const alias = candidates.find((one) => !this.#aliases.has(one.toLowerCase()))!;
    this.#aliases.add(alias.toLowerCase());
    return alias;
  }

  #writeFrom(): string {
    const { source } = this.table;
    const joins = source.kind === "join" ? this.#writeJoins(source) : [];
    const head = this.#writeSide(this.#sides[0]!);
    const related = [...this.#related.values()].map(
      ({ side, on }) => `left outer join ${this.#writeSide(side)} on ${on}`,
    );
    return [head, ...joins, ...related].join("\n");
  }

  #writeJoins({ joins }: Extract<Source, { kind: "join" }>): string[] {
    // All keys before the first side: each is a column that the side has to have.
    const written = joins.map(({ left, right, columns, joinType = "left-outer" }) => {
      const writeKey = (source: InnerSource, key: string) => this.#writeSideKey(this.#findSide(source)!, key);
      const keys = columns.map((key) => {
        const operator = operators[key.op ?? "="] ?? key.op ?? "=";
        const isOfPlaces = operator === "within" || operator === "intersects";
        if (this.#isRun && isOfPlaces) throw new Uncomputed(`a join with ${operator}`);
        return { operator, left: writeKey(left, key.left), right: writeKey(right, key.right) };
      });
      return { side: this.#findSide(right)!, joinType, keys };
    });
    return written.map(({ side, joinType, keys }) => {
      const on = keys.map((key) => `${key.left} ${key.operator} ${key.right}`).join(" and ");
      if (joinType !== "lookup" || !this.#isRun)
        return `${joinType.replace("-", " ")} join ${this.#writeSide(side)} on ${on}`;
      // No more than one row for each on the left.
      const own = keys.map(({ right }) => right).join(", ");
      const one = `select * from ${this.#writeSide(side)} qualify row_number() over (partition by ${own}) = 1`;
      return `left outer join ${nestQuery(one, side.alias)} on ${on}`;
    });
  }

  /** The key of a join: the name of a column of one side, or a formula over it. */
  #writeSideKey(side: Side, key: string): string {
    const expression = parseFormula(key);
    const write = (reference: Reference) => this.#writeSideColumn(side, reference.join("/").trim(), key);
    try {
      if (expression === undefined) throw new Uncomputed(`the key ${key} of a join`);
      return this.#write(expression, { level: "rows", write });
    } catch (error) {
      if (this.#isRun || !(error instanceof Uncomputed)) throw error;
      return `${quoteIdentifier(side.alias)}.${quoteIdentifier(key.replace(/^\s*\[|\]\s*$/g, ""))}`;
    }
  }

  #translate(statement: string): string {
    return this.options.data?.translate?.(statement) ?? statement;
  }

  #writeSide(side: Side): string {
    const { source, alias } = side;
    switch (source.kind) {
      case "warehouse-table":
        return `${this.#findRelation(source.path)} as ${quoteIdentifier(alias)}`;
      case "sql":
        return nestQuery(this.#translate(source.statement).replace(/(?<![;\s])[;\s]+$/, ""), alias);
      case "table":
      case "data-model":
        return this.#writeNested(source, side);
      case "union":
        return this.#writeUnion(source, side);
      case "transpose": {
        const inner = this.#writeSide(createSide(source.source, this.model.getSourceName(source.source)));
        return `${source.direction === "row-to-column" ? "pivot" : "unpivot"} ${inner}`;
      }
      default:
        return quoteIdentifier(alias);
    }
  }

  #findRelation(path: readonly string[]): string {
    const { data } = this.options;
    const relation = data === undefined ? path.join(".") : data.findRelation(path);
    if (relation === undefined) throw new Uncomputed(`the table ${path.join(".")}, which --data doesn't have`);
    return relation;
  }

  #writeNested(source: Extract<Source, { kind: "table" | "data-model" }>, { alias, columns }: Side): string {
    const target = this.model.getTable(source);
    const open = [...this.options.open, this.table];
    if (this.#isRun && target === undefined) throw new Uncomputed(`the source ${source.elementId}, which isn't there`);
    if (target === undefined || open.includes(target.table)) {
      if (this.#isRun) throw new Uncomputed(`a circle in the sources of ${quoteName(alias)}`);
      return quoteIdentifier(alias);
    }
    const { groupings = [], columns: all } = target.table;
    const level = "groupingId" in source ? groupings.findIndex(({ id }) => id === source.groupingId) : -1;
    const query = new TableQuery(target.model, target.table, { ...this.options, open });
    // Only what is asked for: what can't be computed need not be.
    const wanted = this.#isRun ? [...columns] : all;
    return nestQuery(query.write({ columns: wanted, level: level < 0 || !this.#isRun ? "rows" : level }), alias);
  }

  #writeUnion({ sources, matches }: Extract<Source, { kind: "union" }>, { alias, names }: Side): string {
    const wanted = this.#isRun ? matches.filter(({ outputColumnName }) => names.has(outputColumnName)) : matches;
    const selects = sources.map((source, index) => {
      const side = createSide(source, this.model.getSourceName(source));
      const columns = wanted.map(({ outputColumnName, sourceColumns }) => {
        const key = sourceColumns[index] ?? null;
        return `${key === null ? "null" : this.#writeSideKey(side, key)} as ${quoteIdentifier(outputColumnName)}`;
      });
      return `select ${columns.join(", ") || "1"} from ${this.#writeSide(side)}`;
    });
    return nestQuery(selects.join("\nunion all\n"), alias);
  }
}

const isConstant = /^(?:'(?:[^']|'')*'|[\d.]+(?:e[+-]?\d+)?|true|false|null|timestamp '[^']*')$/i;

/** The length of the SQL of one formula: columns that use each other twice double it each time. */
const longest = 200_000;

const operators: Readonly<Record<string, string>> = {
  "is-distinct-from": "is distinct from",
  "is-not-distinct-from": "is not distinct from",
  "<!=>": "is distinct from",
};

/** What a statement calls a column: in any spelling, as friendly names are. */
function findOutput(outputs: readonly string[] | undefined, name: string, written: string): string | undefined {
  if (outputs === undefined) return undefined;
  const isCalled = (output: string) => getBareName(output) === getBareName(name);
  const found = outputs.find((output) => output === name) ?? outputs.find(isCalled);
  if (found === undefined) throw new Uncomputed(`${written}, which the statement doesn't put out`);
  return found;
}

function hasAggregate(expression: Expression): boolean {
  switch (expression.kind) {
    case "call":
      return findFunctionKind(expression.name) === "aggregate" || expression.args.some(hasAggregate);
    case "operation":
      return expression.operands.some(hasAggregate);
    default:
      return false;
  }
}

function nestQuery(statement: string, name: string): string {
  return `(\n${statement.trim().replace(/^/gm, "  ")}\n) as ${quoteIdentifier(name)}`;
}
