/** Writes formulas as they should be: what other languages have for it becomes what the platform has. */
import { translateDateFormat } from "./date-formats";
import { findEquivalent, findFunction, type Parameter, type PlatformFunction } from "./functions";
import { readName } from "./names";
import { straightenText } from "./spelling";
import type { Token } from "./tokens";
import { type Branches, type Call, type Chain, isToken, type Node, type Part, type SqlTest } from "./tree";
import type { FormulaPlace, TypeFinder } from "./types";

/** Operators of other languages, and the platform's. */
export const foreignOperators: Readonly<Record<string, string>> = {
  "==": "=",
  "===": "=",
  ":=": "=",
  "<=>": "=",
  "!==": "!=",
  "&&": "and",
  "**": "^",
};

/** The function that a word is, or that other languages write as a word alone: `current_date`. */
export const findCalled = (word: string): PlatformFunction | undefined =>
  findFunction(word) ?? findFunction(findEquivalent(word) ?? "");

/** Signs that word processors and people write, and those of formulas. */
const foreignSigns: Readonly<Record<string, string>> = {
  "\u2212": "-",
  "\u2013": "-",
  "\u00d7": "*",
  "\u00f7": "/",
  "\u2260": "!=",
  "\u2264": "<=",
  "\u2265": ">=",
  "\uff0c": ",",
  "\uff1d": "=",
};

const invisible = /^[\p{Cf}\p{Cc}]$/u;

/** What a sign should be: nothing, where people can't see it; undefined: that isn't known. */
export const findSign = (text: string): string | undefined => (invisible.test(text) ? "" : foreignSigns[text]);

/** What types of SQL are called here. */
const castFunctions: readonly (readonly [types: RegExp, name: string])[] = [
  [/^(?:n?varchar|n?char|text|string|character)$/i, "Text"],
  [/^(?:int\d?|integer|bigint|smallint|float\d?|double|real|numeric|number|decimal|int64|float64)$/i, "Number"],
  [/^(?:date|datetime|timestamp(?:_?(?:ntz|ltz|tz))?)$/i, "Date"],
  [/^(?:bool|boolean|logical)$/i, "Logical"],
  [/^(?:json|variant|object)$/i, "JSON"],
];

export const findCast = (type: string): string | undefined => castFunctions.find(([types]) => types.test(type))?.[1];

/** Other words for the texts that functions take. */
const choiceWords: Readonly<Record<string, string>> = {
  yyyy: "year",
  yy: "year",
  qq: "quarter",
  mm: "month",
  ww: "week",
  dd: "day",
  hh: "hour",
  mi: "minute",
  ss: "second",
  ms: "millisecond",
  dow: "weekday",
  dayofweek: "weekday",
  doy: "day_of_year",
  dayofyear: "day_of_year",
  ascending: "asc",
  descending: "desc",
  previous: "last",
  past: "last",
  this: "current",
  total: "grand_total",
};

/** What a text literal says. */
export const readText = ({ text }: Token): string => text.slice(1, -1);

/** The parameter that an argument is for. */
export function findParameter(
  { required, optional, repeated }: PlatformFunction,
  index: number,
  count: number,
): Parameter | undefined {
  if (index < required.length) return required[index];
  if (repeated.length === 0) return optional[index - required.length];
  const isLast = optional.length > 0 && index === count - 1 && (count - required.length) % repeated.length !== 0;
  return isLast ? optional[0] : repeated[(index - required.length) % repeated.length];
}

/** The choice that a text means, if it isn't one. */
export function findChoice(choices: readonly string[], text: string): string | undefined {
  const plain = text
    .toLowerCase()
    .trim()
    .replace(/[\s-]+/g, "_");
  return [plain, plain.replace(/s$/, ""), choiceWords[plain] ?? "", choiceWords[plain.replace(/_/g, "")] ?? ""].find(
    (one) => choices.includes(one),
  );
}

/** The arguments in their order, where one that takes a choice stands elsewhere: `DateTrunc([At], "month")`. */
export function sortArguments(
  { args }: Call,
  called: PlatformFunction,
  types: TypeFinder,
): readonly Node[] | undefined {
  const isChoice = (node: Node | undefined, { choices }: Parameter) =>
    choices !== undefined &&
    node !== undefined &&
    (node.kind === "text" || node.kind === "word") &&
    findChoice(choices, node.kind === "text" ? readText(node.token) : node.token.text) !== undefined;
  const wanted = called.required.findIndex(({ choices }) => choices !== undefined);
  const parameter = called.required[wanted];
  if (parameter === undefined || args.length !== called.required.length || isChoice(args[wanted], parameter)) {
    return undefined;
  }
  const from = args.findIndex((arg) => isChoice(arg, parameter));
  if (from < 0 || args[wanted]!.kind === "text") return undefined;
  const given = args.filter((_, index) => index !== from);
  const [left, right] = called.required.filter((one) => one !== parameter);
  const isReversed =
    given.length === 2 &&
    left?.type === "number" &&
    right?.type === "date" &&
    (types.find(given[0]!) === "date" || types.find(given[1]!) === "number");
  const rest = isReversed ? [...given].reverse() : given;
  return [...rest.slice(0, wanted), args[from]!, ...rest.slice(wanted)];
}

/** Whether a condition stands where the value is expected: `SumIf([Paid] = True, [Amount])`. */
export function isConditionFirst({ name, args }: Call, types: TypeFinder): boolean {
  const [first, second, ...more] = args;
  if (!/^(?:sum|avg|min|max|countdistinct)if$/i.test(name.text) || more.length > 0 || second === undefined)
    return false;
  return types.find(first!) === "logical" && !["logical", "any"].includes(types.find(second));
}

/** `Count(*)`, which parses as a product without factors. */
export function isCountOfAll({ name, args }: Call): boolean {
  const [arg] = args;
  return (
    /^count$/i.test(name.text) &&
    args.length === 1 &&
    arg?.kind === "chain" &&
    arg.operands.every(({ kind }) => kind === "missing")
  );
}

/** What `Count(distinct [Id])` counts. */
export function findDistinct({ name, args: [arg] }: Call): Node | undefined {
  const isDistinct =
    /^count$/i.test(name.text) &&
    arg?.kind === "sequence" &&
    arg.items.length === 2 &&
    isWord(arg.items[0], "distinct");
  return isDistinct ? arg.items[1] : undefined;
}

export const isWord = (node: Node | undefined, text: string): boolean =>
  node?.kind === "word" && node.token.text.toLowerCase() === text;

/** The words of a name without brackets, also behind dots: `orders.amount`. */
export function readBareName(node: Node): readonly string[] | undefined {
  if (node.kind === "word") return [node.token.text];
  const isPath = node.kind === "access" && node.of.kind === "word" && node.steps.every(({ kind }) => kind === "word");
  return isPath ? [(node.of as { token: Token }).token.text, ...node.steps.map(({ text }) => text)] : undefined;
}

/** Writes the parts of one formula as they should be. */
export class Corrector {
  constructor(
    private readonly place: FormulaPlace,
    private readonly types: TypeFinder,
  ) {}

  /** A part without the space before it. */
  write(part: Part): string {
    return this.#print(part).trim();
  }

  #print(part: Part): string {
    if (isToken(part)) return part.before + part.text;
    switch (part.kind) {
      case "text":
        return part.token.before + straightenText(part.token.text);
      case "word":
        return part.token.before + this.#writeName([part.token.text]);
      case "access":
        return this.#printAccess(part);
      case "prefix":
        return this.#printPrefix(part.operators, part.operand);
      case "chain":
        return this.#printChain(part);
      case "test":
        return getSpace(part) + this.#writeTest(part);
      case "branches":
        return getSpace(part) + this.#writeBranches(part);
      case "call":
        return getSpace(part) + this.#writeCall(part);
      case "sequence":
        return this.#printSequence(part.items);
      default:
        return part.parts.map((inner) => this.#print(inner)).join("");
    }
  }

  #writeName(words: readonly string[]): string {
    const found = this.place.findColumn?.(words);
    if (found !== undefined) return found;
    const called = words.length === 1 ? findCalled(words[0]!) : undefined;
    if (called?.required.length === 0) return `${called.name}()`;
    // A name that nothing has wouldn't be right in brackets either.
    return this.place.findColumn === undefined ? `[${words.join("/")}]` : words.join(".");
  }

  #printAccess(node: Extract<Node, { kind: "access" }>): string {
    const words = readBareName(node);
    if (words !== undefined) return getSpace(node) + this.#writeName(words);
    // `[Orders].[Amount]` is one name, and `[A]::text` a conversion.
    let text = this.#print(node.of);
    for (const [index, part] of node.parts.entries()) {
      if (index === 0 || !isToken(part) || part.text === "." || part.text === "::") continue;
      const lead = node.parts[index - 1];
      const sign = lead !== undefined && isToken(lead) ? lead.text : "";
      const cast = sign === "::" ? findCast(part.text) : undefined;
      if (cast !== undefined) text = `${getSpace(node)}${cast}(${text.trim()})`;
      else if (sign === "." && part.kind === "name" && text.trim().endsWith("]"))
        text = `${text.trimEnd().slice(0, -1)}/${part.text.slice(1)}`;
      else text += sign === "." || sign === "::" ? `${sign}${part.text}` : part.before + part.text;
    }
    return text;
  }

  #printPrefix(operators: readonly Token[], operand: Node): string {
    const kept = operators
      .filter(({ text }) => text !== "=")
      .map(({ before, text }) => before + (text === "!" ? "not " : text))
      .join("");
    return kept + (kept.endsWith(" ") ? this.#printOperand(operand).trimStart() : this.#printOperand(operand));
  }

  #printChain(node: Chain): string {
    const coalesced = this.#writeCoalesced(node) ?? this.#writeNullTest(node) ?? this.#writeDateSum(node);
    if (coalesced !== undefined) return getSpace(node) + coalesced;
    const isConcat = node.level === "additive" && hasText(node, this.types);
    return node.parts
      .map((part) => {
        if (!isToken(part)) return this.#printOperand(part);
        const sign = part.text === "||" ? this.#chooseOr(node) : (foreignOperators[part.text] ?? part.text);
        const written = isConcat && sign === "+" ? "&" : sign;
        // A word needs the space that a sign can do without.
        return (
          part.before + (written === "and" || written === "or" ? ` ${written} `.slice(part.before ? 1 : 0) : written)
        );
      })
      .join("")
      .replace(/\b(and|or) {2,}/gi, "$1 ");
  }

  /** A value among operators: what becomes one with looser ones gets parentheses. */
  #printOperand(node: Node): string {
    const isJoined = node.kind === "call" && /^(?:and|or)$/i.test(node.name.text) && node.args.length > 1;
    return isJoined ? `${getSpace(node)}(${this.write(node)})` : this.#print(node);
  }

  /** `||` joins texts in SQL, and conditions elsewhere. */
  #chooseOr({ operands }: Chain): string {
    return operands.some((operand) => this.types.find(operand) === "logical") ? "or" : "&";
  }

  #writeCoalesced({ operators, operands }: Chain): string | undefined {
    const isCoalesced = operators.every(({ text }) => text === "??");
    return isCoalesced ? `Coalesce(${operands.map((one) => this.write(one)).join(", ")})` : undefined;
  }

  #writeNullTest(node: Chain): string | undefined {
    const test = findNullTest(node);
    return test && `${test.isNegated ? "IsNotNull" : "IsNull"}(${this.write(test.value)})`;
  }

  #writeDateSum(node: Chain): string | undefined {
    const sum = findDateSum(node, this.types);
    if (sum === undefined) return undefined;
    if (sum.kind === "difference") return `DateDiff("day", ${this.write(sum.to)}, ${this.write(sum.from)})`;
    const amount = this.write(sum.amount);
    const negative = /^[\w.[\]]+$/.test(amount) ? `-${amount}` : `-(${amount})`;
    return `DateAdd("day", ${sum.isNegative ? negative : amount}, ${this.write(sum.date)})`;
  }

  #writeTest({ left, word, isNegated, operands }: SqlTest): string {
    const value = this.write(left);
    const plain = word.text.toLowerCase();
    const inside = operands.flatMap((one) => (plain === "in" && one.kind === "group" ? one.items : [one]));
    const others = inside.map((one) => this.write(one));
    if (plain === "is") {
      const isNull = inside[0]?.kind === "constant" && inside[0].token.text.toLowerCase() === "null";
      if (isNull) return `${isNegated ? "IsNotNull" : "IsNull"}(${value})`;
      return `${value} ${isNegated ? "!=" : "="} ${others.join(" ")}`;
    }
    const names: Readonly<Record<string, string>> = {
      in: "In",
      like: "Like",
      ilike: "ILike",
      rlike: "RegexpMatch",
      between: "Between",
    };
    return `${isNegated ? "not " : ""}${names[plain]}(${[value, ...others].join(", ")})`;
  }

  #writeBranches({ subject, branches, otherwise }: Branches): string {
    const pairs = branches.flatMap(([condition, value]) => [this.write(condition), this.write(value)]);
    const rest = otherwise === undefined ? [] : [this.write(otherwise)];
    return subject === undefined
      ? `If(${[...pairs, ...rest].join(", ")})`
      : `Switch(${[this.write(subject), ...pairs, ...rest].join(", ")})`;
  }

  #writeCall(call: Call): string {
    const { name, args } = call;
    const plain = name.text.toLowerCase();
    if ((plain === "and" || plain === "or") && args.length > 0) {
      const joined = args.map((arg) => this.#wrap(arg, plain)).join(` ${plain} `);
      return joined;
    }
    if (isCountOfAll(call)) return `${name.text}()`;
    const distinct = findDistinct(call);
    if (distinct !== undefined) return `CountDistinct(${this.write(distinct)})`;
    const [cast] = args;
    if (plain === "cast" && cast?.kind === "sequence" && isWord(cast.items[1], "as")) {
      const type = cast.items[2]?.kind === "word" ? findCast(cast.items[2].token.text) : undefined;
      if (type !== undefined) return `${type}(${this.write(cast.items[0]!)})`;
    }
    const called = findFunction(name.text);
    const reordered = called && sortArguments(call, called, this.types);
    const isSwapped = isConditionFirst(call, this.types);
    if (reordered === undefined && !isSwapped) {
      return call.parts
        .map((part) => {
          if (isToken(part)) return part === name ? part.text : part.before + part.text;
          const index = args.indexOf(part);
          const parameter = called && findParameter(called, index, args.length);
          const written = parameter && writeArgument(part, parameter);
          return written === undefined ? this.#print(part) : getSpace(part) + written;
        })
        .join("")
        .concat(call.close === undefined ? ")" : "");
    }
    const inOrder = reordered ?? [...args].reverse();
    const written = inOrder.map((arg, index) => {
      const parameter = called && findParameter(called, index, args.length);
      return (parameter && writeArgument(arg, parameter)) ?? this.write(arg);
    });
    return `${name.text}(${written.join(", ")})`;
  }

  /** An operand, in parentheses where it would bind less. */
  #wrap(node: Node, operator: string): string {
    const isOr =
      (node.kind === "chain" && node.level === "or") || (node.kind === "call" && /^or$/i.test(node.name.text));
    return isOr && operator === "and" ? `(${this.write(node)})` : this.write(node);
  }

  #printSequence(items: readonly Node[]): string {
    const [first, second] = items;
    if (first?.kind === "word" && second?.kind === "reference" && findFunction(first.token.text) !== undefined) {
      return `${first.token.before}${first.token.text}(${this.write(second)})`;
    }
    let text = "";
    for (const [index, item] of items.entries()) {
      if (item.kind !== "stray") text += this.#print(item);
      else if (item.token.text === ";") text += `${item.token.before},`;
      else if (item.token.text === "{" && items[index + 2]?.kind === "stray") text += item.token.before;
      else if (!["}", ")", "]"].includes(item.token.text))
        text += item.token.before + (findSign(item.token.text) ?? item.token.text);
    }
    return text;
  }
}

/** The space before a part. */
const getSpace = (part: Part): string => (isToken(part) ? part.before : part.parts[0] ? getSpace(part.parts[0]) : "");

/** An argument as its parameter takes it; undefined: as it is. */
export function writeArgument(arg: Node, { choices, isFormat, isShare }: Parameter): string | undefined {
  if (isShare && arg.kind === "number") {
    const share = Number(arg.token.text);
    return share > 1 && share <= 100 ? String(share / 100) : undefined;
  }
  const text = arg.kind === "text" ? readText(arg.token) : arg.kind === "word" ? arg.token.text : undefined;
  if (text === undefined) return undefined;
  if (choices !== undefined) {
    const choice = findChoice(choices, text);
    return choice === undefined || (arg.kind === "text" && isChoice(choices, text)) ? undefined : `"${choice}"`;
  }
  const format = isFormat && arg.kind === "text" ? translateDateFormat(text) : undefined;
  return format === undefined ? undefined : `"${format}"`;
}

/** Whether a text is one of those that a function takes; whether case counts is undocumented. */
export const isChoice = (choices: readonly string[], text: string): boolean => choices.includes(text.toLowerCase());

/** A comparison with `Null`, which is never true. */
export function findNullTest({ level, operands, operators }: Chain): { value: Node; isNegated: boolean } | undefined {
  if (level !== "comparison" || operands.length !== 2) return undefined;
  const sign = foreignOperators[operators[0]!.text] ?? operators[0]!.text;
  if (!["=", "!=", "<>"].includes(sign)) return undefined;
  const isNull = (node: Node) => node.kind === "constant" && node.token.text.toLowerCase() === "null";
  const [left, right] = operands as [Node, Node];
  if (isNull(left) === isNull(right)) return undefined;
  return { value: isNull(left) ? right : left, isNegated: sign !== "=" };
}

/** Whether `+` has a text beside it, and no number but literals. */
export function hasText({ operands, operators }: Chain, types: TypeFinder): boolean {
  return operators.every(({ text }) => text === "+") && operands.some((operand) => types.find(operand) === "text");
}

type DateSum =
  | { readonly kind: "sum"; readonly date: Node; readonly amount: Node; readonly isNegative: boolean }
  | { readonly kind: "difference"; readonly from: Node; readonly to: Node };

/** Days added to a date with `+`, or the difference of two dates. */
export function findDateSum({ level, operands, operators }: Chain, types: TypeFinder): DateSum | undefined {
  if (level !== "additive" || operands.length !== 2) return undefined;
  const [left, right] = operands as [Node, Node];
  const isNegative = operators[0]!.text === "-";
  if (types.find(left) !== "date") return undefined;
  if (types.find(right) === "date") return isNegative ? { kind: "difference", from: left, to: right } : undefined;
  return types.find(right) === "number" ? { kind: "sum", date: left, amount: right, isNegative } : undefined;
}

/** The segments of a reference. */
export const readSegments = (node: Node): readonly string[] =>
  node.kind === "reference" ? readName(node.token).segments : [];
