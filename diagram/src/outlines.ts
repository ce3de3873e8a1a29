import type { Area, Point } from "./geometry";
import type { Outline } from "./graph";

/** The lines of a box's border, as SVG path data: the first is filled, the others only drawn. */
export function formOutlinePaths(outline: Outline, { x, y, width: w, height: h }: Area): [string, ...string[]] {
  switch (outline) {
    case "plain":
    case "dashed":
      return [formRoundedPath(x, y, w, h, 4)];
    case "rounded":
      return [formRoundedPath(x, y, w, h, 14)];
    case "pill":
      return [formRoundedPath(x, y, w, h, 24)];
    case "square":
      return [`M${x} ${y}h${w}v${h}h${-w}z`, `M${x + 4} ${y}v${h}`];
    case "chamfered": {
      const c = 9;
      return [`M${x + c} ${y}h${w - 2 * c}l${c} ${c}v${h - 2 * c}l${-c} ${c}h${2 * c - w}l${-c} ${-c}v${2 * c - h}z`];
    }
    case "folded": {
      const f = Math.min(13, h / 3);
      return [`M${x} ${y}h${w - f}l${f} ${f}v${h - f}h${-w}z`, `M${x + w - f} ${y}v${f}h${f}`];
    }
    case "stacked":
      return [formRoundedPath(x, y, w - 4, h - 4, 3), `M${x + 4} ${y + h - 4}v4h${w - 4}v${4 - h}h-4`];
    case "double":
      return [formRoundedPath(x, y, w, h, 4), formRoundedPath(x + 3, y + 3, w - 6, h - 6, 2)];
    case "drum": {
      const [r, e] = [w / 2, 5];
      const side = h - 2 * e;
      return [
        `M${x} ${y + e}a${r} ${e} 0 0 1 ${w} 0v${side}a${r} ${e} 0 0 1 ${-w} 0z`,
        `M${x} ${y + e}a${r} ${e} 0 0 0 ${w} 0`,
      ];
    }
  }
}

function formRoundedPath(x: number, y: number, w: number, h: number, radius: number): string {
  const r = Math.min(radius, w / 2, h / 2);
  const [across, down] = [w - 2 * r, h - 2 * r];
  const [topRight, bottomRight, bottomLeft, topLeft] = [
    [r, r],
    [-r, r],
    [-r, -r],
    [r, -r],
  ].map(([dx, dy]) => `a${r} ${r} 0 0 1 ${dx} ${dy}`);
  return `M${x + r} ${y}h${across}${topRight}v${down}${bottomRight}h${-across}${bottomLeft}v${-down}${topLeft}z`;
}

/** A line through points, its corners rounded, as SVG path data. */
export function formLinePath(points: readonly Point[]): string {
  const parts: string[] = [];
  for (const [index, point] of points.entries()) {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (!before) parts.push(`M${point.x} ${point.y}`);
    else if (!after) parts.push(`L${point.x} ${point.y}`);
    else {
      const radius = Math.min(6, measureDistance(before, point) / 2, measureDistance(point, after) / 2);
      const [from, to] = [moveTowards(point, before, radius), moveTowards(point, after, radius)];
      parts.push(`L${from.x} ${from.y}Q${point.x} ${point.y} ${to.x} ${to.y}`);
    }
  }
  return parts.join("");
}

/** The point at a distance from one point on the way to another. */
export function moveTowards(from: Point, to: Point, length: number): Point {
  const whole = measureDistance(from, to);
  if (whole === 0) return from;
  return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}

const measureDistance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
