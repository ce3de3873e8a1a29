/** What things are called in a model, and in the models that it reads from as far as they are known. */
import { remember } from "../../data";
import { filterObjects, isObject, type Json, type JsonObject, readKnownString, toList } from "../json";
import { findNamesake, getColumnName, listColumnNames, readSourceName } from "./derived-names";
import { findPrimary, listSources } from "./joins";
import { isKnownList, NamedParts, NamedThings } from "./named-things";
import type { SpecIndex } from "./spec-index";
import { findOutputs } from "./sql-outputs";

/** What is known of other models, by sources with the kind `data-model`. */
export interface OtherModels {
  /** Finds the table that a source names; undefined: it isn't known. */
  findTable?(source: JsonObject): ForeignTable | undefined;
  /** What formulas call what a source names, where only that is known. */
  findName?(source: JsonObject): string | undefined;
}

/** A table of another model, and the names in that model. */
export interface ForeignTable {
  /** Tells the model from others. */
  readonly key: string;
  /** What messages call the model. */
  readonly model: string;
  readonly table: JsonObject;
  readonly names: ModelNames;
}

/** A table, with the names in its model. */
export type KnownTable = Pick<ForeignTable, "table" | "names"> & { readonly model?: string };

/** What a union or a SQL statement returns, where all of it is known. */
export interface Outputs {
  readonly outputs: readonly string[];
  /** Of a union: what makes each of them. */
  readonly matches?: readonly JsonObject[];
}

/** A source that isn't known. */
export interface Outside {
  readonly source: Json | undefined;
}

/** The target of a name before a slash. */
export type Lead = KnownTable | Outputs | Outside;

export const isKnown = (lead: Lead): lead is KnownTable => "table" in lead;
export const isForeign = (lead: Lead): lead is ForeignTable => isKnown(lead) && lead.model !== undefined;

/** What an element is called. */
export interface ElementName {
  readonly name: string | undefined;
  /** The elements that it has the name from. */
  readonly through: readonly JsonObject[];
}

type NamedLead = readonly [name: string | undefined, lead: Lead];

/** Elements may read from each other in a circle, which a rule reports. */
const deepest = 100;

/** The names in one model; what is looked up is kept. */
export class ModelNames {
  readonly tables: NamedThings<JsonObject>;
  readonly controls: NamedThings<JsonObject>;
  private readonly columns = new Map<JsonObject, NamedThings<JsonObject>>();
  private readonly sources = new Map<JsonObject, NamedThings<Lead>>();
  private unnamed: NamedThings<JsonObject> | undefined;
  private readonly parts = {
    metrics: new Map<JsonObject, NamedParts>(),
    relationships: new Map<JsonObject, NamedParts>(),
  };

  /** @param others left out: no other model is known. */
  constructor(
    readonly model: Pick<SpecIndex, "spec" | "elements" | "isComplete">,
    private readonly others: OtherModels = {},
  ) {
    const elements = [...model.elements.values()];
    const filterByKind = (kind: string) => elements.filter((element) => element.kind === kind);
    const [tables, controls] = [filterByKind("table"), filterByKind("control")];
    // What is neither, or not known, may be referred to in ways not known here.
    const isComplete = model.isComplete && tables.length + controls.length === elements.length;
    this.tables = new NamedThings(
      tables.map((table) => [readKnownString(table.name), table]),
      isComplete,
    );
    this.controls = new NamedThings(
      controls.map((control) => [readKnownString(control.controlId), control]),
      isComplete,
    );
  }

  /** The columns of a table, by every name that each may have. */
  getColumns(table: JsonObject): NamedThings<JsonObject> {
    return remember(this.columns, table, () => {
      const columns = filterObjects(table.columns);
      return new NamedThings(
        columns.flatMap((column) => listColumnNames(column).map((name) => [name, column] as const)),
        isKnownList(table.columns),
      );
    });
  }

  /** The metrics or relationships of a table. */
  getParts(table: JsonObject, field: "metrics" | "relationships"): NamedParts {
    return remember(this.parts[field], table, () => new NamedParts(table[field]));
  }

  /** The names before a slash by which a table's formulas reach its source, or its sources. */
  getSources(table: JsonObject): NamedThings<Lead> {
    return remember(this.sources, table, () => {
      const { name, source } = table;
      const leads = this.listLeads(source);
      // Formulas of a union call it by its own name in some models.
      const isUnion = isObject(source) && source.kind === "union" && name !== undefined;
      return new NamedThings(isUnion ? [...leads, [readKnownString(name), leads[0]![1]]] : leads);
    });
  }

  /** The names before a slash, as written. */
  listSourceNames(table: JsonObject): string[] {
    return this.listLeads(table.source).flatMap(([name]) => name ?? []);
  }

  listLeads(source: Json | undefined): NamedLead[] {
    if (!isObject(source)) return [[undefined, { source }]];
    switch (source.kind) {
      case "warehouse-table":
        return [[readKnownString(toList(source.path).at(-1)), { source }]];
      case "sql": {
        const outputs = findOutputs(readKnownString(source.statement) ?? "");
        return [["Custom SQL", outputs === undefined ? { source } : { outputs }]];
      }
      case "union":
        return [
          [readSourceName(source), listUnionOutputs(source) ?? { source }],
          // A name of the union itself, as workbooks have it.
          ...(source.name === undefined
            ? []
            : [[readKnownString(source.name), listUnionOutputs(source) ?? { source }] as const]),
          [undefined, { source }],
        ];
      case "join":
        return this.listJoinLeads(source);
      default:
        return this.listElementLeads(source);
    }
  }

  private listJoinLeads(source: JsonObject): NamedLead[] {
    const joins = filterObjects(source.joins);
    const sides = [source.primarySource, ...joins.flatMap(({ left, right }) => [left, right])];
    /** A source under a name of its own. */
    const listNamed = (name: Json | undefined, side: Json | undefined): NamedLead[] =>
      name === undefined ? [] : [[readKnownString(name), this.listLeads(side)[0]?.[1] ?? { source: side }]];
    return [
      ...sides.flatMap((side) => (side === undefined ? [] : this.listLeads(side))),
      ...listNamed(source.name, findPrimary(source)),
      ...joins.flatMap(({ name, right }) => listNamed(name, right)),
      ...(isKnownList(source.joins) ? [] : [[undefined, { source }] as const]),
    ];
  }

  /** An element's derived name may be another. */
  private listElementLeads(source: JsonObject): NamedLead[] {
    const known = this.findSourceTable(source);
    if (known === undefined) return [[this.findOutsideName(source), { source }]];
    if (known.table.name !== undefined) return [[readKnownString(known.table.name), known]];
    const { name } = known.names.readElementName(known.table);
    return name === undefined
      ? [[undefined, { source }]]
      : [
          [name, known],
          [undefined, { source }],
        ];
  }

  private findOutsideName(source: JsonObject): string | undefined {
    if (source.kind === "data-model") return this.others.findName?.(source);
    if (source.kind !== "table") return undefined;
    return readKnownString(this.model.elements.get(readKnownString(source.elementId) ?? "")?.name);
  }

  /** The table that a source reads from, of this model or another; undefined: none, or it isn't known. */
  findSourceTable(source: Json | undefined): KnownTable | undefined {
    if (!isObject(source)) return undefined;
    if (source.kind === "data-model") return this.others.findTable?.(source);
    if (source.kind !== "table") return undefined;
    const table = this.model.elements.get(readKnownString(source.elementId) ?? "");
    return table?.kind === "table" ? { table, names: this } : undefined;
  }

  /** The tables that an element reads from, as far as they are known. */
  listSourceTables({ source }: JsonObject): JsonObject[] {
    return listSources(source).flatMap((one): JsonObject[] => {
      const known = this.findSourceTable(one);
      return known === undefined ? [] : [known.table];
    });
  }

  /** What an element is called: its own name, or that of what it reads. */
  readElementName({ name, source }: JsonObject, depth = 0): ElementName {
    const written = readKnownString(name);
    const namesake = written === undefined && depth < deepest ? findNamesake(source) : undefined;
    if (namesake === undefined) return { name: written, through: [] };
    const known = this.findSourceTable(namesake);
    if (known === undefined) return { name: readSourceName(namesake) ?? this.findOutsideName(namesake), through: [] };
    const behind = known.names.readElementName(known.table, depth + 1);
    return { ...behind, through: [known.table, ...behind.through] };
  }

  /** The tables without a name of their own that are called so: by what they read. */
  findUnnamed(name: string): readonly JsonObject[] {
    this.unnamed ??= new NamedThings(
      [...this.model.elements.values()]
        .filter(({ kind, name: own }) => kind === "table" && own === undefined)
        .map((table) => [this.readElementName(table).name, table]),
    );
    return this.unnamed.get(name);
  }

  /** The names of a table's columns, as formulas write them. */
  listColumnNames(table: JsonObject): string[] {
    return filterObjects(table.columns).flatMap((column) => getColumnName(column) ?? []);
  }
}

const models = new WeakMap<SpecIndex, ModelNames>();

/** The names in a model alone, whose sources in other models aren't known. All rules share them. */
export const getNames = (model: SpecIndex): ModelNames => remember(models, model, () => new ModelNames(model));

/** The columns that a union makes, if all of them are known. */
export function listUnionOutputs({ matches }: JsonObject): Outputs | undefined {
  const known = filterObjects(matches);
  const outputs = known.flatMap(({ outputColumnName }) => readKnownString(outputColumnName) ?? []);
  return Array.isArray(matches) && outputs.length === matches.length ? { outputs, matches: known } : undefined;
}
