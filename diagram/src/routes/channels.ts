import type { Area } from "../geometry";
import { areOverlapping, clearance } from "./request";

/** A side of an area, or a straight way for lines: at a place of one axis, from one place of the other to another. */
export interface Channel {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** How far from a box lines run where there is much room. */
const distance = 24;
/** How wide a gap must be for a line, and up to where all lines run in its middle. */
const narrowest = 14;
const widest = 160;

/** An area with x and y exchanged: what is found for upright channels is found for level ones, too. */
export const exchange = ({ x, y, width, height }: Area): Area => ({ x: y, y: x, width: height, height: width });

/**
 * The upright channels between and around areas: in the middle of each gap, or near each side of a wide one.
 *
 * @param solid what no line may run through.
 * @param open frames: lines may cross their borders, and run along them on both sides.
 */
export function findChannels(solid: readonly Area[], open: readonly Area[]): Channel[] {
  const sides = [...solid, ...open].flatMap(({ x, y, width, height }): Channel[] => [
    { at: x, from: y, to: y + height },
    { at: x + width, from: y, to: y + height },
  ]);
  const found = new Map<string, Channel>();
  for (const side of sides) {
    for (const way of [-1, 1] as const) {
      const gap = measureGap(side, sides, way);
      if (gap < narrowest) continue;
      const at = Math.round(side.at + way * (gap <= widest ? gap / 2 : distance));
      const channel = findReach({ ...side, at }, solid);
      if (channel !== undefined) found.set(`${Math.round(at / 3)} ${channel.from} ${channel.to}`, channel);
    }
  }
  return [...found.values()];
}

/** How far it is from a side to the next one that is opposite to a part of it. */
function measureGap({ at, from, to }: Channel, sides: readonly Channel[], way: -1 | 1): number {
  let gap = Number.POSITIVE_INFINITY;
  for (const other of sides) {
    const apart = way * (other.at - at);
    if (apart > 0 && apart < gap && other.from < to && from < other.to) gap = apart;
  }
  return gap;
}

/** A channel as far as nothing solid is in its way, or none where it begins in something solid. */
export function findReach({ at, from, to }: Channel, solid: readonly Area[]): Channel | undefined {
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const middle = (from + to) / 2;
  for (const { x, y, width, height } of solid) {
    if (at <= x - clearance || at >= x + width + clearance) continue;
    if (y + height <= middle) first = Math.max(first, y + height + clearance);
    else if (y >= middle) last = Math.min(last, y - clearance);
    else return undefined;
  }
  return { at, from: first, to: last };
}

/** Whether a straight line runs through something solid. */
export function isBlocked(line: Area, solid: readonly Area[]): boolean {
  return solid.some((area) => areOverlapping(line, area));
}
