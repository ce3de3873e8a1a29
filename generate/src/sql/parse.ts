import { type Operator, type Reference, type Sql, UntranslatableError } from "./syntax";
import { type Quoting, readTokens, type Token } from "./tokens";

/**
 * Reads a SQL expression.
 *
 * @throws UntranslatableError for anything that isn't an expression of the syntax that is known here.
 * @example parseSql("amount * (1 - discount)", quoting)
 */
export function parseSql(sql: string, quoting: Quoting): Sql {
  return new Parser(readTokens(sql, quoting)).parseWhole();
}

/** From the loosest to the tightest; operators of one line are read from left to right. */
const levels: readonly (readonly Operator[])[] = [["or"], ["and"]];
const comparisons: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">="]);
const additions: ReadonlySet<string> = new Set(["+", "-"]);
const multiplications: ReadonlySet<string> = new Set(["*", "/"]);

/** Words that end an expression, and so are no names. */
const keywords = new Set(
  "and or not in is like ilike between case when then else end as from where over filter within distinct".split(" "),
);

/** How deep an expression may be nested, and the signs and words it may have: the stack ends somewhere. */
const deepest = 100;
const mostTokens = 2_000;

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parseWhole(): Sql {
    if (this.tokens.length > mostTokens) throw new UntranslatableError(`it has more than ${mostTokens} parts`);
    const sql = this.parseLevel(0);
    if (this.token.kind !== "end") throw this.refuse();
    return sql;
  }

  private get token(): Token {
    return this.tokens[this.at]!;
  }

  private parseLevel(level: number): Sql {
    const operators = levels[level];
    if (operators === undefined) return this.parseNot();
    let left = this.parseLevel(level + 1);
    while (this.isWord(...operators)) {
      const operator = this.take().text.toLowerCase() as Operator;
      left = { is: "binary", operator, left, right: this.parseLevel(level + 1) };
    }
    return left;
  }

  private parseNot(): Sql {
    return this.nest(() => (this.acceptWord("not") ? { is: "not", of: this.parseNot() } : this.parseComparison()));
  }

  private nest(read: () => Sql): Sql {
    if (++this.depth > deepest) throw new UntranslatableError(`it is nested deeper than ${deepest} levels`);
    const sql = read();
    this.depth--;
    return sql;
  }

  private parseComparison(): Sql {
    const left = this.parseConcat();
    if (this.token.kind === "sign" && (comparisons.has(this.token.text) || this.token.text === "<>")) {
      const sign = this.take().text;
      const right = this.parseConcat();
      const operator = (sign === "<>" ? "!=" : sign) as Operator;
      return this.endComparison({ is: "binary", operator, left, right });
    }
    if (this.acceptWord("is")) {
      const isNegated = this.acceptWord("not");
      if (this.acceptWord("null")) return this.endComparison(negateIf(isNegated, { is: "isNull", of: left }));
      throw this.refuse();
    }
    const isNegated = this.isWord("not") && this.acceptWord("not");
    const predicate = this.parsePredicate(left);
    if (predicate !== undefined) return this.endComparison(negateIf(isNegated, predicate));
    if (isNegated) throw this.refuse();
    return left;
  }

  /** `a = b = c`, which warehouses read in different ways. */
  private endComparison(sql: Sql): Sql {
    const { kind, text } = this.token;
    if ((kind === "sign" && (comparisons.has(text) || text === "<>")) || this.isWord("is", "in", "like", "between")) {
      throw this.refuse();
    }
    return sql;
  }

  private parsePredicate(of: Sql): Sql | undefined {
    if (this.acceptWord("in")) {
      this.expect("(");
      const items = this.parseList();
      if (items.length === 0) throw new UntranslatableError("a list without items isn't translated");
      return { is: "in", of, items };
    }
    if (this.acceptWord("between")) {
      const low = this.parseConcat();
      if (!this.acceptWord("and")) throw this.refuse();
      return { is: "between", of, low, high: this.parseConcat() };
    }
    const ignoresCase = this.isWord("ilike");
    if (!this.acceptWord("like") && !this.acceptWord("ilike")) return undefined;
    const pattern = this.parseConcat();
    if (this.isWord("escape")) throw this.refuse();
    return { is: "like", of, pattern, ignoresCase };
  }

  private parseConcat(): Sql {
    let left = this.parseBinary(additions, () => this.parseBinary(multiplications, () => this.parseUnary()));
    while (this.isSign("||")) {
      this.take();
      const right = this.parseBinary(additions, () => this.parseBinary(multiplications, () => this.parseUnary()));
      left = { is: "binary", operator: "||", left, right };
    }
    return left;
  }

  private parseBinary(operators: ReadonlySet<string>, parseOperand: () => Sql): Sql {
    let left = parseOperand();
    while (this.token.kind === "sign" && operators.has(this.token.text)) {
      const operator = this.take().text as Operator;
      left = { is: "binary", operator, left, right: parseOperand() };
    }
    return left;
  }

  private parseUnary(): Sql {
    if (this.isSign("-")) {
      this.take();
      return { is: "minus", of: this.nest(() => this.parseUnary()) };
    }
    if (this.isSign("+")) {
      this.take();
      return this.nest(() => this.parseUnary());
    }
    let value = this.parsePrimary();
    while (this.isSign("::")) {
      this.take();
      value = { is: "cast", of: value, type: this.parseType() };
    }
    return value;
  }

  private parsePrimary(): Sql {
    const token = this.token;
    switch (token.kind) {
      case "number":
        this.take();
        return { is: "number", text: token.text };
      case "text":
        this.take();
        return { is: "text", value: token.text };
      case "reference":
        this.take();
        return { is: "reference", reference: parseReference(token.text) };
      case "name":
        return this.parseColumn();
      case "word":
        return this.parseWord(token.text.toLowerCase());
      default:
        if (!this.isSign("(")) throw this.refuse();
    }
    this.take();
    const inner = this.parseLevel(0);
    this.expect(")");
    return inner;
  }

  private parseWord(word: string): Sql {
    const next = this.tokens[this.at + 1]!;
    const isCall = next.kind === "sign" && next.text === "(";
    if (word === "case") return this.parseCase();
    if (!isCall) {
      if (word === "null") return this.takeAs({ is: "null" });
      if (word === "true" || word === "false") return this.takeAs({ is: "boolean", value: word === "true" });
      if (word === "current_date") return this.takeAs({ is: "today" });
      if ((word === "date" || word === "timestamp") && next.kind === "text") {
        this.take();
        return { is: "date", value: this.take().text };
      }
      if (word === "interval" || keywords.has(word)) throw this.refuse();
      return this.parseColumn();
    }
    if (keywords.has(word)) throw this.refuse();
    this.take();
    this.take();
    if (word === "cast") return this.parseCast();
    if (word === "current_date") {
      this.expect(")");
      return { is: "today" };
    }
    const isDistinct = this.acceptWord("distinct");
    const args = this.parseArguments(word);
    if (this.isWord("over", "filter", "within")) throw this.refuse();
    return { is: "call", name: word, args, isDistinct };
  }

  private takeAs(sql: Sql): Sql {
    this.take();
    return sql;
  }

  private parseColumn(): Sql {
    const parts = [this.take()];
    while (this.isSign(".")) {
      this.take();
      if (this.token.kind !== "word" && this.token.kind !== "name") throw this.refuse();
      parts.push(this.take());
    }
    const { text: name, kind } = parts.at(-1)!;
    return { is: "column", qualifier: parts.at(-2)?.text, name, isQuoted: kind === "name" };
  }

  private parseCase(): Sql {
    this.take();
    const of = this.isWord("when") ? undefined : this.parseLevel(0);
    const branches: { when: Sql; result: Sql }[] = [];
    while (this.acceptWord("when")) {
      const when = this.parseLevel(0);
      if (!this.acceptWord("then")) throw this.refuse();
      branches.push({ when, result: this.parseLevel(0) });
    }
    const otherwise = this.acceptWord("else") ? this.parseLevel(0) : undefined;
    if (branches.length === 0 || !this.acceptWord("end")) throw this.refuse();
    return { is: "case", of, branches, otherwise };
  }

  private parseCast(): Sql {
    const of = this.parseLevel(0);
    if (!this.acceptWord("as")) throw this.refuse();
    const type = this.parseType();
    this.expect(")");
    return { is: "cast", of, type };
  }

  /** `double precision`, `decimal(10, 2)`. */
  private parseType(): string {
    if (this.token.kind !== "word") throw this.refuse();
    let type = this.take().text.toLowerCase();
    if (this.isWord("precision", "varying")) type += ` ${this.take().text.toLowerCase()}`;
    if (this.isWord("with", "without")) throw this.refuse();
    if (!this.isSign("(")) return type;
    this.take();
    const sizes = this.parseList().map((size) => (size.is === "number" ? size.text : "?"));
    return `${type}(${sizes.join(",")})`;
  }

  /** Those of a call; `count(*)` has none. */
  private parseArguments(name: string): Sql[] {
    if (name === "count" && this.isSign("*")) this.take();
    return this.parseList();
  }

  /** The items up to the closing parenthesis. */
  private parseList(): Sql[] {
    const items: Sql[] = [];
    if (this.isSign(")")) {
      this.take();
      return items;
    }
    for (;;) {
      items.push(this.parseLevel(0));
      if (this.isSign(")")) break;
      this.expect(",");
    }
    this.take();
    return items;
  }

  private take(): Token {
    const token = this.token;
    if (token.kind !== "end") this.at++;
    return token;
  }

  private isSign(sign: string): boolean {
    return this.token.kind === "sign" && this.token.text === sign;
  }

  private expect(sign: string): void {
    if (!this.isSign(sign)) throw this.refuse();
    this.take();
  }

  private isWord(...words: readonly string[]): boolean {
    return this.token.kind === "word" && words.includes(this.token.text.toLowerCase());
  }

  private acceptWord(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.take();
    return true;
  }

  private refuse(): UntranslatableError {
    const { kind, text } = this.token;
    return new UntranslatableError(
      kind === "end" ? "the expression isn't complete" : `\`${text}\` isn't translated at its place`,
    );
  }
}

const negateIf = (isNegated: boolean, of: Sql): Sql => (isNegated ? { is: "not", of } : of);

/** `Kind('name', 'granularity')`, with `.grain('month')` behind it or not. */
const referenceShape =
  /^\s*(?<kind>\w+)\s*\(\s*(?:'(?<single>[^']*)'|"(?<double>[^"]*)")\s*(?:,(?<rest>[^)]*))?\)(?<after>[\s\S]*)$/;
const grainShape = /^\s*\.\s*grain\(\s*['"](\w+)['"]\s*\)\s*$/;
const granularityShape = /^\s*(?:time_granularity_name\s*=\s*)?['"](\w+)['"]\s*$/;

function parseReference(text: string): Reference {
  const { kind, single, double, rest, after = "" } = referenceShape.exec(text)?.groups ?? {};
  const name = single ?? double;
  const [, grain] = grainShape.exec(after) ?? [];
  if (kind === undefined || name === undefined || (after.trim() !== "" && grain === undefined)) {
    throw new UntranslatableError(`\`{{${text}}}\` isn't translated`);
  }
  const [, granularity] = granularityShape.exec(rest ?? "") ?? [];
  const isOther = rest !== undefined && granularity === undefined && rest.trim() !== "";
  return { kind, name, granularity: grain ?? granularity, rest: isOther ? rest.trim() : undefined };
}
