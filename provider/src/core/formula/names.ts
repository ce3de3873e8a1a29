import { normalizeName } from "../text";
import { parseFormula } from "./parse";
import { readTokens, type Token } from "./tokens";

/** A name in brackets: `[Revenue]`, `[Orders/Revenue]`, `[Orders/Customer/Region]`. */
export interface NameReference {
  /** The text between the brackets. */
  readonly text: string;
  /** Its parts, `\` escapes taken out. */
  readonly segments: string[];
  /** Offset of the opening bracket. */
  readonly start: number;
  /** Offset of the closing bracket. */
  readonly end: number;
}

/**
 * The names a formula refers to. Brackets inside of texts and comments are no names, nor is a bracket that isn't closed
 * before the next one opens, nor the index of a list: `[0]` in `[Payload].items[0]`.
 *
 * @example findNames('If([Orders/Status] = "[x]", [Revenue])').map(({ text }) => text) // ["Orders/Status", "Revenue"]
 */
export function findNames(formula: string): NameReference[] {
  if (!formula.includes("[")) return [];
  if (soleName.test(formula)) return [readName({ text: formula, start: 0 })];
  return readTokens(formula).flatMap((token) => (token.kind === "name" ? [readName(token)] : []));
}

/** A formula that is one reference, as most are, without anything that could be read otherwise. */
const soleName = /^\[[^[\]\\]*\]$/;

/** The name that a token is. */
export function readName({ text, start }: Pick<Token, "text" | "start">): NameReference {
  const inside = text.slice(1, -1);
  return { text: inside, segments: splitSegments(inside), start, end: start + text.length - 1 };
}

function splitSegments(text: string): string[] {
  if (!text.includes("\\")) return text.split("/");
  const segments: string[] = [];
  let segment = "";
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "/") {
      segments.push(segment);
      segment = "";
    } else segment += text[i] === "\\" ? (text[++i] ?? "") : text[i];
  }
  return [...segments, segment];
}

/** The name a formula consists of, if it is nothing but one reference. */
export function parseSoleName(formula: string): NameReference | undefined {
  if (!formula.includes("[")) return undefined;
  if (soleName.test(formula)) return readName({ text: formula, start: 0 });
  const { root } = parseFormula(formula);
  return root.kind === "reference" ? readName(root.token) : undefined;
}

/**
 * A name without what the platform may respell, as it makes `Order Id` of `ORDER_ID`: case, spaces and `_ - / . [ ]`.
 *
 * @example normalizePlainName("ORDER_ID") === normalizePlainName("Order Id") // true
 */
export function normalizePlainName(name: string): string {
  return normalizeName(name)
    .toLowerCase()
    .replace(/[\s_\-/.[\]]+/g, "");
}

/**
 * A formula with every name in it in plain form (see {@link normalizePlainName}), a prefix apart from the rest, and
 * without space at its ends.
 *
 * @param prefixOf what a plain prefix counts as; default: itself.
 * @example normalizeFormula("Sum([ORDERS/NET_AMOUNT])") // "Sum([orders/netamount])"
 */
export function normalizeFormula(formula: string, prefixOf: (prefix: string) => string = (prefix) => prefix): string {
  return replaceNames(formula, ({ segments: [first = "", ...rest] }) =>
    rest.length === 0
      ? `[${normalizePlainName(first)}]`
      : `[${prefixOf(normalizePlainName(first))}/${normalizePlainName(rest.join(""))}]`,
  ).trim();
}

/**
 * A formula with something else in the place of its names.
 *
 * @param write what stands there; undefined: the name stays.
 * @example replaceNames("Sum([A])", ({ text }) => `[Orders/${text}]`) // "Sum([Orders/A])"
 */
export function replaceNames(formula: string, write: (name: NameReference) => string | undefined): string {
  let written = "";
  let at = 0;
  for (const name of findNames(formula)) {
    const meant = write(name);
    if (meant === undefined) continue;
    written += formula.slice(at, name.start) + meant;
    at = name.end + 1;
  }
  return written + formula.slice(at);
}
