/** What decides which rows a formula reads, in one form for both times of a table: over what its rows are made of. */
import { remember } from "../data";
import {
  findNames,
  getText,
  isToken,
  type Node,
  normalizePlainName,
  parseFormula,
  readName,
  readTokens,
  type Token,
} from "../formula";
import { findFunction } from "../formula/functions";
import { filterObjects, isObject, type Json, type JsonObject, readKnownString } from "../model/json";
import { getColumnName } from "../model/references";
import { escapeFormulaName, isSameName, quoteFormulaText } from "../text";
import { isRollup, listMeasures, listReadings, type Reading } from "./behind";
import { type CheckedModel, findReadMetric, inlineMetrics, longest, ModelIndex } from "./model";

interface TableSource {
  readonly rows: TableRows;
  readonly isOutside: boolean;
}

/** Finds another model by its id on the platform. */
export type FindIndex = (modelId: string) => ModelIndex | undefined;

/** The formulas of a table at one time. */
export class TableRows {
  /** Columns that a workbook may read, by what they are made of. */
  readonly #columns: ReadonlyMap<string, string>;
  readonly #expanded = new Map<JsonObject, string>();
  readonly #sources = new Map<JsonObject, TableSource | undefined>();

  constructor(
    readonly index: ModelIndex,
    readonly table: JsonObject,
    private readonly findIndex: FindIndex = () => undefined,
    /** Tables that read it. */
    private readonly open: readonly JsonObject[] = [],
  ) {
    const names = filterObjects(table.columns).flatMap((column) => {
      const name = getColumnName(column);
      return name === undefined || !isReadable(table, column)
        ? []
        : [[this.#expandColumn(table, column), name] as const];
    });
    // Of columns that are the same the first.
    this.#columns = new Map(names.reverse());
  }

  /** The source of an element that reads the table. */
  get source(): JsonObject {
    return this.index.formSource(this.table);
  }

  /** What each aggregate of a metric reads; undefined: there is no such metric. */
  readMetric(name: string): readonly Reading[] | undefined {
    const expanded = this.#expandMetric(this.#findMetric(name));
    if (expanded === undefined) return undefined;
    // What was left out of a longer one may read any rows.
    return expanded.length <= longest
      ? listReadings(expanded)
      : [{ requires: [`[${name}]`], splits: [], values: [], isNested: true }];
  }

  /** What the values are that a metric calculates with: see {@link listMeasures}. */
  listMeasures(name: string): readonly string[] {
    return listMeasures(this.#expandMetric(this.#findMetric(name)) ?? "");
  }

  /** Conditions that all of its rows fulfill, where its filters have a form that a formula has. */
  listFilters(): readonly string[] {
    const own = filterObjects(this.table.filters).flatMap((filter) => this.#writeFilter(filter) ?? []);
    return [...own, ...(this.#findSource(this.table)?.rows.listFilters() ?? [])];
  }

  /**
   * A condition in the words of a workbook that reads the table; undefined: it hasn't the columns for it.
   *
   * @param home whose condition it is: what has another source, but the same name, is the same.
   */
  write(condition: string, home: TableRows = this): string | undefined {
    const write = (node: Node): string | undefined => {
      const own = this.#columns.get(strip(getText(condition, node)));
      if (own !== undefined) return this.#refer(own);
      if (node.kind === "reference") return home === this ? undefined : this.#writeNamesake(node, condition, home);
      const spell = ({ text }: Token) =>
        node.kind === "constant" ? text[0]!.toUpperCase() + text.slice(1) : (findFunction(text)?.name ?? text);
      if (isRollup(node)) return undefined;
      const parts = node.parts.map((part) => (isToken(part) ? spell(part) : write(part)));
      return parts.includes(undefined) ? undefined : parts.join(" ");
    };
    return condition.length > longest ? undefined : write(parseFormula(condition).root);
  }

  /** The table, and those that its rows are rows of, as far as its filters say which. */
  listPlaces(): readonly TableRows[] {
    const source = this.#findSource(this.table);
    const isOpaque = filterObjects(this.table.filters).some(
      (filter) => filter.state !== "disabled" && this.#writeFilter(filter) === undefined,
    );
    const others = source === undefined || isOpaque ? [] : source.rows.listPlaces();
    return this.open.length > 0 && this.table.visibleAsSource === false ? others : [this, ...others];
  }

  /** What the rows of a table come from, through others. */
  listOrigins(): readonly string[] {
    return listLeads(this.table.source).flatMap(
      (source) => this.#findSource({ source })?.rows.listOrigins() ?? JSON.stringify(source),
    );
  }

  /** A column by what it is made of. */
  expandColumn(column: JsonObject): string {
    return this.#expandColumn(this.table, column);
  }

  /** A formula in the words of a workbook that reads the table, with what its names stand for in their places. */
  expand(formula: string): string {
    return strip(this.#expand(formula, (segments) => this.#expandName(this.table, segments, [])));
  }

  #refer(name: string): string {
    return `[${escapeFormulaName(this.index.nameTable(this.table))}/${escapeFormulaName(name)}]`;
  }

  #writeNamesake(node: Node, condition: string, home: TableRows): string | undefined {
    const name = home.#columns.get(getText(condition, node));
    const own = [...this.#columns.values()].find((one) => name !== undefined && isSameName(one, name));
    return own === undefined ? undefined : this.#refer(own);
  }

  #findMetric(name: string): JsonObject | undefined {
    return this.index.findNamed(this.table, "metrics", name);
  }

  #expandMetric(metric: JsonObject | undefined): string | undefined {
    const inlined = metric && inlineMetrics(this.table, readKnownString(metric.formula) ?? "");
    const find = (segments: readonly string[]) =>
      this.#expandName(this.table, segments, []) ?? this.#expandInherited(segments);
    return inlined === undefined ? undefined : this.#expand(inlined, find);
  }

  /** A metric of the table whose rows these are. */
  #expandInherited(segments: readonly string[]): string | undefined {
    const source = segments[0] === "Metrics" ? this.#findSource(this.table)?.rows : undefined;
    if (source === undefined) return undefined;
    return source.#expandMetric(findReadMetric(source.table, segments)) ?? source.#expandInherited(segments);
  }

  #expandColumn(table: JsonObject, column: JsonObject, open: readonly JsonObject[] = []): string {
    return remember(this.#expanded, column, () => {
      const find = (segments: readonly string[]) => this.#expandName(table, segments, [...open, column]);
      return strip(this.#expand(readKnownString(column.formula) ?? "", find));
    });
  }

  /** Undefined: it is no column that is known here. */
  #expandName(table: JsonObject, segments: readonly string[], open: readonly JsonObject[]): string | undefined {
    const [first = "", second] = segments;
    if (segments.length > 2) return this.#expandRelated(table, segments, open);
    for (const other of second === undefined ? [table] : this.index.tables) {
      const isMeant = second === undefined || isSameName(this.index.nameTable(other), first);
      const column = isMeant ? findColumn(other, second ?? first) : undefined;
      // A table may be called as its source is.
      if (column !== undefined && !open.includes(column))
        return this.#filterOther(table, other, this.#expandColumn(other, column, open), open);
    }
    const source = second === undefined ? undefined : this.#findSource(table);
    return source?.isOutside ? source.rows.#expandOwn(second!) : undefined;
  }

  /** `[Orders/Customer/Region]`: a column by relationships. */
  #expandRelated(table: JsonObject, segments: readonly string[], open: readonly JsonObject[]): string | undefined {
    let [at, value] = [table, `[${segments.map(normalizePlainName).join("/")}]`];
    for (const name of segments.slice(1, -1)) {
      const next = filterObjects(at.relationships).flatMap((one): JsonObject[] => {
        const target = this.index.findById(one.targetElementId);
        const called = target && (readKnownString(one.name) ?? this.index.nameTable(target));
        return target !== undefined && isSameName(called, name) ? [target] : [];
      });
      if (next[0] === undefined) return undefined;
      at = next[0];
      value = this.#filterOther(table, at, value, open);
    }
    return value;
  }

  /** A value of another table, which is there where its filters are true. They are of rows that can't be counted here. */
  #filterOther(table: JsonObject, other: JsonObject, value: string, open: readonly JsonObject[]): string {
    const isOwn = other === table || listLeads(table.source).some(({ elementId }) => this.#isCalled(other, elementId));
    const filters = isOwn ? [] : this.#listActiveFilters(other, open);
    if (filters.length === 0) return value;
    const name = [this.index.nameTable(other), "filters", JSON.stringify(filters)].map(escapeFormulaName).join("/");
    return `if ( [${name}] , ${value} , null )`;
  }

  #listActiveFilters(table: JsonObject, open: readonly JsonObject[]): JsonObject[] {
    const own = filterObjects(table.filters).flatMap((filter): JsonObject[] => {
      const column = filterObjects(table.columns).find(({ id }) => id === filter.columnId);
      const { id: _, columnId: __, ...rest } = filter;
      return filter.state === "disabled"
        ? []
        : [{ ...rest, of: column && !open.includes(column) ? this.#expandColumn(table, column, open) : "" }];
    });
    const source = this.#findSource(table);
    return source === undefined ? own : [...own, ...source.rows.#listActiveFilters(source.rows.table, open)];
  }

  #isCalled(table: JsonObject, id: Json | undefined): boolean {
    return [table.id, this.index.findPlatformId(table)].includes(id as string);
  }

  #expandOwn(name: string): string | undefined {
    const column = findColumn(this.table, name);
    return column && this.expandColumn(column);
  }

  /** Puts what names stand for in their places, and spells the rest in one way. */
  #expand(formula: string, find: (segments: readonly string[]) => string | undefined): string {
    let length = 0;
    const write = ({ kind, text, start }: Token): string => {
      if (kind === "text" || length > longest) return text;
      if (kind !== "name") return text === "<>" ? "!=" : text.toLowerCase();
      const { segments } = readName({ text, start });
      return find(segments) ?? `[${segments.map(normalizePlainName).join("/")}]`;
    };
    const written = readTokens(formula).map((token) => {
      const text = write(token);
      length += text.length;
      return token.kind === "name" && !isSole(text) ? `( ${text} )` : text;
    });
    return written.join(" ").trim();
  }

  #writeFilter(filter: JsonObject): string | undefined {
    const column = filterObjects(this.table.columns).find(({ id }) => id === filter.columnId);
    return column && writeFilter(filter, this.expandColumn(column));
  }

  /** The one table that a table's rows are those of. */
  #findSource({ source }: JsonObject): TableSource | undefined {
    if (!isObject(source)) return undefined;
    if (!this.#sources.has(source)) this.#sources.set(source, this.#openSource(source));
    return this.#sources.get(source);
  }

  #openSource(source: JsonObject): TableSource | undefined {
    const isOutside = source.kind === "data-model";
    if (!isOutside && source.kind !== "table") return undefined;
    const index = isOutside ? this.findIndex(String(source.dataModelId)) : this.index;
    const table = index?.tables.find((one) => [one.id, index.findPlatformId(one)].includes(source.elementId as string));
    if (table === undefined || this.open.includes(table)) return undefined;
    return { rows: new TableRows(index!, table, this.findIndex, [...this.open, this.table]), isOutside };
  }
}

/** Indexes of models by their ids on the platform. */
export function createFindIndex(models: readonly CheckedModel[]): FindIndex {
  const indexes = new Map<string, ModelIndex>();
  return (id) => {
    const model = models.find((one) => one.id === id);
    return model && remember(indexes, id, () => new ModelIndex(model));
  };
}

/** Whether a workbook may read a hidden or restricted column is undocumented. */
export function isReadable({ columnSecurities }: JsonObject, { id, hidden }: JsonObject): boolean {
  const restricted = filterObjects(columnSecurities).flatMap(({ restrictedColumns }) => restrictedColumns);
  return hidden !== true && !restricted.includes(id as Json) && !restricted.includes("all");
}

const findColumn = (table: JsonObject, name: string) =>
  filterObjects(table.columns).find((one) => isSameName(getColumnName(one), name));

const isSole = (text: string) => /^\[[^\]]*\]$/.test(text);

/** Without parentheses around all of it. */
function strip(text: string): string {
  const { root } = parseFormula(text);
  return root.kind === "group" && root.items.length === 1 ? strip(getText(text, root.items[0]!)) : text;
}

function listLeads(source: Json | undefined): JsonObject[] {
  if (Array.isArray(source)) return source.flatMap(listLeads);
  if (!isObject(source)) return [];
  if (source.elementId !== undefined || source.connectionId !== undefined) return [source];
  return Object.values(source).flatMap(listLeads);
}

/** The condition of a filter; undefined: it has no form that a formula has. */
function writeFilter(filter: JsonObject, column: string): string | undefined {
  const { kind, mode, min, max, value, includeNulls } = filter;
  if (filter.state === "disabled") return undefined;
  const isNull = `isnull ( ${column} )`;
  const write = (one: Json) => (typeof one === "string" ? (quoteFormulaText(one) ?? '""') : String(one));
  if (kind === "list" && Array.isArray(filter.values) && filter.values.length > 0) {
    const given = filter.values.filter((one) => one !== null);
    const among = given.length === 0 ? [] : [`in ( ${[column, ...given.map((one) => write(one))].join(" , ")} )`];
    const isIn = [...among, ...(given.length < filter.values.length ? [isNull] : [])].join(" or ");
    return mode === "exclude" ? `if ( ${isIn} , false , true )` : isIn;
  }
  const compared =
    kind === "number-range"
      ? [...(min == null ? [] : [`${column} >= ${write(min)}`]), ...(max == null ? [] : [`${column} <= ${write(max)}`])]
      : kind === "text-match" && typeof value === "string" && matches[String(mode)] !== undefined
        ? [matches[String(mode)]!(column, write(value.toLowerCase()))]
        : [];
  if (compared.length === 0) return undefined;
  return includeNulls === "always" ? `${isNull} or ( ${compared.join(" and ")} )` : compared.join(" and ");
}

/** Rows that differ in case alone are one part. */
const matches: Readonly<Record<string, (column: string, text: string) => string>> = {
  equals: (column, text) => `lower ( ${column} ) = ${text}`,
  "does-not-equal": (column, text) => `lower ( ${column} ) != ${text}`,
  contains: (column, text) => `contains ( lower ( ${column} ) , ${text} )`,
  "does-not-contain": (column, text) => `not contains ( lower ( ${column} ) , ${text} )`,
  "starts-with": (column, text) => `startswith ( lower ( ${column} ) , ${text} )`,
  "ends-with": (column, text) => `endswith ( lower ( ${column} ) , ${text} )`,
};

/** The names that a formula of this form has. */
export const listLeaves = (expanded: string): string[] => findNames(expanded).map(({ text }) => text);

/** The tables whose filters a condition is, in the form of {@link TableRows}. */
export const listFilteredTables = (expanded: string): string[] =>
  findNames(expanded).flatMap(({ segments: [table, kind, ...filters] }) =>
    table !== undefined && kind === "filters" && filters.length > 0 ? [table] : [],
  );
