import { findFunction, type PlatformFunction, type ValueType } from "./functions";
import type { Call, Node } from "./tree";

/** What is known of the place where a formula stands. Left out: nothing. */
export interface FormulaPlace {
  /** The reference that a name without brackets probably means: `[Revenue]`. */
  findColumn?(words: readonly string[]): string | undefined;
  /** The type of the column that a name means. */
  findType?(segments: readonly string[]): ValueType;
  /** Whether a name means a column; undefined: it isn't known. */
  isColumn?(segments: readonly string[]): boolean | undefined;
}

/** Finds the types of values in one formula; what it has found is kept. */
export class TypeFinder {
  readonly #known = new Map<Node, ValueType>();

  constructor(private readonly findReferenceType: (node: Node) => ValueType) {}

  find(node: Node): ValueType {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const type = this.#infer(node);
    this.#known.set(node, type);
    return type;
  }

  #infer(node: Node): ValueType {
    switch (node.kind) {
      case "text":
      case "number":
        return node.kind;
      case "constant":
        return node.token.text.toLowerCase() === "null" ? "any" : "logical";
      case "reference":
        return this.findReferenceType(node);
      case "group":
        return node.items.length === 1 ? this.find(node.items[0]!) : "any";
      case "prefix":
        return /^(?:not|!)$/i.test(node.operators[0]!.text) ? "logical" : "number";
      case "test":
        return "logical";
      case "chain":
        if (node.level === "concat") return "text";
        if (["or", "and", "comparison"].includes(node.level)) return "logical";
        // What is added may be days, to a date.
        if (node.level !== "additive") return "number";
        return node.operands.every((operand) => this.find(operand) === "number") ? "number" : "any";
      case "call":
        return this.#inferCall(node, findFunction(node.name.text));
      default:
        return "any";
    }
  }

  #inferCall({ args }: Call, called: PlatformFunction | undefined): ValueType {
    if (called === undefined) return "any";
    if (called.returns !== "first" && called.returns !== "second") return called.returns;
    // One of the values is enough: those of one function have one type.
    const found = (called.returns === "first" ? args.slice(0, 1) : args.slice(1, 2)).map((arg) => this.find(arg));
    return found[0] ?? "any";
  }
}

const names: Readonly<Record<ValueType, string>> = {
  number: "a number",
  text: "a text",
  logical: "a condition",
  date: "a date",
  variant: "a variant",
  geography: "a geography",
  array: "an array",
  any: "a value",
};

export const describeType = (type: ValueType): string => names[type];

/** Whether a value can't be what is expected: surely, perhaps, or not as far as it is known. */
export function compareTypes(expected: ValueType, given: ValueType): "wrong" | "doubtful" | undefined {
  if (expected === given || [expected, given].some((type) => type === "any" || type === "variant")) return undefined;
  if (expected === "number") return given === "logical" ? "doubtful" : "wrong";
  if (expected === "date") return given === "text" ? "doubtful" : "wrong";
  if (expected === "logical") return given === "number" ? "doubtful" : "wrong";
  if (expected === "text") return given === "number" || given === "date" || given === "logical" ? "doubtful" : "wrong";
  return "doubtful";
}
