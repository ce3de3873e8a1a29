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
