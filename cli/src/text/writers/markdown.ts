import { escapeLine } from "pulumi-analytics-internal/core/text";

/**
 * Somebody else's text in Markdown, as code: no link, mention or HTML comes of it, in a table neither.
 *
 * @example formatMarkdownCode("a|b") // "`a\\|b`"
 */
export function formatMarkdownCode(text: string): string {
  return formatSpan(escapeLine(text).replaceAll("|", "\\|"));
}

/** A name as the heading of a page. */
export const formatMarkdownHeading = (name: string) =>
  `# ${escapeLine(name).replace(/[\\`*_{}[\]<>|#&@!~:]/g, "\\$&")}`;

/** Somebody else's text in Markdown that leads to an address; without one, or to what is none, as code alone. */
export function formatMarkdownLink(text: string, url: string): string {
  const code = formatMarkdownCode(text);
  // Nothing that ends the link, or the cell of a table.
  const address = /^https?:\/\//i.test(url) ? url.replace(/[^\w\-.~:/?#@!$&'*+,;=%]/gu, encodeSafely) : "";
  return address === "" ? code : `[${code}](${address})`;
}

const encodeSafely = (character: string) =>
  encodeURIComponent(character.toWellFormed()).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Somebody else's lines as a list in Markdown, which wraps at any width. */
export function formatMarkdownList(lines: readonly string[]): string {
  return lines.map((line) => `- ${formatSpan(escapeLine(line))}`).join("\n");
}

function formatSpan(line: string): string {
  const ticks = "`".repeat(measureLongestTicks(line) + 1);
  const room = /^`|`$|^ .* $/.test(line) || line === "" ? " " : "";
  return `${ticks}${room}${line}${room}${ticks}`;
}

/** Columns of a block that are seen without scrolling, on a phone too. */
const widest = 44;

/**
 * Lines of a diff in a fenced block of Markdown that none of them can end. Hosts show it unwrapped: it is wrapped here.
 */
export function formatMarkdownDiff(lines: readonly string[]): string {
  const fence = "`".repeat(Math.max(3, measureLongestTicks(lines.join("\n")) + 1));
  return `${fence}diff\n${lines.map((line) => wrapDiffLine(escapeLine(line))).join("\n")}\n${fence}`;
}

/**
 * A line of a diff in several, each with its sign; words that are longer than a line are cut.
 *
 * @example wrapDiffLine("! short") // "! short"
 */
export function wrapDiffLine(line: string): string {
  const [sign = "", ...words] = line.split(" ");
  const lines: string[] = [];
  let current = sign;
  for (const word of words.flatMap((one) => one.match(/.{1,40}/gsu) ?? [""])) {
    if (current.length + 1 + word.length > widest) {
      lines.push(current);
      current = `${sign}  `;
    }
    current += ` ${word}`;
  }
  return [...lines, current].join("\n");
}

function measureLongestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
