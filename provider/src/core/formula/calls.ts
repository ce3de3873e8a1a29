import { parseFormula } from "./parse";
import { getPartEnd, getStart, walkTree } from "./tree";

/** The functions around a place in a formula, the innermost first. */
export function listCallsAround(formula: string, place: number): string[] {
  const calls: string[] = [];
  walkTree(parseFormula(formula).root, (node) => {
    const isAround = node.kind === "call" && getStart(node) <= place && place < getPartEnd(node);
    if (isAround && place > node.open.start) calls.unshift(node.name.text);
  });
  return calls;
}
