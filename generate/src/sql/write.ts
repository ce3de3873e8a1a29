import { tryParseJson } from "pulumi-analytics-internal/core/data";
import { type Node, parseFormula, readName } from "pulumi-analytics-internal/core/formula";
import { UntranslatableError } from "./syntax";

/** The SQL of what a name in brackets stands for, by its parts. Throws an UntranslatableError for an unknown one. */
export type FindName = (segments: readonly string[]) => string;

/**
 * The standard SQL that has the same value as a formula: of a row, or with aggregations.
 *
 * @throws UntranslatableError where none is known to.
 * @example writeSql("Sum([Amount]) / 2", () => "orders.amount") // "1.0 * SUM(orders.amount) / 2"
 */
export const writeSql = (formula: string, findName: FindName): string =>
  new Writer(findName).write(parseFormula(formula).root);

const refuse = (what: string): never => {
  throw new UntranslatableError(`${what} has no standard SQL`);
};

class Writer {
  constructor(private readonly findName: FindName) {}

  write(node: Node): string {
    switch (node.kind) {
      case "reference":
        return this.findName(readName(node.token).segments);
      case "number":
        return node.token.text;
      case "text":
        return writeText(node.token.text);
      case "constant":
        return node.token.text.toUpperCase();
      case "group":
        return node.items.length === 1 ? `(${this.write(node.items[0]!)})` : refuse("a list");
      case "prefix":
        return node.operators.reduceRight((text, { text: sign }) => {
          if (sign === "-") return `(0 - ${text})`;
          return sign.toLowerCase() === "not" ? `NOT (${text})` : refuse(sign);
        }, this.write(node.operand));
      case "chain":
        return this.writeChain(node);
      case "call":
        return this.writeCall(node);
      default:
        return refuse("a part of the formula");
    }
  }

  private writeChain({ level, operands, operators }: Extract<Node, { kind: "chain" }>): string {
    const signs = operators.map(({ text }) => (text === "!=" ? "<>" : text.toUpperCase()));
    const unknown = signs.find(
      (sign) => !["OR", "AND", "=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "/"].includes(sign),
    );
    if (unknown !== undefined || (level === "comparison" && signs.length > 1))
      refuse(unknown ?? "a chain of comparisons");
    const sides = operands.map((one) => this.write(one));
    const text = sides.map((side, index) => (index === 0 ? side : `${signs[index - 1]} ${side}`)).join(" ");
    // Formulas don't drop what remains of whole numbers, as some warehouses do.
    return signs.includes("/") ? `1.0 * ${text}` : text;
  }

  private writeCall({ name, args }: Extract<Node, { kind: "call" }>): string {
    const key = name.text.toLowerCase();
    const write = Object.hasOwn(calls, key) ? calls[key] : undefined;
    if (write === undefined) return refuse(name.text);
    return write(args.map((arg) => this.write(arg))) ?? refuse(`${name.text} with ${args.length} arguments`);
  }
}

/** A text in either quotes, whose escapes are those of JSON. */
function writeText(quoted: string): string {
  const text = quoted.startsWith('"') ? tryParseJson(quoted) : undefined;
  return typeof text === "string" ? `'${text.replaceAll("'", "''")}'` : refuse(quoted);
}

type WriteCall = (args: readonly string[]) => string | undefined;

/** A function of as many arguments, by its name in SQL. */
const rename =
  (name: string, least: number, most = least): WriteCall =>
  (args) =>
    args.length >= least && args.length <= most ? `${name}(${args.join(", ")})` : undefined;

/** An aggregation of the rows for which a condition is true. */
const aggregateIf =
  (start: string): WriteCall =>
  ([value, condition, ...others]) =>
    condition === undefined || others.length > 0 ? undefined : `${start}CASE WHEN ${condition} THEN ${value} END)`;

const writeIf: WriteCall = (args) => {
  if (args.length < 2) return undefined;
  const pairs = args.flatMap((arg, index) => (index % 2 === 1 ? `WHEN ${args[index - 1]} THEN ${arg}` : []));
  return `CASE ${pairs.join(" ")}${args.length % 2 === 1 ? ` ELSE ${args.at(-1)}` : ""} END`;
};

const many = Number.MAX_SAFE_INTEGER;

const calls: Readonly<Record<string, WriteCall>> = {
  ...{ sum: rename("SUM", 1), avg: rename("AVG", 1), min: rename("MIN", 1), max: rename("MAX", 1) },
  ...{ count: rename("COUNT", 1), median: rename("MEDIAN", 1), abs: rename("ABS", 1), round: rename("ROUND", 1, 2) },
  ...{ lower: rename("LOWER", 1), upper: rename("UPPER", 1), trim: rename("TRIM", 1), nullif: rename("NULLIF", 2) },
  ...{ coalesce: rename("COALESCE", 1, many), sumif: aggregateIf("SUM("), avgif: aggregateIf("AVG(") },
  ...{ minif: aggregateIf("MIN("), maxif: aggregateIf("MAX("), countdistinctif: aggregateIf("COUNT(DISTINCT ") },
  countdistinct: ([value, ...others]) => (others.length > 0 ? undefined : `COUNT(DISTINCT ${value})`),
  countif: (args) =>
    args.length === 1 ? (args[0] === "TRUE" ? "COUNT(*)" : aggregateIf("COUNT(")(["1", ...args])) : undefined,
  if: writeIf,
  zn: ([value, ...others]) => (others.length > 0 ? undefined : `COALESCE(${value}, 0)`),
  isnull: ([value, ...others]) => (others.length > 0 ? undefined : `${value} IS NULL`),
  isnotnull: ([value, ...others]) => (others.length > 0 ? undefined : `${value} IS NOT NULL`),
  in: ([value, ...items]) => (items.length === 0 ? undefined : `${value} IN (${items.join(", ")})`),
  between: ([value, low, high]) => (high === undefined ? undefined : `${value} BETWEEN ${low} AND ${high}`),
  like: ([value, pattern]) => (pattern === undefined ? undefined : `${value} LIKE ${pattern}`),
  not: ([value, ...others]) => (others.length > 0 ? undefined : `NOT (${value})`),
  datetrunc: ([unit, value]) => (value === undefined ? undefined : `DATE_TRUNC(${unit}, ${value})`),
};
