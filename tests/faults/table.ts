import type { Combination, Result } from "./matrix";

/**
 * The matrix as text: a line for each call, a column for each fault. `+` right at once, `e` a clear error, and right
 * with the next `up`, `-` can't strike, `!` neither.
 */
export function formatTable(results: ReadonlyMap<Combination, Result>): string {
  const faults = [...new Set([...results.keys()].map(({ fault }) => fault.name))];
  const lines = new Map<string, Map<string, string>>();
  for (const [{ operation, call, fault }, { error, stuck, changes }] of results) {
    const name = `${operation.name}: ${call}`;
    const line = lines.get(name) ?? new Map();
    lines.set(name, line.set(fault.name, stuck !== undefined || changes ? "!" : error === undefined ? "+" : "e"));
  }
  const width = Math.max(...[...lines.keys()].map((name) => name.length));
  const formLetter = (index: number) => String.fromCharCode(97 + index);
  return [
    ...faults.map((name, index) => `${formLetter(index)}  ${name}`),
    "",
    `${" ".repeat(width)}  ${faults.map((_, index) => formLetter(index)).join(" ")}`,
    ...[...lines].map(
      ([name, line]) => `${name.padEnd(width)}  ${faults.map((fault) => line.get(fault) ?? "-").join(" ")}`,
    ),
    "",
    `${results.size} combinations of call and fault: + right at once, e clear error and right ` +
      "with the next up, - can't strike",
  ].join("\n");
}
