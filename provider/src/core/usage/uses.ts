import { deriveColumnNames, findNames, normalizePlainName } from "../spec/internal";
import {
  filterObjects,
  isObject,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
  toList,
} from "../spec/json";
import { getOwnValue } from "../text";
import { openEnvelope, WorkbookIndex } from "../workbook";
import {
  formColumnIdKey,
  formColumnKey,
  formControlKey,
  formElementKey,
  formMetricKey,
  formTableKey,
  formWordKey,
} from "./keys";

/** A place in a document that reads something outside of it. */
export interface Use {
  /** Key of what is read. */
  readonly target: string;
  readonly elementId: string;
  /** What people call the element. */
  readonly element: string;
  readonly kind: string;
  readonly page?: string;
  /** How it is read: `column Region (axis, filter)`, `control`, `text`, `source`. */
  readonly how: string;
  /** Where it stands in the document; only with `hasPlaces`. */
  readonly place?: UsePlace;
}

/** A place in a document: what stands at a path, or a part of its text. */
export interface UsePlace {
  readonly path: Path;
  readonly span?: { readonly text: string; readonly nth: number };
}

/** A part of a data model that other documents can read, and what it reads itself. */
export interface Exposed {
  readonly key: string;
  readonly name: string;
  readonly elementId: string;
  readonly element: string;
  readonly is: "column" | "metric" | "element" | "control";
  readonly reads: readonly string[];
  /** Of a column or metric: the key by its id. */
  readonly idKey?: string;
}

/** What a document reads, and what a data model offers. */
export interface DocumentUses {
  readonly uses: readonly Use[];
  readonly exposed: readonly Exposed[];
}

/** What isn't in the document itself. */
export interface ReadUsesOptions {
  /** Id of the data model that the document is; left out for workbooks and reports. */
  readonly dataModelId?: string;
  /** The names of elements of data models, by their keys: they tell the sides of joins apart. */
  readonly names?: ReadonlyMap<string, string>;
  /** Whether uses tell where they stand in the document. */
  readonly hasPlaces?: boolean;
}

/** A column as the list of columns has it. */
export interface ListedColumn {
  readonly columnId: string;
  readonly name: string;
  readonly formula?: string | undefined;
  readonly elementId?: string | undefined;
}

/**
 * What a workbook, report or data model reads outside of itself: elements, columns and metrics of data models, and
 * tables of warehouses. A chart that reads a column through other elements of the document uses it too.
 *
 * @example readUses(contents).uses.filter(({ target }) => target === formColumnKey(element, "Region"))
 */
export function readUses(form: Json, options: ReadUsesOptions = {}): DocumentUses {
  const document = openEnvelope(form);
  if (!isObject(document)) return { uses: [], exposed: [] };
  const parts = options.dataModelId === undefined ? listWorkbookParts(document) : listModelParts(document);
  return new UseReader(parts, options).read();
}

/**
 * The same from the list of a document's columns, where its representation can't be read: which element reads which
 * source is told by names alone, and filters, controls and texts aren't known.
 */
export function readListedUses(
  columns: readonly ListedColumn[],
  sources: readonly string[],
  names: ReadonlyMap<string, string>,
): DocumentUses {
  const ids = [...new Set(columns.map(({ elementId }) => elementId ?? ""))];
  const parts = ids.map(
    (id): Part => ({
      id,
      kind: "element",
      name: undefined,
      path: [],
      leaves: sources.map((key) => ({ key })),
      element: {
        columns: columns
          .filter(({ elementId = "" }) => elementId === id)
          .map(({ columnId, name, formula = "" }) => ({ id: columnId, name, formula })),
      },
    }),
  );
  return new UseReader(parts, { names }).read();
}

/** Something outside that an element reads, or another element of the document. */
interface Leaf {
  readonly key?: string;
  readonly local?: string;
  /** What formulas call it, where that is known. */
  readonly prefix?: string;
  readonly words?: readonly string[];
}

interface Part {
  readonly id: string;
  readonly kind: string;
  readonly name: string | undefined;
  readonly page?: string;
  readonly element: JsonObject;
  readonly path: Path;
  readonly leaves: readonly Leaf[];
}

function listWorkbookParts(document: JsonObject): Part[] {
  const { entries, blocks, placements } = new WorkbookIndex(document);
  return entries.map(({ id, kind, element, name, path }) => {
    const block = blocks.get(placements.get(id)?.[0]?.block.attributes.id ?? "")?.item;
    const page = readKnownString(block?.name) ?? readKnownString(block?.title);
    const leaves = listLeaves(element.source);
    return { id, kind, element, name, path, leaves, ...(page === undefined ? {} : { page }) };
  });
}

function listModelParts(document: JsonObject): Part[] {
  return listObjectEntries(document.pages).flatMap(([pageIndex, page]) =>
    listObjectEntries(page.elements).map(([index, element]) => {
      const pageName = readKnownString(page.name);
      const leaves = listLeaves(element.source);
      const derived = leaves[0]?.prefix;
      return {
        id: readKnownString(element.id) ?? "",
        kind: readKnownString(element.kind) ?? "",
        name: readKnownString(element.name) ?? derived,
        element,
        path: ["pages", pageIndex, "elements", index],
        leaves,
        ...(pageName === undefined ? {} : { page: pageName }),
      };
    }),
  );
}

function listLeaves(source: Json | undefined): Leaf[] {
  if (!isObject(source)) return [];
  const { kind } = source;
  if (kind === "table" || kind === "element") return [{ local: readKnownString(source.elementId) ?? "" }];
  if (kind === "data-model") {
    const [model, element] = [readKnownString(source.dataModelId), readKnownString(source.elementId)];
    return model === undefined || element === undefined ? [] : [{ key: formElementKey(model, element) }];
  }
  if (kind === "warehouse-table") {
    const path = toList(source.path).flatMap((one) => (typeof one === "string" ? one : []));
    const prefix = path.at(-1);
    return [{ key: formTableKey(path), ...(prefix === undefined ? {} : { prefix }) }];
  }
  if (kind === "sql") return [{ prefix: "Custom SQL", words: listWords(readKnownString(source.statement) ?? "") }];
  const sides = filterObjects(source.joins).flatMap(({ left, right }) => [left, right]);
  return [source.primarySource, source.source, ...sides, ...toList(source.sources)].flatMap(listLeaves);
}

/** Names in a statement, with their dots and without quotes, literals and comments; `*` for all columns. */
function listWords(statement: string): string[] {
  const plain = statement.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
  const paths = plain.match(/(?:[\w$]+|"[^"]*"|`[^`]*`|\[[^\]]*\])(?:\.(?:[\w$]+|"[^"]*"|`[^`]*`|\[[^\]]*\]))*/g) ?? [];
  const named = paths.map((path) => path.replace(/["`[\]]/g, ""));
  const all = /\bselect\s+(?:\w+\.)?\*|,\s*(?:\w+\.)?\*/i.test(plain) ? ["*"] : [];
  return [...new Set([...named.flatMap((path) => [path, ...path.split(".")]), ...all])];
}

/** A column of an element, with what its formula names. */
interface PartColumn {
  readonly id: string;
  readonly name: string;
  readonly formula: string;
}

type AddUses = (targets: Iterable<string>, how: string, path: Path, span?: UsePlace["span"]) => void;

class UseReader {
  readonly #byId: ReadonlyMap<string, Part>;
  readonly #byName: ReadonlyMap<string, readonly Part[]>;
  readonly #columns = new Map<Part, readonly PartColumn[]>();
  readonly #named = new Map<Part, ReadonlyMap<string, PartColumn>>();
  readonly #reads = new Map<PartColumn, ReadonlySet<string>>();

  constructor(
    private readonly parts: readonly Part[],
    private readonly options: ReadUsesOptions,
  ) {
    this.#byId = new Map(parts.map((part) => [part.id, part]));
    const byName = new Map<string, Part[]>();
    for (const part of parts) {
      if (part.name === undefined) continue;
      const key = normalizePlainName(part.name);
      byName.set(key, [...(byName.get(key) ?? []), part]);
    }
    this.#byName = byName;
    for (const part of parts) {
      const columns = filterObjects(part.element.columns).map(toColumn);
      this.#columns.set(part, columns);
      const named = new Map<string, PartColumn>();
      for (const [index, column] of filterObjects(part.element.columns).entries()) {
        const names = readKnownString(column.name) === undefined ? deriveColumnNames(column) : [columns[index]!.name];
        for (const name of names) named.set(normalizePlainName(name), columns[index]!);
      }
      this.#named.set(part, named);
    }
  }

  read(): DocumentUses {
    return {
      uses: this.parts.flatMap((part) => this.#listUses(part)),
      exposed: this.options.dataModelId === undefined ? [] : this.parts.flatMap((part) => this.#listExposed(part)),
    };
  }

  #listUses(part: Part): Use[] {
    const uses = new Map<string, Use>();
    const page = part.page === undefined ? {} : { page: part.page };
    const about = { elementId: part.id, element: part.name ?? part.id, kind: part.kind, ...page };
    const { hasPlaces = false } = this.options;
    const add: AddUses = (targets, how, path, span) => {
      const place = hasPlaces ? { place: { path: [...part.path, ...path], ...(span && { span }) } } : {};
      for (const target of targets) {
        const key = `${target} ${how}`;
        if (!uses.has(key)) uses.set(key, { target, ...about, how, ...place });
      }
    };
    const addFormula = (formula: string, how: string, path: Path, self?: PartColumn) => {
      for (const { targets, span } of this.#listNames(part, formula, self)) add(targets, how, path, span);
    };
    const sources = [...this.#listSources(part, new Set())];
    const isWord = (key: string) => key.startsWith("word/");
    add(
      sources.filter((key) => !isWord(key)),
      "source",
      ["source"],
    );
    add(sources.filter(isWord), "text of a statement", ["source", "statement"]);
    for (const { target, how } of this.#listSourceColumns(part)) add([target], how, ["source"]);
    const channels = listChannels(part);
    const indexes = listObjectEntries(part.element.columns).map(([index]) => index);
    for (const [nth, column] of this.#columns.get(part)!.entries()) {
      const where = channels.get(column.id);
      const how = `column ${column.name}${where ? ` (${[...where].join(", ")})` : ""}`;
      addFormula(column.formula, how, ["columns", indexes[nth]!, "formula"], column);
    }
    for (const [index, metric] of listObjectEntries(part.element.metrics)) {
      const how = `metric ${readKnownString(metric.name) ?? ""}`;
      addFormula(readKnownString(metric.formula) ?? "", how, ["metrics", index, "formula"]);
    }
    for (const { formula, how, path } of listOtherFormulas(part)) addFormula(formula, how, path);
    if (part.kind === "control") this.#addControl(part, add);
    return [...uses.values()];
  }

  #addControl({ element }: Part, add: AddUses): void {
    for (const [index, target] of listObjectEntries(element.filters)) {
      add(this.#listTarget(target), "control", ["filters", index]);
    }
    if (isObject(element.source)) add(this.#listTarget(element.source), "values of the control", ["source"]);
    for (const [index, { dataModelId, controlId }] of listObjectEntries(element.parameters)) {
      const [model, control] = [readKnownString(dataModelId), readKnownString(controlId)];
      if (model === undefined || control === undefined) continue;
      add([formControlKey(model, control)], "bound control", ["parameters", index]);
    }
  }

  /** What a source and the id of one of its columns stand for. */
  #listTarget({ source, columnId }: JsonObject): Iterable<string> {
    const id = readKnownString(columnId);
    const [leaf] = listLeaves(source);
    if (id === undefined || leaf === undefined) return [];
    if (leaf.local === undefined) return leaf.key === undefined ? [] : [formColumnIdKey(leaf.key, id)];
    const part = this.#byId.get(leaf.local);
    const column = part && this.#columns.get(part)!.find((one) => one.id === id);
    return part && column ? [...this.#listOwn(part, column), ...this.#listReads(part, column)] : [];
  }

  /** The columns that the source of an element names: keys of joins, columns of unions and transposes. */
  #listSourceColumns({ element: { source } }: Part): { target: string; how: string }[] {
    if (!isObject(source)) return [];
    const found: { target: string; how: string }[] = [];
    const add = (side: Json | undefined, text: Json | undefined, how: string) => {
      const [leaf] = listLeaves(side);
      const written = readKnownString(text);
      if (leaf === undefined || written === undefined) return;
      const names = findNames(written).map(({ segments }) => segments.at(-1)!);
      for (const name of names.length > 0 ? names : [written]) {
        for (const target of this.#listOfLeaf(leaf, name)) found.push({ target, how });
      }
    };
    for (const { left, right, columns } of filterObjects(source.joins)) {
      for (const pair of filterObjects(columns)) {
        add(left, pair.left, "join key");
        add(right, pair.right, "join key");
      }
    }
    for (const { sourceColumns } of filterObjects(source.matches)) {
      for (const [index, text] of toList(sourceColumns).entries()) add(toList(source.sources)[index], text, "union");
    }
    for (const id of [source.columnToTranspose, source.valueColumn, ...toList(source.columnsToMerge)]) {
      add(source.source, id, "transpose");
    }
    return found;
  }

  /** What a column of a leaf stands for, by its name or id. */
  #listOfLeaf({ key, local }: Leaf, name: string): string[] {
    if (key !== undefined) return [formColumnKey(key, name), formColumnIdKey(key, name)];
    const part = this.#byId.get(local ?? "");
    if (part === undefined) return [];
    const column =
      this.#named.get(part)!.get(normalizePlainName(name)) ?? this.#columns.get(part)!.find(({ id }) => id === name);
    return column === undefined ? [] : [...this.#listOwn(part, column), ...this.#listReads(part, column)];
  }

  /** Columns of the model that an element can't do without: those that filters, groupings and relationships name. */
  #listNeeded(part: Part): string[] {
    const channels = listChannels(part);
    const own = this.#columns.get(part)!.filter(({ id }) => channels.has(id));
    const related = filterObjects(part.element.relationships).flatMap(({ targetElementId, keys }) => {
      const local = readKnownString(targetElementId) ?? "";
      const ids = filterObjects(keys).flatMap(({ targetColumnId }) => readKnownString(targetColumnId) ?? []);
      return ids.flatMap((id) => this.#listOfLeaf({ local }, id));
    });
    const named = this.#listSourceColumns(part).map(({ target }) => target);
    return [...own.flatMap((column) => this.#listOwn(part, column)), ...related, ...named];
  }

  /** The keys of a column of the model that the document is. */
  #listOwn({ id }: Part, column: PartColumn): string[] {
    const { dataModelId } = this.options;
    if (dataModelId === undefined) return [];
    const holder = formElementKey(dataModelId, id);
    return [formColumnKey(holder, column.name), formColumnIdKey(holder, column.id)];
  }

  #listExposed(part: Part): Exposed[] {
    const { dataModelId = "" } = this.options;
    const holder = formElementKey(dataModelId, part.id);
    const about = { elementId: part.id, element: part.name ?? part.id };
    if (part.kind === "control") {
      const key = formControlKey(dataModelId, readKnownString(part.element.controlId) ?? part.id);
      return [{ ...about, is: "control", key, name: about.element, reads: [] }];
    }
    const columns = this.#columns.get(part)!.map(
      (column): Exposed => ({
        ...about,
        is: "column",
        key: formColumnKey(holder, column.name),
        idKey: formColumnIdKey(holder, column.id),
        name: column.name,
        reads: [...this.#listReads(part, column)],
      }),
    );
    const metrics = filterObjects(part.element.metrics).map((metric): Exposed => {
      const id = readKnownString(metric.id);
      const name = readKnownString(metric.name) ?? id ?? "";
      const reads = [...this.#listNamed(part, readKnownString(metric.formula) ?? "")];
      const idKey = id === undefined ? {} : { idKey: formColumnIdKey(holder, id) };
      return { ...about, is: "metric", key: formMetricKey(holder, name), ...idKey, name, reads };
    });
    const reads = [...this.#listSources(part, new Set()), ...this.#listNeeded(part)];
    return [{ ...about, is: "element", key: holder, name: about.element, reads }, ...columns, ...metrics];
  }

  /** What an element reads, itself and through others. */
  #listSources(part: Part, seen: Set<Part>): Set<string> {
    const found = new Set<string>();
    if (seen.has(part)) return found;
    seen.add(part);
    for (const { key, local, words = [] } of part.leaves) {
      if (key !== undefined) found.add(key);
      for (const word of words) found.add(formWordKey(word));
      const below = local === undefined ? undefined : this.#byId.get(local);
      if (below === undefined) continue;
      if (this.options.dataModelId !== undefined) found.add(formElementKey(this.options.dataModelId, below.id));
      for (const one of this.#listSources(below, seen)) found.add(one);
    }
    return found;
  }

  #listReads(part: Part, column: PartColumn): ReadonlySet<string> {
    const known = this.#reads.get(column);
    if (known) return known;
    // Columns that read each other in a circle end here.
    this.#reads.set(column, new Set());
    const found = this.#listNamed(part, column.formula, column);
    this.#reads.set(column, found);
    return found;
  }

  /** What the names in a formula stand for. */
  #listNamed(part: Part, formula: string, self?: PartColumn): Set<string> {
    return new Set(this.#listNames(part, formula, self).flatMap(({ targets }) => targets));
  }

  /** The names in a formula, with what each stands for. */
  #listNames(part: Part, formula: string, self?: PartColumn) {
    const counts = new Map<string, number>();
    return findNames(formula).map(({ segments, text }) => {
      const nth = counts.get(text) ?? 0;
      counts.set(text, nth + 1);
      return { targets: [...this.#resolveName(part, segments, self)], span: { text: `[${text}]`, nth } };
    });
  }

  #resolveName(part: Part, [first = "", ...rest]: readonly string[], self?: PartColumn): Iterable<string> {
    if (rest.length === 0) {
      const own = this.#named.get(part)!.get(normalizePlainName(first));
      return own === undefined || own === self ? [] : [...this.#listOwn(part, own), ...this.#listReads(part, own)];
    }
    const name = rest.join("/");
    const outside = this.#listOutside(part, new Set());
    if (first === "Metrics") return outside.flatMap(({ key }) => (key === undefined ? [] : formMetricKey(key, name)));
    const local = (this.#byName.get(normalizePlainName(first)) ?? []).find((one) => one !== part);
    const leads = part.leaves.some((leaf) => leaf.local === local?.id) || !this.#hasPrefix(part, first);
    if (local && leads) {
      const column = this.#named.get(local)!.get(normalizePlainName(name));
      if (column) return [...this.#listOwn(local, column), ...this.#listReads(local, column)];
    }
    return this.#listMeant(part, first).flatMap(({ key }) => {
      if (key === undefined) return [];
      // A column of a side of a join carries the name of that side.
      const plain = name.replace(/ \([^()]*\)$/, "");
      return [...new Set([name, plain])].map((one) => formColumnKey(key, one));
    });
  }

  /** Whether a prefix is known to be that of something outside. */
  #hasPrefix(part: Part, prefix: string): boolean {
    return part.leaves.some((leaf) => this.#getPrefix(leaf) === normalizePlainName(prefix));
  }

  #getPrefix({ key, prefix }: Leaf): string | undefined {
    const name = prefix ?? this.options.names?.get(key ?? "");
    return name === undefined ? undefined : normalizePlainName(name);
  }

  /** The leaves of an element that a prefix can mean: those with that name, else those whose name isn't known. */
  #listMeant(part: Part, prefix: string): readonly Leaf[] {
    const own = part.leaves.filter(({ local }) => local === undefined);
    const exact = own.filter((leaf) => this.#getPrefix(leaf) === normalizePlainName(prefix));
    return exact.length > 0 ? exact : own.filter((leaf) => this.#getPrefix(leaf) === undefined);
  }

  /** What an element reads outside, also through others, as metrics are passed on. */
  #listOutside(part: Part, seen: Set<Part>): Leaf[] {
    if (seen.has(part)) return [];
    seen.add(part);
    return part.leaves.flatMap((leaf) => {
      const below = leaf.local === undefined ? undefined : this.#byId.get(leaf.local);
      return below === undefined ? [leaf] : this.#listOutside(below, seen);
    });
  }
}

function toColumn(column: JsonObject): PartColumn {
  const formula = readKnownString(column.formula) ?? "";
  const [sole] = findNames(formula);
  const name = readKnownString(column.name) ?? sole?.segments.at(-1) ?? readKnownString(column.id) ?? "";
  return { id: readKnownString(column.id) ?? "", name, formula };
}

/** What people call the fields of an element that name its columns by id. */
const channelNames: Readonly<Record<string, string>> = {
  xAxis: "axis",
  yAxis: "axis",
  yAxis2: "axis",
  filters: "filter",
  conditionalFormats: "conditional format",
  groupings: "grouping",
  rowsBy: "rows",
  columnsBy: "columns",
};

/** Where an element names each of its columns by id. */
function listChannels({ element }: Part): Map<string, Set<string>> {
  const channels = new Map<string, Set<string>>();
  const ids = new Set(filterObjects(element.columns).map(({ id }) => id));
  const visit = (value: Json | undefined, how: string): void => {
    if (typeof value === "string" && ids.has(value)) channels.set(value, (channels.get(value) ?? new Set()).add(how));
    if (Array.isArray(value)) for (const item of value) visit(item, how);
    else if (isObject(value)) for (const inner of Object.values(value)) visit(inner, how);
  };
  for (const [field, value] of Object.entries(element)) {
    if (["columns", "source", "order", "id", "metrics"].includes(field)) continue;
    visit(value, getOwnValue(channelNames, field) ?? field);
  }
  return channels;
}

/** Formulas of an element outside of its columns: in texts, actions, marks and the like. */
function listOtherFormulas({ element, kind }: Part): { formula: string; how: string; path: Path }[] {
  const found: { formula: string; how: string; path: Path }[] = [];
  const visit = (value: Json | undefined, how: string, path: Path): void => {
    if (typeof value === "string") {
      if (value.includes("[")) found.push({ formula: value, how, path });
    } else if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, how, [...path, index]);
    else if (isObject(value)) for (const [key, inner] of Object.entries(value)) visit(inner, how, [...path, key]);
  };
  for (const [field, value] of Object.entries(element)) {
    if (["columns", "source", "metrics", "name", "description"].includes(field)) continue;
    const how = field === "body" ? "text" : field === "actions" ? "action" : (getOwnValue(channelNames, field) ?? kind);
    visit(value, how, [field]);
  }
  return found;
}
