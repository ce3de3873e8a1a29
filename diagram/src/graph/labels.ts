/**
 * A line for between the quotes of a label in Mermaid: letters that could mean something there, in Markdown or in HTML,
 * are written by their numbers. Some releases of Mermaid read labels as Markdown, and show no list, link or rule at
 * all.
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
