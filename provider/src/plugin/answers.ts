import type { AnalyticsClient } from "../core/api";

/**
 * The answers of lookups, by what was asked: equal calls send one request. Loads nothing: a run without lookups does
 * not need them.
 */
let answers = new WeakMap<AnalyticsClient, Map<string, Promise<unknown>>>();

/** Those of a client since the last write of this process. */
export function getAnswers(client: AnalyticsClient): Map<string, Promise<unknown>> {
  const known = answers.get(client) ?? new Map<string, Promise<unknown>>();
  answers.set(client, known);
  return known;
}

/** After a write: a lookup that depends on it finds what it has changed. */
export function forgetAnswers(): void {
  answers = new WeakMap();
}
