import { addTo } from "../data";
import { getValue, isObject, type JsonObject, type Path, readKnownString } from "../model/json";
import type { ModelNames } from "../model/references";
import { listNamedElements, type NamedForm, type NameSite, WorkbookIndex } from "../workbook";

/** An element of a document, or a page, overlay, panel or agent with names in it. */
export interface Part {
  readonly id: string;
  readonly kind: string;
  readonly name: string | undefined;
  readonly page?: string;
  readonly element: JsonObject;
  readonly path: Path;
  readonly sites: readonly NameSite[];
}

/** The parts of a document, each with the names in it. */
export function listParts(named: NamedForm, sites: readonly NameSite[], names: ModelNames): Part[] {
  const depth = named.isWorkbook ? 2 : 4;
  const groups = new Map<string, NameSite[]>();
  for (const site of sites) addTo(groups, site.path.slice(0, depth).join("/"), site);
  const addSites = (part: Omit<Part, "sites">): Part => {
    const key = part.path.join("/");
    const own = groups.get(key) ?? [];
    groups.delete(key);
    return { ...part, sites: own };
  };
  if (!named.isWorkbook) return listModelElements(named, names).map(addSites);
  const elements = listWorkbookElements(named.form).map(addSites);
  const others = [...groups.values()].map(([site]) => describeBlock(named.form, site!.path.slice(0, depth)));
  return [...elements, ...others.map(addSites)];
}

function listModelElements(named: NamedForm, names: ModelNames): Omit<Part, "sites">[] {
  return listNamedElements(named).map(({ element, path }) => {
    const page = readKnownString(getValue(named.model, [...path.slice(0, 2), "name"]));
    const kind = readKnownString(element.kind) ?? "";
    const name = kind === "control" ? readKnownString(element.name) : names.readElementName(element).name;
    return { id: readKnownString(element.id) ?? "", kind, name, element, path, ...(page !== undefined && { page }) };
  });
}

function listWorkbookElements(document: JsonObject): Omit<Part, "sites">[] {
  const { entries, blocks, placements } = new WorkbookIndex(document);
  return entries.map((entry) => {
    const block = blocks.get(placements.get(entry.id)?.[0]?.block.attributes.id ?? "")?.item;
    const page = readKnownString(block?.name) ?? readKnownString(block?.title);
    return { ...entry, ...(page !== undefined && { page }) };
  });
}

/** A page, overlay, panel or agent. */
function describeBlock(document: JsonObject, path: Path): Omit<Part, "sites"> {
  const field = String(path[0]);
  const item = getValue(document, path);
  const element = isObject(item) ? item : {};
  const id = readKnownString(element.id) ?? field;
  const name = readKnownString(element.name) ?? readKnownString(element.title);
  return { id, kind: field.replace(/s$/, ""), name, element, path };
}
