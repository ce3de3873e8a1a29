/**
 * Places boxes in layers, from what is used to what uses it. A layer that is too long for the page is wrapped, as a
 * line of text is. It needs nothing but sizes, so that the page and the pictures place boxes alike.
 */

/** The size of a box. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A link between two boxes, by their positions in the list. */
export interface FlowLink {
  readonly from: number;
  readonly to: number;
  /** How much speaks for this direction where links form a circle; for example how many links it stands for. */
  readonly weight: number;
}

/** How boxes are placed. */
export interface FlowOptions {
  readonly direction: "right" | "down" | "left" | "up";
  /** The shape to fill: width by height. */
  readonly aspect: number;
  /**
   * The room between two boxes of a line, between two lines of a layer (twice that between bands), and between two
   * layers.
   */
  readonly gaps: { readonly box: number; readonly line: number; readonly layer: number };
  /** A flow that is no longer than this goes on straight, whatever the shape. */
  readonly straight: number;
}

/** The upper left corner of each box, and the size of all together. */
export interface Flow extends Size {
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

/** A box as the algorithm sees it: its size in the direction of the flow, and across it. */
interface Block {
  readonly along: number;
  readonly across: number;
}

/** Blocks that stand beside each other, and how far the line reaches across. */
interface Line {
  readonly members: readonly number[];
  readonly length: number;
  readonly thickness: number;
}

/**
 * Places boxes. Of all ways to wrap the layers it takes the one that looks largest on a page of the shape. Boxes
 * without links follow in rows. The same input always gives the same places.
 *
 * @example arrangeFlow([{ width: 10, height: 10 }, { width: 10, height: 10 }], [{ from: 0, to: 1, weight: 1 }],
 *   options).places[1].x // 10 + gap
 */
export function arrangeFlow(sizes: readonly Size[], links: readonly FlowLink[], options: FlowOptions): Flow {
  const { direction, aspect, gaps, straight } = options;
  const isSideways = direction === "right" || direction === "left";
  const blocks = sizes.map(({ width, height }): Block => {
    return isSideways ? { along: width, across: height } : { along: height, across: width };
  });
  const shape = isSideways ? aspect : 1 / aspect;
  const forward = dropCircles(sizes.length, links);
  const linked = new Set(forward.flatMap(({ from, to }) => [from, to]));
  const lonely = [...sizes.keys()].filter((index) => !linked.has(index));
  const layers = orderLayers(listLayers(sizes.length, forward, linked), forward);

  const placed = findBest(
    listLengths(layers, blocks, gaps.box).flatMap((length) => listArrangements(layers, blocks, length, gaps, straight)),
    shape,
  );
  const starts = placed === undefined ? [] : straightenBlocks(placed, blocks, forward, gaps.box);
  const rest = placeRest(lonely, blocks, placed?.along ?? 0, shape, gaps.box);
  const top = placed === undefined ? 0 : placed.across + (lonely.length === 0 ? 0 : 2 * gaps.line);
  const along = Math.max(placed?.along ?? 0, rest.along);
  const across = top + rest.across;
  const places = blocks.map((block, index) => {
    const own = starts[index] ?? { along: rest.places.get(index)!.along, across: top + rest.places.get(index)!.across };
    const forth = direction === "left" || direction === "up" ? along - own.along - block.along : own.along;
    const [x, y] = isSideways ? [forth, own.across] : [own.across, forth];
    return { x: Math.round(x), y: Math.round(y) };
  });
  const [width, height] = isSideways ? [along, across] : [across, along];
  return { places, width: Math.ceil(width), height: Math.ceil(height) };
}

/** The links without those that would close a circle: the lightest of each, the last of several. */
function dropCircles(count: number, links: readonly FlowLink[]): FlowLink[] {
  const targets = Array.from({ length: count }, (): number[] => []);
  const isReachable = (from: number, to: number): boolean => {
    const seen = new Set([from]);
    for (const index of seen) {
      if (index === to) return true;
      for (const next of targets[index]!) seen.add(next);
    }
    return false;
  };
  const kept = links
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ from, to }) => {
      if (isReachable(to, from)) return false;
      targets[from]!.push(to);
      return true;
    });
  return kept;
}

/** The layer of each linked box: after all it comes from, and no farther from what it leads to than needed. */
function listLayers(count: number, links: readonly FlowLink[], linked: ReadonlySet<number>): number[][] {
  const [after, before] = listNeighbors(count, links);
  const layerOf = new Array<number>(count).fill(0);
  const open = before.map((list) => list.length);
  const ready = [...linked].sort((a, b) => a - b).filter((index) => open[index] === 0);
  for (const index of ready) {
    for (const next of after[index]!) {
      layerOf[next] = Math.max(layerOf[next]!, layerOf[index]! + 1);
      open[next] = open[next]! - 1;
      if (open[next] === 0) ready.push(next);
    }
  }
  for (const index of ready) {
    if (before[index]!.length === 0) layerOf[index] = Math.min(...after[index]!.map((next) => layerOf[next]!)) - 1;
  }
  const layers = Array.from({ length: Math.max(-1, ...layerOf) + 1 }, (): number[] => []);
  for (const index of [...linked].sort((a, b) => a - b)) layers[layerOf[index]!]!.push(index);
  return layers.filter((layer) => layer.length > 0);
}

/** What each box leads to, and what it comes from. */
function listNeighbors(count: number, links: readonly FlowLink[]): [after: number[][], before: number[][]] {
  const createLists = (): number[][] => Array.from({ length: count }, () => []);
  const [after, before] = [createLists(), createLists()];
  for (const { from, to } of links) {
    after[from]!.push(to);
    before[to]!.push(from);
  }
  return [after, before];
}

/** Layers whose boxes stand near what they are linked with. */
function orderLayers(layers: number[][], links: readonly FlowLink[]): number[][] {
  const count = Math.max(-1, ...layers.flat()) + 1;
  const [after, before] = listNeighbors(count, links);
  const rank = new Array<number>(count).fill(0);
  const notePositions = (layer: readonly number[]) => {
    for (const [position, index] of layer.entries()) rank[index] = (position + 0.5) / layer.length;
  };
  layers.forEach(notePositions);
  for (let sweep = 0; sweep < 6; sweep++) {
    const isForward = sweep % 2 === 0;
    for (const layer of isForward ? layers : layers.toReversed()) {
      const wanted = new Map(
        layer.map((index) => [
          index,
          computeMean(
            (isForward ? before : after)[index]!.map((other) => rank[other]!),
            rank[index]!,
          ),
        ]),
      );
      layer.sort((a, b) => wanted.get(a)! - wanted.get(b)!);
      notePositions(layer);
    }
  }
  return layers;
}

const computeMean = (values: readonly number[], otherwise: number) =>
  values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Lengths of a line worth trying: those with which a layer takes one line, two, three, … */
function listLengths(layers: readonly (readonly number[])[], blocks: readonly Block[], gap: number): number[] {
  const longest = Math.max(0, ...layers.flat().map((index) => blocks[index]!.across));
  const lengths = layers.flatMap((layer) => {
    const whole = layer.reduce((sum, index) => sum + blocks[index]!.across + gap, -gap);
    return Array.from({ length: Math.min(layer.length, 40) }, (_, lines) => Math.max(longest, whole / (lines + 1)));
  });
  // What is left at the end of a line must not cost another line.
  return [...new Set(lengths.map((length) => Math.ceil(length + (length > longest ? longest / 2 : 0))))];
}

/** Boxes in lines of at most a length. */
function splitLines(members: readonly number[], blocks: readonly Block[], most: number, gap: number): Line[] {
  const lines: { members: number[]; length: number; thickness: number }[] = [];
  for (const index of members) {
    const { along, across } = blocks[index]!;
    const line = lines.at(-1);
    if (line !== undefined && line.length + gap + across <= most) {
      line.members.push(index);
      line.length += gap + across;
      line.thickness = Math.max(line.thickness, along);
    } else {
      lines.push({ members: [index], length: across, thickness: along });
    }
  }
  return lines;
}

/** Layers in bands: where a flow is too long for the page it goes on below, as a text does. */
interface Arranged extends Block {
  readonly bands: readonly Band[];
}

interface Band {
  /** Where it begins across, and how far it reaches. */
  readonly start: number;
  readonly across: number;
  readonly layers: readonly (readonly PlacedLine[])[];
}

interface PlacedLine extends Line {
  readonly along: number;
}

/** Layers in lines of at most a length, in one band, in two, in three, … */
function listArrangements(
  layers: readonly (readonly number[])[],
  blocks: readonly Block[],
  most: number,
  gaps: FlowOptions["gaps"],
  straight: number,
): Arranged[] {
  const lines = layers.map((layer) => splitLines(layer, blocks, most, gaps.box));
  const lengths = lines.map((layer) => layer.reduce((sum, { thickness }) => sum + thickness + gaps.line, -gaps.line));
  const whole = lengths.reduce((sum, length) => sum + length + gaps.layer, -gaps.layer);
  const longest = Math.max(...lengths);
  const bands = Math.min(layers.length, Math.max(1, Math.floor(whole / straight)));
  // A band may be a little longer than its share, so that no layer is left over.
  return Array.from({ length: bands }, (_, more) =>
    arrangeBands(lines, more === 0 ? whole : Math.max(longest, (whole / (more + 1)) * 1.1), gaps),
  );
}

function arrangeBands(layers: readonly (readonly Line[])[], most: number, gaps: FlowOptions["gaps"]): Arranged {
  const bands: { start: number; across: number; layers: PlacedLine[][] }[] = [];
  let [along, whole] = [0, 0];
  for (const layer of layers) {
    const length = layer.reduce((sum, { thickness }) => sum + thickness + gaps.line, -gaps.line);
    let band = bands.at(-1);
    if (band !== undefined) along += gaps.layer;
    if (band === undefined || along + length > most) {
      const start = band === undefined ? 0 : band.start + band.across + 2 * gaps.line;
      band = { start, across: 0, layers: [] };
      bands.push(band);
      along = 0;
    }
    band.across = Math.max(band.across, ...layer.map((line) => line.length));
    band.layers.push(
      layer.map((line) => {
        const placed = { ...line, along };
        along += line.thickness + gaps.line;
        return placed;
      }),
    );
    along -= gaps.line;
    whole = Math.max(whole, along);
  }
  const last = bands.at(-1)!;
  return { bands, along: whole, across: last.start + last.across };
}

/** What looks largest on a page that is `shape` times as long along the flow as across it. */
function findBest<Found extends Block>(candidates: readonly Found[], shape: number): Found | undefined {
  const measureExtent = ({ along, across }: Block) => Math.max(along / shape, across);
  let found: Found | undefined;
  for (const candidate of candidates) {
    if (found === undefined || measureExtent(candidate) < measureExtent(found)) found = candidate;
  }
  return found;
}

/**
 * Where each box starts: in layers of one line opposite to what it is linked with, in others from the beginning of the
 * line.
 */
function straightenBlocks(
  { bands }: Arranged,
  blocks: readonly Block[],
  links: readonly FlowLink[],
  gap: number,
): (Block | undefined)[] {
  const [after, before] = listNeighbors(blocks.length, links);
  const starts: ({ along: number; across: number } | undefined)[] = blocks.map(() => undefined);
  for (const { layers, start: top, across } of bands) {
    for (const lines of layers) {
      const first = top + (across - Math.max(...lines.map(({ length }) => length))) / 2;
      for (const line of lines) {
        let start = first;
        for (const index of line.members) {
          const { along: own, across: length } = blocks[index]!;
          starts[index] = { along: line.along + (line.thickness - own) / 2, across: start };
          start += length + gap;
        }
      }
    }
  }
  for (const { layers, start, across } of bands) {
    const inBand = new Set(layers.flatMap((lines) => lines.flatMap(({ members }) => members)));
    const center = (index: number) => starts[index]!.across + blocks[index]!.across / 2 - start;
    for (const sides of [before, after, before]) {
      for (const [line, ...others] of sides === after ? layers.toReversed() : layers) {
        if (others.length > 0) continue;
        const { members } = line!;
        const wanted = members.map((index) =>
          computeMean(sides[index]!.filter((other) => inBand.has(other)).map(center), center(index)),
        );
        const lengths = members.map((index) => blocks[index]!.across);
        const found = placeNearest(lengths, wanted, gap, across);
        for (const [position, index] of members.entries()) starts[index]!.across = start + found[position]!;
      }
    }
  }
  return starts;
}

/**
 * Starts of boxes in a row whose middles are as near as possible to what is wanted, in their order, without overlaps,
 * inside the room.
 */
function placeNearest(lengths: readonly number[], wanted: readonly number[], gap: number, room: number): number[] {
  let before = 0;
  // Without the lengths before it, each start only has to be no less than the last: what is out of order is averaged.
  const blocks: { sum: number; count: number }[] = [];
  const offsets = lengths.map((length, index) => {
    const offset = before;
    blocks.push({ sum: wanted[index]! - length / 2 - offset, count: 1 });
    before += length + gap;
    for (;;) {
      const [last, former] = [blocks.at(-1)!, blocks.at(-2)];
      if (former === undefined || former.sum / former.count <= last.sum / last.count) break;
      blocks.splice(-2, 2, { sum: former.sum + last.sum, count: former.count + last.count });
    }
    return offset;
  });
  const slack = Math.max(0, room - (before - gap));
  const shifts = blocks.flatMap(({ sum, count }) =>
    new Array<number>(count).fill(Math.min(Math.max(sum / count, 0), slack)),
  );
  return offsets.map((offset, index) => offset + shifts[index]!);
}

/** Boxes without links, in rows along the flow. */
function placeRest(
  members: readonly number[],
  blocks: readonly Block[],
  length: number,
  shape: number,
  gap: number,
): Block & { readonly places: ReadonlyMap<number, Block> } {
  const turned = blocks.map(({ along, across }) => ({ along: across, across: along }));
  const layouts = listLengths([members], turned, gap)
    .filter((most) => length === 0 || most <= length)
    .map((most) => placeRows(members, turned, most, gap));
  const found = length === 0 ? findBest(layouts, shape) : layouts[0];
  return found ?? placeRows(members, turned, length, gap);
}

function placeRows(
  members: readonly number[],
  turned: readonly Block[],
  most: number,
  gap: number,
): Block & { readonly places: ReadonlyMap<number, Block> } {
  const places = new Map<number, Block>();
  let [along, across] = [0, 0];
  for (const line of splitLines(members, turned, most, gap)) {
    let start = 0;
    if (across > 0) across += gap;
    for (const index of line.members) {
      places.set(index, { along: start, across });
      start += turned[index]!.across + gap;
    }
    along = Math.max(along, line.length);
    across += line.thickness;
  }
  return { along, across, places };
}
