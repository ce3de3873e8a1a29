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
