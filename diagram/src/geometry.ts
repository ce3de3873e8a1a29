/** A place, from the upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle. */
export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

/** The smallest area around points and areas. */
export function boundAll(points: readonly Point[], areas: readonly Area[]): Area {
  const corners = areas.map(({ x, y, width, height }) => ({ x: x + width, y: y + height }));
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (const [index, { x, y }] of [...points, ...areas, ...corners].entries()) {
    left = index === 0 ? x : Math.min(left, x);
    top = index === 0 ? y : Math.min(top, y);
    right = index === 0 ? x : Math.max(right, x);
    bottom = index === 0 ? y : Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
