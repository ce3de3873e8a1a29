/**
 * What names in formulas mean in a model, and in the models that it reads from as far as they are known. Every answer can also be "undecided": names
 * that an unknown model, the warehouse or default naming give are not known here, and then nothing is said.
 */

import { mostSuggestions, nearest } from "../../text";
import { isObject, isOpen, type Json, type JsonObject, knownString, objectsIn, valueAt } from "../json";
import { derivedColumnNames, derivedElementName, withoutNumber } from "./derived-names";
import type { FormulaSite } from "./formula-sites";
import { plainName, soleName } from "./formulas";
import { primaryOf, sourceName } from "./joins";
import type { PartKind } from "./references";
import type { SpecIndex } from "./spec-index";
import { outputsOf } from "./sql-outputs";

/** What a name means: nothing (`missing`), perhaps something (`undecided`), or something, with the things of this model it may be. */
export interface Meaning {
  readonly status: "found" | "undecided" | "missing";
  readonly targets: readonly Target[];
  /** It is found, and may mean something else all the same. */
  readonly isDoubtful?: boolean;
}

/** An element, or a part of it that formulas can name. */
export interface Target {
  readonly element: JsonObject;
  readonly part?: { readonly kind: NamedPart; readonly item: JsonObject };
}

/** The parts of a table that formulas can name. */
type NamedPart = Extract<PartKind, "column" | "metric" | "relationship">;

const targetsIn = (element: JsonObject, kind: NamedPart, items: readonly JsonObject[]): Target[] =>
  items.map((item) => ({ element, part: { kind, item } }));

const undecided: Meaning = { status: "undecided", targets: [] };
const missing: Meaning = { status: "missing", targets: [] };
const foundIn = (targets: readonly Target[]): Meaning => ({ status: "found", targets });
const foundElements = (elements: readonly JsonObject[]) => foundIn(elements.map((element) => ({ element })));

/** Any of several: found if one is found, missing only if all are. */
function anyOf(meanings: readonly Meaning[]): Meaning {
  const targets = meanings.flatMap((meaning) => meaning.targets);
  const isDoubtful = meanings.some((meaning) => meaning.status === "undecided" || meaning.isDoubtful);
  for (const status of ["found", "undecided"] as const) {
    if (meanings.some((meaning) => meaning.status === status)) return { status, targets, isDoubtful };
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

  /** The things that have a name. */
  all(): T[] {
    return [...this.exact.values()].flat();
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

/** What a union or a SQL statement returns, where all of it is known. */
interface Outputs {
  readonly outputs: readonly string[];
}

/** The target of a name before a slash. */
type Lead = Known | Outputs | "outside";

const isForeign = (lead: Lead): lead is ForeignTable => isKnown(lead) && lead.model !== undefined;
const isKnown = (lead: Lead): lead is Known => typeof lead === "object" && "table" in lead;

/** Resolves names in one model; what is looked up is kept. */
export class NameResolver {
  private readonly tables: Names<JsonObject>;
  private readonly controls: Names<JsonObject>;
  private readonly columnsOf = new Map<JsonObject, Names<JsonObject>>();
  private readonly sourcesOf = new Map<JsonObject, Names<Lead>>();
  private searches = 0;

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
  control(id: string): Meaning {
    const controls = this.controls.get(id);
    if (controls.length > 0) return foundElements(controls);
    return this.controls.isComplete ? missing : undecided;
  }

  /** The `controlId`s of the model. */
  controlNames(): Iterable<string> {
    return this.controls.written();
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
    const found = leads.find((lead): lead is ForeignTable => lead !== undefined && isForeign(lead));
    if (found !== undefined || plainName(first) !== metricsHeading) return found;
    return [...this.sources(site.element).all()].find(isForeign);
  }

  /** The names of a table's columns, as formulas write them. */
  columnNames(table: JsonObject): string[] {
    return objectsIn(table.columns).flatMap((column) => nameOfColumn(column) ?? []);
  }

  /** The names before a slash by which a table's formulas reach its sources. */
  sourceNames(table: JsonObject): string[] {
    return this.leads(table.source).flatMap(([name]) => name ?? []);
  }

  /**
   * The name that was probably meant at a place, as the formula would write it; undefined: none is near, or the model has more unknown names than get
   * a suggestion.
   */
  nearest(site: FormulaSite, segments: readonly string[]): string | undefined {
    this.searches += 1;
    return this.searches > mostSuggestions ? undefined : this.nearestName(site, segments);
  }

  private nearestName(site: FormulaSite, segments: readonly string[]): string | undefined {
    const [first = "", ...rest] = segments;
    if (site.scope === "side") {
      const side = this.tableOf(site.side);
      return side && nearest(segments.join("/"), side.names.columnNames(side.table));
    }
    if (rest.length === 0) return nearest(first, this.singleNames(site));
    if (plainName(first) === metricsHeading) {
      const near = nearest(rest.join("/"), this.metricNames(site.element));
      return near && `${first}/${near}`;
    }
    const { element } = site;
    const isRelationship = objectsIn(element.relationships).some((one) => isNamed(one, plainName(first)));
    const prefix = knownString(element.name) ?? this.sourceNames(element)[0];
    if (isRelationship && prefix !== undefined && plainName(prefix) !== plainName(first)) {
      return [prefix, ...segments].join("/");
    }
    const leads = this.sources(element).get(first);
    const tables = [
      ...leads.filter(isKnown),
      ...this.tables.get(first).map((table): Known => ({ table, names: this })),
    ];
    const outputs = leads.flatMap((lead) => (typeof lead === "object" && "outputs" in lead ? lead.outputs : []));
    if (tables.length === 0 && outputs.length === 0) {
      const headings = objectsIn(element.metrics).length > 0 ? ["Metrics"] : [];
      const near = nearest(first, [...this.sourceNames(element), ...this.tables.written(), ...headings]);
      return near && [near, ...rest].join("/");
    }
    const names = tables.flatMap(({ table, names: known }) => known.namesWithin(table, rest));
    const near = nearest(rest.join("/"), [...names, ...outputs]);
    return near && `${first}/${near}`;
  }

  /** What can follow the name of a table and a slash: its columns and metrics; or a column that a relationship leads to. */
  namesWithin(table: JsonObject, { length }: readonly string[]): string[] {
    const own = [
      ...this.columnNames(table),
      ...objectsIn(table.metrics).flatMap(({ name }) => knownString(name) ?? []),
    ];
    if (length === 1) return own;
    const through = objectsIn(table.relationships).flatMap(({ name, targetElementId }) => {
      const [relationship, target] = [knownString(name), this.model.elements.get(knownString(targetElementId) ?? "")];
      if (relationship === undefined || target === undefined) return [];
      return this.columnNames(target).map((column) => `${relationship}/${column}`);
    });
    return [...own, ...through];
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
    const metrics = objectsIn(table.metrics).filter((metric) => isNamed(metric, plain));
    if (metrics.length > 0) return foundIn(targetsIn(table, "metric", metrics));
    const relationships = objectsIn(table.relationships).filter((relationship) => isNamed(relationship, plain));
    if (relationships.length > 0) return foundIn(targetsIn(table, "relationship", relationships));
    const parts = [...objectsIn(table.metrics), ...objectsIn(table.relationships)];
    const tables = this.tables.get(name);
    if (tables.length > 0) return foundElements(tables);
    const areKnown = isKnownList(table.metrics) && isKnownList(table.relationships);
    if (!areKnown || parts.some((part) => isOpen(part.name))) return undecided;
    return anyOf([this.control(name), this.madeBySource(table.source, plain)]);
  }

  private madeBySource(source: Json | undefined, plain: string): Meaning {
    if (!isObject(source)) return undecided;
    if (source.kind === "union") {
      const outputs = outputsOfUnion(source);
      if (outputs === undefined) return undecided;
      return outputs.some((output) => plainName(output) === plain) ? foundIn([]) : missing;
    }
    return ["warehouse-table", "sql", "table", "data-model", "join"].includes(String(source.kind))
      ? missing
      : undecided;
  }

  /** A name with slashes: the part before the first slash is the table's source, another table, or the heading of metrics. */
  private through(table: JsonObject, [name = "", ...rest]: readonly string[]): Meaning {
    const sources = this.sources(table);
    const leads = sources.get(name);
    const heading = plainName(name) === metricsHeading ? this.headedMetric(table, rest) : missing;
    // A relationship of the table goes by the name of its source.
    if (leads.includes("outside")) {
      const [relationship = "", ...column] = rest;
      return column.length === 0 ? undecided : onlyUsed(this.relationship(table, plainName(relationship), column));
    }
    const own = this.tables.get(name);
    const isCalledSo = leads.length > 0 || own.length > 0;
    const isUnion = isObject(table.source) && table.source.kind === "union";
    const isOpenEnded = isCalledSo
      ? !sources.isComplete && !isUnion
      : !sources.isComplete || this.mayHaveTable(table, name);
    return anyOf([
      heading,
      isOpenEnded ? undecided : missing,
      ...leads.map((lead) => this.inLead(table, lead, rest)),
      ...own.map((other) => this.within(other, rest)),
    ]);
  }

  private inLead(table: JsonObject, lead: Lead, rest: readonly string[]): Meaning {
    if (lead === "outside") return undecided;
    const [relationship = "", ...column] = rest;
    const related = column.length === 0 ? missing : this.relationship(table, plainName(relationship), column);
    if ("table" in lead) return anyOf([lead.names.within(lead.table, rest), related]);
    const plain = plainName(rest.join("/"));
    const isOutput = lead.outputs.some(
      (output) => plainName(withoutNumber(output)) === plainName(withoutNumber(plain)),
    );
    return isOutput ? foundIn([]) : related;
  }

  /** Whether a table that isn't known, or has no name of its own, may be called so, rather than a relationship or the heading of metrics. */
  private mayHaveTable(table: JsonObject, name: string): boolean {
    if (this.tables.isComplete) return false;
    const plain = plainName(name);
    const isMeant = plain === metricsHeading || objectsIn(table.relationships).some((one) => isNamed(one, plain));
    if (!isMeant || !this.model.isComplete) return true;
    const unnamed = [...this.model.elements.values()].filter(
      (element) => element.kind === "table" && element.name === undefined,
    );
    return unnamed.some((other) => {
      const derived = derivedElementName(other, (id) => this.model.elements.get(id));
      return derived === undefined || derived === plain;
    });
  }

  /** A metric by its heading, `[Metrics/Revenue]`: one of the table's own, or of a table that it reads from. */
  private headedMetric(table: JsonObject, rest: readonly string[]): Meaning {
    const { metrics, isComplete } = this.inheritedMetrics(table);
    const plain = plainName(rest.join("/"));
    const named = metrics.filter(({ part }) => part !== undefined && isNamed(part.item, plain));
    if (named.length > 0) return foundIn(named);
    return isComplete ? missing : undecided;
  }

  /** The names of a table's metrics, and of those of the tables that it reads from. */
  metricNames(table: JsonObject): readonly string[] {
    return this.inheritedMetrics(table).names;
  }

  /** The metrics of a table and of those that it reads from, as far as these are known. */
  private inheritedMetrics(table: JsonObject, seen: Set<JsonObject> = new Set()): InheritedMetrics {
    seen.add(table);
    const own = objectsIn(table.metrics);
    const metrics = targetsIn(table, "metric", own);
    let isComplete = isKnownList(table.metrics) && !own.some(({ name }) => isOpen(name));
    for (const source of innerSources(table.source)) {
      const known = this.tableOf(source);
      if (known === undefined) {
        isComplete &&= isObject(source) && (source.kind === "warehouse-table" || source.kind === "sql");
      } else if (!seen.has(known.table)) {
        const inherited = known.names.inheritedMetrics(known.table, seen);
        metrics.push(...inherited.metrics);
        isComplete &&= inherited.isComplete;
      }
    }
    return { metrics, isComplete, names: metrics.flatMap(({ part }) => knownString(part?.item.name) ?? []) };
  }

  /** What is left of a name, inside a table. */
  private within(table: JsonObject, segments: readonly string[]): Meaning {
    const whole = this.column(table, segments.join("/"));
    if (whole.status === "found") return whole;
    const plain = plainName(segments[0] ?? "");
    if (segments.length > 1) return anyOf([whole, this.relationship(table, plain, segments.slice(1))]);
    const metrics = objectsIn(table.metrics);
    const named = metrics.filter((metric) => isNamed(metric, plain));
    if (named.length > 0) return foundIn(targetsIn(table, "metric", named));
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
    const meaning = anyOf(
      named.map(({ targetElementId }) => {
        const target = this.model.elements.get(knownString(targetElementId) ?? "");
        return target?.kind === "table" ? this.within(target, rest) : undecided;
      }),
    );
    return { ...meaning, targets: [...targetsIn(table, "relationship", named), ...meaning.targets] };
  }

  private column(table: JsonObject, name: string): Meaning {
    const columns = this.columns(table);
    const named = columns.get(name);
    const isDoubtful = !columns.isComplete;
    if (named.length > 0) return { ...foundIn(targetsIn(table, "column", named)), isDoubtful };
    // The platform numbers the second of two columns with one name.
    const numbered = columns.get(withoutNumber(name));
    if (numbered.length > 1) return foundIn(targetsIn(table, "column", numbered));
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
      const { name, source } = table;
      const leads = this.leads(source);
      // Formulas of a union call it by its own name in some models.
      if (isObject(source) && source.kind === "union" && name !== undefined)
        leads.push([knownString(name), leads[0]![1]]);
      names = new Names(leads);
      this.sourcesOf.set(table, names);
    }
    return names;
  }

  private leads(source: Json | undefined): [string | undefined, Lead][] {
    if (!isObject(source)) return [[undefined, "outside"]];
    if (source.kind === "sql") return [["Custom SQL", knownOutputs(outputsOf(knownString(source.statement) ?? ""))]];
    if (source.kind === "union") {
      const outputs = knownOutputs(outputsOfUnion(source));
      const name = Array.isArray(source.sources) ? `Union of ${source.sources.length} Sources` : undefined;
      return [
        [name, outputs],
        [undefined, "outside"],
      ];
    }
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

const resolvers = new WeakMap<SpecIndex, NameResolver>();

/** The names in a model alone, whose sources in other models aren't known. All rules share them. */
export function namesOf(model: SpecIndex): NameResolver {
  const names = resolvers.get(model) ?? new NameResolver(model);
  resolvers.set(model, names);
  return names;
}

function onlyFound(meaning: Meaning): Meaning {
  return meaning.status === "found" ? meaning : missing;
}

/** Found, or undecided: what it may be used for counts all the same. */
function onlyUsed(meaning: Meaning): Meaning {
  return meaning.status === "found" ? meaning : { status: "undecided", targets: meaning.targets };
}

/** The name before the slash by which formulas refer to metrics, in plain form. */
export const metricsHeading = "metrics";

interface InheritedMetrics {
  readonly metrics: Target[];
  readonly isComplete: boolean;
  readonly names: readonly string[];
}

/** The sources that a table reads its rows from. */
function innerSources(source: Json | undefined): (Json | undefined)[] {
  if (!isObject(source) || source.kind !== "join") return [source];
  if (!isKnownList(source.joins)) return [undefined];
  const sides = objectsIn(source.joins).flatMap(({ left, right }) => [left, right]);
  return source.primarySource === undefined ? sides : [source.primarySource, ...sides];
}

const knownOutputs = (outputs: readonly string[] | undefined): Lead =>
  outputs === undefined ? "outside" : { outputs };

/** The columns that a union makes, if all of them are known. */
function outputsOfUnion({ matches }: JsonObject): string[] | undefined {
  const outputs = objectsIn(matches).flatMap(({ outputColumnName }) => knownString(outputColumnName) ?? []);
  return Array.isArray(matches) && outputs.length === matches.length ? outputs : undefined;
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
