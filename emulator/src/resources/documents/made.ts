import { z } from "zod";
import type { Call } from "../../call";
import { requireDependency } from "../../http/errors";
import { ElementNames, getColumnName } from "../../spec/names";
import { buildCatalog } from "../data-models/references";
import { getLatestPages } from "../data-models/versions";
import { findModelTable } from "./sources";

/** Tables of data models that a document made in the product reads from. */
export const ModelSources = z.array(z.strictObject({ dataModelId: z.string(), elementId: z.string() })).default([]);

/** Fills a document with a page that has one table for each of the sources, with all columns. */
export function fillDocument(call: Call, documentId: string, sources: z.output<typeof ModelSources>): void {
  const elements = sources.map(({ dataModelId, elementId }) => {
    const read = requireDependency(findModelTable(call, { dataModelId, elementId }), elementId);
    const name = new ElementNames(getLatestPages(call, dataModelId) ?? [], buildCatalog(call)).getName(read);
    const columns = read.columns.map((column) => ({
      id: call.ids.short("document column"),
      formula: `[${name}/${getColumnName(column)}]`,
    }));
    const source = { kind: "data-model" as const, dataModelId, elementId };
    const id = call.ids.short("document element");
    return { type: "table" as const, table: { id, kind: "table" as const, name, source, columns } };
  });
  const pages = [{ id: call.ids.short("document page"), name: "Page 1", elements }];
  call.store.documentContents.put(documentId, { documentId, pages });
}
