/** One reference of a formula, split at its slashes: `[ORDERS/AMOUNT]` is `["ORDERS", "AMOUNT"]`. */
export type Reference = readonly string[];

/** What a formula calls and refers to, and whether it is one. */
export interface Formula {
  /** Names of the functions that it calls, in their order. */
  readonly calls: readonly string[];
  readonly references: readonly Reference[];
  readonly isWellFormed: boolean;
}

/** A piece of a formula: `step` leads into a JSON value (`[0]`), `stray` is what no formula has. */
export interface Token {
  readonly kind: "space" | "text" | "reference" | "step" | "number" | "word" | "operator" | "sign" | "stray";
  readonly text: string;
}

const patterns: readonly (readonly [Token["kind"], string])[] = [
  ["space", String.raw`\s+|//[^\n]*|/\*(?:[^]*?\*/|[^]*$)`],
  ["text", String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'`],
  ["step", String.raw`(?<=[\w\])])\[(?:\d+|"[^"[\]]*"|'[^'[\]]*')\]`],
  ["reference", String.raw`\[(?:[^[\]\\]|\\[^])*\]`],
  ["number", String.raw`(?:\d+(?:\.\d+)?|(?<![\w\])])\.\d+)(?:[eE][+-]?\d+)?`],
  ["word", String.raw`[\p{L}_][\p{L}\p{M}\p{N}_]*`],
  ["operator", "!=|<>|<=|>=|[-+*/%^&=<>]"],
  ["sign", "[(),.]"],
  ["stray", "[\"'][^]*$|[^]"],
];

const anyToken = new RegExp(patterns.map(([kind, pattern]) => `(?<${kind}>${pattern})`).join("|"), "gu");

/** All of a formula in tokens: their texts make up the formula again. */
export function listTokens(formula: string): Token[] {
  return [...formula.matchAll(anyToken)].map(({ 0: text, groups }) => {
    const [kind] = Object.entries(groups!).find(([, found]) => found !== undefined)!;
    return { kind: kind as Token["kind"], text };
  });
}

/** The parts of a token of the kind `reference`; `\` stands before brackets that belong to a name. */
export function splitReference({ text }: Token): Reference {
  return text
    .slice(1, -1)
    .replace(/\\([[\]])/g, "$1")
    .split("/");
}

function writeReference(reference: Reference): string {
  return `[${reference.join("/").replace(/[[\]]/g, "\\$&")}]`;
}

/** The references of a formula in their order; brackets in quoted texts are none. */
export function listReferences(formula: string): Reference[] {
  return listTokens(formula).flatMap((token) => (token.kind === "reference" ? [splitReference(token)] : []));
}

/** The formula with each reference changed. */
export function mapReferences(formula: string, change: (reference: Reference) => Reference): string {
  return listTokens(formula)
    .map((token) => (token.kind === "reference" ? writeReference(change(splitReference(token))) : token.text))
    .join("");
}

/** The one reference that is all of a formula; undefined for a calculation. */
export function readPlainReference(formula: string): Reference | undefined {
  const [only, ...rest] = listTokens(formula).filter(({ kind }) => kind !== "space");
  return only?.kind === "reference" && rest.length === 0 ? splitReference(only) : undefined;
}

/** Reads a formula: operators between values, which are texts, numbers, references, calls, and steps into JSON. */
export function readFormula(formula: string): Formula {
  const tokens = listTokens(formula).filter(({ kind }) => kind !== "space");
  const reader = new FormulaReader(tokens);
  const isWellFormed = reader.readAll();
  return { calls: reader.calls, references: listReferences(formula), isWellFormed };
}

const binaryWords = ["and", "or"];
const constants = ["true", "false", "null"];

/** How deep calls and parentheses may be nested. */
const deepest = 200;

class FormulaReader {
  readonly calls: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {
    // What can't be read as a whole may still call functions.
    this.calls = tokens.flatMap(({ kind, text }, index) => (kind === "word" && this.#isCall(index) ? [text] : []));
  }

  readAll(): boolean {
    return this.#readExpression() && this.#at === this.tokens.length;
  }

  /** Whether a word is what is called: an operator is so only where a value has to be. */
  #isCall(index: number): boolean {
    if (this.tokens[index + 1]?.text !== "(" || this.#isWord(index, ["not"])) return false;
    return !this.#isWord(index, binaryWords) || !this.#isValueEnd(index - 1);
  }

  #isValueEnd(index: number): boolean {
    const token = this.tokens[index];
    const isWord = token?.kind === "word" && !this.#isWord(index, ["not", ...binaryWords]);
    return isWord || token?.text === ")" || ["text", "reference", "step", "number"].includes(token?.kind ?? "");
  }

  #isWord(index: number, words: readonly string[]): boolean {
    const token = this.tokens[index];
    return token?.kind === "word" && words.includes(token.text.toLowerCase());
  }

  #takeIf(isNext: boolean): boolean {
    if (isNext) this.#at++;
    return isNext;
  }

  #takeText(...texts: readonly string[]): boolean {
    return this.#takeIf(texts.includes(this.tokens[this.#at]?.text ?? ""));
  }

  #readExpression(): boolean {
    do {
      while (this.#takeText("-", "+") || this.#takeIf(this.#isWord(this.#at, ["not"])));
      if (!this.#readValue()) return false;
    } while (this.#takeIf(this.tokens[this.#at]?.kind === "operator" || this.#isWord(this.#at, binaryWords)));
    return true;
  }

  #readValue(): boolean {
    const token = this.tokens[this.#at];
    const isPlain = token !== undefined && ["text", "number", "reference"].includes(token.kind);
    if (!this.#takeIf(isPlain) && !this.#takeIf(this.#isWord(this.#at, constants) && !this.#isCall(this.#at))) {
      if (this.#takeText("(")) {
        if (!this.#nest(() => this.#readExpression()) || !this.#takeText(")")) return false;
      } else if (!this.#isCall(this.#at) || !this.#readCall()) return false;
    }
    return this.#readSteps();
  }

  #readCall(): boolean {
    // Names of roles stand there as they are.
    const takesWords = this.#isWord(this.#at, ["visibilitylimit"]);
    this.#at += 2;
    if (this.#takeText(")")) return true;
    const readArgument = () =>
      (takesWords && this.#takeIf(this.tokens[this.#at]?.kind === "word")) || this.#readExpression();
    do {
      if (!this.#nest(readArgument)) return false;
    } while (this.#takeText(","));
    return this.#takeText(")");
  }

  /** `.users[0].email` */
  #readSteps(): boolean {
    for (;;) {
      if (this.#takeText(".")) {
        if (!this.#takeIf(["word", "text"].includes(this.tokens[this.#at]?.kind ?? ""))) return false;
      } else if (!this.#takeIf(this.tokens[this.#at]?.kind === "step")) return true;
    }
  }

  #nest(read: () => boolean): boolean {
    if (this.#depth >= deepest) return false;
    this.#depth++;
    const isRead = read();
    this.#depth--;
    return isRead;
  }
}
