import { edgeCaption, groupCaption, nodeInfo, shownColumns, signed } from "./captions";
import { clean } from "./clean";
import type { Graph, GraphEdge, GraphGroup, GraphNode } from "./graph";
import { dotText } from "./labels";
import { type Arrow, edgePaint, groupLooks, lines, lookOf, type Outline, paintOf, palette } from "./looks";
import type { Arrangement, Direction } from "./options";
import { grouped } from "./view";

const shapes: Readonly<Record<Outline, string>> = {
  plain: "box",
  rounded: "box",
  pill: "ellipse",
  chamfered: "octagon",
  stacked: "box3d",
  folded: "note",
  square: "component",
  double: "box",
  drum: "cylinder",
  dashed: "box",
};

const ways: Readonly<Record<Direction, string>> = { right: "LR", down: "TB", left: "RL", up: "BT" };

const heads: Readonly<Record<Arrow, string>> = { full: "normal", open: "vee", dot: "dot" };

const font = `fontname="Arial"`;

/** A graph in DOT, for Graphviz. Ids are numbers of our own and names are quoted: none can end its text. */
export function dotOf(graph: Graph, options: Arrangement): string {
  const isCompared = graph.compared === true;
  const ids = new Map(graph.nodes.map(({ id }, index) => [id, `n${index + 1}`]));
  const nodesIn = grouped(graph.nodes, ({ group }) => group);
  const groupsIn = grouped(graph.groups.entries(), ([, { parent }]) => parent);
  const block = (parent: string | undefined, indent: string): string[] =>
    (groupsIn.get(parent) ?? []).flatMap(([index, group]) => [
      `${indent}subgraph cluster_${index + 1} {`,
      `${indent}  graph [${groupStyle(group)}]`,
      ...(nodesIn.get(group.id) ?? []).map(
        (node) => `${indent}  ${ids.get(node.id)} [${nodeStyle(node, options, isCompared)}]`,
      ),
      ...block(group.id, `${indent}  `),
      `${indent}}`,
    ]);
  return [
    "digraph {",
    `  graph [label=${quoted(graph.title)} labelloc=t rankdir=${ways[options.direction]} ` +
      `bgcolor="${palette.background}" ${font} fontsize=18]`,
    `  node [fontcolor="${palette.ink}" ${font} fontsize=11]`,
    `  edge [${font} fontsize=10]`,
    ...block(undefined, "  "),
    ...graph.edges.map((edge) => `  ${ids.get(edge.from)} -> ${ids.get(edge.to)} [${edgeStyle(edge, isCompared)}]`),
    "}",
    "",
  ].join("\n");
}

function groupStyle(group: GraphGroup): string {
  const { fill, stroke } = groupLooks[group.kind];
  const style = group.kind === "model" || group.kind === "page" ? "filled" : "filled,dashed";
  return (
    `label=${quoted(groupCaption(group))} labeljust=l style="${style}" ` +
    `fillcolor="${fill}" color="${stroke}" fontsize=12`
  );
}

function nodeStyle(node: GraphNode, options: Arrangement, isCompared: boolean): string {
  const { outline } = lookOf(node);
  const { fill, stroke } = paintOf(node, isCompared);
  const columns = shownColumns(node, options.columns).map(({ name, change }) => signed(name, change));
  const label = quoted(signed(node.name, node.change), ...nodeInfo(node, options.reads), ...columns);
  const dashed = outline === "dashed" || node.change === "removed";
  const style = ["filled", ...(outline === "rounded" ? ["rounded"] : []), ...(dashed ? ["dashed"] : [])].join(",");
  const borders = outline === "double" ? " peripheries=2" : "";
  return `label=${label} shape=${shapes[outline]} style="${style}"${borders} fillcolor="${fill}" color="${stroke}"`;
}

function edgeStyle(edge: GraphEdge, isCompared: boolean): string {
  const { dashes, arrow } = lines[edge.kind];
  const { stroke } = edgePaint(edge, isCompared);
  const style = dashes === undefined ? "solid" : edge.kind === "relationship" ? "dashed" : "dotted";
  const label = quoted(edgeCaption(edge));
  return `label=${label} style=${style} arrowhead=${heads[arrow]} color="${stroke}" fontcolor="${stroke}"`;
}

/** Lines as one text in quotes. */
function quoted(...texts: readonly string[]): string {
  return `"${texts.map((text) => dotText(clean(text))).join("\\n")}"`;
}
