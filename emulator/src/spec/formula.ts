/** One reference of a formula, split at its slashes: `[ORDERS/AMOUNT]` is `["ORDERS", "AMOUNT"]`. */
export type Reference = readonly string[];

/** What a formula calls and refers to, and whether it is one. */
export interface Formula {
  /** Names of the functions that it calls, in their order. */
  readonly calls: readonly string[];
  readonly references: readonly Reference[];
  readonly isWellFormed: boolean;
}

/** A formula as a tree. Names of roles in `VisibilityLimit` are words; a step leads into a JSON value. */
export type Expression =
  | { readonly kind: "text" | "number" | "word" | "constant"; readonly text: string }
  | { readonly kind: "reference"; readonly reference: Reference }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: "operation"; readonly operator: string; readonly operands: readonly Expression[] }
  | { readonly kind: "step"; readonly value: Expression };

/** A piece of a formula: `step` leads into a JSON value (`[0]`), `stray` is what no formula has. */
export interface Token {
  readonly kind: "space" | "text" | "reference" | "step" | "number" | "word" | "operator" | "sign" | "stray";
  readonly text: string;
}

const patterns: readonly (readonly [Token["kind"], RegExp])[] = [
  ["space", /\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/uy],
  ["text", /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/uy],
  ["step", /(?<=[\w\])])\[(?:\d+|"[^"[\]]*"|'[^'[\]]*')\]/uy],
  ["reference", /\[(?:[^[\]\\]|\\[\s\S])*\]/uy],
  ["number", /(?:\d+(?:\.\d+)?|(?<![\w\])])\.\d+)(?:[eE][+-]?\d+)?/uy],
  ["word", /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy],
  ["operator", /!=|<>|<=|>=|[-+*/%^&=<>]/uy],
  ["sign", /[(),.]/uy],
  ["stray", /["'][\s\S]*$|[\s\S]/uy],
];

/** All of a formula in tokens: their texts make up the formula again. */
export function listTokens(formula: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < formula.length; at += tokens.at(-1)!.text.length) tokens.push(readToken(formula, at));
  return tokens;
}

function readToken(formula: string, at: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const [text] = pattern.exec(formula) ?? [];
    if (text !== undefined) {
      return { kind, text };
    }
  }
  throw new Error("every character begins a token");
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
  const reader = new FormulaReader(formula);
  return {
    calls: reader.calls,
    references: listReferences(formula),
    isWellFormed: reader.readAll() !== undefined,
  };
}

/** The tree of a formula; undefined for what is no formula. */
export function parseFormula(formula: string): Expression | undefined {
  return new FormulaReader(formula).readAll();
}

/** Operators between values, those that bind the least first. */
const levels = [["or"], ["and"], ["=", "!=", "<>", "<", "<=", ">", ">="], ["&"], ["+", "-"], ["*", "/", "%"], ["^"]];
const [comparison, power] = [2, levels.length - 1];
const binaryWords = ["and", "or"];
const constants = ["true", "false", "null"];

/** How deep calls, parentheses and signs may be nested. */
const deepest = 200;

class FormulaReader {
  readonly calls: readonly string[];
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(formula: string) {
    this.#tokens = listTokens(formula).filter(({ kind }) => kind !== "space");
    // What can't be read as a whole may still call functions.
    this.calls = this.#tokens.flatMap(({ kind, text }, index) =>
      kind === "word" && this.#isCall(index) ? [text] : [],
    );
  }

  readAll(): Expression | undefined {
    const expression = this.#readExpression(0);
    return this.#at === this.#tokens.length ? expression : undefined;
  }

  /** Whether a word is what is called: an operator is so only where a value has to be. */
  #isCall(index: number): boolean {
    if (this.#tokens[index + 1]?.text !== "(" || this.#isWord(index, ["not"])) return false;
    return !this.#isWord(index, binaryWords) || !this.#isValueEnd(index - 1);
  }

  #isValueEnd(index: number): boolean {
    const token = this.#tokens[index];
    const isWord = token?.kind === "word" && !this.#isWord(index, ["not", ...binaryWords]);
    return isWord || token?.text === ")" || ["text", "reference", "step", "number"].includes(token?.kind ?? "");
  }

  #isWord(index: number, words: readonly string[]): boolean {
    const token = this.#tokens[index];
    return token?.kind === "word" && words.includes(token.text.toLowerCase());
  }

  #takeIf(isNext: boolean): Token | undefined {
    return isNext ? this.#tokens[this.#at++] : undefined;
  }

  #takeText(...texts: readonly string[]): Token | undefined {
    return this.#takeIf(texts.includes(this.#tokens[this.#at]?.text ?? ""));
  }

  /** Operators of the same level are read from the left. */
  #readExpression(level: number): Expression | undefined {
    let left = this.#readPrefixed();
    while (left !== undefined) {
      const token = this.#tokens[this.#at];
      const isOperator = token?.kind === "operator" || this.#isWord(this.#at, binaryWords);
      const operator = token?.text.toLowerCase() ?? "";
      const found = isOperator ? levels.findIndex((operators) => operators.includes(operator)) : -1;
      if (found < level) return left;
      this.#at++;
      const right = this.#readExpression(found + 1);
      left = right && { kind: "operation", operator, operands: [left, right] };
    }
    return undefined;
  }

  /** `not` is for a whole comparison, a sign for what it stands before. */
  #readPrefixed(): Expression | undefined {
    const prefix = this.#takeText("-", "+") ?? this.#takeIf(this.#isWord(this.#at, ["not"]));
    if (prefix === undefined) return this.#readValue();
    const operator = prefix.text.toLowerCase();
    const operand = this.#nest(() => this.#readExpression(operator === "not" ? comparison : power));
    return operand && { kind: "operation", operator, operands: [operand] };
  }

  #readValue(): Expression | undefined {
    const token = this.#tokens[this.#at];
    const isConstant = this.#isWord(this.#at, constants) && !this.#isCall(this.#at);
    let value: Expression | undefined;
    if (token?.kind === "reference") {
      value = { kind: "reference", reference: splitReference(this.#tokens[this.#at++]!) };
    } else if (token?.kind === "text" || token?.kind === "number" || isConstant) {
      value = readConstant(this.#tokens[this.#at++]!);
    } else if (this.#takeText("(")) {
      value = this.#nest(() => this.#readExpression(0));
      if (!this.#takeText(")")) return undefined;
    } else if (this.#isCall(this.#at)) {
      value = this.#readCall();
    }
    return value && this.#readSteps(value);
  }

  #readCall(): Expression | undefined {
    // Names of roles stand there as they are.
    const takesWords = this.#isWord(this.#at, ["visibilitylimit"]);
    const name = this.#tokens[this.#at]!.text;
    this.#at += 2;
    const args: Expression[] = [];
    if (this.#takeText(")")) return { kind: "call", name, args };
    do {
      const word = this.#takeIf(takesWords && this.#tokens[this.#at]?.kind === "word");
      const argument = word ? ({ kind: "word", text: word.text } as const) : this.#nest(() => this.#readExpression(0));
      if (argument === undefined) return undefined;
      args.push(argument);
    } while (this.#takeText(","));
    return this.#takeText(")") && { kind: "call", name, args };
  }

  /** `.users[0].email` */
  #readSteps(value: Expression): Expression | undefined {
    const isStep = () => this.#tokens[this.#at]?.kind === "step";
    let stepped = value;
    for (;;) {
      if (this.#takeText(".")) {
        if (!this.#takeIf(["word", "text"].includes(this.#tokens[this.#at]?.kind ?? ""))) return undefined;
      } else if (!this.#takeIf(isStep())) return stepped;
      stepped = { kind: "step", value: stepped };
    }
  }

  #nest(read: () => Expression | undefined): Expression | undefined {
    if (this.#depth >= deepest) return undefined;
    this.#depth++;
    const expression = read();
    this.#depth--;
    return expression;
  }
}

function readConstant({ kind, text }: Token): Expression {
  if (kind === "text") return { kind, text: text.slice(1, -1).replace(/\\([\s\S])/g, "$1") };
  return { kind: kind === "number" ? kind : "constant", text: text.toLowerCase() };
}
