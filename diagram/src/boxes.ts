import { measureText } from "./fonts";
import {
  type BoxOptions,
  type Change,
  type GraphNode,
  getLook,
  type Look,
  listNodeInfo,
  listShownColumns,
} from "./graph";
import { fitLine, wrap } from "./lines";

/** Sizes at scale 1: fonts, lines, and the room between borders and what is in them. */
export const sizes = {
  name: { size: 13, line: 17 },
  info: { size: 11, line: 15 },
  column: { size: 11.5, line: 16 },
  inset: 10,
  icon: 16,
  gap: 8,
  /** Of a group: its height is what it takes above the boxes. */
  heading: { size: 12, height: 34, inset: 12 },
  /** Of an edge. */
  label: { size: 10.5, height: 15, inset: 4 },
} as const;

/** How wide the text of a box may be. */
const room = { name: 190, info: 260, column: 340 } as const;

/** A node's box: what it says, in lines that fit, and how big that makes it. */
export interface Box {
  readonly node: GraphNode;
  readonly look: Look;
  /** The name: at most eight lines. */
  readonly name: readonly string[];
  /** What it is and what it reads: `join · 12 columns`, `SALES.PUBLIC.ORDERS`. */
  readonly info: readonly string[];
  readonly columns: readonly BoxColumn[];
  readonly width: number;
  readonly height: number;
}

/** A line of a box's columns. */
export interface BoxColumn {
  readonly text: string;
  readonly change?: Change;
  readonly broken?: true;
}

/** Fills and measures a node's box. */
export function buildBox(node: GraphNode, options: BoxOptions): Box {
  const look = getLook(node);
  const name = wrap(node.name, { size: sizes.name.size, face: "bold", width: room.name }, 8);
  const info = listNodeInfo(node, options.reads).flatMap((line) =>
    wrap(line, { size: sizes.info.size, width: room.info }, 4),
  );
  const columns = listShownColumns(node, options.columns).map(({ name, change, broken }) => ({
    text: fitLine(name, { size: sizes.column.size, width: room.column }),
    change,
    broken,
  }));
  const beside = sizes.icon + sizes.gap;
  const widths = [
    ...name.map((line) => beside + measureText(line, sizes.name.size, "bold")),
    ...info.map((line) => beside + measureText(line, sizes.info.size)),
    // A column has a sign of its own before it, narrower than the icon.
    ...columns.map(({ text }) => sizes.icon + measureText(text, sizes.column.size)),
  ];
  const inset = getInset(look);
  const columnsHeight = columns.length === 0 ? 0 : sizes.gap + columns.length * sizes.column.line;
  return {
    node,
    look,
    name,
    info,
    columns,
    width: Math.max(120, Math.ceil(Math.max(...widths)) + 2 * inset.x),
    height: inset.y + name.length * sizes.name.line + info.length * sizes.info.line + columnsHeight + sizes.inset,
  };
}

/** The room an outline needs to the sides and above. */
export function getInset({ outline }: Look): { x: number; y: number } {
  return {
    // A folded corner is where the name would end.
    x: (outline === "pill" ? 2 : outline === "folded" ? 1.5 : 1) * sizes.inset,
    y: outline === "drum" ? 1.4 * sizes.inset : sizes.inset,
  };
}
