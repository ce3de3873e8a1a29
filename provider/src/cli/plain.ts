/**
 * A name or value of somebody else's as one harmless line: no line breaks, no terminal sequences, nothing that turns the direction of
 * writing.
 *
 * @example plainLine("Orders\u001b[2J\nrm -rf") // "Orders rm -rf"
 */
export function plainLine(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      .replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, "")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      .replaceAll(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, " ")
      .trimEnd()
  );
}

/** A text of at most so many characters; what was cut off shows as `…`. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

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
