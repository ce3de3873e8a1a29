/** Where the entries of mappings and lists stand in a text: what belongs to each, comments included. */
import { type Document, isCollection, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { keyOf } from "./layout";

/** A mapping or list of a text that was read. */
export type Collection = YAMLMap | YAMLSeq;

/** A stretch of the text, its end not included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** One entry of a collection: a key with its value, or an item of a list. */
export interface Entry {
  /** The key, as text; undefined for an item of a list. */
  readonly key: string | undefined;
  /** Undefined where nothing is written, as after `key:`. */
  readonly node: Node | undefined;
  /** After the colon or the dash. */
  readonly headEnd: number;
  /** The value; of a block collection, from the line of its first entry. */
  readonly value: Range;
}

/** An entry of a block collection: whole lines, but for blanks before them. */
export interface BlockEntry extends Entry {
  /** Comments and blank lines above it. */
  readonly lead: Range;
  /** From the key or dash to the end of the last line, with comments below that are indented deeper. */
  readonly core: Range;
}

/** An entry of a flow collection. */
export interface FlowEntry extends Entry {
  /** Line break, comments and blanks before it. */
  readonly gap: Range;
  readonly core: Range;
  /** A comment after its comma. */
  readonly trail: Range;
}

/** The parts of the library's tokens that are looked at here. */
interface Token {
  readonly type: string;
  readonly offset: number;
  readonly source?: string;
}
interface ItemToken {
  readonly start: readonly Token[];
  readonly key?: Token | null;
  readonly sep?: readonly Token[];
  readonly value?: Token;
}

const isProperty = ({ type }: Token) => type === "anchor" || type === "tag";
const indicators = new Set(["seq-item-ind", "explicit-key-ind"]);

/** Whether a collection is written in lines of its own. */
export const isBlock = (node: Node | undefined): node is Collection => isCollection(node) && !node.flow;

/** A text and the places in it. */
export class Source {
  constructor(readonly text: string) {}

  slice({ start, end }: Range): string {
    return this.text.slice(start, end);
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf("\n", offset - 1) + 1;
  }

  /** After the line break that ends the line of an offset. */
  lineEnd(offset: number): number {
    const end = this.text.indexOf("\n", offset);
    return end < 0 ? this.text.length : end + 1;
  }

  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  /** Whether nothing but blanks stands before an offset on its line. */
  isFirstOnLine(offset: number): boolean {
    return this.text.slice(this.lineStart(offset), offset).trim() === "";
  }

  blockEntries(collection: Collection): BlockEntry[] {
    const entries: BlockEntry[] = [];
    const parts = partsOf(collection);
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1];
      const column = this.column(part.start);
      const leadStart = entries.at(-1)?.core.end ?? this.firstLead(part.start);
      const lead = {
        start: leadStart,
        end: Math.max(leadStart, this.isFirstOnLine(part.start) ? this.lineStart(part.start) : part.start),
      };
      const value = this.valueOf(part);
      const written = part.node !== undefined && isBlock(part.node) ? value.end : this.endOfLines(value.end);
      const limit = next === undefined ? this.text.length : this.lineStart(next.start);
      const core = { start: part.start, end: this.withDeeperComments(written, limit, column) };
      entries.push({ key: part.key, node: part.node, headEnd: part.headEnd, value, lead, core });
    }
    return entries;
  }

  flowEntries(collection: Collection): { entries: FlowEntry[]; hasTrailingComma: boolean; closing: Range } {
    const entries: FlowEntry[] = [];
    const parts = partsOf(collection);
    let gapStart = (collection.range?.[0] ?? 0) + 1;
    let hasTrailingComma = false;
    for (const [index, part] of parts.entries()) {
      const value = this.valueOf(part);
      const next = parts[index + 1]?.start ?? (collection.range?.[1] ?? 0) - 1;
      const comma = this.comma(value.end, next);
      hasTrailingComma = comma !== undefined;
      const afterComma = comma === undefined ? value.end : comma + 1;
      const trailing = /^[ \t]+#[^\n]*/.exec(this.text.slice(afterComma, next))?.[0] ?? "";
      const trail = { start: afterComma, end: afterComma + trailing.trimEnd().length };
      // What stands between a value and its comma stays with the value.
      const core = { start: part.start, end: comma ?? value.end };
      entries.push({
        key: part.key,
        node: part.node,
        headEnd: part.headEnd,
        value,
        gap: { start: gapStart, end: part.start },
        core,
        trail,
      });
      gapStart = trail.end;
    }
    return { entries, hasTrailingComma, closing: { start: gapStart, end: (collection.range?.[1] ?? 0) - 1 } };
  }

  /** Where a comma stands, comments passed over. */
  private comma(from: number, to: number): number | undefined {
    const between = this.text.slice(from, to).replace(/#[^\n]*/g, (comment) => " ".repeat(comment.length));
    const at = between.indexOf(",");
    return at < 0 ? undefined : from + at;
  }

  private valueOf({ node, valueStart }: Part): Range {
    if (node === undefined) return { start: valueStart, end: valueStart };
    if (isBlock(node)) {
      const entries = this.blockEntries(node);
      const [first, last] = [entries[0], entries.at(-1)];
      return { start: first?.lead.start ?? valueStart, end: last?.core.end ?? valueStart };
    }
    return { start: valueStart, end: node.range?.[1] ?? valueStart };
  }

  /** A block of text ends with its last line break already. */
  private endOfLines(offset: number): number {
    return offset > 0 && this.text[offset - 1] === "\n" ? offset : this.lineEnd(offset);
  }

  /** The comments and blank lines above a first entry; on the line of its parent there are none. */
  private firstLead(start: number): number {
    if (!this.isFirstOnLine(start)) return start;
    let lead = this.lineStart(start);
    while (lead > 0 && /^[ \t]*(#[^\n]*)?\r?\n$/.test(this.text.slice(this.lineStart(lead - 1), lead))) {
      lead = this.lineStart(lead - 1);
    }
    return lead;
  }

  /** The end of the comments from an offset on that are indented deeper than a column. */
  private withDeeperComments(from: number, limit: number, column: number): number {
    let end = from;
    for (let line = from; line < limit; line = this.lineEnd(line)) {
      const [, blanks, mark] = /^([ \t]*)([^\r\n]?)/.exec(this.text.slice(line, this.lineEnd(line))) as RegExpExecArray;
      if (mark === "") continue;
      if (mark !== "#" || (blanks as string).length <= column) break;
      end = this.lineEnd(line);
    }
    return end;
  }
}

interface Part {
  readonly key: string | undefined;
  readonly node: Node | undefined;
  readonly start: number;
  readonly headEnd: number;
  readonly valueStart: number;
}

/** The entries of a collection, with offsets from the reader's tokens. */
function partsOf(collection: Collection): Part[] {
  const { srcToken } = collection as { srcToken?: { items?: readonly ItemToken[] } };
  const tokens = (srcToken?.items ?? []).filter(isEntry);
  return (collection.items as (Pair<Node, Node | null> | Node)[]).map((item, index) => {
    const token = tokens[index] as ItemToken;
    const isPair = "key" in item;
    const node = (isPair ? item.value : item) ?? undefined;
    const hasColon = token.sep?.some(({ type }) => type === "map-value-ind") ?? false;
    const indicator = token.start.find(({ type }) => indicators.has(type));
    const first = [indicator, ...token.start.filter(isProperty), token.key, ...(token.sep ?? []), token.value].find(
      (part) => part,
    );
    const start = first?.offset ?? 0;
    const head = hasColon ? token.sep?.find(({ type }) => type === "map-value-ind") : isPair ? token.key : indicator;
    const headEnd = head ? head.offset + (head.source?.length ?? 1) : start;
    const properties = (hasColon ? (token.sep ?? []) : isPair ? [] : token.start).filter(
      (part) => isProperty(part) && part.offset >= headEnd,
    );
    const last = properties.at(-1);
    const valueToken = isPair && !hasColon ? undefined : isPair ? token.value : token.value;
    const isWritten = valueToken !== undefined && valueToken.source !== "";
    const valueStart =
      node !== undefined && isBlock(node)
        ? (valueToken?.offset ?? headEnd)
        : (properties[0]?.offset ?? (isWritten ? (valueToken as Token).offset : headEnd));
    const isAbsent = !isWritten && last === undefined;
    return { key: isPair ? keyOf(item) : undefined, node: isAbsent ? undefined : node, start, headEnd, valueStart };
  });
}

function isEntry({ start, key, sep, value }: ItemToken): boolean {
  return Boolean(key || sep || value || start.some((token) => isProperty(token) || indicators.has(token.type)));
}

/** The collection a document holds, as an entry of its own. */
export function rootEntry(document: Document.Parsed, source: Source): Entry {
  const node = document.contents ?? undefined;
  const entries = isBlock(node) ? source.blockEntries(node) : [];
  const value = {
    start: entries[0]?.lead.start ?? node?.range?.[0] ?? 0,
    end: entries.at(-1)?.core.end ?? node?.range?.[1] ?? 0,
  };
  return { key: undefined, node: node as Node | undefined, headEnd: value.start, value };
}
