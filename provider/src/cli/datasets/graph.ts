import { dotText, mermaidText } from "pulumi-analytics-diagram/graph";
import { plainLine } from "../../core/text";
import type { Plan, PlannedDataset } from "./plan";

/**
 * What depends on what, as a tree: each dataset below those it depends on, spread out where it shows first.
 *
 * ```
 * Orders
 * ├─ Revenue
 * │  └─ Board
 * └─ Returns
 * ```
 */
export function treeOf({ datasets }: Plan): string {
  const users = usersIn(datasets);
  const shown = new Set<string>();
  const branch = (dataset: PlannedDataset, first: string, others: string): string[] => {
    const below = users.get(dataset.id) ?? [];
    const isRepeated = shown.has(dataset.id) && below.length > 0;
    shown.add(dataset.id);
    const lines = [`${first}${plainLine(dataset.name)}${isRepeated ? " (see above)" : ""}`];
    if (isRepeated) return lines;
    for (const [index, user] of below.entries()) {
      const isLast = index === below.length - 1;
      lines.push(...branch(user, `${others}${isLast ? "└─ " : "├─ "}`, `${others}${isLast ? "   " : "│  "}`));
    }
    return lines;
  };
  const roots = datasets.filter(({ after }) => after.length === 0);
  return roots.flatMap((root) => branch(root, "", "")).join("\n");
}

/** Mermaid, as hosts show it in Markdown. Links that a circle breaks are dashed. */
export function mermaidOf(plan: Plan): string {
  return [
    "flowchart LR",
    ...nodesOf(plan).map(({ node, label }) => `  ${node}["${mermaidText(label)}"]`),
    ...linksOf(plan).map(({ from, to, isBroken }) => `  ${from} ${isBroken ? "-.->" : "-->"} ${to}`),
  ].join("\n");
}

/** DOT, for Graphviz. Links that a circle breaks are dashed. */
export function dotOf(plan: Plan): string {
  return [
    "digraph datasets {",
    "  rankdir=LR;",
    "  node [shape=box];",
    ...nodesOf(plan).map(({ node, label }) => `  ${node} [label="${dotText(label)}"];`),
    ...linksOf(plan).map(({ from, to, isBroken }) => `  ${from} -> ${to}${isBroken ? " [style=dashed]" : ""};`),
    "}",
  ].join("\n");
}

function usersIn(datasets: readonly PlannedDataset[]): Map<string, PlannedDataset[]> {
  const users = new Map<string, PlannedDataset[]>();
  for (const dataset of datasets) {
    for (const source of dataset.after) users.set(source, [...(users.get(source) ?? []), dataset]);
  }
  return users;
}

const nodeOf = (index: number) => `d${index + 1}`;

function nodesOf({ datasets }: Plan): { node: string; label: string }[] {
  return datasets.map(({ name }, index) => ({ node: nodeOf(index), label: `${index + 1}. ${plainLine(name)}` }));
}

function linksOf({ datasets }: Plan): { from: string; to: string; isBroken: boolean }[] {
  const nodes = new Map(datasets.map(({ id }, index) => [id, nodeOf(index)]));
  return datasets.flatMap(({ standsOn, after }, index) =>
    standsOn.flatMap((source) => {
      const from = nodes.get(source);
      return from === undefined ? [] : [{ from, to: nodeOf(index), isBroken: !after.includes(source) }];
    }),
  );
}
