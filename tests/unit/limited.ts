import { runInNewContext } from "node:vm";

/**
 * Does work that must take time that grows with the length of its input: at most 10 seconds of the CPU, however busy
 * the machine is. Give it 200,000 characters: that takes less than a second where time grows with the length, and
 * half a minute or more where it grows with its square.
 *
 * @throws an error with the code ERR_SCRIPT_EXECUTION_TIMEOUT where it doesn't end.
 */
export function expectLimited(work: () => void): void {
  const before = process.cpuUsage();
  runInNewContext("work()", { work }, { timeout: 500_000 });
  expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(10);
}

/** The length of a hostile text for {@link expectLimited}. */
export const manyCharacters = 200_000;
