import { dropMark } from "pulumi-analytics-internal/core/data";
import {
  isPlaceholder,
  type Json,
  type JsonObject,
  type ParseOptions,
  parseSpec,
  SpecSyntaxError,
} from "pulumi-analytics-internal/core/model";
import { isObject, isSameJson } from "pulumi-analytics-internal/core/model/json";
import { getFieldShape, type ObjectShape, pickObject, type Shape } from "pulumi-analytics-internal/core/model/schema";
import { createPositionFinder, resolveInclude } from "pulumi-analytics-internal/core/model/text";
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";
import { UsageError } from "../command";
import type { FormatOptions } from "./format";
import { getItemShape, placeKeys, sortKeys } from "./order";
import { pairItems } from "./pair-items";
import { Printer } from "./printer";
import { chooseShape } from "./shape";
import { type Entry, hasTokens, type Range, Source, type Value } from "./source";
import { type Collection, getContents, getKey, getPairs, isBlock, isInclude, isMerge } from "./tree";
import { replaceWords } from "./words";
import { BlockWriting, FlowWriting, type Piece, type Writing } from "./writing";
import { isPlainWords, readTree } from "./yaml";

/**
 * A user's text, changed so that it reads as `form`. Only what differs is touched: comments, blank lines, the order of
 * keys, quotes, anchors and layout of everything else stay. Items of lists are recognized by their `id`, else by their
 * contents. A text that reads as `form` already comes back as it is.
 *
 * @param text YAML or JSON.
 * @param form plain JSON with placeholders.
 * @param options as for reading the text with `parseSpec`, so that what it includes can be read.
 * @throws UsageError when what changes is in an included file, or behind an alias or merge key; it says where.
 * @example
 * updateModel("# Ours\nname: Orders\n", { name: "Sales" }) // "# Ours\nname: Sales\n"
 */
export function updateModel(text: string, form: Json, options: FormatOptions = {}): string {
  return updateText(text, form, options, undefined);
}

/** A text and what it includes, changed in place. */
export interface UpdatedFiles {
  readonly text: string;
  /** Texts of included files that change, by path. */
  readonly included: ReadonlyMap<string, string>;
}

/** As {@link updateModel}; what is included is changed where it is. */
export function updateModelFiles(text: string, form: Json, options: FormatOptions): UpdatedFiles {
  const included = new Map<string, string>();
  return { text: updateText(text, form, options, included), included };
}

function updateText(
  text: string,
  form: Json,
  options: FormatOptions,
  included: Map<string, string> | undefined,
): string {
  const before = parseSpec(text, options);
  if (isSameJson(before, form)) return text;
  const result = editText(text, options, (updater) => updater.updateText(before, form), included);
  check(result, form, included === undefined ? options : readChanged(options, included));
  return result;
}

/** Lines end with a line break while they are worked on, so that others can follow. */
function editText(
  text: string,
  options: FormatOptions,
  edit: (updater: Updater) => string,
  included: Map<string, string> | undefined,
): string {
  const bare = dropMark(text);
  const mark = text.slice(0, text.length - bare.length);
  const end = bare.endsWith("\n") ? "" : "\n";
  const changed = edit(new Updater(bare + end, options, included));
  return mark + (end === "" ? changed : changed.replace(/\r?\n$/, ""));
}

const readChanged = (options: FormatOptions, changed: ReadonlyMap<string, string>): ParseOptions => ({
  ...options,
  readFile: (path) => changed.get(path) ?? options.readFile?.(path) ?? "",
});

/** Whatever rarities of YAML a text holds: what is returned reads as it should. */
function check(result: string, form: Json, options: FormatOptions): void {
  const createRefusal = (why: string) =>
    new UsageError(`${options.file ?? "the text"} can't be changed in place: ${why}. Change it by hand.`);
  try {
    if (isSameJson(parseSpec(result, options), form)) return;
  } catch (error) {
    if (error instanceof SpecSyntaxError) throw createRefusal(`after the change, ${error.reason}`);
    throw error;
  }
  throw createRefusal("after the change, it would have another meaning");
}

/** Where a value stands in the model. */
interface FieldShape {
  readonly shape: Shape | undefined;
  /** The field it is in; of an item, the list's. */
  readonly field: string;
}

/** An entry of a list, and the values it stands for: one, or as many as it includes. */
interface Unit {
  readonly entry: Entry;
  readonly from: number;
  readonly count: number;
  /** The file it includes. */
  readonly include: string | undefined;
}

class Updater {
  private readonly document: Document.Parsed;
  private readonly source: Source;
  private readonly printer: Printer;
  private readonly file: string;
  /** What each anchor's value has become, so far. */
  private readonly anchors = new Map<string, Json>();
  private readonly hasAnchors: boolean;

  constructor(
    text: string,
    private readonly options: FormatOptions,
    /** Where the texts of included files go that change; without, they can't be changed. */
    private readonly included?: Map<string, string>,
  ) {
    this.file = options.file ?? "the text";
    this.document = readTree(text);
    this.source = new Source(text);
    this.printer = new Printer(text);
    this.hasAnchors = text.includes("&");
    const [error] = this.document.errors;
    if (error)
      throw this.createRefusal(`can't be parsed: ${error.message}`, { start: error.pos[0] }, "Use simpler YAML");
  }

  updateText(before: Json, after: Json, place?: FieldShape): string {
    const { text } = this.source;
    const { shape, field } = place ?? { shape: this.options.shape ?? chooseShape(after), field: "" };
    const root = this.source.getRoot(this.document);
    const { start, end } = root.range;
    if (isScalar(root.node) || !this.isEditable(root.node, before, after)) {
      return text.slice(0, start) + this.printer.printWhole(after, shape ?? chooseShape(after)) + text.slice(end);
    }
    return text.slice(0, start) + this.updateValue(root, before, after, { shape, field }) + text.slice(end);
  }

  /** Whether a value can be changed inside; else another one replaces it. */
  private isEditable(node: Node | undefined, before: Json, after: Json): boolean {
    if (isAlias(node) || isInclude(node)) return true;
    if (isSeq(node))
      return Array.isArray(before) && Array.isArray(after) && after.length > 0 && hasTokens(node as Collection);
    if (!isMap(node)) return false;
    const isKept = isObject(before) && isObject(after) && !isPlaceholder(after) && hasTokens(node as Collection);
    return (
      isKept &&
      (Object.values(after).some((value) => value !== undefined) || getContents(node as Collection).some(isMerge))
    );
  }

  /** The text of an entry whose value is to become another one. */
  private updateEntry(writing: Writing, entry: Entry, before: Json, after: Json, place: FieldShape): string {
    const { core, value } = entry;
    const isSame = isSameJson(before, after);
    if (this.isEditable(value.node, before, after)) {
      const { text } = this.source;
      const inside = this.updateValue(value, before, after, place);
      return text.slice(core.start, value.range.start) + inside + text.slice(value.range.end, core.end);
    }
    this.remember(value.node, after);
    if (isSame) return this.source.slice(core);
    const { text } = this.source;
    const lines = replaceWords(this.source.slice(value.range), before, after);
    if (lines !== undefined)
      return text.slice(core.start, value.range.start) + lines + text.slice(value.range.end, core.end);
    return writing.replaceValue(entry, after, place.shape);
  }

  /** The text of a value that can be changed inside. */
  private updateValue({ node, range }: Value, before: Json, after: Json, place: FieldShape): string {
    const isSame = isSameJson(before, after);
    if (isSame && !this.hasAnchors) return this.source.slice(range);
    if (isAlias(node)) return this.updateAlias(node.source, range, after);
    if (isInclude(node)) {
      if (!isSame) this.updateIncludedFile(String(node.value), range, before, after, place);
      return this.source.slice(range);
    }
    const collection = node as Collection;
    const properties = isBlock(collection) ? "" : this.source.text.slice(range.start, collection.range?.[0]);
    const writing = isBlock(collection)
      ? new BlockWriting(collection, this.source, this.printer, collection === this.document.contents)
      : new FlowWriting(collection, this.source, this.printer);
    const pieces = isMap(collection)
      ? this.updateFields(writing, collection, before as JsonObject, after as JsonObject, place)
      : this.updateItems(writing, before as Json[], after as Json[], place);
    this.remember(collection, after);
    return properties + writing.joinPieces(pieces);
  }

  private remember(node: Node | undefined, after: Json): void {
    const { anchor } = (node ?? {}) as Partial<Scalar>;
    if (anchor !== undefined) this.anchors.set(anchor, after);
  }

  // Mappings

  private updateFields(
    writing: Writing,
    map: Collection,
    before: JsonObject,
    after: JsonObject,
    { shape }: FieldShape,
  ): Piece[] {
    const fields = pickObject(shape, after);
    const merged = this.readMerged(map);
    const renamed = findRenamedKeys(before, after, fields);
    const own = new Set([...getPairs(map).map(getKey), ...renamed.values()]);
    const pieces = new Map<string, Piece>();
    for (const entry of writing.entries) {
      const key = entry.key as string;
      const place = { shape: getFieldShape(fields, key), field: key };
      const [was, is] = [before[key], after[key]];
      const now = renamed.get(key);
      if (now !== undefined) {
        const text = this.updateEntry(writing, entry, was as Json, after[now] as Json, place);
        pieces.set(now, { entry, text: replaceKey(text, key, now) });
      } else if (isMerge(entry.content)) pieces.set(key, { entry, text: this.source.slice(entry.core) });
      else if (was !== undefined && is !== undefined)
        pieces.set(key, { entry, text: this.updateEntry(writing, entry, was, is, place) });
    }
    for (const [key, value] of Object.entries(merged)) {
      if (after[key] === undefined && value !== undefined) throw this.isMerged(key, map);
    }
    const isNew = (key: string) => after[key] !== undefined && !own.has(key) && !isSameJson(merged[key], after[key]);
    const added = sortKeys(Object.keys(after).filter(isNew), fields);
    const kept = [...pieces.keys()];
    for (const key of added)
      pieces.set(key, { text: writing.addEntry(key, after[key] as Json, getFieldShape(fields, key)) });
    return placeKeys(kept, added, fields).map((key) => pieces.get(key) as Piece);
  }

  /** What merge keys bring into a mapping. */
  private readMerged(map: Collection): JsonObject {
    const result: JsonObject = {};
    for (const { value } of getPairs(map).filter(isMerge)) {
      for (const from of isSeq(value) ? (value.items as Node[]) : [value]) {
        const brought = isAlias(from) ? this.anchors.get(from.source) : (from?.toJS(this.document) as Json);
        if (isObject(brought)) Object.assign(result, { ...brought, ...result });
      }
    }
    return result;
  }

  // Lists

  private updateItems(writing: Writing, before: Json[], after: Json[], { shape, field }: FieldShape): Piece[] {
    const units = this.listUnits(writing.entries, before.length);
    const place = { shape: getItemShape(shape), field };
    const origin = pairItems(field, before, after);
    const unitOf = new Map(
      units.flatMap((unit) => Array.from({ length: unit.count }, (_, at) => [unit.from + at, unit])),
    );
    const owners = this.included === undefined ? [] : findOwners(origin, unitOf);
    const indexOf = new Map(origin.map((was, index) => [was, index]));
    const pieces = new Map<Unit, Piece>();
    // In the order of the text, so that anchors are known before their aliases.
    for (const unit of units) {
      const { entry, from, include } = unit;
      const index = indexOf.get(from);
      if (include !== undefined) {
        const items = after.filter((_, at) => owners[at] === unit);
        if (items.length > 0) this.updateIncludedItems(unit, before, items, { shape, field });
        pieces.set(unit, this.updateIncluded(unit, before, after, items.length > 0, index));
      } else if (index !== undefined) {
        pieces.set(unit, {
          entry,
          text: this.updateEntry(writing, entry, before[from] as Json, after[index] as Json, place),
        });
      }
    }
    const result: Piece[] = [];
    for (const [index, value] of after.entries()) {
      const was = origin[index];
      const unit = owners[index] ?? (was === undefined ? undefined : unitOf.get(was));
      if (owners[index] !== undefined) {
        if (owners[index] !== owners[index - 1]) result.push(pieces.get(owners[index] as Unit) as Piece);
      } else if (unit === undefined) result.push({ text: writing.addEntry(undefined, value, place.shape) });
      else if (unit.from === was) result.push(pieces.get(unit) as Piece);
    }
    return keepEmptyIncludes(result, units, pieces);
  }

  /** The entries of a list, and which of its values each stands for. */
  private listUnits(entries: readonly Entry[], length: number): Unit[] {
    const includes = entries.filter(({ value }) => isInclude(value.node)).length;
    let from = 0;
    return entries.map((entry) => {
      const { node } = entry.value;
      const include = isInclude(node) ? String(node.value) : undefined;
      const isOnly = includes === 1;
      const count = include === undefined ? 1 : isOnly ? length - entries.length + 1 : this.countIncluded(include);
      from += count;
      return { entry, from: from - count, count, include };
    });
  }

  /** How many values an include puts into a list. */
  private countIncluded(include: string): number {
    return (parseSpec(`[!include ${JSON.stringify(include)}]`, this.options) as Json[]).length;
  }

  /** What was included must be there as it was, and together. */
  private updateIncluded(
    { entry, from, count, include }: Unit,
    before: Json[],
    after: Json[],
    isUpdated: boolean,
    index = 0,
  ): Piece {
    if (isUpdated) return { entry, text: this.source.slice(entry.core) };
    for (let at = 0; at < count; at++) {
      if (!isSameJson(before[from + at], after[index + at]))
        throw this.refuseIncluded(include as string, entry.value.range);
    }
    return { entry, text: this.source.slice(entry.core) };
  }

  /** The items that an include stands for, in the file that has them. */
  private updateIncludedItems(
    { entry, from, count, include }: Unit,
    before: Json[],
    items: Json[],
    place: FieldShape,
  ): void {
    const own = before.slice(from, from + count);
    if (!isSameJson(own, items)) this.updateIncludedFile(include as string, entry.value.range, own, items, place);
  }

  private updateIncludedFile(include: string, range: Range, before: Json, after: Json, place: FieldShape): void {
    if (this.included === undefined) throw this.refuseIncluded(include, range);
    const file = resolveInclude(this.options.file as string, include);
    const text = this.included.get(file) ?? this.options.readFile?.(file) ?? "";
    // Included a second time, it has changed already.
    if (isSameJson(parseSpec(text, { ...this.options, file }), after)) return;
    const options = { ...this.options, file };
    this.included.set(
      file,
      editText(text, options, (updater) => updater.updateText(before, after, place), this.included),
    );
  }

  // What can't be changed here

  private updateAlias(name: string, range: Range, after: Json): string {
    const anchored = this.anchors.get(name);
    if (anchored !== undefined && isSameJson(anchored, after)) return this.source.slice(range);
    const hint = `Replace \`*${name}\` with the value, or change it at \`&${name}\` for all its aliases`;
    throw this.createRefusal(`is in the alias \`*${name}\``, range, hint);
  }

  private refuseIncluded(path: string, range: Range): UsageError {
    return this.createRefusal(
      `is in \`!include ${path}\``,
      range,
      `Change it in ${path}, or replace the include with the value`,
    );
  }

  private isMerged(key: string, map: Collection): UsageError {
    const hint = "Replace the merge key with the values";
    return this.createRefusal(`is \`${key}\`, from a merge key (\`<<\`)`, { start: map.range?.[0] ?? 0 }, hint);
  }

  private createRefusal(where: string, { start }: Pick<Range, "start">, hint: string): UsageError {
    const { line, column } = createPositionFinder(this.source.text)(start);
    return new UsageError(`${this.file}:${line}:${column}: the change ${where}. ${hint}, and try again.`);
  }
}

/** The include that each item of a list belongs to: that of its former self; of a new one, that of both its neighbors. */
function findOwners(origin: readonly (number | undefined)[], unitOf: ReadonlyMap<number, Unit>): (Unit | undefined)[] {
  const known = origin.map((was) => (was === undefined ? undefined : unitOf.get(was)));
  return known.map((unit, index) => {
    if (unit !== undefined) return unit.include === undefined ? undefined : unit;
    const before = known.slice(0, index).findLast((other) => other !== undefined);
    const after = known.slice(index + 1).find((other) => other !== undefined);
    return before === after && before?.include !== undefined ? before : undefined;
  });
}

/** An include of nothing stays where it is, after what stood before it. */
function keepEmptyIncludes(pieces: Piece[], units: readonly Unit[], texts: ReadonlyMap<Unit, Piece>): Piece[] {
  for (const [at, unit] of units.entries()) {
    if (unit.count > 0) continue;
    const previous = units.slice(0, at).findLast(({ entry }) => pieces.some((piece) => piece.entry === entry));
    const index = previous ? pieces.findIndex(({ entry }) => entry === previous.entry) + 1 : 0;
    pieces.splice(index, 0, texts.get(unit) as Piece);
  }
  return pieces;
}

/** New keys of entries whose keys are names of things, by the old ones: those in the places of the old ones. */
function findRenamedKeys(before: JsonObject, after: JsonObject, fields: ObjectShape | undefined): Map<string, string> {
  const [old, now] = [Object.keys(before), Object.keys(after)];
  if (old.length !== now.length || (fields !== undefined && fields.fields.size > 0)) return new Map();
  const pairs = old.map((key, index) => [key, now[index]!] as const);
  return new Map(pairs.filter(([was, is]) => !Object.hasOwn(after, was) && !Object.hasOwn(before, is)));
}

/** The text of an entry with another key. */
function replaceKey(text: string, key: string, now: string): string {
  const isPlain = text.startsWith(key);
  const end = isPlain ? key.length : (/^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(text)?.[0].length ?? 0);
  return `${isPlain && isPlainWords(now) ? now : JSON.stringify(now)}${text.slice(end)}`;
}
