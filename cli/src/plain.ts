import { escapeLine } from "pulumi-analytics-internal/core/text";

/**
 * Somebody else's text in Markdown, as code: no link, mention or HTML comes of it, in a table neither.
 *
 * @example formatMarkdownCode("a|b") // "`a\\|b`"
 */
export function formatMarkdownCode(text: string): string {
  const line = escapeLine(text).replaceAll("|", "\\|");
  const ticks = "`".repeat(measureLongestTicks(line) + 1);
  const room = /^`|`$|^ .* $/.test(line) || line === "" ? " " : "";
  return `${ticks}${room}${line}${room}${ticks}`;
}

/** Lines in a fenced block of Markdown that none of them can end. */
export function formatMarkdownBlock(language: string, lines: readonly string[]): string {
  const fence = "`".repeat(Math.max(3, measureLongestTicks(lines.join("\n")) + 1));
  return `${fence}${language}\n${lines.map(escapeLine).join("\n")}\n${fence}`;
}

function measureLongestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
