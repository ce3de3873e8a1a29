import { escapeLine } from "pulumi-analytics-internal/core/text";
import type { Console } from "../command/console";
import { type Change, foldLines, hasLines, type Line, type Report, type Table, type Tone } from "./index";

type Color = Console["color"];

const tones = { good: "green", bad: "red", warning: "yellow", strong: "bold", quiet: "dim" } as const;

const signs: Readonly<Record<Change, { readonly sign: string; readonly tones: readonly Tone[] }>> = {
  before: { sign: "---", tones: ["strong"] },
  after: { sign: "+++", tones: ["strong"] },
  destroyed: { sign: "-", tones: ["bad", "strong"] },
  removed: { sign: "-", tones: ["bad"] },
  added: { sign: "+", tones: ["good"] },
  changed: { sign: "~", tones: ["warning"] },
};

/** A report for a terminal or a log, with a blank line between sections. */
export function renderText(report: Report, color: Color): string {
  return report
    .filter(hasLines)
    .map(({ title, lines, most, table }) => {
      const head = title === undefined ? [] : [color.bold(escapeLine(title))];
      const room = title === undefined ? "" : "  ";
      const rows = table === undefined ? [] : renderTable(table).map((row) => `${room}${row}`);
      return [...head, ...rows, ...foldLines(lines, most).flatMap((line) => renderLine(line, room, color))].join("\n");
    })
    .join("\n\n");
}

/** Columns of one width each; all but the first to the right, and numbers by their decimal points. */
function renderTable({ heads, rows }: Table): string[] {
  if (rows.length === 0) return [];
  const told = rows.map((row) => row.map((cell) => escapeLine(typeof cell === "string" ? cell : cell.text)));
  const fractions = heads.map((_, index) => Math.max(...told.map((row) => readFraction(row[index]).length)));
  const alignPoint = (cell: string, index: number) =>
    index > 0 && isNumber(cell) ? cell.padEnd(cell.length + fractions[index]! - readFraction(cell).length) : cell;
  const all = [heads, ...told.map((row) => row.map(alignPoint))];
  const widths = heads.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0)));
  const align = (cell: string, index: number) =>
    index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!);
  return all.map((row) => row.map(align).join("  ").trimEnd());
}

const isNumber = (text: string) => /^[+-]?[\d,]+(?:\.\d+)?(?: %)?$/.test(text);
const readFraction = (text = "") => (isNumber(text) ? (/\.\d+/.exec(text)?.[0] ?? "") : "");

function renderLine({ text, change, mark, tone, url, lines = [], most }: Line, room: string, color: Color): string[] {
  const paint = (words: string, ...some: readonly Tone[]) =>
    some.reduce((painted, one) => color[tones[one]](painted), words);
  const own = tone === undefined ? [] : [tone];
  const said = escapeLine(text);
  const first =
    change !== undefined
      ? paint(`${signs[change].sign} ${said}`, ...signs[change].tones)
      : mark !== undefined
        ? `${paint(mark, ...own)} ${said}`
        : paint(said, ...own);
  const under = [...foldLines(lines, most), ...(url === undefined || url === "" ? [] : [{ text: url }])];
  return [`${room}${first}`, ...under.flatMap((line) => renderLine(line, `${room}  `, color))];
}
