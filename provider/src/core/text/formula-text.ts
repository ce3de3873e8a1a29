/** Somebody else's text in a formula of the platform. */

/**
 * A text as a literal; undefined where the language has none: it has no escape for a line break.
 *
 * @example quoteFormulaText('a "b"') // '"a \\"b\\""'
 */
export function quoteFormulaText(text: string): string | undefined {
  return /[\r\n]/.test(text) ? undefined : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** A name as a part of a reference, between its brackets. */
export const escapeFormulaName = (name: string) => name.replace(/[\\[\]/]/g, "\\$&");
