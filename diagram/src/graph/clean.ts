/** Colors and other sequences for terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const sequences = /\u001b\[[\d;?]*[A-Za-z]/g;

/** Control characters, and those that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]+/g;

/**
 * Somebody else's text fit for a picture: one line, without what turns the direction of writing, and without what no
 * XML may hold.
 *
 * @example cleanText("Orders\u202E\n\uD800") // "Orders �"
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(sequences, "")
    .replaceAll(controls, " ")
    .replace(/[\p{Cs}\p{Noncharacter_Code_Point}]/gu, "\uFFFD")
    .trim();
}
