/** The words and signs of a formula. Whatever is between two of them, such as a comment, belongs to the second one. */

export type TokenKind =
  | "name"
  | "index"
  | "text"
  | "number"
  | "word"
  | "operator"
  | "open"
  | "close"
  | "comma"
  | "stray"
  | "end";

export interface Token {
  /**
   * `name` is a reference in brackets, `index` a step into a value (`[0]`), `word` a function, a constant or an
   * operator that is a word, `stray` a sign that no formula has.
   */
  readonly kind: TokenKind;
  readonly text: string;
  /** Its offset in the formula. */
  readonly start: number;
  /** Space and comments before it. */
  readonly before: string;
}

export const getEnd = ({ start, text }: Token): number => start + text.length;

const space = /[\s\u00a0\ufeff]+/uy;
const word = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const quotedWord = /`[^`\n]*`/y;
/** The longer ones first. Those that no formula has are read as well, so that a message can say what to write. */
const operator = /===|!==|<=>|==|!=|<>|<=|>=|&&|\|\||\*\*|::|:=|\?\?|[-+*/^%&<>=.!~|?:]/y;
const indexContent = /^(?:\d+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/;

/** What closes a text: word processors turn straight quotes into curly ones. */
const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "\u201c": "\u201d\u201c",
  "\u201e": "\u201c\u201d",
  "\u201d": "\u201d",
  "\u2018": "\u2019\u2018",
  "\u2019": "\u2019",
};

/** Reads the tokens of a formula, of which the last is `end`. Takes linear time. */
export function readTokens(formula: string): Token[] {
  return new Tokenizer(formula).readAll();
}

/** Whether a character is one of ASCII that begins no space and no comment. */
const isPlain = (code: number) => code > 0x20 && code < 0x7f && code !== 0x2f;

class Tokenizer {
  readonly #tokens: Token[] = [];
  /** Signs that nothing closes from here on: looking for that again and again would take quadratic time. */
  readonly #unclosed = new Set<string>();
  #at = 0;

  constructor(private readonly formula: string) {}

  readAll(): Token[] {
    for (;;) {
      const before = this.#readTrivia();
      const start = this.#at;
      if (start >= this.formula.length) return [...this.#tokens, { kind: "end", text: "", start, before }];
      const [kind, end] = this.#readNext(before === "");
      this.#at = end;
      this.#tokens.push({ kind, text: this.formula.slice(start, end), start, before });
    }
  }

  #readTrivia(): string {
    const start = this.#at;
    // Most tokens follow each other.
    if (isPlain(this.formula.charCodeAt(start))) return "";
    for (;;) {
      const end = this.#match(space) ?? this.#findCommentEnd();
      if (end === undefined) return this.formula.slice(start, this.#at);
      this.#at = end;
    }
  }

  #findCommentEnd(): number | undefined {
    const { formula } = this;
    if (formula[this.#at] !== "/") return undefined;
    if (formula[this.#at + 1] === "/") {
      const end = formula.indexOf("\n", this.#at);
      return end < 0 ? formula.length : end;
    }
    if (formula[this.#at + 1] !== "*" || this.#unclosed.has("/*")) return undefined;
    const end = formula.indexOf("*/", this.#at + 2);
    if (end >= 0) return end + 2;
    this.#unclosed.add("/*");
    return undefined;
  }

  #match(pattern: RegExp): number | undefined {
    pattern.lastIndex = this.#at;
    return pattern.test(this.formula) ? pattern.lastIndex : undefined;
  }

  /** @param isAdjacent whether nothing is between this and the token before. */
  #readNext(isAdjacent: boolean): readonly [kind: TokenKind, end: number] {
    const at = this.#at;
    const sign = this.formula[at]!;
    if (/^[a-z_]/i.test(sign)) return ["word", this.#match(word)!];
    const isStep = isAdjacent && this.#isAfterValue();
    switch (sign) {
      case "[": {
        const end = this.#findClosing("[", "[]");
        if (end === undefined || this.formula[end] === "[") return ["stray", at + 1];
        const isIndex = isStep && indexContent.test(this.formula.slice(at + 1, end));
        return [isIndex ? "index" : "name", end + 1];
      }
      case "(":
        return ["open", at + 1];
      case ")":
        return ["close", at + 1];
      case ",":
        return ["comma", at + 1];
      case "`": {
        const end = this.#match(quotedWord);
        return end === undefined ? ["stray", at + 1] : ["word", end];
      }
      default:
    }
    const closing = closingQuotes[sign];
    if (closing !== undefined) {
      const end = this.#findTextEnd(sign, closing);
      return end === undefined ? ["stray", at + 1] : ["text", end + 1];
    }
    const wordEnd = this.#match(word);
    if (wordEnd !== undefined) return ["word", wordEnd];
    const numberEnd = sign === "." && isStep ? undefined : this.#match(number);
    if (numberEnd !== undefined) return ["number", numberEnd];
    const operatorEnd = this.#match(operator);
    if (operatorEnd !== undefined) return ["operator", operatorEnd];
    return ["stray", at + (this.formula.codePointAt(at)! > 0xffff ? 2 : 1)];
  }

  /** Whether the token before ends a value, into which an index can lead. */
  #isAfterValue(): boolean {
    const last = this.#tokens.at(-1);
    return last !== undefined && ["name", "index", "word", "close"].includes(last.kind);
  }

  /** The first of some signs behind this one, `\` escaping one; undefined if there is none. */
  #findClosing(sign: string, closing: string): number | undefined {
    if (this.#unclosed.has(sign)) return undefined;
    const { formula } = this;
    for (let i = this.#at + 1; i < formula.length; i++) {
      if (formula[i] === "\\") i++;
      else if (closing.includes(formula[i]!)) return i;
    }
    this.#unclosed.add(sign);
    return undefined;
  }

  /** The quote that ends a text; two of them are one that belongs to it. */
  #findTextEnd(sign: string, closing: string): number | undefined {
    const start = this.#at;
    for (;;) {
      const end = this.#findClosing(sign, closing);
      const isDoubled = end !== undefined && sign === closing && this.formula[end + 1] === sign;
      if (!isDoubled) {
        this.#at = start;
        return end;
      }
      this.#at = end + 1;
    }
  }
}
