import { findNames, normalizePlainName, replaceNames } from "../formula";
import { filterObjects, type JsonObject, type Path, readKnownString, walkObjects } from "../model/json";
import { getColumnName, indexSpec, ModelNames } from "../model/references";
import { escapeFormulaName, findNearest, isSameName, suggest } from "../text";

/** Reports a problem at a place of the file that names something. */
export type ReportProblem = (path: Path, message: string, hint?: string) => void;

/** A data model whose data is checked. */
export interface CheckedModel {
  /** On the platform. */
  readonly id: string;
  /** Its contents as the platform has them, with your ids where these are known. */
  readonly spec: JsonObject;
  /** The platform's ids of elements, by those in `spec`; one that isn't there is the platform's itself. */
  readonly elementIds?: Readonly<Record<string, string>> | undefined;
  /** What the platform calls elements, by its ids; where the contents alone don't say it. */
  readonly names?: ReadonlyMap<string, string | undefined>;
}

/** The first connection that a model's tables are on. */
export function findConnection({ spec }: CheckedModel): string | undefined {
  return /"connectionId":"([^"]+)"/.exec(JSON.stringify(spec))?.[1];
}

/**
 * The connection of all that a model reads, also through others; undefined: there are several, or a model isn't known.
 *
 * @param models those that are known, by id.
 */
export function findSoleConnection(id: string, models: ReadonlyMap<string, CheckedModel>): string | undefined {
  const connections = new Set<string | undefined>();
  const open = [id];
  for (const one of open) {
    const model = models.get(one);
    if (model === undefined) return undefined;
    for (const { source } of indexSpec(model.spec).elements.values()) {
      for (const { object } of walkObjects(source)) {
        const { connectionId, dataModelId } = object;
        if (connectionId !== undefined) connections.add(readKnownString(connectionId));
        const other = readKnownString(dataModelId);
        if (dataModelId !== undefined && !open.includes(other ?? "")) open.push(other ?? "");
      }
    }
  }
  return connections.size === 1 ? [...connections][0] : undefined;
}

/** Names without an element: those of a table's own columns. */
const listOwnNames = (formula: string): string[] =>
  findNames(formula).flatMap(({ segments: [name = "", ...rest] }) => (rest.length === 0 ? name : []));

/** The metric of a table that a name in another of its metrics means: `[Metrics/Gross]`, or `[Gross]` if no column is. */
export function findReadMetric(table: JsonObject, segments: readonly string[]): JsonObject | undefined {
  const [head = "", ...rest] = segments;
  const isPlain =
    rest.length === 0 && !filterObjects(table.columns).some((one) => isSameName(getColumnName(one), head));
  if (!isPlain && head !== "Metrics") return undefined;
  const name = isPlain ? head : rest.join("/");
  return filterObjects(table.metrics).find((one) => isSameName(readKnownString(one.name), name));
}

/** Formulas that are longer, with what their names stand for in their places, say nothing that anybody could count. */
export const longest = 100_000;

/** A formula with the table's own metrics that it names in their places. What reads itself keeps its name. */
export function inlineMetrics(table: JsonObject, formula: string, open: readonly string[] = []): string {
  let length = formula.length;
  return replaceNames(formula, ({ segments }) => {
    const inner = readKnownString(findReadMetric(table, segments)?.formula);
    if (inner === undefined || length > longest || inner === formula || open.includes(inner)) return undefined;
    const written = `(${inlineMetrics(table, inner, [...open, formula])})`;
    length += written.length;
    return written;
  });
}

type PartList = "columns" | "metrics" | "relationships";

const nouns: Readonly<Record<PartList, string>> = {
  columns: "column",
  metrics: "metric",
  relationships: "relationship",
};

const nameParts = (list: PartList) =>
  list === "columns" ? getColumnName : ({ name }: JsonObject) => readKnownString(name);

/** The names of a checked model: finds what a checks file means by them. */
export class ModelIndex {
  readonly #names: ModelNames;
  readonly tables: readonly JsonObject[];

  /** @param report left out: nobody is told of names that the model lacks. */
  constructor(
    readonly model: CheckedModel,
    private readonly report: ReportProblem = () => {},
  ) {
    const index = indexSpec(model.spec);
    this.#names = new ModelNames(index);
    this.tables = [...index.elements.values()].filter(({ kind }) => kind === "table");
  }

  /** The table that is meant; undefined: there is none, which is reported. */
  findTable(name: string, at: Path): JsonObject | undefined {
    const getName = (table: JsonObject) => this.#findName(table);
    return this.#find(this.tables, name, getName, () => {
      const known = this.tables.flatMap((table) => getName(table) ?? []);
      this.report(at, `the model has no table \`${name}\``, suggest(findNearest(name, known), known));
    });
  }

  /** The part of a table that is meant; undefined: there is none, which is reported. */
  findPart(table: JsonObject, list: PartList, name: string, at: Path): JsonObject | undefined {
    const parts = filterObjects(table[list]);
    const getName = nameParts(list);
    return this.#find(parts, name, getName, () => {
      const known = parts.flatMap((part) => getName(part) ?? readKnownString(part.id) ?? []);
      const message = `the table \`${this.nameTable(table)}\` has no ${nouns[list]} \`${name}\``;
      this.report(at, message, suggest(findNearest(name, known), known));
    });
  }

  /** The part of a table that a name would mean, if there is one. */
  findNamed(table: JsonObject, list: PartList, name: string): JsonObject | undefined {
    return this.#find(filterObjects(table[list]), name, nameParts(list));
  }

  /** Whether a table has the columns that a formula over it names; those that it lacks are reported. */
  hasColumns(table: JsonObject, formula: string, at: Path): boolean {
    const found = listOwnNames(formula).map((name) => this.findPart(table, "columns", name, at));
    return found.every((column) => column !== undefined);
  }

  /** The columns of a table that a formula over it names. */
  listColumns(table: JsonObject, formula: string): JsonObject[] {
    const found = listOwnNames(formula).map((name) => this.findPart(table, "columns", name, []));
    return found.filter((column) => column !== undefined);
  }

  /** By id, by name, or by a name that is spelled in another way. */
  #find(
    all: readonly JsonObject[],
    name: string,
    getName: (one: JsonObject) => string | undefined,
    reportMissing: () => void = () => {},
  ): JsonObject | undefined {
    const plain = normalizePlainName(name);
    const found =
      all.find(({ id }) => isSameName(readKnownString(id), name)) ??
      all.find((one) => isSameName(getName(one), name)) ??
      all.find((one) => normalizePlainName(getName(one) ?? "") === plain);
    if (found === undefined) reportMissing();
    return found;
  }

  /** By id: the other side of a relationship. */
  findById(id: unknown): JsonObject | undefined {
    return this.tables.find((one) => one.id === id);
  }

  /** What formulas of other documents call a table. */
  nameTable(table: JsonObject): string {
    return this.#findName(table) ?? String(table.id);
  }

  #findName(table: JsonObject): string | undefined {
    return this.#names.readElementName(table).name ?? this.model.names?.get(this.findPlatformId(table));
  }

  /** The platform's id of a table. */
  findPlatformId({ id }: JsonObject): string {
    const { elementIds = {} } = this.model;
    const own = String(id);
    return Object.hasOwn(elementIds, own) ? elementIds[own]! : own;
  }

  /** A reference to a column of a table, from outside; undefined: the column has no name, which is reported. */
  formReference(table: JsonObject, column: JsonObject, at: Path): string | undefined {
    const name = getColumnName(column);
    if (name === undefined) {
      this.report(at, `the column \`${column.id}\` has no name, so formulas can't read it`, "Give it a `name`.");
      return undefined;
    }
    return `[${escapeFormulaName(this.nameTable(table))}/${escapeFormulaName(name)}]`;
  }

  /** A formula over a table's columns, as an element that reads the table writes it. */
  prefixNames(table: JsonObject, formula: string): string {
    const prefix = escapeFormulaName(this.nameTable(table));
    return replaceNames(formula, ({ segments, text }) => (segments.length === 1 ? `[${prefix}/${text}]` : undefined));
  }

  /** The source of an element that reads a table. */
  formSource(table: JsonObject): JsonObject {
    return { kind: "data-model", dataModelId: this.model.id, elementId: this.findPlatformId(table) };
  }
}
