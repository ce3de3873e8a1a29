import type { Json } from "../json";
import { refuseForeign } from "./foreign";
import { parseSpec } from "./parse";
import { extractPlaceholders } from "./placeholders";
import { refuseRounded } from "./rounded";

/** A representation as one text. */
export interface EncodedText {
  /** JSON, with placeholders. */
  readonly text: string;
  /** The same as a value. */
  readonly form: Json;
  /** What its placeholders stand for, by their names. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Encodes a representation that a program has: JSON or YAML text, or an object. Values of an object that aren't known
 * or secret become placeholders: one unknown value leaves the rest of the model known, and messages leave out the
 * secret alone.
 *
 * @param options.leaf finds these values, see {@link extractPlaceholders}.
 * @param options.file how the program's language writes a file.
 * @param options.field the input, for errors.
 * @throws when the text can't be read.
 */
export function encodeText(
  spec: unknown,
  {
    leaf,
    file,
    field = "spec",
  }: { leaf?: Parameters<typeof extractPlaceholders>[1]; file: (path: string) => string; field?: string },
): EncodedText {
  if (typeof spec === "string") {
    const form = parseSpec(spec);
    if (typeof form !== "string") return { text: JSON.stringify(form), form, values: {} };
    throw new Error(`${field} is the text "${form}", not a representation. For a file, use ${file(form)}.`);
  }
  refuseForeign(spec, { isLater: (value) => leaf?.(value) !== undefined, file, field });
  const { spec: form, values } = extractPlaceholders(spec, leaf ?? (() => undefined));
  const text = JSON.stringify(form);
  refuseRounded(form, field);
  return { text, form: form as Json, values };
}

/** Runs an encoding of a secret text; an error leaves out the text, which the original error quotes. */
export function hideSecretText<T>(encode: () => T, field = "spec"): T {
  try {
    return encode();
  } catch {
    throw new Error(`${field}: the secret text is neither JSON nor YAML of a representation. It isn't shown.`);
  }
}
