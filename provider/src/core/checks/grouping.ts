/** Formulas that group, and what people call them and their groups. */
import { type Node, parseFormula, readName } from "../formula";

/**
 * What people call a grouping: its column, or the formula.
 *
 * @example nameGrouping('DateTrunc("month", [Ordered At])') // "Ordered At"
 */
export function nameGrouping(by: string): string {
  const { root } = parseFormula(by);
  const column = readPeriod(by) !== undefined && root.kind === "call" ? (root.args[1] as Node) : root;
  return column.kind === "reference" ? readName(column.token).segments.join("/") : by;
}

/** The unit of a period of at least a day, which is nobody's; undefined: the formula is none. */
export function readPeriod(formula: string): string | undefined {
  const { root } = parseFormula(formula);
  if (root.kind !== "call" || root.name.text.toLowerCase() !== "datetrunc" || root.args.length !== 2) return undefined;
  const [unit, column] = root.args as [Node, Node];
  const [, name] = unit.kind === "text" ? (/^["'](year|quarter|month|week|day)["']$/i.exec(unit.token.text) ?? []) : [];
  return column.kind === "reference" ? name?.toLowerCase() : undefined;
}

/** A period of time by its name, such as `2026-10`. */
export function formatPeriod(by: string, group: string): string {
  const unit = readPeriod(by);
  if (unit === undefined || !/^\d{4}-\d\d-\d\d$/.test(group)) return group;
  const [year = "", month = ""] = group.split("-");
  if (unit === "year") return year;
  if (unit === "quarter") return `${year} Q${Math.ceil(Number(month) / 3)}`;
  return unit === "month" ? `${year}-${month}` : group;
}
