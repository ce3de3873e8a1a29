/** What is wrong with formulas. It loads the functions of the platform: programs do without. */
import { findNearest, ownLimit, suggest } from "../text";
import {
  Corrector,
  findCalled,
  findChoice,
  findDateSum,
  findDistinct,
  findNullTest,
  findParameter,
  findSign,
  foreignOperators,
  hasText,
  isChoice,
  isConditionFirst,
  isCountOfAll,
  isWord,
  readBareName,
  readSegments,
  readText,
  sortArguments,
  writeArgument,
} from "./correct";
import { findEquivalent, findFunction, listFunctionNames, type Parameter, type PlatformFunction } from "./functions";
import { deepest, parseFormula } from "./parse";
import type { FormulaPart } from "./part";
import type { Token } from "./tokens";
import {
  type Access,
  type Call,
  type Chain,
  getPartEnd,
  getStart,
  isToken,
  type Leaf,
  type Node,
  type Sequence,
  walkTree,
} from "./tree";
import { compareTypes, describeType, type FormulaPlace, TypeFinder } from "./types";

export { translateDateFormat } from "./date-formats";
export { listFunctions, type PlatformFunction, type ValueType } from "./functions";
export type { FormulaPlace } from "./types";

/** The rules about single formulas. */
export type FormulaRuleName =
  | "formula-syntax"
  | "formula-arguments"
  | "formula-types"
  | "doubtful-formula"
  | "sql-operator"
  | "unknown-function";

/** What is wrong with a part of a formula. */
export interface FormulaProblem {
  readonly rule: FormulaRuleName;
  readonly part: FormulaPart;
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
}

/** Problems of one formula that are told one by one. */
const mostProblems = 50;

/** The longest formula that a message repeats as a whole. */
const longest = 140;

/** The longest text that is written as it should be. */
const longestCorrected = 2_000;

/**
 * Everything that is wrong with a formula, in the order of its text.
 *
 * @param place what is known of the names in it.
 * @example checkFormula("[Paid] == True")[0].hint // "Write `[Paid] = True`."
 */
export function checkFormula(formula: string, place: FormulaPlace = {}): FormulaProblem[] {
  return formula.trim() === "" ? [] : new Checker(formula, place).check();
}

/** The type of a formula's value, as far as it is known without the catalog of the warehouse. */
export function inferType(formula: string, findType: FormulaPlace["findType"]): ReturnType<TypeFinder["find"]> {
  return new TypeFinder((node) => findType?.(readSegments(node)) ?? "any").find(parseFormula(formula).root);
}

/** The aggregates that a formula calculates over the rows of its own table, and none of another one. */
export function listRowAggregates(formula: string): FormulaPart[] {
  const found: FormulaPart[] = [];
  if (!canBeRead(formula)) return found;
  walkTree(parseFormula(formula).root, (node, around) => {
    const own = node.kind === "call" ? findFunction(node.name.text) : undefined;
    // A total is that of all rows.
    if (node.kind !== "call" || own?.isAggregate !== true || own.required[0]?.isAggregate === true) return;
    const isInside = around.some((outer) => {
      const called = outer.kind === "call" ? findFunction(outer.name.text) : undefined;
      return called !== undefined && (called.group === "join" || called.isAggregate || called.isWindow);
    });
    if (!isInside) found.push({ text: node.name.text, start: node.name.start });
  });
  return found;
}

/** A problem before its hint is written: what to write may depend on all of them. */
interface DraftProblem extends Omit<FormulaProblem, "hint"> {
  readonly hint?: string | undefined;
  /** What becomes right when it is written as it should be. */
  readonly corrects?: Node;
}

/** The templates of other tools in a formula, each whole: `${TABLE}`, `{{ ref("orders") }}`. */
function listTemplates(formula: string, tokens: readonly Token[]): FormulaPart[] {
  const found: FormulaPart[] = [];
  let end = 0;
  for (const { kind, start } of tokens) {
    if (kind !== "stray" || start < end || found.length >= mostProblems) continue;
    const [opening, closing] = formula.startsWith("${", start) ? ["${", "}"] : ["{{", "}}"];
    if (!formula.startsWith(opening, start)) continue;
    const closed = formula.indexOf(closing, start);
    end = closed < 0 ? formula.length : closed + closing.length;
    found.push({ text: formula.slice(start, end), start });
  }
  return found;
}

class Checker {
  readonly #root: Node;
  readonly #tokens: readonly Token[];
  /** The strays of sequences that are told. */
  readonly #told = new Set<Node>();
  /** By sequences: the items behind something that opens and never closes. */
  readonly #behindOpenings = new Map<Node, ReadonlySet<Node>>();
  /** By sequences: whether a problem of its own explains all of its words. */
  readonly #explained = new Map<Node, boolean>();
  readonly #types: TypeFinder;
  readonly #corrector: Corrector;
  readonly #found: DraftProblem[] = [];

  constructor(
    private readonly formula: string,
    private readonly place: FormulaPlace,
  ) {
    const { root, tokens } = parseFormula(formula);
    this.#root = root;
    this.#tokens = tokens;
    this.#types = new TypeFinder((node) => place.findType?.(readSegments(node)) ?? "any");
    this.#corrector = new Corrector(place, this.#types);
  }

  check(): FormulaProblem[] {
    const templates = listTemplates(this.formula, this.#tokens);
    // What stands around them is a part of another language, too.
    if (templates.length > 0) return templates.map((part) => this.#describeTemplate(part));
    let others = 0;
    let next: Node | undefined;
    let deep: Node | undefined;
    walkTree(this.#root, (node) => {
      if (node.kind === "too-deep") deep ??= node;
    });
    walkTree(this.#root, (node, around) => {
      // It holds the rest of the text, which everything around it lacks.
      if (deep !== undefined && node !== deep) return;
      if (this.#found.length < mostProblems) this.#checkNode(node, around);
      else if (isUnreadable(node) && !this.#told.has(node)) {
        others++;
        next ??= node;
      }
    });
    const whole = this.#writeWhole();
    if (next !== undefined) {
      const part = { text: this.formula[getStart(next)] ?? "", start: getStart(next) };
      this.#add("formula-syntax", part, `${others} more problems from here on`);
    }
    return this.#found
      .map(({ corrects, hint, ...problem }) => {
        const written = hint ?? (corrects && this.#describeCorrection(corrects, whole));
        return { ...problem, ...(written !== undefined && { hint: written }) };
      })
      .sort((a, b) => a.part.start - b.part.start);
  }

  #describeTemplate(part: FormulaPart): FormulaProblem {
    const isJinja = part.text.startsWith("{");
    const message = `\`${part.text}\` is a template of ${isJinja ? "dbt" : "LookML"}, and formulas have none`;
    const words = part.text.match(/[\p{L}_][\p{L}\p{M}\p{N}_]*/gu) ?? [];
    const column = words.length === 0 ? undefined : this.place.findColumn?.(words);
    const hint =
      column === undefined
        ? "Write the name of the column: `[Amount]` of this table, `[ORDERS/AMOUNT]` of the warehouse's."
        : `Write \`${column}\`.`;
    return { rule: "formula-syntax", part, message, hint };
  }

  /** The whole formula as it should be, if that can be read. */
  #writeWhole(): string | undefined {
    if (this.formula.length > longestCorrected || this.#found.every(({ corrects }) => corrects === undefined)) {
      return undefined;
    }
    const text = this.#corrector.write(this.#root);
    return text.length <= longest && canBeRead(text) ? text : undefined;
  }

  #describeCorrection(node: Node, whole: string | undefined): string | undefined {
    if (getPartEnd(node) - getStart(node) > longestCorrected) return undefined;
    const text = whole ?? this.#corrector.write(node);
    const isSame = text === this.formula.slice(getStart(node), getPartEnd(node)) || text === this.formula.trim();
    return isSame || !canBeRead(text) ? undefined : `Write \`${text}\`.`;
  }

  #add(
    rule: FormulaRuleName,
    node: Node | FormulaPart,
    message: string,
    more: Pick<DraftProblem, "hint" | "corrects"> = {},
  ) {
    const part = "kind" in node && "parts" in node ? this.#getPart(node) : node;
    this.#found.push({ rule, part: { text: part.text, start: part.start }, message, ...more });
  }

  #getPart(node: Node): FormulaPart {
    const start = getStart(node);
    const text = this.formula.slice(start, getPartEnd(node));
    return { text, start };
  }

  #show = (node: Node) => {
    const { text } = this.#getPart(node);
    return text.length > 60 ? `${text.slice(0, 59)}…` : text;
  };

  #checkNode(node: Node, around: readonly Node[]): void {
    // One message says what is wrong with all of it.
    const isExplained = around.some((outer, depth) => {
      if (outer.kind !== "sequence") return false;
      return (
        describeForeign(outer.items) !== undefined || this.#listBehindOpening(outer).has(around[depth + 1] ?? node)
      );
    });
    if (isExplained) return;
    switch (node.kind) {
      case "text":
        if (!/^["']/.test(node.token.text)) {
          const message = "these quotes are curly, and texts stand in straight ones";
          this.#add("formula-syntax", node, message, { corrects: node });
        }
        return;
      case "word":
        this.#checkWord(node, around);
        return;
      case "stray":
        if (around.at(-1)?.kind !== "sequence") this.#checkStray(node, undefined);
        return;
      case "access":
        this.#checkAccess(node);
        return;
      case "prefix":
        for (const operator of node.operators) {
          if (operator.text === "=") {
            this.#add("formula-syntax", operator, "formulas don't begin with `=`", { corrects: node });
          } else if (operator.text === "!") {
            this.#add("formula-syntax", operator, "`!` isn't an operator here", { corrects: node });
          }
        }
        this.#checkOperand(node.operand, this.#types.find(node), node.operators[0]!.text);
        return;
      case "chain":
        this.#checkChain(node, around);
        return;
      case "test":
        this.#checkTest(node);
        return;
      case "branches":
        this.#checkBranches(node);
        return;
      case "missing":
        this.#checkMissing(node.at, around);
        return;
      case "sequence":
        this.#checkSequence(node.items, around.at(-1));
        return;
      case "group":
        if (node.close === undefined)
          this.#add("formula-syntax", node.open, describeUnclosed("("), { hint: "Add the `)`." });
        if (node.items.length !== 1) {
          const isEmpty = node.items.length === 0;
          const message = isEmpty ? "there is nothing in these parentheses" : "a list isn't a value";
          if (!["test", "access"].includes(around.at(-1)?.kind ?? "")) this.#add("formula-syntax", node, message);
        }
        return;
      case "too-deep":
        this.#add(
          "formula-syntax",
          this.#getPart({ ...node, parts: node.parts.slice(0, 1) }),
          `this is nested deeper than ${deepest} levels, ${ownLimit}`,
          { hint: "Move a part into a column of its own, and name that column here." },
        );
        return;
      case "call":
        this.#checkCall(node, around);
        return;
      default:
    }
  }

  #listBehindOpening(sequence: Sequence): ReadonlySet<Node> {
    const known = this.#behindOpenings.get(sequence);
    if (known !== undefined) return known;
    const first = sequence.items.findIndex((one) => one.kind === "stray" && isOpening(one));
    const behind = new Set(first < 0 ? [] : sequence.items.slice(first + 1));
    this.#behindOpenings.set(sequence, behind);
    return behind;
  }

  #checkWord(node: Leaf, around: readonly Node[]): void {
    const outer = around.at(-1);
    // A name with dots is one problem, and so is a function that nobody calls.
    if (outer?.kind === "access" && readBareName(outer) !== undefined) return;
    if (outer?.kind === "sequence" && outer.items.length > 1) {
      const known = this.#explained.get(outer) ?? this.#isExplainedAsWhole(outer.items, around.at(-2));
      this.#explained.set(outer, known);
      if (known) return;
    }
    const { text } = node.token;
    if (outer?.kind === "call") {
      const called = findFunction(outer.name.text);
      const parameter = called && findParameter(called, outer.args.indexOf(node), outer.args.length);
      if (called?.name === "VisibilityLimit") return;
      if (parameter?.choices !== undefined && findChoice(parameter.choices, text) !== undefined) {
        this.#add("formula-syntax", node, `\`${text}\` is a text here, and texts stand in quotes`, { corrects: outer });
        return;
      }
    }
    this.#checkBareName(node, [text]);
  }

  #checkBareName(node: Node, words: readonly string[]): void {
    const called = words.length === 1 ? findCalled(words[0]!) : undefined;
    if (called !== undefined && this.place.findColumn?.(words) === undefined) {
      const message = `\`${called.name}\` is a function, and has parentheses`;
      this.#add("formula-syntax", node, message, { corrects: node });
      return;
    }
    const message = `\`${words.join(".")}\` stands without brackets, and names of columns have them`;
    this.#add("formula-syntax", node, message, { corrects: node });
  }

  #checkAccess(node: Access): void {
    const words = readBareName(node);
    if (words !== undefined) {
      this.#checkBareName(node, words);
      return;
    }
    for (const [index, part] of node.parts.entries()) {
      if (!isToken(part)) continue;
      const lead = node.parts[index - 1];
      const sign = lead !== undefined && isToken(lead) ? lead.text : "";
      if (sign === "::") {
        this.#add("formula-syntax", lead as FormulaPart, "`::` converts types in SQL, and here functions do", {
          corrects: node,
        });
      } else if (sign === "." && part.kind === "name") {
        const message = "a name has one pair of brackets, and `/` between its parts";
        this.#add("formula-syntax", node, message, { corrects: node });
      }
    }
  }

  #checkStray(node: Leaf, list: Node | undefined): void {
    const { text, start } = node.token;
    const part = { text, start };
    if (text === ";" && list?.kind === "call") {
      this.#add("formula-syntax", part, "`;` doesn't separate arguments: a comma does", { corrects: list });
    } else if (text === ")" || text === "]") {
      const message = `this \`${text}\` closes nothing`;
      this.#add("formula-syntax", part, message, { hint: `Remove it, or add the \`${text === ")" ? "(" : "["}\`.` });
    } else if (text === "[" || "\"'`\u201c\u201d\u2018\u2019".includes(text)) {
      const closing = text === "[" ? "]" : text;
      const rest = text === "[" ? text : this.formula.slice(start);
      this.#add("formula-syntax", { text: rest, start }, describeUnclosed(text), { hint: `Add the \`${closing}\`.` });
    } else this.#checkSign(part, list);
  }

  #checkSign(part: FormulaPart, list: Node | undefined): void {
    const sign = findSign(part.text);
    const code = part.text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    const message =
      sign === ""
        ? `an invisible character stands here (U+${code})`
        : `\`${part.text}\` means nothing in a formula${sign === undefined ? "" : `: \`${sign}\` does`}`;
    this.#add("formula-syntax", part, message, sign === undefined ? {} : { corrects: list ?? this.#root });
  }

  #checkMissing(at: number, around: readonly Node[]): void {
    const outer = around.at(-1);
    const part = this.#getTokenNear(at);
    const list = around.find((one) => one.kind === "sequence");
    const isBesideStray = /^\s*["'`\u201c\u2018[{]/.test(this.formula.slice(at, at + 100));
    const isBehindStray =
      list !== undefined && outer !== undefined && list.items[list.items.indexOf(outer) - 1]?.kind === "stray";
    if (isBehindStray || (list !== undefined && (isBesideStray || this.#isInBraces(list.items)))) return;
    if (outer?.kind === "call" && !isCountOfAll(outer)) {
      this.#add("formula-syntax", part, `an argument of \`${outer.name.text}\` is missing here`);
    } else if (outer?.kind === "chain") {
      const call = around.at(-2);
      if (call?.kind === "call" && isCountOfAll(call)) {
        if (outer.operands[0]?.kind === "missing" && at === getStart(outer.operands[0])) {
          this.#add("formula-syntax", part, "`Count(*)` is SQL: `Count()` counts rows", { corrects: call });
        }
        return;
      }
      const isFirst = outer.operands[0]?.kind === "missing" && getStart(outer.operands[0]) === at;
      const operator = isFirst ? outer.operators[0] : outer.operators.findLast(({ start }) => start < at);
      const shown = `\`${operator?.text ?? part.text}\``;
      const isPercent = operator?.text === "%" && !isFirst;
      this.#add("formula-syntax", part, `a value is missing ${isFirst ? "before" : "behind"} ${shown}`, {
        ...(isPercent && { hint: "`%` is the rest of a division: 10 % is `0.1`." }),
      });
    } else if (outer?.kind !== "group") this.#add("formula-syntax", part, "a value is missing here");
  }

  /** The token at an offset, or before it. */
  #getTokenNear(at: number): FormulaPart {
    let [low, high] = [0, this.#tokens.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#tokens[middle]!.start < at) low = middle;
      else high = middle - 1;
    }
    const { text, start } = this.#tokens[low]!;
    return { text, start };
  }

  /** Whether one message says what is wrong with all of a sequence. */
  #isExplainedAsWhole(items: readonly Node[], outer: Node | undefined): boolean {
    if (outer?.kind === "call") {
      const plain = outer.name.text.toLowerCase();
      if (findDistinct(outer) !== undefined || (plain === "cast" && isWord(items[1], "as"))) return true;
    }
    const isUncalled = isUncalledFunction(items);
    return isUncalled || this.#isInBraces(items) || items.some((item) => item.kind === "stray" && isOpening(item));
  }

  #isInBraces([first, , last]: readonly Node[]): boolean {
    return first?.kind === "stray" && first.token.text === "{" && last?.kind === "stray" && last.token.text === "}";
  }

  #checkSequence(items: readonly Node[], outer: Node | undefined): void {
    if (outer?.kind === "call" && findDistinct(outer) !== undefined) {
      this.#add("formula-syntax", outer, "`distinct` is SQL: a function of its own counts once", { corrects: outer });
      return;
    }
    if (outer?.kind === "call" && /^cast$/i.test(outer.name.text) && isWord(items[1], "as")) {
      this.#add("formula-syntax", outer, "`cast` is SQL, and here each type has a function", { corrects: outer });
      return;
    }
    const foreign = describeForeign(items);
    if (foreign !== undefined) {
      this.#add("formula-syntax", foreign.node, foreign.message, { hint: foreign.hint });
      return;
    }
    if (isUncalledFunction(items)) {
      const [name] = items as [Leaf];
      const message = `\`${name.token.text}\` is a function, and its arguments stand in parentheses`;
      this.#add("formula-syntax", name, message, { corrects: outer ?? this.#root });
      return;
    }
    if (this.#isInBraces(items)) {
      const message = "names stand in brackets, not in braces";
      this.#add("formula-syntax", items[0]!, message, { corrects: outer ?? this.#root });
      return;
    }
    let isAfterValue = false;
    for (const item of items) {
      if (this.#found.length >= mostProblems) return;
      if (item.kind === "stray") {
        this.#told.add(item);
        this.#checkStray(item, outer);
      } else if (isAfterValue) {
        this.#add("formula-syntax", item, `an operator or a comma is missing before \`${this.#show(item)}\``);
        return;
      }
      isAfterValue = item.kind !== "stray";
    }
  }

  #checkTest(node: Node & { kind: "test" }): void {
    const text = node.word.text.toLowerCase();
    const isRefused = text === "in" || text === "rlike";
    const message = isRefused
      ? `\`${node.word.text}\` isn't an operator here, but a function`
      : `\`${node.word.text}\` is an operator of SQL, and formulas have functions instead`;
    this.#add(isRefused ? "formula-syntax" : "sql-operator", node.word, message, { corrects: node });
  }

  #checkBranches(node: Node & { kind: "branches" }): void {
    const plain = node.word.text.toLowerCase();
    const what = {
      case: "`case … end` is SQL, and no formula",
      if: "`if … then … end` is no formula: `If` is a function",
      "?": "`? :` isn't an operator here: `If` is a function",
    }[plain];
    const isShort = getPartEnd(node) - getStart(node) <= longestCorrected;
    const hint =
      isShort && canBeRead(this.#corrector.write(node)) ? {} : { hint: "Write `If(condition, value, otherwise)`." };
    this.#add("formula-syntax", node.word, what ?? "this is no formula", { corrects: node, ...hint });
  }

  #checkChain(node: Chain, around: readonly Node[]): void {
    for (const operator of node.operators) {
      if (operator.text === "??") {
        this.#add("formula-syntax", operator, "`??` isn't an operator here: `Coalesce` is a function", {
          corrects: node,
        });
      } else if (operator.text === "||" || foreignOperators[operator.text] !== undefined) {
        this.#add("formula-syntax", operator, `\`${operator.text}\` isn't an operator here`, { corrects: node });
      }
    }
    if (findNullTest(node) !== undefined) {
      const message = "a comparison with `Null` is neither true nor false";
      this.#add("doubtful-formula", node, message, { corrects: node });
    }
    if (node.level === "comparison") this.#checkComparison(node);
    if (node.level === "and" || node.level === "or") {
      for (const [index, operand] of node.operands.entries()) {
        const { text } = node.operators[Math.max(0, index - 1)]!;
        if (/^\w/.test(text)) this.#checkOperand(operand, "logical", text);
      }
    }
    if (["additive", "multiplicative", "power"].includes(node.level)) this.#checkArithmetic(node, around);
  }

  #checkComparison({ operands, operators }: Chain): void {
    if (operands.length > 2 && operators.every(({ text }) => /^[<>]=?$/.test(text))) {
      const [value] = operands.slice(1);
      this.#add("doubtful-formula", operators[1]!, "this compares a condition, and not the value before it", {
        hint: `Compare twice: \`… and ${value ? this.#show(value) : "…"} ${operators[1]!.text} …\`.`,
      });
      return;
    }
    const [left, right] = operands.map((one) => this.#types.find(one));
    const isMixed = left !== undefined && right !== undefined && new Set([left, right]).size === 2;
    const isSure = [left, right].every((type) => type === "number" || type === "text" || type === "date");
    const isDateAsText = [left, right].includes("date") && [left, right].includes("text");
    if (!isMixed || !isSure || isDateAsText) return;
    const message = `${describeType(left)} is compared with ${describeType(right)}`;
    this.#add("doubtful-formula", operands[1]!, message);
  }

  #checkArithmetic(node: Chain, around: readonly Node[]): void {
    const sum = findDateSum(node, this.#types);
    if (sum !== undefined) {
      const what =
        sum.kind === "sum" ? "days are added to dates with a function" : "dates are subtracted with a function";
      this.#add("doubtful-formula", node, what, { corrects: node });
      return;
    }
    if (hasText(node, this.#types)) {
      const isSure = node.operands.every((one) => ["text", "number"].includes(this.#types.find(one)));
      const message = "`+` adds numbers, and `&` joins texts";
      this.#add(isSure ? "formula-types" : "doubtful-formula", node.operators[0]!, message, { corrects: node });
      return;
    }
    if (around.some((outer) => outer.kind === "chain" && hasText(outer, this.#types))) return;
    for (const [index, operand] of node.operands.entries()) {
      this.#checkOperand(operand, "number", node.operators[Math.max(0, index - 1)]!.text);
    }
  }

  #checkOperand(
    operand: Node,
    expected: "number" | "logical" | "date" | "text" | "any" | string,
    operator: string,
  ): void {
    const wanted = expected === "number" || expected === "logical" ? expected : undefined;
    const given = this.#types.find(operand);
    // What a date and a number make together isn't known.
    const verdict =
      wanted && !(wanted === "number" && given === "date" && /^[+-]$/.test(operator)) && compareTypes(wanted, given);
    if (!verdict) return;
    const taken = wanted === "number" ? "numbers" : "conditions";
    const message = `\`${operator}\` takes ${taken}, and \`${this.#show(operand)}\` is ${describeType(given)}`;
    this.#add(
      verdict === "wrong" ? "formula-types" : "doubtful-formula",
      operand,
      message,
      this.#suggestColumn(operand),
    );
  }

  /** A text that is called like a column: `Sum("Amount")`. */
  #suggestColumn(node: Node): { hint?: string } {
    const column = node.kind === "text" ? this.place.findColumn?.([readText(node.token)]) : undefined;
    return column === undefined ? {} : { hint: `Did you mean the column, \`${column}\`?` };
  }

  #checkCall(call: Call, around: readonly Node[]): void {
    const { name } = call;
    const part = { text: name.text, start: name.start };
    if (call.close === undefined) {
      const { text, start } = call.open;
      this.#add("formula-syntax", { text, start }, describeUnclosed("("), { hint: "Add the `)`." });
    }
    if (/^(?:and|or)$/i.test(name.text)) {
      const isWritable = call.args.length > 1 && call.args.every(({ kind }) => kind !== "missing");
      this.#add("formula-syntax", part, `\`${name.text}\` is an operator, not a function`, {
        ...(isWritable ? { corrects: call } : { hint: `Write it between two values: \`[A] ${name.text} [B]\`.` }),
      });
      return;
    }
    const called = findFunction(name.text);
    if (called === undefined) {
      const isExplained = call.args.length === 1 && call.args[0]!.kind === "sequence" && /^cast$/i.test(name.text);
      if (/^over$/i.test(name.text) && around.at(-1)?.kind === "sequence") return;
      const near = findEquivalent(name.text) ?? findNearest(name.text, listFunctionNames());
      if (isExplained) return;
      const hint = suggest(near) ?? "If your organization has it, make this rule a warning.";
      this.#add("unknown-function", part, `\`${name.text}\` is not a known function`, { hint });
      return;
    }
    const isReadable =
      call.close !== undefined && call.args.every(({ kind }) => kind !== "sequence" && kind !== "missing");
    if (!isReadable || isCountOfAll(call)) return;
    if (this.#checkCount(call, called, part)) this.#checkArguments(call, called, part);
    this.#checkNesting(call, called, around);
  }

  /** Whether a function has as many arguments as it takes. */
  #checkCount({ args }: Call, called: PlatformFunction, part: FormulaPart): boolean {
    const { required, optional, repeated } = called;
    const least = required.length;
    const most = repeated.length > 0 ? Number.POSITIVE_INFINITY : least + optional.length;
    const isOdd = repeated.length > 1 && optional.length === 0 && (args.length - least) % repeated.length !== 0;
    if (args.length >= least && args.length <= most && !isOdd) return true;
    const count = isOdd
      ? "arguments in pairs"
      : least === most
        ? formatCount(least)
        : args.length < least
          ? `at least ${formatCount(least)}`
          : `at most ${formatCount(most)}`;
    const message = `\`${called.name}\` takes ${count}, and here ${args.length === 1 ? "is" : "are"} ${args.length}`;
    this.#add(getRule(called, "formula-arguments"), part, message, { hint: `Write it like \`${called.signature}\`.` });
    return false;
  }

  #checkArguments(call: Call, called: PlatformFunction, part: FormulaPart): void {
    if (sortArguments(call, called, this.#types) !== undefined) {
      const message = `the arguments of \`${called.name}\` stand in another order: \`${called.signature}\``;
      this.#add(getRule(called, "formula-arguments"), part, message, { corrects: call });
      return;
    }
    if (isConditionFirst(call, this.#types)) {
      const message = `\`${called.name}\` takes the value first, and then the condition`;
      this.#add("formula-arguments", part, message, { corrects: call });
      return;
    }
    for (const [index, arg] of call.args.entries()) {
      const parameter = findParameter(called, index, call.args.length);
      if (parameter !== undefined) this.#checkArgument(call, called, arg, parameter);
    }
    if (["Coalesce", "If", "Switch"].includes(called.name)) this.#checkValues(call, called);
  }

  #checkArgument(call: Call, called: PlatformFunction, arg: Node, parameter: Parameter): void {
    const { choices, isFormat, isConstant, isAggregate, type } = parameter;
    const text = arg.kind === "text" ? readText(arg.token) : undefined;
    const fix = writeArgument(arg, parameter);
    if (choices !== undefined && text !== undefined && !isChoice(choices, text)) {
      const near = fix === undefined ? findNearest(text, choices) : undefined;
      this.#add(getRule(called, "formula-arguments"), arg, `\`${called.name}\` doesn't know \`${text}\``, {
        ...(fix === undefined ? { hint: suggest(near, choices) } : { corrects: call }),
      });
    } else if (isFormat && fix !== undefined) {
      const message = `\`${text}\` has no directive with \`%\`, so every date would read \`${text}\``;
      this.#add("formula-arguments", arg, message, { corrects: call });
    } else if (parameter.isShare && arg.kind === "number" && Number(arg.token.text) > 1) {
      const message = `\`${called.name}\` takes a share between 0 and 1`;
      this.#add("formula-arguments", arg, message, fix === undefined ? {} : { corrects: call });
    } else if (isConstant && arg.kind === "reference") {
      const isColumn = this.place.isColumn?.(readSegments(arg));
      if (isColumn === false) return;
      const message = `the third argument of \`${called.name}\` is the value where there is no row, and no partition`;
      this.#add(isColumn ? "formula-arguments" : "doubtful-formula", arg, message, {
        hint: "Group the table by the column instead.",
      });
    } else if (isAggregate !== true && choices === undefined) this.#checkType(called, arg, type);
  }

  #checkType(called: PlatformFunction, arg: Node, expected: Parameter["type"]): void {
    const given = this.#types.find(arg);
    const verdict = compareTypes(expected, given);
    if (verdict === undefined) return;
    const what = `\`${this.#show(arg)}\` is ${describeType(given)}`;
    const message = `\`${called.name}\` takes ${describeType(expected)}, and ${what}`;
    const isSure = verdict === "wrong" && called.source !== "formulas";
    const convert = { date: "Date", number: "Number", text: "Text" }[String(expected)];
    const column = this.#suggestColumn(arg);
    const hint =
      column.hint === undefined && convert !== undefined && given !== "logical" && !isSure
        ? { hint: `Write \`${convert}(${this.#show(arg)})\`.` }
        : column;
    this.#add(isSure ? "formula-types" : "doubtful-formula", arg, message, hint);
  }

  /** The values that one of is the result have one type. */
  #checkValues({ args }: Call, called: PlatformFunction): void {
    const isValue = (index: number) => {
      const isLast = index === args.length - 1;
      if (called.name === "If") return index % 2 === 1 || (isLast && args.length % 2 === 1);
      if (called.name === "Switch") return index > 0 && (index % 2 === 0 || (isLast && args.length % 2 === 0));
      return true;
    };
    const values = args.filter((_, index) => isValue(index));
    const simple = ["number", "text", "logical", "date"];
    const typed = values.filter((value) => simple.includes(this.#types.find(value)));
    const [first] = typed;
    const other = typed.find((value) => this.#types.find(value) !== this.#types.find(first!));
    if (first === undefined || other === undefined) return;
    const what = `${this.#describe(other)} where ${this.#describe(first)}`;
    const message = `the values of \`${called.name}\` have one type, and ${what}`;
    this.#add("formula-types", other, message);
  }

  #describe = (node: Node) => `\`${this.#show(node)}\` is ${describeType(this.#types.find(node))}`;

  /** An aggregate of an aggregate, which has one row to look at. */
  #checkNesting(call: Call, called: PlatformFunction, around: readonly Node[]): void {
    if (!called.isAggregate || called.required[0]?.isAggregate) return;
    for (const [index, outer] of [...around].reverse().entries()) {
      if (outer.kind !== "call") continue;
      const other = findFunction(outer.name.text);
      if (other === undefined || other.group === "join" || other.isWindow) return;
      if (!other.isAggregate) continue;
      const inner = around[around.length - index];
      const position = outer.args.indexOf(inner ?? call);
      if (findParameter(other, position, outer.args.length)?.isAggregate) return;
      const message = `\`${called.name}\` within \`${other.name}\` is an aggregate of an aggregate`;
      const hint = "Calculate the inner one in a grouping, and aggregate its column.";
      this.#add("doubtful-formula", { text: call.name.text, start: call.name.start }, message, { hint });
      return;
    }
  }
}

const describeUnclosed = (sign: string) => `this \`${sign}\` is never closed`;

const formatCount = (count: number) => (count === 0 ? "no argument" : `${count} argument${count === 1 ? "" : "s"}`);

/** What is known from a function's own page is sure. */
const getRule = ({ source }: PlatformFunction, rule: FormulaRuleName): FormulaRuleName =>
  source === "page" ? rule : "doubtful-formula";

const isNamedCall = (node: Node | undefined, name: string): boolean =>
  node?.kind === "call" && node.name.text.toLowerCase() === name;

/** A sign that something is missing behind, so that what follows can't be told. */
const isOpening = ({ token }: Leaf): boolean => "[\"'`\u201c\u2018".includes(token.text);

/** What can't be read, whatever is around it. */
const isUnreadable = (node: Node): boolean =>
  node.kind === "stray" ||
  node.kind === "branches" ||
  ((node.kind === "call" || node.kind === "group") && node.close === undefined);

/** `Sum [Amount]`. */
const isUncalledFunction = ([first, second, ...more]: readonly Node[]): boolean =>
  first?.kind === "word" &&
  findFunction(first.token.text) !== undefined &&
  second?.kind === "reference" &&
  more.length === 0;

/** What other languages have, and formulas don't have at all. */
function describeForeign(items: readonly Node[]): { node: Node; message: string; hint: string } | undefined {
  const [first, second] = items;
  if (second !== undefined && (isWord(second, "over") || isNamedCall(second, "over"))) {
    const message = "`over` is SQL: a window is the grouping and the sort of the table";
    const hint = "Write a function such as `CumulativeSum` or `Rank`, and group and sort the table.";
    return { node: second, message, hint };
  }
  const isLevel = ["fixed", "include", "exclude"].some((word) => isWord(second, word));
  if (first?.kind !== "stray" || first.token.text !== "{" || !isLevel) return undefined;
  const message = "a level in braces is of another tool: here a grouping has the level";
  const hint = "Group the table by these columns, or write `Rollup(Sum([Amount]), [Region], [Table/Region])`.";
  return { node: first, message, hint };
}

/** Whether a text is a formula that has all of its parts. */
function canBeRead(text: string): boolean {
  let canRead = text !== "";
  walkTree(parseFormula(text).root, (node) => {
    const isOpen = (node.kind === "call" || node.kind === "group") && node.close === undefined;
    if (isOpen || ["missing", "stray", "sequence", "word", "too-deep", "test", "branches"].includes(node.kind)) {
      canRead = false;
    }
  });
  return canRead;
}
