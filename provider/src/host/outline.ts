import { createHash } from "node:crypto";
import { filterObjects, isObject, type Json, type JsonObject } from "../core/spec/json";

/** The most elements that an outline names. */
const most = 6;

/**
 * The input of the dynamic provider by which a preview shows that a document changes. The text itself is hidden from
 * the engine's differences: it would print all of it for each change.
 */
export const outlineKey = "outline";

/**
 * What a person sees of a document in place of its text; different for different texts.
 *
 * @param options with `areNamesHidden`, because a name may be secret.
 * @example summarizeDocument('{"pages":[…]}')
 * // "1 page, 2 elements, 14 columns: table Orders, control Region (sha256 1f0c58aa)"
 */
export function summarizeDocument(text: string, { areNamesHidden = false } = {}): string {
  const document = JSON.parse(text) as JsonObject;
  const pages = filterObjects(document.pages);
  // A workbook has its elements beside its pages.
  const elements = [...filterObjects(document.elements), ...pages.flatMap((page) => filterObjects(page.elements))];
  const columns = elements.flatMap((element) => filterObjects(element.columns));
  const counted = [
    count(pages.length, "page"),
    count(elements.length, "element"),
    count(columns.length, "column"),
  ].join(", ");
  const named = areNamesHidden ? [] : elements;
  const names = named
    .slice(0, most)
    .map(({ kind, name, id }) =>
      `${formatValue(kind)} ${formatValue((isObject(name) ? name.text : name) ?? id)}`.trim(),
    );
  const more = named.length > most ? `, … and ${named.length - most} more` : "";
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return `${counted}${names.length === 0 ? "" : `: ${names.join(", ")}`}${more} (sha256 ${digest})`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function formatValue(value: Json | undefined): string {
  return typeof value === "string" && value.length <= 60 ? value : "";
}
