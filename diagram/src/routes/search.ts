import type { Area, Point } from "../geometry";
import { type Channel, exchange, findChannels, findReach, isBlocked } from "./channels";
import { areOverlapping, clearance, type RouteFrame, type RouteLine, spanArea } from "./request";

/** What a bend costs, as length: a line rather takes a longer way than many bends. */
const bendCost = 40;

/** A crossing of channels. */
interface Crossing extends Point {
  readonly steps: Step[];
}

/** The way to a neighboring crossing. */
interface Step {
  readonly to: number;
  readonly length: number;
  readonly isLevel: boolean;
  /** The frames it runs through, by their positions in the list. */
  readonly frames: readonly number[];
}

/** What stands in the way of lines that run to the right. */
export interface Obstacles {
  readonly boxes: readonly Area[];
  readonly texts: readonly Area[];
  readonly frames: readonly RouteFrame[];
}

/** Finds the shortest ways with few bends between boxes, through channels. */
export class RouteSearch {
  readonly #boxes: readonly Area[];
  readonly #solid: readonly Area[];
  readonly #frames: readonly RouteFrame[];
  readonly #crossings: Crossing[] = [];
  readonly #known = new Map<string, number>();

  constructor({ boxes, texts, frames }: Obstacles, lines: readonly RouteLine[]) {
    this.#boxes = boxes;
    this.#frames = frames;
    this.#solid = [...boxes, ...texts];
    const upright = findChannels(this.#solid, frames);
    const level = findChannels(this.#solid.map(exchange), frames.map(exchange));
    this.#cross(upright, [...level, ...this.#findPorts(lines)]);
  }

  /** The bends of a line, with its ends; none where there is no way. */
  find({ from, to }: RouteLine): Point[] | undefined {
    const [start, end] = [leavePoint(this.#boxes[from]!), enterPoint(this.#boxes[to]!)];
    const [first, last] = [this.#known.get(formKey(start)), this.#known.get(formKey(end))];
    if (first === undefined || last === undefined) return undefined;
    const open = new Set(this.#frames.flatMap(({ members }, at) => (members.has(from) || members.has(to) ? [at] : [])));
    const found = this.#walk(first, last, open);
    return found === undefined ? undefined : this.#straighten(removeStraight(found), this.#boxes[to]!, open);
  }

  /** Channels out of each box that lines leave, and into each that they reach. */
  #findPorts(lines: readonly RouteLine[]): Channel[] {
    const channels = [
      ...[...new Set(lines.map(({ from }) => from))].map((box) => ({ ...leavePoint(this.#boxes[box]!), way: 1 })),
      ...[...new Set(lines.map(({ to }) => to))].map((box) => ({ ...enterPoint(this.#boxes[box]!), way: -1 })),
    ];
    const solid = this.#solid.map(exchange);
    return channels.flatMap(({ x, y, way }) => {
      this.#addPoint({ x, y });
      const reach = findReach({ at: y, from: x + way * clearance, to: x + way * clearance }, solid);
      if (reach === undefined) return [];
      return [way > 0 ? { ...reach, from: x } : { ...reach, to: x }];
    });
  }

  #addPoint(point: Point): number {
    const known = this.#known.get(formKey(point));
    if (known !== undefined) return known;
    this.#known.set(formKey(point), this.#crossings.length);
    return this.#crossings.push({ ...point, steps: [] }) - 1;
  }

  #cross(upright: readonly Channel[], level: readonly Channel[]): void {
    const onUpright = upright.map((): number[] => []);
    for (const { at: y, from, to } of level) {
      const onLevel = [from, to].flatMap((x) => this.#known.get(formKey({ x, y })) ?? []);
      for (const [index, channel] of upright.entries()) {
        const { at: x } = channel;
        if (x < from || x > to || y < channel.from || y > channel.to) continue;
        const crossing = this.#addPoint({ x, y });
        onLevel.push(crossing);
        onUpright[index]!.push(crossing);
      }
      this.#link(onLevel, true);
    }
    for (const crossings of onUpright) this.#link(crossings, false);
  }

  /** Links the crossings of a channel, each with the next. */
  #link(crossings: readonly number[], isLevel: boolean): void {
    const getCoordinate = (index: number) => (isLevel ? this.#crossings[index]!.x : this.#crossings[index]!.y);
    const inOrder = [...new Set(crossings)].sort((a, b) => getCoordinate(a) - getCoordinate(b));
    for (const [position, one] of inOrder.entries()) {
      const other = inOrder[position + 1];
      if (other === undefined) continue;
      const way = spanArea(this.#crossings[one]!, this.#crossings[other]!);
      if (this.#frames.some((frame) => isAlongBorder(way, frame, isLevel))) continue;
      const frames = this.#frames.flatMap((frame, index) => (areOverlapping(way, frame) ? [index] : []));
      const length = way.width + way.height;
      this.#crossings[one]!.steps.push({ to: other, length, isLevel, frames });
      this.#crossings[other]!.steps.push({ to: one, length, isLevel, frames });
    }
  }

  /** A* over crossings and whether a line comes to them level (1) or upright (0). */
  #walk(first: number, last: number, open: ReadonlySet<number>): Point[] | undefined {
    const end = this.#crossings[last]!;
    const estimateRest = (state: number) => {
      const { x, y } = this.#crossings[state >> 1]!;
      const bends = (state & 1) === 0 ? 1 : y === end.y ? 0 : 2;
      return Math.abs(x - end.x) + Math.abs(y - end.y) + bends * bendCost;
    };
    const costs = new Float64Array(2 * this.#crossings.length).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(2 * this.#crossings.length).fill(-1);
    const [start, goal] = [2 * first + 1, 2 * last + 1];
    const heap = new Heap();
    costs[start] = 0;
    heap.push(start, estimateRest(start));
    for (let state = heap.pop(); state !== undefined; state = heap.pop()) {
      if (state === goal) return this.#trace(goal, before);
      const cost = costs[state]!;
      for (const { to, length, isLevel, frames } of this.#crossings[state >> 1]!.steps) {
        if (frames.some((frame) => !open.has(frame))) continue;
        const next = 2 * to + (isLevel ? 1 : 0);
        const whole = cost + length + (isLevel === ((state & 1) === 1) ? 0 : bendCost);
        if (whole >= costs[next]!) continue;
        costs[next] = whole;
        before[next] = state;
        heap.push(next, whole + estimateRest(next));
      }
    }
    return undefined;
  }

  #trace(goal: number, before: Int32Array): Point[] {
    const points: Point[] = [];
    for (let state = goal; state >= 0; state = before[state]!) {
      const { x, y } = this.#crossings[state >> 1]!;
      points.unshift({ x, y });
    }
    return points;
  }

  /** Without a jog to the middle of a box's side where the line meets the side anyway. */
  #straighten(points: Point[], target: Area, open: ReadonlySet<number>): Point[] {
    const [start, , , end] = points;
    if (points.length !== 4 || start!.x >= end!.x) return points;
    if (start!.y < target.y + 10 || start!.y > target.y + target.height - 10) return points;
    const straight = spanArea(start!, { x: end!.x, y: start!.y });
    const near = { ...straight, y: straight.y - clearance, height: 2 * clearance };
    const closed = this.#frames.filter((_, index) => !open.has(index));
    return isBlocked(near, [...this.#solid, ...closed]) ? points : [start!, { x: end!.x, y: start!.y }];
  }
}

/** Where lines leave a box, and where they reach it at first. */
const leavePoint = ({ x, y, width, height }: Area): Point => ({ x: x + width, y: Math.round(y + height / 2) });
const enterPoint = ({ x, y, height }: Area): Point => ({ x, y: Math.round(y + height / 2) });

/** Whether a part of a line runs so near beside a border that it seems to be one. */
function isAlongBorder(way: Area, frame: Area, isLevel: boolean): boolean {
  const [at, border, size] = isLevel ? [way.y, frame.y, frame.height] : [way.x, frame.x, frame.width];
  const isBeside = isLevel
    ? way.x < frame.x + frame.width && frame.x < way.x + way.width
    : way.y < frame.y + frame.height && frame.y < way.y + way.height;
  return isBeside && (Math.abs(at - border) < clearance || Math.abs(at - border - size) < clearance);
}

const formKey = ({ x, y }: Point) => `${x} ${y}`;

/** Without the points at which a line doesn't bend. */
export function removeStraight(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = kept.slice(-2);
    if (kept.at(-1)?.x === point.x && kept.at(-1)?.y === point.y) continue;
    const isStraight =
      last !== undefined &&
      ((before!.x === last.x && last.x === point.x) || (before!.y === last.y && last.y === point.y));
    if (isStraight) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** States by what they cost, the cheapest first; of equal ones the one that came first. */
class Heap {
  readonly #entries: { readonly state: number; readonly cost: number; readonly turn: number }[] = [];
  #turn = 0;

  push(state: number, cost: number): void {
    const entry = { state, cost, turn: this.#turn++ };
    let at = this.#entries.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isSooner(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): number | undefined {
    const [first] = this.#entries;
    const last = this.#entries.pop();
    if (first === undefined || last === undefined || this.#entries.length === 0) return first?.state;
    this.#entries[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < this.#entries.length && this.#isSooner(left, least)) least = left;
      if (right < this.#entries.length && this.#isSooner(right, least)) least = right;
      if (least === at) return first.state;
      this.#swap(at, least);
      at = least;
    }
  }

  #isSooner(one: number, other: number): boolean {
    const [a, b] = [this.#entries[one]!, this.#entries[other]!];
    return a.cost < b.cost || (a.cost === b.cost && a.turn < b.turn);
  }

  #swap(one: number, other: number): void {
    [this.#entries[one], this.#entries[other]] = [this.#entries[other]!, this.#entries[one]!];
  }
}
