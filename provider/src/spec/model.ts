import { isObject, isOpen, type Json, type JsonObject, knownString } from "./json";
import { type IdSite, type PartKind, partFields, walkIds } from "./references";

/** A spec prepared for the rules: what is defined where, and every reference. Built once, shared by all rules. */
export interface Model {
  spec: JsonObject;
  /** Every element by id; of several with one id, the first. */
  elements: ReadonlyMap<string, JsonObject>;
  /** The definitions and references, in the order of the document. */
  definitions: readonly IdSite[];
  references: readonly IdSite[];
  /** Whether a table defines a part of a kind. */
  hasPart(element: string, kind: PartKind, id: string): boolean;
  /** Whether all elements are known; an unknown page or element could hold anything. */
  isComplete: boolean;
  /** Whether all parts of a kind are known. */
  hasAllParts(element: string, kind: PartKind): boolean;
}

/** Looks a spec through. Ids must have been given to all parts (see `assignIds`). */
export function modelOf(spec: JsonObject): Model {
  const elements = new Map<string, JsonObject>();
  const definitions: IdSite[] = [];
  const references: IdSite[] = [];
  const parts = new Set<string>();
  walkIds(spec, (site) => {
    if (site.role === "reference") {
      references.push(site);
      return;
    }
    definitions.push(site);
    if (site.kinds[0] === "element" && !elements.has(site.id)) elements.set(site.id, site.element!);
    else if (site.owner !== undefined) parts.add(partKey(site.owner, site.kinds[0] as PartKind, site.id));
  });
  return {
    spec,
    elements,
    definitions,
    references,
    isComplete: isComplete(spec),
    hasPart: (element, kind, id) => parts.has(partKey(element, kind, id)),
    hasAllParts: (element, kind) => {
      const table = elements.get(element);
      return table !== undefined && allKnown(table[fieldOf(kind)]);
    },
  };
}

const partKey = (element: string, kind: PartKind, id: string) => `${element}\n${kind}\n${id}`;

const fields = new Map(Object.entries(partFields).map(([field, kind]) => [kind as PartKind, field]));
const fieldOf = (kind: PartKind) => fields.get(kind)!;

/** Whether every item of a list is known, with its id. */
function allKnown(list: Json | undefined): boolean {
  if (isOpen(list)) return false;
  return (
    !Array.isArray(list) || list.every((item) => (!isObject(item) ? !isOpen(item) : !isOpen(item) && !isOpen(item.id)))
  );
}

function isComplete(spec: JsonObject): boolean {
  if (!allKnown(spec.pages)) return false;
  return !Array.isArray(spec.pages) || spec.pages.every((page) => !isObject(page) || allKnown(page.elements));
}

/** A thing for messages: `table fact_orders`. */
export function describeElement(element: JsonObject | undefined): string {
  const kind = typeof element?.kind === "string" ? element.kind : "element";
  return `${kind} \`${knownString(element?.id) ?? "?"}\``;
}
