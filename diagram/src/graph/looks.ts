import type { Change, GraphEdge, GraphGroup, GraphNode } from "./graph";

/** Colors of everything drawn. Every pair that meets has the contrast WCAG AA asks for; a test computes it. */
export const palette = {
  background: "#ffffff",
  ink: "#1f2328",
  muted: "#4b535d",
} as const;

/** The same for dark pages. */
export const darkPalette = {
  background: "#0d1117",
  ink: "#e6edf3",
  muted: "#a3adb8",
} as const;

/** A fill and what is drawn on it. */
export interface Paint {
  readonly fill: string;
  readonly stroke: string;
}

/** How groups look. */
export const groupLooks: Readonly<Record<GraphGroup["kind"], Paint>> = {
  model: { fill: "#f6f8fa", stroke: "#6e7781" },
  page: { fill: "#ffffff", stroke: "#6e7781" },
  connection: { fill: "#ffffff", stroke: "#6e7781" },
  "other-model": { fill: "#ffffff", stroke: "#6e7781" },
  folder: { fill: "#f6f8fa", stroke: "#6e7781" },
};

/** The outline of a box: what tells kinds apart where colors can't. */
export type Outline =
  | "plain"
  | "rounded"
  | "pill"
  | "chamfered"
  | "stacked"
  | "folded"
  | "square"
  | "double"
  | "drum"
  | "dashed";

/** How a kind of node looks. */
export interface Look extends Paint {
  /** What the kind is called. */
  readonly word: string;
  readonly outline: Outline;
  /** The lines of its icon, in a square of 16. */
  readonly icon: string;
}

const tableLooks = {
  "warehouse-table": {
    word: "table",
    outline: "plain",
    fill: "#e3f0fd",
    stroke: "#0a5cb8",
    icon: "M2 3h12v10H2zM2 6.5h12M6.5 6.5V13",
  },
  table: {
    word: "child table",
    outline: "rounded",
    fill: "#dcf5ef",
    stroke: "#0b6b5d",
    icon: "M2 6h9v7.5H2zM2 9h9M5 3h9v7.5h-1",
  },
  join: {
    word: "join",
    outline: "chamfered",
    fill: "#f1e8fd",
    stroke: "#6d31c4",
    icon: "M10.5 8a4.2 4.2 0 1 1-8.4 0a4.2 4.2 0 1 1 8.4 0zM13.9 8a4.2 4.2 0 1 1-8.4 0a4.2 4.2 0 1 1 8.4 0z",
  },
  union: {
    word: "union",
    outline: "stacked",
    fill: "#fde8f1",
    stroke: "#a81258",
    icon: "M3 2.5h10V7H3zM3 9h10v4.5H3z",
  },
  transpose: {
    word: "transpose",
    outline: "folded",
    fill: "#e6e9fc",
    stroke: "#3b3fb5",
    icon: "M3.5 13.5V3M1.5 5l2-2.3L5.5 5M3.5 13H13M11 11l2.3 2L11 15",
  },
  sql: {
    word: "SQL",
    outline: "square",
    fill: "#efece6",
    stroke: "#5f5340",
    icon: "M5 5L2 8l3 3M11 5l3 3-3 3M9.5 3L6.5 13",
  },
  "data-model": {
    word: "linked table",
    outline: "double",
    fill: "#daf3f9",
    stroke: "#0b6478",
    icon: "M8 2l5.5 3v6L8 14l-5.5-3V5zM2.5 5L8 8l5.5-3M8 8v6",
  },
} as const satisfies Record<string, Look>;

const otherLooks = {
  control: {
    word: "control",
    outline: "pill",
    fill: "#fcf3cf",
    stroke: "#7a5200",
    icon:
      "M2 5h2.5M8 5h6M8 5a1.75 1.75 0 1 1-3.5 0a1.75 1.75 0 1 1 3.5 0zM2 11h6M11.5 11H14M11.5 11a1.75 1.75 0 1 " +
      "1-3.5 0a1.75 1.75 0 1 1 3.5 0z",
  },
  "warehouse-table": {
    word: "warehouse table",
    outline: "drum",
    fill: "#eef1f4",
    stroke: "#4b5866",
    icon: "M3 4.2c0-1.2 2.2-2 5-2s5 .8 5 2v7.6c0 1.2-2.2 2-5 2s-5-.8-5-2zM3 4.2c0 1.2 2.2 2 5 2s5-.8 5-2",
  },
  connection: {
    word: "connection",
    outline: "drum",
    fill: "#e4e8ec",
    stroke: "#4b5866",
    icon: "M5.5 2v4M10.5 2v4M3 6h10v1.5a5 5 0 0 1-10 0zM8 12.5V15",
  },
  outside: {
    word: "in another model",
    outline: "dashed",
    fill: "#ffffff",
    stroke: "#4b535d",
    icon: "M7 3.5H2.5v10h10V9M9.5 2H14v4.5M14 2L7.5 8.5",
  },
  missing: {
    word: "missing",
    outline: "dashed",
    fill: "#fff4f2",
    stroke: "#a40e26",
    icon: "M5.5 5.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.9M8 12.3v.9",
  },
  model: {
    word: "model",
    outline: "plain",
    fill: "#e8edfc",
    stroke: "#2a4fa8",
    icon: "M8 1.8l5.4 3.1v6.2L8 14.2l-5.4-3.1V4.9zM9.8 8a1.8 1.8 0 1 1-3.6 0a1.8 1.8 0 1 1 3.6 0z",
  },
  folder: {
    word: "folder",
    outline: "stacked",
    fill: "#eceff3",
    stroke: "#4b5866",
    icon: "M2 4v9h12V5.5H8L6.5 3.5H2.5z",
  },
} as const satisfies Record<Exclude<GraphNode["kind"], "table">, Look>;

/** How a document looks that is one node, and no data model. */
const documentLooks = {
  workbook: {
    word: "workbook",
    outline: "folded",
    fill: "#fdeee0",
    stroke: "#8a4b08",
    icon: "M2 2.5h12v11H2zM2 6h12M5 11.5v-3M8 11.5v-4M11 11.5v-2",
  },
  report: {
    word: "report",
    outline: "folded",
    fill: "#f7f0d8",
    stroke: "#6b5a00",
    icon: "M3.5 1.5h9v13h-9zM5.5 4.5h5M5.5 7.5h5M5.5 10.5h3",
  },
} as const satisfies Record<string, Look>;

const isDocument = (type: string): type is keyof typeof documentLooks => Object.hasOwn(documentLooks, type);

/** How a node looks. A table whose source is of no known kind looks like a plain one. */
export function getLook({ kind, type = "" }: GraphNode): Look {
  if (kind === "model" && isDocument(type)) return documentLooks[type];
  if (kind !== "table") return otherLooks[kind];
  if (Object.hasOwn(tableLooks, type)) return tableLooks[type as keyof typeof tableLooks];
  return { ...tableLooks["warehouse-table"], word: type === "" ? "table" : type };
}

/** What broken references are drawn in. */
export const broken: Paint = { fill: otherLooks.missing.fill, stroke: otherLooks.missing.stroke };

/** The same on a dark page: a red that is still one. */
export const brokenInDark: Paint = { fill: "#3d1418", stroke: "#ff7b72" };

/** Every look by the name of its class in a page; see {@link lookName}. */
export const looks: Readonly<Record<string, Look>> = {
  ...Object.fromEntries(Object.entries(tableLooks).map(([type, look]) => [`${type}-element`, look])),
  ...Object.fromEntries(Object.entries(documentLooks).map(([type, look]) => [`${type}-document`, look])),
  ...otherLooks,
};

/** The name of a node's look, under which {@link looks} has it. */
export function lookName({ kind, type = "" }: GraphNode): string {
  if (kind === "model" && isDocument(type)) return `${type}-document`;
  if (kind !== "table") return kind;
  return Object.hasOwn(tableLooks, type) ? `${type}-element` : "warehouse-table-element";
}

/** Colors for a dark page: what was dark on light is light on dark, in the same hue. */
export function turnDark({ stroke }: Pick<Paint, "stroke">): Paint {
  return { fill: mixColors(stroke, darkPalette.background, 0.68), stroke: mixColors(stroke, "#ffffff", 0.55) };
}

/** A color with a part of another: `#rrggbb`. */
function mixColors(color: string, other: string, part: number): string {
  const readChannel = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  return [1, 3, 5].reduce((text, at) => {
    const value = Math.round(readChannel(color, at) * (1 - part) + readChannel(other, at) * part);
    return text + value.toString(16).padStart(2, "0");
  }, "#");
}

/** How changes look: a letter, so that nobody needs to see the colors. */
export const changeLooks: Readonly<Record<Change, Paint & { readonly word: string }>> = {
  added: { word: "added", fill: "#dcf7e3", stroke: "#116329" },
  removed: { word: "removed", fill: "#ffe9e7", stroke: "#a40e26" },
  changed: { word: "changed", fill: "#fff1cc", stroke: "#7d4e00" },
};

/** What didn't change steps back where two versions are compared. */
export const unchanged: Paint = { fill: "#f3f4f6", stroke: "#6b7280" };

/** How an edge looks: what tells kinds apart is the dashes and the arrow, too. */
export interface Line {
  readonly word: string;
  readonly stroke: string;
  readonly width: number;
  /** Lengths of dashes and gaps; none: a line. */
  readonly dashes?: string;
  readonly arrow: Arrow;
}

/** The end of an edge. */
export type Arrow = "full" | "open" | "dot";

/** How each kind of edge looks. */
export const lines: Readonly<Record<GraphEdge["kind"], Line>> = {
  source: { word: "reads", stroke: "#4b5866", width: 1.5, arrow: "full" },
  join: { word: "join", stroke: "#6d31c4", width: 1.5, arrow: "full" },
  union: { word: "union", stroke: "#a81258", width: 1.5, arrow: "full" },
  transpose: { word: "transpose", stroke: "#3b3fb5", width: 1.5, arrow: "full" },
  relationship: { word: "relationship", stroke: "#0b6b5d", width: 1.5, dashes: "7 4", arrow: "open" },
  filter: { word: "filters", stroke: "#7a5200", width: 1.5, dashes: "2 3", arrow: "dot" },
  values: { word: "values of a control", stroke: "#7a5200", width: 1.5, dashes: "2 3", arrow: "open" },
  parameter: { word: "sets a control", stroke: "#7a5200", width: 1.5, dashes: "2 3", arrow: "full" },
  formula: { word: "named in formulas", stroke: "#4b5866", width: 1.25, dashes: "1 3", arrow: "open" },
};

/** A node's colors: those of its kind or, where two versions are compared, of what happened to it. */
export function getPaint(node: GraphNode, isCompared: boolean): Paint {
  if (!isCompared) return getLook(node);
  return node.change ? changeLooks[node.change] : unchanged;
}

/** An edge's color and width; see {@link getPaint}. */
export function getEdgePaint(edge: GraphEdge, isCompared: boolean): { stroke: string; width: number } {
  const { kind, change } = edge;
  const { stroke, width } = lines[kind];
  if (edge.broken && change === undefined) return { stroke: broken.stroke, width };
  if (!isCompared) return { stroke, width };
  return change ? { stroke: changeLooks[change].stroke, width: width + 1 } : { stroke: unchanged.stroke, width };
}
