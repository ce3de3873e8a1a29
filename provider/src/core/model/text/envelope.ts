import { isObject, type Json, type Path } from "../json";

/**
 * Whether a form is a workbook or report, and no data model: it says so, or has a layout, elements beside its pages,
 * or the envelope that the API has around it.
 *
 * @example isWorkbook({ kind: "workbook", elements: [], pages: [] }) // true
 */
export function isWorkbook(form: Json): boolean {
  if (!isObject(form)) return false;
  const { kind, layout, elements, contents, document } = form;
  return (
    kind === "workbook" ||
    kind === "report" ||
    layout !== undefined ||
    Array.isArray(elements) ||
    isObject(contents) ||
    isObject(document)
  );
}

/**
 * The document in the envelope that the API has around it, or in none.
 *
 * @example openEnvelope({ name: "Sales", contents: { kind: "workbook" } }) // { kind: "workbook" }
 */
export const openEnvelope = (form: Json): Json => unwrapDocument(form).document;

/** The same, with the keys that lead to it. */
export function unwrapDocument(form: Json): { document: Json; prefix: Path } {
  if (isObject(form)) {
    for (const key of ["contents", "document"]) if (isObject(form[key])) return { document: form[key], prefix: [key] };
  }
  return { document: form, prefix: [] };
}
