import { plainLine } from "../core/text/plain";

/**
 * Somebody else's text in Markdown, as code: no link, mention or HTML comes of it, in a table neither.
 *
 * @example markdownCode("a|b") // "`a\\|b`"
 */
export function markdownCode(text: string): string {
  const line = plainLine(text).replaceAll("|", "\\|");
  const ticks = "`".repeat(longestTicks(line) + 1);
  const room = /^`|`$|^ .* $/.test(line) || line === "" ? " " : "";
  return `${ticks}${room}${line}${room}${ticks}`;
}

/** Lines in a fenced block of Markdown that none of them can end. */
export function markdownBlock(language: string, lines: readonly string[]): string {
  const fence = "`".repeat(Math.max(3, longestTicks(lines.join("\n")) + 1));
  return `${fence}${language}\n${lines.map(plainLine).join("\n")}\n${fence}`;
}

/**
 * A line for between the quotes of a label in Mermaid: letters that could mean something there, in Markdown or in HTML, are written by their
 * numbers. Some releases of Mermaid read labels as Markdown, and show no list, link or rule at all.
 *
 * @example mermaidText('1. "Orders" of _all_') // "1#46; #34;Orders#34; of #95;all#95;"
 */
export function mermaidText(line: string): string {
  return (
    line
      .replace(/["#<>&`*\\;[\]{}()|%$~@]/g, numbered)
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, numbered)
      // What begins a list, or is a rule.
      .replace(/^(?:[-+=]|\d+\.(?= |$))/, (mark) => mark.slice(0, -1) + numbered(mark.at(-1)!))
      // What is a link without any mark, and what is taken for colors.
      .replace(/:(?=\/\/)|(?<=www)\.|(?<=(?:style|classDef).*):/gi, numbered)
  );
}

const numbered = (letter: string) => `#${letter.charCodeAt(0)};`;

/**
 * A line for between the quotes of a label in DOT. Graphviz knows the entities of HTML.
 *
 * @example dotText('Orders & "more"') // 'Orders &amp; \\"more\\"'
 */
export function dotText(line: string): string {
  return line.replaceAll("&", "&amp;").replace(/["\\]/g, "\\$&");
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
