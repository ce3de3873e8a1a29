import { ModelSet } from "../spec/across";
import {
  assignIds,
  FormulaSite,
  findNames,
  findPrimary,
  listElementPlaces,
  type Meaning,
  normalizePlainName,
  readSourceName,
  type Target,
  walkFormulas,
} from "../spec/internal";
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
} from "../spec/json";
import { convertToModel, toWorkbookPath, walkObjects } from "../workbook";

/** A data model or a workbook, and what its sources lead to. */
export interface NamedDocument {
  /** Tells it from others. */
  readonly key: string;
  /** What messages call it. */
  readonly name: string;
  /** Its representation, without the envelope of the API; placeholders stay as they are. */
  readonly form: JsonObject;
  readonly isWorkbook: boolean;
  /** The document and the element that a source with the kind `data-model` names; undefined: it can't be known. */
  locate(source: JsonObject): { readonly document: string; readonly element: string } | undefined;
}

/** What gets another name: an element, or a column or metric of it, by its place in the document's form. */
export interface RenameTarget {
  readonly document: string;
  readonly path: Path;
}

/** A name in a text of a document. */
export interface NameUse {
  readonly document: string;
  /** Of the text, in the document's form. */
  readonly path: Path;
  /** Where the name stands in the text, without its brackets. */
  readonly start: number;
  readonly end: number;
  readonly segments: readonly string[];
  /** Whether it is the whole text, without brackets. */
  readonly isBare: boolean;
  readonly site: FormulaSite;
}

/** What a name stands for: keys of columns and metrics, else of elements and relationships. */
export interface Resolved {
  readonly status: Meaning["status"];
  readonly keys: readonly string[];
  /** The elements of these, and those that are named themselves. */
  readonly elements: readonly string[];
}

/** The name of a part of a table, or of an element, tells it from all others: by its place. */
export const formPlaceKey = (document: string, path: Path): string => JSON.stringify([document, path]);

/** Tells a use in one state of the documents from others, and finds it in another state. */
export const formUseKey = ({ document, path, start }: Pick<NameUse, "document" | "path" | "start">, nth = start) =>
  JSON.stringify([document, path, nth]);

/** The words before a slash that lead to what the reader selected, or to a card of a repeated container. */
const selection = "Selection";
const cards = / repeated container$/;

/** Behind the name of a column of a join stands the side it is from. */
const sideSuffix = / \([^()]*\)$/;

/** Documents with all names in them. */
export class NamedDocuments {
  readonly #set: ModelSet;
  readonly #specs = new Map<string, JsonObject>();
  readonly #documents: ReadonlyMap<string, NamedDocument>;
  /** Elements, columns, metrics and relationships by identity. */
  readonly #keys = new Map<JsonObject, string>();
  readonly #elements = new Map<string, JsonObject>();

  constructor(readonly documents: readonly NamedDocument[]) {
    this.#documents = new Map(documents.map((document) => [document.key, document]));
    const models = documents.map(({ key, name, form, isWorkbook, locate }) => {
      const spec = isWorkbook ? convertToModel(form) : assignIds(form);
      this.#specs.set(key, spec);
      this.#addKeys(key, spec, isWorkbook);
      const find = (source: JsonObject) => {
        const place = locate(source);
        return place && { model: place.document, element: place.element };
      };
      return [key, { name, spec, locate: find }] as const;
    });
    this.#set = new ModelSet(new Map(models));
  }

  #addKeys(document: string, spec: JsonObject, isWorkbook: boolean): void {
    for (const { element, path } of listElementPlaces(spec)) {
      const place = isWorkbook ? toWorkbookPath(path) : path;
      this.#keys.set(element, formPlaceKey(document, place));
      const id = readKnownString(element.id);
      if (id !== undefined) this.#elements.set(JSON.stringify([document, id]), element);
      for (const field of ["columns", "metrics", "relationships"]) {
        for (const [index, part] of listObjectEntries(element[field])) {
          this.#keys.set(part, formPlaceKey(document, [...place, field, index]));
        }
      }
    }
  }

  /** The names in all texts. */
  listUses(): NameUse[] {
    return this.documents.flatMap((document) => [
      ...this.#listFormulaUses(document),
      ...(document.isWorkbook ? this.#listTextUses(document) : []),
    ]);
  }

  /** Names in formulas of columns and metrics, and in the sides of joins, unions and transposes. */
  #listFormulaUses({ key, isWorkbook }: NamedDocument): NameUse[] {
    const spec = this.#specs.get(key)!;
    const uses: NameUse[] = [];
    const add = (site: FormulaSite) => {
      const path = site.buildPath();
      const text = readKnownString(getValue(spec, path));
      const place = isWorkbook ? toWorkbookPath(path) : path;
      if (text === undefined) return;
      const isBare = site.scope === "side" && !text.includes("[");
      if (isBare) uses.push({ document: key, path: place, start: 0, end: text.length, segments: [text], isBare, site });
      else uses.push(...listNamesIn(text, { document: key, path: place, site }));
    };
    walkFormulas(spec, add);
    for (const { element, path } of listElementPlaces(spec)) {
      const { source } = element;
      if (!isObject(source) || source.kind !== "transpose") continue;
      for (const field of ["outputColumns", "columnsToMerge"]) {
        for (const [index, text] of toList(source[field]).entries()) {
          add(new FormulaSite(element, "side", text, path, ["source", field, index], source.source));
        }
      }
    }
    return uses;
  }

  /** Names in texts with `{{…}}`, actions, conditional formats, marks and progress of a workbook. */
  #listTextUses({ key, form }: NamedDocument): NameUse[] {
    const spec = this.#specs.get(key)!;
    const uses: NameUse[] = [];
    const addInside = (value: Json | undefined, path: Path, host: JsonObject) => {
      for (const { text, at, start, formula } of listTexts(value, path)) {
        const site = new FormulaSite(host, "table", text, [], at);
        uses.push(...listNamesIn(formula, { document: key, path: at, site }, start));
      }
    };
    for (const [index, element] of listObjectEntries(form.elements)) {
      const converted = getValue(spec, ["pages", 0, "elements", index]);
      const { columns: _, source: __, ...rest } = element;
      addInside(rest, ["elements", index], isObject(converted) ? converted : element);
    }
    for (const field of ["pages", "overlays", "panels", "agents", "settings"]) addInside(form[field], [field], {});
    return uses;
  }

  /** What a name means where it stands; `segments` in place of those that it has. */
  resolve({ document, site, segments: own }: NameUse, segments: readonly string[] = own): Resolved {
    const found = this.#findMeaning(document, site, expandSegments(segments));
    if (found.status === "found" || !sideSuffix.test(segments.at(-1) ?? "")) return found;
    const plain = [...segments.slice(0, -1), segments.at(-1)!.replace(sideSuffix, "")];
    const behind = this.#findMeaning(document, site, expandSegments(plain));
    return behind.status === "found" ? behind : found;
  }

  /** Whether a name means something only without the side of a join behind it. */
  isOfSide({ document, site, segments }: NameUse): boolean {
    if (!sideSuffix.test(segments.at(-1) ?? "")) return false;
    return this.#findMeaning(document, site, expandSegments(segments)).status !== "found";
  }

  #findMeaning(document: string, site: FormulaSite, segments: readonly string[]): Resolved {
    const names = this.#set.getNames(document);
    const nameless = segments.length > 1 ? this.#findNamelessSource(document, site, segments[0]!) : undefined;
    const behind = nameless && names.findMeaning(nameless, segments.slice(1));
    const { status, targets } = behind?.status === "found" ? behind : names.findMeaning(site, segments);
    const meant = segments.length > 1 ? this.#preferSources(document, site, targets) : targets;
    const parts = meant.filter(({ part }) => part !== undefined && part.kind !== "relationship");
    const named = parts.length > 0 ? parts : meant;
    const listKeys = (some: readonly JsonObject[]) => [...new Set(some.flatMap((one) => this.#keys.get(one) ?? []))];
    return {
      status,
      keys: listKeys(named.map(({ element, part }) => part?.item ?? element)).sort(),
      elements: listKeys(meant.map(({ element }) => element)).sort(),
    };
  }

  /** A prefix is that of a source, even where the table itself, or another one, has the same name. */
  #preferSources(document: string, site: FormulaSite, targets: readonly Target[]): readonly Target[] {
    if (targets.some(({ part }) => part?.kind === "relationship")) return targets;
    const sources = this.listSourceElements(document, site.element);
    const direct = targets.filter(({ element }) => sources.includes(element));
    return direct.length > 0 ? direct : targets;
  }

  /** The source of an element that has no name of its own, and is called by the one that it gets from what it reads. */
  #findNamelessSource(document: string, site: FormulaSite, prefix: string): FormulaSite | undefined {
    if (site.scope !== "table") return undefined;
    const source = listSources(site.element.source).find((one) => {
      const place = this.#findSource(document, one);
      if (place === undefined || place.element.name !== undefined) return false;
      const { name } = this.readName(place.document, place.element);
      return name !== undefined && normalizePlainName(name) === normalizePlainName(prefix);
    });
    return source && new FormulaSite(site.element, "side", undefined, [], [], source);
  }

  /** What an element is called: its own name, or that of what it reads, with the elements on the way. */
  readName(document: string, element: JsonObject, depth = 0): { name: string | undefined; through: JsonObject[] } {
    const written = readKnownString(element.name);
    if (written !== undefined || depth > deepest) return { name: written, through: [] };
    const source = findNamesake(element.source);
    const place = source && this.#findSource(document, source);
    if (place === undefined) return { name: readSourceName(source), through: [] };
    const behind = this.readName(place.document, place.element, depth + 1);
    return { ...behind, through: [place.element, ...behind.through] };
  }

  #findSource(document: string, source: JsonObject): { document: string; element: JsonObject } | undefined {
    const { kind, elementId } = source;
    const place =
      kind === "data-model"
        ? this.#documents.get(document)!.locate(source)
        : { document, element: readKnownString(elementId) ?? "" };
    const element = place && this.findElement(place.document, place.element);
    return element && { document: place.document, element };
  }

  /** The elements that an element reads from, of its document and others. */
  listSourceElements(document: string, element: JsonObject): JsonObject[] {
    return listSources(element.source).flatMap((source): JsonObject[] => {
      const found = this.#findSource(document, source);
      return found === undefined ? [] : [found.element];
    });
  }

  /** Whether an element reads from a data model that isn't among the documents. */
  hasUnknownSource(document: string, element: JsonObject): boolean {
    return listSources(element.source).some(
      (source) => source.kind === "data-model" && this.#documents.get(document)!.locate(source) === undefined,
    );
  }

  /** The elements of a document as its formulas see them, with their places. */
  listElements(document: string): { readonly element: JsonObject; readonly path: Path }[] {
    const { isWorkbook } = this.#documents.get(document)!;
    return listElementPlaces(this.#specs.get(document)!).map(({ element, path }) => ({
      element,
      path: isWorkbook ? toWorkbookPath(path) : path,
    }));
  }

  getKey(thing: JsonObject): string | undefined {
    return this.#keys.get(thing);
  }

  /** Finds an element of a document by its id. */
  findElement(document: string, id: string): JsonObject | undefined {
    return this.#elements.get(JSON.stringify([document, id]));
  }
}

function expandSegments(segments: readonly string[]): readonly string[] {
  const [first = "", ...rest] = segments;
  if (rest.length === 0) return segments;
  return first === selection ? rest : [first.replace(cards, ""), ...rest];
}

function listNamesIn(formula: string, at: Pick<NameUse, "document" | "path" | "site">, from = 0): NameUse[] {
  return findNames(formula).map(({ segments, start, end }) => ({
    ...at,
    segments,
    isBare: false,
    start: from + start + 1,
    end: from + end,
  }));
}

interface FormulaInText {
  readonly text: string;
  readonly at: Path;
  readonly formula: string;
  readonly start: number;
}

/** Formulas that are a whole text, and those in texts: `{{…}}`. */
function* listTexts(value: Json | undefined, path: Path): Generator<FormulaInText> {
  for (const { object, path: place } of walkObjects(value, path)) {
    for (const [field, text] of Object.entries(object).flatMap(([key, one]) => listStrings(one, [key]))) {
      const at = [...place, ...field];
      const key = String(field[0]);
      const isWhole =
        key === "formula" || (key === "condition" && place.at(-1) === "trigger") || isProgress(object, key);
      if (isWhole) yield { text, at, formula: text, start: 0 };
      else
        for (const { 1: formula = "", index } of text.matchAll(/\{\{(.*?)\}\}/gs)) {
          yield { text, at, formula, start: index + 2 };
        }
    }
  }
}

/** A text, and those of a list; what is inside of objects is walked on its own. */
function listStrings(value: Json | undefined, at: Path): [Path, string][] {
  if (typeof value === "string") return [[at, value]];
  return toList(value).flatMap((item, index) => (typeof item === "string" ? [[[...at, index], item]] : []));
}

const isProgress = ({ kind }: JsonObject, field: string) =>
  kind === "progress" && ["value", "min", "max"].includes(field);

/** The sources inside of a source that are elements. */
export function listSources(source: Json | undefined): JsonObject[] {
  if (!isObject(source)) return [];
  if (source.kind === "table" || source.kind === "data-model") return [source];
  const sides = filterObjects(source.joins).flatMap(({ left, right }) => [left, right]);
  return [source.primarySource, source.source, ...sides, ...toList(source.sources)].flatMap((one) => listSources(one));
}

/** Elements may read from each other in a circle, which a rule reports. */
const deepest = 100;

/** The source that gives an element without a name its own; undefined where there is none. */
function findNamesake(source: Json | undefined): JsonObject | undefined {
  if (!isObject(source)) return undefined;
  if (source.kind === "transpose") return findNamesake(source.source);
  if (source.kind !== "join" || readKnownString(source.name) !== undefined) return source;
  return findNamesake(findPrimary(source));
}
