/** What checks say of values. */
import { compareValues, formatValue, getFamily, type PlainValue, toPlain, type Value } from "../data";

/** What the rows of an export say of a check. */
export interface Verdict {
  readonly isPassed: boolean;
  /** What was found; null: there is none. */
  readonly value: PlainValue;
  /** The value for people: `3 duplicates`. */
  readonly found: string;
  /** What more there is to say of it: groups that differ. No part of a state. */
  readonly details?: readonly string[];
  /** What would make a golden check pass; undefined: it passes. No part of a state, nor of a report. */
  readonly approval?: Approval | undefined;
}

/** What a golden file would have if it were approved now: all may be told of it, or it isn't written. */
export type Approval =
  /** Lines below the names of the columns. */
  { readonly head: string; readonly lines: readonly string[] } | { readonly why: string; readonly hint: string };

/** Within which a metric is. */
export interface Bounds {
  readonly min: Value | undefined;
  readonly max: Value | undefined;
}

/**
 * Whether a value is within bounds.
 *
 * @throws for bounds of another type.
 */
export function isWithin(value: Value, { min, max }: Bounds): boolean {
  if (value.type === "null") return false;
  const compare = (bound: Value): number => {
    const order = compareValues(value, bound);
    if (order !== undefined) return order;
    throw new Error(`the metric is of the type ${value.type}, and the bound ${formatValue(bound)} isn't`);
  };
  return (min === undefined || compare(min) >= 0) && (max === undefined || compare(max) <= 0);
}

/** What a value has to be, for people: `at least 1`, `1 to 100`. */
export function formatBounds({ min, max }: Bounds): string {
  if (min === undefined) return max === undefined ? "" : `at most ${formatValue(max)}`;
  if (max === undefined) return `at least ${formatValue(min)}`;
  return compareValues(min, max) === 0 ? formatValue(min) : `${formatValue(min)} to ${formatValue(max)}`;
}

/** How far a value may be from another: as a part of it, or at all. */
export interface Tolerance {
  readonly relative: number;
  readonly absolute: number;
}

/** Whether a value that was found is one that a file has, or not further away than the file allows. */
export function isNear(found: Value, expected: Value, { relative, absolute }: Tolerance): boolean {
  const away = compareValues(found, expected);
  if (away === 0 || away === undefined) return away === 0;
  return getFamily(expected) === "number" && Math.abs(away) <= absolute + relative * Math.abs(Number(expected.text));
}

/** A group for people. */
export function formatGroup({ type, text }: Value): string {
  if (type === "null") return "(null)";
  return text === "" ? "(empty)" : text;
}

/**
 * A value as a report has it. A text is what a row says, however many there are.
 *
 * @param untold why it isn't told; undefined: it is.
 */
export function tellValue(value: Value, untold: string | undefined, none?: string): Pick<Verdict, "value" | "found"> {
  if (value.type === "text") return { value: null, found: "a text, which isn't shown" };
  return untold === undefined ? { value: toPlain(value), found: formatValue(value, none) } : hideValue(untold);
}

/** What stands in the place of a value that isn't told. */
export const hideValue = (untold: string) => ({ value: null, found: `a value that isn't told, ${untold}` });
