import type { Point } from "../geometry";
import { placeLabels } from "./labels";
import type { Route, RouteRequest } from "./request";
import { RouteSearch } from "./search";
import { spreadLines } from "./spread";
import { getTurn } from "./turn";

export type { PlacedLabel, Route } from "./request";

/**
 * Finds how lines run between boxes that have their places: at right angles, around every box, text and frame that
 * neither end is in. Lines from one box that look alike may share their way; others run beside each other. The same
 * request always gives the same routes. A line without a way, which only boxes that leave no gaps between them can
 * have, gets no points.
 *
 * @example findRoutes({ boxes: [a, b], lines: [{ from: 0, to: 1 }], direction: "right" })[0].points
 * // [{ x: 10, y: 5 }, …]
 */
export function findRoutes({ boxes, lines, direction, frames = [], texts = [] }: RouteRequest): Route[] {
  const turn = getTurn(direction);
  const obstacles = { boxes: boxes.map(turn.area), texts: texts.map(turn.area), frames: frames.map(turn.area) };
  const search = new RouteSearch(obstacles, lines);
  const bends: Point[][] = lines.map((line) => search.find(line) ?? []);
  spreadLines(bends, lines, { ...obstacles, solid: [...obstacles.boxes, ...obstacles.texts] });
  const routes = bends.map((points) => points.map(turn.point));
  const labels = placeLabels(routes, lines, { solid: [...boxes, ...texts], frames });
  return routes.map((points, index) => ({ points, ...(labels[index] ? { label: labels[index] } : {}) }));
}
