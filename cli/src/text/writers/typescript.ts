/** Somebody else's text in TypeScript. */

import { escapeLine } from "pulumi-analytics-internal/core/text";

/**
 * A text as a string literal in which everything can be seen, whatever it holds.
 *
 * @example quote("a\u202Eb") // '"a\\u{202e}b"'
 */
export function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{C}\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** The key of a property in a literal. */
export function writePropertyName(key: string): string {
  // As a literal's plain key it would set the prototype.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}

/** A comment of its own line. A name in it stands in quotes, or it could begin the comment as a directive. */
export const writeComment = (text: string) => `// ${escapeLine(text)}`.trimEnd();

/** The doc comment of somebody's name; it is quoted, or it could be a tag of JSDoc. */
export const writeNameDoc = (name: string) => `/** ${quote(name).replaceAll("*/", "*\\/")} */`;

/**
 * A name as an identifier; different names that `Names` gave in one scope have different ones.
 *
 * @example toIdentifier("revenue-by-region") // "revenueByRegion"
 */
export function toIdentifier(name: string): string {
  const [first = "", ...rest] = name.split("-");
  const joined = first + rest.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join("");
  return /^\p{ID_Start}/u.test(joined) ? joined : `_${joined}`;
}
