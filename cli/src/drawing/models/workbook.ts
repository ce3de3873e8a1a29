import { filterObjects, isObject, type Json, type JsonObject, toList } from "pulumi-analytics-internal/core/model/json";
import { convertToModel, WorkbookIndex } from "pulumi-analytics-internal/core/workbook";

/**
 * A workbook in the form in which models are drawn: the pages of its layout, with what has columns as tables, and with
 * controls. `drawnAs` says what an element is.
 */
export function convertToDrawn(form: JsonObject): JsonObject {
  const workbook = new WorkbookIndex(form);
  const [page] = filterObjects(convertToModel(form).pages);
  const converted = toList(page?.elements);
  const elements = new Map<string, Json[]>();
  for (const { id, kind, path } of workbook.entries) {
    const element = converted[Number(path.at(-1))];
    if (!isObject(element)) continue;
    const block = workbook.placements.get(id)?.[0]?.block.attributes.id ?? "";
    const drawn = element.kind === "table" ? { ...element, drawnAs: kind.replaceAll("-", " ") } : element;
    elements.set(block, [...(elements.get(block) ?? []), drawn]);
  }
  const blocks = [...workbook.blocks].map(([id, { item }]) => ({ id, name: item.name ?? item.title ?? id }));
  const unplaced = elements.has("") ? [{ id: "", name: "(not placed)" }] : [];
  const pages = [...blocks, ...unplaced].flatMap(({ id, name }) => {
    const own = elements.get(id);
    return own === undefined ? [] : [{ id: id === "" ? "unplaced" : id, name, elements: own }];
  });
  return { pages };
}
