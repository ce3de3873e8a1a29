/**
 * The text that the product's own menu copies: the elements as YAML, then the blocks of the layout as XML. Assumed from
 * its description: nobody has documented what stands between the two.
 */

import { isObject, type Json, type JsonObject } from "../model/json";
import { dropMark, type ParseOptions, parseSpec, type SourcePart, type SourceText } from "../model/text";
import { parseLayout } from "./layout/layout";
import { isInPixels } from "./layout/places";

/** Where the XML begins: at the start of a line. */
const xmlStart = /^(?:<\?xml\b|<(?:Page|Panel|Overlay)\b)/m;

/** A heading of either part, a fence, or a line between the two. */
const heading = /^(?:(?:#+ *)?(?:elements|layout):?|```\w*|---)[ \t]*$/i;

/** Whether a text has the form of what the menu copies: XML behind something else. */
export const isCopied = (text: string): boolean => xmlStart.test(text) && !dropMark(text).trimStart().startsWith("<");

/**
 * Reads a text of elements and layout; undefined for what isn't one.
 *
 * @throws SpecSyntaxError when the elements can't be read.
 * @example parseCopied("- { id: kpi, kind: kpi-chart }\n\n<Page id=\"main\">…</Page>\n", {})
 */
export function parseCopied(
  given: string,
  options: ParseOptions,
): { readonly value: JsonObject; readonly source: SourceText } | undefined {
  const text = dropMark(given).replaceAll("\r\n", "\n");
  const start = xmlStart.exec(text)?.index;
  if (start === undefined || !isCopied(text)) return undefined;
  const lines = text.slice(0, start).split("\n");
  // What is no YAML is blank, so that every value stays in its line.
  const isList = lines.some((line) => /^- /.test(line));
  const kept = lines.map((line) => (heading.test(line) && (isList || !/^elements:/i.test(line)) ? "" : line));
  const head: SourceText = { ...options, text: kept.join("\n") };
  const read = parseSpec(head.text, options);
  const document: JsonObject | undefined = Array.isArray(read) ? { elements: read } : isObject(read) ? read : undefined;
  if (document === undefined || !Array.isArray(document.elements)) return undefined;
  const xml = text.slice(start).replace(/\n```[ \t]*(?=\n|$)/g, "\n");
  const { pages = listPages(xml) } = document;
  // The same text, as YAML has it: a block of text that begins in the line above.
  const layout: SourceText = {
    ...(options.file === undefined ? {} : { file: options.file }),
    text: `${"\n".repeat(Math.max(0, lines.length - 2))}|1\n ${xml.trimEnd().replaceAll("\n", "\n ")}\n`,
  };
  const parts: SourcePart[] = [
    { path: [], from: [], source: head },
    ...(Array.isArray(read) ? [{ path: ["elements"], from: [], source: head }] : []),
    { path: ["layout"], from: [], source: layout },
  ];
  return {
    value: { schemaVersion: 1, kind: isInPixels(xml) ? "report" : "workbook", ...document, pages, layout: xml },
    source: { ...head, text: given, parts },
  };
}

/** Pages called after their ids: the text has none of their names. */
const listPages = (xml: string): Json[] =>
  parseLayout(xml).blocks.flatMap(({ tag, attributes: { id } }) =>
    tag === "Page" && id !== undefined ? [{ id, name: id }] : [],
  );
