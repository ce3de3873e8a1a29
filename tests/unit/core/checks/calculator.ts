/** Calculates formulas over rows, as a platform does: enough of the language for the tests of this folder. */
import { findNames, getText, type Node, parseFormula, readName } from "../../../../provider/src/core/formula";

export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

/** What a name stands for, in a row. */
export type Find = (segments: readonly string[], row: Row) => Cell;

const trees = new Map<string, Node>();

/** Rows of other tables, by name. */
export type Others = ReadonlyMap<string, { readonly rows: readonly Row[]; readonly find: Find }>;

/** A formula's value of one row, or with aggregates of several. */
export function calculate(formula: string, rows: readonly Row[], find: Find, others: Others = new Map()): Cell {
  const evaluate = (node: Node, row: Row | undefined): Cell => {
    switch (node.kind) {
      case "group":
        return evaluate(node.items[0]!, row);
      case "number":
        return Number(node.token.text);
      case "text":
        return node.token.text.slice(1, -1).replaceAll(/\\(.)/g, "$1");
      case "constant":
        return ({ true: true, false: false, null: null } as const)[node.token.text.toLowerCase() as "true"];
      case "reference":
        return find(readName(node.token).segments, row ?? rows[0]!);
      case "prefix": {
        const value = evaluate(node.operand, row);
        if (value === null) return null;
        return node.operators[0]!.text === "-" ? -Number(value) : !value;
      }
      case "chain":
        return combine(
          node.operators.map(({ text }) => text.toLowerCase()),
          node.operands.map((one) => evaluate(one, row)),
        );
      case "call":
        return call(node.name.text.toLowerCase(), node.args, row);
      default:
        throw new Error(`no ${node.kind} in ${formula}`);
    }
  };
  const call = (name: string, args: readonly Node[], row: Row | undefined): Cell => {
    const read = (index: number, of = row): Cell => (args[index] === undefined ? null : evaluate(args[index]!, of));
    const isTrue = (index: number, of = row) => read(index, of) === true;
    const add = (some: readonly Row[]) => {
      const values = some.map((one) => read(0, one)).filter((value) => value !== null);
      return values.length === 0 ? null : values.reduce<number>((sum, value) => sum + Number(value), 0);
    };
    switch (name) {
      case "sum":
        return add(rows);
      case "sumif":
        return add(rows.filter((one) => isTrue(1, one)));
      case "count":
        return rows.filter((one) => args.length === 0 || read(0, one) !== null).length;
      case "countif":
        return rows.filter((one) => args.every((_, index) => isTrue(index, one))).length;
      case "countdistinct":
        return new Set(rows.map((one) => read(0, one)).filter((value) => value !== null)).size;
      case "if": {
        const at = args.findIndex((_, index) => index % 2 === 0 && index + 1 < args.length && isTrue(index));
        return at >= 0 ? read(at + 1) : args.length % 2 === 1 ? read(args.length - 1) : null;
      }
      case "switch": {
        const at = args.findIndex((_, index) => index % 2 === 1 && index + 1 < args.length && read(index) === read(0));
        return at >= 0 ? read(at + 1) : args.length % 2 === 0 ? read(args.length - 1) : null;
      }
      case "coalesce":
        return args.map((_, index) => read(index)).find((value) => value !== null) ?? null;
      case "zn":
        return read(0) ?? 0;
      case "nullif":
        return read(0) === read(1) ? null : read(0);
      case "isnull":
        return read(0) === null;
      case "isnotnull":
        return read(0) !== null;
      case "in":
        return read(0) === null ? null : args.some((_, index) => index > 0 && read(index) === read(0));
      case "contains":
        return read(0) === null ? null : String(read(0)).includes(String(read(1)));
      case "int":
        return read(0) === null ? null : Number(read(0));
      case "lower":
        return read(0) === null ? null : String(read(0)).toLowerCase();
      case "rollup":
      case "lookup": {
        const key = getText(formula, args[2]!);
        const { rows: there, find: findThere } = others.get(findNames(key)[0]!.segments[0]!)!;
        const alike = there.filter((one) => calculate(key, [one], findThere) === read(1));
        const some = name === "lookup" ? alike.slice(0, 1) : alike;
        return some.length === 0 ? null : calculate(getText(formula, args[0]!), some, findThere);
      }
      default:
        throw new Error(`no function ${name} in ${formula}`);
    }
  };
  const tree = trees.get(formula) ?? parseFormula(formula).root;
  trees.set(formula, tree);
  return evaluate(tree, rows.length === 1 ? rows[0] : undefined);
}

function combine(operators: readonly string[], values: readonly Cell[]): Cell {
  return values.reduce((left, right, at) => {
    const operator = operators[at - 1]!;
    if (operator === "and")
      return left === false || right === false ? false : left === null || right === null ? null : true;
    if (operator === "or")
      return left === true || right === true ? true : left === null || right === null ? null : false;
    if (left === null || right === null) return null;
    const [a, b] = [Number(left), Number(right)];
    const results: Record<string, Cell> = {
      ...{ "+": a + b, "-": a - b, "*": a * b, "/": a / b, "=": left === right, "!=": left !== right },
      ...{ "<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right },
    };
    return results[operator]!;
  });
}
