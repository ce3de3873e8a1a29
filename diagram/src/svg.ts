import { type Box, getInset, sizes } from "./boxes";
import { fontFamily, measureText } from "./fonts";
import type { Area } from "./geometry";
import {
  broken,
  changeLooks,
  changeSigns,
  escapeXml,
  type Graph,
  type GraphGroup,
  type GraphNode,
  getEdgePaint,
  getPaint,
  groupLooks,
  lines,
  listProblems,
  type Paint,
  palette,
  summarizeGraph,
} from "./graph";
import type { Layout, PlacedBox, PlacedEdge, PlacedGroup } from "./layout";
import { drawLegend } from "./legend";
import { fitLine } from "./lines";
import { drawArrowHead, drawBadge, drawBrokenBadge, drawOutline, drawText } from "./marks";
import { formLinePath, moveTowards } from "./outlines";

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
 * @example drawSvg(graph, await arrangeLayout(graph, options)).svg // "<svg xmlns=…"
 */
export function drawSvg(graph: Graph, layout: Layout): Picture {
  const room = Math.max(layout.width, 480);
  const legend = drawLegend(graph, room);
  const [width, top] = [room + 2 * margin, title.height + margin / 2];
  const height = top + layout.height + margin + legend.height + margin;
  const heading = fitLine(graph.title, { size: title.size, face: "bold", width: room });
  const parts = [
    ...drawOpening(graph, { x: 0, y: 0, width, height }),
    `<rect width="${width}" height="${height}" fill="${palette.background}"/>`,
    drawText(heading, { x: margin, y: margin + 12, size: title.size, bold: true }),
    drawText(summarizeGraph(graph), { x: margin, y: margin + 32, size: 12, fill: palette.muted }),
    `<g transform="translate(${margin} ${top})">`,
    ...drawContents(graph, layout),
    "</g>",
    `<g transform="translate(${margin} ${top + layout.height + margin})">`,
    legend.svg,
    "</g>",
    "</svg>",
    "",
  ];
  return { svg: parts.join("\n"), width, height };
}

function drawOpening(graph: Graph, { x, y, width, height }: Area): string[] {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" ` +
      `height="${height}" role="img" font-family="${fontFamily}">`,
    `<title>${escapeXml(graph.title)}</title>`,
    `<desc>${escapeXml(`Data models and what they have to do with each other: ${summarizeGraph(graph)}.`)}</desc>`,
  ];
}

function drawContents(graph: Graph, layout: Layout): string[] {
  const isCompared = graph.compared === true;
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]));
  return [
    ...layout.groups.map(groupArea),
    ...layout.edges.map((edge, index) => drawEdge(edge, index, names, isCompared)),
    ...layout.groups.map(groupHeading),
    ...layout.edges.flatMap((edge, index) => drawEdgeLabel(edge, index, layout.groups, isCompared)),
    ...layout.boxes.map((box, index) => drawBox(box, index, isCompared)),
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
  const width = Math.ceil(measureText(heading, sizes.heading.size, "bold"));
  return [
    `<g class="heading"><title>${escapeXml(groupTitle(group))}</title>`,
    `<rect x="${x + sizes.heading.inset - 4}" y="${y + 7}" width="${width + 8}" height="19" rx="3" fill="${fill}"/>`,
    drawText(heading, {
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

function drawEdge(placed: PlacedEdge, index: number, names: ReadonlyMap<string, string>, isCompared: boolean): string {
  const { edge } = placed;
  const { stroke, width } = getEdgePaint(edge, isCompared);
  const { word } = lines[edge.kind];
  const way = `${names.get(edge.from)} → ${names.get(edge.to)}`;
  const what = [edge.label || word, ...edge.details].join(", ");
  return [
    `<g class="edge" data-edge="${index}" fill="none" stroke="${stroke}" stroke-width="${width}">`,
    `<title>${escapeXml([`${way}: ${what}`, ...(edge.change ? [edge.change] : [])].join(", "))}</title>`,
    ...drawEdgePaths(placed, stroke),
    "</g>",
  ].join("");
}

function drawEdgePaths({ edge, points }: PlacedEdge, stroke: string): string[] {
  const { dashes, arrow } = lines[edge.kind];
  const dashed = edge.broken ? ` stroke-dasharray="6 4"` : dashes ? ` stroke-dasharray="${dashes}"` : "";
  const end = points.at(-1)!;
  const before = points.findLast(({ x, y }) => x !== end.x || y !== end.y) ?? end;
  const tip = moveTowards(end, before, 1);
  const last = arrow === "full" ? moveTowards(end, before, 7) : tip;
  return [
    `<path d="${formLinePath([...points.slice(0, -1), last])}"${dashed}/>`,
    drawArrowHead(arrow, tip, Math.atan2(end.y - before.y, end.x - before.x), stroke),
  ];
}

function drawEdgeLabel(
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
  const ink = getEdgePaint(edge, isCompared).stroke;
  const written = drawText(label.text, { x: x + sizes.label.inset, y: y + 11, size: sizes.label.size, fill: ink });
  return [
    `<g class="edge-label" data-edge="${index}"><rect x="${x}" y="${y}" width="${width}" height="${height}" ` +
      `fill="${fill}"/>${written}</g>`,
  ];
}

// Boxes

function drawBox(placed: PlacedBox, index: number, isCompared: boolean): string {
  const { box, x, y, width } = placed;
  const { node, look } = box;
  const problems = listProblems(node);
  const own = getPaint(node, isCompared);
  // What is broken in a model or folder is shown where it is, and here by its sign alone.
  const isBroken = problems.length > 0 && node.change === undefined && node.holds === undefined;
  const paint = isBroken ? { ...own, stroke: broken.stroke } : own;
  const inset = getInset(look);
  const inside = x + inset.x;
  const beside = inside + sizes.icon + sizes.gap;
  let line = y + inset.y - 4;
  const takeLine = (height: number) => {
    line += height;
    return line;
  };
  return [
    `<g class="node" data-node="${index}"><title>${escapeXml(formNodeTitle(node, box))}</title>`,
    drawOutline(look.outline, placed, paint, node.change !== undefined || isBroken ? 2 : 1.25),
    `<path transform="translate(${inside} ${y + inset.y})" d="${look.icon}" fill="none" stroke="${paint.stroke}" ` +
      'stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/>',
    ...box.name.map((name) =>
      drawText(name, {
        x: beside,
        y: takeLine(sizes.name.line),
        size: sizes.name.size,
        bold: true,
        gone: node.change === "removed",
      }),
    ),
    ...box.info.map((info) =>
      drawText(info, { x: beside, y: takeLine(sizes.info.line), size: sizes.info.size, fill: palette.muted }),
    ),
    ...drawColumns(
      box,
      inside,
      () => takeLine(sizes.column.line),
      () => takeLine(sizes.gap),
    ),
    ...(node.change ? [drawBadge(node.change, x + width - 5, y + 4)] : []),
    ...(problems.length > 0 ? [drawBrokenBadge(x + width - (node.change ? 24 : 5), y + 4)] : []),
    "</g>",
  ].join("");
}

function drawColumns(box: Box, x: number, next: () => number, gap: () => number): string[] {
  if (box.columns.length > 0) gap();
  return box.columns.map(({ text: name, change, broken: isBroken }) => {
    const y = next();
    const fill = change ? changeLooks[change].stroke : isBroken ? broken.stroke : palette.ink;
    const sign = change
      ? drawText(changeSigns[change], { x: x + 3, y, size: sizes.column.size, bold: true, fill })
      : "";
    return sign + drawText(name, { x: x + sizes.icon, y, size: sizes.column.size, fill, gone: change === "removed" });
  });
}

function formNodeTitle(node: GraphNode, { info }: Box): string {
  const { name, description, sql, change } = node;
  return [
    [name, ...info].join(", "),
    ...(description ? [description] : []),
    ...(change ? [change] : []),
    ...listProblems(node),
    ...(sql ? [sql] : []),
  ].join("; ");
}
