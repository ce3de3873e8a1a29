import type { Area } from "./geometry";

/** How a line runs, as SVG path data: the line up to its arrow head, and the arrow head. */
export interface Curve {
  readonly line: string;
  readonly head: string;
  /** The middle of the line. */
  readonly middle: { readonly x: number; readonly y: number };
}

/**
 * How lines run between boxes, by their positions in the list: ahead where there is room for it, else over the nearest sides; around a box that would
 * hide the line.
 */
export function curvesOf(
  boxes: readonly Area[],
  lines: readonly { readonly from: number; readonly to: number }[],
  isSideways: boolean,
): Curve[] {
  const upright = boxes.map(turned);
  return lines.map((line) => {
    const [from, to] = [boxes[line.from]!, boxes[line.to]!];
    const beside = Math.max(to.x - from.x - from.width, from.x - to.x - to.width);
    const below = Math.max(to.y - from.y - from.height, from.y - to.y - to.height);
    const isLevel = isSideways ? beside >= 12 || below < 0 : below < 12 && beside >= 0;
    const among = isLevel ? boxes : upright;
    const [start, end] = [among[line.from]!, among[line.to]!];
    return drawn(isHidden(start, end, among) ? around(start, end) : ahead(start, end), isLevel);
  });
}

const turned = ({ x, y, width, height }: Area): Area => ({ x: y, y: x, width: height, height: width });

const middle = ({ y, height }: Area) => y + height / 2;

/** Whether a box stands between two that are level, so that the line would seem to be one from there. */
function isHidden(start: Area, end: Area, boxes: readonly Area[]): boolean {
  if (Math.abs(middle(start) - middle(end)) > 16) return false;
  const [left, right] = start.x < end.x ? [start, end] : [end, start];
  return boxes.some(
    (box) =>
      box.x >= left.x + left.width &&
      box.x + box.width <= right.x &&
      box.y < middle(start) &&
      middle(start) < box.y + box.height,
  );
}

interface Bend {
  /** Start, two points that pull at the line, and end. */
  readonly points: readonly [Point, Point, Point, Point];
  readonly head: readonly [Point, Point, Point];
}

type Point = readonly [x: number, y: number];

/** Out of one side, and into the opposite one. */
function ahead(start: Area, end: Area): Bend {
  const sign = end.x + end.width / 2 < start.x + start.width / 2 ? -1 : 1;
  const [a, b] = sign > 0 ? [start.x + start.width, end.x] : [start.x, end.x + end.width];
  const [from, to] = [middle(start), middle(end)];
  const bend = sign * Math.max(20, Math.min(Math.abs(b - a) / 2, 160));
  const tip = b - sign * 7;
  return {
    points: [
      [a, from],
      [a + bend, from],
      [tip - bend, to],
      [tip, to],
    ],
    head: [
      [b, to],
      [tip - sign, to - 4],
      [tip - sign, to + 4],
    ],
  };
}

/** Out above, and in from above. */
function around(start: Area, end: Area): Bend {
  const [a, b] = [start.x + start.width / 2, end.x + end.width / 2];
  const top = Math.min(start.y, end.y) - Math.min(44, 20 + Math.abs(b - a) / 40);
  const tip = end.y - 7;
  return {
    points: [
      [a, start.y],
      [a + (b - a) / 5, top],
      [b - (b - a) / 5, top],
      [b, tip],
    ],
    head: [
      [b, end.y],
      [b - 4, tip - 1],
      [b + 4, tip - 1],
    ],
  };
}

function drawn({ points, head }: Bend, isLevel: boolean): Curve {
  const place = ([x, y]: Point): Point => (isLevel ? [Math.round(x), Math.round(y)] : [Math.round(y), Math.round(x)]);
  const at = (point: Point) => place(point).join(" ");
  const [start, ...rest] = points;
  const between = (axis: 0 | 1) => {
    const [a, b, c, d] = points;
    return (a[axis] + 3 * b[axis] + 3 * c[axis] + d[axis]) / 8;
  };
  const [x, y] = place([between(0), between(1)]);
  return {
    line: `M${at(start)}C${rest.map(at).join(" ")}`,
    head: `M${head.map(at).join("L")}z`,
    middle: { x, y },
  };
}
