import { getEnd, readTokens, type Token } from "./tokens";
import type { Chain, Formula, Leaf, Level, Node, Part, Prefix } from "./tree";

/** How deep parentheses may be nested: the stack ends somewhere. */
export const deepest = 200;
const mostTests = 20;

/**
 * Reads a formula into a tree. It never throws, whatever the text is: what can't be read is in the tree as well, see
 * `describeProblems`. Takes time that is linear in the length.
 *
 * @example parseFormula("Sum([Amount]) / 2").root.kind // "chain"
 */
export function parseFormula(text: string): Formula {
  const tokens = readTokens(text);
  return { text, root: new Parser(tokens).parseAll(), tokens };
}

/** The levels of operators, of which a later one binds closer. */
const levels: readonly (readonly [level: Level, operators: ReadonlySet<string>])[] = [
  ["or", new Set(["or", "||", "??"])],
  ["and", new Set(["and", "&&"])],
  ["comparison", new Set(["=", "!=", "<>", "<", "<=", ">", ">=", "==", "===", "!==", "<=>", ":="])],
  ["concat", new Set(["&"])],
  ["additive", new Set(["+", "-"])],
  ["multiplicative", new Set(["*", "/", "%"])],
  ["power", new Set(["^", "**"])],
];

const findDepth = (level: Level) => levels.findIndex(([one]) => one === level);
const comparisonDepth = findDepth("comparison");
const powerDepth = findDepth("power");

const constants: ReadonlySet<string> = new Set(["true", "false", "null"]);
const tests: ReadonlySet<string> = new Set(["is", "like", "ilike", "rlike", "between", "in"]);
/** Words that end a value inside of `case … end`. */
const branchWords: ReadonlySet<string> = new Set(["when", "then", "else", "elseif", "elsif", "end"]);

class Parser {
  #at = 0;
  #depth = 0;
  /** How many `case … end` are open. */
  #branches = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parseAll(): Node {
    const items = this.#parseItems(false);
    return wrapItems(items, this.#next.start);
  }

  get #next(): Token {
    return this.tokens[this.#at]!;
  }

  #readAhead(ahead: number): Token {
    return this.tokens[Math.min(this.#at + ahead, this.tokens.length - 1)]!;
  }

  #take(): Token {
    const token = this.#next;
    this.#at++;
    return token;
  }

  #isNext(kind: Token["kind"]): boolean {
    return this.#next.kind === kind;
  }

  #isWord(...words: readonly string[]): boolean {
    const { kind, text } = this.#next;
    return kind === "word" && words.includes(text.toLowerCase());
  }

  /** The values up to a comma or parenthesis, one where all is well. */
  #parseItems(isInside: boolean): Node[] {
    const items: Node[] = [];
    for (;;) {
      const { kind } = this.#next;
      if (kind === "end" || (isInside && (kind === "comma" || kind === "close"))) return items;
      const before = this.#at;
      const item = this.#parseTernary();
      items.push(this.#at === before ? createLeaf("stray", this.#take()) : item);
    }
  }

  #parseTernary(): Node {
    const isSign = (sign: string) => this.#next.kind === "operator" && this.#next.text === sign;
    const first = this.#parseLevel(0);
    if (!isSign("?")) return first;
    const word = this.#next;
    const branches: [Node, Node][] = [];
    const parts: Part[] = [first];
    let otherwise: Node | undefined = first;
    while (otherwise !== undefined && isSign("?")) {
      const sign = this.#take();
      const value = this.#parseLevel(0);
      branches.push([otherwise, value]);
      parts.push(sign, value);
      otherwise = undefined;
      if (!isSign(":")) continue;
      parts.push(this.#take());
      otherwise = this.#parseLevel(0);
      parts.push(otherwise);
    }
    return { kind: "branches", word, subject: undefined, branches, otherwise, parts };
  }

  /** Operators of a level and of those that bind closer. One function reads all levels: nesting takes few frames. */
  #parseLevel(from: number): Node {
    const nots = from <= comparisonDepth ? this.#takeAll(["not", "!"]) : [];
    const signs = from <= powerDepth ? this.#takeAll(["-", "+", "="]) : [];
    let node = this.#parseAccess();
    for (let depth = powerDepth; depth >= from; depth--) {
      node = this.#parseChain(depth, depth === comparisonDepth ? this.#parseTests(node) : node);
      if (depth === powerDepth) node = wrapPrefix(signs, node);
      if (depth === comparisonDepth) node = wrapPrefix(nots, node);
    }
    return node;
  }

  #parseChain(depth: number, first: Node): Node {
    const [level, known] = levels[depth]!;
    const operands: Node[] = [first];
    const operators: Token[] = [];
    const parts: Part[] = [first];
    while (this.#isOperator(known)) {
      const operator = this.#take();
      // The exponent may have a sign of its own, and so may what a chain compares.
      const prefix = this.#takeAll(level === "power" ? ["-", "+"] : ["not", "!"]);
      const inner = this.#parseLevel(depth + 1);
      const operand = wrapPrefix(prefix, depth === comparisonDepth ? this.#parseTests(inner) : inner);
      operators.push(operator);
      operands.push(operand);
      parts.push(operator, operand);
    }
    return operators.length === 0 ? first : ({ kind: "chain", level, operands, operators, parts } as Chain);
  }

  #isOperator(known: ReadonlySet<string>): boolean {
    const { kind, text } = this.#next;
    return (kind === "operator" || kind === "word") && known.has(text.toLowerCase());
  }

  #takeAll(known: readonly string[]): Token[] {
    const taken: Token[] = [];
    while (["operator", "word"].includes(this.#next.kind) && known.includes(this.#next.text.toLowerCase()))
      taken.push(this.#take());
    return taken;
  }

  /** A value with what SQL tests of it. */
  #parseTests(value: Node): Node {
    let node = value;
    // Tests of tests nest to the left.
    for (let count = 0; count < mostTests; count++) {
      const isNegated = this.#isWord("not") && tests.has(this.#readAhead(1).text.toLowerCase());
      if (!isNegated && !this.#isWord(...tests)) return node;
      const not = isNegated ? [this.#take()] : [];
      const word = this.#take();
      const after = word.text.toLowerCase() === "is" && this.#isWord("not") ? [this.#take()] : [];
      const operands = [this.#parseLevel(comparisonDepth + 1)];
      const isRange = word.text.toLowerCase() === "between" && this.#isWord("and");
      const range = isRange ? [this.#take(), this.#parseLevel(comparisonDepth + 1)] : [];
      if (isRange) operands.push(range[1] as Node);
      const parts = [node, ...not, word, ...after, operands[0]!, ...range];
      node = { kind: "test", left: node, word, isNegated: not.length + after.length > 0, operands, parts };
    }
    return node;
  }

  #parseAccess(): Node {
    const of = this.#parsePrimary();
    const steps: Token[] = [];
    const parts: Part[] = [of];
    for (;;) {
      const { kind, text } = this.#next;
      const after = this.#readAhead(1);
      if (kind === "index") {
        steps.push(this.#next);
        parts.push(this.#take());
      } else if (
        kind === "operator" &&
        (text === "." || text === "::") &&
        ["word", "name", "text"].includes(after.kind)
      ) {
        parts.push(this.#take(), after);
        steps.push(this.#take());
        // Types of SQL may have a size: `::numeric(10, 2)`.
        if (text === "::" && this.#next.kind === "open") parts.push(this.#nest(() => this.#parseGroup()));
      } else return steps.length === 0 ? of : { kind: "access", of, steps, parts };
    }
  }

  #parsePrimary(): Node {
    const { kind, text } = this.#next;
    if (kind === "name") return createLeaf("reference", this.#take());
    if (kind === "text" || kind === "number") return createLeaf(kind, this.#take());
    if (kind === "index") return createLeaf("stray", this.#take());
    if (kind === "open") return this.#nest(() => this.#parseGroup());
    if (kind === "word") return this.#parseWord(text.toLowerCase());
    const last = this.tokens[this.#at - 1];
    return { kind: "missing", at: last === undefined ? this.#next.start : getEnd(last), parts: [] };
  }

  #parseWord(plain: string): Node {
    const isCall = this.#readAhead(1).kind === "open";
    if (this.#branches > 0 && branchWords.has(plain)) {
      return { kind: "missing", at: this.#next.start, parts: [] };
    }
    if (plain === "case" && !isCall) return this.#nest(() => this.#parseCase());
    if (plain === "if" && !isCall) return this.#nest(() => this.#parseIf([this.#take()], undefined));
    if (!isCall) return createLeaf(constants.has(plain) ? "constant" : "word", this.#take());
    if (plain === "not") return wrapPrefix(this.#takeAll(["not"]), this.#parseAccess());
    return this.#nest(() => this.#parseCall(plain));
  }

  #parseCall(plain: string): Node {
    const name = this.#take();
    const open = this.#take();
    const { items, parts, close } = this.#parseList();
    // `if (…) then … end` has its condition in parentheses.
    if (plain === "if" && items.length === 1 && close !== undefined && this.#isWord("then")) {
      const condition: Node = { kind: "group", items, open, close, parts: [open, ...parts, close] };
      return this.#parseIf([name], condition);
    }
    const all = [name, open, ...parts, ...(close === undefined ? [] : [close])];
    return { kind: "call", name, open, args: items, close, parts: all };
  }

  #parseGroup(): Node {
    const open = this.#take();
    const { items, parts, close } = this.#parseList();
    return { kind: "group", items, open, close, parts: [open, ...parts, ...(close === undefined ? [] : [close])] };
  }

  /** What is between parentheses, and the closing one. */
  #parseList(): { items: Node[]; parts: Part[]; close: Token | undefined } {
    const items: Node[] = [];
    const parts: Part[] = [];
    if (this.#isNext("close")) return { items, parts, close: this.#take() };
    for (;;) {
      const at = getEnd(this.tokens[this.#at - 1]!);
      const item = wrapItems(this.#parseItems(true), at);
      items.push(item);
      parts.push(item);
      if (this.#isNext("comma")) parts.push(this.#take());
      else return { items, parts, close: this.#isNext("close") ? this.#take() : undefined };
    }
  }

  #parseCase(): Node {
    const word = this.#take();
    this.#branches++;
    const subject = this.#isWord("when") ? undefined : this.#parseLevel(0);
    const node = this.#parseBranches(word, [word, ...(subject === undefined ? [] : [subject])], subject, ["when"]);
    this.#branches--;
    return node;
  }

  #parseIf(before: readonly Token[], known: Node | undefined): Node {
    this.#branches++;
    const condition = known ?? this.#parseLevel(0);
    const first = this.#isWord("then") ? [this.#take()] : [];
    const value = this.#parseLevel(0);
    const parts: Part[] = [...before, condition, ...first, value];
    const node = this.#parseBranches(before[0]!, parts, undefined, ["elseif", "elsif"], [[condition, value]]);
    this.#branches--;
    return node;
  }

  #parseBranches(
    word: Token,
    parts: Part[],
    subject: Node | undefined,
    leads: readonly string[],
    branches: [Node, Node][] = [],
  ): Node {
    while (this.#isWord(...leads)) {
      parts.push(this.#take());
      const condition = this.#parseLevel(0);
      parts.push(condition);
      if (this.#isWord("then")) parts.push(this.#take());
      const value = this.#parseLevel(0);
      parts.push(value);
      branches.push([condition, value]);
    }
    let otherwise: Node | undefined;
    if (this.#isWord("else")) {
      parts.push(this.#take());
      otherwise = this.#parseLevel(0);
      parts.push(otherwise);
    }
    if (this.#isWord("end")) parts.push(this.#take());
    return { kind: "branches", word, subject, branches, otherwise, parts };
  }

  /** Reads what is inside of something, unless that is too deep: then the rest stays as it is. */
  #nest(read: () => Node): Node {
    if (this.#depth >= deepest) {
      const parts: Part[] = [];
      while (this.#next.kind !== "end") parts.push(this.#take());
      return { kind: "too-deep", parts };
    }
    this.#depth++;
    const node = read();
    this.#depth--;
    return node;
  }
}

const wrapPrefix = (operators: readonly Token[], operand: Node): Node =>
  operators.length === 0 ? operand : ({ kind: "prefix", operators, operand, parts: [...operators, operand] } as Prefix);

const createLeaf = (kind: Leaf["kind"], token: Token): Leaf => ({ kind, token, parts: [token] });

function wrapItems(items: readonly Node[], at: number): Node {
  if (items.length === 0) return { kind: "missing", at, parts: [] };
  return items.length === 1 ? items[0]! : { kind: "sequence", items, parts: items };
}
