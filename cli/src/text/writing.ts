/** The two ways a collection is written, and how each is put together again after a change. */

import type { Json } from "pulumi-analytics-internal/core/model";
import type { Shape } from "pulumi-analytics-internal/core/model/schema";
import type { Node } from "yaml";
import type { Printer } from "./printer";
import type { Entry, FlowEntry, Source } from "./source";
import { type Collection, getBlockText, isBlock, readHeaderComment } from "./tree";

/** An entry as it shall be: one there was, with its text, or the text of a new one. */
export interface Piece {
  readonly text: string;
  readonly entry?: Entry;
}

/** A collection of a text, to be written again. */
export interface Writing {
  readonly entries: readonly Entry[];
  /** An entry's text with a new value in the place of the one it has. */
  replaceValue(entry: Entry, value: Json, shape: Shape | undefined): string;
  /** The text of a new entry; the key is undefined in a list. */
  addEntry(key: string | undefined, value: Json, shape: Shape | undefined): string;
  /** The collection's text. What stands around an entry goes where the entry goes. */
  joinPieces(pieces: readonly Piece[]): string;
}

/** A collection in lines of its own. */
export class BlockWriting implements Writing {
  readonly entries: readonly Entry[];
  private readonly first: Entry;
  private readonly indent: number;

  /** @param isRoot whether what stands above the first entry belongs to the file, not to the entry. */
  constructor(
    collection: Collection,
    private readonly source: Source,
    private readonly printer: Printer,
    private readonly isRoot: boolean,
  ) {
    this.entries = source.listBlockEntries(collection);
    this.first = this.entries[0] as Entry;
    this.indent = source.getColumn(this.first.core.start);
  }

  /** Comments beside and below the old value stay. */
  replaceValue(entry: Entry, value: Json, shape: Shape | undefined): string {
    const { core, headEnd, key } = entry;
    const { node, range } = entry.value;
    const { text } = this.source;
    const ended = isBlock(node) ? core.end : this.source.endOfLines(range.end);
    const header = readHeaderComment(node);
    const comment = header !== undefined ? ` ${header}` : isBlock(node) ? "" : text.slice(range.end, ended).trimEnd();
    const below = text.slice(ended, core.end).replace(/^[ \t]+/gm, " ".repeat(this.indent));
    const like = { node, step: this.getStep(node) };
    const spot = {
      indent: this.indent,
      column: this.source.getColumn(headEnd) + 1,
      isItem: key === undefined,
      comment,
      like,
    };
    return text.slice(core.start, headEnd) + this.printer.printBelow(value, shape, spot) + below;
  }

  addEntry(key: string | undefined, value: Json, shape: Shape | undefined): string {
    if (key !== undefined) return this.printer.pair(key, value, shape, this.indent);
    return this.printer.printItem(value, shape, this.indent, isBlock(this.entries.at(-1)?.value.node));
  }

  joinPieces(pieces: readonly Piece[]): string {
    const left = this.collectLeftBehind(new Set(pieces.map(({ entry }) => entry)));
    let text = this.isRoot ? this.source.slice(this.first.lead) : "";
    for (const [index, { entry, text: core }] of pieces.entries()) {
      const lead = entry === undefined || (this.isRoot && entry === this.first) ? "" : this.source.slice(entry.lead);
      const above = (left.get(entry) ?? "") + lead;
      if (index > 0 || this.source.isFirstOnLine(this.first.core.start)) text += above + " ".repeat(this.indent) + core;
      else text += above.trim() === "" ? core : above.trimStart() + " ".repeat(this.indent) + core;
    }
    return text + (left.get(undefined) ?? "");
  }

  /** Comments above entries that go, by the entry they stand above then; undefined: the end. */
  private collectLeftBehind(kept: ReadonlySet<Entry | undefined>): Map<Entry | undefined, string> {
    const left = new Map<Entry | undefined, string>();
    let waiting = "";
    for (const entry of this.entries) {
      if (kept.has(entry)) {
        left.set(entry, waiting);
        waiting = "";
      } else if (!this.isRoot || entry !== this.first) waiting += keepDetached(this.source.slice(entry.lead));
    }
    return left.set(undefined, waiting);
  }

  /** By how much a block of text is indented. */
  private getStep(node: Node | undefined): number {
    const blanks = /^( *)\S/m.exec(getBlockText(node)?.source ?? "")?.[1];
    return Math.max(1, (blanks?.length ?? this.indent + 2) - this.indent);
  }
}

/** What stays of the comments above an entry that goes: those that a blank line parts from it. */
function keepDetached(lead: string): string {
  const kept = /^[\s\S]*\n[ \t]*\r?\n/.exec(lead)?.[0] ?? "";
  return kept.includes("#") ? kept : "";
}

/** A collection in brackets. */
export class FlowWriting implements Writing {
  readonly entries: readonly FlowEntry[];
  private readonly hasTrailingComma: boolean;
  private readonly closing: string;
  /** Blanks before an entry that has its own line; undefined when all stands on one. */
  private readonly indent: string | undefined;

  constructor(
    private readonly collection: Collection,
    private readonly source: Source,
    private readonly printer: Printer,
  ) {
    const { entries, hasTrailingComma, closing } = source.listFlowEntries(collection);
    this.entries = entries;
    this.hasTrailingComma = hasTrailingComma;
    this.closing = source.slice(closing);
    const lead = entries.map((entry) => source.slice(entry.lead)).findLast((text) => text.includes("\n"));
    this.indent = lead?.slice(lead.lastIndexOf("\n") + 1);
  }

  replaceValue(entry: Entry, value: Json, shape: Shape | undefined): string {
    const { core, headEnd, key } = entry;
    const { node, range } = entry.value;
    const { text } = this.source;
    const head = key === undefined ? "" : text.slice(core.start, headEnd).replace(/:?$/, ": ");
    return head + this.printer.printFlow(value, shape, this.indent, node) + text.slice(range.end, core.end);
  }

  addEntry(key: string | undefined, value: Json, shape: Shape | undefined): string {
    return key === undefined
      ? this.printer.printFlow(value, shape, this.indent)
      : this.printer.printFlowPair(key, value, shape, this.indent);
  }

  joinPieces(pieces: readonly Piece[]): string {
    const { text } = this.source;
    const [start, end] = this.collection.range as [number, number, number];
    let result = text.slice(start, start + 1);
    let isInComment = false;
    const add = (gap: string, what: string) => {
      // A comment ends with its line.
      result += isInComment && !/^[ \t]*\r?\n/.test(gap) ? `${this.printer.lineBreak}${this.indent ?? ""}` : "";
      result += gap + what;
    };
    for (const [index, { entry, text: core }] of pieces.entries()) {
      const trail = entry ? this.source.slice((entry as FlowEntry).trail) : "";
      const comma = index < pieces.length - 1 || this.hasTrailingComma ? "," : "";
      add(this.getGap(entry, index === 0), core + comma + trail);
      isInComment = entry !== undefined && /#[^#\n]*$/.test(text.slice(entry.value.range.end, entry.core.end) + trail);
    }
    add(this.closing, text.slice(end - 1, end));
    return result;
  }

  /** What stands before an entry: comments of its own, else what is usual at that place. */
  private getGap(entry: Entry | undefined, isFirst: boolean): string {
    const own = entry && this.source.slice(entry.lead);
    const [first] = this.entries as [FlowEntry];
    if (own?.includes("#")) return own;
    if (isFirst) return this.source.slice(first.lead).replace(/(?<![ \t])[ \t]*#[^\n]*/g, "");
    if (own !== undefined && entry !== first) return own;
    return this.indent === undefined ? " " : this.printer.lineBreak + this.indent;
  }
}
