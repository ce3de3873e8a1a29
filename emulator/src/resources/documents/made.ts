import { z } from "zod";
import type { Call } from "../../call";
import { requireDependency } from "../../http/errors";
import { ElementNames, getColumnName } from "../../spec/names";
import type { Column } from "../../spec/schema";
import { isObject, listObjects, type WorkbookDocument } from "../../workbook/document";
import { type LayoutNode, parseLayout, writeLayout } from "../../workbook/layout";
import { buildDocument, buildDocumentPages, getName } from "../../workbook/tables";
import { buildCatalog } from "../data-models/references";
import { getLatestPages } from "../data-models/versions";
import { findModelTable } from "./sources";

/** Tables of data models that a document made in the product reads from. */
export const ModelSources = z
  .array(z.strictObject({ dataModelId: z.string(), elementId: z.string(), versionTagId: z.string().optional() }))
  .default([]);

/** Fills a document with a page that has one table for each of the sources, with all columns. */
export function fillDocument(
  call: Call,
  documentId: string,
  sources: z.output<typeof ModelSources>,
  isUnrepresentable = false,
): void {
  const tagged = sources.flatMap(({ dataModelId, versionTagId }) =>
    versionTagId ? [[dataModelId, versionTagId]] : [],
  );
  const sourceTags = Object.fromEntries(tagged) as Record<string, string>;
  const elements = sources.map(({ dataModelId, elementId }) => {
    const read = requireDependency(findModelTable(call, { dataModelId, elementId }), elementId);
    const name = new ElementNames(getLatestPages(call, dataModelId) ?? [], buildCatalog(call)).getName(read);
    const columns = read.columns.map((column) => ({
      id: call.ids.makeShort("document column"),
      formula: `[${name}/${getColumnName(column)}]`,
    }));
    const source = { kind: "data-model" as const, dataModelId, elementId };
    const id = call.ids.makeShort("document element");
    return { type: "table" as const, table: { id, kind: "table" as const, name, source, columns } };
  });
  const pages = [{ id: call.ids.makeShort("document page"), name: "Page 1", elements }];
  call.store.documentContents.put(documentId, { documentId, pages, sourceTags, isUnrepresentable });
}

/**
 * Puts a header on a page in the product. Its elements show in the lists; its code is an empty navigation, so that the
 * next write of the code removes what was in it.
 */
export function addHeader(call: Call, documentId: string, { pageId, title }: { pageId?: string; title: string }): void {
  const contents = call.store.documentContents.get(documentId) ?? { documentId, pages: [] };
  const document = contents.document ?? buildDocument(contents.pages, "workbook");
  const page = requireDependency(pageId ?? document.pages[0]?.id, "page");
  const panelId = call.ids.makeShort("panel");
  const elementId = call.ids.makeShort("document element");
  const grid = { type: "grid", gridTemplateColumns: "repeat(24, 1fr)", gridTemplateRows: "auto" };
  const navigation: LayoutNode = {
    tag: "Element",
    attributes: { elementId, gridColumn: "1 / 25", gridRow: "1 / 3" },
    children: [],
  };
  const block: LayoutNode = { tag: "Panel", attributes: { id: panelId, ...grid }, children: [navigation] };
  const panel = { id: panelId, type: "header", title, pages: [page] };
  const written: WorkbookDocument = {
    ...document,
    elements: [...document.elements, { id: elementId, kind: "navigation", mode: "manual", options: [] }],
    panels: [...listObjects(document.panels), panel],
    layout: writeLayout([...parseLayout(document.layout), block]),
  };
  const made = { type: "text" as const, id: call.ids.makeShort("document element") };
  const pages = buildDocumentPages(written).map((one) =>
    one.id === panelId ? { ...one, elements: [...one.elements, made] } : one,
  );
  call.store.documentContents.put(documentId, { ...contents, document: written, pages });
}

/** Edits a chart in the product, which gives it a column for every column of the element that it reads. */
export function editElement(call: Call, documentId: string, elementId: string): void {
  const { document, ...contents } = requireDependency(call.store.documentContents.get(documentId), documentId);
  const elements = document?.elements ?? [];
  const chart = requireDependency(
    elements.find(({ id }) => id === elementId),
    elementId,
  );
  const source = elements.find(({ id }) => isObject(chart.source) && id === chart.source.elementId);
  const name = source && getName(source);
  const own = listObjects(chart.columns);
  const added = listObjects(source?.columns)
    .map((column) => `[${name}/${getColumnName(column as unknown as Column)}]`)
    .filter((formula) => !own.some((column) => column.formula === formula))
    .map((formula) => ({ id: call.ids.makeShort("document column"), formula }));
  const edited = { ...chart, columns: [...own, ...added] };
  const written = { ...document!, elements: elements.map((one) => (one === chart ? edited : one)) };
  const pages = buildDocumentPages(written);
  call.store.documentContents.put(documentId, { ...contents, document: written, pages });
}
