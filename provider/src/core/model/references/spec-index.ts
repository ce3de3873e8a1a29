import { remember } from "../../data";
import { isObject, isOpen, type Json, type JsonObject, readKnownString, toList } from "../json";
import { type FormulaSite, walkFormulas, walkStatements } from "./formula-sites";
import { fieldOfPart, type IdSite, listPartIds, type PartKind, walkIds } from "./references";

/** A spec prepared for the rules: what is defined where, and every reference. Built once, shared by all rules. */
export interface SpecIndex {
  spec: JsonObject;
  /** The same with its placeholders unfilled, where that is known. */
  authored?: Json;
  /** Every element by id; of several with one id, the first. */
  elements: ReadonlyMap<string, JsonObject>;
  /** The definitions, in the order of the document. */
  definitions: readonly IdSite[];
  /** The references, in the order of the document. */
  references: readonly IdSite[];
  /** Every formula, and every column of a join or union. */
  formulas: readonly FormulaSite[];
  /** Every SQL statement. */
  statements: readonly FormulaSite[];
  /** Whether all elements are known; an unknown page or element could hold anything. */
  isComplete: boolean;
  /** Whether a table defines a part of a kind. */
  hasPart(table: JsonObject, kind: PartKind, id: string): boolean;
}

/** Looks a spec through. Ids must have been given to all parts (see `assignIds`). */
export function indexSpec(spec: JsonObject): SpecIndex {
  const elements = new Map<string, JsonObject>();
  const definitions: IdSite[] = [];
  const references: IdSite[] = [];
  walkIds(spec, (site) => {
    if (site.role === "reference") references.push(site);
    else definitions.push(site);
    if (site.role === "definition" && site.kinds[0] === "element" && !elements.has(site.id)) {
      elements.set(site.id, site.element!);
    }
  });
  const parts = new Map<JsonObject, Map<PartKind, ReadonlySet<string>>>();
  const hasPart = (table: JsonObject, kind: PartKind, id: string) => {
    const ofTable = remember(parts, table, () => new Map());
    return remember(ofTable, kind, () => new Set(listPartIds(table, kind))).has(id);
  };
  const [formulas, statements] = [listSites(walkFormulas, spec), listSites(walkStatements, spec)];
  return { spec, elements, definitions, references, formulas, statements, isComplete: isComplete(spec), hasPart };
}

function listSites(walk: typeof walkFormulas, spec: JsonObject): FormulaSite[] {
  const sites: FormulaSite[] = [];
  walk(spec, (site) => void sites.push(site));
  return sites;
}

/** Whether every part of a kind is known, with its id. */
export function hasAllParts(table: JsonObject, kind: PartKind): boolean {
  return isFullyKnown(table[fieldOfPart[kind]]);
}

function isFullyKnown(list: Json | undefined): boolean {
  return !isOpen(list) && toList(list).every((item) => !isOpen(item) && !(isObject(item) && isOpen(item.id)));
}

/** Whether all pages and elements of a spec are known. */
export function isComplete({ pages }: JsonObject): boolean {
  return isFullyKnown(pages) && toList(pages).every((page) => !isObject(page) || isFullyKnown(page.elements));
}

/** An element for messages: `table fact_orders`. */
export function formatElementLabel(element: JsonObject | undefined): string {
  const kind = typeof element?.kind === "string" ? element.kind : "element";
  return `${kind} ${readKnownString(element?.id) ?? "?"}`;
}
