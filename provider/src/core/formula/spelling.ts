/** Other spellings of the same formula. */
import { readTokens, type Token } from "./tokens";

const replaceTokens = (formula: string, replace: (token: Token) => string): string =>
  readTokens(formula)
    .map((token) => token.before + replace(token))
    .join("");

/** A text in straight quotes. */
export const straightenText = (text: string): string =>
  /^["']/.test(text) ? text : `"${text.slice(1, -1).replaceAll('"', '\\"')}"`;

/** A formula whose texts stand in straight quotes: word processors make curly ones, which no formula can have. */
export const straightenQuotes = (formula: string): string =>
  /[\u2018-\u201e]/.test(formula)
    ? replaceTokens(formula, ({ kind, text }) => (kind === "text" ? straightenText(text) : text))
    : formula;

/** A formula with the operators that the platform stores: `<>` becomes `!=`, but for texts and names. */
export const unifyOperators = (formula: string): string =>
  formula.includes("<>")
    ? replaceTokens(formula, ({ kind, text }) => (kind === "operator" && text === "<>" ? "!=" : text))
    : formula;

/**
 * The formula of a `{{formula | format}}` in a text: what stands before its last `|` outside of brackets and texts.
 *
 * @example dropFormat("Count() | ,.0f") // "Count() "
 */
export function dropFormat(inside: string): string {
  if (!inside.includes("|")) return inside;
  const bar = readTokens(inside).findLast(({ kind, text }) => kind === "operator" && text === "|");
  return bar === undefined ? inside : inside.slice(0, bar.start);
}
