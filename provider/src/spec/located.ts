/** Where things stand in a YAML or JSON text, found from the reader's events without building the values again. */
import { EVENT_ID, type Event, getScalarValue, parseEvents } from "js-yaml";
import type { Path } from "./json";

/** Line and column, from 1. */
export interface Position {
  line: number;
  column: number;
}

/** A value in the text: where it begins, and what is inside. */
export interface Located {
  offset: number;
  /** Of a mapping: where each key stands, and its value. */
  entries?: Map<string, { offset: number; value: Located }>;
  /** Of a list. */
  items?: Located[];
  /** Of a value with a tag of ours: `!include` and its text. */
  include?: string;
}

/** A key written twice in one mapping. */
export interface DuplicateKey {
  key: string;
  first: number;
  second: number;
}

/** A whole text, located. */
export interface LocatedText {
  root: Located | undefined;
  duplicates: DuplicateKey[];
}

const mergeKey = "<<";

/** Builds the tree of places from the events of a text. */
export function locate(text: string, events: readonly Event[]): LocatedText {
  const duplicates: DuplicateKey[] = [];
  const anchors = new Map<string, Located>();
  let next = 0;

  const value = (): Located => {
    const event = events[next++]!;
    if (event.type === EVENT_ID.ALIAS) {
      return anchors.get(text.slice(event.anchorStart, event.anchorEnd)) ?? { offset: event.anchorStart };
    }
    const located: Located = { offset: offsetOf(event) };
    if ("anchorStart" in event && event.anchorStart >= 0) {
      anchors.set(text.slice(event.anchorStart, event.anchorEnd), located);
    }
    if (event.type === EVENT_ID.SCALAR) {
      if (event.tagStart >= 0 && text.slice(event.tagStart, event.tagEnd) === "!include") {
        located.include = getScalarValue(text, event);
      }
    } else if (event.type === EVENT_ID.SEQUENCE) {
      located.items = [];
      while (!closed()) located.items.push(value());
    } else if (event.type === EVENT_ID.MAPPING) {
      located.entries = new Map();
      while (!closed()) entry(located.entries);
    }
    return located;
  };

  const entry = (entries: NonNullable<Located["entries"]>): void => {
    const event = events[next]!;
    const key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined;
    const { offset } = value();
    const inside = value();
    if (key === undefined) return;
    if (key === mergeKey) {
      for (const merged of inside.items ?? [inside]) {
        for (const [name, place] of merged.entries ?? []) if (!entries.has(name)) entries.set(name, place);
      }
      return;
    }
    const before = entries.get(key);
    if (before && before.offset < offset) duplicates.push({ key, first: before.offset, second: offset });
    entries.set(key, { offset, value: inside });
  };

  const closed = (): boolean => {
    if (next < events.length && events[next]!.type !== EVENT_ID.POP) return false;
    next++;
    return true;
  };

  while (next < events.length && events[next]!.type === EVENT_ID.DOCUMENT) next++;
  const root = next < events.length && events[next]!.type !== EVENT_ID.POP ? value() : undefined;
  return { root, duplicates };
}

/** Where an event begins in the text. */
export function offsetOf(event: Event): number {
  if ("valueStart" in event && event.valueStart >= 0) return event.valueStart;
  if ("start" in event) return event.start;
  if ("anchorStart" in event && event.anchorStart >= 0) return event.anchorStart;
  if ("tagStart" in event && event.tagStart >= 0) return event.tagStart;
  return 0;
}

/** Turns offsets into lines and columns. */
export function positions(text: string): (offset: number) => Position {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}

/** Where a path stands: its key, or its item; if there is no such place, the nearest one above it. */
export function offsetAt(root: Located | undefined, path: Path): number {
  let here = root;
  let offset = root?.offset ?? 0;
  for (const key of path) {
    if (typeof key === "number") {
      // Items spliced in by an include move the ones behind it: the list itself is the nearest place that is certain.
      if (here?.items?.slice(0, key + 1).some((item) => item.include !== undefined)) break;
      here = here?.items?.[key];
      if (!here) break;
      offset = here.offset;
    } else {
      const entry = here?.entries?.get(key);
      if (!entry) break;
      here = entry.value;
      offset = entry.offset;
    }
  }
  return offset;
}

/** Finds lines and columns of paths in a text that was parsed before. */
export function positionsIn(given: string): (path: Path) => Position {
  const text = given.startsWith("\uFEFF") ? given.slice(1) : given;
  const { root } = locate(text, parseEvents(text, {}));
  const at = positions(text);
  return (path) => at(offsetAt(root, path));
}
