import { type JsonObject, readKnownString } from "../json";
import {
  fieldOfPart,
  type IdKind,
  type IdSite,
  type PartField,
  type PartKind,
  partFields,
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
    const key = `${kind} ${owner}`;
    let scope = parts.get(key);
    if (!scope) {
      const element = owner === undefined ? undefined : mineOf.get(owner);
      const identity = element === undefined ? undefined : getOwn(map.elements, element);
      scope = new Scope(identity?.[fieldOfPart[kind]], direction);
      parts.set(key, scope);
    }
    return scope;
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

/** The map with renames of your ids carried out, so that what was renamed stays the same thing on the server. */
export function renameIdentity(map: IdentityMap, renames: readonly Rename[]): IdentityMap {
  if (renames.length === 0) return map;
  /** A record whose keys are renamed by the renames of one scope. */
  const renameKeys = <T>(record: Record<string, T>, kind: IdKind, element?: string): Record<string, T> => {
    const scope = renames.filter((rename) => rename.kind === kind && rename.element === element);
    const now = new Map(scope.map(({ from, to }) => [from, to]));
    return Object.fromEntries(Object.entries(record).map(([mine, theirs]) => [now.get(mine) ?? mine, theirs]));
  };
  const elements = Object.entries(renameKeys(map.elements, "element")).map(([element, identity]) => {
    const copy: ElementIdentity = { ...identity };
    for (const [field, kind] of Object.entries(partFields) as [PartField, PartKind][]) {
      const ids = identity[field];
      if (ids) copy[field] = renameKeys(ids, kind, element);
    }
    return [element, copy] as const;
  });
  return { pages: renameKeys(map.pages, "page"), elements: Object.fromEntries(elements) };
}

/** Entries of a record for the platform's ids that are there, unless the other record has the id on either side. */
function filterPresent(
  known: Record<string, string>,
  map: Record<string, string> | undefined,
  there: ReadonlySet<string>,
): Record<string, string> {
  const taken = new Set(Object.values(map ?? {}));
  const isLeft = ([mine, theirs]: [string, string]) =>
    !Object.hasOwn(map ?? {}, mine) && !taken.has(theirs) && there.has(theirs);
  return Object.fromEntries(Object.entries(known).filter(isLeft));
}

/**
 * A map with the ids of what the declaration no longer has and the platform still does: ids of ignored parts stay known
 * after they left the file.
 *
 * @param previous the map before, with the names of the declaration.
 */
export function addFormerIds(map: IdentityMap, previous: IdentityMap, received: PlatformSpec): IdentityMap {
  const there = new Map<string, Set<string>>();
  walkIds(received, ({ role, kinds: [kind], owner, id }) => {
    if (role !== "definition") return;
    const scope = formScopeKey(kind!, owner);
    there.set(scope, (there.get(scope) ?? new Set()).add(id));
  });
  const filterLeft = (
    known: Record<string, string>,
    now: Record<string, string> | undefined,
    kind: IdKind,
    owner?: string,
  ) => filterPresent(known, now, there.get(formScopeKey(kind, owner)) ?? new Set());
  const mapIds = ({ elements }: IdentityMap) =>
    Object.fromEntries(Object.entries(elements).map(([mine, { id }]) => [mine, id]));
  const elements = new Map(Object.entries(map.elements));
  for (const [mine, id] of Object.entries(filterLeft(mapIds(previous), mapIds(map), "element")))
    elements.set(mine, { id });
  for (const [mine, now] of elements) {
    const before = getOwn(previous.elements, mine);
    if (before === undefined || before.id !== now.id) continue;
    for (const [field, kind] of Object.entries(partFields) as [PartField, PartKind][]) {
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

const formScopeKey = (kind: IdKind, owner: string | undefined) => `${kind} ${owner ?? ""}`;

/**
 * A map without what neither the declaration nor the map before had a name for: what people added below ignored paths.
 */
export function dropUnnamed(map: IdentityMap, declared: LocalSpec, previous: IdentityMap): IdentityMap {
  const names = new Set<string>();
  walkIds(declared, ({ role, kinds: [kind], owner, id }) => {
    if (role === "definition") names.add(`${formScopeKey(kind!, owner)}\n${id}`);
  });
  const filterNamed = (
    record: Record<string, string>,
    known: Record<string, unknown> = {},
    kind: IdKind,
    owner?: string,
  ) =>
    Object.fromEntries(
      Object.entries(record).filter(
        ([mine]) => names.has(`${formScopeKey(kind, owner)}\n${mine}`) || Object.hasOwn(known, mine),
      ),
    );
  const elements = Object.entries(map.elements).flatMap(([mine, identity]) => {
    const before = getOwn(previous.elements, mine);
    if (before === undefined && !names.has(`${formScopeKey("element", undefined)}\n${mine}`)) return [];
    const copy: ElementIdentity = { ...identity };
    for (const [field, kind] of Object.entries(partFields) as [PartField, PartKind][]) {
      if (copy[field] === undefined) continue;
      const ids = filterNamed(copy[field], before?.[field], kind, mine);
      if (Object.keys(ids).length > 0) copy[field] = ids;
      else delete copy[field];
    }
    return [[mine, copy] as const];
  });
  return { pages: filterNamed(map.pages, previous.pages, "page"), elements: Object.fromEntries(elements) };
}
