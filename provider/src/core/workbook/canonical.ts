import { normalizeFormula, unifyOperators } from "../formula";
import type { Canonical } from "../spec";
import { filterObjects, isObject, type Json, type JsonObject, readKnownString } from "../spec/json";
import { getOwnValue } from "../text";
import { hasColumns } from "./kinds";
import { countColumns, type LayoutNode, stretchContainers, writeNode } from "./layout/layout";
import { dropLayouts } from "./layout/read";
import { WorkbookIndex } from "./workbook-index";

/**
 * The one form of all workbooks that mean the same: elements in the order of their ids, the layout as blocks, and
 * without what the platform adds, drops or respells when it stores a workbook. Ids stay: the platform keeps them.
 *
 * @example isSameJson(canonicalizeWorkbook(declared), canonicalizeWorkbook(asRead))
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
  const { elements, pages, ...rest } = dropLayouts(document);
  const { layout } = new WorkbookIndex(document);
  const result: JsonObject = {
    ...(canonicalizeColors(rest) as JsonObject),
    pages: filterObjects(pages).map(canonicalizePage),
    elements: filterObjects(elements).map(canonicalizeElement).toSorted(compareIds),
    layout: layout.blocks.map(canonicalizeBlock).toSorted(compareIds),
  };
  for (const field of ["overlays", "panels", "agents"]) {
    if (Array.isArray(result[field]) && result[field].length === 0) delete result[field];
  }
  return result;
}

const compareIds = (a: JsonObject, b: JsonObject) => (String(a.id) < String(b.id) ? -1 : 1);

function canonicalizePage(page: JsonObject): JsonObject {
  const { visibility, ...rest } = canonicalizeColors(page) as JsonObject;
  return visibility === undefined || visibility === "shown" ? rest : { ...rest, visibility };
}

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

/** Values that the platform writes where none is declared, by field. */
const defaults: Readonly<Record<string, Json>> = {
  visibleAsSource: true,
  includeNulls: "when-no-value-is-selected",
  groupingId: "base",
  nulls: "connection-default",
  op: "=",
  state: "enabled",
};

function canonicalizeElement(element: JsonObject): JsonObject {
  const kind = readKnownString(element.kind) ?? "";
  const lean = dropImplied(kind === "text" ? element : (canonicalizeColors(element) as JsonObject)) as JsonObject;
  if (kind === "text") return { ...lean, body: canonicalizeText(lean.body) };
  if (kind === "control") return canonicalizeControl(lean);
  if (kind === "repeated-container" && lean.arrangement === "grid") delete lean.arrangement;
  if (hasColumns(kind) && Array.isArray(lean.columns)) lean.columns = lean.columns.map(canonicalizeColumn);
  if (isObject(lean.source)) lean.source = canonicalizeSource(lean.source);
  if (Array.isArray(lean.conditionalFormats)) lean.conditionalFormats = lean.conditionalFormats.map(simplifyLimit);
  return lean;
}

/** The limit of a conditional format, which the platform may answer as a text. */
function simplifyLimit(format: Json): Json {
  return isObject(format) && typeof format.value === "number" ? { ...format, value: String(format.value) } : format;
}

/** Texts lose empty lines beyond one. */
const canonicalizeText = (body: Json | undefined) =>
  typeof body === "string" ? body.replace(/\n{3,}/g, "\n\n").trim() : body;

function canonicalizeColumn(column: Json): Json {
  if (!isObject(column)) return column;
  const formula = readKnownString(column.formula);
  const name = readKnownString(column.name)?.trim();
  return {
    ...column,
    ...(formula === undefined ? {} : { formula: unifyOperators(formula).trim() }),
    ...(name === undefined ? {} : { name }),
  };
}

function canonicalizeSource(source: JsonObject): JsonObject {
  const { kind, statement } = source;
  if (kind === "sql" && typeof statement === "string") return { ...source, statement: statement.trim() };
  if (kind === "union") {
    const { name: _, ...rest } = source;
    return rest;
  }
  if (kind !== "join") return source;
  const { name: _, ...rest } = source;
  const joins = filterObjects(source.joins).map(({ name: __, joinType, ...join }) => ({
    ...join,
    ...(joinType === undefined || joinType === "left-outer" || joinType === "lookup" ? {} : { joinType }),
  }));
  return { ...rest, joins };
}

/** What a control has where it declares nothing. */
function canonicalizeControl(control: JsonObject): JsonObject {
  const result = { ...control };
  const { controlType, mode, selectionMode, value, values } = control;
  if (controlType === "list") {
    if (mode === "include") delete result.mode;
    if (selectionMode === "multiple") delete result.selectionMode;
    if (value === null) delete result.value;
    if (Array.isArray(values) && values.length === 0) delete result.values;
  }
  if (controlType === "segmented" && value === null) delete result.value;
  if (controlType === "slider") {
    if (control.low === 0) delete result.low;
    if (control.high === 100) delete result.high;
  }
  return result;
}

/** A value without the fields that say what would be so anyway. */
function dropImplied(value: Json): Json {
  if (Array.isArray(value)) return value.map(dropImplied);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => inner !== undefined && inner !== getOwnValue(defaults, key),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, dropImplied(inner as Json)]));
}

/** Colors in lower case, but for those of schemes, which the platform keeps as they are. */
function canonicalizeColors(value: Json): Json {
  if (typeof value === "string") return /^#[0-9a-f]{6,8}$/i.test(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map(canonicalizeColors);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      /scheme$/i.test(key) ? inner : canonicalizeColors(inner as Json),
    ]),
  );
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
