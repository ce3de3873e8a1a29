import { formEdgeCaption, groupCaption, listNodeInfo, listShownColumns, signText } from "./captions";
import type { Graph, GraphEdge, GraphNode } from "./graph";
import { getEdgePaint, getLook, getPaint, groupLooks, type Outline, palette } from "./looks";
import type { Arrangement, Direction } from "./options";
import { groupItems } from "./view";
import { escapeMermaid, quoteMermaidTitle } from "./writers";

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
export function writeMermaid(graph: Graph, options: Arrangement): string {
  const ids = new Map(graph.nodes.map(({ id }, index) => [id, `n${index + 1}`]));
  const nodesIn = groupItems(graph.nodes, ({ group }) => group);
  const groupsIn = groupItems(graph.groups.entries(), ([, { parent }]) => parent);
  const writeBlock = (parent: string | undefined, indent: string): string[] =>
    (groupsIn.get(parent) ?? []).flatMap(([index, group]) => [
      `${indent}subgraph g${index + 1}["${escapeMermaid(groupCaption(group))}"]`,
      ...(nodesIn.get(group.id) ?? []).map((node) => `${indent}  ${ids.get(node.id)}${writeNode(node, options)}`),
      ...writeBlock(group.id, `${indent}  `),
      `${indent}end`,
    ]);
  return [
    "---",
    `title: ${quoteMermaidTitle(graph.title)}`,
    "---",
    `flowchart ${ways[options.direction]}`,
    ...writeBlock(undefined, "  "),
    ...graph.edges.map((edge) => `  ${ids.get(edge.from)} ${writeEdge(edge)} ${ids.get(edge.to)}`),
    ...writeStyles(graph, ids),
    "",
  ].join("\n");
}

function writeNode(node: GraphNode, options: Arrangement): string {
  const [open, close] = shapes[getLook(node).outline];
  const columns = listShownColumns(node, options.columns).map(({ name, change }) => signText(name, change));
  const lines = [signText(node.name, node.change), ...listNodeInfo(node, options.reads), ...columns];
  // Broken by HTML, Mermaid would read the numbers of letters before it reads Markdown.
  return `${open}"${lines.map(escapeMermaid).join("\n")}"${close}`;
}

function writeEdge(edge: GraphEdge): string {
  const text = escapeMermaid(formEdgeCaption(edge));
  return text === "" ? arrows[edge.kind] : `${arrows[edge.kind]}|"${text}"|`;
}

/** Colors: one class for all nodes that look alike, and likewise for edges. */
function writeStyles(graph: Graph, ids: ReadonlyMap<string, string>): string[] {
  const isCompared = graph.compared === true;
  const nodes = groupItems(graph.nodes, (node) => {
    const { fill, stroke } = getPaint(node, isCompared);
    const dashes = getLook(node).outline === "dashed" || node.change === "removed" ? ",stroke-dasharray:5 3" : "";
    return `fill:${fill},stroke:${stroke},color:${palette.ink}${dashes}`;
  });
  const edges = groupItems(graph.edges.entries(), ([, edge]) => getEdgePaint(edge, isCompared).stroke);
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
