const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/** Large, and of few texts: built when the first has such a character. */
let outsideEmoji: RegExp | undefined;

/** A character that nobody sees. */
export interface Invisible {
  readonly character: string;
  readonly index: number;
}

/**
 * The characters of a text that Unicode has readers ignore, but for those that join or vary the signs of an emoji.
 *
 * @example listInvisible("a\u200bb") // [{ character: "\u200b", index: 1 }]
 */
export function listInvisible(text: string): Invisible[] {
  if (!ignorable.test(text)) return [];
  // biome-ignore lint/complexity/useRegexLiterals: Node.js 20 has the flag `v`, the compiler's target doesn't.
  outsideEmoji ??= new RegExp("\\p{RGI_Emoji}|(?<character>\\p{Default_Ignorable_Code_Point})", "gv");
  return [...text.matchAll(outsideEmoji)].flatMap(({ groups, index }) =>
    groups?.character === undefined ? [] : [{ character: groups.character, index }],
  );
}

/** A text with something else for each of its invisible characters. */
export function replaceInvisible(text: string, replace: (character: string) => string): string {
  let replaced = "";
  let end = 0;
  for (const { character, index } of listInvisible(text)) {
    replaced += text.slice(end, index) + replace(character);
    end = index + character.length;
  }
  return replaced + text.slice(end);
}

/**
 * A character as JSON escapes it, in UTF-16 units.
 *
 * @example escapeUnits("\u{e0001}") // "\\udb40\\udc01"
 */
export const escapeUnits = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
