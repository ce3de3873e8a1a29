import { formEdgeCaption, groupCaption, listNodeInfo, listShownColumns, signText } from "./captions";
import type { Graph, GraphEdge, GraphGroup, GraphNode } from "./graph";
import { type Arrow, getEdgePaint, getLook, getPaint, groupLooks, lines, type Outline, palette } from "./looks";
import type { Arrangement, Direction } from "./options";
import { groupItems } from "./view";
import { escapeDot } from "./writers";

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
export function writeDot(graph: Graph, options: Arrangement): string {
  const isCompared = graph.compared === true;
  const ids = new Map(graph.nodes.map(({ id }, index) => [id, `n${index + 1}`]));
  const nodesIn = groupItems(graph.nodes, ({ group }) => group);
  const groupsIn = groupItems(graph.groups.entries(), ([, { parent }]) => parent);
  const writeBlock = (parent: string | undefined, indent: string): string[] =>
    (groupsIn.get(parent) ?? []).flatMap(([index, group]) => [
      `${indent}subgraph cluster_${index + 1} {`,
      `${indent}  graph [${groupStyle(group)}]`,
      ...(nodesIn.get(group.id) ?? []).map(
        (node) => `${indent}  ${ids.get(node.id)} [${styleNode(node, options, isCompared)}]`,
      ),
      ...writeBlock(group.id, `${indent}  `),
      `${indent}}`,
    ]);
  return [
    "digraph {",
    `  graph [label=${writeLabel(graph.title)} labelloc=t rankdir=${ways[options.direction]} ` +
      `bgcolor="${palette.background}" ${font} fontsize=18]`,
    `  node [fontcolor="${palette.ink}" ${font} fontsize=11]`,
    `  edge [${font} fontsize=10]`,
    ...writeBlock(undefined, "  "),
    ...graph.edges.map((edge) => `  ${ids.get(edge.from)} -> ${ids.get(edge.to)} [${styleEdge(edge, isCompared)}]`),
    "}",
    "",
  ].join("\n");
}

function groupStyle(group: GraphGroup): string {
  const { fill, stroke } = groupLooks[group.kind];
  const style = group.kind === "model" || group.kind === "page" ? "filled" : "filled,dashed";
  return (
    `label=${writeLabel(groupCaption(group))} labeljust=l style="${style}" ` +
    `fillcolor="${fill}" color="${stroke}" fontsize=12`
  );
}

function styleNode(node: GraphNode, options: Arrangement, isCompared: boolean): string {
  const { outline } = getLook(node);
  const { fill, stroke } = getPaint(node, isCompared);
  const columns = listShownColumns(node, options.columns).map(({ name, change }) => signText(name, change));
  const label = writeLabel(signText(node.name, node.change), ...listNodeInfo(node, options.reads), ...columns);
  const dashed = outline === "dashed" || node.change === "removed";
  const style = ["filled", ...(outline === "rounded" ? ["rounded"] : []), ...(dashed ? ["dashed"] : [])].join(",");
  const borders = outline === "double" ? " peripheries=2" : "";
  return `label=${label} shape=${shapes[outline]} style="${style}"${borders} fillcolor="${fill}" color="${stroke}"`;
}

function styleEdge(edge: GraphEdge, isCompared: boolean): string {
  const { dashes, arrow } = lines[edge.kind];
  const { stroke } = getEdgePaint(edge, isCompared);
  const style = dashes === undefined ? "solid" : edge.kind === "relationship" ? "dashed" : "dotted";
  const label = writeLabel(formEdgeCaption(edge));
  return `label=${label} style=${style} arrowhead=${heads[arrow]} color="${stroke}" fontcolor="${stroke}"`;
}

/** Lines as one text in quotes. */
function writeLabel(...texts: readonly string[]): string {
  return `"${texts.map(escapeDot).join("\\n")}"`;
}
