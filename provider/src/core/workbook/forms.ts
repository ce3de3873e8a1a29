import { type Canonical, Forms, type LocalSpec } from "../model";
import { isObject, type Json, type JsonObject, mapLists, omitFields } from "../model/json";
import { openEnvelope } from "../model/text";
import { canonicalizeWorkbook } from "./canonical";
import { parseLayout, writeLayout, writeNode } from "./layout/layout";
import { dropLayouts, readLayout } from "./layout/read";

/**
 * A workbook and its forms. The declared one has its layout by block, and no envelope.
 *
 * @example new WorkbookForms(form, { theme: "1b0c…" }).canonical
 */
export class WorkbookForms extends Forms {
  protected declare(filled: Json): LocalSpec {
    return splitLayout(openEnvelope(filled));
  }

  protected canonicalize(declared: LocalSpec): Canonical {
    return canonicalizeWorkbook(declared);
  }
}

/**
 * A workbook with its layout as a list of blocks, `{id, xml}`, so that pages are compared, merged and ignored one by
 * one.
 *
 * @example splitLayout(contents).layout // [{ id: "main", xml: "<Page id=\"main\">…</Page>" }]
 */
export function splitLayout(document: Json): LocalSpec {
  if (!isObject(document)) return {} as LocalSpec;
  return splitOwn(dropSchemaFields(document));
}

function splitOwn(document: JsonObject): LocalSpec {
  if (Array.isArray(document.layout)) return document as LocalSpec;
  const { blocks } = readLayout(document);
  if (blocks.length === 0) return dropLayouts(document) as LocalSpec;
  const layout = blocks.map((block) => ({ id: block.attributes.id ?? block.tag, xml: writeNode(block, 0) }));
  return { ...dropLayouts(document), layout } as unknown as LocalSpec;
}

/** Without `$schema`, by which editors check JSON files: of the document, and of the files of pages and elements. */
const dropSchemaFields = (document: JsonObject): JsonObject =>
  mapLists(dropSchemaField(document), ["pages", "elements"], dropSchemaField);

const dropSchemaField = (item: JsonObject): JsonObject =>
  Object.hasOwn(item, "$schema") ? omitFields(item, ["$schema"]) : item;

/** The workbook that the platform takes: the layout as one text. Undoes {@link splitLayout}. */
export function joinLayout(declared: JsonObject): JsonObject {
  const { layout } = declared;
  if (!Array.isArray(layout)) return declared;
  const blocks = layout.flatMap((block) => (isObject(block) ? parseLayout(String(block.xml)).blocks : []));
  return { ...declared, layout: writeLayout(blocks) };
}
