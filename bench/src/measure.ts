import { performance } from "node:perf_hooks";

/** One figure with its bound, as `bench/results.json` lists them. */
export interface Figure {
  readonly bench: string;
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  /** The most that `value` may be; absent for what is only reported. */
  readonly bound?: number;
  readonly holds?: boolean;
}

/** Minimum, median and maximum of several runs. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** What a bench is: its name, what it compares, and the work. */
export interface Bench {
  readonly name: string;
  /** What is compared with what, in a sentence. */
  readonly about: string;
  run(report: Report): Promise<void> | void;
}

export interface Report {
  /** Prints a spread under a label. */
  spread(label: string, spread: Spread, unit: string): void;
  /** Prints and keeps a figure; with a bound, says whether it holds. */
  figure(metric: string, value: number, unit: string, bound?: number): void;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return { min: at(0), median: at(Math.floor(sorted.length / 2)), max: at(sorted.length - 1) };
}

/**
 * Runs the works in turn, A B C A B C …, so that a machine that changes its speed changes it for all of them. One round before is not
 * counted.
 *
 * @returns milliseconds per work and round.
 */
export function interleaved(works: readonly (() => unknown)[], rounds: number): number[][] {
  const times: number[][] = works.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      work();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return times;
}
