import type { Graph, GraphGroup, GraphNode } from "./graph";

/**
 * The part of a graph that is drawn: with `warehouse`, warehouse tables and connections are boxes of their own; else
 * each box names those it reads. A model's only page is no group of its own; pages and connections without a box are
 * left out.
 */
export function buildView(graph: Graph, { warehouse }: { readonly warehouse: boolean }): Graph {
  const nodes = graph.nodes.filter((node) => warehouse || !isWarehouse(node));
  const shown = new Set(nodes.map(({ id }) => id));
  const modelOf = findOnlyPages(graph.groups);
  const placed = nodes.map((node) => ({ ...node, group: modelOf.get(node.group) ?? node.group }));
  const used = new Set(placed.map(({ group }) => group));
  return {
    ...graph,
    groups: graph.groups.filter(({ id, kind }) => kind === "model" || used.has(id)),
    nodes: placed,
    edges: graph.edges.filter(({ from, to }) => shown.has(from) && shown.has(to)),
  };
}

/** Whether a node belongs to the warehouse, and so to no model. */
const isWarehouse = ({ kind }: GraphNode) => kind === "warehouse-table" || kind === "connection";

/** The pages that are the only ones of their models, and these. */
function findOnlyPages(groups: readonly GraphGroup[]): ReadonlyMap<string, string> {
  const pages = groupItems(
    groups.filter(({ kind }) => kind === "page"),
    ({ parent }) => parent!,
  );
  return new Map([...pages].flatMap(([model, [page, ...others]]) => (others.length === 0 ? [[page!.id, model]] : [])));
}

/** Items by what they have in common, in their order. */
export function groupItems<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
