import { createDependencyNotFound, createInvalidRequest } from "../http/errors";
import { show } from "../http/validate";
import type { Settings } from "../settings";
import type { Catalog } from "../spec/catalog";
import { CompiledModel } from "../spec/compile";
import type { Outside } from "../spec/rewrite";
import { isObject, listNested, listObjects, type WorkbookDocument, type WorkbookElement } from "./document";
import { dataKinds, elementKinds } from "./kinds";
import { type LayoutNode, listPlacedElements, parseLayout, readSpan } from "./layout";
import { compilePages } from "./tables";

/** What a document is checked against. */
export interface Surroundings {
  readonly settings: Settings;
  readonly catalog: Catalog;
  readonly outside: Outside;
  /** `contents` or `document`: what messages call the document. */
  readonly key: string;
}

/**
 * Refuses what the platform refuses, with the first thing that it finds, in its words.
 *
 * @returns the document as it was sent, whose shape is known from here on.
 */
export function checkDocument(sent: unknown, around: Surroundings): WorkbookDocument {
  const document = checkShape(sent, around.key);
  const ids = checkIds(document);
  checkLayout(document);
  for (const [index, element] of document.elements.entries()) {
    checkElement(element, `${around.key}.elements[${index}]`);
  }
  checkReferences(document, ids, around);
  checkFormulas(document, around);
  return document;
}

function checkShape(sent: unknown, key: string): WorkbookDocument {
  if (!isObject(sent) || sent.schemaVersion !== 1)
    throw createInvalidRequest(`Expecting { schemaVersion: 1 } at 0.${key}`);
  if (sent.kind !== "workbook") throw createInvalidRequest(`${key}.kind: Invalid "workbook": ${show(sent.kind)}`);
  for (const moved of ["themeName", "themeOverrides"]) {
    if (moved in sent) throw createInvalidRequest(`${key}.${moved} is no longer supported`);
  }
  for (const list of ["elements", "pages"]) {
    if (!Array.isArray(sent[list])) throw createInvalidRequest(`${key}.${list}: Invalid array: ${show(sent[list])}`);
  }
  const pages = listObjects(sent.pages);
  if (pages.some((page) => "elements" in page))
    throw createInvalidRequest(`${key}.pages[].elements is no longer supported`);
  for (const [index, page] of pages.entries()) {
    for (const field of ["id", "name"]) requireText(page[field], `${key}.pages[${index}].${field}`);
  }
  requireText(sent.layout, `${key}.layout`);
  for (const [index, element] of (sent.elements as unknown[]).entries()) {
    const at = `${key}.elements[${index}]`;
    if (!isObject(element) || typeof element.id !== "string")
      throw createInvalidRequest(`${at}: Invalid kind: undefined`);
    checkKind(element as WorkbookElement, at);
  }
  return sent as unknown as WorkbookDocument;
}

function requireText(value: unknown, at: string): void {
  if (typeof value !== "string" || value === "") throw createInvalidRequest(`${at}: Invalid string: ${show(value)}`);
}

/** The platform blames the kind for most of what is missing. */
function checkKind(element: WorkbookElement, at: string): void {
  const kind = elementKinds[element.kind];
  const createInvalidPart = () => createInvalidRequest(`${at}: Invalid kind: ${show(element.kind)}`);
  if (kind === undefined) throw createInvalidPart();
  if (kind.required.includes("columns") && !Array.isArray(element.columns)) {
    throw createInvalidRequest(`${at}.columns: Invalid array: ${show(element.columns)}`);
  }
  if (kind.required.some((field) => element[field] === undefined)) throw createInvalidPart();
  for (const [index, column] of listObjects(element.columns).entries()) {
    const isEntry = element.kind === "input-table" && !("formula" in column);
    if (!isEntry) requireText(column.formula, `${at}.columns[${index}].formula`);
    requireText(column.id, `${at}.columns[${index}].id`);
  }
  for (const field of ["value", "region", "latitude", "longitude", "geography"] as const) {
    if (dataKinds.has(element.kind) && isObject(element[field]) && !("columnId" in element[field])) {
      throw createInvalidRequest(`${at}.${field}.columnId: Invalid string: undefined`);
    }
  }
}

/** What ids there are; each is unique among those of the workbook, but for columns, which are so in their element. */
interface Ids {
  readonly elements: ReadonlyMap<string, WorkbookElement>;
  readonly pages: ReadonlySet<string>;
  readonly overlays: ReadonlySet<string>;
  readonly controls: ReadonlySet<string>;
}

function checkIds(document: WorkbookDocument): Ids {
  const taken = new Set<string>();
  const take = (id: unknown) => {
    if (taken.has(String(id))) throw createInvalidRequest(`Duplicate id: '${id}'`);
    taken.add(String(id));
    return String(id);
  };
  for (const { id } of [...document.pages, ...listObjects(document.overlays), ...listObjects(document.panels)])
    take(id);
  for (const element of document.elements) take(element.id);
  const controls = new Set<string>();
  for (const { controlId, kind, controlType } of document.elements) {
    if (kind !== "control" || controlType === "synced") continue;
    if (controls.has(String(controlId))) throw createInvalidRequest(`Duplicate id: '${controlId}'`);
    controls.add(String(controlId));
  }
  for (const element of document.elements) {
    for (const { id } of listObjects(element.actions)) take(id);
    const columns = new Set<unknown>();
    for (const { id } of listObjects(element.columns)) {
      if (columns.has(id)) throw createInvalidRequest(`Duplicate id: '${id}'`);
      columns.add(id);
    }
    for (const { id } of listObjects(element.groupings)) {
      if (columns.has(id)) throw createInvalidRequest(`Duplicate id: '${id}'`);
    }
  }
  return {
    elements: new Map(document.elements.map((element) => [element.id, element])),
    pages: new Set(document.pages.map(({ id }) => id)),
    overlays: new Set(listObjects(document.overlays).map(({ id }) => String(id))),
    controls,
  };
}

function checkLayout(document: WorkbookDocument): void {
  const roots = parseLayout(document.layout);
  const blocks = new Set(
    [...document.pages, ...listObjects(document.overlays), ...listObjects(document.panels)].map(({ id }) => String(id)),
  );
  for (const { attributes } of roots) {
    if (!blocks.has(attributes.id ?? "")) throw createInvalidRequest(`unknown page: '${attributes.id}'`);
  }
  const byId = new Map(document.elements.map((element) => [element.id, element]));
  const placed = new Set<string>();
  for (const id of roots.flatMap(listPlacedElements)) {
    if (placed.has(id)) throw createInvalidRequest(`Duplicate layout element id: '${id}'`);
    if (!byId.has(id)) throw createDependencyNotFound(id);
    placed.add(id);
  }
  const missing = document.elements.find(({ id }) => !placed.has(id));
  if (missing) throw createInvalidRequest(`Element '${missing.id}' is not placed in layout`);
  for (const root of roots) checkPlaces(root, byId);
}

function checkPlaces({ children }: LayoutNode, elements: ReadonlyMap<string, WorkbookElement>): void {
  for (const child of children) {
    const { elementId, gridColumn, gridRow } = child.attributes;
    for (const span of [gridColumn, gridRow].map(readSpan)) {
      if (span !== undefined && (span[0] < 1 || span[1] <= span[0]))
        throw createInvalidRequest("Invalid element position");
    }
    const rows = readSpan(gridRow);
    if (elements.get(elementId ?? "")?.kind === "page-break" && rows && rows[1] - rows[0] !== 1) {
      throw createInvalidRequest(`page-break '${elementId}' must span exactly one grid row`);
    }
    checkPlaces(child, elements);
  }
}

function checkElement(element: WorkbookElement, at: string): void {
  const columns = new Set(listObjects(element.columns).map(({ id }) => id));
  if (listObjects(element.groupings).length > 0 && listObjects(element.sort).length > 0) {
    throw createInvalidRequest(`${at}.sort: Sort column not found`);
  }
  for (const { columnId } of [...listObjects(element.sort), ...listObjects(element.filters)]) {
    if (dataKinds.has(element.kind) && !columns.has(columnId)) {
      throw createDependencyNotFound(`${element.id}/${columnId}`.toLowerCase());
    }
  }
  for (const filter of listObjects(element.filters)) {
    if (filter.kind === "number-range" && filter.min === null && filter.max === null) {
      throw createInvalidRequest(`${at}.filters: a number range needs an end`);
    }
  }
  for (const { format } of listObjects(element.columns)) {
    if (isObject(format) && format.kind === undefined) throw createInvalidRequest(`${at}: Missing "kind" field`);
  }
  checkChannels(element, columns, at);
  if (isObject(element.style) && element.style.padding === "none") {
    const border = ["borderColor", "borderWidth"].some((field) => field in (element.style as object));
    if (border) throw createInvalidRequest(`${at}.style: border fields require default padding`);
  }
  if (element.kind === "text" && /^####|<p>/m.test(String(element.body))) {
    throw createInvalidRequest(`${at}.body: Invalid text`);
  }
}

/** Which columns the channels of a chart show. */
function listChannels({ xAxis, yAxis, color, size }: WorkbookElement): [channel: string, columnId: unknown][] {
  const series = isObject(yAxis) && Array.isArray(yAxis.columnIds) ? yAxis.columnIds : [];
  const channels: [string, unknown][] = series.map((one) => ["yAxis", isObject(one) ? one.columnId : one]);
  if (isObject(xAxis)) channels.push(["xAxis", xAxis.columnId]);
  if (isObject(color)) channels.push(["color", color.column]);
  if (isObject(size)) channels.push(["size", size.columnId]);
  return channels.filter(([, columnId]) => columnId !== undefined);
}

/** A column stands on one channel, and every channel shows a column of its own element. */
function checkChannels(element: WorkbookElement, columns: ReadonlySet<unknown>, at: string): void {
  if (!dataKinds.has(element.kind) || element.kind === "kpi-chart") return;
  const seen = new Map<unknown, string>();
  for (const [channel, columnId] of listChannels(element)) {
    if (!columns.has(columnId)) throw createDependencyNotFound(`${element.id}/${columnId}`.toLowerCase());
    const before = seen.get(columnId);
    if (before !== undefined && before !== channel) {
      throw createInvalidRequest(`${at}: column '${columnId}' is referenced from both '${before}' and '${channel}'`);
    }
    seen.set(columnId, channel);
  }
  const { yAxis2 } = element;
  const second = isObject(yAxis2) && Array.isArray(yAxis2.columnIds) ? yAxis2.columnIds : [];
  const missing = second.find((columnId) => seen.get(columnId) !== "yAxis");
  if (missing !== undefined) throw createInvalidRequest(`${at}: '${missing}' is not listed on yAxis.columnIds`);
}

/** Fields that refer to an element of the workbook by its id. */
const elementFields = [
  "tableElementId",
  "tabbedContainerElementId",
  "containerElementId",
  "formElementId",
  "pluginElementId",
  "chatElementId",
  "codeElementId",
];

function checkReferences(document: WorkbookDocument, ids: Ids, { outside, key }: Surroundings): void {
  const { layout: _, ...coded } = document;
  for (const { object, path } of listNested(coded)) {
    checkSource(object, path, ids, outside);
    for (const field of elementFields) {
      const id = object[field];
      if (typeof id === "string" && !ids.elements.has(id)) throw createDependencyNotFound(id);
    }
    if (typeof object.overlayId === "string" && !ids.overlays.has(object.overlayId)) {
      throw createDependencyNotFound(object.overlayId);
    }
    const isPlace = ["navigation", "actions", "scope", "target", "destination", "pageLabels"].some((one) =>
      path.includes(one),
    );
    if (isPlace && typeof object.pageId === "string" && !ids.pages.has(object.pageId)) {
      throw createInvalidRequest(`unknown page: '${object.pageId}'`);
    }
    checkRows(object, ids);
  }
  for (const panel of listObjects(document.panels)) {
    const unknown = (Array.isArray(panel.pages) ? panel.pages : []).find((id) => !ids.pages.has(id));
    if (unknown !== undefined) throw createInvalidRequest(`unknown page: '${unknown}'`);
  }
  for (const element of document.elements) {
    if (element.kind !== "control") continue;
    for (const { dataModelId, controlId } of listObjects(element.parameters)) {
      outside.control(element.id, { dataModelId: String(dataModelId), controlId: String(controlId) });
    }
    if (element.controlType === "synced" && !ids.controls.has(String(element.controlId))) {
      throw createInvalidRequest(`${key}: Control not found: '${element.controlId}'`);
    }
  }
}

function checkSource(
  object: Record<string, unknown>,
  path: readonly (string | number)[],
  { elements }: Ids,
  outside: Outside,
): void {
  const isSource = path.some((key) => ["source", "sources", "primarySource", "left", "right"].includes(String(key)));
  if (!isSource) return;
  const { kind, elementId, groupingId, connectionId, dataModelId } = object;
  if (kind === "table" || kind === "element") {
    const found = elements.get(String(elementId));
    if (!found) throw createDependencyNotFound(String(elementId));
    const groupings = listObjects(found.groupings).map(({ id }) => id);
    if (groupingId !== undefined && !groupings.includes(groupingId)) {
      throw createInvalidRequest(`Grouping not found: '${groupingId}'`);
    }
  }
  if (kind === "data-model") {
    if (groupingId === "base") throw createInvalidRequest("Grouping not found: 'base'");
    const grouping = typeof groupingId === "string" ? { groupingId } : {};
    outside.element({ dataModelId: String(dataModelId), elementId: String(elementId), ...grouping });
  }
  if (typeof connectionId === "string") outside.connection(connectionId);
  if (kind === "warehouse-table" && Array.isArray(object.path)) {
    outside.warehouseTable(String(connectionId), object.path.map(String));
  }
}

/** The values of an action that writes rows name columns of the table that it writes to. */
function checkRows({ tableElementId, values }: Record<string, unknown>, { elements }: Ids): void {
  if (typeof tableElementId !== "string" || !isObject(values)) return;
  const columns = listObjects(elements.get(tableElementId)?.columns).map(({ id }) => id);
  const bad = Object.keys(values).find((column) => !columns.includes(column));
  if (bad !== undefined) throw createInvalidRequest(`sheet: ${tableElementId}(internal), bad column: ${bad}`);
}

/** A reference across elements that leads nowhere is refused; other faults only show as the type of a column. */
function checkFormulas(document: WorkbookDocument, { catalog, settings }: Surroundings): void {
  if (settings.danglingReferences === "accept") return;
  for (const { fault } of new CompiledModel(compilePages(document), catalog).listFaultyTables()) {
    if (fault.kind === "dependency") throw createDependencyNotFound(fault.reference);
  }
}
