import { codeFrameColumns } from "@babel/code-frame";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import type { Console } from "../command/console";

/** Characters of a line that are shown. */
const widest = 160;

/** Where a finding begins, from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
  /** The column after its end, where that is known. */
  readonly endColumn?: number;
}

/** The column after the word or quoted text that begins at a place, from 1. */
export function endColumn(text: string, { line, column, endColumn: known }: Place): number {
  if (known !== undefined) return known;
  const rest = getLine(text, line).slice(column - 1);
  const word = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s,:\]}]+(?: [^\s,:\]}#]+)*)/.exec(rest)?.[0] ?? "";
  return column + Math.max(1, word.length);
}

function getLine(text: string, line: number): string {
  let start = 0;
  for (let at = 1; at < line; at++) {
    start = text.indexOf("\n", start) + 1;
    if (start === 0) return "";
  }
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? undefined : end).replace(/\r$/, "");
}

/** The line of a place with a caret under it, and the line above. */
export function formatCodeFrame(text: string, place: Place, { color }: Pick<Console, "color">): string {
  const { shown, from } = cutOut(toPrintable(getLine(text, place.line)), place.column);
  const start = { line: place.line, column: place.column - from };
  const end = { line: place.line, column: Math.min(endColumn(text, place) - from, shown.length + 1) };
  // Of the lines before, only the last is shown: preparing all of them for each finding would take quadratic time.
  const above = place.line > 1 ? `${cutOut(toPrintable(getLine(text, place.line - 1)), 1).shown}\n` : "";
  const frame = codeFrameColumns(
    "\n".repeat(Math.max(place.line - 2, 0)) + above + shown,
    { start, end },
    { linesAbove: 1, linesBelow: 0 },
  );
  return frame
    .split("\n")
    .map((line) => (/^ *\| +\^+$/.test(line) ? color.red(line) : line.startsWith(">") ? line : color.dim(line)))
    .join("\n");
}

/** What is shown of a line that is too long, around a column. */
function cutOut(line: string, column: number): { shown: string; from: number } {
  if (line.length <= widest) return { shown: line, from: 0 };
  const from = Math.max(0, Math.min(column - 1 - widest / 2, line.length - widest));
  const [before, after] = [from > 0 ? "…" : "", from + widest < line.length ? "…" : ""];
  return { shown: before + line.slice(from + before.length, from + widest - after.length) + after, from };
}

/** A line as it may be shown, every character in its column. */
const toPrintable = (line: string) =>
  [...line.replace(/\r$/, "")]
    .map((character) => (character === "\t" ? character : escapeLine(character) || " "))
    .join("");
