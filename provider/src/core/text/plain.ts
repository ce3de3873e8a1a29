/** Colors and other sequences for terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const sequences = /\u001b\[[\d;?]*[A-Za-z]/g;

/** Control characters, and those that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/**
 * A name or value of somebody else's as one harmless line: no line breaks, no terminal sequences, nothing that turns the direction of
 * writing.
 *
 * @example plainLine("Orders\u001b[2J\nrm -rf") // "Orders rm -rf"
 */
export function plainLine(text: string): string {
  return text.replaceAll(sequences, "").replaceAll(controls, " ").trimEnd();
}

/**
 * A message of several lines, each as {@link plainLine} makes it: names and answers of the platform stand in it, and it ends in a terminal.
 *
 * @example plainText("a\u001b[2J\n  b") // "a\n  b"
 */
export function plainText(text: string): string {
  return text.split("\n").map(plainLine).join("\n");
}

/** A text of at most so many characters; what was cut off shows as `…`. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
