/** What is said of values. Which ones are told is decided by what a run asks of a table: see {@link Partition}. */

import { formatValue, toPlain, type Value } from "../data";
import { type Node, parseFormula } from "../formula";
import type { Verdict } from "./values";

/** Rows that are behind a told value, unless the setting `fewestRows` says otherwise. */
export const defaultFewestRows = 5;

/** The unit of a period of at least a day, which is nobody's; undefined: the formula is none. */
export function readPeriod(formula: string): string | undefined {
  const { root } = parseFormula(formula);
  if (root.kind !== "call" || root.name.text.toLowerCase() !== "datetrunc" || root.args.length !== 2) return undefined;
  const [unit, column] = root.args as [Node, Node];
  const [, name] = unit.kind === "text" ? (/^["'](year|quarter|month|week|day)["']$/i.exec(unit.token.text) ?? []) : [];
  return column.kind === "reference" ? name?.toLowerCase() : undefined;
}

/**
 * A value as a report has it. A text is what a row says, however many there are.
 *
 * @param untold why it isn't told; undefined: it is.
 */
export function tellValue(value: Value, untold: string | undefined, none?: string): Pick<Verdict, "value" | "found"> {
  if (value.type === "text") return { value: null, found: "a text, which isn't shown" };
  return untold === undefined ? { value: toPlain(value), found: formatValue(value, none) } : hideValue(untold);
}

/** What stands in the place of a value that isn't told. */
export const hideValue = (untold: string) => ({ value: null, found: `a value that isn't told, ${untold}` });
