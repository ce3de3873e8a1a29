import type { ApiError } from "pulumi-analytics-internal/core/api";
import { type Finding, fail } from "../finding";

/** A failed call as a finding: the platform's own words, and the hint of the error or the one given. */
export function toFinding(error: ApiError, otherwise: string): Finding {
  return fail(getWords(error), error.hint ?? otherwise);
}

/** What an error says, without its hint. */
export function getWords({ message, hint }: ApiError): string {
  return hint === undefined ? message : message.slice(0, -hint.length).trim();
}
