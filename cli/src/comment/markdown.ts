import { wrapDiffLine } from "../text/writers/markdown";

/**
 * Writes the sections of a comment. All text goes into code, blocks or spans: names and formulas come from the pull
 * request, and can't make links, mentions or HTML there. Hosts show a block unwrapped, so its lines are wrapped here;
 * messages are lists of spans, which wrap at any width.
 */

/** One part of a comment, under its heading. */
export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  readonly language: "diff" | "text";
}

const longestLine = 500;

/**
 * One plain line: no colors, control characters or characters that change the writing direction.
 */
export function cleanLine(text: string): string {
  const plain = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
    .replaceAll(/\u001b\[[\d;]*m|<\{%[^%]*%\}>/g, "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]+/g, " ")
    .trimEnd();
  if (plain.length <= longestLine) return plain;
  return `${plain.slice(0, longestLine - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A run of backticks that none of the texts has, of at least so many. */
function chooseTicks(texts: readonly string[], least: number): string {
  const longest = texts
    .flatMap((text) => text.match(/`+/g) ?? [])
    .reduce((most, { length }) => Math.max(most, length), least - 1);
  return "`".repeat(longest + 1);
}

/** The beginning and end of a section's lines, and how each is written. */
function chooseForm({ lines, language }: Section): { open: string; close: string; format: (line: string) => string } {
  if (language === "text") return { open: "", close: "", format: formatItem };
  const fence = chooseTicks(lines, 3);
  return { open: `${fence}${language}\n`, close: `${fence}\n`, format: wrapDiffLine };
}

/** A message as an item of a list, deeper where it is indented. */
function formatItem(line: string): string {
  const text = line.trimStart();
  const ticks = chooseTicks([text], 1);
  // A span may not touch its own backticks.
  const pad = /^`|`$/.test(text) ? " " : "";
  return `${line.slice(0, line.length - text.length)}- ${ticks}${pad}${text}${pad}${ticks}`;
}

/** Space for the line that counts omitted lines. */
const reserve = 300;

/** The sections from the top, up to the available length. */
export function fitSections(sections: readonly Section[], room: number): string {
  let text = "";
  const leftOut: string[] = [];
  for (const section of sections) {
    const { title, lines } = section;
    const { open, close, format } = chooseForm(section);
    const head = `\n**${title}**\n\n${open}`;
    let free = room - reserve - text.length - head.length - close.length;
    const kept: string[] = [];
    for (const line of lines) {
      const written = `${format(line)}\n`;
      free -= written.length;
      if (free < 0) break;
      kept.push(written);
    }
    if (kept.length > 0) text += head + kept.join("") + close;
    if (kept.length < lines.length) leftOut.push(`${lines.length - kept.length} of ${title}`);
  }
  return leftOut.length === 0 ? text : `${text}\n_Lines left out: ${leftOut.join(", ")}. The log has them._\n`;
}
