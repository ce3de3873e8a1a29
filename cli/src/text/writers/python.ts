/** Somebody else's text in Python. */

import { escapeLine } from "pulumi-analytics-internal/core/text";

/**
 * A text as a literal in which everything can be seen.
 *
 * @example quotePython("a\u202Eb") // '"a\\u202eb"'
 */
export function quotePython(text: string): string {
  return JSON.stringify(text).replace(/[\p{C}\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** A comment of its own line. A name in it stands in quotes, or it could begin the comment as a directive. */
export const writePythonComment = (text: string) => `# ${escapeLine(text)}`.trimEnd();

/** The name of an argument in the SDK: `folder_id`. */
export const toSnakeCase = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * What a resource is called in a module, whatever its name holds; names that differ may come to the same.
 *
 * @example toPythonName("orders-of-2026") // "orders_of_2026"
 */
export function toPythonName(name: string): string {
  // Python reads identifiers in this form.
  const seen = name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  const joined = seen.normalize("NFKC").replaceAll(/\P{XID_Continue}+/gu, "_");
  return /^\p{XID_Start}/u.test(joined) && !taken.has(joined) ? joined : `_${joined}`;
}

/** The words of the language, and what the module imports. */
const taken = new Set(
  (
    "False None True and as assert async await break case class continue def del elif else except finally for from " +
    "global if import in is lambda match nonlocal not or pass raise return try type while with yield analytics pulumi"
  ).split(" "),
);
