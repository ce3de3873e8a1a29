import type { Area, Point } from "../geometry";
import { areOverlapping, growArea, type PlacedLabel, type RouteLine, spanArea } from "./request";

/** What labels must not stand on. */
export interface LabelObstacles {
  /** Boxes and texts. */
  readonly solid: readonly Area[];
  /** What only its borders are drawn of. */
  readonly frames: readonly Area[];
}

type Size = Pick<Area, "width" | "height">;

/**
 * Finds a place for the label of each line that has one: on the line, whole, over no box or text, and over as little of
 * other lines as can be. Where a form of the label has none, the next one is tried; the last one is put down anyway.
 */
export function placeLabels(
  routes: readonly (readonly Point[])[],
  lines: readonly RouteLine[],
  { solid, frames }: LabelObstacles,
): (PlacedLabel | undefined)[] {
  const placed: Area[] = [];
  const parts = routes.map((points) => points.slice(1).map((point, index) => spanArea(points[index]!, point)));
  const labels = new Map<number, PlacedLabel>();
  const put = (line: number, form: number, place: Area) => {
    placed.push(place);
    labels.set(line, { ...place, form });
  };
  /** How much a place hides of boxes, texts and other labels. */
  const sumCovered = (place: Area) =>
    [...solid, ...placed].reduce((sum, area) => sum + measureCommon(growArea(place, 2), area), 0);
  const isOnFrame = (place: Area) => frames.some((frame) => isOnBorder(growArea(place, 1), frame));
  /** How much of other lines a place hides. */
  const sumHidden = (place: Area, own: number) =>
    parts.reduce((sum, its, line) => (line === own ? sum : sum + measureHidden(its, growArea(place, 2))), 0);
  const findFree = (line: number, size: Size): Area | undefined => {
    const free = listPlaces(parts[line]!, size, 8).filter((place) => sumCovered(place) === 0 && !isOnFrame(place));
    const best = findLeast(free, (place) => sumHidden(place, line));
    // A label on several lines would be one of all of them.
    return best === undefined || sumHidden(best, line) >= size.width ? undefined : best;
  };
  const rest: number[] = [];
  for (const [line, { labels: forms = [] }] of lines.entries()) {
    const places = forms.map((size) => findFree(line, size));
    const form = places.findIndex((place) => place !== undefined);
    if (form >= 0) put(line, form, places[form]!);
    else if (forms.length > 0) rest.push(line);
  }
  for (const line of rest) {
    const last = lines[line]!.labels!.length - 1;
    const size = lines[line]!.labels![last]!;
    const computeCost = (place: Area) => 100 * sumCovered(place) + sumHidden(place, line) + (isOnFrame(place) ? 20 : 0);
    const place = findLeast(listPlaces(parts[line]!, size, -Infinity), computeCost);
    if (place !== undefined) put(line, last, place);
  }
  return lines.map((_, line) => labels.get(line));
}

/** The first with the least cost. */
function findLeast(places: readonly Area[], cost: (place: Area) => number): Area | undefined {
  const costs = places.map(cost);
  return places[costs.indexOf(Math.min(...costs))];
}

/**
 * Places on a line, those on long level parts first, from the middle of each to its ends; on upright parts also to the
 * left and right.
 *
 * @param least how much longer than the label a part has to be.
 */
function listPlaces(parts: readonly Area[], { width, height }: Size, least: number): Area[] {
  const rank = (part: Area) => (part.width > 0 ? 1000 : 0) + part.width + part.height;
  return parts
    .toSorted((a, b) => rank(b) - rank(a))
    .flatMap((part) => {
      const isLevel = part.width > 0;
      const slack = isLevel ? part.width - width : part.height - height;
      if (slack < least) return [];
      const [x, y] = [part.x + part.width / 2 - width / 2, part.y + part.height / 2 - height / 2];
      const reach = Math.max(0, slack / 2 - 4);
      const along = [0, ...[0.25, 0.5, 0.75, 1].flatMap((share) => [-share * reach, share * reach])];
      const across = isLevel
        ? [0]
        : [0, ...[0.5, 1].flatMap((share) => [-share, share])].map((s) => s * (width / 2 - 8));
      return across.flatMap((aside) =>
        along.map((shift) => ({ x: x + (isLevel ? shift : aside), y: isLevel ? y : y + shift, width, height })),
      );
    });
}

function isOnBorder(place: Area, frame: Area): boolean {
  const { x, y, width, height } = frame;
  const isInside =
    place.x > x && place.y > y && place.x + place.width < x + width && place.y + place.height < y + height;
  return areOverlapping(place, frame) && !isInside;
}

/** The area that two have in common. */
function measureCommon(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function measureHidden(parts: readonly Area[], { x, y, width, height }: Area): number {
  return parts.reduce((sum, part) => {
    const across = Math.min(part.x + part.width, x + width) - Math.max(part.x, x);
    const down = Math.min(part.y + part.height, y + height) - Math.max(part.y, y);
    return across < 0 || down < 0 ? sum : sum + Math.max(across, down);
  }, 0);
}
