import { readTokens } from "../../formula";

/** A formula that a YAML text has without the quotes it needs. */
export interface Unquoted {
  readonly text: string;
  readonly offset: number;
  /** Whether it is a value of a mapping in braces, where a comma ends a text. */
  readonly isInBraces: boolean;
}

/** A field that holds a formula, in a line of its own or in a mapping in braces, and what comes after it. */
const field = /(?:^[ \t]*(?:- +)*|(?<braces>[{,])[ \t]*)(?:formula|left|right):[ \t]+(?=\S)/gm;

/**
 * The formulas of a YAML text that aren't in quotes, in order. They need not be wrong: `formula: Sum([Amount])` is text
 * in a line of its own.
 *
 * @example findUnquotedFormulas("{ formula: [A] * 2, name: B }") // [{ text: "[A] * 2", offset: 11, isInBraces: true }]
 */
export function findUnquotedFormulas(text: string): Unquoted[] {
  return [...text.matchAll(field)].flatMap((match) => {
    const offset = match.index + match[0].length;
    const isInBraces = match.groups?.braces !== undefined;
    const end = text.indexOf("\n", offset);
    const value = readValue(text.slice(offset, end < 0 ? undefined : end), isInBraces);
    return isQuotedOrTagged(value) ? [] : [{ text: value, offset, isInBraces }];
  });
}

/**
 * Text in quotes, unless it ends within the line and more follows; a block of text; an alias, anchor, tag or mapping.
 */
const isQuotedOrTagged = (value: string) =>
  /^(?:"(?:[^"\\]|\\.)*"?$|'(?:[^']|'')*'?$|["']\[|[|>*&!]|\{(?!\{))/.test(value);

/**
 * A formula from its beginning: to the comment after it, and in braces to the comma or brace that ends it. A comma that
 * ends the line is not its own: the braces began in a line above.
 */
function readValue(line: string, isInBraces: boolean): string {
  let depth = 0;
  for (const { kind, text, start, before } of readTokens(line)) {
    const isEnd = isInBraces && (kind === "comma" || text === "}");
    if (depth === 0 && (isEnd || (text === "#" && before !== ""))) return dropComma(line.slice(0, start));
    if (kind === "open" || text === "{") depth++;
    else if (kind === "close" || text === "}") depth--;
  }
  return dropComma(line);
}

const dropComma = (value: string) => value.trimEnd().replace(/,$/, "");
