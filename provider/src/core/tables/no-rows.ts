/** What a metric is of no rows: an export has no group for them. */
import { readValue, type Value } from "../data";
import { type Node, parseFormula } from "../formula";
import { findFunction } from "../formula/functions";

/**
 * What a formula makes of no rows, by its tree: counts are 0, other aggregates null, and so is what is calculated with
 * null.
 *
 * @param formula with the metrics that it names in their places.
 * @throws for a formula of which that isn't known.
 * @example calculateNoRows("Count([Id]) + 1") // 1
 */
export function calculateNoRows(formula: string): Value {
  const refuse = (): never => {
    throw new Error(`there is no row, and what \`${formula}\` is then isn't known`);
  };
  const calculate = (node: Node): number | null => {
    switch (node.kind) {
      case "number":
        return Number(node.token.text);
      case "constant":
        return node.token.text.toLowerCase() === "null" ? null : refuse();
      case "group":
        return node.items.length === 1 ? calculate(node.items[0]!) : refuse();
      case "prefix": {
        const value = calculate(node.operand);
        if (!node.operators.every(({ text }) => text === "-" || text === "+")) return refuse();
        return value === null || node.operators.filter(({ text }) => text === "-").length % 2 === 0 ? value : -value;
      }
      case "call": {
        const name = node.name.text.toLowerCase();
        if (/^(count(distinct)?(if)?|countdistinctif|ndv)$/.test(name)) return 0;
        if (findFunction(name)?.isAggregate) return /^(grandtotal|subtotal)$/.test(name) ? refuse() : null;
        if (name === "coalesce") return node.args.map(calculate).find((value) => value !== null) ?? null;
        if (name === "zn" && node.args.length === 1) return calculate(node.args[0]!) ?? 0;
        return refuse();
      }
      case "chain": {
        const values = node.operands.map(calculate);
        const operators = node.operators.map(({ text }) => text);
        if (!operators.every((one) => one in arithmetic)) return refuse();
        if (values.some((value) => value === null)) return null;
        const value = (values as number[]).reduce((sum, next, at) => arithmetic[operators[at - 1]!]!(sum, next));
        return Number.isFinite(value) ? value : null;
      }
      default:
        return refuse();
    }
  };
  return readValue(calculate(parseFormula(formula).root));
}

/** Division by zero has no value. */
const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};
