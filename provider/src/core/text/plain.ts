/** Colors and other sequences for terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const sequences = /\u001b\[[\d;?]*[A-Za-z]/g;

/** Control characters, and those that change the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/**
 * An untrusted name or value as one harmless line: without line breaks, terminal sequences, and characters that change the direction of
 * writing.
 *
 * @example plainLine("Orders\u001b[2J\nrm -rf") // "Orders rm -rf"
 */
export function plainLine(text: string): string {
  return text.replaceAll(sequences, "").replaceAll(controls, " ").trimEnd();
}

/**
 * A message of several lines, each cleaned by {@link plainLine}: it may contain names and answers of the platform, and is printed to a terminal.
 *
 * @example plainText("a\u001b[2J\n  b") // "a\n  b"
 */
export function plainText(text: string): string {
  return text.split("\n").map(plainLine).join("\n");
}

/** A text cut to at most `most` characters, with `…` at the end if it was longer. */
export function cut(text: string, most: number): string {
  // A character has two units at most.
  const characters = [...text.slice(0, 2 * most + 1)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
