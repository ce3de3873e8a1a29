/** Aggregates of values of groups that are read at another grain. Loads neither zod nor the schema: programs use it too. */
import { findNames, findSpan, listCallsAround, normalizePlainName, parseSoleName } from "../../formula";
import { findFunction, type PlatformFunction } from "../../formula/functions";
import { deriveColumnNames, type Report } from "../../model/across";
import {
  filterObjects,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
  walkObjects,
} from "../../model/json";

/** A table that others read from. */
export interface ReadTable {
  readonly element: JsonObject;
  /** What formulas call it. */
  readonly name: string;
  /** The model that it is in; undefined: in this workbook. */
  readonly model?: string;
}

/** Finds the table that a source names; undefined: it isn't known. */
export type FindTable = (source: JsonObject) => ReadTable | undefined;

/** A column that a table calculates for each of its groups. */
interface Calculation {
  readonly table: ReadTable;
  readonly column: string;
  readonly grouping: string;
  /** Another table has taken it on, once for each of its rows. */
  readonly isTakenOn?: boolean;
}

/** By the plain names of columns. */
type Calculations = ReadonlyMap<string, Calculation>;

/** An aggregate that counts a value of a group once for each of its rows. */
interface FanOut {
  readonly report: Report;
  /** The table that calculates the value. */
  readonly origin: ReadTable;
}

/** Aggregates of equal values are that value: these may be taken at any grain. */
const harmless: ReadonlySet<string> = new Set([
  "Min",
  "Max",
  "MinIf",
  "MaxIf",
  "CountDistinct",
  "CountDistinctIf",
  "Ndv",
]);

/** The function that takes one value of many around a place, the innermost. */
function findAggregate(formula: string, place: number): PlatformFunction | undefined {
  const calls = listCallsAround(formula, place).flatMap((name) => findFunction(name) ?? []);
  return calls.find(({ name, isAggregate }) => isAggregate || name === "First" || name === "Last");
}

/** Finds fan-outs; what it has learned of a table is kept. */
export class FanOutFinder {
  private readonly known = new Map<JsonObject, Calculations>();

  constructor(private readonly findTable: FindTable) {}

  /** The fan-outs in the formulas of an element's columns. @param at the element's path. */
  listFanOuts(element: JsonObject, at: Path): FanOut[] {
    const sources = this.listSources(element);
    if (sources.every(({ calculations }) => calculations.size === 0)) return [];
    const own = mapTakenOn(element, sources);
    return listObjectEntries(element.columns).flatMap(([index, column]) => {
      const formula = readKnownString(column.formula) ?? "";
      return findNames(formula).flatMap(({ segments, text, start }): FanOut[] => {
        const [first = "", ...rest] = segments;
        const found = rest.length === 0 ? own.get(normalizePlainName(first)) : findRead(segments, sources);
        const call = found && findAggregate(formula, start);
        if (found === undefined || call?.isAggregate !== true || harmless.has(call.name)) return [];
        const span = findSpan({ text: `[${text}]`, start }, formula);
        const path = [...at, "columns", index, "formula"];
        return [{ report: { path, span, ...describeFanOut(found, call.name) }, origin: found.table }];
      });
    });
  }

  /** The tables that an element reads from: its own source, and the sides of a join or union. */
  private listSources(element: JsonObject): Source[] {
    return [...walkObjects(element.source)].flatMap(({ object }) => {
      const table = this.findTable(object);
      if (table === undefined || table.element === element) return [];
      return [{ source: object, table, calculations: this.mapCalculations(table) }];
    });
  }

  /** The columns that a table calculates for its groups, and those that it takes on from such a table. */
  private mapCalculations(table: ReadTable): Calculations {
    const { element } = table;
    const known = this.known.get(element);
    if (known !== undefined) return known;
    // Tables may read from each other in a circle, which a rule reports.
    this.known.set(element, new Map());
    const all = new Map([...mapTakenOn(element, this.listSources(element)), ...mapOwn(table)]);
    this.known.set(element, all);
    return all;
  }
}

function describeFanOut({ table, column, grouping }: Calculation, call: string): Pick<Report, "message" | "hint"> {
  const { name, model } = table;
  const grain =
    model === undefined ? `\`groupingId: ${grouping}\`` : `the \`groupingId\` that the platform gives \`${grouping}\``;
  const one = model === undefined ? `a \`summary\` of \`${name}\` with \`Max\`` : "the value of each group with `Max`";
  return {
    message:
      `\`${name}\`${model === undefined ? "" : ` of model ${model}`} calculates \`${column}\` for each group of ` +
      `\`${grouping}\`, and this reads another grain: the values repeat, and \`${call}\` of them is wrong`,
    hint: `Read the same grain with ${grain}, or ${one}.`,
  };
}

/** A source of an element, and the table that it names. */
interface Source {
  readonly source: JsonObject;
  readonly table: ReadTable;
  readonly calculations: Calculations;
}

/** A value of a group that is read at another grain. */
function findRead([first = "", ...rest]: readonly string[], sources: readonly Source[]): Calculation | undefined {
  const column = normalizePlainName(rest.join("/"));
  return sources
    .filter(({ table }) => normalizePlainName(table.name) === normalizePlainName(first))
    .flatMap(({ source, calculations }) => {
      const found = calculations.get(column);
      return found !== undefined && (found.isTakenOn || !isSameGrain(found, source)) ? [found] : [];
    })[0];
}

/** The platform gives the groupings of a model ids of its own: one that isn't in the file may be any of them. */
function isSameGrain({ table, grouping }: Calculation, { groupingId }: JsonObject): boolean {
  if (groupingId === grouping) return true;
  if (table.model === undefined || groupingId === undefined || groupingId === "base") return false;
  return !filterObjects(table.element.groupings).some(({ id }) => id === groupingId);
}

function mapOwn(table: ReadTable): Calculations {
  const { element } = table;
  const groupings = new Map(
    filterObjects(element.groupings).flatMap(({ id, calculations }) =>
      (Array.isArray(calculations) ? calculations : []).map((column) => [column, readKnownString(id) ?? "…"] as const),
    ),
  );
  return new Map(
    filterObjects(element.columns).flatMap((column) => {
      const grouping = groupings.get(column.id ?? null);
      if (grouping === undefined) return [];
      return nameColumn(column).map(([plain, shown]) => [plain, { table, column: shown, grouping }] as const);
    }),
  );
}

/** The columns of an element that are nothing but a value of a group, read at another grain. */
function mapTakenOn(element: JsonObject, sources: readonly Source[]): Calculations {
  return new Map(
    filterObjects(element.columns).flatMap((column) => {
      const name = parseSoleName(readKnownString(column.formula) ?? "");
      const found = name && findRead(name.segments, sources);
      if (found === undefined) return [];
      return nameColumn(column).map(([plain]) => [plain, { ...found, isTakenOn: true }] as const);
    }),
  );
}

/** The names of a column, plain and as shown. */
function nameColumn(column: JsonObject): (readonly [plain: string, shown: string])[] {
  const name = readKnownString(column.name);
  if (name !== undefined) return [[normalizePlainName(name), name]];
  return deriveColumnNames(column).map((plain) => [plain, plain]);
}
