/** The places of values in a YAML or JSON text, found from the parser's events without building the values again. */
import { posix } from "node:path";
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";
import { dropMark, remember } from "../../data";
import type { Path } from "../json";
import type { Finding, Span } from "./findings";

/** Line and column, from 1. */
export interface Position {
  line: number;
  column: number;
}

/** A value in the text: where it begins, and what is inside. */
export interface Located {
  offset: number;
  /** Of a text: where its value begins, behind a quote or the sign of a block, and ends. */
  value?: { readonly start: number; readonly end: number };
  /** Of a mapping: the place of each key, and its value. */
  entries?: Map<string, { offset: number; value: Located }>;
  /** Of a list. */
  items?: Located[];
  /** Of a value with one of the provider's tags: `!include` and its text. */
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
  /** The end of the last scalar. */
  let reached = 0;

  const readValue = (): Located => {
    const event = events[next++]!;
    if (event.type === EVENT_ID.ALIAS) {
      return anchors.get(text.slice(event.anchorStart, event.anchorEnd)) ?? { offset: getOffset(event) };
    }
    const located: Located = { offset: getOffset(event) };
    if ("anchorStart" in event && event.anchorStart >= 0) {
      anchors.set(text.slice(event.anchorStart, event.anchorEnd), located);
    }
    if (event.type === EVENT_ID.SCALAR) {
      reached = Math.max(reached, event.valueEnd);
      if (event.valueStart >= 0) located.value = { start: event.valueStart, end: event.valueEnd };
      if (event.tagStart >= 0 && text.slice(event.tagStart, event.tagEnd) === "!include") {
        located.include = getScalarValue(text, event);
      }
    } else if (event.type === EVENT_ID.SEQUENCE) {
      located.items = [];
      while (!isClosed()) {
        const isNothing = hasNoText(events[next]!);
        const item = readValue();
        // Nothing behind a dash has no place of its own.
        if (isNothing) item.offset = findDash(text, reached);
        reached = Math.max(reached, item.offset + 1);
        located.items.push(item);
      }
    } else if (event.type === EVENT_ID.MAPPING) {
      located.entries = new Map();
      while (!isClosed()) readEntry(located.entries);
    }
    return located;
  };

  const readEntry = (entries: NonNullable<Located["entries"]>): void => {
    const event = events[next]!;
    const key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined;
    const { offset } = readValue();
    const inside = readValue();
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

  const isClosed = (): boolean => {
    if (next < events.length && events[next]!.type !== EVENT_ID.POP) return false;
    next++;
    return true;
  };

  while (next < events.length && events[next]!.type === EVENT_ID.DOCUMENT) next++;
  const root = next < events.length && events[next]!.type !== EVENT_ID.POP ? readValue() : undefined;
  return { root, duplicates };
}

const hasNoText = (event: Event) =>
  event.type === EVENT_ID.SCALAR && event.valueStart < 0 && event.tagStart < 0 && event.anchorStart < 0;

/** The first dash that begins a line from an offset on. */
function findDash(text: string, from: number): number {
  const found = /^[ \t]*(?=-\s)/m.exec(text.slice(from));
  return found === null ? from : from + found.index + found[0].length;
}

const isQuoted = (style: number) => style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;

/** Where an event begins in the text. */
export function getOffset(event: Event): number {
  if ("tagStart" in event && event.tagStart >= 0) return event.tagStart;
  // The sign precedes the name of an anchor or alias, and a quote precedes a quoted value.
  if ("anchorStart" in event && event.anchorStart >= 0) return event.anchorStart - 1;
  if (event.type === EVENT_ID.SCALAR && event.valueStart >= 0)
    return event.valueStart - (isQuoted(event.style) ? 1 : 0);
  return "start" in event ? event.start : 0;
}

/** Turns offsets into lines and columns. */
export function createPositionFinder(text: string): (offset: number) => Position {
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

/** The file that an include names, relative to the file with the include. */
export function resolveInclude(file: string, path: string): string {
  return posix.normalize(posix.join(posix.dirname(file), path));
}

/** The text of a spec, and how to read what it includes. */
export interface SourceText {
  text: string;
  file?: string;
  /** Reads an included file; without it, places inside includes are those of the `!include`. */
  readFile?: (path: string) => string;
  /** What of the form isn't where its path says in this text. */
  parts?: readonly SourcePart[];
}

/** A part of a form that stands in another file, or elsewhere in a file. */
export interface SourcePart {
  /** Where the part is in the form. */
  readonly path: Path;
  /** Where it is in its text. */
  readonly from: Path;
  readonly source: SourceText;
}

/** A position, and the file it is in. */
export interface Place extends Position {
  file?: string;
}

interface Document {
  file: string | undefined;
  text: string;
  root: Located | undefined;
  position: (offset: number) => Position;
}

/** A value in one of the documents, and where it (or its key) begins. */
interface Spot {
  document: Document;
  node: Located;
  offset: number;
}

/** Finds the places of paths in a text that was parsed before, and in what it includes. */
export class Places {
  private main: Document | undefined;
  private readonly included = new Map<string, Document | undefined>();
  private readonly spliced = new Map<Located, (Spot | undefined)[]>();
  private readonly parts: ReadonlyMap<string, SourcePart>;
  private readonly ofParts = new Map<SourceText, Places>();

  constructor(private readonly source: SourceText) {
    this.parts = new Map(source.parts?.map((part) => [JSON.stringify(part.path), part]));
  }

  /**
   * The place of a path: its key, or its item; if there is none, the nearest one above it.
   *
   * @param span the part of the text there that is meant; where the file writes it in another way, the path's place
   * stands for it.
   */
  locate(path: Path, span?: Span): Place & { endColumn?: number } {
    const part = this.findPart(path);
    if (part !== undefined) return this.open(part.source).locate([...part.from, ...path.slice(part.path.length)], span);
    this.main ??= open(this.source.text, this.source.file);
    const { root } = this.main;
    let spot: Spot = { document: this.main, node: root ?? { offset: 0 }, offset: root?.offset ?? 0 };
    for (const key of path) {
      const next = this.stepInto(this.follow(spot), key);
      if (!next) break;
      spot = next;
    }
    const { file, position } = spot.document;
    const start = span && findOffset(span, spot);
    const place = position(start ?? spot.offset);
    return {
      ...(file === undefined ? {} : { file }),
      ...place,
      ...(start === undefined ? {} : { endColumn: place.column + span!.text.length }),
    };
  }

  /** The innermost part that a path leads to or into. */
  private findPart(path: Path): SourcePart | undefined {
    for (let length = this.parts.size === 0 ? -1 : path.length; length >= 0; length--) {
      const part = this.parts.get(JSON.stringify(path.slice(0, length)));
      if (part !== undefined) return part;
    }
    return undefined;
  }

  private open(source: SourceText): Places {
    return remember(this.ofParts, source, () => new Places(source));
  }

  private stepInto(spot: Spot, key: string | number): Spot | undefined {
    if (typeof key === "number") return this.listItems(spot)[key];
    const entry = spot.node.entries?.get(key);
    return entry && { document: spot.document, node: entry.value, offset: entry.offset };
  }

  /**
   * The items of a list, included ones in their place; from the first include that can't be read on, no item is
   * certain.
   */
  private listItems({ document, node }: Spot): (Spot | undefined)[] {
    let items = this.spliced.get(node);
    if (items) return items;
    items = [];
    for (const item of node.items ?? []) {
      const own: Spot = { document, node: item, offset: item.offset };
      const target = this.follow(own);
      if (target === own && item.include !== undefined) break;
      if (target !== own && target.node.items) for (const one of this.listItems(target)) items.push(one);
      else items.push(own);
    }
    this.spliced.set(node, items);
    return items;
  }

  /** The target of an include; the value itself if it is none, or can't be read. */
  private follow(spot: Spot): Spot {
    const { include } = spot.node;
    const { readFile } = this.source;
    if (include === undefined || !readFile || spot.document.file === undefined) return spot;
    const file = resolveInclude(spot.document.file, include.trim());
    if (!this.included.has(file)) {
      this.included.set(file, undefined);
      this.included.set(
        file,
        attempt(() => open(readFile(file), file)),
      );
    }
    const document = this.included.get(file);
    return document?.root ? { document, node: document.root, offset: document.root.offset } : spot;
  }
}

/** Gives findings the file, line and column they are at. */
export function locateFindings(findings: readonly Finding[], source: SourceText): void {
  const places = new Places(source);
  for (const finding of findings) {
    Object.assign(finding, places.locate(finding.path, finding.span));
    if (finding.other === undefined) continue;
    const { file, line, column } = places.locate(finding.other);
    const isHere = file === undefined || file === finding.file;
    finding.message += isHere ? ` (line ${line})` : ` (${file}:${line}:${column})`;
    delete finding.other;
  }
}

/** Where a part of a text begins, as far as the file writes it as it is. */
function findOffset({ text, nth, line = 1 }: Span, { document, node }: Spot): number | undefined {
  const lineEnd = document.text.indexOf("\n", node.offset);
  // What isn't a text, such as a list, is looked through to the end of its line.
  const rest = { start: node.offset, end: lineEnd < 0 ? document.text.length : lineEnd };
  const { start, end } = node.value ?? rest;
  let from = start;
  for (let left = line - 1; left > 0; left--) {
    const next = document.text.indexOf("\n", from) + 1;
    if (next === 0 || next >= end) return undefined;
    from = next;
  }
  if (text === "") return from + /^[ \t]*/.exec(document.text.slice(from, end))![0].length;
  let at = document.text.indexOf(text, from);
  for (let left = nth; left > 0 && at >= 0; left--) at = document.text.indexOf(text, at + text.length);
  return at < 0 || at + text.length > end ? undefined : at;
}

function open(given: string, file: string | undefined): Document {
  const text = dropMark(given);
  return { file, text, root: locate(text, parseEvents(text, {})).root, position: createPositionFinder(text) };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
