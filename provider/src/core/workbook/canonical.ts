import { normalizeFormula } from "../formula";
import type { Canonical } from "../model";
import { canonicalizeValue } from "../model/diff";
import { filterObjects, isObject, type Json, type JsonObject, readKnownString } from "../model/json";
import type { Shape } from "../model/schema";
import { getGrammar } from "./grammar";
import { countColumns, type LayoutNode, stretchContainers, writeNode } from "./layout/layout";
import { dropLayouts } from "./layout/read";
import { WorkbookIndex } from "./workbook-index";

/**
 * The one form of all workbooks that mean the same: elements in the order of their ids, the layout as blocks, and
 * without what the platform adds, drops or respells when it stores a workbook. Ids stay: the platform keeps them.
 *
 * @example canonicalizeWorkbook(declared).elements // in the order of their ids
 */
export function canonicalizeWorkbook(document: JsonObject): Canonical {
  const form = dropStoredForm(document);
  const elements = filterObjects(form.elements).map((element) =>
    Array.isArray(element.columns) ? { ...element, columns: element.columns.map(simplifyFormula) } : element,
  );
  return { ...form, elements } as unknown as Canonical;
}

/** A column with its formula as the platform compares it. */
export function simplifyFormula(column: Json): Json {
  const formula = isObject(column) ? readKnownString(column.formula) : undefined;
  return formula === undefined ? column : { ...(column as JsonObject), formula: normalizeFormula(formula) };
}

/** The canonical form with formulas as they are written, to show them. */
export function dropStoredForm(document: JsonObject): JsonObject {
  const { layout: _, ...rest } = dropLayouts(document);
  const { layout, noun } = new WorkbookIndex(document);
  const { pages, elements, ...lean } = canonicalizeByShape(getGrammar().documents[noun], rest);
  return {
    ...lean,
    pages: filterObjects(pages),
    elements: filterObjects(elements).toSorted(compareIds),
    layout: layout.blocks.map(canonicalizeBlock).toSorted(compareIds),
  };
}

/** Names of elements imply nothing in a workbook. */
export const canonicalizeByShape = (shape: Shape, value: Json) =>
  canonicalizeValue(shape, value, () => undefined) as JsonObject;

const compareIds = (a: JsonObject, b: JsonObject) => (String(a.id) < String(b.id) ? -1 : 1);

/** A block as text, in the one spelling that all layouts of the same meaning have. */
export function canonicalizeBlock(block: LayoutNode): JsonObject {
  return { id: block.attributes.id ?? block.tag, xml: writeNode(writeOut(stretchContainers(block)), 0) };
}

/** A node with its grid written out, and attributes in the order of their names. */
function writeOut(node: LayoutNode): LayoutNode {
  const { type, gridTemplateRows, ...attributes } = node.attributes;
  const isGrid = countColumns(node) !== undefined;
  const all: Record<string, string> = {
    ...attributes,
    ...(type === undefined || type === "grid" || type === "tabbed-container" ? {} : { type }),
    ...(isGrid ? { type: "grid", gridTemplateRows: gridTemplateRows ?? "auto" } : {}),
    ...(node.tag === "TabbedContainer" ? { type: "tabbed-container" } : {}),
    ...(!isGrid && gridTemplateRows !== undefined && gridTemplateRows !== "auto" ? { gridTemplateRows } : {}),
  };
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { tag: node.tag, attributes: sorted, children: node.children.map(writeOut) };
}

/** What the platform returned, as it takes it: it names the base of what joins read from, and refuses that in a write. */
export function dropBaseGroupings(document: JsonObject): JsonObject {
  const drop = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(drop);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([field, inner]) => field !== "groupingId" || inner !== "base");
    return Object.fromEntries(kept.map(([field, inner]) => [field, drop(inner as Json)]));
  };
  return drop(document) as JsonObject;
}
