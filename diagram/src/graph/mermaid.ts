import { edgeCaption, groupCaption, nodeInfo, shownColumns, signed } from "./captions";
import { clean } from "./clean";
import type { Graph, GraphEdge, GraphNode } from "./graph";
import { mermaidText } from "./labels";
import { edgePaint, groupLooks, lookOf, type Outline, paintOf, palette } from "./looks";
import type { Arrangement, Direction } from "./options";
import { grouped } from "./view";

/** What stands before and after the text of a node with an outline. */
const shapes: Readonly<Record<Outline, readonly [open: string, close: string]>> = {
  plain: ["[", "]"],
  rounded: ["(", ")"],
  pill: ["([", "])"],
  chamfered: ["{{", "}}"],
  stacked: ["[[", "]]"],
  folded: ["[/", "\\]"],
  square: [">", "]"],
  double: ["[\\", "/]"],
  drum: ["[(", ")]"],
  dashed: ["[", "]"],
};

const arrows: Readonly<Record<GraphEdge["kind"], string>> = {
  source: "-->",
  join: "-->",
  union: "-->",
  transpose: "-->",
  relationship: "-.->",
  filter: "-.-o",
  values: "-.->",
  parameter: "-.->",
  formula: "-.->",
};

const ways: Readonly<Record<Direction, string>> = { right: "LR", down: "TB", left: "RL", up: "BT" };

/**
 * A graph as a Mermaid flowchart, for documents whose host draws it. Ids are numbers of our own and names are escaped:
 * none can end its text or begin a directive.
 */
export function mermaidOf(graph: Graph, options: Arrangement): string {
  const ids = new Map(graph.nodes.map(({ id }, index) => [id, `n${index + 1}`]));
  const nodesIn = grouped(graph.nodes, ({ group }) => group);
  const groupsIn = grouped(graph.groups.entries(), ([, { parent }]) => parent);
  const block = (parent: string | undefined, indent: string): string[] =>
    (groupsIn.get(parent) ?? []).flatMap(([index, group]) => [
      `${indent}subgraph g${index + 1}["${quoted(groupCaption(group))}"]`,
      ...(nodesIn.get(group.id) ?? []).map((node) => `${indent}  ${ids.get(node.id)}${nodeText(node, options)}`),
      ...block(group.id, `${indent}  `),
      `${indent}end`,
    ]);
  return [
    "---",
    `title: ${JSON.stringify(clean(graph.title))}`,
    "---",
    `flowchart ${ways[options.direction]}`,
    ...block(undefined, "  "),
    ...graph.edges.map((edge) => `  ${ids.get(edge.from)} ${edgeText(edge)} ${ids.get(edge.to)}`),
    ...styles(graph, ids),
    "",
  ].join("\n");
}

function nodeText(node: GraphNode, options: Arrangement): string {
  const [open, close] = shapes[lookOf(node).outline];
  const columns = shownColumns(node, options.columns).map(({ name, change }) => signed(name, change));
  const lines = [signed(node.name, node.change), ...nodeInfo(node, options.reads), ...columns];
  // Broken by HTML, Mermaid would read the numbers of letters before it reads Markdown.
  return `${open}"${lines.map(quoted).join("\n")}"${close}`;
}

function edgeText(edge: GraphEdge): string {
  const text = quoted(edgeCaption(edge));
  return text === "" ? arrows[edge.kind] : `${arrows[edge.kind]}|"${text}"|`;
}

/** Colors: one class for all nodes that look alike, and likewise for edges. */
function styles(graph: Graph, ids: ReadonlyMap<string, string>): string[] {
  const isCompared = graph.compared === true;
  const nodes = grouped(graph.nodes, (node) => {
    const { fill, stroke } = paintOf(node, isCompared);
    const dashes = lookOf(node).outline === "dashed" || node.change === "removed" ? ",stroke-dasharray:5 3" : "";
    return `fill:${fill},stroke:${stroke},color:${palette.ink}${dashes}`;
  });
  const edges = grouped(graph.edges.entries(), ([, edge]) => edgePaint(edge, isCompared).stroke);
  return [
    ...[...nodes].flatMap(([style, alike], index) => [
      `  classDef look${index + 1} ${style}`,
      `  class ${alike.map(({ id }) => ids.get(id)).join(",")} look${index + 1}`,
    ]),
    ...[...edges].map(([stroke, alike]) => `  linkStyle ${alike.map(([index]) => index).join(",")} stroke:${stroke}`),
    ...graph.groups.map(({ kind }, index) => {
      const { fill, stroke } = groupLooks[kind];
      return `  style g${index + 1} fill:${fill},stroke:${stroke},color:${palette.ink}`;
    }),
  ];
}

const quoted = (text: string) => mermaidText(clean(text));
