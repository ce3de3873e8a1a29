import { dropFormat } from "pulumi-analytics-internal/core/formula";
import { formTitle } from "pulumi-analytics-internal/core/text";

/** More of a text is never a title. */
const mostRead = 2000;

/** How deep marks stand in each other: `**_a_**` has two. */
const mostNested = 4;

/**
 * The title of a text in Markdown, as readers see it: its first line that has words, without marks of Markdown and
 * HTML. Empty: it has none.
 *
 * @example readFirstLine("# **Sales** of `orders` <b>now</b>") // "Sales of orders now"
 */
export function readFirstLine(markdown: string): string {
  const lines = dropTags(markdown.slice(0, mostRead))
    .split("\n")
    .map((line) => decodeEntities(dropMarks(dropLineMarks(line))).replace(/\\([!-/:-@[-`{-~])/g, "$1"));
  return lines.map(joinSpaces).find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "";
}

/** Elements of HTML that begin or end a line. */
const blocks =
  /<\/?(?:address|article|blockquote|br|center|div|h[1-6]|hr|li|ol|p|pre|section|table|td|th|tr|ul)\b[^<>]*>/gi;

function dropTags(text: string): string {
  return text
    .replace(/<((?:https?:|mailto:)[^<>\s]+)>/gi, "$1")
    .replace(/<(script|style)\b[^<>]*>[^<]*(?:<\/\1>|$)/gi, "\n")
    .replace(blocks, "\n")
    .replace(/<(?:\/?[a-z]|!)[^<>]*>/gi, "");
}

/** Drops what makes a line a heading, a quote, an item or a row of a table. */
function dropLineMarks(line: string): string {
  const text = line
    .replace(/^\s*(?:(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+)*/, "")
    .replace(/^\[[ xX]\]\s+/, "")
    .trimEnd()
    .replace(/(?<!\s)\s+#+$/, "");
  if (!/^\s*\|.*\|\s*$/.test(text)) return text;
  const cells = text.split("|").map((cell) => cell.trim());
  return cells.filter((cell) => cell !== "").join(" · ");
}

/**
 * A line as readers see it: without marks of emphasis and of code, links as their words, and dynamic text as its
 * formula.
 *
 * @example dropMarks("**Revenue** `net` {{Sum([Amount]) | ,.0f}}") // "Revenue net Sum([Amount])"
 */
export function dropMarks(line: string): string {
  // A formula has the letters of marks as operators.
  const parts = line.split(/\{\{([^{}]*)\}\}/);
  return parts.map((part, index) => (index % 2 === 0 ? dropEmphasis(part) : dropFormat(part).trim())).join("");
}

function dropEmphasis(line: string): string {
  let text = line.replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1");
  for (let depth = 0; depth < mostNested; depth++) {
    text = text
      .replace(/(?<!\\)((?<!`)`+|\*{1,3}|~~)(?=\S)([^`*~]+)(?<=\S)\1/g, "$2")
      .replace(/(?<![\w\\])(_{1,3})(?=\S)([^_]+)(?<=\S)\1(?!\w)/g, "$2");
  }
  return text;
}

const joinSpaces = (text: string) => text.replace(/\s+/g, " ").trim();

/** The entities that people write; others stay as they are. */
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  copy: "©",
  deg: "°",
  euro: "€",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: " ",
  ndash: "–",
  pound: "£",
  quot: '"',
  raquo: "»",
  rarr: "→",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  times: "×",
  trade: "™",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? entities[name]! : whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isLetter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isLetter ? String.fromCodePoint(code) : whole;
  });
}

/** Words that a person has written into an id; other ids, such as `xK3f9Qa`, are the platform's. */
const wordy = /^(?:[\p{Ll}][\p{Ll}\p{N}]*|\p{Ll}{2,}(?:\p{Lu}\p{Ll}{2,}\p{N}*)+)$/u;

/**
 * An id or the name of a file, for people who look at a picture.
 *
 * @example showId("share-by-region") // "Share By Region"
 */
export const showId = (id: string) => (/[-_]/.test(id) || wordy.test(id) ? formTitle(id) : id);
