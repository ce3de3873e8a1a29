/**
 * Where ids live and where they are referred to: the one table behind the reference rules, the translation of ids,
 * renames and the question who refers to what. Ids of parts are unique within their table only, so that every one of
 * them is a pair (element, id).
 */
import {
  copyJson,
  filterObjects,
  isObject,
  type JsonObject,
  type Path,
  readKnownString,
  toList,
  unknownValue,
} from "../json";

/** What an id can name. */
export type IdKind = "page" | "element" | PartKind;

/** The parts of a table that have ids of their own. */
export type PartKind =
  | "column"
  | "metric"
  | "metricFolder"
  | "relationship"
  | "filter"
  | "folder"
  | "grouping"
  | "columnSecurity";

/** What the kinds are called in messages. */
export const kindNames: Readonly<Record<IdKind, string>> = {
  page: "page",
  element: "element",
  column: "column",
  metric: "metric",
  metricFolder: "metric folder",
  relationship: "relationship",
  filter: "filter",
  folder: "folder",
  grouping: "grouping",
  columnSecurity: "column security",
};

/** The fields of a table that hold parts, and the kind of part each holds. */
export const partFields = {
  columns: "column",
  metrics: "metric",
  metricFolders: "metricFolder",
  relationships: "relationship",
  filters: "filter",
  folders: "folder",
  groupings: "grouping",
  columnSecurities: "columnSecurity",
} as const satisfies Record<string, PartKind>;

/** A field of a table that holds parts. */
export type PartField = keyof typeof partFields;

/** The field that holds parts of a kind. */
export const fieldOfPart = Object.fromEntries(
  Object.entries(partFields).map(([field, kind]) => [kind, field]),
) as Record<PartKind, PartField>;

/** One place of an id: where it is defined or referred to. */
export interface IdSite {
  readonly role: "definition" | "reference";
  /** What the id names; for a reference, what it may name. */
  readonly kinds: readonly IdKind[];
  /** For ids of parts: the element whose part it is, by the id that element has in this document. */
  readonly owner: string | undefined;
  /** Whether the site may hold a column's name instead of its id. */
  readonly orName: boolean;
  /** The field's place in the table of references, e.g. `relationships[].targetElementId`; for a definition `id`. */
  readonly field: string;
  /** The object or list that holds the id. */
  readonly holder: JsonObject | unknown[];
  readonly key: string | number;
  /** The id at the site. */
  readonly id: string;
  /** The element in which the site is; undefined for a page's own id. */
  readonly element: JsonObject | undefined;
  /** The site's place in the document. */
  buildPath(): Path;
}

/** Finds the element whose part is referred to, from the objects on the way to the reference (the element first). */
type Owner = (chain: readonly JsonObject[]) => string | undefined;

interface Reference {
  /** Path below the element: `[]` is every item of a list. */
  at: string;
  kinds: readonly IdKind[];
  /** For references to parts. */
  owner?: Owner;
  /** The `kind` that the object holding the reference must have. */
  when?: string;
  orName?: true;
}

const getLast = (chain: readonly JsonObject[]) => chain.at(-1);

/** The table itself. */
const getSelf: Owner = ([element]) => readKnownString(element?.id);
/** The table that the object holding the reference names in `elementId`. */
const getElementBeside: Owner = (chain) => readKnownString(getLast(chain)?.elementId);
/** The table that the source beside the reference names; a source outside the model names none. */
const getSourceBeside: Owner = (chain) => {
  const source = getLast(chain)?.source;
  return isObject(source) && source.kind === "table" ? readKnownString(source.elementId) : undefined;
};
/** The table that a relationship leads to, seen from one of its keys. */
const findRelationshipTarget: Owner = (chain) => readKnownString(chain.at(-2)?.targetElementId);

const column = ["column"] as const;
const columnOrFolder = ["column", "folder"] as const;
const metricOrFolder = ["metric", "metricFolder"] as const;

/** The places of a table's source, and of sources inside it. */
const sourcePlaces = [
  "source",
  "source.joins[].left",
  "source.joins[].right",
  "source.primarySource",
  "source.sources[]",
  "source.source",
];

const tableReferences: readonly Reference[] = [
  { at: "order[]", kinds: columnOrFolder, owner: getSelf },
  { at: "summary[]", kinds: column, owner: getSelf },
  { at: "folders[].items[]", kinds: columnOrFolder, owner: getSelf },
  { at: "groupings[].groupBy[]", kinds: columnOrFolder, owner: getSelf },
  { at: "groupings[].calculations[]", kinds: column, owner: getSelf },
  { at: "groupings[].sort[].columnId", kinds: column, owner: getSelf },
  { at: "sort[].columnId", kinds: column, owner: getSelf },
  { at: "filters[].columnId", kinds: column, owner: getSelf },
  { at: "columnSecurities[].restrictedColumns[]", kinds: column, owner: getSelf },
  { at: "uniqueKeys[]", kinds: column, owner: getSelf },
  { at: "metrics[].timeline.dateColumnId", kinds: column, owner: getSelf },
  { at: "metricOrder[]", kinds: metricOrFolder, owner: getSelf },
  { at: "metricFolders[].items[]", kinds: metricOrFolder, owner: getSelf },
  { at: "relationships[].targetElementId", kinds: ["element"] },
  { at: "relationships[].keys[].sourceColumnId", kinds: column, owner: getSelf },
  { at: "relationships[].keys[].targetColumnId", kinds: column, owner: findRelationshipTarget },
  ...sourcePlaces.flatMap((place): Reference[] => [
    { at: `${place}.elementId`, kinds: ["element"], when: "table" },
    { at: `${place}.groupingId`, kinds: ["grouping"], owner: getElementBeside, when: "table" },
  ]),
  { at: "source.columnToTranspose", kinds: column, owner: getSourceBeside, when: "transpose" },
  { at: "source.valueColumn", kinds: column, owner: getSourceBeside, when: "transpose" },
  // Whether these two hold ids or names is not settled, so both are understood.
  { at: "source.outputColumns[]", kinds: column, owner: getSourceBeside, when: "transpose", orName: true },
  { at: "source.columnsToMerge[]", kinds: column, owner: getSourceBeside, when: "transpose", orName: true },
];

const controlReferences: readonly Reference[] = [
  { at: "filters[].source.elementId", kinds: ["element"], when: "table" },
  { at: "filters[].columnId", kinds: column, owner: getSourceBeside },
  { at: "source.source.elementId", kinds: ["element"], when: "table" },
  { at: "source.columnId", kinds: column, owner: getSourceBeside },
  { at: "source.displayColumnId", kinds: column, owner: getSourceBeside },
];

interface CompiledReference extends Reference {
  /** Field names on the way; `[]` for every item. */
  steps: readonly string[];
}

const compile = (references: readonly Reference[]): readonly CompiledReference[] =>
  references.map((reference) => ({
    ...reference,
    steps: reference.at.split(".").flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), "[]"] : [step])),
  }));

const referencesByKind: ReadonlyMap<unknown, readonly CompiledReference[]> = new Map([
  ["table", compile(tableReferences)],
  ["control", compile(controlReferences)],
]);

/** The way from the root to a value, as a list that shares its beginning with its neighbors. */
interface Trail {
  readonly before: Trail | undefined;
  readonly key: string | number;
}

function buildPath(trail: Trail | undefined): Path {
  const path: Path = [];
  for (let step = trail; step; step = step.before) path.push(step.key);
  return path.reverse();
}

/** The fields that hold parts, each with the kind. */
export const partEntries = Object.entries(partFields) as readonly [PartField, PartKind][];

/** One list per kind, so that a visit makes none. */
const onlyKind = new Map(
  (Object.keys(kindNames) as IdKind[]).map((kind): [IdKind, readonly IdKind[]] => [kind, [kind]]),
);

class Site implements IdSite {
  constructor(
    readonly role: "definition" | "reference",
    readonly kinds: readonly IdKind[],
    readonly owner: string | undefined,
    readonly orName: boolean,
    readonly field: string,
    readonly holder: JsonObject | unknown[],
    readonly key: string | number,
    readonly id: string,
    readonly element: JsonObject | undefined,
    private readonly trail: Trail,
  ) {}

  buildPath(): Path {
    return [...buildPath(this.trail), this.key];
  }
}

/**
 * Visits every id definition and every reference of a spec, pages and elements before what is inside them. Ids that are
 * missing, not strings or still open are passed over, and so are references to parts of an element that is not known
 * here.
 *
 * Sites describe the document at the time of the visit: collect them first when writing ids, since an element's own id
 * decides whose part a reference means.
 *
 * @example
 * walkIds(spec, (site) => site.role === "reference" && console.log(site.buildPath(), site.id));
 */
export function walkIds(spec: JsonObject, visit: (site: IdSite) => void): void {
  const pages = spec.pages;
  if (!Array.isArray(pages)) return;
  const pagesTrail: Trail = { before: undefined, key: "pages" };
  for (let p = 0; p < pages.length; p++) {
    const page = pages[p];
    if (!isObject(page)) continue;
    const pageTrail: Trail = { before: pagesTrail, key: p };
    visitDefinition("page", undefined, page, undefined, pageTrail, visit);
    const elements = page.elements;
    if (!Array.isArray(elements)) continue;
    const elementsTrail: Trail = { before: pageTrail, key: "elements" };
    for (let e = 0; e < elements.length; e++) {
      const element = elements[e];
      if (isObject(element)) walkElement(element, { before: elementsTrail, key: e }, visit);
    }
  }
}

/** What stays the same while one element is walked. */
interface Walk {
  element: JsonObject;
  visit: (site: IdSite) => void;
}

function walkElement(element: JsonObject, trail: Trail, visit: (site: IdSite) => void): void {
  visitDefinition("element", undefined, element, element, trail, visit);
  if (element.kind === "table") {
    const owner = readKnownString(element.id);
    for (const [field, kind] of partEntries) {
      const parts = element[field];
      if (!Array.isArray(parts)) continue;
      const partsTrail: Trail = { before: trail, key: field };
      for (let i = 0; i < parts.length; i++) {
        const part = parts[i];
        if (isObject(part)) visitDefinition(kind, owner, part, element, { before: partsTrail, key: i }, visit);
      }
    }
  }
  for (const reference of referencesByKind.get(element.kind) ?? []) {
    if (element[reference.steps[0]!] !== undefined) {
      walkReference(reference, 0, element, [element], trail, { element, visit });
    }
  }
}

function visitDefinition(
  kind: IdKind,
  owner: string | undefined,
  holder: JsonObject,
  element: JsonObject | undefined,
  trail: Trail,
  visit: (site: IdSite) => void,
): void {
  const id = readKnownString(holder.id);
  if (id !== undefined) {
    visit(new Site("definition", onlyKind.get(kind)!, owner, false, "id", holder, "id", id, element, trail));
  }
}

/**
 * Follows the steps of a reference from `value`; `chain` holds the objects on the way, `value` the last of them or a
 * list in it.
 */
function walkReference(
  reference: CompiledReference,
  step: number,
  value: JsonObject | unknown[],
  chain: readonly JsonObject[],
  trail: Trail,
  walk: Walk,
): void {
  const keys = reference.steps[step] === "[]" ? (value as unknown[]).keys() : [reference.steps[step]!];
  const following = reference.steps[step + 1];
  for (const key of keys) {
    const next = (value as Record<string | number, unknown>)[key];
    if (following === undefined) {
      visitReference(reference, value, key, next, chain, trail, walk);
    } else if (following === "[]" && Array.isArray(next)) {
      walkReference(reference, step + 1, next, chain, { before: trail, key }, walk);
    } else if (following !== "[]" && isObject(next)) {
      walkReference(reference, step + 1, next, [...chain, next], { before: trail, key }, walk);
    }
  }
}

function visitReference(
  reference: CompiledReference,
  holder: JsonObject | unknown[],
  key: string | number,
  value: unknown,
  chain: readonly JsonObject[],
  trail: Trail,
  { element, visit }: Walk,
): void {
  if (typeof value !== "string" || value === unknownValue) return;
  if (reference.when !== undefined && getLast(chain)?.kind !== reference.when) return;
  const owner = reference.owner?.(chain);
  if (reference.owner && owner === undefined) return;
  const { kinds, orName = false, at } = reference;
  visit(new Site("reference", kinds, owner, orName, at, holder, key, value, element, trail));
}

/**
 * A copy of a spec with other ids: `change` is asked for every site. The document given stays as it is.
 *
 * @example rewriteIds(spec, (site) => (site.id === "old" ? "new" : site.id))
 */
export function rewriteIds(spec: JsonObject, change: (site: IdSite) => string): JsonObject {
  const copy = copyJson(spec);
  const sites: IdSite[] = [];
  walkIds(copy, (site) => sites.push(site));
  const changed = sites.map(change);
  for (const [index, { holder, key }] of sites.entries()) {
    (holder as Record<string | number, unknown>)[key] = changed[index];
  }
  return copy;
}

/** A page, an element or a part of an element, by the ids of a document. */
export interface Definition {
  readonly kind: IdKind;
  /** The element whose part it is. */
  readonly element?: string | undefined;
  readonly id: string;
}

/** One text for what an id defines. */
export const formDefinitionKey = ({ kind, element, id }: Definition) => JSON.stringify([kind, element ?? null, id]);

/** All that has an id, in the order of the document: each element before its parts. */
export function listDefinitions(spec: JsonObject): Definition[] {
  const definitions: Definition[] = [];
  walkIds(spec, ({ role, kinds: [kind], owner: element, id }) => {
    if (role === "definition") definitions.push({ kind: kind!, element, id });
  });
  return definitions;
}

/** A table's parts of one kind. */
export function listParts(element: JsonObject, kind: PartKind): JsonObject[] {
  return filterObjects(element[fieldOfPart[kind]]);
}

/** The elements of all pages, in order, with their paths. */
export function listElementPlaces(spec: JsonObject): { element: JsonObject; path: Path }[] {
  const places: { element: JsonObject; path: Path }[] = [];
  for (const [p, page] of toList(spec.pages).entries()) {
    for (const [e, element] of (isObject(page) ? toList(page.elements) : []).entries()) {
      if (isObject(element)) places.push({ element, path: ["pages", p, "elements", e] });
    }
  }
  return places;
}

/** The elements of all pages, in order. */
export function listElements(spec: JsonObject): JsonObject[] {
  return filterObjects(spec.pages).flatMap((page) => filterObjects(page.elements));
}

/** The ids of a table's parts of one kind. */
export function listPartIds(element: JsonObject, kind: IdKind): string[] {
  if (kind === "page" || kind === "element") return [];
  const ids: string[] = [];
  for (const part of listParts(element, kind)) {
    const id = readKnownString(part.id);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}
