import { UntranslatableError } from "./syntax";

/** A part of SQL. A word is a name or keyword without quotes. */
export interface Token {
  readonly kind: "word" | "name" | "text" | "number" | "reference" | "sign" | "end";
  /** A name or text without its quotes, a reference without its braces. */
  readonly text: string;
}

/** How the text of a warehouse is read. */
export interface Quoting {
  /** Whether `"x"` is a text, and not a name. */
  readonly doubleQuotedTexts: boolean;
  /** Whether a backslash in a text escapes. */
  readonly backslashEscapes: boolean;
}

const shapes: readonly (readonly [RegExp, Token["kind"]])[] = [
  [/\{\{((?:[^}'"]|'[^']*'|"[^"]*")*)\}\}/y, "reference"],
  [/'((?:[^']|'')*)'/y, "text"],
  [/"((?:[^"]|"")*)"/y, "name"],
  [/`([^`]*)`/y, "name"],
  [/((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?![\p{L}\p{N}_])/uy, "number"],
  [/([\p{L}_][\p{L}\p{N}_$]*)/uy, "word"],
  [/(\|\||::|<=|>=|<>|!=|\/(?!\*)|[-+*%(),.=<>])/y, "sign"],
];

/** Blanks and comments. */
const gap = /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y;

/** @throws UntranslatableError for a character that begins nothing. */
export function readTokens(sql: string, quoting: Quoting): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < sql.length) {
    gap.lastIndex = at;
    if (gap.test(sql)) {
      at = gap.lastIndex;
      continue;
    }
    const token = readToken(sql, at);
    tokens.push(interpretQuotes(token.kind, token.text, sql[at] as string, quoting));
    at = token.end;
  }
  return [...tokens, { kind: "end", text: "" }];
}

function readToken(sql: string, at: number): Token & { readonly end: number } {
  for (const [shape, kind] of shapes) {
    shape.lastIndex = at;
    const [, text] = shape.exec(sql) ?? [];
    if (text !== undefined) return { kind, text, end: shape.lastIndex };
  }
  throw new UntranslatableError(`\`${sql.slice(at, at + 20)}\` isn't translated`);
}

function interpretQuotes(kind: Token["kind"], text: string, quote: string, quoting: Quoting): Token {
  const isText = kind === "text" || (kind === "name" && quote === '"' && quoting.doubleQuotedTexts);
  if (!isText) return { kind, text: kind === "name" ? text.replaceAll(quote + quote, quote) : text };
  if (quoting.backslashEscapes && text.includes("\\")) {
    throw new UntranslatableError("a text with a backslash isn't translated");
  }
  return { kind: "text", text: text.replaceAll(quote + quote, quote) };
}
