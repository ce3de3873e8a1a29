/** Where the entries of mappings and lists stand in a text: what belongs to each, comments included. */
import type { CST, Document, Node } from "yaml";
import { type Collection, type Content, getContents, getKey, isBlock, isEntry } from "./tree";

/** A stretch of the text, its end not included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A value in the text. */
export interface Value {
  /** Undefined where nothing is written, as after `key:`. */
  readonly node: Node | undefined;
  /** With anchor and tag; of a collection in lines of its own, from the first line that belongs to its first entry. */
  readonly range: Range;
}

/** One entry of a collection: a key with its value, or an item of a list. */
export interface Entry {
  readonly content: Content;
  /** The key, as text; undefined for an item of a list. */
  readonly key: string | undefined;
  readonly value: Value;
  /** After the colon or the dash. */
  readonly headEnd: number;
  /** Comments, line breaks and blanks before it; with lines of its own, those above it. */
  readonly lead: Range;
  /** From key or dash on; in lines of its own with their ends and comments below that are indented deeper. */
  readonly core: Range;
}

/** An entry between brackets; its core ends before the comma. */
export interface FlowEntry extends Entry {
  /** A comment after the comma. */
  readonly trail: Range;
}

/** What stands between brackets. */
export interface FlowEntries {
  readonly entries: readonly FlowEntry[];
  readonly hasTrailingComma: boolean;
  /** Before the closing bracket. */
  readonly closing: Range;
}

/** A text that was read, and the places in it. */
export class Source {
  private readonly found = new Map<Collection, readonly Entry[]>();

  constructor(readonly text: string) {}

  slice({ start, end }: Range): string {
    return this.text.slice(start, end);
  }

  findLineStart(offset: number): number {
    return this.text.lastIndexOf("\n", offset - 1) + 1;
  }

  /** After the line break that ends the line of an offset. */
  findLineEnd(offset: number): number {
    const end = this.text.indexOf("\n", offset);
    return end < 0 ? this.text.length : end + 1;
  }

  /** After the last line of a value; a block of text ends with its line break already. */
  endOfLines(offset: number): number {
    return offset > 0 && this.text[offset - 1] === "\n" ? offset : this.findLineEnd(offset);
  }

  /** From 0. */
  getColumn(offset: number): number {
    return offset - this.findLineStart(offset);
  }

  /** Whether nothing but blanks stands before an offset on its line. */
  isFirstOnLine(offset: number): boolean {
    return this.text.slice(this.findLineStart(offset), offset).trim() === "";
  }

  /** The value the whole text stands for. */
  getRoot({ contents }: Document): Value {
    const node = contents ?? undefined;
    return { node, range: this.getRange(node, node?.range?.[0] ?? 0) };
  }

  /** The entries of a collection that has lines of its own. */
  listBlockEntries(collection: Collection): readonly Entry[] {
    const known = this.found.get(collection);
    if (known) return known;
    const entries: Entry[] = [];
    const parts = listParts(collection);
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1];
      const above = entries.at(-1)?.core.end ?? this.findFirstLead(part.start);
      const lead = { start: above, end: this.isFirstOnLine(part.start) ? this.findLineStart(part.start) : above };
      const range = this.getRange(part.node, part.valueStart);
      const lines = isBlock(part.node) ? range.end : this.endOfLines(range.end);
      const limit = next === undefined ? this.text.length : this.findLineStart(next.start);
      const core = { start: part.start, end: this.skipDeeperComments(lines, limit, this.getColumn(part.start)) };
      entries.push({ ...part, value: { node: part.node, range }, lead, core });
    }
    this.found.set(collection, entries);
    return entries;
  }

  /** The entries of a collection in brackets. */
  listFlowEntries(collection: Collection): FlowEntries {
    const entries: FlowEntry[] = [];
    const parts = listParts(collection);
    const [from, to] = getInnerRange(collection);
    let before = from;
    let hasTrailingComma = false;
    for (const [index, part] of parts.entries()) {
      const range = this.getRange(part.node, part.valueStart);
      const { comma } = part;
      hasTrailingComma = comma !== undefined;
      const limit = parts[index + 1]?.start ?? to;
      const trail = this.findTrail(comma === undefined ? range.end : comma + 1, limit);
      const core = { start: part.start, end: comma ?? range.end };
      const lead = { start: before, end: part.start };
      entries.push({ ...part, value: { node: part.node, range }, lead, core, trail });
      before = trail.end;
    }
    return { entries, hasTrailingComma, closing: { start: before, end: to } };
  }

  private getRange(node: Node | undefined, start: number): Range {
    if (!isBlock(node)) return { start, end: Math.max(start, node?.range?.[1] ?? start) };
    const entries = this.listBlockEntries(node as Collection);
    return { start: entries[0]?.lead.start ?? start, end: entries.at(-1)?.core.end ?? start };
  }

  private findTrail(from: number, to: number): Range {
    const comment = /^[ \t]+#[^\r\n]*/.exec(this.text.slice(from, to))?.[0] ?? "";
    return { start: from, end: from + comment.length };
  }

  /** Where the comments and blank lines above a first entry begin; on the line of its parent there are none. */
  private findFirstLead(start: number): number {
    if (!this.isFirstOnLine(start)) return start;
    let lead = this.findLineStart(start);
    while (
      lead > 0 &&
      /^[ \t]*(#[^\n]*)?\n$/.test(this.text.slice(this.findLineStart(lead - 1), lead).replace("\r\n", "\n"))
    ) {
      lead = this.findLineStart(lead - 1);
    }
    return lead;
  }

  /** The end of the comments, from a line on, that are indented deeper than a column. */
  private skipDeeperComments(from: number, limit: number, column: number): number {
    let end = from;
    for (let line = from; line < limit; line = this.findLineEnd(line)) {
      const text = this.text.slice(line, this.findLineEnd(line));
      if (text.trim() === "") continue;
      if (!text.trimStart().startsWith("#") || text.length - text.trimStart().length <= column) break;
      end = this.findLineEnd(line);
    }
    return end;
  }
}

function getInnerRange(collection: Collection): [start: number, end: number] {
  const [start, end] = collection.range ?? [0, 2];
  return [start + 1, end - 1];
}

interface Part {
  readonly content: Content;
  readonly key: string | undefined;
  readonly node: Node | undefined;
  readonly start: number;
  readonly headEnd: number;
  readonly valueStart: number;
  /** Between brackets, where the comma behind it stands, if there is one. */
  readonly comma: number | undefined;
}

type Item = CST.CollectionItem;

const isProperty = ({ type }: CST.Token) => type === "anchor" || type === "tag";
const isIndicator = ({ type }: CST.Token) => type === "seq-item-ind" || type === "explicit-key-ind";
const isColon = ({ type }: CST.Token) => type === "map-value-ind";
const isComma = ({ type }: CST.Token) => type === "comma";
const getSource = (token: CST.Token) => ("source" in token ? token.source : undefined);
const getEnd = (token: CST.Token) => token.offset + (getSource(token)?.length ?? 0);

/** Whether the reader kept the tokens a collection was made from; it has none for `[a: 1]`, a pair without braces. */
export const hasTokens = (collection: Collection) => getItemTokens(collection).length > 0;

const getItemTokens = ({ srcToken: token }: Collection): readonly Item[] =>
  token !== undefined && "items" in token ? token.items : [];

/** The contents of a collection, with offsets from the reader's tokens. */
function listParts(collection: Collection): Part[] {
  const all = getItemTokens(collection);
  const tokens = all.flatMap((item, index) => (isContent(item) ? [{ ...item, next: all[index + 1] }] : []));
  return getContents(collection)
    .slice(0, tokens.length)
    .map((content, index) => createPart(content, tokens[index]!));
}

/** The last token of a collection may hold comments only. */
function isContent({ start, key, sep, value }: Item): boolean {
  return Boolean(key || sep || value) || start.some((token) => isProperty(token) || isIndicator(token));
}

function createPart(content: Content, { start, key, sep = [], value, next }: Item & { next: Item | undefined }): Part {
  const indicator = start.find(isIndicator);
  const own = start.filter((token) => token === indicator || isProperty(token));
  const first = [...own, key, ...sep, value].find((token) => token);
  const isPair = isEntry(content);
  const head = isPair ? (sep.find(isColon) ?? key ?? undefined) : indicator;
  const headEnd = head ? getEnd(head) : (first?.offset ?? 0);
  const property = (isPair ? sep : start).find((token) => isProperty(token) && token.offset >= headEnd);
  const node = (isPair ? content.value : content) ?? undefined;
  const isWritten = property !== undefined || (value !== undefined && getSource(value) !== "");
  const valueStart =
    (isBlock(node) ? undefined : property?.offset) ?? (isWritten ? value?.offset : undefined) ?? headEnd;
  return {
    content,
    key: isPair ? getKey(content) : undefined,
    node: isWritten ? node : undefined,
    start: first?.offset ?? 0,
    headEnd,
    valueStart,
    comma: next?.start.find(isComma)?.offset,
  };
}
