import type { Area, Point } from "../geometry";

/** A box that holds others, drawn around them. */
export interface RouteFrame extends Area {
  /** The boxes in it, by their positions in the list. */
  readonly members: ReadonlySet<number>;
}

/** A line from one box to another, by their positions in the list. */
export interface RouteLine {
  readonly from: number;
  readonly to: number;
  /** What it looks like: only lines that look alike share their way. */
  readonly style?: string;
  /** The room that each form of its label needs, the best form first. The last one should fit everywhere. */
  readonly labels?: readonly Pick<Area, "width" | "height">[];
}

/** What lines have to run between and around. */
export interface RouteRequest {
  readonly boxes: readonly Area[];
  readonly lines: readonly RouteLine[];
  /** Which way lines leave a box and come into the next. */
  readonly direction: "right" | "down" | "left" | "up";
  readonly frames?: readonly RouteFrame[];
  /** Where text stands that no line may run through. */
  readonly texts?: readonly Area[];
}

/** Where a label stands, and in which of its forms. */
export interface PlacedLabel extends Area {
  readonly form: number;
}

/** How a line runs: at right angles, from the side of a box to the opposite side of another. */
export interface Route {
  readonly points: readonly Point[];
  readonly label?: PlacedLabel;
}

/** How near a line comes to a box that isn't its end. */
export const clearance = 5;

/** Whether two areas have a part in common. */
export function areOverlapping(a: Area, b: Area): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The area that a line between two points takes. */
export function spanArea(a: Point, b: Point): Area {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/** An area with room around it. */
export function growArea({ x, y, width, height }: Area, by: number): Area {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
