import { createDependencyNotFound, createInvalidRequest } from "../http/errors";
import { show } from "../http/validate";
import type { Settings } from "../settings";
import type { Catalog } from "../spec/catalog";
import { CompiledModel } from "../spec/compile";
import type { Outside } from "../spec/rewrite";
import { checkActions, checkAgents, checkRowValues } from "./action-checks";
import { isObject, listNested, listObjects, type WorkbookDocument, type WorkbookElement } from "./document";
import { checkElement } from "./element-checks";
import { elementKinds } from "./kinds";
import {
  dropUnknownContainers,
  hasCollision,
  type LayoutNode,
  listPlacedElements,
  parseLayout,
  readSpan,
} from "./layout";
import { compilePages } from "./tables";

/** What a document is checked against. */
export interface Surroundings {
  readonly settings: Settings;
  readonly catalog: Catalog;
  readonly outside: Outside;
  /** `contents` or `document`: what messages call the document. */
  readonly key: string;
  readonly kind: "workbook" | "report";
  /** Id of the organization, which uploaded images begin with. */
  readonly organization: string;
  /** What isn't checked, as in the older way to verify. */
  readonly unchecked?: readonly Check[];
}

/** Checks that `verify` leaves out, or is reported to have left out at some time. */
export type Check = Settings["workbookUnverified"][number];

/**
 * Refuses what the platform refuses, with the first thing that it finds, in its words.
 *
 * @returns the document as it was sent, whose shape is known from here on.
 */
export function checkDocument(sent: unknown, around: Surroundings): WorkbookDocument {
  const { key, settings, unchecked = [] } = around;
  const document = checkShape(sent, around);
  const isChecked = (check: Check) => !unchecked.includes(check);
  checkPlan(document, settings);
  const ids = checkIds(document, isChecked("duplicateIds"));
  if (isChecked("placement")) checkLayout(document, settings);
  for (const [index, element] of document.elements.entries()) {
    checkElement(element, `${key}.elements[${index}]`, around);
  }
  checkPanels(document, ids, key);
  if (isChecked("references")) {
    checkReferences(document, ids, around);
    checkAgents(document, key, ids.elements);
    checkActions(document, settings, key, ids.controls);
  }
  if (isChecked("rowValues")) checkRowValues(document, ids.elements);
  if (isChecked("formulas")) checkFormulas(document, around);
  return document;
}

/** What depends on the organization's plan. */
function checkPlan(document: WorkbookDocument, { workbookLacks: lacks }: Settings): void {
  const hasSemanticView = () => listNested(document.elements).some(({ object }) => object.kind === "semantic-view");
  const found: Record<Settings["workbookLacks"][number], boolean> = {
    form: document.elements.some(({ kind }) => kind === "form"),
    "semantic-view": lacks.includes("semantic-view") && hasSemanticView(),
    navigation: isObject(document.settings) && "navigation" in document.settings,
    panels: listObjects(document.panels).length > 0,
    agents: listObjects(document.agents).length > 0,
  };
  const texts = {
    form: "`form` elements are not enabled",
    "semantic-view": "`semantic-view` sources are not enabled",
    navigation: "settings.navigation: navigation is not enabled",
    panels: "panels: panels are not enabled",
    agents: "agents: agents are not enabled",
  };
  const lacking = lacks.find((feature) => found[feature]);
  if (lacking !== undefined) throw createInvalidRequest(texts[lacking]);
}

function checkShape(sent: unknown, { key, kind }: Surroundings): WorkbookDocument {
  if (!isObject(sent) || sent.schemaVersion !== 1)
    throw createInvalidRequest(`Expecting { schemaVersion: 1 } at 0.${key}`);
  if (sent.kind !== kind) throw createInvalidRequest(`${key}.kind: Invalid "${kind}": ${show(sent.kind)}`);
  if (kind === "report") checkReportConfig(sent.config, key);
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
    if (page.type !== undefined && page.type !== "page") {
      throw createInvalidRequest(`${key}.pages[${index}].type: Invalid "page": ${show(page.type)}`);
    }
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

/** The size of a report's pages, in pixels. */
function checkReportConfig(config: unknown, key: string): void {
  if (config === undefined) return;
  if (!isObject(config)) throw createInvalidRequest(`${key}.config: Invalid object: ${show(config)}`);
  for (const field of ["pageWidth", "pageHeight"]) {
    if (config[field] !== undefined && typeof config[field] !== "number") {
      throw createInvalidRequest(`${key}.config.${field}: Invalid number: ${show(config[field])}`);
    }
  }
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
}

/** What ids there are; each is unique among those of the workbook, but for columns, which are so in their element. */
interface Ids {
  readonly elements: ReadonlyMap<string, WorkbookElement>;
  readonly pages: ReadonlySet<string>;
  readonly overlays: ReadonlySet<string>;
  readonly controls: ReadonlySet<string>;
}

function checkIds(document: WorkbookDocument, isStrict: boolean): Ids {
  const taken = new Set<string>();
  const take = (id: unknown) => {
    if (isStrict && taken.has(String(id))) throw createInvalidRequest(`Duplicate id: '${id}'`);
    taken.add(String(id));
    return String(id);
  };
  for (const { id } of [...document.pages, ...listObjects(document.overlays), ...listObjects(document.panels)])
    take(id);
  for (const element of document.elements) take(element.id);
  const controls = new Set<string>();
  for (const { controlId, kind, controlType } of document.elements) {
    if (kind !== "control" || controlType === "synced") continue;
    if (isStrict && controls.has(String(controlId))) throw createInvalidRequest(`Duplicate id: '${controlId}'`);
    controls.add(String(controlId));
  }
  for (const element of document.elements) {
    for (const { id } of listObjects(element.actions)) take(id);
    const columns = new Set<unknown>();
    for (const { id } of listObjects(element.columns)) {
      if (isStrict && columns.has(id)) throw createInvalidRequest(`Duplicate id: '${id}'`);
      columns.add(id);
    }
    for (const { id } of listObjects(element.groupings)) {
      if (isStrict && columns.has(id)) throw createInvalidRequest(`Duplicate id: '${id}'`);
    }
  }
  return {
    elements: new Map(document.elements.map((element) => [element.id, element])),
    pages: new Set(document.pages.map(({ id }) => id)),
    overlays: new Set(listObjects(document.overlays).map(({ id }) => String(id))),
    controls,
  };
}

function checkLayout(document: WorkbookDocument, settings: Settings): void {
  const byId = new Map(document.elements.map((element) => [element.id, element]));
  const roots = parseLayout(document.layout).map((root) => dropUnknownContainers(root, byId));
  const blocks = new Set(
    [...document.pages, ...listObjects(document.overlays), ...listObjects(document.panels)].map(({ id }) => String(id)),
  );
  for (const { attributes } of roots) {
    if (!blocks.has(attributes.id ?? "")) throw createInvalidRequest(`unknown page: '${attributes.id}'`);
  }
  const placed = new Set<string>();
  for (const id of roots.flatMap(listPlacedElements)) {
    if (placed.has(id)) throw createInvalidRequest(`Duplicate layout element id: '${id}'`);
    if (!byId.has(id)) throw createDependencyNotFound(id);
    placed.add(id);
  }
  const missing = document.elements.find(({ id }) => !placed.has(id));
  if (missing) throw createInvalidRequest(`Element '${missing.id}' is not placed in layout`);
  const isPixels = document.kind === "report";
  for (const root of roots) (isPixels ? checkPixels : checkPlaces)(root, byId);
  if (settings.workbookCollisions === "refuse" && roots.some(hasCollision)) {
    throw createInvalidRequest("Element collisions found");
  }
}

/** A page has one panel of a type at most, and only a normal page has them. */
function checkPanels(document: WorkbookDocument, ids: Ids, key: string): void {
  const [first, second] = document.kind === "report" ? ["header", "footer"] : ["header", "sidebar"];
  const seen = new Set<string>();
  for (const [index, { type, pages, config, width }] of listObjects(document.panels).entries()) {
    const at = `${key}.panels[${index}]`;
    if (type !== first && type !== second) {
      throw createInvalidRequest(`${at}.type: Invalid "${first}" or "${second}": ${show(type)}`);
    }
    if (width !== undefined && type === "header") throw createInvalidRequest(`${at}.width: only a sidebar has a width`);
    if (isObject(config) && config.borderStyle === "shadow" && (type !== "header" || config.scroll !== "sticky")) {
      throw createInvalidRequest(`${at}.config.borderStyle: only a sticky header has a shadow`);
    }
    for (const page of Array.isArray(pages) ? (pages as unknown[]) : []) {
      if (!ids.pages.has(String(page))) throw createInvalidRequest(`unknown page: '${page}'`);
      if (seen.has(`${type} ${page}`)) throw createInvalidRequest(`${at}.pages: '${page}' has a ${type} already`);
      seen.add(`${type} ${page}`);
    }
  }
}

/** In a report, elements lie at pixels. */
function checkPixels({ children }: LayoutNode): void {
  for (const { attributes } of children) {
    const values = ["x", "y", "width", "height"].map((name) => Number(attributes[name] ?? Number.NaN));
    if (values.some((value) => !(value >= 0))) throw createInvalidRequest("Invalid element position");
  }
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
    const isElement = object.type === "element" || (object.kind === "element" && path.includes("config"));
    const shown = isElement ? (object.elementId ?? object.element) : undefined;
    if (typeof shown === "string" && !ids.elements.has(shown)) throw createDependencyNotFound(shown);
    if (object.kind === "control" && path.includes("config") && !ids.controls.has(String(object.controlId))) {
      throw createInvalidRequest(`${key}: Control not found: '${object.controlId}'`);
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

/** A reference across elements that leads nowhere is refused; other faults only show as the type of a column. */
function checkFormulas(document: WorkbookDocument, { catalog, settings }: Surroundings): void {
  if (settings.danglingReferences === "accept") return;
  for (const { fault } of new CompiledModel(compilePages(document), catalog).listFaultyTables()) {
    if (fault.kind === "dependency") throw createDependencyNotFound(fault.reference);
  }
}
