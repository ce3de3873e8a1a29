import { type Box, insetOf, sizes } from "./boxes";
import { fontFamily, textWidth } from "./fonts";
import type { Area } from "./geometry";
import {
  broken,
  changeLooks,
  edgePaint,
  type Graph,
  type GraphGroup,
  type GraphNode,
  groupLooks,
  lines,
  type Paint,
  paintOf,
  palette,
  problemsOf,
  summaryOf,
} from "./graph";
import type { Layout, PlacedBox, PlacedEdge, PlacedGroup } from "./layout";
import { legendOf } from "./legend";
import { oneLine } from "./lines";
import { arrowHead, badge, brokenBadge, escaped, outline, text } from "./marks";
import { linePath, towards } from "./outlines";

const margin = 24;
const title = { size: 18, height: 64 } as const;

/** An SVG file, and how large the picture is. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/**
 * The picture of a graph as an SVG file: with its own background, title and legend, nothing from outside, and every
 * name escaped.
 *
 * @example pictureOf(graph, await layoutOf(graph, options)).svg // "<svg xmlns=…"
 */
export function pictureOf(graph: Graph, layout: Layout): Picture {
  const room = Math.max(layout.width, 480);
  const legend = legendOf(graph, room);
  const [width, top] = [room + 2 * margin, title.height + margin / 2];
  const height = top + layout.height + margin + legend.height + margin;
  const heading = oneLine(graph.title, { size: title.size, face: "bold", width: room });
  const parts = [
    ...opening(graph, { x: 0, y: 0, width, height }),
    `<rect width="${width}" height="${height}" fill="${palette.background}"/>`,
    text(heading, { x: margin, y: margin + 12, size: title.size, bold: true }),
    text(summaryOf(graph), { x: margin, y: margin + 32, size: 12, fill: palette.muted }),
    `<g transform="translate(${margin} ${top})">`,
    ...drawing(graph, layout),
    "</g>",
    `<g transform="translate(${margin} ${top + layout.height + margin})">`,
    legend.svg,
    "</g>",
    "</svg>",
    "",
  ];
  return { svg: parts.join("\n"), width, height };
}

function opening(graph: Graph, { x, y, width, height }: Area): string[] {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" ` +
      `height="${height}" role="img" font-family="${fontFamily}">`,
    `<title>${escaped(graph.title)}</title>`,
    `<desc>${escaped(`Data models and what they have to do with each other: ${summaryOf(graph)}.`)}</desc>`,
  ];
}

function drawing(graph: Graph, layout: Layout): string[] {
  const isCompared = graph.compared === true;
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]));
  return [
    ...layout.groups.map(groupArea),
    ...layout.edges.map((edge, index) => edgeLine(edge, index, names, isCompared)),
    ...layout.groups.map(groupHeading),
    ...layout.edges.flatMap((edge, index) => edgeLabel(edge, index, layout.groups, isCompared)),
    ...layout.boxes.map((box, index) => boxMark(box, index, isCompared)),
  ];
}

// Groups

function groupPaint({ kind, change }: GraphGroup): Paint {
  return change === "added" || change === "removed"
    ? { ...groupLooks[kind], stroke: changeLooks[change].stroke }
    : groupLooks[kind];
}

function groupArea({ group, x, y, width, height }: PlacedGroup): string {
  const { fill, stroke } = groupPaint(group);
  const dashes = group.kind === "connection" || group.kind === "other-model" ? ` stroke-dasharray="5 4"` : "";
  return (
    `<rect class="group" x="${x}" y="${y}" width="${width}" height="${height}" rx="8" ` +
    `fill="${fill}" stroke="${stroke}"${dashes}/>`
  );
}

/** Drawn after the lines, on a ground of its own: no line goes through it. */
function groupHeading({ group, heading, x, y }: PlacedGroup): string {
  const { fill, stroke } = groupPaint(group);
  const width = Math.ceil(textWidth(heading, sizes.heading.size, "bold"));
  return [
    `<g class="heading"><title>${escaped(groupTitle(group))}</title>`,
    `<rect x="${x + sizes.heading.inset - 4}" y="${y + 7}" width="${width + 8}" height="19" rx="3" fill="${fill}"/>`,
    text(heading, {
      x: x + sizes.heading.inset,
      y: y + 21,
      size: sizes.heading.size,
      bold: true,
      fill: group.change ? stroke : palette.ink,
    }),
    "</g>",
  ].join("");
}

function groupTitle({ kind, name, file, change }: GraphGroup): string {
  const word = {
    folder: "folder",
    model: "model",
    page: "page",
    connection: "connection",
    "other-model": "another model",
  }[kind];
  return [`${word} ${name}`, ...(file === undefined ? [] : [file]), ...(change ? [change] : [])].join(", ");
}

// Edges

function edgeLine(placed: PlacedEdge, index: number, names: ReadonlyMap<string, string>, isCompared: boolean): string {
  const { edge } = placed;
  const { stroke, width } = edgePaint(edge, isCompared);
  const { word } = lines[edge.kind];
  const way = `${names.get(edge.from)} → ${names.get(edge.to)}`;
  const what = [edge.label || word, ...edge.details].join(", ");
  return [
    `<g class="edge" data-edge="${index}" fill="none" stroke="${stroke}" stroke-width="${width}">`,
    `<title>${escaped([`${way}: ${what}`, ...(edge.change ? [edge.change] : [])].join(", "))}</title>`,
    ...edgePaths(placed, stroke),
    "</g>",
  ].join("");
}

function edgePaths({ edge, points }: PlacedEdge, stroke: string): string[] {
  const { dashes, arrow } = lines[edge.kind];
  const dashed = edge.broken ? ` stroke-dasharray="6 4"` : dashes ? ` stroke-dasharray="${dashes}"` : "";
  const end = points.at(-1)!;
  const before = points.findLast(({ x, y }) => x !== end.x || y !== end.y) ?? end;
  const tip = towards(end, before, 1);
  return [
    `<path d="${linePath([...points.slice(0, -1), arrow === "full" ? towards(end, before, 7) : tip])}"${dashed}/>`,
    arrowHead(arrow, tip, Math.atan2(end.y - before.y, end.x - before.x), stroke),
  ];
}

function edgeLabel(
  { edge, label }: PlacedEdge,
  index: number,
  groups: readonly PlacedGroup[],
  isCompared: boolean,
): string[] {
  if (label === undefined) return [];
  const { x, y, width, height } = label;
  const [middle, center] = [x + width / 2, y + height / 2];
  const around = groups.findLast(
    (area) => area.x < middle && middle < area.x + area.width && area.y < center && center < area.y + area.height,
  );
  const fill = around ? groupLooks[around.group.kind].fill : palette.background;
  const ink = edgePaint(edge, isCompared).stroke;
  const written = text(label.text, { x: x + sizes.label.inset, y: y + 11, size: sizes.label.size, fill: ink });
  return [
    `<g class="edge-label" data-edge="${index}"><rect x="${x}" y="${y}" width="${width}" height="${height}" ` +
      `fill="${fill}"/>${written}</g>`,
  ];
}

// Boxes

function boxMark(placed: PlacedBox, index: number, isCompared: boolean): string {
  const { box, x, y, width } = placed;
  const { node, look } = box;
  const problems = problemsOf(node);
  const own = paintOf(node, isCompared);
  // What is broken in a model or folder is shown where it is, and here by its sign alone.
  const isBroken = problems.length > 0 && node.change === undefined && node.holds === undefined;
  const paint = isBroken ? { ...own, stroke: broken.stroke } : own;
  const inset = insetOf(look);
  const inside = x + inset.x;
  const beside = inside + sizes.icon + sizes.gap;
  let line = y + inset.y - 4;
  const next = (height: number) => {
    line += height;
    return line;
  };
  return [
    `<g class="node" data-node="${index}"><title>${escaped(nodeTitle(node, box))}</title>`,
    outline(look.outline, placed, paint, node.change !== undefined || isBroken ? 2 : 1.25),
    `<path transform="translate(${inside} ${y + inset.y})" d="${look.icon}" fill="none" stroke="${paint.stroke}" ` +
      'stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/>',
    ...box.name.map((name) =>
      text(name, {
        x: beside,
        y: next(sizes.name.line),
        size: sizes.name.size,
        bold: true,
        gone: node.change === "removed",
      }),
    ),
    ...box.info.map((info) =>
      text(info, { x: beside, y: next(sizes.info.line), size: sizes.info.size, fill: palette.muted }),
    ),
    ...columnLines(
      box,
      inside,
      () => next(sizes.column.line),
      () => next(sizes.gap),
    ),
    ...(node.change ? [badge(node.change, x + width - 5, y + 4)] : []),
    ...(problems.length > 0 ? [brokenBadge(x + width - (node.change ? 24 : 5), y + 4)] : []),
    "</g>",
  ].join("");
}

function columnLines(box: Box, x: number, next: () => number, gap: () => number): string[] {
  if (box.columns.length > 0) gap();
  return box.columns.map(({ text: name, change, broken: isBroken }) => {
    const y = next();
    const fill = change ? changeLooks[change].stroke : isBroken ? broken.stroke : palette.ink;
    const sign = change
      ? text(changeLooks[change].sign, { x: x + 3, y, size: sizes.column.size, bold: true, fill })
      : "";
    return sign + text(name, { x: x + sizes.icon, y, size: sizes.column.size, fill, gone: change === "removed" });
  });
}

function nodeTitle(node: GraphNode, { info }: Box): string {
  const { name, description, sql, change } = node;
  return [
    [name, ...info].join(", "),
    ...(description ? [description] : []),
    ...(change ? [change] : []),
    ...problemsOf(node),
    ...(sql ? [sql] : []),
  ].join("; ");
}
