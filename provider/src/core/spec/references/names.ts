/**
 * What names in formulas mean in a model, and in the models that it reads from as far as they are known. Every answer
 * can also be "undecided": names that an unknown model, the warehouse or default naming give are not known here, and
 * then nothing is said.
 */

import { findNearest, mostSuggestions } from "../../text";
import { filterObjects, getValue, isObject, isOpen, type Json, type JsonObject, readKnownString } from "../json";
import { deriveColumnNames, deriveElementName, dropNumber } from "./derived-names";
import type { FormulaSite } from "./formula-sites";
import { normalizePlainName, parseSoleName } from "./formulas";
import { findPrimary, getSourceName } from "./joins";
import type { PartKind } from "./references";
import type { SpecIndex } from "./spec-index";
import { findOutputs } from "./sql-outputs";

/**
 * What a name means: nothing (`missing`), perhaps something (`undecided`), or something, with the things of this model
 * it may be.
 */
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

const createTargets = (element: JsonObject, kind: NamedPart, items: readonly JsonObject[]): Target[] =>
  items.map((item) => ({ element, part: { kind, item } }));

const undecided: Meaning = { status: "undecided", targets: [] };
const missing: Meaning = { status: "missing", targets: [] };
const createFound = (targets: readonly Target[]): Meaning => ({ status: "found", targets });
const createFoundElements = (elements: readonly JsonObject[]) => createFound(elements.map((element) => ({ element })));

/** Any of several: found if one is found, missing only if all are. */
function mergeMeanings(meanings: readonly Meaning[]): Meaning {
  const targets = meanings.flatMap((meaning) => meaning.targets);
  const isDoubtful = meanings.some((meaning) => meaning.status === "undecided" || meaning.isDoubtful);
  for (const status of ["found", "undecided"] as const) {
    if (meanings.some((meaning) => meaning.status === status)) return { status, targets, isDoubtful };
  }
  return missing;
}

/** What a name means in the formula of a column, apart from that column. */
function omitReader(meaning: Meaning, reader: Json | undefined): Meaning {
  const targets = meaning.targets.filter(({ part }) => part?.item !== reader);
  return targets.length === 0 && meaning.targets.length > 0 ? missing : { ...meaning, targets };
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
  listWritten(): Iterable<string> {
    return this.exact.keys();
  }

  /** The things that have a name. */
  listAll(): T[] {
    return [...this.exact.values()].flat();
  }

  get(name: string): readonly T[] {
    const exact = this.exact.get(name);
    if (exact) return exact;
    if (!this.plain) {
      this.plain = new Map();
      for (const [written, items] of this.exact)
        for (const item of items) put(this.plain, normalizePlainName(written), item);
    }
    return this.plain.get(normalizePlainName(name)) ?? [];
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

/** A relationship, as formulas of a table reach it. */
interface Related {
  /** The name of the table that has it, which stands before it. */
  readonly prefix: string;
  readonly name: string;
  /** The names of the columns behind it. */
  readonly columns: readonly string[];
}

/** A reference through a relationship, to the column that was probably meant. */
function writeRelated({ prefix, name, columns }: Related, rest: readonly string[]): string {
  const column = rest.join("/");
  return [prefix, name, findNearest(column, columns) ?? column].join("/");
}

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
    const filterByKind = (kind: string) => elements.filter((element) => element.kind === kind);
    const [tables, controls] = [filterByKind("table"), filterByKind("control")];
    // What is neither, or not known, may be referred to in ways not known here.
    const isComplete = model.isComplete && tables.length + controls.length === elements.length;
    this.tables = new Names(
      tables.map((table) => [readKnownString(table.name), table]),
      isComplete,
    );
    this.controls = new Names(
      controls.map((control) => [readKnownString(control.controlId), control]),
      isComplete,
    );
  }

  /** What a name means at its place. */
  findMeaning(site: FormulaSite, segments: readonly string[]): Meaning {
    if (site.scope === "controls") return this.findControl(segments[0] ?? "");
    if (site.scope === "side") return this.findInSource(site.side, segments);
    return this.findInTable(site.element, segments, () => getValue(this.model.spec, site.buildPath().slice(0, -1)));
  }

  /** Whether the model has a control with this `controlId`. */
  findControl(id: string): Meaning {
    const controls = this.controls.get(id);
    if (controls.length > 0) return createFoundElements(controls);
    return this.controls.isComplete ? missing : undecided;
  }

  /** The `controlId`s of the model. */
  listControlNames(): Iterable<string> {
    return this.controls.listWritten();
  }

  /**
   * What a name means in the formulas of a table.
   *
   * @param getReader the column whose formula it is.
   */
  private findInTable(
    table: JsonObject,
    segments: readonly string[],
    getReader: () => Json | undefined = () => undefined,
  ): Meaning {
    if (segments.length === 1) {
      const name = segments[0]!;
      if (name.startsWith("$")) return undecided;
      const column = this.findColumn(table, name);
      return column.status === "found" ? column : mergeMeanings([column, this.findBesideColumns(table, name)]);
    }
    const through = this.findThroughSlash(table, segments, getReader);
    return through.status === "missing" ? dropUndecided(this.findColumn(table, segments.join("/"))) : through;
  }

  /** What a name means over one side of a join or union: a column of that side, its source's name before it or not. */
  private findInSource(source: Json | undefined, segments: readonly string[]): Meaning {
    const known = this.findSourceTable(source);
    if (known === undefined) return undecided;
    const { table, names } = known;
    const whole = names.findColumn(table, segments.join("/"));
    return segments.length === 1
      ? whole
      : mergeMeanings([whole, names.findInTable(table, segments), names.findWithin(table, segments.slice(1))]);
  }

  /** The table that a source reads from, of this model or another; undefined: none, or it isn't known. */
  private findSourceTable(source: Json | undefined): Known | undefined {
    if (!isObject(source)) return undefined;
    if (source.kind === "data-model") return this.foreign(source);
    if (source.kind !== "table") return undefined;
    const table = this.model.elements.get(readKnownString(source.elementId) ?? "");
    return table?.kind === "table" ? { table, names: this } : undefined;
  }

  /** The table of another model in which a name is looked up at its place. */
  findForeignTable(site: FormulaSite, [first = ""]: readonly string[]): ForeignTable | undefined {
    const leads = site.scope === "side" ? [this.findSourceTable(site.side)] : this.getSources(site.element).get(first);
    const found = leads.find((lead): lead is ForeignTable => lead !== undefined && isForeign(lead));
    if (found !== undefined || normalizePlainName(first) !== metricsHeading) return found;
    return [...this.getSources(site.element).listAll()].find(isForeign);
  }

  /** The names of a table's columns, as formulas write them. */
  listColumnNames(table: JsonObject): string[] {
    return filterObjects(table.columns).flatMap((column) => getColumnName(column) ?? []);
  }

  /** The names before a slash by which a table's formulas reach its sources. */
  listSourceNames(table: JsonObject): string[] {
    return this.listLeads(table.source).flatMap(([name]) => name ?? []);
  }

  /**
   * The name that was probably meant at a place, as the formula would write it; undefined: none is near, or the model
   * has more unknown names than get a suggestion.
   */
  findNearest(site: FormulaSite, segments: readonly string[]): string | undefined {
    this.searches += 1;
    return this.searches > mostSuggestions ? undefined : this.findNearestName(site, segments);
  }

  private findNearestName(site: FormulaSite, segments: readonly string[]): string | undefined {
    const [first = "", ...rest] = segments;
    if (site.scope === "side") {
      const side = this.findSourceTable(site.side);
      return side && findNearest(segments.join("/"), side.names.listColumnNames(side.table));
    }
    const { element } = site;
    if (rest.length === 0) {
      return findNearest(first, this.listSingleNames(site)) ?? this.findBehindPrefix(element, first);
    }
    if (normalizePlainName(first) === metricsHeading) {
      const near = findNearest(rest.join("/"), this.listMetricNames(element));
      return near && `${first}/${near}`;
    }
    const through = this.listRelated(element).filter(({ name, prefix }) => {
      const [plain, before] = [normalizePlainName(first), normalizePlainName(prefix)];
      return normalizePlainName(name) === plain && before !== plain;
    });
    if (through.length > 0) return writeRelated(through[0]!, rest);
    const leads = this.getSources(element).get(first);
    const tables = [
      ...leads.filter(isKnown),
      ...this.tables.get(first).map((table): Known => ({ table, names: this })),
    ];
    const outputs = leads.flatMap((lead) => (typeof lead === "object" && "outputs" in lead ? lead.outputs : []));
    if (tables.length === 0 && outputs.length === 0) return this.findNearestLead(element, first, rest);
    const names = tables.flatMap(({ table, names: known }) => known.listInnerNames(table, rest));
    const near = findNearest(rest.join("/"), [...names, ...outputs]);
    return near && `${first}/${near}`;
  }

  /**
   * The reference whose first part is nearly this one: a source, a table, the heading of metrics, or a relationship.
   */
  private findNearestLead(element: JsonObject, first: string, rest: readonly string[]): string | undefined {
    const headings = filterObjects(element.metrics).length > 0 ? ["Metrics"] : [];
    const related = this.listRelated(element);
    const near = findNearest(first, [
      ...this.listSourceNames(element),
      ...this.tables.listWritten(),
      ...headings,
      ...related.map(({ name }) => name),
    ]);
    const relationship = related.find(({ name }) => name === near);
    return relationship ? writeRelated(relationship, rest) : near && [near, ...rest].join("/");
  }

  /** A name that lacks what has to stand before it: the one column that a source, or a relationship, has under it. */
  private findBehindPrefix(element: JsonObject, name: string): string | undefined {
    const plain = normalizePlainName(name);
    const listColumns = (before: string, columns: readonly string[]) =>
      columns.filter((column) => normalizePlainName(column) === plain).map((column) => `${before}/${column}`);
    const found = [
      ...this.listLeads(element.source).flatMap(([lead, known]) =>
        lead !== undefined && isKnown(known) ? listColumns(lead, known.names.listColumnNames(known.table)) : [],
      ),
      ...this.listRelated(element).flatMap(({ prefix, name: between, columns }) =>
        listColumns(`${prefix}/${between}`, columns),
      ),
    ];
    return found.length === 1 ? found[0] : undefined;
  }

  /** The relationships by which the formulas of a table reach others: its own, and those of its sources. */
  private listRelated(element: JsonObject): Related[] {
    const own = readKnownString(element.name) ?? this.listSourceNames(element)[0];
    const owners: [string | undefined, Known][] = [[own, { table: element, names: this }]];
    for (const [prefix, lead] of this.listLeads(element.source)) if (isKnown(lead)) owners.push([prefix, lead]);
    return owners.flatMap(([prefix, { table, names }]) =>
      prefix === undefined ? [] : names.listRelationships(table).map((related) => ({ prefix, ...related })),
    );
  }

  /** The named relationships of a table, with the columns of the tables that they lead to. */
  private listRelationships(table: JsonObject): Omit<Related, "prefix">[] {
    return filterObjects(table.relationships).flatMap(({ name, targetElementId }) => {
      const written = readKnownString(name);
      const target = this.model.elements.get(readKnownString(targetElementId) ?? "");
      if (written === undefined || target === undefined) return [];
      return [{ name: written, columns: this.listColumnNames(target) }];
    });
  }

  /**
   * What can follow the name of a table and a slash: its columns and metrics; or a column that a relationship leads to.
   */
  listInnerNames(table: JsonObject, { length }: readonly string[]): string[] {
    const own = [
      ...this.listColumnNames(table),
      ...filterObjects(table.metrics).flatMap(({ name }) => readKnownString(name) ?? []),
    ];
    if (length === 1) return own;
    const through = this.listRelationships(table).flatMap(({ name, columns }) =>
      columns.map((column) => `${name}/${column}`),
    );
    return [...own, ...through];
  }

  /** What a formula of a table can call by a single name: other columns, metrics and controls. */
  private listSingleNames(site: FormulaSite): string[] {
    const own = getValue(this.model.spec, site.buildPath().slice(0, -1));
    const { columns: all, metrics } = site.element;
    const columns = filterObjects(all).filter((column) => column !== own);
    const names = columns.map(getColumnName).concat(filterObjects(metrics).map(({ name }) => readKnownString(name)));
    return [...names.flatMap((name) => name ?? []), ...this.controls.listWritten()];
  }

  /**
   * A single name that is no column: a control, a metric, a relationship, a column that a union or transpose makes, a
   * table.
   */
  private findBesideColumns(table: JsonObject, name: string): Meaning {
    const plain = normalizePlainName(name);
    const metrics = filterObjects(table.metrics).filter((metric) => isNamed(metric, plain));
    if (metrics.length > 0) return createFound(createTargets(table, "metric", metrics));
    const relationships = filterObjects(table.relationships).filter((relationship) => isNamed(relationship, plain));
    if (relationships.length > 0) return createFound(createTargets(table, "relationship", relationships));
    const parts = [...filterObjects(table.metrics), ...filterObjects(table.relationships)];
    const tables = this.tables.get(name);
    if (tables.length > 0) return createFoundElements(tables);
    const areKnown = isKnownList(table.metrics) && isKnownList(table.relationships);
    if (!areKnown || parts.some((part) => isOpen(part.name))) return undecided;
    return mergeMeanings([this.findControl(name), this.findSourceOutput(table.source, plain)]);
  }

  private findSourceOutput(source: Json | undefined, plain: string): Meaning {
    if (!isObject(source)) return undecided;
    if (source.kind === "union") {
      const outputs = listUnionOutputs(source);
      if (outputs === undefined) return undecided;
      return outputs.some((output) => normalizePlainName(output) === plain) ? createFound([]) : missing;
    }
    return ["warehouse-table", "sql", "table", "data-model", "join"].includes(String(source.kind))
      ? missing
      : undecided;
  }

  /**
   * A name with slashes: the part before the first slash is the table's source, another table, or the heading of
   * metrics.
   */
  private findThroughSlash(
    table: JsonObject,
    [name = "", ...rest]: readonly string[],
    getReader: () => Json | undefined,
  ): Meaning {
    const sources = this.getSources(table);
    const leads = sources.get(name);
    const heading = normalizePlainName(name) === metricsHeading ? this.findHeadedMetric(table, rest) : missing;
    // A relationship of the table goes by the name of its source.
    if (leads.includes("outside")) {
      const [relationship = "", ...column] = rest;
      return column.length === 0
        ? undecided
        : keepUsed(this.findRelationship(table, normalizePlainName(relationship), column));
    }
    const own = this.tables.get(name);
    const isCalledSo = leads.length > 0 || own.length > 0;
    const isUnion = isObject(table.source) && table.source.kind === "union";
    const isOpenEnded = isCalledSo
      ? !sources.isComplete && !isUnion
      : !sources.isComplete || this.mayHaveTable(table, name);
    return mergeMeanings([
      heading,
      isOpenEnded ? undecided : missing,
      ...leads.map((lead) => this.findInLead(table, lead, rest)),
      ...own.map((other) => {
        const inside = this.findWithin(other, rest);
        // A table called as its source: its column reads from the source, and not from itself.
        return other === table && leads.length > 0 ? omitReader(inside, getReader()) : inside;
      }),
    ]);
  }

  private findInLead(table: JsonObject, lead: Lead, rest: readonly string[]): Meaning {
    if (lead === "outside") return undecided;
    const [relationship = "", ...column] = rest;
    const related =
      column.length === 0 ? missing : this.findRelationship(table, normalizePlainName(relationship), column);
    if ("table" in lead) return mergeMeanings([lead.names.findWithin(lead.table, rest), related]);
    const plain = normalizePlainName(rest.join("/"));
    const isOutput = lead.outputs.some(
      (output) => normalizePlainName(dropNumber(output)) === normalizePlainName(dropNumber(plain)),
    );
    return isOutput ? createFound([]) : related;
  }

  /**
   * Whether a table that isn't known, or has no name of its own, may be called so, rather than a relationship or the
   * heading of metrics.
   */
  private mayHaveTable(table: JsonObject, name: string): boolean {
    if (this.tables.isComplete) return false;
    const plain = normalizePlainName(name);
    const isMeant = plain === metricsHeading || filterObjects(table.relationships).some((one) => isNamed(one, plain));
    if (!isMeant || !this.model.isComplete) return true;
    const unnamed = [...this.model.elements.values()].filter(
      (element) => element.kind === "table" && element.name === undefined,
    );
    return unnamed.some((other) => {
      const derived = deriveElementName(other, (id) => this.model.elements.get(id));
      return derived === undefined || derived === plain;
    });
  }

  /** A metric by its heading, `[Metrics/Revenue]`: one of the table's own, or of a table that it reads from. */
  private findHeadedMetric(table: JsonObject, rest: readonly string[]): Meaning {
    const { metrics, isComplete } = this.collectMetrics(table);
    const plain = normalizePlainName(rest.join("/"));
    const named = metrics.filter(({ part }) => part !== undefined && isNamed(part.item, plain));
    if (named.length > 0) return createFound(named);
    return isComplete ? missing : undecided;
  }

  /** The names of a table's metrics, and of those of the tables that it reads from. */
  listMetricNames(table: JsonObject): readonly string[] {
    return this.collectMetrics(table).names;
  }

  /** The metrics of a table and of those that it reads from, as far as these are known. */
  private collectMetrics(table: JsonObject, seen: Set<JsonObject> = new Set()): InheritedMetrics {
    seen.add(table);
    const own = filterObjects(table.metrics);
    const metrics = createTargets(table, "metric", own);
    let isComplete = isKnownList(table.metrics) && !own.some(({ name }) => isOpen(name));
    for (const source of listInnerSources(table.source)) {
      const known = this.findSourceTable(source);
      if (known === undefined) {
        isComplete &&= isObject(source) && (source.kind === "warehouse-table" || source.kind === "sql");
      } else if (!seen.has(known.table)) {
        const inherited = known.names.collectMetrics(known.table, seen);
        metrics.push(...inherited.metrics);
        isComplete &&= inherited.isComplete;
      }
    }
    return { metrics, isComplete, names: metrics.flatMap(({ part }) => readKnownString(part?.item.name) ?? []) };
  }

  /** What is left of a name, inside a table. */
  private findWithin(table: JsonObject, segments: readonly string[]): Meaning {
    const whole = this.findColumn(table, segments.join("/"));
    if (whole.status === "found") return whole;
    const plain = normalizePlainName(segments[0] ?? "");
    if (segments.length > 1) return mergeMeanings([whole, this.findRelationship(table, plain, segments.slice(1))]);
    const metrics = filterObjects(table.metrics);
    const named = metrics.filter((metric) => isNamed(metric, plain));
    if (named.length > 0) return createFound(createTargets(table, "metric", named));
    const areKnown = isKnownList(table.metrics) && !metrics.some((metric) => isOpen(metric.name));
    return areKnown ? whole : undecided;
  }

  private findRelationship(table: JsonObject, plain: string, rest: readonly string[]): Meaning {
    const relationships = filterObjects(table.relationships);
    const named = relationships.filter((relationship) => isNamed(relationship, plain));
    if (named.length === 0) {
      const areNamed = relationships.every(({ name }) => readKnownString(name) !== undefined);
      return areNamed && isKnownList(table.relationships) ? missing : undecided;
    }
    const meaning = mergeMeanings(
      named.map(({ targetElementId }) => {
        const target = this.model.elements.get(readKnownString(targetElementId) ?? "");
        return target?.kind === "table" ? this.findWithin(target, rest) : undecided;
      }),
    );
    return { ...meaning, targets: [...createTargets(table, "relationship", named), ...meaning.targets] };
  }

  private findColumn(table: JsonObject, name: string): Meaning {
    const columns = this.getColumns(table);
    const named = columns.get(name);
    const isDoubtful = !columns.isComplete;
    if (named.length > 0) return { ...createFound(createTargets(table, "column", named)), isDoubtful };
    // The platform numbers the second of two columns with one name.
    const numbered = columns.get(dropNumber(name));
    if (numbered.length > 1) return createFound(createTargets(table, "column", numbered));
    return columns.isComplete ? missing : undecided;
  }

  private getColumns(table: JsonObject): Names<JsonObject> {
    let names = this.columnsOf.get(table);
    if (!names) {
      names = new Names(
        filterObjects(table.columns).flatMap((column) =>
          listColumnNames(column).map((name) => [name, column] as const),
        ),
        isKnownList(table.columns),
      );
      this.columnsOf.set(table, names);
    }
    return names;
  }

  /** The names by which a table's formulas can refer to its source, or its sources. */
  private getSources(table: JsonObject): Names<Lead> {
    let names = this.sourcesOf.get(table);
    if (!names) {
      const { name, source } = table;
      const leads = this.listLeads(source);
      // Formulas of a union call it by its own name in some models.
      if (isObject(source) && source.kind === "union" && name !== undefined)
        leads.push([readKnownString(name), leads[0]![1]]);
      names = new Names(leads);
      this.sourcesOf.set(table, names);
    }
    return names;
  }

  private listLeads(source: Json | undefined): [string | undefined, Lead][] {
    if (!isObject(source)) return [[undefined, "outside"]];
    if (source.kind === "sql") return [["Custom SQL", toLead(findOutputs(readKnownString(source.statement) ?? ""))]];
    if (source.kind === "union") {
      const outputs = toLead(listUnionOutputs(source));
      const name = Array.isArray(source.sources) ? `Union of ${source.sources.length} Sources` : undefined;
      return [
        [name, outputs],
        [undefined, "outside"],
      ];
    }
    if (source.kind === "join") {
      const joins = filterObjects(source.joins);
      const sides = [source.primarySource, ...joins.flatMap(({ left, right }) => [left, right])];
      const all = sides.flatMap((side) => (side === undefined ? [] : this.listLeads(side)));
      const named = joins.flatMap(({ name, right }) => this.leadNamed(name, right));
      const rest: [undefined, Lead][] = isKnownList(source.joins) ? [] : [[undefined, "outside"]];
      return [...all, ...this.leadNamed(source.name, findPrimary(source)), ...named, ...rest];
    }
    const known = this.findSourceTable(source);
    if (source.kind === "data-model" && known !== undefined) return known.names.listForeignLeads(known);
    if (source.kind !== "warehouse-table" && source.kind !== "table") return [[undefined, "outside"]];
    const getElementName = (id: string) => readKnownString(this.model.elements.get(id)?.name);
    return [[getSourceName(source, getElementName), known ?? "outside"]];
  }

  /** The names of a table in the formulas of other models; a derived one may be another. */
  private listForeignLeads(known: Known): [string | undefined, Lead][] {
    const { table } = known;
    if (table.name !== undefined) return [[readKnownString(table.name), known]];
    const derived = deriveElementName(table, (id) => this.model.elements.get(id));
    return [
      [derived, known],
      [undefined, "outside"],
    ];
  }

  /** A source under a name of its own. */
  private leadNamed(name: Json | undefined, source: Json | undefined): [string | undefined, Lead][] {
    return name === undefined ? [] : [[readKnownString(name), this.listLeads(source)[0]?.[1] ?? "outside"]];
  }
}

const resolvers = new WeakMap<SpecIndex, NameResolver>();

/** The names in a model alone, whose sources in other models aren't known. All rules share them. */
export function getNames(model: SpecIndex): NameResolver {
  const names = resolvers.get(model) ?? new NameResolver(model);
  resolvers.set(model, names);
  return names;
}

function dropUndecided(meaning: Meaning): Meaning {
  return meaning.status === "found" ? meaning : missing;
}

/** Found, or undecided: what it may be used for counts all the same. */
function keepUsed(meaning: Meaning): Meaning {
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
function listInnerSources(source: Json | undefined): (Json | undefined)[] {
  if (!isObject(source) || source.kind !== "join") return [source];
  if (!isKnownList(source.joins)) return [undefined];
  const sides = filterObjects(source.joins).flatMap(({ left, right }) => [left, right]);
  return source.primarySource === undefined ? sides : [source.primarySource, ...sides];
}

const toLead = (outputs: readonly string[] | undefined): Lead => (outputs === undefined ? "outside" : { outputs });

/** The columns that a union makes, if all of them are known. */
function listUnionOutputs({ matches }: JsonObject): string[] | undefined {
  const outputs = filterObjects(matches).flatMap(({ outputColumnName }) => readKnownString(outputColumnName) ?? []);
  return Array.isArray(matches) && outputs.length === matches.length ? outputs : undefined;
}

/** Whether a list and each of its items is known; one left out has none. */
const isKnownList = (value: Json | undefined) =>
  value === undefined || (Array.isArray(value) && !value.some((item) => isOpen(item)));

const isNamed = ({ name }: JsonObject, plain: string) => normalizePlainName(readKnownString(name) ?? "") === plain;

/**
 * The effective name of a column: its own, or the last part of the reference it consists of; unknown for unnamed
 * calculations.
 */
export function getColumnName(column: JsonObject): string | undefined {
  if (column.name !== undefined) return readKnownString(column.name);
  return parseSoleName(readKnownString(column.formula) ?? "")?.segments.at(-1);
}

/** Every name that a column may have: where it has none of its own, the platform derives one in several ways. */
function listColumnNames(column: JsonObject): (string | undefined)[] {
  const name = getColumnName(column);
  return column.name !== undefined || name === undefined ? [name] : [name, ...deriveColumnNames(column)];
}
