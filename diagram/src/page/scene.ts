import { type FlowLink, type FlowOptions, flow, type Size } from "../flow";
import type { PageEdge } from "../page-data";
import type { Shown } from "./shown";

/** A rectangle with an item in it. */
export interface Place extends Size {
  readonly item: number;
  readonly x: number;
  readonly y: number;
}

/** An open folder, model or page, drawn around what is in it. */
export interface Frame extends Place {
  readonly depth: number;
}

/** All edges between two cards, as one line. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly edges: readonly PageEdge[];
  /** Only where there are few lines. */
  readonly label?: string;
}

/** What is drawn: frames from the outside in, cards, and lines between cards. */
export interface Scene extends Size {
  readonly frames: readonly Frame[];
  readonly cards: readonly Place[];
  readonly lines: readonly Line[];
  readonly isSideways: boolean;
}

/** Sizes in the picture. A card has the same size whatever its name, so that nothing needs to be measured. */
export const sizes = {
  card: { width: 224, height: 64 },
  column: 21,
  /** Around what is in a frame; above it there is the heading. */
  padding: 18,
  heading: 44,
} as const;

const gaps: FlowOptions["gaps"] = { box: 18, line: 26, layer: 64 };
/** The room between layers for labels, and up to how many lines have one. */
const labels = { room: 116, most: 30 } as const;

/** The shapes that frames may have, against the page's: which of them fills the page best depends on how many stand side by side. */
const innerShapes = [1, 0.6, 0.35, 1.6] as const;

/** How a page has its scenes. */
export interface SceneOptions {
  readonly direction: FlowOptions["direction"];
  /** The page's shape: width by height. */
  readonly aspect: number;
  /** How many lines of columns the card of an element shows. */
  readonly columnLines: (item: number) => number;
}

/** Places what is shown of a tree, each frame by itself, from the inside out. */
export function sceneOf(shown: Shown, { direction, aspect, columnLines }: SceneOptions): Scene {
  const isSideways = direction === "right" || direction === "left";
  const { lines, links } = linesIn(shown);
  const layer = isSideways && lines.some(({ label }) => label !== undefined) ? labels.room : gaps.layer;
  const straight = 3 * ((isSideways ? sizes.card.width : sizes.card.height) + layer);
  const options: FlowOptions = { direction, aspect, gaps: { ...gaps, layer }, straight };
  const arrangements = innerShapes.map((shape) => {
    const inner = { ...options, aspect: aspect * shape };
    return arrange(undefined, { shown, links, options, inner, columnLines });
  });
  const extent = ({ width, height }: Size) => Math.max(width / aspect, height);
  const whole = arrangements.reduce((best, other) => (extent(other) < 0.95 * extent(best) ? other : best));
  const { frames, cards } = placesIn(whole);
  return { width: whole.width, height: whole.height, frames, cards, lines, isSideways };
}

/** Links in the frame of an item, or outside all frames, by the two that they link. */
type Links = ReadonlyMap<number | undefined, ReadonlyMap<string, FlowLink>>;

/** The lines between cards, and what they say about the order of what is in each frame. */
function linesIn(shown: Shown): { lines: Line[]; links: Links } {
  const lines = new Map<string, { from: number; to: number; edges: PageEdge[] }>();
  const links = new Map<number | undefined, Map<string, FlowLink>>();
  for (const edge of shown.tree.edges) {
    if (!shown.has(edge.from) || !shown.has(edge.to)) continue;
    const ways = [shown.wayTo(edge.from), shown.wayTo(edge.to)] as const;
    const [from, to] = [ways[0].at(-1)!, ways[1].at(-1)!];
    if (from === to) continue;
    const key = `${from} ${to}`;
    const line = lines.get(key);
    if (line) line.edges.push(edge);
    else lines.set(key, { from, to, edges: [edge] });
    addLink(links, ...ways);
  }
  const areLabelled = lines.size <= labels.most;
  return { lines: [...lines.values()].map((line) => ({ ...line, ...(areLabelled ? labelOf(line) : {}) })), links };
}

/** Notes a link where two ways part: in the last frame that they have in common. */
function addLink(
  links: Map<number | undefined, Map<string, FlowLink>>,
  one: readonly number[],
  other: readonly number[],
): void {
  const apart = one.findIndex((item, depth) => item !== other[depth]);
  const [around, from, to] = [one[apart - 1], one[apart]!, other[apart]!];
  const inside = links.get(around) ?? new Map<string, FlowLink>();
  links.set(around, inside);
  const key = `${from} ${to}`;
  inside.set(key, { from, to, weight: (inside.get(key)?.weight ?? 0) + 1 });
}

/** What a line says, besides that something is read. */
function labelOf({ edges }: Pick<Line, "edges">): { label?: string } {
  const [first, ...others] = new Set(edges.flatMap(({ kind, label }) => (kind === "source" ? [] : [label])));
  if (first === undefined || others.length > 0) return {};
  return { label: first.length > 22 ? `${first.slice(0, 21)}…` : first };
}

/** A card, or a frame with what is in it. */
interface Block extends Size {
  readonly item: number;
  readonly inside?: Inside;
}

/** What is in a frame, placed from the upper left corner of all of it. */
interface Inside extends Size {
  readonly blocks: readonly (Block & { readonly x: number; readonly y: number })[];
}

interface Plan {
  readonly shown: Shown;
  readonly links: Links;
  readonly options: FlowOptions;
  /** The same inside frames. */
  readonly inner: FlowOptions;
  readonly columnLines: SceneOptions["columnLines"];
}

/** Places what is in the frame of an item; of none: everything. */
function arrange(around: number | undefined, plan: Plan): Inside {
  const { shown, links, options, inner } = plan;
  const { tree } = shown;
  const members = shown.members(around === undefined ? tree.roots : tree.children(around));
  const blocks = members.map((item) => blockOf(item, plan));
  const at = new Map(members.map((item, index) => [item, index]));
  const inside = [...(links.get(around)?.values() ?? [])].map(
    ({ from, to, weight }): FlowLink => ({ from: at.get(from)!, to: at.get(to)!, weight }),
  );
  const { places, width, height } = flow(blocks, inside, around === undefined ? options : inner);
  return { width, height, blocks: blocks.map((block, index) => ({ ...block, ...places[index]! })) };
}

function blockOf(item: number, plan: Plan): Block {
  const { shown, columnLines } = plan;
  const { width, height } = sizes.card;
  if (!shown.isFrame(item)) {
    const columns = columnLines(item);
    return { item, width, height: height + (columns === 0 ? 0 : columns * sizes.column + 10) };
  }
  const inside = arrange(item, plan);
  const widest = Math.max(inside.width, width, headingWidth(shown.tree.item(item).name));
  return {
    item,
    inside,
    width: widest + 2 * sizes.padding,
    height: inside.height + sizes.heading + sizes.padding,
  };
}

/** Room for a name above what is in a frame, as wide as letters are on average; a very long name is cut. */
const headingWidth = (name: string) => Math.min(440, 150 + 8 * name.length);

/** The frames and cards of an arrangement, in places of the whole. */
function placesIn(whole: Inside): { frames: Frame[]; cards: Place[] } {
  const frames: Frame[] = [];
  const cards: Place[] = [];
  const put = ({ blocks }: Inside, left: number, top: number, depth: number): void => {
    for (const { item, inside, x, y, width, height } of blocks) {
      const place = { item, x: left + x, y: top + y, width, height };
      if (inside === undefined) {
        cards.push(place);
        continue;
      }
      frames.push({ ...place, depth });
      put(inside, place.x + (width - inside.width) / 2, place.y + sizes.heading, depth + 1);
    }
  };
  put(whole, 0, 0, 0);
  return { frames, cards };
}
