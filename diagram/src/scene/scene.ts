import { arrangeFlow, type FlowLink, type FlowOptions, type Size } from "../flow";
import { type Area, boundAll } from "../geometry";
import type { PageEdge } from "../page-data";
import { findRoutes, type PlacedLabel, type Route } from "../routes";
import { type Heading, measureCard, measureHeading, measureLabel, type Ruler, sizes } from "./measures";
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
  readonly heading: Heading;
}

/** All edges between two cards, as one line. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly edges: readonly PageEdge[];
  /** Only where there are few lines. */
  readonly label?: DrawnLabel;
  readonly route: Route;
}

/** A label as it is drawn: its own words in lines, or the number of a note that has them. */
export interface DrawnLabel {
  readonly texts: readonly string[];
  readonly area: Area;
  /** Counted from 1. */
  readonly note?: number;
}

/** What is drawn: frames from the outside in, cards, lines between cards, and what all of it takes. */
export interface Scene {
  readonly frames: readonly Frame[];
  readonly cards: readonly Card[];
  readonly lines: readonly Line[];
  /** The labels that have no room at their lines, which have numbers instead. */
  readonly notes: readonly string[];
  readonly area: Area;
}

/** A card: its upper part with name and marks, and below it columns. */
export interface Card extends Place {
  readonly head: number;
}

/** A line that hasn't got its way yet, and all that its label says. */
type Connection = Omit<Line, "route" | "label"> & { readonly label?: string };

const gaps: FlowOptions["gaps"] = { box: 22, line: 34, layer: 64 };
/** The most room between layers for labels, and up to how many lines have one. */
const labels = { room: 320, most: 30 } as const;

/**
 * The shapes that frames may have, against the page's: which of them fills the page best depends on how many stand side
 * by side.
 */
const innerShapes = [1, 0.6, 0.35, 1.6] as const;

/** How a page has its scenes. */
export interface SceneOptions {
  readonly direction: FlowOptions["direction"];
  /** The page's shape: width by height. */
  readonly aspect: number;
  /** How many lines of columns the card of an element shows. */
  readonly columnLines: (item: number) => number;
  readonly ruler: Ruler;
}

/** Places what is shown of a tree, each frame by itself, from the inside out. */
export function buildScene(shown: Shown, { direction, aspect, columnLines, ruler }: SceneOptions): Scene {
  const isSideways = direction === "right" || direction === "left";
  const { lines, links } = listLines(shown);
  const layer = isSideways ? measureLabelRoom(lines, ruler) : gaps.layer;
  const straight = 3 * ((isSideways ? sizes.card.width : sizes.card.height) + layer);
  const options: FlowOptions = { direction, aspect, gaps: { ...gaps, layer }, straight };
  const arrangements = innerShapes.map((shape) => {
    const inner = { ...options, aspect: aspect * shape };
    return arrange(undefined, { shown, links, options, inner, columnLines, ruler });
  });
  const measureExtent = ({ width, height }: Size) => Math.max(width / aspect, height);
  const whole = arrangements.reduce((best, other) =>
    measureExtent(other) < 0.95 * measureExtent(best) ? other : best,
  );
  const { frames, cards } = listPlaces(whole);
  const { lines: routed, notes } = routeLines(lines, { frames, cards, shown, direction, ruler });
  const area = boundAll(
    routed.flatMap(({ route }) => route.points),
    [...frames, ...cards, ...routed.flatMap(({ label }) => label?.area ?? [])],
  );
  return { frames, cards, lines: routed, notes, area };
}

/** The room between layers in which the longest label has a place. */
function measureLabelRoom(lines: readonly Connection[], ruler: Ruler): number {
  const widths = lines.map(({ label }) => (label === undefined ? 0 : measureLabel([label], ruler).width + 44));
  return Math.min(labels.room, Math.max(gaps.layer, ...widths));
}

interface Places extends Pick<SceneOptions, "direction" | "ruler"> {
  readonly frames: readonly Frame[];
  readonly cards: readonly Card[];
  readonly shown: Shown;
}

function routeLines(
  lines: readonly Connection[],
  { frames, cards, shown, direction, ruler }: Places,
): Pick<Scene, "lines" | "notes"> {
  const at = new Map(cards.map(({ item }, index) => [item, index]));
  const around = new Map(frames.map(({ item }) => [item, new Set<number>()]));
  for (const [index, { item }] of cards.entries()) {
    for (const outer of shown.tree.listPath(item)) around.get(outer)?.add(index);
  }
  const routes = findRoutes({
    boxes: cards,
    lines: lines.map(({ from, to, edges, label }) => {
      const labels = listForms(label).map((texts) => measureLabel(texts, ruler));
      return { from: at.get(from)!, to: at.get(to)!, style: listClasses(edges).join(" "), labels };
    }),
    direction,
    frames: frames.map((frame) => ({ ...frame, members: around.get(frame.item)! })),
    texts: frames.map(({ x, y, heading: { text } }) => ({ ...text, x: x + text.x, y: y + text.y })),
  });
  const notes: string[] = [];
  const drawLabel = (text: string, { form, ...area }: PlacedLabel): DrawnLabel => {
    const forms = listForms(text);
    if (form < forms.length - 1) return { texts: forms[form]!, area };
    if (!notes.includes(text)) notes.push(text);
    const note = notes.indexOf(text) + 1;
    return { texts: [`${note}`], area, note };
  };
  const drawn = lines.map(({ label: text, ...line }, index) => {
    const route = routes[index]!;
    return { ...line, route, ...(route.label && text !== undefined ? { label: drawLabel(text, route.label) } : {}) };
  });
  return { lines: drawn, notes };
}

/** How a label may be drawn, in lines: as it is, broken where a word ends near its middle, and as a number. */
function listForms(label: string | undefined): readonly string[][] {
  if (label === undefined) return [];
  const ends = [...label.matchAll(/\s+/gu)].map(({ index }) => index);
  const middle = ends.toSorted((a, b) => Math.abs(a - label.length / 2) - Math.abs(b - label.length / 2))[0];
  const broken = middle === undefined ? [] : [[label.slice(0, middle), label.slice(middle).trim()]];
  return [[label], ...broken, [widestNumber]];
}

/** There are no more notes than labels. */
const widestNumber = `${labels.most}`;

/** The classes of a line: what it is, if all of it is the same. */
export function listClasses(edges: readonly PageEdge[]): string[] {
  const [kind] = edges.length === 1 ? edges.map((edge) => edge.kind) : ["source"];
  const [change, ...others] = new Set(edges.map((edge) => edge.change));
  return [
    "line",
    `e-${kind}`,
    ...(edges.some(({ broken }) => broken) ? ["broken"] : []),
    ...(change !== undefined && others.length === 0 ? [change] : []),
  ];
}

/** Links in the frame of an item, or outside all frames, by the two that they link. */
type Links = ReadonlyMap<number | undefined, ReadonlyMap<string, FlowLink>>;

/** The lines between cards, and what they say about the order of what is in each frame. */
function listLines(shown: Shown): { lines: Connection[]; links: Links } {
  const lines = new Map<string, { from: number; to: number; edges: PageEdge[] }>();
  const links = new Map<number | undefined, Map<string, FlowLink>>();
  for (const edge of shown.tree.edges) {
    if (!shown.has(edge.from) || !shown.has(edge.to)) continue;
    const ways = [shown.listWay(edge.from), shown.listWay(edge.to)] as const;
    const [from, to] = [ways[0].at(-1)!, ways[1].at(-1)!];
    if (from === to) continue;
    const key = `${from} ${to}`;
    const line = lines.get(key);
    if (line) line.edges.push(edge);
    else lines.set(key, { from, to, edges: [edge] });
    addLink(links, ...ways);
  }
  const areLabelled = lines.size <= labels.most;
  return { lines: [...lines.values()].map((line) => ({ ...line, ...(areLabelled ? getLabel(line) : {}) })), links };
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
function getLabel({ edges }: Pick<Line, "edges">): { label?: string } {
  const [first, ...others] = new Set(edges.flatMap(({ kind, label }) => (kind === "source" ? [] : [label])));
  return first === undefined || others.length > 0 ? {} : { label: first };
}

/** A card, or a frame with what is in it. */
interface Block extends Size {
  readonly item: number;
  /** The height of a card's upper part. */
  readonly head: number;
  readonly inside?: Inside & { readonly heading: Heading };
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
  readonly ruler: Ruler;
}

/** Places what is in the frame of an item; of none: everything. */
function arrange(around: number | undefined, plan: Plan): Inside {
  const { shown, links, options, inner } = plan;
  const { tree } = shown;
  const members = shown.listMembers(around === undefined ? tree.roots : tree.listChildren(around));
  const blocks = members.map((item) => buildBlock(item, plan));
  const at = new Map(members.map((item, index) => [item, index]));
  const inside = [...(links.get(around)?.values() ?? [])].map(
    ({ from, to, weight }): FlowLink => ({ from: at.get(from)!, to: at.get(to)!, weight }),
  );
  const { places, width, height } = arrangeFlow(blocks, inside, around === undefined ? options : inner);
  return { width, height, blocks: blocks.map((block, index) => ({ ...block, ...places[index]! })) };
}

function buildBlock(item: number, plan: Plan): Block {
  const { shown, columnLines, ruler } = plan;
  const { width } = sizes.card;
  if (!shown.isFrame(item)) {
    const columns = columnLines(item);
    const head = measureCard(item, shown.tree, ruler);
    return { item, head, width, height: head + (columns === 0 ? 0 : columns * sizes.column + 10) };
  }
  const inside = arrange(item, plan);
  const room = Math.max(inside.width, width);
  const heading = measureHeading(item, shown.tree, ruler, room);
  return {
    item,
    head: 0,
    inside: { ...inside, heading },
    width: Math.max(room, heading.text.width) + 2 * sizes.padding,
    height: inside.height + heading.height + sizes.padding,
  };
}

/** The frames and cards of an arrangement, in places of the whole. */
function listPlaces(whole: Inside): { frames: Frame[]; cards: Card[] } {
  const frames: Frame[] = [];
  const cards: Card[] = [];
  const put = ({ blocks }: Inside, left: number, top: number, depth: number): void => {
    for (const { item, inside, head, x, y, width, height } of blocks) {
      const place = { item, x: left + x, y: top + y, width, height };
      if (inside === undefined) {
        cards.push({ ...place, head });
        continue;
      }
      const { heading } = inside;
      frames.push({ ...place, depth, heading });
      put(inside, place.x + Math.round((width - inside.width) / 2), place.y + heading.height, depth + 1);
    }
  };
  put(whole, 0, 0, 0);
  return { frames, cards };
}
