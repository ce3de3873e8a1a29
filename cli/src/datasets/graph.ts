import { escapeDot, escapeMermaid } from "pulumi-analytics-diagram/graph";
import { escapeLine } from "pulumi-analytics-internal/core/text";
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
export function formatTree({ datasets }: Plan): string {
  const users = mapUsers(datasets);
  const shown = new Set<string>();
  const formatBranch = (dataset: PlannedDataset, first: string, others: string): string[] => {
    const below = users.get(dataset.id) ?? [];
    const isRepeated = shown.has(dataset.id) && below.length > 0;
    shown.add(dataset.id);
    const lines = [`${first}${escapeLine(dataset.name)}${isRepeated ? " (see above)" : ""}`];
    if (isRepeated) return lines;
    for (const [index, user] of below.entries()) {
      const isLast = index === below.length - 1;
      lines.push(...formatBranch(user, `${others}${isLast ? "└─ " : "├─ "}`, `${others}${isLast ? "   " : "│  "}`));
    }
    return lines;
  };
  const roots = datasets.filter(({ after }) => after.length === 0);
  return roots.flatMap((root) => formatBranch(root, "", "")).join("\n");
}

/** Mermaid, as hosts show it in Markdown. Links that a circle breaks are dashed. */
export function formatMermaid(plan: Plan): string {
  return [
    "flowchart LR",
    ...listNodes(plan).map(({ node, label }) => `  ${node}["${escapeMermaid(label)}"]`),
    ...listLinks(plan).map(({ from, to, isBroken }) => `  ${from} ${isBroken ? "-.->" : "-->"} ${to}`),
  ].join("\n");
}

/** DOT, for Graphviz. Links that a circle breaks are dashed. */
export function formatDot(plan: Plan): string {
  return [
    "digraph datasets {",
    "  rankdir=LR;",
    "  node [shape=box];",
    ...listNodes(plan).map(({ node, label }) => `  ${node} [label="${escapeDot(label)}"];`),
    ...listLinks(plan).map(({ from, to, isBroken }) => `  ${from} -> ${to}${isBroken ? " [style=dashed]" : ""};`),
    "}",
  ].join("\n");
}

function mapUsers(datasets: readonly PlannedDataset[]): Map<string, PlannedDataset[]> {
  const users = new Map<string, PlannedDataset[]>();
  for (const dataset of datasets) {
    for (const source of dataset.after) users.set(source, [...(users.get(source) ?? []), dataset]);
  }
  return users;
}

const nameNode = (index: number) => `d${index + 1}`;

function listNodes({ datasets }: Plan): { node: string; label: string }[] {
  return datasets.map(({ name }, index) => ({ node: nameNode(index), label: `${index + 1}. ${name}` }));
}

function listLinks({ datasets }: Plan): { from: string; to: string; isBroken: boolean }[] {
  const nodes = new Map(datasets.map(({ id }, index) => [id, nameNode(index)]));
  return datasets.flatMap(({ standsOn, after }, index) =>
    standsOn.flatMap((source) => {
      const from = nodes.get(source);
      return from === undefined ? [] : [{ from, to: nameNode(index), isBroken: !after.includes(source) }];
    }),
  );
}
