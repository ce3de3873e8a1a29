/**
 * A line for between the quotes of a label in Mermaid: letters that could mean something there, in Markdown or in HTML,
 * are written by their numbers. Some releases of Mermaid read labels as Markdown, and show no list, link or rule at
 * all.
 *
 * @example escapeMermaid('1. "Orders" of _all_') // "1#46; #34;Orders#34; of #95;all#95;"
 */
export function escapeMermaid(line: string): string {
  return (
    line
      .replace(/["#<>&`*\\;[\]{}()|%$~@]/g, numberLetter)
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, numberLetter)
      // What begins a list, or is a rule.
      .replace(/^(?:[-+=]|\d+\.(?= |$))/, (mark) => mark.slice(0, -1) + numberLetter(mark.at(-1)!))
      // What is a link without any mark, and what is taken for colors.
      .replace(/:(?=\/\/)|(?<=www)\.|(?<=(?:style|classDef).*):/gi, numberLetter)
  );
}

const numberLetter = (letter: string) => `#${letter.charCodeAt(0)};`;

/**
 * A line for between the quotes of a label in DOT. Graphviz knows the entities of HTML.
 *
 * @example escapeDot('Orders & "more"') // 'Orders &amp; \\"more\\"'
 */
export function escapeDot(line: string): string {
  return line.replaceAll("&", "&amp;").replace(/["\\]/g, "\\$&");
}
