/** Which rows are behind a metric. */
import { findNames, getText, type Node, parseFormula, readName, walkTree } from "../formula";
import { findFunction } from "../formula/functions";

/** What a formula's names mean. */
export interface MetricNames {
  /** The formula of another metric. */
  findMetric(name: string): string | undefined;
  isColumn(name: string): boolean;
}

/**
 * Conditions over a table's columns, one for each aggregate of a metric: it reads the rows for which its condition is
 * true. A count reads all, and so does what can't be told from the formula.
 *
 * @example listConditions('SumIf([Amount], [Paid]) / Count()', names) // ["IsNotNull([Amount]) and ([Paid])"]
 */
export function listConditions(formula: string, names: MetricNames, open: readonly string[] = []): string[] {
  const conditions = new Set<string>();
  const read = (node: Node) => getText(formula, node);
  const isPlain = (node: Node) =>
    node.kind !== "missing" &&
    findNames(read(node)).every(({ segments: [name = "", ...rest] }) => rest.length === 0 && names.isColumn(name)) &&
    !hasAggregate(node);
  walkTree(parseFormula(formula).root, (node) => {
    if (node.kind === "reference") {
      const [head, name] = readName(node.token).segments;
      const other = head === "Metrics" && name !== undefined ? names.findMetric(name) : undefined;
      if (other === undefined || open.includes(other)) return;
      for (const one of listConditions(other, names, [...open, formula])) conditions.add(one);
    } else if (node.kind === "call" && isAggregate(node) && node.args.length > 0) {
      const [value, ...rest] = node.args as [Node, ...Node[]];
      const where = /if$/i.test(node.name.text) ? rest : [];
      if (![value, ...where].every(isPlain)) return;
      conditions.add([`IsNotNull(${read(value)})`, ...where.map((one) => `(${read(one)})`)].join(" and "));
    }
  });
  return [...conditions];
}

/** What the names of a table's formulas stand for. */
export interface TableFormulas {
  findMetric(name: string): string | undefined;
  findColumn(name: string): string | undefined;
}

/**
 * The columns whose values a metric calculates with, also through other columns and metrics. A column of a condition
 * alone isn't one of them.
 *
 * @example listMeasures('SumIf([Price] * [Quantity], [Paid])', formulas) // ["Price", "Quantity"]
 */
export function listMeasures(formula: string, formulas: TableFormulas, open: readonly string[] = []): string[] {
  const measures = new Set<string>();
  const add = (names: readonly string[]) => {
    for (const name of names) measures.add(name);
  };
  const addOperands = (node: Node, on: readonly string[]): void => {
    for (const name of listOperands(node)) {
      const inner = formulas.findColumn(name);
      measures.add(name);
      if (inner !== undefined && !on.includes(name)) addOperands(parseFormula(inner).root, [...on, name]);
    }
  };
  walkTree(parseFormula(formula).root, (node) => {
    const [head, name] = node.kind === "reference" ? readName(node.token).segments : [];
    const other = head === "Metrics" && name !== undefined ? formulas.findMetric(name) : undefined;
    if (other !== undefined && !open.includes(other)) add(listMeasures(other, formulas, [...open, formula]));
    if (node.kind === "call" && isAggregate(node) && node.args[0] !== undefined) addOperands(node.args[0], []);
  });
  return [...measures];
}

/** The table's own columns whose values a value is calculated with, not those that decide between values. */
function listOperands(node: Node): string[] {
  switch (node.kind) {
    case "reference": {
      const [name, ...rest] = readName(node.token).segments;
      return name === undefined || rest.length > 0 ? [] : [name];
    }
    case "group":
      return node.items.flatMap(listOperands);
    case "prefix":
      return listOperands(node.operand);
    case "chain":
      return ["additive", "multiplicative", "power"].includes(node.level) ? node.operands.flatMap(listOperands) : [];
    case "branches":
      return [...node.branches.map(([, value]) => value), ...(node.otherwise ? [node.otherwise] : [])].flatMap(
        listOperands,
      );
    case "call": {
      const isValue = (_: Node, index: number) => index % 2 === 1 || index === node.args.length - 1;
      return (/^if$/i.test(node.name.text) ? node.args.filter(isValue) : node.args).flatMap(listOperands);
    }
    default:
      return [];
  }
}

/** Of those that calculate with values. */
const isAggregate = (node: Node) =>
  node.kind === "call" && findFunction(node.name.text)?.isAggregate === true && !/^(count|ndv)/i.test(node.name.text);

function hasAggregate(root: Node): boolean {
  let found = false;
  walkTree(root, (node) => {
    found ||= node.kind === "call" && findFunction(node.name.text)?.isAggregate === true;
  });
  return found;
}
