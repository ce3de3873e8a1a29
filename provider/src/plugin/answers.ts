import type { AnalyticsClient } from "../core/api";
import type { Run } from "../core/runtime";

type Answers = Map<string, Promise<unknown>>;

/**
 * The answers of a run's lookups, by client and by what was asked: equal calls send one request. Loads nothing: a run
 * without lookups does not need them.
 */
const createAnswers = () => new Map<AnalyticsClient, Answers>();

/** Those of a client since the last write of the run. */
export function getAnswers(run: Run, client: AnalyticsClient): Answers {
  const answers = run.get(createAnswers);
  const known: Answers = answers.get(client) ?? new Map();
  answers.set(client, known);
  return known;
}

/** After a write: a lookup that depends on it finds what it has changed. */
export const forgetAnswers = (run: Run): void => run.get(createAnswers).clear();
