import { escapeLine } from "pulumi-analytics-internal/core/text";

/**
 * Somebody else's text in Markdown, as code: no link, mention or HTML comes of it.
 *
 * @example formatMarkdownCode("a`b") // "``a`b``"
 */
export function formatMarkdownCode(text: string): string {
  const line = escapeLine(text);
  const ticks = chooseTicks([line], 1);
  // A span may not touch its own backticks.
  const room = /^`|`$|^ .* $/.test(line) || line === "" ? " " : "";
  return `${ticks}${room}${line}${room}${ticks}`;
}

/** A run of backticks that none of some lines has, of at least so many. */
export function chooseTicks(lines: readonly string[], least: number): string {
  const longest = lines
    .flatMap((line) => line.match(/`+/g) ?? [])
    .reduce((most, { length }) => Math.max(most, length), least - 1);
  return "`".repeat(longest + 1);
}

/** A name as the heading of a page. */
export const formatMarkdownHeading = (name: string) =>
  `# ${escapeLine(name).replace(/[\\`*_{}[\]<>|#&@!~:]/g, "\\$&")}`;

/** Somebody else's text in Markdown that leads to an address; without one, or to what is none, as code alone. */
export function formatMarkdownLink(text: string, url: string): string {
  const code = formatMarkdownCode(text);
  return /^https?:\/\//i.test(url) ? `[${code}](${encodeAddress(url)})` : code;
}

/** A picture by its address, with words for who can't see it; for what is no address, the words alone. */
export function formatMarkdownPicture(words: string, url: string): string {
  const said = words.replaceAll(/[^\p{L}\p{N} .,-]+/gu, " ").trim();
  return /^https:\/\//i.test(url) ? `![${said}](${encodeAddress(url)})` : said;
}

/** An address without anything that ends a link. */
const encodeAddress = (url: string) => url.replace(/[^\w\-.~:/?#@!$&'*+,;=%]/gu, encodeSafely);

const encodeSafely = (character: string) =>
  encodeURIComponent(character.toWellFormed()).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Columns of a block that are seen without scrolling, on a phone too: hosts show it unwrapped. */
const widest = 44;

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
