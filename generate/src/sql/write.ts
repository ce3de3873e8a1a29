import { tryParseJson } from "pulumi-analytics-internal/core/data";
import { type Node, parseFormula, printPart, readName } from "pulumi-analytics-internal/core/formula";
import { UntranslatableError } from "./syntax";

/** The SQL of what a name in brackets stands for, by its parts. Throws an UntranslatableError for an unknown one. */
export type FindName = (segments: readonly string[]) => string;

/**
 * The standard SQL that has the same value as a formula: of a row, or with aggregations.
 *
 * @throws UntranslatableError where none is known to.
 * @example writeSql("Sum([Amount]) / 2", () => "orders.amount") // "1.0 * SUM(orders.amount) / 2"
 */
export const writeSql = (formula: string, findName: FindName): string => write(parseFormula(formula).root, findName);

const refuse = (what: string): never => {
  throw new UntranslatableError(`${what} has no standard SQL here`);
};

function write(node: Node, findName: FindName): string {
  const writeAll = (nodes: readonly Node[]) => nodes.map((one) => write(one, findName));
  switch (node.kind) {
    case "reference":
      return findName(readName(node.token).segments);
    case "number":
      return node.token.text;
    case "text":
      return writeText(node.token.text);
    case "constant":
      return node.token.text.toUpperCase();
    case "group":
      return node.items.length === 1 ? `(${writeAll(node.items)[0]})` : refuse("a list");
    case "prefix":
      return node.operators.reduceRight(
        (text, { text: sign }) => (/^(-|not)$/i.test(sign) ? `(${sign.toUpperCase()} ${text})` : refuse(sign)),
        write(node.operand, findName),
      );
    case "chain":
      return writeChain(
        node.operators.map(({ text }) => text.toUpperCase()),
        writeAll(node.operands),
      );
    case "call":
      return joinTexts(node, findName) ?? writeCall(node.name.text, writeAll(node.args));
    default:
      return refuse(`\`${node.kind}\``);
  }
}

/** Texts joined where none is null, and else null: what `||` does. What `Concat` alone makes of a null isn't known. */
function joinTexts({ name, args }: Extract<Node, { kind: "call" }>, findName: FindName): string | undefined {
  const [test, nothing, joined, ...others] = args;
  if (name.text !== "If" || joined?.kind !== "call" || joined.name.text !== "Concat" || others.length > 0)
    return undefined;
  const open = joined.args.filter(({ kind }) => kind !== "text").map((one) => `IsNull(${printPart(one).trim()})`);
  const isGuard = printPart(test!).trim() === [...new Set(open)].join(" or ") && printPart(nothing!).trim() === "Null";
  return isGuard ? `(${joined.args.map((one) => write(one, findName)).join(" || ")})` : undefined;
}

const signs = new Set(["OR", "AND", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/"]);

function writeChain(operators: readonly string[], sides: readonly string[]): string {
  const unknown = operators.find((sign) => !signs.has(sign));
  if (unknown !== undefined) refuse(unknown);
  if (operators.length > 1 && /[<>=]/.test(operators[0]!)) refuse("a chain of comparisons");
  const rest = operators.map((sign, index) => ` ${sign === "!=" ? "<>" : sign} ${sides[index + 1]}`).join("");
  // Some warehouses drop what remains of whole numbers, formulas don't.
  return `${operators.includes("/") ? "1.0 * " : ""}${sides[0]}${rest}`;
}

/** A text in double quotes, whose escapes are those of JSON. */
function writeText(quoted: string): string {
  const text = tryParseJson(quoted);
  return typeof text === "string" ? `'${text.replaceAll("'", "''")}'` : refuse(quoted);
}

/** Functions of the same name and arguments in SQL. */
const same = new Set("sum avg min max count median abs round lower upper trim coalesce nullif".split(" "));

function writeCall(name: string, args: readonly string[]): string {
  const key = name.toLowerCase();
  if (same.has(key)) return `${name.toUpperCase()}(${args.join(", ")})`;
  const [of = "", ...others] = args;
  const whole = /^[\w.]+$/.test(of) ? of : `(${of})`;
  const aggregate = /^(sum|avg|min|max)if$/.exec(key)?.[1];
  if (aggregate !== undefined) return `${aggregate.toUpperCase()}(CASE WHEN ${others[0]} THEN ${of} END)`;
  switch (key) {
    case "countdistinct":
      return `COUNT(DISTINCT ${of})`;
    case "countdistinctif":
      return `COUNT(DISTINCT CASE WHEN ${others[0]} THEN ${of} END)`;
    case "countif":
      return of === "TRUE" ? "COUNT(*)" : `COUNT(CASE WHEN ${of} THEN 1 END)`;
    case "if": {
      const pairs = args.flatMap((arg, index) => (index % 2 === 1 ? `WHEN ${args[index - 1]} THEN ${arg} ` : []));
      return `CASE ${pairs.join("")}${args.length % 2 === 1 ? `ELSE ${args.at(-1)} ` : ""}END`;
    }
    case "isnull":
      return `(${whole} IS NULL)`;
    case "isnotnull":
      return `(${whole} IS NOT NULL)`;
    case "date":
      return `CAST(${of} AS TIMESTAMP)`;
    case "zn":
      return `COALESCE(${of}, 0)`;
    case "in":
      return `(${whole} IN (${others.join(", ")}))`;
    case "not":
      return `(NOT ${whole})`;
    default:
      return refuse(name);
  }
}
