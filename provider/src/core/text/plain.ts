import { escapeUnits, replaceInvisible } from "./invisible";
import { hideUserinfo } from "./userinfo";

/** Colors and other sequences for terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
export const sequences = /\u001b\[[\d;?]*[A-Za-z]/g;

/** What ends a line, controls a terminal, or marks a part of the text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]+/g;

/** What readers of YAML and XML refuse. */
const noncharacters = /\p{Noncharacter_Code_Point}/gu;

/**
 * An untrusted name or value as one harmless line: without line breaks, terminal sequences, invisible characters, user
 * names and passwords of URLs, and halves of characters, which no message to the engine may have.
 *
 * @example escapeLine("Orders\u001b[2J\nrm -rf") // "Orders rm -rf"
 */
export function escapeLine(text: string): string {
  const plain = replaceInvisible(text.toWellFormed(), () => "")
    .replaceAll(sequences, "")
    .replaceAll(noncharacters, "\ufffd")
    .replaceAll(controls, " ")
    .trimEnd();
  return hideUserinfo(plain);
}

/**
 * A message of several lines, each cleaned by {@link escapeLine}, without commands to the host of a pipeline: it may
 * contain names and answers of the platform, and is printed to a terminal or a log.
 *
 * @example escapeText("a\u001b[2J\n  b") // "a\n  b"
 */
export function escapeText(text: string): string {
  return escapeCommands(text.split("\n").map(escapeLine).join("\n"));
}

/** The same one by one, but for line breaks, tabs and colors. */
const escaped =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]|\u001b(?!\[[\d;]*m)|\r(?!\n)/g;

/**
 * A finished output with its control characters and invisible ones as `\\u009b`, but for line breaks, tabs and colors.
 * JSON stays the same value.
 *
 * @example escapeControls('{"name":"a\u009b31m"}') // '{"name":"a\\u009b31m"}'
 */
export function escapeControls(text: string): string {
  return replaceInvisible(text.replace(escaped, escapeUnits), escapeUnits);
}

/** What begins a command to the host of a pipeline: `::error::` in a line of its own, `##[error]`, `##vso[…]`. */
const commands = /^([^\S\r\n\u2028\u2029]*):(?=:)|#(?=#\w*\[)/gm;

/**
 * A finished output without commands to the host of a pipeline, which reads them from each line of a log: a name could
 * be one. JSON stays the same value.
 *
 * @example escapeCommands("::error::no") // "\\u003a:error::no"
 */
export function escapeCommands(text: string): string {
  return text.replace(commands, (found, blanks?: string) => (found === "#" ? "\\u0023" : `${blanks}\\u003a`));
}

/** A file's name cut to at most `most` bytes of UTF-8, between characters, and without a separator at its end. */
export function shortenName(name: string, most: number): string {
  let [end, bytes] = [0, 0];
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    end += character.length;
  }
  return name.slice(0, end).replace(/[-_]$/, "");
}

/** A text cut to at most `most` characters, with `…` at the end if it was longer. */
export function cut(text: string, most: number): string {
  // A character has two units at most.
  const characters = [...text.slice(0, 2 * most + 1)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
