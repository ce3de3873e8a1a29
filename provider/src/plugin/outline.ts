import { createHash } from "node:crypto";
import { filterObjects, isObject, type Json, type JsonObject } from "../core/model/json";
import { formatCount } from "../core/text";

/** The most elements that an outline names. */
const most = 6;

/**
 * What a person sees of a document that inputs and state hold packed; different for different texts.
 *
 * @example summarizeDocument('{"pages":[…]}')
 * // "1 page, 2 elements, 14 columns: table Orders, control Region (sha256 1f0c58aa)"
 */
export function summarizeDocument(text: string): string {
  const document = JSON.parse(text) as JsonObject;
  const pages = filterObjects(document.pages);
  // A workbook has its elements beside its pages.
  const elements = [...filterObjects(document.elements), ...pages.flatMap((page) => filterObjects(page.elements))];
  const columns = elements.flatMap((element) => filterObjects(element.columns));
  const counted = [
    formatCount(pages.length, "page"),
    formatCount(elements.length, "element"),
    formatCount(columns.length, "column"),
  ].join(", ");
  const names = elements
    .slice(0, most)
    .map(({ kind, name, id }) =>
      `${formatValue(kind)} ${formatValue((isObject(name) ? name.text : name) ?? id)}`.trim(),
    );
  const more = elements.length > most ? `, … and ${elements.length - most} more` : "";
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return `${counted}${names.length === 0 ? "" : `: ${names.join(", ")}`}${more} (sha256 ${digest})`;
}

function formatValue(value: Json | undefined): string {
  return typeof value === "string" && value.length <= 60 ? value : "";
}
