/** Somebody else's text in the languages of pictures: each function takes any text and gives back one harmless line. */

import { cleanText } from "./clean";

/**
 * A line for between the quotes of a label in Mermaid: letters that could mean something there, in Markdown or in HTML,
 * are written by their numbers. Some releases of Mermaid read labels as Markdown, and show no list, link or rule at
 * all.
 *
 * @example escapeMermaid('1. "Orders" of _all_') // "1#46; #34;Orders#34; of #95;all#95;"
 */
export function escapeMermaid(text: string): string {
  const line = cleanText(text)
    .replace(/["#<>&`*\\;[\]{}()|%$~@]/g, numberLetter)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, numberLetter)
    // What begins a command to the host of a pipeline, a list, or is a rule.
    .replace(/^:/, numberLetter)
    .replace(/^(?:[-+=]|\d+\.(?= |$))/, (mark) => mark.slice(0, -1) + numberLetter(mark.at(-1)!))
    // What is a link without any mark.
    .replace(/:(?=\/\/)|(?<=www)\./gi, numberLetter);
  // What is taken for colors.
  const colors = line.search(/style|classDef/i);
  return colors < 0 ? line : line.slice(0, colors) + line.slice(colors).replaceAll(":", numberLetter);
}

const numberLetter = (letter: string) => `#${letter.charCodeAt(0)};`;

/**
 * A line for between the quotes of a label in DOT. Graphviz knows the entities of HTML.
 *
 * @example escapeDot('Orders & "more"') // 'Orders &amp; \\"more\\"'
 */
export function escapeDot(text: string): string {
  const line = cleanText(text).replaceAll("&", "&amp;").replace(/["\\]/g, "\\$&");
  // What begins a command to the host of a pipeline, within a line too.
  return line.replace(/#(?=#\w*\[)/g, "&#35;");
}

/** The title of a flowchart in Mermaid, which stands in its YAML. */
export const quoteMermaidTitle = (text: string) => JSON.stringify(cleanText(text));

/** A line as XML or HTML text, or as the value of an attribute: in SVG and in pages. */
export function escapeXml(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** JSON in a page: no text of it can end the element it stands in. */
export function embedJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
