import type { Area, Point } from "../geometry";
import { areOverlapping, growArea, type RouteLine, spanArea } from "./request";

/** What labels must not stand on. */
export interface LabelObstacles {
  /** Boxes and texts. */
  readonly solid: readonly Area[];
  /** What only its borders are drawn of. */
  readonly frames: readonly Area[];
}

/**
 * Finds a place for the label of each line that has one: on the line, whole, over no box or text, and over as little of
 * other lines as can be.
 */
export function placeLabels(
  routes: readonly (readonly Point[])[],
  lines: readonly RouteLine[],
  { solid, frames }: LabelObstacles,
): (Area | undefined)[] {
  const placed: Area[] = [];
  const parts = routes.map((points) => points.slice(1).map((point, index) => spanArea(points[index]!, point)));
  return lines.map(({ label }, index) => {
    if (label === undefined) return undefined;
    const isFree = (place: Area) =>
      ![...solid, ...placed].some((area) => areOverlapping(growArea(place, 2), area)) &&
      !frames.some((frame) => isOnBorder(growArea(place, 1), frame));
    /** How much of other lines the label hides. */
    const sumHidden = (place: Area) =>
      parts.reduce((sum, its, line) => (line === index ? sum : sum + measureHidden(its, growArea(place, 2))), 0);
    const costs = listPlaces(parts[index]!, label)
      .filter(isFree)
      .map((place) => ({ place, cost: sumHidden(place) }));
    const best = Math.min(...costs.map(({ cost }) => cost));
    // A label on several lines would be one of all of them.
    const place = best >= label.width ? undefined : costs.find(({ cost }) => cost === best)?.place;
    if (place !== undefined) placed.push(place);
    return place;
  });
}

/** Places on a line, those on long level parts first, from the middle of each to its ends. */
function listPlaces(parts: readonly Area[], { width, height }: { width: number; height: number }): Area[] {
  const rank = (part: Area) => (part.width > 0 ? 1000 : 0) + part.width + part.height;
  return parts
    .toSorted((a, b) => rank(b) - rank(a))
    .flatMap((part) => {
      const slack = part.width > 0 ? part.width - width : part.height - height;
      if (slack < 8) return [];
      const [x, y] = [part.x + part.width / 2 - width / 2, part.y + part.height / 2 - height / 2];
      const reach = slack / 2 - 4;
      const shifts = [0, ...[0.25, 0.5, 0.75, 1].flatMap((share) => [-share * reach, share * reach])];
      return shifts.map((shift) => ({
        x: part.width > 0 ? x + shift : x,
        y: part.width > 0 ? y : y + shift,
        width,
        height,
      }));
    });
}

function isOnBorder(place: Area, frame: Area): boolean {
  const { x, y, width, height } = frame;
  const isInside =
    place.x > x && place.y > y && place.x + place.width < x + width && place.y + place.height < y + height;
  return areOverlapping(place, frame) && !isInside;
}

function measureHidden(parts: readonly Area[], { x, y, width, height }: Area): number {
  return parts.reduce((sum, part) => {
    const across = Math.min(part.x + part.width, x + width) - Math.max(part.x, x);
    const down = Math.min(part.y + part.height, y + height) - Math.max(part.y, y);
    return across < 0 || down < 0 ? sum : sum + Math.max(across, down);
  }, 0);
}
