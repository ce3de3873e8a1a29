import type { Area, Point } from "../geometry";
import { clearance, type RouteFrame, type RouteLine } from "./request";
import { removeStraight } from "./search";

/** How far apart lines run, where there is room, and where there is less. */
const distance = 8;
const steps = [distance, 5, 3, 2, 1, 0.5] as const;

/** The straight parts of lines from one box that look alike and run over each other, and move as one. */
interface Track {
  readonly parts: Part[];
  readonly from: number;
  readonly to: number;
  /** How far it may move. */
  readonly least: number;
  readonly most: number;
  at: number;
}

/** A straight part of a line: from a point of it to the next. */
interface Part {
  readonly line: number;
  readonly index: number;
}

/** What lines are spread between. */
export interface Surroundings {
  readonly boxes: readonly Area[];
  readonly solid: readonly Area[];
  readonly frames: readonly RouteFrame[];
}

/** Along which axis parts move. */
type Axis = "x" | "y";

const getOtherAxis = (axis: Axis): Axis => (axis === "x" ? "y" : "x");

/**
 * Moves lines apart where they run over each other, in an order in which they cross least. Lines from one box that look
 * alike stay a tree. The lines run to the right; their bends are changed in place.
 */
export function spreadLines(bends: Point[][], lines: readonly RouteLine[], around: Surroundings): void {
  for (const axis of ["x", "y", "x", "y"] as const) {
    const tracks = findTracks(bends, lines, around, axis);
    for (const group of findGroups(tracks)) placeGroup(group, bends, axis);
    for (const track of tracks) moveTrack(track, bends, axis);
  }
  for (const [line, points] of bends.entries()) bends[line] = removeStraight(points);
}

function findTracks(
  bends: readonly Point[][],
  lines: readonly RouteLine[],
  { boxes, solid, frames }: Surroundings,
  axis: Axis,
): Track[] {
  const along = getOtherAxis(axis);
  const byPlace = new Map<string, { readonly part: Part; readonly from: number; readonly to: number }[]>();
  for (const [line, points] of bends.entries()) {
    for (const [index, point] of points.slice(0, -1).entries()) {
      const next = points[index + 1]!;
      if (point[axis] !== next[axis]) continue;
      const { from, style = "" } = lines[line]!;
      const key = `${point[axis]} ${from} ${style}`;
      const entry = {
        part: { line, index },
        from: Math.min(point[along], next[along]),
        to: Math.max(point[along], next[along]),
      };
      const entries = byPlace.get(key);
      if (entries === undefined) byPlace.set(key, [entry]);
      else entries.push(entry);
    }
  }
  return [...byPlace.entries()].flatMap(([key, entries]) => {
    const at = Number.parseFloat(key);
    return joinParts(entries).map(({ parts, from, to }): Track => {
      const ends = parts.flatMap(({ line, index }) => [
        ...(index === 0 ? [boxes[lines[line]!.from]!] : []),
        ...(index === bends[line]!.length - 2 ? [boxes[lines[line]!.to]!] : []),
      ]);
      const [least, most] = findRoom({ at, from, to }, solid, frames, ends, axis);
      return { parts, from, to, at, least, most };
    });
  });
}

/** Parts that touch, as one. */
function joinParts(
  entries: readonly { readonly part: Part; readonly from: number; readonly to: number }[],
): { parts: Part[]; from: number; to: number }[] {
  const joined: { parts: Part[]; from: number; to: number }[] = [];
  for (const { part, from, to } of entries.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) {
      last.parts.push(part);
      last.to = Math.max(last.to, to);
    } else {
      joined.push({ parts: [part], from, to });
    }
  }
  return joined;
}

/** How far a part can move until it comes too near to a box, a border of a frame, or the end of the side it meets. */
function findRoom(
  { at, from, to }: { readonly at: number; readonly from: number; readonly to: number },
  solid: readonly Area[],
  frames: readonly Area[],
  ends: readonly Area[],
  axis: Axis,
): [least: number, most: number] {
  const along = getOtherAxis(axis);
  const [size, length] = axis === "x" ? (["width", "height"] as const) : (["height", "width"] as const);
  let [least, most] = [at - 400, at + 400];
  const stop = (place: number) => {
    if (place <= at) least = Math.max(least, Math.min(at, place + clearance));
    if (place >= at) most = Math.min(most, Math.max(at, place - clearance));
  };
  for (const area of solid) {
    if (area[along] - clearance >= to || area[along] + area[length] + clearance <= from) continue;
    if (area[axis] + area[size] <= at) stop(area[axis] + area[size]);
    else if (area[axis] >= at) stop(area[axis]);
  }
  for (const frame of frames) {
    if (frame[along] >= to || frame[along] + frame[length] <= from) continue;
    stop(frame[axis]);
    stop(frame[axis] + frame[size]);
  }
  for (const end of ends) {
    stop(end[axis] + 3);
    stop(end[axis] + end[size] - 3);
  }
  return [least, most];
}

/** Tracks that are too near to each other, beside each other. */
function findGroups(tracks: readonly Track[]): Track[][] {
  const inOrder = tracks.toSorted((a, b) => a.at - b.at);
  const groupOf = new Map(inOrder.map((track) => [track, [track]]));
  for (const [index, one] of inOrder.entries()) {
    for (let next = index + 1; next < inOrder.length; next++) {
      const another = inOrder[next]!;
      if (another.at - one.at >= distance - 1) break;
      if (!areBeside(one, another)) continue;
      const [group, joining] = [groupOf.get(one)!, groupOf.get(another)!];
      if (group === joining) continue;
      group.push(...joining);
      for (const track of joining) groupOf.set(track, group);
    }
  }
  return [...new Set(groupOf.values())].filter(({ length }) => length > 1);
}

const areBeside = (a: Track, b: Track) => a.from < b.to + 6 && b.from < a.to + 6;

/** Where lines leave a track, and to which side. */
type Branch = readonly [along: number, side: number];

function findBranches({ parts }: Track, bends: readonly Point[][], axis: Axis): Branch[] {
  const branches = new Map<string, Branch>();
  for (const { line, index } of parts) {
    for (const [inside, outside] of [
      [index, index - 1],
      [index + 1, index + 2],
    ] as const) {
      const [point, next] = [bends[line]![inside]!, bends[line]![outside]];
      const side = Math.sign((next?.[axis] ?? 0) - point[axis]);
      if (next !== undefined && side !== 0)
        branches.set(`${point[getOtherAxis(axis)]} ${side}`, [point[getOtherAxis(axis)], side]);
    }
  }
  return [...branches.values()];
}

/** Puts the tracks of a group beside each other. */
function placeGroup(group: readonly Track[], bends: readonly Point[][], axis: Axis): void {
  const branches = new Map(group.map((track) => [track, findBranches(track, bends, axis)]));
  const isInside = (along: number, { from, to }: Track) => from <= along && along <= to;
  /** How many lines of one track the other crosses if it stands on a side of it. */
  const countCrossings = (one: Track, another: Track, side: number) =>
    branches.get(one)!.filter(([along, way]) => way === side && isInside(along, another)).length;
  const prefer = (a: Track, b: Track) =>
    countCrossings(a, b, 1) + countCrossings(b, a, -1) - countCrossings(a, b, -1) - countCrossings(b, a, 1) ||
    a.at - b.at;
  const inOrder = sortByPairs(group, prefer);

  const levels = new Map<Track, number>();
  for (const [index, track] of inOrder.entries()) {
    const before = inOrder.slice(0, index).filter((earlier) => areBeside(earlier, track));
    levels.set(track, Math.max(-1, ...before.map((earlier) => levels.get(earlier)!)) + 1);
  }
  const depth = Math.max(...levels.values());
  const center = group.reduce((sum, { at }) => sum + at, 0) / group.length;
  const pairs = inOrder.flatMap((track, index) =>
    inOrder.slice(0, index).flatMap((earlier) => (areBeside(earlier, track) ? [{ earlier, track }] : [])),
  );
  for (const step of steps) {
    const start = center - (depth * step) / 2;
    for (const track of group) track.at = clamp(start + levels.get(track)! * step, track.least, track.most);
    for (const { earlier, track } of pairs)
      track.at = clamp(Math.max(track.at, earlier.at + step), track.least, track.most);
    for (const { earlier, track } of pairs.toReversed()) {
      earlier.at = clamp(Math.min(earlier.at, track.at - step), earlier.least, earlier.most);
    }
    if (pairs.every(({ earlier, track }) => track.at - earlier.at > 0.9 * step)) return;
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** An order in which neighbors stand as a comparison of pairs prefers, which need not be one for all. */
function sortByPairs<Item>(items: readonly Item[], prefer: (a: Item, b: Item) => number): Item[] {
  const sorted: Item[] = [];
  for (const item of items) {
    let [best, place, sum] = [0, sorted.length, 0];
    for (let at = sorted.length - 1; at >= 0; at--) {
      sum += prefer(item, sorted[at]!);
      if (sum < best) [best, place] = [sum, at];
    }
    sorted.splice(place, 0, item);
  }
  return sorted;
}

function moveTrack({ parts, at }: Track, bends: Point[][], axis: Axis): void {
  for (const { line, index } of parts) {
    const points = bends[line]!;
    for (const end of [index, index + 1]) points[end] = { ...points[end]!, [axis]: at };
  }
}
