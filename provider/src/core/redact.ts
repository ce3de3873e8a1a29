import { plainLine } from "./text";

/** A shorter secret is replaced only as a whole word: a password "a" must not remove every "a" from a message. */
const shortest = 8;

/** Replaces a secret in a text. */
const mark = "[secret]";

/**
 * Replaces every secret in every text of a value, in every spelling that platforms, proxies and libraries give a text: as it is, in JSON (also
 * `\uXXXX`), percent-encoded, as a form field, in HTML, in base64; also one inside the other, and also where only some letters are escaped.
 *
 * @example redact("got client_secret=a%2Fb-c-d-e-f", ["a/b-c-d-e-f"]) // "got client_secret=[secret]"
 */
export function redact<T>(value: T, secrets: readonly string[]): T {
  const known = [...new Set(secrets)].filter((secret) => secret !== "");
  return known.length === 0 ? value : (replace(value, known) as T);
}

function replace(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return hide(value, secrets);
  if (Array.isArray(value)) return value.map((item) => replace(item, secrets));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key, secrets), replace(item, secrets)]),
  );
}

/** A part of a text. */
interface Range {
  readonly start: number;
  readonly end: number;
}

function hide(text: string, secrets: readonly string[]): string {
  const layers = layersOf(text);
  const found: Range[] = [];
  for (const secret of secrets) {
    // A secret that looks like an escape itself is undone with the others. Messages of errors have no line breaks.
    const spelled = layers.length > 1 ? unescapedAgain(plain(secret)).map((layer) => layer.text) : [secret];
    const readings = new Set(spelled.flatMap((reading) => [reading, plainLine(reading)]));
    for (const layer of layers) {
      for (const reading of readings) if (reading !== "") found.push(...occurrences(layer, reading));
      found.push(...inBase64(layer, secret));
    }
  }
  return without(text, found);
}

/** A text with a mark instead of each range; overlapping ranges get one mark. */
function without(text: string, ranges: Range[]): string {
  let hidden = "";
  let end = 0;
  for (const range of ranges.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (range.end <= end) continue;
    hidden += range.start < end ? "" : text.slice(end, range.start) + mark;
    end = range.end;
  }
  return hidden + text.slice(end);
}

/** A text with escapes undone, and the position of each of its letters in the original. */
interface Layer {
  readonly text: string;
  /** The original position of letter `at`; of the end, for the text's length. */
  place(at: number): number;
}

/** Escapes inside escapes: a form in JSON in HTML. */
const deepest = 3;

const plain = (text: string): Layer => ({ text, place: (at) => at });

function layersOf(text: string): Layer[] {
  // In a form, a blank is a plus.
  const form = text.includes("+") ? unescapedAgain(plain(text.replaceAll("+", " "))) : [];
  return [...unescapedAgain(plain(text)), ...form];
}

/** A text, the text with its escapes undone, and so on. */
function unescapedAgain(layer: Layer): Layer[] {
  const layers = [layer];
  for (let depth = 0; depth < deepest; depth += 1) {
    const next = unescaped(layers.at(-1) as Layer);
    if (next === undefined) break;
    layers.push(next);
  }
  return layers;
}

const escapes = new RegExp(
  [
    /(?:%[\da-f]{2})+/, // percent: bytes of UTF-8
    /\\u[\da-f]{4}/, // JSON
    /\\["\\/bfnrt]/,
    /&#\d{1,7};/, // HTML
    /&#x[\da-f]{1,6};/,
    /&(?:amp|lt|gt|quot|apos|nbsp);/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);

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
function unescaped({ text, place }: Layer): Layer | undefined {
  let read = "";
  const places: number[] = [];
  const add = (letters: string, at: number) => {
    for (const unit of letters.split("")) {
      places.push(at);
      read += unit;
    }
  };
  let end = 0;
  for (const { 0: found, index } of text.matchAll(escapes)) {
    for (let at = end; at < index; at += 1) add(text[at] as string, place(at));
    for (const { letters, offset } of meaningOf(found)) add(letters, place(index + offset));
    end = index + found.length;
  }
  if (end === 0) return undefined;
  for (let at = end; at < text.length; at += 1) add(text[at] as string, place(at));
  places.push(place(text.length));
  return { text: read, place: (at) => places[at] as number };
}

/** The letters that an escape encodes, and the position of each in it. */
function meaningOf(found: string): { letters: string; offset: number }[] {
  if (found.startsWith("%")) return lettersOf(Buffer.from(found.replaceAll("%", ""), "hex"));
  const known = named[found.toLowerCase()];
  if (known !== undefined) return [{ letters: known, offset: 0 }];
  if (/^\\u/i.test(found)) return [{ letters: String.fromCharCode(Number.parseInt(found.slice(2), 16)), offset: 0 }];
  if (found.startsWith("\\")) return [{ letters: found.slice(1), offset: 0 }];
  const code = /^&#x/i.test(found) ? Number.parseInt(found.slice(3), 16) : Number.parseInt(found.slice(2), 10);
  return [{ letters: code <= 0x10ffff ? String.fromCodePoint(code) : found, offset: 0 }];
}

function lettersOf(bytes: Buffer): { letters: string; offset: number }[] {
  const letters = [...bytes.toString("utf8")];
  let offset = 0;
  return letters.map((letter) => {
    const at = offset;
    // What isn't UTF-8 became one replacement character a byte or so; it is no part of a secret.
    offset += letter === "\ufffd" ? 3 : Buffer.byteLength(letter) * 3;
    return { letters: letter, offset: at };
  });
}

function occurrences({ text, place }: Layer, secret: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    const end = at + secret.length;
    if (secret.length >= shortest || isWholeWord(text, at, end)) found.push({ start: place(at), end: place(end) });
  }
  return found;
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const letter = /[\p{L}\p{N}_]/u;
  return !letter.test(text[start - 1] ?? " ") && !letter.test(text[end] ?? " ");
}

/** Where a text holds a secret in base64, with whatever before and after it, in either alphabet. */
function inBase64({ text, place }: Layer, secret: string): Range[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < shortest) return [];
  const alphabet = text.replaceAll("-", "+").replaceAll("_", "/");
  const found: Range[] = [];
  // Three bytes are four letters: the secret may begin at each of them. Letters that hold bits of a neighbor aren't looked for.
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const needle = encoded.slice(start, end);
    for (let at = alphabet.indexOf(needle); at >= 0; at = alphabet.indexOf(needle, at + 1)) {
      // Of the letters at both ends, some bits are the secret's.
      const first = Math.max(0, at - (start > 0 ? 1 : 0));
      found.push({ start: place(first), end: place(endOfBase64(alphabet, at + needle.length)) });
    }
  }
  return found;
}

function endOfBase64(text: string, at: number): number {
  let end = at;
  while (end < at + 3 && /[\w+/=]/.test(text[end] ?? "")) end += 1;
  return end;
}
