import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

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

/** Packs a text. */
export function pack(text: string): Packed {
  return { [key]: form + brotliCompressSync(text, { params }).toString("base64") };
}

/** Whether a value is a packed text. */
export function isPacked(value: unknown): value is Packed {
  return typeof (value as Partial<Packed> | null | undefined)?.[key] === "string";
}

/**
 * The text of a packed value; any other value as it is.
 *
 * @throws when a newer release packed it.
 * @example unpack(pack("text")) // "text"
 */
export function unpack(value: unknown): unknown {
  if (!isPacked(value)) return value;
  const packed = value[key];
  const text = known.get(packed) ?? decode(packed);
  known.delete(packed);
  known.set(packed, text);
  if (known.size > mostKnown) known.delete(known.keys().next().value as string);
  return text;
}

function decode(packed: string): string {
  if (!packed.startsWith(form)) {
    throw new Error("A newer release of pulumi-analytics packed this value: upgrade the package.");
  }
  return brotliDecompressSync(Buffer.from(packed.slice(form.length), "base64")).toString("utf8");
}
