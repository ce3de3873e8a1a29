import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { ownLimit } from "../text";

/**
 * A long text as inputs and states of the plugin hold it:
 * `{ "__packed": "1:<base64 of the text, brotli-compressed>" }`, with whatever a person should see beside it. Pulumi
 * prints no key that begins with two underscores, and hands it to policies below the top of a resource.
 *
 * The form is in states for years. A new form gets a new number, and this file reads all of them.
 */
export interface Packed {
  readonly [key]: string;
}

const key = "__packed";
const form = "1:";

/** Compression that takes half the time of deflate and gives half its size for a model. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 2 };

/** The last texts, by what was packed: one operation uses the same text several times. */
const known = new Map<string, string>();
const mostKnown = 16;

/** Bytes of a text, unpacked: twice the largest answer. A packed text of a few letters can stand for any number. */
export const largestText = 128 * 1024 * 1024;

const tooLarge = `has more than ${largestText / 1024 / 1024} MB, ${ownLimit}`;

/** A packed text that can't be read, or a text that is too large to be packed. */
export class PackedTextError extends Error {
  override readonly name = "PackedTextError";
}

/**
 * Packs a text.
 *
 * @throws PackedTextError
 */
export function pack(text: string): Packed {
  if (text.length > largestText / 4 && Buffer.byteLength(text) > largestText) {
    throw new PackedTextError(`the text ${tooLarge}. Split the document into several.`);
  }
  return { [key]: form + brotliCompressSync(text, { params }).toString("base64") };
}

/** Whether a value is a packed text. */
export function isPacked(value: unknown): value is Packed {
  return typeof (value as Partial<Packed> | null | undefined)?.[key] === "string";
}

/**
 * The text of a packed value; any other value as it is.
 *
 * @param called what an error names the value.
 * @throws PackedTextError when it can't be unpacked, or a newer release packed it.
 * @example unpack(pack("text")) // "text"
 */
export function unpack(value: unknown, called?: string): unknown {
  if (!isPacked(value)) return value;
  const packed = value[key];
  const text = known.get(packed) ?? decode(packed, called);
  known.delete(packed);
  known.set(packed, text);
  if (known.size > mostKnown) known.delete(known.keys().next().value as string);
  return text;
}

function decode(packed: string, called = "a text"): string {
  if (!packed.startsWith(form)) {
    throw new PackedTextError(`${called}: A newer release of pulumi-analytics packed this value: upgrade the package.`);
  }
  try {
    const bytes = Buffer.from(packed.slice(form.length), "base64");
    return brotliDecompressSync(bytes, { maxOutputLength: largestText }).toString("utf8");
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    const why = isTooLarge ? `unpacked, it ${tooLarge}` : "it is packed, and damaged";
    throw new PackedTextError(`${called}: ${why}. Import a backup of the stack's state with \`pulumi stack import\`.`);
  }
}
