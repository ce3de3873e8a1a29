/** What reports say of results: text, Markdown, JSON, JUnit, SARIF, annotations, comments and messages take it from here. */

import type { PlainValue } from "../data";
import type { NumberDifference } from "./numbers";
import type { CheckResult } from "./results";

/** How much a report says. */
export interface Telling {
  /** Whether it shows values at all. */
  readonly values: boolean;
  /** Whether it quotes the platform: a warehouse quotes values in errors. Default: as `values`. */
  readonly words?: boolean;
}

/** What a report may say of a result: every way to tell it takes it from here. */
export interface ToldResult extends Omit<CheckResult, "value" | "found" | "shortReason" | "approval" | "goldenFile"> {
  readonly value?: PlainValue;
  readonly found?: string;
}

export function tellResult(result: CheckResult, { values, words = values }: Telling): ToldResult {
  const { value, found, details, reason, shortReason, approval: _, goldenFile: __, ...rest } = result;
  if (result.status === "unknown") return { ...rest, ...(shortReason && { reason: words ? reason! : shortReason }) };
  return values ? { ...rest, value, found, ...(details && { details }) } : rest;
}

/** What a report may say of a metric at two times. */
export function tellDifference(
  { reason, shortReason, changes, rows, ...rest }: NumberDifference,
  { values, words = values }: Telling,
): Omit<NumberDifference, "shortReason"> {
  const why = words ? reason : shortReason;
  return {
    ...rest,
    changes: values ? changes : [],
    ...(values && rows && { rows }),
    ...(why === undefined ? {} : { reason: why }),
  };
}
