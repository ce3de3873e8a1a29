import { remember } from "../../data";
import { type JsonObject, readKnownString } from "../json";
import {
  fieldOfPart,
  formDefinitionKey,
  type IdKind,
  type IdSite,
  listDefinitions,
  type PartField,
  type PartKind,
  partEntries,
  rewriteIds,
  walkIds,
} from "../references/references";
import type { LocalSpec, PlatformSpec } from "../spec-types";
import type { Rename } from "./renames";

/** The server's ids of an element and its parts: your id → the server's. */
export type ElementIdentity = { id: string } & { [field in PartField]?: Record<string, string> };

/**
 * Which of the server's ids belongs to which of yours. Plain JSON in the state: later versions must be able to read it.
 *
 * @example
 * const ids: IdentityMap = {
 *   pages: { main: "Xh2k" },
 *   elements: { fact_orders: { id: "q8Zr", columns: { revenue: "mP0s" } } },
 * };
 */
export interface IdentityMap {
  pages: Record<string, string>;
  elements: Record<string, ElementIdentity>;
}

/** A map without entries. */
export const createEmptyIdentity = (): IdentityMap => ({ pages: {}, elements: {} });

/** The server's id of an element; undefined if the map has none. */
export function getServerElementId(map: IdentityMap, element: string): string | undefined {
  return getOwn(map.elements, element)?.id;
}

/** The server's id of a table's part, e.g. `getServerPartId(map, "fact_orders", "column", "revenue")`. */
export function getServerPartId(map: IdentityMap, element: string, kind: PartKind, part: string): string | undefined {
  return getOwn(getOwn(map.elements, element)?.[fieldOfPart[kind]], part);
}

function getOwn<T>(record: Record<string, T> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

/**
 * A spec in the platform's ids, to be sent. What the map does not know keeps your id as a placeholder, which the
 * platform replaces; where the platform has given that very id to something else, the placeholder gets a tail.
 * `aliases` are left out.
 */
export function toServerIds(spec: LocalSpec, map: IdentityMap): PlatformSpec {
  const translated = translate(spec, map, "toServer");
  walkIds(translated, ({ role, holder }) => {
    if (role === "definition") delete (holder as JsonObject).aliases;
  });
  return translated as PlatformSpec;
}

/**
 * A spec in your ids, as read from the platform. What the map does not know was made elsewhere and keeps the platform's
 * id.
 */
export function toLocalIds(spec: PlatformSpec, map: IdentityMap): LocalSpec {
  return translate(spec, map, "toLocal") as LocalSpec;
}

type Direction = "toServer" | "toLocal";

/** The ids of one scope (the pages, the elements, a table's parts of one kind), looked up in one direction. */
class Scope {
  private readonly known = new Map<string, string>();
  private readonly given = new Set<string>();

  constructor(record: Record<string, string> | undefined, direction: Direction) {
    for (const [mine, theirs] of Object.entries(record ?? {})) {
      const [from, to] = direction === "toServer" ? [mine, theirs] : [theirs, mine];
      this.known.set(from, to);
      this.given.add(to);
    }
  }

  /** An id that the scope doesn't know stays, unless it is the new id of a known part. */
  get(id: string): string {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    let free = id;
    while (this.given.has(free)) free += "~";
    return free;
  }
}

function translate(spec: JsonObject, map: IdentityMap, direction: Direction): JsonObject {
  const elementIds = Object.fromEntries(Object.entries(map.elements).map(([mine, { id }]) => [mine, id]));
  const pages = new Scope(map.pages, direction);
  const elements = new Scope(elementIds, direction);
  const mineOf = new Map(
    Object.entries(elementIds).map(([mine, theirs]) => [direction === "toServer" ? mine : theirs, mine]),
  );
  const parts = new Map<string, Scope>();
  const getScope = (kind: IdKind, owner: string | undefined): Scope => {
    if (kind === "page") return pages;
    if (kind === "element") return elements;
    return remember(parts, `${kind} ${owner}`, () => {
      const element = owner === undefined ? undefined : mineOf.get(owner);
      const identity = element === undefined ? undefined : getOwn(map.elements, element);
      return new Scope(identity?.[fieldOfPart[kind]], direction);
    });
  };
  const defined = collectDefinitions(spec);
  return rewriteIds(spec, (site) => {
    const kind = findMeantKind(site, defined);
    if (kind === undefined) return site.id;
    return getScope(kind, site.owner).get(site.id);
  });
}

/** What is defined in a document: the kinds of a table's parts by id, and the names of its columns. */
interface Definitions {
  kinds: Map<string, IdKind>;
  columnNames: Set<string>;
}

const formKey = (owner: string | undefined, id: string) => `${owner}\n${id}`;

function collectDefinitions(spec: JsonObject): Definitions {
  const kinds = new Map<string, IdKind>();
  const columnNames = new Set<string>();
  walkIds(spec, ({ role, kinds: [kind], owner, id, holder }) => {
    if (role !== "definition" || owner === undefined) return;
    if (kind === "folder" || kind === "metricFolder") kinds.set(formKey(owner, id), kind);
    if (kind !== "column") return;
    const name = readKnownString((holder as JsonObject).name);
    if (name !== undefined) columnNames.add(formKey(owner, name));
  });
  return { kinds, columnNames };
}

/** Which of the kinds a site allows is meant; undefined for a name instead of an id. */
function findMeantKind(site: IdSite, { kinds, columnNames }: Definitions): IdKind | undefined {
  if (site.orName && columnNames.has(formKey(site.owner, site.id.replace(/^\[(.*)\]$/, "$1")))) return undefined;
  if (site.kinds.length === 1) return site.kinds[0];
  const defined = kinds.get(formKey(site.owner, site.id));
  return defined !== undefined && site.kinds.includes(defined) ? defined : site.kinds[0];
}

/** Your ids of one scope: the pages, the elements, or the parts of one kind of an element. */
type Change = <T>(record: Record<string, T>, kind: IdKind, element?: string) => Record<string, T>;

/** The map with each scope changed. @param change gets your id of the element that has the parts. */
function mapScopes(map: IdentityMap, change: Change): IdentityMap {
  const elements = Object.entries(change(map.elements, "element")).map(([element, identity]) => {
    const copy: ElementIdentity = { ...identity };
    for (const [field, kind] of partEntries) {
      if (copy[field] === undefined) continue;
      copy[field] = change(copy[field], kind, element);
      if (Object.keys(copy[field]).length === 0) delete copy[field];
    }
    return [element, copy] as const;
  });
  return { pages: change(map.pages, "page"), elements: Object.fromEntries(elements) };
}

/** The map with renames of your ids carried out, so that what was renamed stays the same thing on the server. */
export function renameIdentity(map: IdentityMap, renames: readonly Rename[]): IdentityMap {
  if (renames.length === 0) return map;
  return mapScopes(map, (record, kind, element) => {
    const scope = renames.filter((rename) => rename.kind === kind && rename.element === element);
    const now = new Map(scope.map(({ from, to }) => [from, to]));
    return Object.fromEntries(Object.entries(record).map(([mine, theirs]) => [now.get(mine) ?? mine, theirs]));
  });
}

/**
 * A map with the ids of what the declaration no longer has and the platform still does: ids of ignored parts stay known
 * after they left the file.
 *
 * @param previous the map before, with the names of the declaration.
 */
export function addFormerIds(map: IdentityMap, previous: IdentityMap, received: PlatformSpec): IdentityMap {
  const there = new Set(listDefinitions(received).map(formDefinitionKey));
  /** What the platform has of the ids known, unless the map has the id on either side. */
  const filterLeft = (
    known: Record<string, string>,
    now: Record<string, string> = {},
    kind: IdKind,
    element?: string,
  ): Record<string, string> => {
    const taken = new Set(Object.values(now));
    const isLeft = ([mine, theirs]: [string, string]) =>
      !Object.hasOwn(now, mine) && !taken.has(theirs) && there.has(formDefinitionKey({ kind, element, id: theirs }));
    return Object.fromEntries(Object.entries(known).filter(isLeft));
  };
  const mapIds = ({ elements }: IdentityMap) =>
    Object.fromEntries(Object.entries(elements).map(([mine, { id }]) => [mine, id]));
  const elements = new Map(Object.entries(map.elements));
  for (const [mine, id] of Object.entries(filterLeft(mapIds(previous), mapIds(map), "element")))
    elements.set(mine, { id });
  for (const [mine, now] of elements) {
    const before = getOwn(previous.elements, mine);
    if (before === undefined || before.id !== now.id) continue;
    for (const [field, kind] of partEntries) {
      const former = filterLeft(before[field] ?? {}, now[field], kind, now.id);
      if (Object.keys(former).length === 0) continue;
      const pairs = Object.entries({ ...now[field], ...former }).sort(([a], [b]) => (a < b ? -1 : 1));
      elements.set(mine, { ...(elements.get(mine) as ElementIdentity), [field]: Object.fromEntries(pairs) });
    }
  }
  return {
    pages: { ...map.pages, ...filterLeft(previous.pages, map.pages, "page") },
    elements: Object.fromEntries(elements),
  };
}

/**
 * A map without what neither the declaration nor the map before had a name for: what people added below ignored paths.
 */
export function dropUnnamed(map: IdentityMap, declared: LocalSpec, previous: IdentityMap): IdentityMap {
  const names = new Set(listDefinitions(declared).map(formDefinitionKey));
  const getKnown = (kind: IdKind, element: string | undefined): object => {
    if (kind === "page") return previous.pages;
    if (kind === "element") return previous.elements;
    return getOwn(previous.elements, element!)?.[fieldOfPart[kind]] ?? {};
  };
  return mapScopes(map, (record, kind, element) => {
    const known = getKnown(kind, element);
    const isNamed = (id: string) => names.has(formDefinitionKey({ kind, element, id })) || Object.hasOwn(known, id);
    return Object.fromEntries(Object.entries(record).filter(([mine]) => isNamed(mine)));
  });
}
