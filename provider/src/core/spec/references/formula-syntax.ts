import { createNameEndFinder, findTextEnd } from "./formulas";

/** A part of a formula. */
export interface FormulaPart {
  readonly text: string;
  /** Its offset in the formula. */
  readonly start: number;
}

/** A part, by the number of times that its text occurs before it. */
export const findSpan = ({ text, start }: FormulaPart, formula: string) => ({
  text,
  nth: formula.slice(0, start).split(text).length - 1,
});

/** What can be told about a formula without knowing the model. */
export interface FormulaSyntax {
  /** The names that are called as functions, in order: `Sum` in `Sum([Amount])`. */
  readonly calls: readonly FormulaPart[];
  /** The brackets and parentheses without a partner, and a text in quotes that never ends, in order. */
  readonly unpaired: readonly FormulaPart[];
  /**
   * Words of SQL where a formula has none, in order: `case` without parentheses, and `is`, `like` and others behind a
   * value.
   */
  readonly sql: readonly FormulaPart[];
}

/** Operators of SQL that are words. */
const sqlOperator = /^(?:is|like|ilike|between)$/i;

/** A word, and whether a parenthesis follows it. */
const word = /([\p{L}_][\p{L}\p{N}_]*)(\s*\()?/uy;

/**
 * The calls in a formula, and what is opened and not closed, or closed and not opened.
 *
 * @example parseSyntax("Sum([Amount) * [Rate]")
 * // { calls: [{ text: "Sum", start: 0 }], unpaired: [{ text: "[", start: 4 }], sql: [] }
 */
export function parseSyntax(formula: string): FormulaSyntax {
  const calls: FormulaPart[] = [];
  const unpaired: FormulaPart[] = [];
  const open: FormulaPart[] = [];
  const sql: FormulaPart[] = [];
  const findNameEnd = createNameEndFinder(formula);
  // After a value a word is an operator, as `And` in `[A] And ([B])`.
  let isAfterValue = false;
  for (let i = 0; i < formula.length; i++) {
    const letter = formula[i]!;
    if (letter === '"' || letter === "'") {
      const end = findTextEnd(formula, i);
      // What follows belongs to the text, or doesn't: nothing more can be told.
      if (end < 0) return { calls, unpaired: [...unpaired, { text: formula.slice(i), start: i }], sql };
      i = end;
      isAfterValue = true;
    } else if (letter === "[") {
      const end = findNameEnd(i);
      if (end < 0) unpaired.push({ text: letter, start: i });
      else i = end;
      isAfterValue = true;
    } else if (letter === "(") {
      open.push({ text: letter, start: i });
      isAfterValue = false;
    } else if (letter === ")" || letter === "]") {
      if (letter === "]" || open.pop() === undefined) unpaired.push({ text: letter, start: i });
      isAfterValue = true;
    } else {
      word.lastIndex = i;
      const [, text, parenthesis] = word.exec(formula) ?? [];
      if (text === undefined) {
        if (letter.trim() !== "") isAfterValue = /\d/.test(letter);
        continue;
      }
      const isField = formula[i - 1] === ".";
      const isOperator: boolean = /^not$/i.test(text) || (isAfterValue && /^(and|or)$/i.test(text));
      const isSql: boolean = isAfterValue ? sqlOperator.test(text) : parenthesis === undefined && /^case$/i.test(text);
      if (isSql && !isField) sql.push({ text, start: i });
      else if (parenthesis !== undefined && !isField && !isOperator) calls.push({ text, start: i });
      i += text.length - 1;
      isAfterValue = !isOperator && !isSql;
    }
  }
  return { calls, unpaired: [...unpaired, ...open].sort((a, b) => a.start - b.start), sql };
}
