import { addTo } from "../data";
import { findSpan } from "../formula";
import {
  filterObjects,
  getValue,
  isObject,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
  toList,
} from "../model/json";
import {
  findInSource,
  getColumnName,
  indexSpec,
  isOfDocument,
  listSources,
  type Meaning,
  ModelNames,
  type OutsideTarget,
  type Target,
} from "../model/references";
import { dropSide, listNameSites, type NamedForm, type NameSite, resolveName } from "../workbook";
import { type Channels, describeField, listChannels, listModelChannels } from "./channels";
import type { DocumentUses, Exposed, ReadUsesOptions, Use } from "./document";
import { formColumnIdKey, formColumnKey, formControlKey, formElementKey, formMetricKey, formWordKey } from "./keys";
import { listParts, type Part } from "./parts";
import { formSourceKey, listWords } from "./sources";

type AddUses = (targets: Iterable<string>, how: string, path: Path, site?: NameSite) => void;

/** Reads what a document uses: what each name in it means, and what that reads in turn. */
export class UseReader {
  readonly #names: ModelNames;
  readonly #parts: readonly Part[];
  readonly #byId: ReadonlyMap<string, Part>;
  /** The names in columns, metrics and matches of unions. */
  readonly #sites = new Map<JsonObject, NameSite[]>();
  readonly #reads = new Map<JsonObject, ReadonlySet<string>>();
  readonly #getChannels: (element: JsonObject) => Channels;

  constructor(
    named: NamedForm,
    private readonly options: ReadUsesOptions,
  ) {
    const findName = (source: JsonObject) => options.names?.get(formSourceKey(source) ?? "");
    const index = indexSpec(named.model);
    this.#names = new ModelNames(index, { findName });
    const ofModel = named.isWorkbook ? undefined : listModelChannels(index);
    this.#getChannels = ofModel ? (element) => ofModel.get(element) ?? new Map() : listChannels;
    const sites = listNameSites(named);
    this.#parts = listParts(named, sites, this.#names);
    this.#byId = new Map(this.#parts.map((part) => [part.id, part]));
    const root = named.isWorkbook ? named.form : named.model;
    for (const site of sites) {
      const holder = getValue(root, site.path.slice(0, site.path.includes("sourceColumns") ? -2 : -1));
      if (isObject(holder)) addTo(this.#sites, holder, site);
    }
  }

  read(): DocumentUses {
    return {
      uses: this.#parts.flatMap((part) => this.#listUses(part)),
      exposed: this.options.dataModelId === undefined ? [] : this.#parts.flatMap((part) => this.#listExposed(part)),
    };
  }

  #listUses(part: Part): Use[] {
    const uses = new Map<string, Use>();
    const page = part.page === undefined ? {} : { page: part.page };
    const about = { elementId: part.id, element: part.name ?? part.id, kind: part.kind, ...page };
    const add: AddUses = (targets, how, path, site) => {
      const place = this.options.hasPlaces ? { place: { path: [...part.path, ...path], ...locateName(site) } } : {};
      for (const target of targets) {
        const key = `${target} ${how}`;
        if (!uses.has(key)) uses.set(key, { target, ...about, how, ...place });
      }
    };
    this.#addSources(part, add);
    this.#addNames(part, add);
    if (part.kind === "control") this.#addControl(part, add);
    if (this.options.dataModelId !== undefined) this.#addById(part, add);
    return [...uses.values()];
  }

  #addSources(part: Part, add: AddUses): void {
    const sources = [...this.#listSources(part, new Set())];
    const isWord = (key: string) => key.startsWith("word/");
    const tables = sources.filter((key) => !isWord(key));
    add(tables, "source", ["source"]);
    add(sources.filter(isWord), "text of a statement", ["source", "statement"]);
    add(this.#listTransposed(part), "transpose", ["source"]);
  }

  #addNames(part: Part, add: AddUses): void {
    const channels = this.#getChannels(part.element);
    for (const site of part.sites) {
      const path = site.path.slice(part.path.length);
      add(this.#listNamed(site), describePlace(part, path, channels), path, site);
    }
  }

  /** What a data model's element names by ids: its own columns, and those that its relationships lead to. */
  #addById(part: Part, add: AddUses): void {
    const { element } = part;
    const channels = this.#getChannels(element);
    for (const [index, item] of listObjectEntries(element.columns)) {
      if (!channels.has(readId(item))) continue;
      const path = ["columns", index];
      add(this.#listOwn({ element, part: { kind: "column", item } }), describePlace(part, path, channels), path);
    }
    for (const [index, { targetElementId, keys }] of listObjectEntries(element.relationships)) {
      const target: JsonObject = { kind: "table", elementId: targetElementId };
      const read = filterObjects(keys).flatMap(({ targetColumnId }) => this.#listById(target, targetColumnId));
      add(read, "relationship", ["relationships", index]);
    }
  }

  #addControl({ element }: Part, add: AddUses): void {
    for (const field of ["filters", "targets"]) {
      for (const [index, { source, columnId, columnIds }] of listObjectEntries(element[field])) {
        const ids = [columnId, ...toList(columnIds)];
        add(
          ids.flatMap((id) => this.#listById(source, id)),
          "control",
          [field, index],
        );
      }
    }
    const { source } = element;
    if (isObject(source)) {
      const ids = [source.columnId, source.displayColumnId];
      add(
        ids.flatMap((id) => this.#listById(source.source, id)),
        "values of the control",
        ["source"],
      );
    }
    for (const [index, { dataModelId, controlId }] of listObjectEntries(element.parameters)) {
      const [model, control] = [readKnownString(dataModelId), readKnownString(controlId)];
      if (model === undefined || control === undefined) continue;
      add([formControlKey(model, control)], "bound control", ["parameters", index]);
    }
  }

  #listExposed(part: Part): Exposed[] {
    const { dataModelId = "" } = this.options;
    const { id, kind, element } = part;
    const holder = formElementKey(dataModelId, id);
    const about = { elementId: id, element: part.name ?? id };
    const whole = { name: about.element, label: part.name ?? describeUnnamed(kind, id) };
    if (kind === "control") {
      const key = formControlKey(dataModelId, readKnownString(element.controlId) ?? id);
      return [{ ...about, ...whole, is: "control", key, reads: [] }];
    }
    const listItems = (is: "column" | "metric") =>
      filterObjects(element[`${is}s`]).map((item): Exposed => {
        const [key = "", idKey] = this.#listOwn({ element, part: { kind: is, item } });
        const reads = [...this.#listReads(item)];
        const named = { name: readItemName(item, is), label: describeItem(item, is) };
        const missing = this.options.hasMissing ? this.#listMissing(item) : [];
        const known = { ...(idKey !== undefined && { idKey }), ...(missing.length > 0 && { missing }) };
        return { ...about, ...named, is, key, ...known, reads };
      });
    const reads = [...this.#listSources(part, new Set()), ...this.#listNeeded(part)];
    return [
      { ...about, ...whole, is: "element", key: holder, reads },
      ...listItems("column"),
      ...listItems("metric"),
      ...this.#listRelated(part).map((related): Exposed => ({ ...about, is: "relationship", ...related })),
    ];
  }

  /** The columns behind the relationships of an element, as formulas of other documents name them. */
  #listRelated({ id, element }: Part): Pick<Exposed, "key" | "name" | "label" | "reads">[] {
    const holder = formElementKey(this.options.dataModelId ?? "", id);
    return filterObjects(element.relationships).flatMap(({ name, targetElementId }) => {
      const target = this.#byId.get(readKnownString(targetElementId) ?? "")?.element;
      const written = readKnownString(name);
      if (target === undefined || written === undefined) return [];
      return filterObjects(target.columns).map((item) => {
        const [read = ""] = this.#listOwn({ element: target, part: { kind: "column", item } });
        const key = formColumnKey(holder, `${written}/${readItemName(item, "column")}`);
        return { key, name: written, label: written, reads: [read] };
      });
    });
  }

  /** Columns that an element can't do without: those that filters, groupings, relationships and sources name. */
  #listNeeded(part: Part): string[] {
    const { element, sites } = part;
    const channels = this.#getChannels(element);
    const own = filterObjects(element.columns).filter(({ id }) => channels.has(String(id)));
    const related = filterObjects(element.relationships).flatMap(({ targetElementId, keys }) => {
      const source: JsonObject = { kind: "table", elementId: targetElementId };
      return filterObjects(keys).flatMap(({ targetColumnId }) => this.#listById(source, targetColumnId));
    });
    const sides = sites.filter(({ site }) => site.scope === "side");
    return [
      ...own.flatMap((item) => this.#listOwn({ element, part: { kind: "column", item } })),
      ...related,
      ...sides.flatMap((site) => [...this.#listNamed(site)]),
      ...this.#listTransposed(part),
    ];
  }

  /** What an element reads, itself and through others. */
  #listSources({ element }: Part, seen: Set<JsonObject>): Set<string> {
    const found = new Set<string>();
    if (seen.has(element)) return found;
    seen.add(element);
    for (const source of listSources(element.source)) {
      const key = formSourceKey(source);
      if (key !== undefined) found.add(key);
      for (const word of listWords(source)) found.add(formWordKey(word));
      const below = isOfDocument(source) ? this.#byId.get(readKnownString(source.elementId) ?? "") : undefined;
      if (below === undefined) continue;
      if (this.options.dataModelId !== undefined) found.add(formElementKey(this.options.dataModelId, below.id));
      for (const one of this.#listSources(below, seen)) found.add(one);
    }
    return found;
  }

  /** What a transpose reads by ids. */
  #listTransposed({ element: { source } }: Part): string[] {
    if (!isObject(source)) return [];
    return [source.columnToTranspose, source.valueColumn].flatMap((id) => this.#listById(source.source, id));
  }

  /** What a source and the id of one of its columns stand for. */
  #listById(source: Json | undefined, columnId: Json | undefined): string[] {
    const id = readKnownString(columnId);
    const [leaf] = listSources(source);
    if (id === undefined || leaf === undefined) return [];
    const key = formSourceKey(leaf);
    if (key !== undefined) return [formColumnIdKey(key, id)];
    const element = isOfDocument(leaf)
      ? this.#names.model.elements.get(readKnownString(leaf.elementId) ?? "")
      : undefined;
    const item = filterObjects(element?.columns).find((column) => column.id === id);
    return element && item ? [...this.#listTarget({ element, part: { kind: "column", item } })] : [];
  }

  /** What a name stands for; one without brackets may be an id. */
  #listNamed(site: NameSite): Set<string> {
    const named = this.#listMeant(resolveName(this.#names, site));
    return new Set([...named, ...(site.isBare ? this.#listById(site.site.side, site.text) : [])]);
  }

  #listMeant({ targets, matches = [], outside = [] }: Meaning): string[] {
    return [
      ...targets.flatMap((target) => this.#listTarget(target)),
      ...matches.flatMap((match) => [...this.#listReads(match)]),
      ...outside.flatMap((one) => this.#listOutside(one)),
    ];
  }

  /** A column or metric, and what it reads. */
  #listTarget(target: Target): string[] {
    const { part } = target;
    if (part === undefined || part.kind === "relationship") return [];
    return [...this.#listOwn(target), ...this.#listReads(part.item)];
  }

  /** The keys of a column or metric of the model that the document is: by its name, and by its id. */
  #listOwn({ element, part }: Target): string[] {
    const { dataModelId } = this.options;
    if (dataModelId === undefined || part === undefined) return [];
    const holder = formElementKey(dataModelId, readKnownString(element.id) ?? "");
    const id = readKnownString(part.item.id);
    const form = part.kind === "metric" ? formMetricKey : formColumnKey;
    const key = form(holder, readItemName(part.item, part.kind));
    return id === undefined ? [key] : [key, formColumnIdKey(holder, id)];
  }

  #listReads(item: JsonObject): ReadonlySet<string> {
    const known = this.#reads.get(item);
    if (known) return known;
    // Columns that read each other in a circle end here.
    this.#reads.set(item, new Set());
    const found = new Set((this.#sites.get(item) ?? []).flatMap((site) => [...this.#listNamed(site)]));
    this.#reads.set(item, found);
    return found;
  }

  #listMissing(item: JsonObject): string[] {
    const sites = (this.#sites.get(item) ?? []).filter(({ isBare }) => !isBare);
    return sites
      .filter((site) => resolveName(this.#names, site).status === "missing")
      .map(({ segments }) => `[${segments.join("/")}]`);
  }

  #listOutside({ source, is, name }: OutsideTarget): string[] {
    return listSources(source).flatMap((leaf) => {
      const key = formSourceKey(leaf);
      if (is === "metric") return key !== undefined && leaf.kind === "data-model" ? [formMetricKey(key, name)] : [];
      if (key === undefined) {
        const isKnown = this.#names.findSourceTable(leaf) !== undefined;
        return isKnown ? this.#listMeant(findInSource(this.#names, leaf, [name])) : [];
      }
      return [name, ...(dropSide([name]) ?? [])].map((one) => formColumnKey(key, one));
    });
  }
}

/** What people call a column or metric, else its id. */
const readItemName = (item: JsonObject, kind: string): string => findItemName(item, kind) ?? readId(item);

const findItemName = (item: JsonObject, kind: string): string | undefined =>
  kind === "column" ? getColumnName(item) : readKnownString(item.name);

const readId = (item: JsonObject) => readKnownString(item.id) ?? "";

/** A column or metric as messages show it. */
const describeItem = (item: JsonObject, kind: string): string =>
  findItemName(item, kind) ?? describeUnnamed(kind, readId(item));

/** What has no name: by its id, which `impact` takes for a name. */
const describeUnnamed = (kind: string, id: string) => `unnamed ${kind} ${id}`.trimEnd();

/** How a place of an element reads what is named there. */
function describePlace({ element, kind }: Part, [field, index]: Path, channels: Channels): string {
  const item = getValue(element, [field!, index ?? ""]);
  if (field === "columns" && isObject(item)) {
    const where = channels.get(readKnownString(item.id) ?? "");
    return `${describeReading(item, "column")}${where ? ` (${[...where].join(", ")})` : ""}`;
  }
  if (field === "metrics" && isObject(item)) return describeReading(item, "metric");
  if (field === "source") return index === "joins" ? "join key" : index === "matches" ? "union" : "transpose";
  return describeField(String(field), kind);
}

function describeReading(item: JsonObject, kind: "column" | "metric"): string {
  const name = findItemName(item, kind);
  return name === undefined ? describeUnnamed(kind, readId(item)) : `${kind} ${name}`;
}

function locateName(site: NameSite | undefined) {
  if (site === undefined || site.isBare) return {};
  const { text, start, end } = site;
  return { span: findSpan({ text: text.slice(start - 1, end + 1), start: start - 1 }, text) };
}
