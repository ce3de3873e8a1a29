import { type BabelCodeFrameOptions, codeFrameColumns } from "@babel/code-frame";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import type { Console } from "../command/console";

/** Characters of a line that are shown. */
const widest = 160;

/** Where a finding begins, from 1. */
interface FramedSpan {
  readonly line: number;
  readonly column: number;
  /** The column after its end, where that is known. */
  readonly endColumn?: number;
}

/** The column after the word or quoted text that begins at a place, from 1. */
export function endColumn(text: string, { line, column, endColumn: known }: FramedSpan): number {
  if (known !== undefined) return known;
  const rest = getLine(text, line).slice(column - 1);
  const word = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s,:\]}]+(?: [^\s,:\]}#]+)*)/.exec(rest)?.[0] ?? "";
  return column + Math.max(1, word.length);
}

/** The lines of the text that was last asked for: a file may have a finding in each of its lines. */
let split: { readonly text: string; readonly lines: readonly string[] } = { text: "", lines: [""] };

function getLine(text: string, line: number): string {
  if (split.text !== text) split = { text, lines: text.split("\n") };
  return (split.lines[line - 1] ?? "").replace(/\r$/, "");
}

/** The line of a place with a caret under it, and the line above. */
export function formatCodeFrame(text: string, place: FramedSpan, { color }: Pick<Console, "color">): string {
  const { shown, from } = cutOut(toPrintable(getLine(text, place.line)), place.column);
  const start = { line: place.line, column: place.column - from };
  const end = { line: place.line, column: Math.min(endColumn(text, place) - from, shown.length + 1) };
  const above = place.line > 1 ? `${cutOut(toPrintable(getLine(text, place.line - 1)), 1).shown}\n` : "";
  // All lines before, for each finding, would take quadratic time. The types are those of an older release.
  const options: BabelCodeFrameOptions & { readonly startLine: number } = {
    linesAbove: 1,
    linesBelow: 0,
    startLine: Math.max(place.line - 1, 1),
  };
  const frame = codeFrameColumns(above + shown, { start, end }, options);
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
