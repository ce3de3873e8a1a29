import { type Document, isAlias, isMap, isScalar, isSeq, type Node, Scalar } from "yaml";
import { isHole, type Json, type JsonObject, type ParseOptions, parseSpec } from "../../spec";
import { isObject, sameJson } from "../../spec/json";
import { withoutMark } from "../../spec/located";
import { fieldShape, modelShape, type ObjectShape, pickObject, type Shape } from "../../spec/shape";
import { UsageError } from "../command";
import { inOrder, itemShape } from "./layout";
import { pairItems } from "./pair-items";
import { Printer } from "./printer";
import {
  type BlockEntry,
  type Collection,
  type Entry,
  type FlowEntry,
  isBlock,
  type Range,
  rootEntry,
  Source,
} from "./source";
import { readTree } from "./yaml";

/**
 * A user's text, changed so that it reads as `form`. Only what differs is touched: comments, blank lines, the order of keys, quotes, anchors and
 * layout of everything else stay. Items of lists are recognised by their `id`, else by their contents. A text that reads as `form` already comes
 * back as it is.
 *
 * @param text YAML or JSON; `options` as for reading it with `parseSpec`, so that what it includes can be read.
 * @param form plain JSON with holes.
 * @throws UsageError when the change belongs into an included file, or behind an alias or merge key; it says where.
 * @example
 * updateModel("# Ours\nname: Orders\n", { name: "Sales" }) // "# Ours\nname: Sales\n"
 */
export function updateModel(text: string, form: Json, options: ParseOptions = {}): string {
  const before = parseSpec(text, options);
  if (sameJson(before, form)) return text;
  const bare = withoutMark(text);
  const mark = text.slice(0, text.length - bare.length);
  const lineBreak = bare.includes("\r\n") ? "\r\n" : "\n";
  // Without a line break at the end, the last line couldn't be followed by another one.
  const isOpen = !bare.endsWith("\n");
  const changed = new Updater(isOpen ? `${bare}${lineBreak}` : bare, options).update(before, form);
  const result = mark + (isOpen && changed.endsWith(lineBreak) ? changed.slice(0, -lineBreak.length) : changed);
  check(result, form, options);
  return result;
}

/** The last word: what is returned reads as it should. */
function check(result: string, form: Json, options: ParseOptions): void {
  let why = "it would not read as it should";
  try {
    if (sameJson(parseSpec(result, options), form)) return;
  } catch (error) {
    why = (error as Error).message;
  }
  throw new UsageError(
    `${options.file ?? "the text"} can't be changed in place (${why}). Write the part that differs without anchors, aliases or other rarities of YAML, or by hand.`,
  );
}

/** A piece of a collection as it is put together again. */
interface Piece {
  /** What stands above or before it. */
  readonly lead: string;
  readonly core: string;
  /** A comment after its comma, in a flow collection. */
  readonly trail?: string;
}

/** Where a value stands in the model. */
interface Place {
  readonly shape: Shape | undefined;
  /** The field it is in; of an item, the list's. */
  readonly field: string;
}

class Updater {
  private readonly document: Document.Parsed;
  private readonly source: Source;
  private readonly printer: Printer;
  private readonly file: string;
  /** What each anchor's value has become so far. */
  private readonly anchors = new Map<string, Json>();
  private readonly hasAnchors: boolean;

  constructor(
    text: string,
    private readonly options: ParseOptions,
  ) {
    this.document = readTree(text);
    this.source = new Source(text);
    this.printer = new Printer(text);
    this.file = options.file ?? "the text";
    this.hasAnchors = /&/.test(text);
    const [error] = this.document.errors;
    if (error) throw new UsageError(`${this.file} can't be changed in place: ${error.message}`);
  }

  update(before: Json, after: Json): string {
    const root = rootEntry(this.document, this.source);
    const { text } = this.source;
    const place = { shape: modelShape, field: "" };
    const isEditable = root.node !== undefined && this.isEditable(root.node, before, after);
    const changed = isEditable ? this.value(root, before, after, place) : this.printer.whole(after, modelShape);
    return text.slice(0, root.value.start) + changed + text.slice(root.value.end);
  }

  /** Whether a value can be changed inside; else it is written anew as a whole. */
  private isEditable(node: Node, before: Json, after: Json): boolean {
    if (isAlias(node) || isInclude(node)) return true;
    if (isMap(node))
      return (
        hasTokens(node) &&
        isObject(after) &&
        !isHole(after) &&
        isObject(before) &&
        (hasFields(after) || node.items.some(isMerge))
      );
    if (isSeq(node))
      return (
        hasTokens(node) && Array.isArray(after) && Array.isArray(before) && after.length > 0 && node.items.length > 0
      );
    return isScalar(node) && isLeaf(after);
  }

  /** The text of a value that can be changed inside. */
  private value(entry: Entry, before: Json, after: Json, place: Place): string {
    const node = entry.node as Node;
    const isSame = sameJson(before, after);
    if (isSame && !this.hasAnchors) return this.source.slice(entry.value);
    if (isAlias(node)) return this.alias(node.source, entry.value, after);
    if (isInclude(node)) return this.include(node, entry.value, isSame);
    const text = this.content(entry, node, before, after, place, isSame);
    if ("anchor" in node && typeof node.anchor === "string") this.anchors.set(node.anchor, after);
    return text;
  }

  private content(entry: Entry, node: Node, before: Json, after: Json, place: Place, isSame: boolean): string {
    const properties =
      isBlock(node) || isScalar(node) ? "" : this.source.text.slice(entry.value.start, node.range?.[0] ?? 0);
    if (isMap(node)) return properties + this.map(node, before as JsonObject, after as JsonObject, place);
    if (isSeq(node)) return properties + this.list(node, before as Json[], after as Json[], place);
    return isSame ? this.source.slice(entry.value) : this.printer.flow(after, undefined, undefined, node as Scalar);
  }

  private alias(name: string, range: Range, after: Json): string {
    const anchored = this.anchors.get(name);
    if (anchored !== undefined && sameJson(anchored, after)) return this.source.slice(range);
    throw this.refusal(
      `stands behind the alias \`*${name}\``,
      range,
      `Write it out there instead of \`*${name}\`, or change it at \`&${name}\` for all who share it`,
    );
  }

  private include(node: Scalar, range: Range, isSame: boolean): string {
    if (isSame) return this.source.slice(range);
    throw this.inIncluded(String(node.value), range);
  }

  private inIncluded(path: string, range: Range): UsageError {
    return this.refusal(
      `is in \`!include ${path}\``,
      range,
      `Change it in ${path}, or write it out here instead of the include`,
    );
  }

  private refusal(where: string, { start }: Range, wayOut: string): UsageError {
    const line = this.source.text.slice(0, start).split("\n").length;
    return new UsageError(
      `${this.file}:${line}:${this.source.column(start) + 1}: what changes ${where}. ${wayOut}, and try again.`,
    );
  }

  // Mappings

  private map(node: Collection, before: JsonObject, after: JsonObject, { shape }: Place): string {
    const fields = pickObject(shape, after);
    const merged = this.merged(node);
    const plan: MapPlan = { before, after, fields, isDropped: (key) => after[key] === undefined, added: [] };
    const own = new Set(
      node.items.map((item) => ("key" in (item as object) ? String((item as { key: unknown }).key) : "")),
    );
    for (const key of Object.keys(merged)) {
      if (after[key] === undefined) {
        throw this.refusal(
          `is \`${key}\`, which a merge key (\`<<\`) brings in`,
          { start: node.range?.[0] ?? 0, end: 0 },
          "Write the mapping out without the merge key",
        );
      }
    }
    plan.added = Object.keys(after).filter(
      (key) =>
        after[key] !== undefined && !own.has(key) && !(Object.hasOwn(merged, key) && sameJson(merged[key], after[key])),
    );
    return isBlock(node) ? this.blockMap(node, plan) : this.flowMap(node, plan);
  }

  /** What merge keys bring into a mapping. */
  private merged(map: Collection): JsonObject {
    const result: JsonObject = {};
    for (const item of map.items) {
      if (!isMerge(item)) continue;
      const { value } = item as { value: Node };
      for (const from of isSeq(value) ? (value.items as Node[]) : [value]) {
        const brought = isAlias(from) ? this.anchors.get(from.source) : (from.toJS(this.document) as Json);
        if (isObject(brought)) Object.assign(result, { ...brought, ...result });
      }
    }
    return result;
  }

  private blockMap(node: Collection, { before, after, fields, isDropped, added }: MapPlan): string {
    const entries = this.source.blockEntries(node);
    const indent = this.source.column((entries[0] as BlockEntry).core.start);
    const pieces = new Map<string, Piece>();
    const kept = entries.filter(({ key }) => key === "<<" || !isDropped(key as string));
    for (const entry of kept)
      pieces.set(
        entry.key as string,
        this.blockPiece(
          entry,
          before[entry.key as string],
          after[entry.key as string],
          { shape: fieldShape(fields, entry.key as string), field: entry.key as string },
          indent,
        ),
      );
    for (const key of added) {
      const core = this.printer.pair(key, after[key] as Json, fieldShape(fields, key), indent);
      pieces.set(key, { lead: "", core });
    }
    const order = placed(
      kept.map(({ key }) => key as string),
      added,
      fields,
    );
    return this.joinBlock(
      entries,
      order.map((key) => [pieces.get(key) as Piece, entries.find((entry) => entry.key === key)]),
      indent,
      node === this.document.contents,
    );
  }

  private flowMap(node: Collection, { before, after, fields, isDropped, added }: MapPlan): string {
    const { entries } = this.source.flowEntries(node);
    const pieces = new Map<string, [Piece | string, FlowEntry | undefined]>();
    const kept = entries.filter(({ key }) => key === "<<" || !isDropped(key as string));
    for (const entry of kept) {
      const key = entry.key as string;
      pieces.set(key, [
        this.flowCore(entry, before[key], after[key], { shape: fieldShape(fields, key), field: key }),
        entry,
      ]);
    }
    const step = this.flowIndent(entries);
    for (const key of added)
      pieces.set(key, [this.printer.flowPair(key, after[key] as Json, fieldShape(fields, key), step), undefined]);
    const order = placed(
      kept.map(({ key }) => key as string),
      added,
      fields,
    );
    return this.joinFlow(
      node,
      order.map((key) => pieces.get(key) as [string, FlowEntry | undefined]),
    );
  }

  // Lists

  private list(node: Collection, before: Json[], after: Json[], place: Place): string {
    const entries: readonly Entry[] = isBlock(node)
      ? this.source.blockEntries(node)
      : this.source.flowEntries(node).entries;
    const units = this.units(entries, before.length);
    const origin = pairItems(place.field, before, after);
    const item: Place = { shape: itemShape(place.shape), field: place.field };
    const order = this.unitOrder(units, origin, before, after);
    const indent = isBlock(node) ? this.source.column((entries[0] as BlockEntry).core.start) : 0;
    const afterOf = new Map<Unit, number>();
    for (const step of order) if (step.unit) afterOf.set(step.unit, step.index);
    // In the order of the text, so that anchors are known before their aliases.
    const texts = new Map<Unit, Piece>();
    for (const unit of units) {
      const index = afterOf.get(unit);
      if (index === undefined) continue;
      const { entry } = unit;
      if (unit.include)
        texts.set(unit, {
          lead: this.source.slice((entry as BlockEntry).lead ?? (entry as FlowEntry).gap),
          core: this.source.slice((entry as BlockEntry).core),
        });
      else if (isBlock(node))
        texts.set(unit, this.blockPiece(entry as BlockEntry, before[unit.from], after[index], item, indent));
      else
        texts.set(unit, { lead: "", core: this.flowCore(entry as FlowEntry, before[unit.from], after[index], item) });
    }
    if (isBlock(node)) {
      return this.joinBlock(
        entries as BlockEntry[],
        order.map(({ unit, index }) =>
          unit
            ? [texts.get(unit) as Piece, unit.entry as BlockEntry]
            : [
                {
                  lead: "",
                  core: this.printer.item(after[index] as Json, item.shape, indent, isBlock(entries.at(-1)?.node)),
                },
                undefined,
              ],
        ),
        indent,
        node === this.document.contents,
      );
    }
    const step = this.flowIndent(entries as FlowEntry[]);
    return this.joinFlow(
      node,
      order.map(({ unit, index }) =>
        unit
          ? [(texts.get(unit) as Piece).core, unit.entry as FlowEntry]
          : [this.printer.flow(after[index] as Json, item.shape, step), undefined],
      ),
    );
  }

  /** The entries of a list, and which of its values each stands for: an include may stand for several, or none. */
  private units(entries: readonly Entry[], length: number): Unit[] {
    let from = 0;
    const includes = entries.filter(({ node }) => node && isInclude(node)).length;
    return entries.map((entry) => {
      const include = entry.node && isInclude(entry.node) ? String(entry.node.value) : undefined;
      const count = include === undefined ? 1 : includes === 1 ? length - entries.length + 1 : this.countOf(include);
      const unit = { entry, from, count, include };
      from += count;
      return unit;
    });
  }

  private countOf(include: string): number {
    return (parseSpec(`[!include ${JSON.stringify(include)}]`, this.options) as Json[]).length;
  }

  /** The list as it shall be, in units of the text; what was included must still be there, as it was. */
  private unitOrder(
    units: readonly Unit[],
    origin: readonly (number | undefined)[],
    before: readonly Json[],
    after: readonly Json[],
  ): UnitStep[] {
    const unitOf = new Map<number, Unit>();
    for (const unit of units) for (let at = 0; at < unit.count; at++) unitOf.set(unit.from + at, unit);
    const order: UnitStep[] = [];
    for (let index = 0; index < after.length; index++) {
      const was = origin[index];
      const unit = was === undefined ? undefined : unitOf.get(was);
      order.push({ unit, index });
      if (unit?.include === undefined) continue;
      for (let at = 0; at < unit.count; at++) {
        const same = origin[index + at] === unit.from + at && sameJson(before[unit.from + at], after[index + at]);
        if (!same) throw this.inIncluded(unit.include, unit.entry.value);
      }
      index += unit.count - 1;
    }
    const kept = new Set(order.map(({ unit }) => unit));
    for (const [at, unit] of units.entries()) {
      if (unit.include === undefined || kept.has(unit)) continue;
      if (unit.count > 0) throw this.inIncluded(unit.include, unit.entry.value);
      const previous = units.slice(0, at).findLast((other) => kept.has(other));
      order.splice(previous ? order.findIndex((step) => step.unit === previous) + 1 : 0, 0, { unit, index: -1 });
    }
    return order;
  }

  // Pieces

  private blockPiece(
    entry: BlockEntry,
    before: Json | undefined,
    after: Json | undefined,
    place: Place,
    indent: number,
  ): Piece {
    return { lead: this.source.slice(entry.lead), core: this.blockCore(entry, before, after, place, indent) };
  }

  private blockCore(
    entry: BlockEntry,
    before: Json | undefined,
    after: Json | undefined,
    place: Place,
    indent: number,
  ): string {
    const { core, value, node } = entry;
    const { text } = this.source;
    if (entry.key === "<<" || before === undefined || after === undefined) return this.source.slice(core);
    if (node !== undefined && this.isEditable(node, before, after)) {
      if (isScalar(node) && !isInclude(node) && !sameJson(before, after))
        return this.blockScalar(entry, after, place, indent);
      return (
        text.slice(core.start, value.start) + this.value(entry, before, after, place) + text.slice(value.end, core.end)
      );
    }
    if (sameJson(before, after)) return this.source.slice(core);
    return this.rewritten(entry, after, place, indent);
  }

  private blockScalar(entry: BlockEntry, after: Json, place: Place, indent: number): string {
    const node = entry.node as Scalar;
    if (node.anchor !== undefined) this.anchors.set(node.anchor, after);
    return this.rewritten(entry, after, place, indent, { node, step: stepOf(node, indent) });
  }

  /** An entry with a new value after its colon or dash; comments beside and below the old one stay. */
  private rewritten(
    entry: BlockEntry,
    after: Json,
    { shape }: Place,
    indent: number,
    like?: { node: Scalar; step: number },
  ): string {
    const { core, value, headEnd, node, key } = entry;
    const { text } = this.source;
    const isWhole = node !== undefined && isBlock(node);
    const lineEnd = text[value.end - 1] === "\n" ? value.end : this.source.lineEnd(value.end);
    const comment = isWhole ? "" : (headerComment(node) ?? text.slice(value.end, lineEnd).trim());
    const below = isWhole ? "" : text.slice(lineEnd, core.end).replace(/^[ \t]+/gm, " ".repeat(indent));
    const spot = { indent, column: this.source.column(headEnd) + 1, isItem: key === undefined, comment, like };
    return text.slice(core.start, headEnd) + this.printer.below(after, shape, spot) + below;
  }

  private flowCore(entry: FlowEntry, before: Json | undefined, after: Json | undefined, place: Place): string {
    const { core, value, node, headEnd } = entry;
    const { text } = this.source;
    if (entry.key === "<<" || before === undefined || after === undefined) return this.source.slice(core);
    if (node !== undefined && this.isEditable(node, before, after)) {
      return (
        text.slice(core.start, value.start) + this.value(entry, before, after, place) + text.slice(value.end, core.end)
      );
    }
    if (sameJson(before, after)) return this.source.slice(core);
    const head =
      entry.key === undefined ? "" : `${text.slice(core.start, headEnd)}${text[headEnd - 1] === ":" ? "" : ":"} `;
    return head + this.printer.flow(after, place.shape, "") + text.slice(value.end, core.end);
  }

  /** What begins the line of an entry of a flow collection that has lines of their own; else undefined. */
  private flowIndent(entries: readonly FlowEntry[]): string | undefined {
    for (const { gap } of entries.toReversed()) {
      const blanks = /\n([ \t]*)$/.exec(this.source.slice(gap))?.[1];
      if (blanks !== undefined) return blanks;
    }
    return undefined;
  }

  /** Puts a block collection together again: each piece with what stands above it. */
  private joinBlock(
    entries: readonly BlockEntry[],
    order: readonly [Piece, BlockEntry | undefined][],
    indent: number,
    isRoot: boolean,
  ): string {
    const [first] = entries as [BlockEntry];
    // What stands at the top of a file stays there.
    const head = isRoot ? this.source.slice(first.lead) : "";
    const isInline = !this.source.isFirstOnLine(first.core.start);
    const kept = new Set(order.map(([, entry]) => entry));
    const stays = new Map<BlockEntry | undefined, string>();
    let waiting = "";
    for (const entry of entries) {
      if (kept.has(entry)) {
        stays.set(entry, waiting);
        waiting = "";
      } else if (entry !== first || !isRoot) waiting += detached(this.source.slice(entry.lead));
    }
    let text = head;
    for (const [index, [{ lead, core }, entry]] of order.entries()) {
      const above = (stays.get(entry) ?? "") + (entry === first && isRoot ? "" : lead);
      if (index > 0 || !isInline) text += above + " ".repeat(indent) + core;
      else text += above.trim() === "" ? core : above.trimStart() + " ".repeat(indent) + core;
    }
    return text + waiting;
  }

  private joinFlow(node: Collection, order: readonly [string | Piece, FlowEntry | undefined][]): string {
    const { entries, hasTrailingComma, closing } = this.source.flowEntries(node);
    const { text } = this.source;
    const [start, end] = node.range as [number, number, number];
    const [first] = entries as [FlowEntry];
    const indent = this.flowIndent(entries);
    const usual = indent === undefined ? " " : `${this.printer.lineBreak}${indent}`;
    const opening = this.source.slice(first.gap).replace(/[ \t]*#[^\n]*/g, "");
    let result = text[start] as string;
    let isInComment = false;
    const add = (gap: string, what: string) => {
      // A comment ends with its line.
      result += (isInComment && !/^[ \t]*\r?\n/.test(gap) ? this.printer.lineBreak : "") + gap + what;
    };
    for (const [index, [core, entry]] of order.entries()) {
      const isLast = index === order.length - 1;
      const own = entry && this.source.slice(entry.gap);
      const gap = own?.includes("#") ? own : index === 0 ? opening : own !== undefined && entry !== first ? own : usual;
      const trail = entry ? this.source.slice(entry.trail) : "";
      add(gap, `${core}${isLast && !hasTrailingComma ? "" : ","}${trail}`);
      isInComment = entry !== undefined && /#[^\n]*$/.test(text.slice(entry.value.end, entry.core.end) + trail);
    }
    add(this.source.slice(closing), text.slice(end - 1, end));
    return result;
  }
}

interface MapPlan {
  before: JsonObject;
  after: JsonObject;
  fields: ObjectShape | undefined;
  isDropped: (key: string) => boolean;
  added: string[];
}

interface Unit {
  readonly entry: Entry;
  /** The first of its values in the list. */
  readonly from: number;
  readonly count: number;
  readonly include: string | undefined;
}

interface UnitStep {
  readonly unit: Unit | undefined;
  /** In the list as it shall be. */
  readonly index: number;
}

const isLeaf = (value: Json) => typeof value !== "object" || value === null || isHole(value);
const isInclude = (node: Node): node is Scalar => isScalar(node) && node.tag === "!include";
const isMerge = (item: unknown) =>
  isScalar((item as { key?: unknown }).key) && (item as { key: Scalar }).key.value === "<<";
const hasFields = (value: JsonObject) => Object.values(value).some((field) => field !== undefined);
const hasTokens = (node: Collection) =>
  (node as { srcToken?: unknown }).srcToken !== undefined && node.items.length > 0;

/** Keys in the order they have, new ones after the nearest that goes before them in canonical order. */
function placed(kept: readonly string[], added: readonly string[], fields: ObjectShape | undefined): string[] {
  const canonical = inOrder([...kept, ...added], fields);
  const order = [...kept];
  for (const key of inOrder(added, fields)) {
    const before = canonical.slice(0, canonical.indexOf(key)).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  return order;
}

/** What stays of the comments above an entry that goes: those that a blank line parts from it. */
function detached(lead: string): string {
  const kept = /^[\s\S]*\n[ \t]*\r?\n/.exec(lead)?.[0] ?? "";
  return kept.includes("#") ? kept : "";
}

/** A comment after the sign that begins a block of text. */
function headerComment(node: Node | undefined): string | undefined {
  const { srcToken } = (node ?? {}) as { srcToken?: { props?: readonly { type: string; source: string }[] } };
  return srcToken?.props?.find(({ type }) => type === "comment")?.source;
}

/** By how much a block of text is indented. */
function stepOf(node: Scalar, indent: number): number {
  const { source } = (node.srcToken ?? {}) as { source?: string };
  const isBlock = node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED;
  const blanks = isBlock ? /^( *)\S/m.exec(source ?? "")?.[1] : undefined;
  return Math.max(1, (blanks?.length ?? indent + 2) - indent);
}
