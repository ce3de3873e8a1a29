/** YAML and JSON text to plain JSON, refusing what is ambiguous or harmful: see {@link parseSpec}. */
import { posix } from "node:path";
import {
  CORE_SCHEMA,
  constructFromEvents,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  EVENT_ID,
  type Event,
  floatCoreTag,
  intCoreTag,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  type Schema,
  seqTag,
  YAMLException,
} from "js-yaml";
import { dropMark } from "../../data";
import { keepDigits } from "../../data/exact-yaml";
import { parseFormula, straightenQuotes, walkTree } from "../../formula";
import { escapeUnits, type Invisible, listInvisible, ownLimit, quoteYamlText } from "../../text";
import type { Json, JsonObject } from "../json";
import { findAmbiguousScalar } from "./ambiguous";
import { writeStart } from "./findings";
import { createPositionFinder, getOffset, locate, resolveInclude } from "./located";
import { findUnquotedFormulas, type Unquoted } from "./unquoted";
import { explainLayout } from "./yaml-layout";

/** How to read a spec. */
export interface ParseOptions {
  /** The file's path, with `/`; used in messages, and as what includes are relative to. */
  file?: string;
  /** Reads a file that is included. Without it `!include` is refused. It must not follow links out of the root. */
  readFile?: (path: string) => string;
  /** The folder that includes may not leave; default: the folder of `file`. */
  root?: string;
}

/** Limits of one spec, all its includes together. Far above any model that is kept in files. */
export const limits = {
  /** Characters of text. */
  length: 16 * 1024 * 1024,
  /** Lists and mappings inside each other. */
  depth: 64,
  /** Values after aliases are written out. */
  values: 2_000_000,
  /** The same for the shortest text. */
  fewValues: 20_000,
  /** Keys that merge keys (`<<`) may bring in. */
  mergedKeys: 10_000,
  /** Files. */
  includes: 1_000,
} as const;

/** Why a text can't be parsed, and how to fix it. */
export interface SyntaxProblem {
  file: string | undefined;
  /** From 1. */
  line: number | undefined;
  /** From 1. */
  column: number | undefined;
  /** The column after the end of what is wrong, where that is known. */
  endColumn?: number;
  reason: string;
  hint: string | undefined;
}

/** A text that isn't one YAML or JSON document, or that {@link parseSpec} refuses. */
export class SpecSyntaxError extends Error {
  override readonly name = "SpecSyntaxError";
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly endColumn: number | undefined;
  readonly reason: string;
  readonly hint: string | undefined;

  constructor({ file, line, column, endColumn, reason, hint }: SyntaxProblem) {
    super(`${writeStart({ file, line, column })}${reason}.${hint ? ` ${hint}` : ""}`);
    this.file = file;
    this.line = line;
    this.column = column;
    this.endColumn = endColumn;
    this.reason = reason;
    this.hint = hint;
  }
}

/**
 * Reads a spec from YAML or JSON text. `!ref name` becomes the placeholder `{"$ref": "name"}`, `!include other.yaml`
 * the contents of that file; a list that is included into a list is spliced into it.
 *
 * Dates stay strings, and numbers keep all their digits (see `ExactNumber`). Anchors, aliases and merge keys are
 * allowed within {@link limits}; each alias becomes a copy. It refuses several documents in one text, duplicate keys,
 * `__proto__`, values that read differently than they look (`02134`), tags other than the two above, and texts beyond
 * the limits.
 *
 * @throws {SpecSyntaxError} with file, line, column and a hint.
 * @example
 * parseSpec("pages:\n  - {id: main, name: Main, elements: []}") // { pages: [{ id: "main", … }] }
 */
export function parseSpec(text: string, options: ParseOptions = {}): Json {
  const { file } = options;
  const root = options.root ?? (file === undefined ? "." : posix.dirname(file));
  return parseText(text, file, { readFile: options.readFile, root, length: 0, includes: 0, open: [] });
}

/** What is shared by a text and the ones it includes. */
interface Reading {
  readFile: ParseOptions["readFile"];
  root: string;
  length: number;
  includes: number;
  /** The files being read, the outermost first. */
  open: string[];
}

function parseText(given: string, file: string | undefined, reading: Reading): Json {
  const text = dropMark(given);
  reading.length += text.length;
  if (reading.length > limits.length) {
    throw new SpecSyntaxError({
      file,
      line: undefined,
      column: undefined,
      reason: `the text is longer than ${limits.length / 1024 / 1024} million characters, ${ownLimit}`,
      hint: "Split the model into several.",
    });
  }
  refuseHidden(text, file);
  try {
    const events = parseEvents(text, { maxDepth: limits.depth + 1 });
    refuseAmbiguous(text, events, file);
    const includes = text.includes("!include") ? events.filter((event) => isInclude(event, text)) : [];
    const documents = constructFromEvents(events, {
      source: text,
      schema:
        includes.length === 0
          ? plainSchema
          : createSchema((path, nth) => readIncluded(path, file, reading, text, includes[nth]!)),
      maxTotalMergeKeys: limits.mergedKeys,
    });
    if (documents.length !== 1 || isBlank(events)) throw createDocumentCountError(documents.length, text, file, events);
    return mayHaveAlias.test(text) && events.some(isAlias)
      ? expandAliases(documents[0] as Json, file, computeMaxValues(text))
      : (documents[0] as Json);
  } catch (error) {
    if (error instanceof YAMLException) throw explainError(error, text, file);
    throw error;
  }
}

/** Control characters, which editors don't show. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;

/** Invisible characters that change how the letters around them look: joiners, variations, and marks of direction. */
const shaping = /[\p{Join_Control}\p{Variation_Selector}\u061c\u200e\u200f]/u;

/** With characters that editors don't show, a text can mean something else than it shows. */
function refuseHidden(text: string, file: string | undefined): void {
  const isMark = ({ character, index }: Invisible) =>
    shaping.test(character) || (character === "\ufeff" && index === 0);
  const found = [control.exec(text), listInvisible(text).find((one) => !isMark(one))];
  const index = Math.min(...found.map((one) => one?.index ?? Infinity));
  if (index === Infinity) return;
  const code = escapeUnits(String.fromCodePoint(text.codePointAt(index)!));
  throw new SpecSyntaxError({
    file,
    ...createPositionFinder(text)(index),
    reason: `the text contains the invisible character ${code}`,
    hint: `Remove it, or write "${code}" between double quotes.`,
  });
}

/** Values that YAML takes for something else than they show, such as `02134` for a number. */
function refuseAmbiguous(text: string, events: readonly Event[], file: string | undefined): void {
  const found = findAmbiguousScalar(text, events);
  if (found === undefined) return;
  const { event, source, reason, hint } = found;
  const place = locateEvent(text, event);
  throw new SpecSyntaxError({ file, ...place, endColumn: place.column + source.length, reason, hint });
}

const isInclude = (event: Event, text: string) =>
  event.type === EVENT_ID.SCALAR && event.tagStart >= 0 && text.slice(event.tagStart, event.tagEnd) === "!include";

const isAlias = ({ type }: Event) => type === EVENT_ID.ALIAS;

/** A star where an alias could be: without one, the events need not be looked through. */
const mayHaveAlias = /[\s,[{:-]\*[^\s,\]}]/;

/** A document without any value: an opening event, an empty scalar, and the closing one. */
const isBlank = (events: readonly Event[]) =>
  events.length <= 3 && events.every((event) => event.type !== EVENT_ID.SCALAR || event.valueStart < 0);

function locateEvent(text: string, event: Event) {
  return createPositionFinder(text)(getOffset(event));
}

function createDocumentCountError(
  count: number,
  text: string,
  file: string | undefined,
  events: readonly Event[],
): SpecSyntaxError {
  if (count <= 1) {
    return new SpecSyntaxError({
      file,
      line: 1,
      column: 1,
      reason: "the text is empty",
      hint: "A spec begins with `pages:`.",
    });
  }
  const second = events.findLastIndex((event, index) => event.type === EVENT_ID.DOCUMENT && index > 0);
  const place = events.slice(second).find((event) => getOffset(event) > 0);
  return new SpecSyntaxError({
    file,
    ...(place ? locateEvent(text, place) : { line: undefined, column: undefined }),
    reason: "a second document begins here (`---`), and a spec is one document",
    hint: "Keep each document in a file of its own.",
  });
}

// The tags

// Omitted from the tags that the provider's are based on: without it, the finished carrier is the value.
const { finalize: _map, ...plainMap } = mapTag;
const { finalize: _seq, ...plainSeq } = seqTag;

const safeMapTag = defineMappingTag<Record<string, unknown>>(mapTag.tagName, {
  ...plainMap,
  addPair: (map, key, value) => {
    if (typeof key !== "string")
      return typeof key === "number" ? mapTag.addPair(map, key, value) : "a key must be text";
    if (key === "__proto__") return "`__proto__` is not allowed as a key";
    map[key] = value;
    return "";
  },
});

const refTag = defineScalarTag<JsonObject>("!ref", {
  resolve: (source) => (source.trim() === "" ? NOT_RESOLVED : { $ref: source.trim() }),
  identify: () => false,
});

const plainSchema = CORE_SCHEMA.withTags(
  mergeTag,
  safeMapTag,
  keepDigits(intCoreTag),
  keepDigits(floatCoreTag),
  refTag,
);

/** The schema with `!include`: a list that was included into a list is spliced into it. */
function createSchema(include: (path: string, nth: number) => Json): Schema {
  const lists = new Set<unknown>();
  let count = 0;
  const includeTag = defineScalarTag<Json>("!include", {
    resolve: (source) => {
      const value = include(source.trim(), count++);
      if (Array.isArray(value)) lists.add(value);
      return value;
    },
    identify: () => false,
  });
  const splicingSeqTag = defineSequenceTag<unknown[]>(seqTag.tagName, {
    ...plainSeq,
    addItem: (list, item) => {
      if (lists.has(item)) for (const one of item as unknown[]) list.push(one);
      else list.push(item);
    },
  });
  return plainSchema.withTags(includeTag, splicingSeqTag);
}

function readIncluded(path: string, file: string | undefined, reading: Reading, within: string, event: Event): Json {
  const refuse = (reason: string, hint: string): never => {
    throw new SpecSyntaxError({ file, ...locateEvent(within, event), reason, hint });
  };
  if (!reading.readFile || file === undefined) {
    return refuse("`!include` needs a file to start from", "Keep the spec in a file and name it with `specFile(…)`.");
  }
  if (path === "") return refuse("`!include` names no file", "Write `!include shared/columns.yaml`.");
  const target = resolveInclude(file, path);
  const fromRoot = posix.relative(reading.root, target);
  if (posix.isAbsolute(path) || /^[A-Za-z]:|\\/.test(path) || fromRoot === ".." || fromRoot.startsWith("../")) {
    return refuse(`\`!include ${path}\` leads out of ${reading.root}`, "Move the file into that folder.");
  }
  const chain = [...reading.open, posix.normalize(file)];
  if (chain.includes(target)) {
    return refuse(`the files include each other: ${[...chain, target].join(" → ")}`, "Remove one of the includes.");
  }
  if (++reading.includes > limits.includes) {
    return refuse(`more than ${limits.includes} files are included, ${ownLimit}`, "Split the model into several.");
  }
  let text: string;
  try {
    text = reading.readFile(target);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(
      `\`!include ${path}\` failed: ${why.replace(/\.$/, "")}`,
      `Includes are relative to the file that contains them (${file}).`,
    );
  }
  reading.open.push(posix.normalize(file));
  const value = parseText(text, target, reading);
  reading.open.pop();
  return value;
}

/**
 * Values that a text may have once its aliases are written out: in proportion to its length, so that no short text
 * takes long.
 */
const computeMaxValues = (text: string) => Math.min(limits.values, limits.fewValues + 4 * text.length);

/**
 * Writes every alias out as a copy, within limits: a few lines of aliases to aliases can expand to billions of values.
 */
function expandAliases(value: Json, file: string | undefined, most: number): Json {
  let left = most;
  const copy = (from: Json, depth: number): Json => {
    if (--left < 0 || depth > limits.depth) {
      throw new SpecSyntaxError({
        file,
        line: undefined,
        column: undefined,
        reason:
          left < 0
            ? `its aliases expand to more than ${most} values, ${ownLimit}`
            : `its aliases nest deeper than ${limits.depth} levels, ${ownLimit}`,
        hint: "Write the repeated parts out, or `!include` them.",
      });
    }
    if (typeof from !== "object" || from === null) return from;
    if (Array.isArray(from)) return from.map((item) => copy(item, depth + 1));
    const to: JsonObject = {};
    for (const key in from) to[key] = copy(from[key]!, depth + 1);
    return to;
  };
  return copy(value, 0);
}

// Errors

/** Errors of the YAML parser, with their hints. */
const waysOut: readonly [RegExp, string | undefined, string][] = [
  [/maxDepth/, `nested deeper than ${limits.depth} levels, ${ownLimit}`, "No spec needs that; check the indentation."],
  [
    /maxTotalMergeKeys|merge sequence/,
    `too many keys are merged (\`<<\`), ${ownLimit}`,
    "Write them out, or `!include` them.",
  ],
  [/^unknown \w+ tag !<!(ref|include)>/i, undefined, "Write the tag in lower case: `!ref name`, `!include file`."],
  [/^unknown \w+ tag/, undefined, "Use only `!ref name` and `!include file`."],
  [/cannot resolve a node/, undefined, "Write `!ref name` or `!include file`."],
  [/tab/i, undefined, "Indent with spaces."],
  [/missed comma/, undefined, "Put a comma between the two, or close the list or mapping before it."],
  [/end of the stream within a flow/, undefined, "A `]` or `}` is missing, or the file was cut off."],
  [/quoted scalar/, undefined, "Close the text with the quote that it begins with."],
  [/deficient indentation/, undefined, "Close the `[` or `{` above, or indent the text further."],
  [/__proto__/, undefined, "Use another key."],
  [/unidentified alias/, undefined, "Define the anchor (`&name`) before its alias (`*name`)."],
];

/** Whether a key is the first one of an item: then the second one may be that of another item, which lost its `-`. */
const isBehindDash = (text: string, offset: number): boolean =>
  /^[ \t]*(?:- +)+$/.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));

function explainError(error: YAMLException, text: string, file: string | undefined): SpecSyntaxError {
  const { reason, mark } = error;
  const place = mark ? { line: mark.line + 1, column: mark.column + 1 } : { line: undefined, column: undefined };
  if (reason === "duplicated mapping key") {
    const at = createPositionFinder(text);
    const duplicate = locate(text, parseEvents(text, {})).duplicates[0];
    if (duplicate) {
      const [first, second] = [at(duplicate.first), at(duplicate.second)];
      return new SpecSyntaxError({
        file,
        ...second,
        reason: `\`${duplicate.key}\` is written twice, in lines ${first.line} and ${second.line}`,
        hint:
          duplicate.key === "id" || isBehindDash(text, duplicate.first)
            ? `Remove one of them, or begin another item of the list with \`- ${duplicate.key}\`.`
            : "Remove one of them.",
      });
    }
  }
  const formula = findBrokenFormula(text, mark?.position);
  if (formula !== undefined) return createUnquotedFormulaError(formula, text, file);
  const layout = mark && explainLayout(text, reason, { line: mark.line + 1, column: mark.column + 1 });
  if (layout !== undefined) return new SpecSyntaxError({ file, ...layout });
  const isOfQuote = mark !== undefined && mayBeOfOpenQuote.test(reason);
  const inJson = isOfQuote && file?.endsWith(".json") ? findOpenJsonText(text) : undefined;
  const quote = inJson ?? (isOfQuote ? findOpenQuote(text, mark.position) : undefined);
  if (quote !== undefined) return createOpenQuoteError(quote, text, file);
  const known = waysOut.find(([pattern]) => pattern.test(reason));
  return new SpecSyntaxError({ file, ...place, reason: known?.[1] ?? reason, hint: known?.[2] });
}

/** What the parser says where a text in quotes isn't closed. Of any other fault, it may stand in a text that is. */
const mayBeOfOpenQuote =
  /quoted scalar|deficient indentation|bad indentation|missed comma|end of the stream|multiline key|expected ':'/;

/** Where the first text begins that goes on behind its line, which no text of JSON does. */
const findOpenJsonText = (text: string): number | undefined =>
  [...text.matchAll(/"(?:[^"\\\n]|\\.)*"?/g)].find(([one]) => one.length === 1 || !one.endsWith('"'))?.index;

/** Quotes before an error that are tried: the one that isn't closed is among the last. */
const mostQuotes = 30;

/** Where the text begins that isn't closed at a place: the last quote that isn't in a text in quotes itself. */
function findOpenQuote(text: string, end: number): number | undefined {
  // Behind its last line break, the text would be one that isn't indented.
  let start = text.slice(0, end).trimEnd();
  let quote = readOpenQuote(start);
  if (quote === undefined) return undefined;
  for (let n = 0; n < mostQuotes && quote !== undefined; n++) {
    start = start.slice(0, start.lastIndexOf(quote));
    quote = readOpenQuote(start);
  }
  return quote === undefined ? start.length : undefined;
}

/** The quote of the text that isn't closed at the end. */
function readOpenQuote(start: string): string | undefined {
  try {
    parseEvents(start, {});
    return undefined;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const [, kind] = /within a (single|double) quoted scalar/.exec(error.reason) ?? [];
    return kind === undefined ? undefined : kind === "single" ? "'" : '"';
  }
}

function createOpenQuoteError(offset: number, text: string, file: string | undefined): SpecSyntaxError {
  const quote = text[offset];
  const json = quote === "'" && file?.endsWith(".json") ? ' Texts in JSON begin with `"`.' : "";
  return new SpecSyntaxError({
    file,
    ...createPositionFinder(text)(offset),
    reason: `the text that begins with this \`${quote}\` isn't closed`,
    hint: `Write \`${quote}\` at its end, or indent its further lines.${json}`,
  });
}

/**
 * The formula without quotes that YAML can't read: the last one before the error. Errors in values are reported at the
 * beginning of the text.
 */
function findBrokenFormula(text: string, position: number | undefined): Unquoted | undefined {
  return findUnquotedFormulas(text).findLast(
    (formula) => formula.offset <= (position || text.length) && isBroken(formula),
  );
}

/** Whether YAML can't read a value, also where it stands alone. */
function isBroken({ text, isInBraces }: Unquoted): boolean {
  const source = isInBraces ? `{ formula: ${text} }` : `formula: ${text}`;
  try {
    constructFromEvents(parseEvents(source, {}), { source, schema: plainSchema });
    return false;
  } catch {
    return true;
  }
}

function createUnquotedFormulaError(formula: Unquoted, text: string, file: string | undefined): SpecSyntaxError {
  const place = createPositionFinder(text)(formula.offset);
  const inside = formula.text.slice(1, -1);
  // In quotes that it has inside, too: `"If([A] = "x", 1)"`.
  const isEnclosed = /^(["']).*\1$/.test(formula.text) && isReadable(inside) && !isReadable(formula.text);
  return new SpecSyntaxError({
    file,
    ...place,
    endColumn: place.column + formula.text.length,
    reason: isEnclosed
      ? "this formula has the quotes inside that it stands in"
      : "YAML can't read this formula without quotes",
    hint: `Quote it: ${quoteYamlText(straightenQuotes(isEnclosed ? inside : formula.text))}`,
  });
}

/** Whether a text is a formula as a whole: nothing in it stands side by side, is missing or a stray sign. */
function isReadable(formula: string): boolean {
  let isWhole = true;
  walkTree(parseFormula(formula).root, ({ kind }) => {
    if (kind === "sequence" || kind === "missing" || kind === "stray") isWhole = false;
  });
  return isWhole;
}
