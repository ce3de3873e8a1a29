import { mark, markRanges, type Range } from "./mark-ranges";
import { escapeLine, sequences } from "./plain";
import { findUserinfo } from "./userinfo";

/** A shorter secret is replaced only as a whole word: a password "a" must not remove every "a" from a message. */
const shortest = 8;

/**
 * Letters of a secret in a row that are replaced wherever they are, since platforms cut what they repeat. Blanks don't
 * count.
 */
const runLength = 12;

/** Levels of nesting that are searched. Deeper values are replaced as a whole. */
const deepestValue = 100;

/** Replaces secrets in every text of a value. */
export type Redactor = <T>(value: T) => T;

/**
 * Replaces every secret in every text of a value, in every spelling that platforms, proxies and libraries give a text:
 * as it is, in JSON (also `\uXXXX`), percent-encoded, as a form field, in HTML, in base64; also one inside another, and
 * also where only some letters are escaped, or invisible characters stand between them. Of a long secret, it replaces
 * each run of 12 letters, in any case, wrapped or not. SECURITY.md lists the spellings. The userinfo of a URL is always
 * a secret.
 *
 * @example redact("got client_secret=a%2Fb-c-d-e-f", ["a/b-c-d-e-f"]) // "got client_secret=[secret]"
 * @example redact("postgres://ann:pw@db/x", []) // "postgres://[secret]@db/x"
 */
export function redact<T>(value: T, secrets: readonly string[]): T {
  return createRedactor(secrets)(value);
}

/** {@link redact} for many values. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const needles = prepareNeedles([...new Set(secrets)].filter((secret) => secret !== ""));
  return (value) => replace(value, needles, deepestValue) as typeof value;
}

/** Letters in a row that tell a part of a secret. */
const partLength = 4;

/**
 * Tells whether a text has any part of a secret in it, in any case: what {@link redact} leaves of another, similar
 * secret may be most of it.
 *
 * @example createPartFinder(["hunter2"])("my Hunter") // true
 */
export function createPartFinder(secrets: readonly string[]): (text: string) => boolean {
  const known = secrets.map((secret) => secret.toLowerCase()).filter((secret) => secret !== "");
  const short = known.filter((secret) => secret.length < partLength);
  const parts = new Set(known.flatMap(listParts));
  return (text) => {
    const lower = text.toLowerCase();
    return short.some((secret) => lower.includes(secret)) || listParts(lower).some((part) => parts.has(part));
  };
}

const listParts = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - partLength + 1) }, (_, at) => text.slice(at, at + partLength));

function replace(value: unknown, needles: Needles, depth: number): unknown {
  if (typeof value === "string") return hide(value, needles);
  if (value === null || typeof value !== "object") return value;
  if (depth === 0) return mark;
  if (Array.isArray(value)) return value.map((item) => replace(item, needles, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key, needles, depth), replace(item, needles, depth - 1)]),
  );
}

/** What is looked for. */
interface Needles {
  readonly secrets: readonly {
    readonly bytes: Buffer;
    /** As it is, with its own escapes undone, and without line breaks, as messages have it. */
    readonly readings: ReadonlySet<string>;
  }[];
  /** Pieces of the spellings of all secrets, by their length; each as {@link visitHashes} has it. */
  readonly runs: ReadonlyMap<number, ReadonlySet<number>>;
}

function prepareNeedles(secrets: readonly string[]): Needles {
  const runs = new Map<number, Set<number>>();
  const add = (text: string, length: number) => {
    const known = runs.get(length) ?? new Set();
    visitHashes(compactLayer(createPlainLayer(text)).text, length, (hash) => known.add(hash));
    runs.set(length, known);
  };
  const all = secrets.map((secret) => {
    const spelled = listUnescapedLayers(createPlainLayer(secret)).map((layer) => layer.text);
    const readings = new Set(spelled.flatMap((reading) => [reading, escapeLine(reading)]));
    for (const reading of readings) add(reading, runLength);
    const bytes = Buffer.from(secret);
    // Three bytes are four letters, and the secret may begin at each of them.
    for (const before of [0, 1, 2]) add(encodeBase64After(before, bytes).letters, (runLength / 3) * 4);
    return { bytes, readings };
  });
  return { secrets: all, runs };
}

function hide(text: string, { secrets, runs }: Needles): string {
  const found: Range[] = [];
  for (const layer of listLayers(text)) {
    for (const { start, end } of findUserinfo(layer.text)) {
      found.push({ start: layer.start(start), end: layer.end(end - 1) });
    }
    if (secrets.length === 0) continue;
    const letters = compactLayer(layer);
    const isWrapped = letters.text.length < layer.text.length;
    const encoded = (isWrapped ? [layer, unwrapLayer(layer)] : [layer]).map(unifyBase64Alphabet);
    for (const { bytes, readings } of secrets) {
      for (const reading of readings) for (const one of findOccurrences(layer, letters, reading)) found.push(one);
      for (const base64 of encoded) for (const one of findBase64(base64, bytes)) found.push(one);
    }
    for (const [length, known] of runs) for (const one of findRuns(letters, length, known)) found.push(one);
  }
  return markRanges(text, found);
}

/** The places of a text with a run of letters that a secret has, too. */
function findRuns({ text, start, end }: Layer, length: number, known: ReadonlySet<number>): Range[] {
  const found: { first: number; last: number }[] = [];
  visitHashes(text, length, (hash, first) => {
    if (!known.has(hash)) return;
    const before = found.at(-1);
    if (before !== undefined && first <= before.last + 1) before.last = first + length - 1;
    else found.push({ first, last: first + length - 1 });
  });
  return found.map(({ first, last }) => ({ start: start(first), end: end(last) }));
}

const base = 0x01000193;
// Called for each letter of a text.
const { imul } = Math;
const { fromCharCode } = String;

/** Calls back with a number for each run of so many letters of a text, computed from that of the run before. */
function visitHashes(text: string, length: number, found: (hash: number, at: number) => void): void {
  let highest = 1;
  for (let at = 0; at < length; at += 1) highest = imul(highest, base);
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = (imul(hash, base) + text.charCodeAt(at)) | 0;
    if (at >= length) hash = (hash - imul(text.charCodeAt(at - length), highest)) | 0;
    if (at >= length - 1) found(hash, at - length + 1);
  }
}

/** A text with escapes undone, and the position of each of its letters in the original. */
interface Layer {
  readonly text: string;
  /** Where letter `at` begins in the original. */
  start(at: number): number;
  /** Where it ends there. */
  end(at: number): number;
}

/** Escapes inside escapes: a form in HTML, as the page of a proxy has it. */
const deepest = 2;

const createPlainLayer = (text: string): Layer => ({ text, start: (at) => at, end: (at) => at + 1 });

/** A layer with its UTF-16 units replaced, or left out where the code is 0. */
function mapLayer({ text, start, end }: Layer, codeOf: (code: number) => number): Layer {
  const places = new Uint32Array(text.length);
  const codes = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = codeOf(text.charCodeAt(at));
    if (code === 0) continue;
    places[length] = at;
    codes[length] = code;
    length += 1;
  }
  return {
    text: Buffer.from(codes.buffer, 0, 2 * length).toString("utf16le"),
    start: (at) => start(places[at] as number),
    end: (at) => end(places[at] as number),
  };
}

/** Without blanks, line breaks, control characters, and those without a width. */
const unwrapLayer = (layer: Layer) => mapLayer(layer, (code) => (isBlank(code) ? 0 : code));

/** The same in small letters. */
const compactLayer = (layer: Layer) => mapLayer(layer, (code) => (isBlank(code) ? 0 : toLowerCode(code)));

function isBlank(code: number): boolean {
  return code <= 0x20 || (code >= 0x7f && /[\s\p{Cc}\p{Cf}]/u.test(fromCharCode(code)));
}

function toLowerCode(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  const small = fromCharCode(code).toLowerCase();
  return small.length === 1 ? small.charCodeAt(0) : code;
}

function listLayers(text: string): Layer[] {
  // In a form, a blank is a plus.
  const form = text.includes("+") ? listUnescapedLayers(createSeenLayer(text.replaceAll("+", " "))) : [];
  return [...listUnescapedLayers(createSeenLayer(text)), ...form];
}

const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/** A text without what nobody sees of it: colors and invisible characters may stand between the letters of a secret. */
function createSeenLayer(text: string): Layer {
  let layer = createPlainLayer(text);
  for (const unseen of [sequences, ignorable]) layer = replaceInLayer(layer, unseen, () => []) ?? layer;
  return layer;
}

/** A text, the text with its escapes undone, and so on. */
function listUnescapedLayers(layer: Layer): Layer[] {
  const layers = [layer];
  for (let depth = 0; depth < deepest; depth += 1) {
    const next = unescapeLayer(layers.at(-1) as Layer);
    if (next === undefined) break;
    layers.push(next);
  }
  return layers;
}

/** Of an address, bytes of UTF-8; of JSON; of HTML. */
const escapes =
  /(?:%[\da-f]{2})+|\\u[\da-f]{4}|\\["\\/bfnrt]|&#\d{1,7};|&#x[\da-f]{1,6};|&(?:amp|lt|gt|quot|apos|nbsp);/gi;

const named: Readonly<Record<string, string>> = {
  "\\b": "\b",
  "\\f": "\f",
  "\\n": "\n",
  "\\r": "\r",
  "\\t": "\t",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&nbsp;": "\u00a0",
};

/** The text with its escapes undone once; undefined when there are none. */
const unescapeLayer = (layer: Layer) => replaceInLayer(layer, escapes, decodeEscape);

/** A layer with what a pattern finds replaced; undefined when it finds nothing. */
function replaceInLayer(
  layer: Layer,
  pattern: RegExp,
  decode: (found: string) => readonly Decoded[],
): Layer | undefined {
  const { text } = layer;
  const letters: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (unit: string, start: number, end: number) => {
    letters.push(unit);
    starts.push(layer.start(start));
    ends.push(layer.end(end - 1));
  };
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    for (let at = end; at < index; at += 1) add(text[at] as string, at, at + 1);
    end = index + found.length;
    const meant = decode(found);
    for (const [nth, { letters: units, offset }] of meant.entries()) {
      for (const unit of units.split("")) add(unit, index + offset, index + (meant[nth + 1]?.offset ?? found.length));
    }
  }
  if (end === 0) return undefined;
  for (let at = end; at < text.length; at += 1) add(text[at] as string, at, at + 1);
  return { text: letters.join(""), start: (at) => starts[at] as number, end: (at) => ends[at] as number };
}

/** Letters that an escape encodes, and their position in it. */
interface Decoded {
  readonly letters: string;
  readonly offset: number;
}

function decodeEscape(found: string): Decoded[] {
  if (found.startsWith("%")) return decodeBytes(Buffer.from(found.replaceAll("%", ""), "hex"));
  const known = named[found.toLowerCase()];
  if (known !== undefined) return [{ letters: known, offset: 0 }];
  if (/^\\u/i.test(found)) return [{ letters: String.fromCharCode(Number.parseInt(found.slice(2), 16)), offset: 0 }];
  if (found.startsWith("\\")) return [{ letters: found.slice(1), offset: 0 }];
  const code = /^&#x/i.test(found) ? Number.parseInt(found.slice(3), 16) : Number.parseInt(found.slice(2), 10);
  return [{ letters: code <= 0x10ffff ? String.fromCodePoint(code) : found, offset: 0 }];
}

function decodeBytes(bytes: Buffer): Decoded[] {
  const letters = [...bytes.toString("utf8")];
  let offset = 0;
  return letters.map((letter) => {
    const at = offset;
    // What isn't UTF-8 became one replacement character a byte or so; it is no part of a secret.
    offset += letter === "\ufffd" ? 3 : Buffer.byteLength(letter) * 3;
    return { letters: letter, offset: at };
  });
}

/** The places of a secret as a whole; of a short one as a word, in its own case. */
function findOccurrences(layer: Layer, letters: Layer, secret: string): Range[] {
  const small = compactLayer(createPlainLayer(secret)).text;
  const isShort = small.length < shortest;
  const [{ text, start, end }, needle] = isShort ? [layer, secret] : [letters, small];
  const found: Range[] = [];
  if (needle === "") return found;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    const last = at + needle.length - 1;
    if (!isShort || isWholeWord(text, at, last + 1)) found.push({ start: start(at), end: end(last) });
  }
  return found;
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const letter = /[\p{L}\p{N}_]/u;
  return !letter.test(text[start - 1] ?? " ") && !letter.test(text[end] ?? " ");
}

/** Base64 in the alphabet that isn't for addresses. */
function unifyBase64Alphabet(layer: Layer): Layer {
  return { ...layer, text: layer.text.replaceAll("-", "+").replaceAll("_", "/") };
}

/** Where a text holds a secret in base64, with whatever before and after it. */
function findBase64({ text, start, end }: Layer, bytes: Buffer): Range[] {
  if (bytes.length < shortest) return [];
  const found: Range[] = [];
  for (const before of [0, 1, 2]) {
    const { letters, isSplit } = encodeBase64After(before, bytes);
    for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + 1)) {
      // Of the letters at both ends, some bits are the secret's.
      const first = Math.max(0, at - (isSplit ? 1 : 0));
      let last = at + letters.length - 1;
      const most = last + 3;
      while (last < most && /[\w+/=]/.test(text[last + 1] ?? "") && start(last + 1) === end(last)) last += 1;
      found.push({ start: start(first), end: end(last) });
    }
  }
  return found;
}

/**
 * The base64 of bytes after others; without letters that hold bits of a neighbor. `isSplit`: there is such a letter
 * before.
 */
function encodeBase64After(before: number, bytes: Buffer): { readonly letters: string; readonly isSplit: boolean } {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  const first = Math.ceil((before * 8) / 6);
  const letters = encoded.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
  return { letters, isSplit: first > 0 };
}
