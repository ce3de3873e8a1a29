/**
 * What names in formulas mean in a model, and in the models that it reads from as far as they are known. Every answer can also be "undecided": names
 * that an unknown model, the warehouse or default naming give are not known here, and then nothing is said.
 */

import { nearest } from "../../text";
import { isObject, isOpen, type Json, type JsonObject, knownString, objectsIn, valueAt } from "../json";
import { derivedColumnNames, derivedElementName } from "./derived-names";
import type { FormulaSite } from "./formula-sites";
import { plainName, soleName } from "./formulas";
import { primaryOf, sourceName } from "./joins";
import type { SpecIndex } from "./spec-index";

/** What a name means: nothing (`missing`), perhaps something (`undecided`), or something, with the things of this model it may be. */
export interface Meaning {
  status: "found" | "undecided" | "missing";
  targets: readonly Target[];
}

/** An element, or a column of it. */
export interface Target {
  element: JsonObject;
  column?: JsonObject;
}

const undecided: Meaning = { status: "undecided", targets: [] };
const missing: Meaning = { status: "missing", targets: [] };
const foundIn = (targets: readonly Target[]): Meaning => ({ status: "found", targets });
const foundElements = (elements: readonly JsonObject[]) => foundIn(elements.map((element) => ({ element })));

/** Any of several: found if one is found, missing only if all are. */
function anyOf(meanings: readonly Meaning[]): Meaning {
  const targets = meanings.flatMap((meaning) => meaning.targets);
  for (const status of ["found", "undecided"] as const) {
    if (meanings.some((meaning) => meaning.status === status)) return { status, targets };
  }
  return missing;
}

/** Things by name, as written or else by plain form; not complete if there are names that can't be known. */
class Names<T> {
  private readonly exact = new Map<string, T[]>();
  private plain: Map<string, T[]> | undefined;

  constructor(
    items: Iterable<readonly [name: string | undefined, item: T]>,
    public isComplete = true,
  ) {
    for (const [name, item] of items) {
      if (name === undefined) this.isComplete = false;
      else put(this.exact, name, item);
    }
  }

  /** The names as written. */
  written(): Iterable<string> {
    return this.exact.keys();
  }

  get(name: string): readonly T[] {
    const exact = this.exact.get(name);
    if (exact) return exact;
    if (!this.plain) {
      this.plain = new Map();
      for (const [written, items] of this.exact) for (const item of items) put(this.plain, plainName(written), item);
    }
    return this.plain.get(plainName(name)) ?? [];
  }
}

function put<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

/** A table of another model, and the names in that model. */
export interface ForeignTable {
  /** Tells the model from others. */
  readonly key: string;
  /** What messages call the model. */
  readonly model: string;
  readonly table: JsonObject;
  readonly names: NameResolver;
}

/** Finds the table that a source with the kind `data-model` names; undefined: it isn't known. */
export type FindForeign = (source: JsonObject) => ForeignTable | undefined;

/** A table, with the names in its model. */
type Known = Pick<ForeignTable, "table" | "names"> & { readonly model?: string };

/** The target of a name before a slash. */
type Lead = Known | "outside";

/** Resolves names in one model; what is looked up is kept. */
export class NameResolver {
  private readonly tables: Names<JsonObject>;
  private readonly controls: Names<JsonObject>;
  private readonly columnsOf = new Map<JsonObject, Names<JsonObject>>();
  private readonly sourcesOf = new Map<JsonObject, Names<Lead>>();

  /** @param foreign finds the tables of other models; left out: none is known. */
  constructor(
    private readonly model: SpecIndex,
    private readonly foreign: FindForeign = () => undefined,
  ) {
    const elements = [...model.elements.values()];
    const ofKind = (kind: string) => elements.filter((element) => element.kind === kind);
    const [tables, controls] = [ofKind("table"), ofKind("control")];
    // What is neither, or not known, may be referred to in ways not known here.
    const isComplete = model.isComplete && tables.length + controls.length === elements.length;
    this.tables = new Names(
      tables.map((table) => [knownString(table.name), table]),
      isComplete,
    );
    this.controls = new Names(
      controls.map((control) => [knownString(control.controlId), control]),
      isComplete,
    );
  }

  /** What a name means at its place. */
  meaning(site: FormulaSite, segments: readonly string[]): Meaning {
    if (site.scope === "controls") return this.control(segments[0] ?? "");
    return site.scope === "side" ? this.inSource(site.side, segments) : this.inTable(site.element, segments);
  }

  /** Whether the model has a control with this `controlId`. */
  private control(id: string): Meaning {
    const controls = this.controls.get(id);
    if (controls.length > 0) return foundElements(controls);
    return this.controls.isComplete ? missing : undecided;
  }

  /** What a name means in the formulas of a table. */
  private inTable(table: JsonObject, segments: readonly string[]): Meaning {
    if (segments.length === 1) {
      const name = segments[0]!;
      if (name.startsWith("$")) return undecided;
      const column = this.column(table, name);
      return column.status === "found" ? column : anyOf([column, this.besideColumns(table, name)]);
    }
    const through = this.through(table, segments);
    return through.status === "missing" ? onlyFound(this.column(table, segments.join("/"))) : through;
  }

  /** What a name means over one side of a join or union: a column of that side, its source's name before it or not. */
  private inSource(source: Json | undefined, segments: readonly string[]): Meaning {
    const known = this.tableOf(source);
    if (known === undefined) return undecided;
    const { table, names } = known;
    const whole = names.column(table, segments.join("/"));
    return segments.length === 1
      ? whole
      : anyOf([whole, names.inTable(table, segments), names.within(table, segments.slice(1))]);
  }

  /** The table that a source reads from, of this model or another; undefined: none, or it isn't known. */
  private tableOf(source: Json | undefined): Known | undefined {
    if (!isObject(source)) return undefined;
    if (source.kind === "data-model") return this.foreign(source);
    if (source.kind !== "table") return undefined;
    const table = this.model.elements.get(knownString(source.elementId) ?? "");
    return table?.kind === "table" ? { table, names: this } : undefined;
  }

  /** The table of another model in which a name is looked up at its place. */
  foreignAt(site: FormulaSite, [first = ""]: readonly string[]): ForeignTable | undefined {
    const leads = site.scope === "side" ? [this.tableOf(site.side)] : this.sources(site.element).get(first);
    return leads.find((lead): lead is ForeignTable => typeof lead === "object" && lead.model !== undefined);
  }

  /** The names of a table's columns, as formulas write them. */
  columnNames(table: JsonObject): string[] {
    return objectsIn(table.columns).flatMap((column) => nameOfColumn(column) ?? []);
  }

  /** The names before a slash by which a table's formulas reach its sources. */
  sourceNames(table: JsonObject): string[] {
    return this.leads(table.source).flatMap(([name]) => name ?? []);
  }

  /** The name that was probably meant at a place, as the formula would write it; undefined: none is near. */
  nearest(site: FormulaSite, segments: readonly string[]): string | undefined {
    const [first = "", ...rest] = segments;
    if (site.scope === "side") {
      const side = this.tableOf(site.side);
      return side && nearest(segments.join("/"), side.names.columnNames(side.table));
    }
    if (rest.length === 0) return nearest(first, this.singleNames(site));
    const leads = [...this.sources(site.element).get(first)].filter((lead) => lead !== "outside");
    const tables = [...leads, ...this.tables.get(first).map((table): Known => ({ table, names: this }))];
    if (tables.length === 0) {
      const near = nearest(first, [...this.sourceNames(site.element), ...this.tables.written()]);
      return near && [near, ...rest].join("/");
    }
    const columns = tables.flatMap(({ table, names }) => names.columnNames(table));
    const near = nearest(rest.join("/"), columns);
    return near && `${first}/${near}`;
  }

  /** What a formula of a table can call by a single name: other columns, metrics and controls. */
  private singleNames(site: FormulaSite): string[] {
    const own = valueAt(this.model.spec, site.path().slice(0, -1));
    const { columns: all, metrics } = site.element;
    const columns = objectsIn(all).filter((column) => column !== own);
    const names = columns.map(nameOfColumn).concat(objectsIn(metrics).map(({ name }) => knownString(name)));
    return [...names.flatMap((name) => name ?? []), ...this.controls.written()];
  }

  /** A single name that is no column: a control, a metric, a relationship, a column that a union or transpose makes, a table. */
  private besideColumns(table: JsonObject, name: string): Meaning {
    const plain = plainName(name);
    const parts = [...objectsIn(table.metrics), ...objectsIn(table.relationships)];
    if (parts.some((part) => isNamed(part, plain))) return foundIn([]);
    const tables = this.tables.get(name);
    if (tables.length > 0) return foundElements(tables);
    const areKnown = isKnownList(table.metrics) && isKnownList(table.relationships);
    if (!areKnown || parts.some((part) => isOpen(part.name))) return undecided;
    return anyOf([this.control(name), this.madeBySource(table.source, plain)]);
  }

  private madeBySource(source: Json | undefined, plain: string): Meaning {
    if (!isObject(source)) return undecided;
    if (source.kind === "union") {
      const outputs = objectsIn(source.matches).map(({ outputColumnName }) => knownString(outputColumnName));
      if (!isKnownList(source.matches) || outputs.includes(undefined)) return undecided;
      return outputs.some((output) => plainName(output!) === plain) ? foundIn([]) : missing;
    }
    return ["warehouse-table", "sql", "table", "data-model", "join"].includes(String(source.kind))
      ? missing
      : undecided;
  }

  /** A name with slashes: the part before the first slash is the table's source, a relationship of it or another table. */
  private through(table: JsonObject, [name = "", ...rest]: readonly string[]): Meaning {
    const sources = this.sources(table);
    const leads = sources.get(name);
    if (leads.includes("outside")) return undecided;
    const plain = plainName(name);
    // Metrics can be referred to through a heading of their own.
    if (plain === "metrics") return undecided;
    const own = this.tables.get(name).map((other): Known => ({ table: other, names: this }));
    const tables = [...leads.flatMap((lead) => (lead === "outside" ? [] : [lead])), ...own];
    const isOpenEnded = !sources.isComplete || (tables.length === 0 && !this.tables.isComplete);
    return anyOf([
      this.relationship(table, plain, rest),
      isOpenEnded ? undecided : missing,
      ...tables.map(({ table: other, names }) => names.within(other, rest)),
    ]);
  }

  /** What is left of a name, inside a table. */
  private within(table: JsonObject, segments: readonly string[]): Meaning {
    const whole = this.column(table, segments.join("/"));
    if (whole.status === "found") return whole;
    const plain = plainName(segments[0] ?? "");
    if (segments.length > 1) return anyOf([whole, this.relationship(table, plain, segments.slice(1))]);
    const metrics = objectsIn(table.metrics);
    if (metrics.some((metric) => isNamed(metric, plain))) return foundElements([table]);
    const areKnown = isKnownList(table.metrics) && !metrics.some((metric) => isOpen(metric.name));
    return areKnown ? whole : undecided;
  }

  private relationship(table: JsonObject, plain: string, rest: readonly string[]): Meaning {
    const relationships = objectsIn(table.relationships);
    const named = relationships.filter((relationship) => isNamed(relationship, plain));
    if (named.length === 0) {
      const areNamed = relationships.every(({ name }) => knownString(name) !== undefined);
      return areNamed && isKnownList(table.relationships) ? missing : undecided;
    }
    return anyOf(
      named.map(({ targetElementId }) => {
        const target = this.model.elements.get(knownString(targetElementId) ?? "");
        return target?.kind === "table" ? this.within(target, rest) : undecided;
      }),
    );
  }

  private column(table: JsonObject, name: string): Meaning {
    const columns = this.columns(table);
    const named = columns.get(name);
    if (named.length > 0) return foundIn(named.map((column) => ({ element: table, column })));
    return columns.isComplete ? missing : undecided;
  }

  private columns(table: JsonObject): Names<JsonObject> {
    let names = this.columnsOf.get(table);
    if (!names) {
      names = new Names(
        objectsIn(table.columns).flatMap((column) => namesOfColumn(column).map((name) => [name, column] as const)),
        isKnownList(table.columns),
      );
      this.columnsOf.set(table, names);
    }
    return names;
  }

  /** The names by which a table's formulas can refer to its source, or its sources. */
  private sources(table: JsonObject): Names<Lead> {
    let names = this.sourcesOf.get(table);
    if (!names) {
      names = new Names(this.leads(table.source));
      this.sourcesOf.set(table, names);
    }
    return names;
  }

  private leads(source: Json | undefined): [string | undefined, Lead][] {
    if (!isObject(source)) return [[undefined, "outside"]];
    if (source.kind === "sql") return [["Custom SQL", "outside"]];
    if (source.kind === "join") {
      const joins = objectsIn(source.joins);
      const sides = [source.primarySource, ...joins.flatMap(({ left, right }) => [left, right])];
      const all = sides.flatMap((side) => (side === undefined ? [] : this.leads(side)));
      const named = joins.flatMap(({ name, right }) => this.named(name, right));
      const rest: [undefined, Lead][] = isKnownList(source.joins) ? [] : [[undefined, "outside"]];
      return [...all, ...this.named(source.name, primaryOf(source)), ...named, ...rest];
    }
    const known = this.tableOf(source);
    if (source.kind === "data-model" && known !== undefined) return known.names.leadsTo(known);
    if (source.kind !== "warehouse-table" && source.kind !== "table") return [[undefined, "outside"]];
    const nameOfElement = (id: string) => knownString(this.model.elements.get(id)?.name);
    return [[sourceName(source, nameOfElement), known ?? "outside"]];
  }

  /** The names of a table in the formulas of other models; a derived one may be another. */
  private leadsTo(known: Known): [string | undefined, Lead][] {
    const { table } = known;
    if (table.name !== undefined) return [[knownString(table.name), known]];
    const derived = derivedElementName(table, (id) => this.model.elements.get(id));
    return [
      [derived, known],
      [undefined, "outside"],
    ];
  }

  /** A source under a name of its own. */
  private named(name: Json | undefined, source: Json | undefined): [string | undefined, Lead][] {
    return name === undefined ? [] : [[knownString(name), this.leads(source)[0]?.[1] ?? "outside"]];
  }
}

function onlyFound(meaning: Meaning): Meaning {
  return meaning.status === "found" ? meaning : missing;
}

/** Whether a list and each of its items is known; one left out has none. */
const isKnownList = (value: Json | undefined) =>
  value === undefined || (Array.isArray(value) && !value.some((item) => isOpen(item)));

const isNamed = ({ name }: JsonObject, plain: string) => plainName(knownString(name) ?? "") === plain;

/** The effective name of a column: its own, or the last part of the reference it consists of; unknown for unnamed calculations. */
export function nameOfColumn(column: JsonObject): string | undefined {
  if (column.name !== undefined) return knownString(column.name);
  return soleName(knownString(column.formula) ?? "")?.segments.at(-1);
}

/** Every name that a column may have: where it has none of its own, the platform derives one in several ways. */
function namesOfColumn(column: JsonObject): (string | undefined)[] {
  const name = nameOfColumn(column);
  return column.name !== undefined || name === undefined ? [name] : [name, ...derivedColumnNames(column)];
}
