import { type FlowLink, type FlowOptions, flow, type Size } from "../flow";
import type { PageEdge } from "../page-data";
import type { Tree } from "./tree";

/** What of the tree is shown. */
export interface Shown {
  /** The folders, models and elements that are open. */
  readonly open: ReadonlySet<number>;
  /** The elements that are left when something is filtered; undefined: all. */
  readonly scope?: ReadonlySet<number>;
  /** Whether models stand without their folders. */
  readonly isFlat: boolean;
}

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

/** How a page has its scenes. */
export interface SceneOptions {
  readonly direction: FlowOptions["direction"];
  /** The page's shape: width by height. */
  readonly aspect: number;
  /** How many lines of columns an open element shows. */
  readonly columnLines: (item: number) => number;
}

/** What a line says, besides that something is read. */
function labelOf({ edges }: Pick<Line, "edges">): { label?: string } {
  const [first, ...others] = new Set(edges.flatMap(({ kind, label }) => (kind === "source" ? [] : [label])));
  if (first === undefined || others.length > 0) return {};
  return { label: first.length > 22 ? `${first.slice(0, 21)}…` : first };
}

/** Room for a name above what is in a frame, as wide as letters are on average; a very long name is cut. */
const headingWidth = (name: string) => Math.min(440, 150 + 8 * name.length);

/** Places what is shown of a tree, each frame by itself, from the inside out. */
export function sceneOf(tree: Tree, shown: Shown, { direction, aspect, columnLines }: SceneOptions): Scene {
  const { open, scope, isFlat } = shown;
  const isSideways = direction === "right" || direction === "left";
  const wanted = scope && new Set([...scope].flatMap((element) => tree.path(element)));
  const isShown = (item: number) => wanted === undefined || wanted.has(item);
  const isPassedOver = (item: number) => isFlat && tree.item(item).kind === "folder";
  const isOpen = (item: number) => {
    const { kind } = tree.item(item);
    return kind !== "element" && tree.children(item).length > 0 && (kind === "page" || open.has(item));
  };
  const membersOf = (items: readonly number[]): number[] =>
    items.filter(isShown).flatMap((item) => (isPassedOver(item) ? membersOf(tree.children(item)) : [item]));

  // Which frames are around a card, from the outside in, with the card.
  const wayTo = (element: number): number[] => {
    const path = tree.path(element).filter((item) => !isPassedOver(item));
    const end = path.findIndex((item) => !isOpen(item));
    return path.slice(0, end + 1);
  };
  const lines = new Map<string, { from: number; to: number; edges: PageEdge[] }>();
  const linksIn = new Map<number | undefined, Map<string, FlowLink>>();
  for (const edge of tree.edges) {
    if (!isShown(edge.from) || !isShown(edge.to)) continue;
    const [from, to] = [wayTo(edge.from), wayTo(edge.to)];
    const [start, end] = [from.at(-1)!, to.at(-1)!];
    if (start === end) continue;
    const line = lines.get(`${start} ${end}`);
    if (line) line.edges.push(edge);
    else lines.set(`${start} ${end}`, { from: start, to: end, edges: [edge] });
    const apart = from.findIndex((item, depth) => item !== to[depth]);
    const around = apart === 0 ? undefined : from[apart - 1]!;
    const [one, other] = [from[apart]!, to[apart]!];
    const links = linksIn.get(around) ?? new Map<string, FlowLink>();
    linksIn.set(around, links);
    const weight = (links.get(`${one} ${other}`)?.weight ?? 0) + 1;
    links.set(`${one} ${other}`, { from: one, to: other, weight });
  }

  const areLabelled = lines.size <= labels.most;
  const labelled = [...lines.values()].map((line): Line => ({ ...line, ...(areLabelled ? labelOf(line) : {}) }));
  const layer = labelled.some(({ label }) => label !== undefined) && isSideways ? labels.room : gaps.layer;
  const straight = 3 * ((isSideways ? sizes.card.width : sizes.card.height) + layer);

  interface Block extends Size {
    readonly item: number;
    readonly inside?: Inside;
  }
  interface Inside extends Size {
    readonly blocks: readonly (Block & { readonly x: number; readonly y: number })[];
  }
  const arrange = (around: number | undefined, items: readonly number[]): Inside => {
    const blocks = membersOf(items).map(blockOf);
    const at = new Map(blocks.map(({ item }, index) => [item, index]));
    const links = [...(linksIn.get(around)?.values() ?? [])].map(({ from, to, weight }): FlowLink => {
      return { from: at.get(from)!, to: at.get(to)!, weight };
    });
    const { places, width, height } = flow(blocks, links, { direction, aspect, gaps: { ...gaps, layer }, straight });
    return { width, height, blocks: blocks.map((block, index) => ({ ...block, ...places[index]! })) };
  };
  const blockOf = (item: number): Block => {
    if (!isOpen(item)) {
      const { width, height } = sizes.card;
      const columns = tree.item(item).kind === "element" && open.has(item) ? columnLines(item) : 0;
      return { item, width, height: height + (columns === 0 ? 0 : columns * sizes.column + 10) };
    }
    const inside = arrange(item, tree.children(item));
    return {
      item,
      inside,
      width: Math.max(inside.width, sizes.card.width, headingWidth(tree.item(item).name)) + 2 * sizes.padding,
      height: inside.height + sizes.heading + sizes.padding,
    };
  };

  const whole = arrange(undefined, tree.roots);
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
      const spare = width - 2 * sizes.padding - inside.width;
      put(inside, place.x + sizes.padding + spare / 2, place.y + sizes.heading, depth + 1);
    }
  };
  put(whole, 0, 0, 0);
  return {
    width: whole.width,
    height: whole.height,
    frames,
    cards,
    lines: labelled,
    isSideways,
  };
}
