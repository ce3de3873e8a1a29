import {
  cleanText,
  type Graph,
  type GraphGroup,
  type GraphNode,
  type GraphPart,
  lines,
  listNodeInfo,
  listProblems,
  lookName,
} from "./graph";
import type { Change, GraphEdge } from "./graph/graph";

/**
 * What a page knows of its graph, as JSON in the page: what may be drawn, as a tree. Things refer to each other by
 * their positions in the lists. What only details and search need is {@link PageParts}.
 */
export interface PageData {
  /** Each after what it is in. */
  readonly items: readonly PageItem[];
  readonly edges: readonly PageEdge[];
  /** What the options leave to the page: which way rows flow, and whether elements show their columns, and how many. */
  readonly direction?: "right" | "down" | "left" | "up";
  readonly columns: number;
  readonly compared: boolean;
}

/** A folder, model, page or connection, or an element. */
export interface PageItem {
  readonly kind: GraphGroup["kind"] | "element";
  readonly name: string;
  readonly parent?: number;
  /** Icon and colors. */
  readonly look: string;
  /** The line under an element's name: `join · 12 columns`. */
  readonly info?: string;
  readonly file?: string;
  readonly change?: Change;
  readonly changes?: readonly string[];
  /** All that is broken in it, in sentences, each once. */
  readonly problems?: readonly string[];
}

/** A line of the picture. */
export interface PageEdge {
  readonly from: number;
  readonly to: number;
  readonly kind: GraphEdge["kind"];
  /** What it says, or the word for its kind. */
  readonly label: string;
  readonly details: readonly string[];
  readonly change?: Change;
  readonly broken?: true;
}

/** What an element has in it. */
export interface PageParts {
  readonly description?: string;
  readonly reads: readonly string[];
  readonly sql?: string;
  readonly columns: readonly PagePart[];
  readonly metrics: readonly PagePart[];
}

/** A column or metric. */
export type PagePart = GraphPart;

/** The data of a page, and the parts of each of its items; null for what has none. */
export function buildPageData(
  graph: Graph,
  how: Pick<PageData, "direction" | "columns">,
): [PageData, (PageParts | null)[]] {
  const at = new Map<string, number>();
  const items: PageItem[] = [];
  const parts: (PageParts | null)[] = [];
  const add = (id: string, item: PageItem, itsParts: PageParts | null): void => {
    at.set(id, items.length);
    items.push(item);
    parts.push(itsParts);
  };
  for (const group of graph.groups) add(group.id, groupItem(group, at), null);
  const groups = at.size;
  for (const node of graph.nodes) add(`node ${node.id}`, buildNodeItem(node, at.get(node.group)!), buildParts(node));
  const nodeAt = new Map(graph.nodes.map(({ id }, index) => [id, groups + index]));
  const edges = graph.edges.map(
    ({ from, to, kind, label, details, change, broken }): PageEdge => ({
      from: nodeAt.get(from)!,
      to: nodeAt.get(to)!,
      kind,
      label: cleanText(label) || lines[kind].word,
      details: details.map(cleanText),
      change,
      broken,
    }),
  );
  return [{ ...how, items, edges, compared: graph.compared === true }, parts];
}

function groupItem(
  { kind, name, parent, file, change, changes }: GraphGroup,
  at: ReadonlyMap<string, number>,
): PageItem {
  return {
    kind,
    name: cleanText(name),
    parent: parent === undefined ? undefined : at.get(parent)!,
    look: groupLook[kind],
    file: file === undefined ? undefined : cleanText(file),
    change,
    changes: changes?.map(cleanText),
  };
}

const groupLook: Readonly<Record<GraphGroup["kind"], string>> = {
  folder: "folder",
  model: "model",
  page: "page",
  connection: "connection",
  "other-model": "outside",
};

function buildNodeItem(node: GraphNode, parent: number): PageItem {
  const own = listProblems(node);
  const [info] = listNodeInfo(node, false);
  return {
    kind: "element",
    name: cleanText(node.name),
    parent,
    look: lookName(node),
    info: info === undefined ? undefined : cleanText(info),
    change: node.change,
    changes: node.changes?.map(cleanText),
    problems: own.length === 0 ? undefined : [...new Set(own.map(cleanText))],
  };
}

function buildParts({ description, reads, sql, columns, metrics }: GraphNode): PageParts {
  const cleanPart = (part: GraphPart): PagePart => ({
    ...part,
    name: cleanText(part.name),
    problems: part.problems?.map(cleanText),
  });
  return { description, reads, sql, columns: columns.map(cleanPart), metrics: metrics.map(cleanPart) };
}
