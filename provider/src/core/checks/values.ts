import { isExactNumber } from "../data";

/** What the rows of an export say of a check. */
export interface Verdict {
  readonly isPassed: boolean;
  /** What was found; null: nothing could be calculated, because there is no row. */
  readonly value: number | null;
  /** The value for people: `3 duplicates`. */
  readonly found: string;
  /** What more there is to say of it: groups that differ. No part of a state. */
  readonly details?: readonly string[];
}

/** Digits of a value that are kept and shown. */
const digits = 12;

/** A number of an export; null for none. @throws for anything else. */
export function readNumber(value: unknown): number | null {
  if (value === null || value === undefined || value === "") return null;
  const number = Number(isExactNumber(value) ? value.$number : value);
  if (typeof value === "boolean" || !Number.isFinite(number)) throw new Error("the platform calculated no number");
  return Number(number.toPrecision(digits));
}

const format = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

/** A number for people: `1,234.5`. */
export const formatNumber = (value: number): string => format.format(value);

/** What a value has to be, for people: `at least 1`, `1 to 100`. */
export function formatBounds(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return max === undefined ? "" : `at most ${formatNumber(max)}`;
  if (max === undefined) return `at least ${formatNumber(min)}`;
  return min === max ? formatNumber(min) : `${formatNumber(min)} to ${formatNumber(max)}`;
}

/** Whether a value is within bounds; none isn't. */
export const isWithin = (value: number | null, min: number | undefined, max: number | undefined): boolean =>
  value !== null && (min === undefined || value >= min) && (max === undefined || value <= max);
