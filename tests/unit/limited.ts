import { runInNewContext } from "node:vm";

/**
 * Does work that must take time that grows with the length of its input, and ends it after 30 s. Give it 300,000
 * characters: that takes less than a second where time grows with the length, and minutes where it grows with its
 * square. So the limit doesn't depend on the machine.
 *
 * @throws an error with the code ERR_SCRIPT_EXECUTION_TIMEOUT.
 */
export function expectLimited(work: () => void): void {
  runInNewContext("work()", { work }, { timeout: 30_000 });
}

/** The length of a hostile text for {@link expectLimited}. */
export const manyCharacters = 300_000;
