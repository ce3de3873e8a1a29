import { addTo, remember } from "../../data";
import { createNameFinder } from "../../text";
import { isObject, type JsonObject, readKnownString, toList } from "../json";
import {
  fieldOfPart,
  formDefinitionKey,
  type IdKind,
  type IdSite,
  type PartField,
  type PartKind,
  walkIds,
} from "../references/references";
import type { PlatformSpec } from "../spec-types";
import { deriveId, formSlug } from "./assign";
import { createEmptyIdentity, type ElementIdentity, type IdentityMap, toLocalIds } from "./identity";

/** Characters an id may have before it gets a number. */
const longest = 60;

/** What others are named after comes before those others. */
const rounds: readonly (readonly IdKind[])[] = [
  ["page", "element", "column"],
  ["folder", "metric", "metricFolder"],
  ["relationship", "filter", "grouping", "columnSecurity"],
];

/**
 * Readable ids for everything in a model as the server has it: a table `Order lines` becomes `order_lines`, its column
 * `Unit price` `unit_price`. What `known` has an id for keeps it, so that a rename or a new neighbor changes no other
 * id. The same model always gets the same ids.
 *
 * @param server the platform's answer to reading the model.
 * @param known ids given before; ids of removed parts are left out of the result.
 * @example
 * const spec = toLocalIds(received, assignReadableIds(received, ids));
 */
export function assignReadableIds(server: PlatformSpec, known: IdentityMap = createEmptyIdentity()): IdentityMap {
  const theirs = collectDefinitions(server);
  const before = new Map(listEntries(known));
  const given = new GivenIds(theirs);
  for (const site of theirs) given.keep(site, before.get(formKey(site)));
  for (const kinds of rounds) {
    // The same things in the same order, with references in the ids given so far: a filter is named after its column.
    const local = collectDefinitions(toLocalIds(server, given.buildIdentity()));
    for (const [index, site] of theirs.entries()) {
      if (kinds.includes(getKind(site))) given.give(site, formName(getKind(site), local[index]!.holder as JsonObject));
    }
  }
  return given.buildIdentity();
}

const getKind = ({ kinds }: IdSite) => kinds[0] as IdKind;

function collectDefinitions(spec: JsonObject): IdSite[] {
  const definitions: IdSite[] = [];
  walkIds(spec, (site) => {
    if (site.role === "definition") definitions.push(site);
  });
  return definitions;
}

/** What a thing would be called if it had no neighbors. */
function formName(kind: IdKind, item: JsonObject): string {
  if (kind === "page" || kind === "element") return shorten(formSlug(getName(item) ?? "")) || getWord(kind, item);
  return shorten(deriveId(kind, item)) || kind;
}

function getWord(kind: "page" | "element", item: JsonObject): string {
  return kind === "page" ? "page" : formSlug(readKnownString(item.kind) ?? "") || "element";
}

/** What people know a page or an element by; tables are often called like what they depend on, and nothing else. */
function getName(item: JsonObject): string | undefined {
  const { source } = item;
  const last = isObject(source) ? toList(source.path).at(-1) : undefined;
  return readKnownString(item.controlId) ?? readKnownString(item.name) ?? readKnownString(last);
}

function shorten(id: string): string {
  const characters = [...id];
  return characters.length <= longest
    ? id
    : characters
        .slice(0, longest)
        .join("")
        .replace(/(?<!_)_+$/, "");
}

/** The ids that the things of a model have been given. */
class GivenIds {
  private readonly ids = new Map<string, string>();
  /**
   * By scope: the pages, the elements, the parts of a table. Parts share one, since some lists hold ids of several
   * kinds.
   */
  private readonly taken = new Map<string, Set<string>>();
  private readonly finders = new Map<Set<string>, ReturnType<typeof createNameFinder>>();

  constructor(private readonly definitions: readonly IdSite[]) {}

  /** Keeps the id a thing had, if it had one. */
  keep(site: IdSite, id: string | undefined): void {
    if (id === undefined) return;
    this.ids.set(formKey(site), id);
    this.findTakenIds(site).add(id);
  }

  /** Gives an id to a thing that has none. */
  give(site: IdSite, name: string): void {
    if (this.ids.has(formKey(site))) return;
    const taken = this.findTakenIds(site);
    const findFreeId = remember(this.finders, taken, () => createNameFinder("_"));
    this.keep(
      site,
      findFreeId(name, (id) => taken.has(id)),
    );
  }

  /** What has an id so far. */
  buildIdentity(): IdentityMap {
    const pages: Pair[] = [];
    const elements: Pair[] = [];
    const parts = new Map<string, Map<PartField, Pair[]>>();
    for (const site of this.definitions) {
      const id = this.ids.get(formKey(site));
      if (id === undefined) continue;
      const [kind, owner] = [getKind(site), site.owner ?? ""];
      if (kind === "page") pages.push([id, site.id]);
      else if (kind === "element") elements.push([id, site.id]);
      else {
        const ofElement = remember(parts, owner, () => new Map());
        addTo(ofElement, fieldOfPart[kind], [id, site.id]);
      }
    }
    // From entries, since an id may be called like a property that every object inherits; sorted, so that the map only
    // changes when an id does.
    const toRecord = (pairs: Pair[]) => Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
    const toElementIdentity = (server: string): ElementIdentity => ({
      id: server,
      ...Object.fromEntries([...(parts.get(server) ?? [])].map(([field, pairs]) => [field, toRecord(pairs)])),
    });
    return {
      pages: Object.fromEntries(pages),
      elements: Object.fromEntries(elements.map(([id, server]) => [id, toElementIdentity(server)])),
    };
  }

  private findTakenIds(site: IdSite): Set<string> {
    const scope = site.owner === undefined ? getKind(site) : `part ${site.owner}`;
    return remember(this.taken, scope, () => new Set());
  }
}

/** Your id, and the server's. */
type Pair = [id: string, server: string];

/** The key of a part of the server's model. */
const formKey = ({ kinds: [kind], owner, id }: IdSite) => formDefinitionKey({ kind: kind!, element: owner, id });

/** Your ids in a map, by the server's things. */
function* listEntries({ pages, elements }: IdentityMap): Generator<[key: string, id: string]> {
  for (const [id, server] of Object.entries(pages)) yield [formDefinitionKey({ kind: "page", id: server }), id];
  for (const [id, element] of Object.entries(elements)) {
    yield [formDefinitionKey({ kind: "element", id: element.id }), id];
    for (const [kind, field] of Object.entries(fieldOfPart) as [PartKind, PartField][]) {
      for (const [part, server] of Object.entries(element[field] ?? {})) {
        yield [formDefinitionKey({ kind, element: element.id, id: server }), part];
      }
    }
  }
}
