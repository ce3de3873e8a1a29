/** Colors and other sequences for terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const sequences = /\u001b\[[\d;?]*[A-Za-z]/g;

/** What Unicode has readers ignore, such as turns of the direction. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** Control characters, and what ends a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]+/g;

/**
 * Somebody else's text fit for a picture: one line, without invisible characters, and without what no XML may hold.
 *
 * @example cleanText("Orders\u202E\n\uD800") // "Orders �"
 */
export function cleanText(text: string): string {
  return dropInvisible(text)
    .replaceAll(sequences, "")
    .replaceAll(controls, " ")
    .replace(/[\p{Cs}\p{Noncharacter_Code_Point}]/gu, "\uFFFD")
    .trim();
}

/** A text without invisible characters, but for those that join or vary the signs of an emoji. */
function dropInvisible(text: string): string {
  if (!invisible.test(text)) return text;
  // biome-ignore lint/complexity/useRegexLiterals: Node.js 20 has the flag `v`, the compiler's target doesn't.
  return text.replace(new RegExp("(\\p{RGI_Emoji})|\\p{Default_Ignorable_Code_Point}", "gv"), "$1");
}
