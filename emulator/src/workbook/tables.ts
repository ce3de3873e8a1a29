import type { Element, Page, TableElement } from "../spec/schema";
import type { DocumentElement, DocumentPage } from "../state/records";
import { isObject, listObjects, type WorkbookDocument, type WorkbookElement } from "./document";
import { dataKinds } from "./kinds";
import { type LayoutNode, listPlacedElements, parseLayout, writeLayout } from "./layout";

/** Kinds of sources that formulas are compiled against; of any other, nothing is known of the columns. */
const compiled = ["table", "data-model", "warehouse-table", "sql", "join", "union", "transpose", "csv-table"];

/**
 * An element with columns in the form of a table of a data model, of which it has all that formulas and sources need.
 */
export function convertToTable(element: WorkbookElement): TableElement {
  const source =
    isObject(element.source) && compiled.includes(String(element.source.kind)) ? element.source : undefined;
  const name = getName(element);
  const { name: _, ...rest } = element;
  return {
    ...rest,
    ...(name === undefined ? {} : { name }),
    kind: "table",
    source: source ?? { kind: "csv-table" },
    columns: listObjects(element.columns).map((column) => ({ ...column, formula: String(column.formula ?? "") })),
  } as unknown as TableElement;
}

const entryTypes: Readonly<Record<string, string>> = { checkbox: "boolean", datetime: "datetime", number: "number" };
const systemTypes: Readonly<Record<string, string>> = { CREATED_AT: "datetime", UPDATED_AT: "datetime" };

/** The type of a column that people fill in, or that the platform does; undefined for one that is calculated. */
export function findEntryType(column: { id: string; formula: string; type?: unknown }): string | undefined {
  if (column.formula !== "") return undefined;
  return entryTypes[String(column.type)] ?? systemTypes[column.id] ?? "text";
}

/** The name that formulas have for an element: plain, or the text of a styled title. */
export function getName({ name }: WorkbookElement): string | undefined {
  const text = isObject(name) ? name.text : name;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** Which elements a page, overlay or panel holds, by the id of its block. */
export function listMembers(document: WorkbookDocument): ReadonlyMap<string, readonly string[]> {
  return new Map(
    parseLayout(document.layout).map((block) => [block.attributes.id ?? "", listPlacedElements(block)] as const),
  );
}

/** The pages of a document as lists of elements, columns and lineage show them: overlays and panels count as pages. */
export function buildDocumentPages(document: WorkbookDocument): DocumentPage[] {
  const byId = new Map(document.elements.map((element) => [element.id, element]));
  const members = listMembers(document);
  const others = [...listObjects(document.overlays), ...listObjects(document.panels)];
  return [...document.pages, ...others].map((page) => ({
    id: String(page.id),
    name: String(page.name ?? page.title ?? page.id),
    ...(page.visibility === "hidden" ? { hidden: true } : {}),
    elements: (members.get(String(page.id)) ?? []).flatMap((id) => {
      const element = byId.get(id);
      return element ? [convertToDocumentElement(element)] : [];
    }),
  }));
}

function convertToDocumentElement(element: WorkbookElement): DocumentElement {
  if (dataKinds.has(element.kind)) {
    const table = convertToTable(element);
    return element.kind === "table"
      ? { type: "table", table }
      : { type: "visualization", vizualizationType: element.kind.replace(/-chart$/, ""), table };
  }
  if (element.kind === "control") {
    const name = getName(element) ?? String(element.controlId);
    return {
      type: "control",
      id: element.id,
      name,
      controlId: String(element.controlId),
      valueType: getValueType(element),
    };
  }
  return { type: "text", id: element.id };
}

function getValueType({ controlType, selectionMode }: WorkbookElement) {
  switch (controlType) {
    case "number":
    case "slider":
      return "number" as const;
    case "number-range":
    case "range-slider":
      return "number-range" as const;
    case "date":
    case "date-range":
      return "date-range" as const;
    case "switch":
    case "checkbox":
      return "boolean" as const;
    case "list":
      return selectionMode === "single" ? ("text" as const) : ("text-list" as const);
    default:
      return "text" as const;
  }
}

/** The code of a document that was made in the product, one element below the other on each page. */
export function buildDocument(pages: readonly DocumentPage[], kind: WorkbookDocument["kind"]): WorkbookDocument {
  const getPlace = (index: number): Record<string, string> =>
    kind === "report"
      ? { x: "0", y: String(index * 260), width: "816", height: "260" }
      : { gridColumn: "1 / 25", gridRow: `${index * 10 + 1} / ${index * 10 + 11}` };
  const grid = { type: "grid", gridTemplateColumns: "repeat(24, 1fr)", gridTemplateRows: "auto" };
  const getId = (element: DocumentElement) => ("table" in element ? element.table.id : element.id);
  const buildBlock = ({ id, elements }: DocumentPage): LayoutNode => ({
    tag: "Page",
    attributes: { id, ...(kind === "report" ? {} : grid) },
    children: elements.map((element, index) => ({
      tag: "Element",
      attributes: { elementId: getId(element), ...getPlace(index) },
      children: [],
    })),
  });
  return {
    schemaVersion: 1,
    elements: pages.flatMap(({ elements }) => elements.map(convertToWorkbookElement)),
    pages: pages.map(({ id, name, hidden }) => ({ id, name, ...(hidden ? { visibility: "hidden" } : {}) })),
    kind,
    ...(kind === "report" ? { config: { margin: 48, pageHeight: 1056, pageWidth: 816 } } : {}),
    layout: writeLayout(pages.map(buildBlock)),
  };
}

function convertToWorkbookElement(element: DocumentElement): WorkbookElement {
  if ("table" in element) {
    const kind = element.vizualizationType === undefined ? "table" : `${element.vizualizationType}-chart`;
    return { ...element.table, kind: dataKinds.has(kind) ? kind : "table" };
  }
  return element.type === "control"
    ? {
        id: element.id,
        kind: "control",
        controlId: element.controlId ?? element.name,
        controlType: "text",
        mode: "equals",
        name: element.name,
      }
    : { id: element.id, kind: "text", body: "" };
}

/** The pages of a document as a compiler of data models reads them. */
export function compilePages(document: WorkbookDocument): Page[] {
  return [{ id: "workbook", name: "Workbook", elements: document.elements.flatMap(convertToCompiled) }];
}

function convertToCompiled(element: WorkbookElement): Element[] {
  if (dataKinds.has(element.kind)) return [convertToTable(element)];
  const { id, kind, controlId } = element;
  return kind === "control" ? [{ kind: "control", id, controlId: String(controlId), controlType: "text-area" }] : [];
}
