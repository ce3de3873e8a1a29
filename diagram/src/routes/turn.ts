import type { Area, Point } from "../geometry";
import type { RouteRequest } from "./request";

/** Turns places so that lines run to the right, and back. */
export interface Turn {
  area<Turned extends Area>(area: Turned): Turned;
  point(point: Point): Point;
}

/** The turn of a direction. Each is its own opposite. */
export function getTurn(direction: RouteRequest["direction"]): Turn {
  const isUpright = direction === "down" || direction === "up";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  return {
    area: (area) => {
      const { x, y, width, height } = area;
      if (isUpright && sign > 0) return { ...area, x: y, y: x, width: height, height: width };
      if (isUpright) return { ...area, x: -y - height, y: -x - width, width: height, height: width };
      return sign > 0 ? area : { ...area, x: -x - width };
    },
    point: ({ x, y }) => {
      if (isUpright) return { x: sign * y, y: sign * x };
      return { x: sign * x, y };
    },
  };
}
