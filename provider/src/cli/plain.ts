import { plainLine } from "../core/text";

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

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
