import { escapeLine } from "pulumi-analytics-internal/core/text";
import {
  chooseTicks,
  formatMarkdownCode,
  formatMarkdownLink,
  formatMarkdownPicture,
  wrapDiffLine,
} from "../text/writers/markdown";
import { type Cell, type Change, foldLines, hasLines, type Line, type Report, type Section } from "./index";

/** GitHub takes 65,536 characters in a comment; some are left to whoever puts it there. */
const longestComment = 60_000;

/** Characters for the line that counts what was left out. */
const reserve = 300;

const signs: Readonly<Record<Change, string>> = {
  before: "---",
  after: "+++",
  destroyed: "-",
  removed: "-",
  added: "+",
  changed: "!",
};

/**
 * A report for a comment on a pull request. Lines are code, as changes in a block and else as spans, in which no text
 * makes a link, mention or HTML. Only words without signs stand as they are, in titles and verdicts.
 *
 * @param limit characters that it may have: sections at the end are left out.
 * @param onLeftOut is told how many lines of which sections are left out.
 */
export function renderMarkdown(
  report: Report,
  limit = longestComment,
  onLeftOut: (what: readonly string[]) => void = () => {},
): string {
  const parts: string[] = [];
  const leftOut: string[] = [];
  const told = report.filter(hasLines);
  const folded = told.some(({ isFolded }) => !isFolded) ? told.filter(({ isFolded }) => isFolded) : [];
  let room = limit - reserve - (folded.length > 0 ? openFold.length + closeFold.length : 0);
  const ordered = [...told.filter((section) => !folded.includes(section)), ...folded];
  for (const section of ordered) {
    if (section === folded[0]) parts.push(openFold);
    const { open, lines, close } = writeSection(section);
    let length = open.length + close.length;
    const cut = lines.findIndex((line) => {
      length += line.length + 1;
      return length > room;
    });
    const kept = cut < 0 ? lines : lines.slice(0, cut);
    if (kept.length > 0) {
      const part = [open, ...kept, close].join("\n");
      parts.push(part.trim());
      room -= part.length + 2;
    }
    if (kept.length < lines.length) leftOut.push(`${lines.length - kept.length} of ${section.title ?? "the rest"}`);
  }
  if (folded.length > 0) parts.push(closeFold);
  if (leftOut.length > 0) onLeftOut(leftOut);
  if (leftOut.length > 0) parts.push(`_Lines left out: ${leftOut.map(formatWords).join(", ")}._`);
  return parts.join("\n\n");
}

/** A part that is closed until somebody opens it. */
const openFold = "<details>\n<summary>Readers, resources, warnings and notes</summary>";
const closeFold = "</details>";

interface Written {
  readonly open: string;
  readonly lines: readonly string[];
  readonly close: string;
}

function writeSection({ title, lines: given, most, table }: Section): Written {
  const folded = foldLines(given, most);
  const head = title === undefined ? "" : `**${formatWords(title)}**\n`;
  if (table !== undefined && table.rows.length > 0) {
    const open = [head, writeRow(table.heads), writeRow(table.heads.map((_, index) => (index === 0 ? "---" : "---:")))];
    const below = folded.length > 0 ? ["", ...folded.flatMap((line) => writeItem(line))] : [];
    return {
      open: open.join("\n"),
      lines: [...table.rows.map((row) => writeRow(row.map(writeCell))), ...below],
      close: "",
    };
  }
  if (folded.some(({ change }) => change !== undefined)) {
    const lines = folded.map(({ change = "changed", text }) => `${signs[change]} ${escapeLine(text)}`);
    const fence = chooseTicks(lines, 3);
    return { open: `${head}\n${fence}diff`, lines: lines.map(wrapDiffLine), close: fence };
  }
  const isList = title !== undefined || folded.some(({ lines = [] }) => lines.length > 0);
  return {
    open: head,
    lines: isList ? folded.flatMap((line) => writeItem(line)) : folded.map(writeSentence),
    close: "",
  };
}

const writeRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** A vertical bar ends a cell, even in code. */
const writeCell = (cell: Cell): string =>
  typeof cell !== "string"
    ? formatMarkdownPicture(cell.text, cell.picture)
    : cell === "" || isNumber(cell)
      ? cell
      : formatWords(cell).replaceAll("|", "\\|");

const isNumber = (text: string) => /^[+-]?[\d,.]+( %)?$/.test(text);

function writeItem({ text, mark, url = "", lines = [], most }: Line, room = ""): string[] {
  const span = formatMarkdownLink(mark === undefined ? text : `${mark} ${text}`, url);
  return [`${room}- ${span}`, ...foldLines(lines, most).flatMap((line) => writeItem(line, `${room}  `))];
}

const writeSentence = ({ text, tone }: Line) => (tone === "strong" ? `**${formatWords(text)}**` : formatWords(text));

/** Words of our own, without signs that mean something in Markdown; else code. */
const formatWords = (text: string) => (isPlain(text) ? text : formatMarkdownCode(text));

const isPlain = (text: string) => /^[\p{L}\p{N}][\p{L}\p{N} ,()']*\.?$/u.test(text);
