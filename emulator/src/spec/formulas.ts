import { columnName } from "./names";
import type { Page, TableElement } from "./schema";

/**
 * Whether a formula can't be right. The platform stores such formulas all the same and shows their column as an error.
 *
 * Only what is certain counts: brackets that don't match, and a plain `[Name]` that is neither a column or metric of the
 * table nor a control of the model. Functions and types are not looked at.
 */
export function isBroken(formula: string, table: TableElement, pages: readonly Page[]): boolean {
  const withoutTexts = formula.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const references = withoutTexts.match(/\[[^[\]]*\]/g) ?? [];
  const rest = withoutTexts.replace(/\[[^[\]]*\]/g, "");
  if (/[[\]"]/.test(rest.replaceAll('""', "")) || !isBalanced(rest)) {
    return true;
  }
  const names = references.map((reference) => reference.slice(1, -1)).filter((name) => !name.includes("/"));
  const known = new Set([
    ...table.columns.map(columnName),
    ...(table.metrics ?? []).map(({ name }) => name),
    ...pages.flatMap(({ elements }) =>
      elements.map((element) => (element.kind === "control" ? element.controlId : "")),
    ),
  ]);
  return names.some((name) => !known.has(name));
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth < 0) {
      return false;
    }
  }
  return depth === 0;
}
