import type { Settings } from "../settings";
import type { Catalog } from "../spec/catalog";
import type { Page } from "../spec/schema";
import { buildStoredForm as storedPages } from "../spec/stored-form";
import { lowerColors } from "./colors";
import {
  isObject,
  listObjects,
  mapObjects,
  type WorkbookDocument,
  type WorkbookElement,
  type WorkbookPage,
} from "./document";
import { dataKinds, documentFields, elementKinds, pageFields } from "./kinds";
import {
  dropUnknownContainers,
  type LayoutNode,
  listPlacedElements,
  parseLayout,
  stretchContainers,
  writeLayout,
} from "./layout";
import type { WorkbookRewriting } from "./rewritings";
import { convertToTable } from "./tables";

type Step = (document: WorkbookDocument) => WorkbookDocument;

/**
 * What the platform makes of a workbook that it is sent, one name each. Those that it has in common with data models
 * have the settings of these: friendly names, joins, unions, filters, controls, sorts, and the like.
 */
export const workbookRewritings = {
  unknownFields: (document) => ({
    ...pickFields(document, documentFields),
    elements: document.elements.map((element) => pickFields(element, elementKinds[element.kind]!.known)),
    pages: document.pages.map((page) => pickFields(page, pageFields)),
  }),
  emptyLists: (document) => dropWhere(document, ["overlays", "panels", "agents"], isEmpty),
  elementOrder: (document) => {
    const order = new Map(
      parseLayout(document.layout)
        .flatMap(listPlacedElements)
        .map((id, index) => [id, index]),
    );
    const rank = ({ id }: WorkbookElement) => order.get(id) ?? order.size;
    return { ...document, elements: document.elements.toSorted((a, b) => rank(a) - rank(b)) };
  },
  overlayColumns: (document) => {
    const overlays = new Set(listObjects(document.overlays).map(({ id }) => id));
    return mapLayout(document, (root) =>
      overlays.has(root.attributes.id ?? "")
        ? { ...root, tag: "Page", attributes: { ...root.attributes, gridTemplateColumns: "repeat(12, 1fr)" } }
        : root,
    );
  },
  overlayTitles: (document) =>
    document.overlays === undefined
      ? document
      : { ...document, overlays: listObjects(document.overlays).map(writeOverlayTitle) },
  emptyStacks: (document) => mapLayout(document, (root) => mapNodes(root, closeEmptyStack)),
  repeatedGrid: (document) => {
    const repeated = new Set(document.elements.flatMap(({ id, kind }) => (kind === "repeated-container" ? [id] : [])));
    const narrow = (node: LayoutNode) =>
      repeated.has(node.attributes.elementId ?? "") && node.attributes.gridTemplateColumns !== undefined
        ? { ...node, attributes: { ...node.attributes, gridTemplateColumns: "repeat(12, 1fr)" } }
        : node;
    return mapLayout(document, (root) => mapNodes(root, narrow));
  },
  navigationIcons: mapElements((element) =>
    element.kind === "navigation" && element.showIcons === undefined ? { ...element, showIcons: false } : element,
  ),
  conditionValues: mapElements((element) =>
    Array.isArray(element.conditionalFormats)
      ? { ...element, conditionalFormats: listObjects(element.conditionalFormats).map(writeConditionValue) }
      : element,
  ),
  layoutForm: (document) => ({ ...document, layout: writeLayout(parseLayout(document.layout)) }),
  stretchedContainers: (document) => ({
    ...document,
    layout: writeLayout(parseLayout(document.layout).map(stretchContainers)),
  }),
  colors: (document) => {
    const lowerAll = (parts: unknown) => listObjects(parts).map(lowerColors);
    return {
      ...document,
      ...(isObject(document.settings) ? { settings: lowerColors(document.settings) } : {}),
      ...(document.panels === undefined ? {} : { panels: lowerAll(document.panels) }),
      pages: lowerAll(document.pages) as unknown as WorkbookPage[],
      elements: document.elements.map((element) =>
        element.kind === "text" ? element : (lowerColors(element) as WorkbookElement),
      ),
    };
  },
  pageVisibility: (document) => ({
    ...document,
    pages: document.pages.map((page) => dropWhere(page, ["visibility"], (value) => value === "shown")),
  }),
  groupingSorts: mapElements((element) =>
    Array.isArray(element.groupings)
      ? { ...element, groupings: listObjects(element.groupings).map((one) => ({ ...one, ...sortWithNulls(one) })) }
      : element,
  ),
  textBreaks: mapElements((element) =>
    element.kind === "text" ? { ...element, body: String(element.body).replace(/\n{3,}/g, "\n\n") } : element,
  ),
  notEqual: mapElements((element) => mapObjects(element, writeNotEqual) as WorkbookElement),
  repeatedArrangement: mapElements((element) =>
    element.kind === "repeated-container" ? dropWhere(element, ["arrangement"], (value) => value === "grid") : element,
  ),
  comboSeries: mapElements((element) => (element.kind === "combo-chart" ? writeLines(element) : element)),
} as const satisfies Partial<Record<WorkbookRewriting, Step>>;

/** What the platform loses of a workbook without a word, one name each. */
export const workbookLosses = {
  trellis: mapElements((element) =>
    ["pie-chart", "kpi-chart", "pivot-table", "table"].includes(element.kind)
      ? dropWhere(element, ["trellis"], () => true)
      : element,
  ),
  controlFields: mapElements((element) =>
    element.kind === "control" ? dropWhere(element, droppedOfControls, () => true) : element,
  ),
  progressColors: mapElements((element) =>
    element.kind === "progress" && isObject(element.config)
      ? { ...element, config: dropWhere(element.config, ["fillColor", "trackColor"], () => true) }
      : element,
  ),
  hiddenInputColumns: mapElements((element) =>
    element.kind === "input-table"
      ? { ...element, columns: listObjects(element.columns).filter(({ hidden }) => hidden !== true) }
      : element,
  ),
  unknownContainers: (document) => {
    const known = new Set(document.elements.map(({ id }) => id));
    return mapLayout(document, (root) => dropUnknownContainers(root, known));
  },
  /** A donut whose hole shows its own value is gone as a whole. */
  donutHoles: (document) => {
    const readColumn = ({ columnId, id }: Record<string, unknown>) => columnId ?? id;
    const isLost = ({ kind, value, holeValue }: WorkbookElement) =>
      kind === "donut-chart" && isObject(value) && isObject(holeValue) && readColumn(value) === readColumn(holeValue);
    const lost = new Set(document.elements.filter(isLost).map(({ id }) => id));
    return {
      ...document,
      elements: document.elements.filter(({ id }) => !lost.has(id)),
      layout: writeLayout(parseLayout(document.layout).map((root) => removeElements(root, lost))),
    };
  },
} as const satisfies Partial<Record<WorkbookRewriting, Step>>;

/** The form that a workbook is kept in. */
export function buildStoredForm(settings: Settings, sent: WorkbookDocument, catalog: Catalog): WorkbookDocument {
  const steps = { ...workbookLosses, ...workbookRewritings };
  const kept: readonly string[] = settings.workbookAsSent;
  const chosen = Object.entries(steps).filter(([name]) => !kept.includes(name));
  const document = chosen.reduce((form, [, step]) => (step as Step)(form), sent);
  const stored = storeElements(settings, document, catalog);
  return kept.includes("keyOrder") ? stored : sortDocumentKeys(stored);
}

/** What workbooks and data models have in common is rewritten by the steps of these. */
function storeElements(settings: Settings, document: WorkbookDocument, catalog: Catalog): WorkbookDocument {
  const isShared = ({ kind }: WorkbookElement) => dataKinds.has(kind) || kind === "control";
  const shared = document.elements.filter(isShared);
  const page = {
    id: "workbook",
    name: "Workbook",
    elements: shared.map((one) => (one.kind === "control" ? one : convertToTable(one))),
  };
  // An explicit name stays, also where it is what would be derived.
  const rewritten = storedPages({ ...settings, derivedNames: "kept" }, [page] as unknown as Page[], catalog);
  const stored = new Map(rewritten.flatMap(({ elements }) => elements.map((element) => [element.id, element])));
  const elements = document.elements.map((element) => {
    const form = stored.get(element.id) as Record<string, unknown> | undefined;
    if (form === undefined) return element;
    const { kind: _, ...fields } = form;
    const own = dataKinds.has(element.kind)
      ? { name: keepName(element, fields), source: keepSource(element, fields), columns: keepEntries(fields) }
      : {};
    return Object.fromEntries(
      Object.entries({ ...element, ...fields, ...own }).filter(([, value]) => value !== undefined),
    ) as unknown as WorkbookElement;
  });
  return { ...document, elements };
}

/** A styled title stays as it is. */
function keepName({ name }: WorkbookElement, stored: Record<string, unknown>): unknown {
  return isObject(name) ? name : typeof name === "string" ? stored.name : undefined;
}

/** Columns that people fill in have no formula, which only tables of data models need. */
function keepEntries({ columns }: Record<string, unknown>): object[] {
  return listObjects(columns).map((column) => dropWhere(column, ["formula"], (formula) => formula === ""));
}

/** Sources that only workbooks have stay as they are. */
function keepSource({ source }: WorkbookElement, stored: Record<string, unknown>): unknown {
  const isOwn = isObject(source) && isObject(stored.source) && stored.source.kind !== source.kind;
  return isOwn ? source : stored.source;
}

/** The sides of joins name the base of what they read from in every read; a write that sends that is refused. */
export function addBaseGroupings(document: WorkbookDocument): WorkbookDocument {
  const addBase = (side: unknown) =>
    isObject(side) && (side.kind === "table" || side.kind === "data-model") && side.groupingId === undefined
      ? { ...side, groupingId: "base" }
      : side;
  return mapElements((element) => {
    const { source } = element;
    if (!isObject(source) || source.kind !== "join") return element;
    const joins = listObjects(source.joins).map((join) => ({
      ...join,
      left: addBase(join.left),
      right: addBase(join.right),
    }));
    const primary = source.primarySource === undefined ? {} : { primarySource: addBase(source.primarySource) };
    return { ...element, source: { ...source, joins, ...primary } };
  })(document);
}

const documentOrder = ["schemaVersion", "elements", "pages", "settings", "overlays", "panels", "agents"];
const firstKeys = ["id", "kind", "controlId", "controlType", "source", "columns"];
const lastKeys = ["name", "order"];

/** The keys of an element in the order that its kind has. */
function getKeyOrder({ kind }: WorkbookElement): string[] {
  const inner = [...(elementKinds[kind]?.known ?? [])].filter((key) => ![...firstKeys, ...lastKeys].includes(key));
  return [...firstKeys, ...inner, ...lastKeys];
}

function sortDocumentKeys(document: WorkbookDocument): WorkbookDocument {
  const elements = document.elements.map((element) => sortKeys(element, getKeyOrder(element)));
  return { ...sortKeys(document, documentOrder), elements };
}

function sortKeys<Item extends object>(item: Item, order: readonly string[]): Item {
  const rank = ([key]: [string, unknown]) => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(Object.entries(item).toSorted((a, b) => rank(a) - rank(b))) as Item;
}

/** A layout with each of its blocks changed; one that stays the same keeps the text it was sent with. */
function mapLayout(document: WorkbookDocument, change: (root: LayoutNode) => LayoutNode): WorkbookDocument {
  const roots = parseLayout(document.layout);
  const changed = writeLayout(roots.map(change));
  return changed === writeLayout(roots) ? document : { ...document, layout: changed };
}

function mapNodes(node: LayoutNode, change: (node: LayoutNode) => LayoutNode): LayoutNode {
  return change({ ...node, children: node.children.map((child) => mapNodes(child, change)) });
}

function closeEmptyStack(node: LayoutNode): LayoutNode {
  const isEmptyStack = node.tag === "Container" && node.attributes.type === "stack" && node.children.length === 0;
  return isEmptyStack ? { ...node, tag: "Element" } : node;
}

/** A modal without a title gets one. */
function writeOverlayTitle(overlay: Record<string, unknown>): Record<string, unknown> {
  if (overlay.type !== "modal") return overlay;
  const modal = isObject(overlay.modal) ? overlay.modal : {};
  const header = isObject(modal.header) ? modal.header : {};
  return "title" in header ? overlay : { ...overlay, modal: { ...modal, header: { title: "New Modal", ...header } } };
}

function writeConditionValue(format: Record<string, unknown>): Record<string, unknown> {
  return typeof format.value === "number" ? { ...format, value: String(format.value) } : format;
}

function mapElements(change: (element: WorkbookElement) => WorkbookElement): Step {
  return (document) => ({ ...document, elements: document.elements.map(change) });
}

function removeElements<Node extends { attributes: Readonly<Record<string, string>>; children: readonly Node[] }>(
  node: Node,
  lost: ReadonlySet<string>,
): Node {
  const children = node.children.filter(({ attributes }) => !lost.has(attributes.elementId ?? ""));
  return { ...node, children: children.map((child) => removeElements(child, lost)) };
}

function pickFields<Item extends object>(item: Item, known: ReadonlySet<string>): Item {
  return Object.fromEntries(Object.entries(item).filter(([key]) => known.has(key))) as Item;
}

function dropWhere<Item extends object>(
  item: Item,
  fields: readonly string[],
  drop: (value: unknown) => boolean,
): Item {
  return Object.fromEntries(
    Object.entries(item).filter(([key, value]) => !(fields.includes(key) && drop(value))),
  ) as Item;
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

const droppedOfControls = [
  "showNullOption",
  "allowMultipleSelection",
  "excludeValues",
  "showClearButton",
  "showSearchBox",
  "showHistogram",
  "showExpandedList",
  "required",
];

function sortWithNulls({ sort }: Record<string, unknown>): object {
  return sort === undefined
    ? {}
    : { sort: listObjects(sort).map((one) => ({ ...one, nulls: one.nulls ?? "connection-default" })) };
}

function writeNotEqual(object: Record<string, unknown>): Record<string, unknown> {
  return typeof object.condition === "string" && object.condition.includes("<>")
    ? { ...object, condition: object.condition.replaceAll("<>", "!=") }
    : object;
}

/** Of several series of bars only the first stays one. */
function writeLines(element: WorkbookElement): WorkbookElement {
  const { yAxis } = element;
  if (!isObject(yAxis) || !Array.isArray(yAxis.columnIds)) return element;
  let bars = 0;
  const columnIds = yAxis.columnIds.map((series) =>
    isObject(series) && series.type === "bar" && ++bars > 1 ? { ...series, type: "line" } : series,
  );
  return { ...element, yAxis: { ...yAxis, columnIds } };
}
