import type { Settings } from "../settings";
import type { WorkbookDocument, WorkbookElement } from "./document";
import { type LayoutNode, listPlacedElements, parseLayout, writeLayout } from "./layout";

/** A read without what the platform is reported to leave out although it is there; the next write destroys it. */
export function omitFromRead(document: WorkbookDocument, omits: Settings["workbookOmits"]): WorkbookDocument {
  const read = omits.includes("actions") ? omitActions(document) : document;
  return omits.includes("repeatedChildren") ? omitRepeatedChildren(read) : read;
}

function omitActions(document: WorkbookDocument): WorkbookDocument {
  const removeActions = ({ actions: _, ...element }: WorkbookElement) => element as WorkbookElement;
  return { ...document, elements: document.elements.map(removeActions) };
}

function omitRepeatedChildren(document: WorkbookDocument): WorkbookDocument {
  const repeated = new Set(document.elements.flatMap(({ id, kind }) => (kind === "repeated-container" ? [id] : [])));
  const gone = new Set<string>();
  const prune = (node: LayoutNode): LayoutNode => {
    if (!repeated.has(node.attributes.elementId ?? "")) return { ...node, children: node.children.map(prune) };
    for (const id of node.children.flatMap(listPlacedElements)) gone.add(id);
    return { ...node, children: [] };
  };
  const layout = writeLayout(parseLayout(document.layout).map(prune));
  return gone.size === 0
    ? document
    : { ...document, layout, elements: document.elements.filter(({ id }) => !gone.has(id)) };
}
