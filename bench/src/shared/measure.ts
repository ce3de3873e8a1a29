import { performance } from "node:perf_hooks";
import type { Lab } from "./lab";

/** One figure with its bound, as `bench/results.json` lists them. */
export interface Figure {
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  /** Null for what is only reported. */
  readonly bound: number | null;
  /** Null without a bound, and for what a quick run measures: too little for a verdict. */
  readonly holds: boolean | null;
}

/** What a figure may be: so much at most, or exactly so much. */
export type Bound = { readonly most: number } | { readonly exactly: number };

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
  run(at: { report: Report; scale: Scale; lab: Lab }): Promise<void> | void;
}

/** How much a bench does. A quick run does so little that only what is counted tells anything. */
export interface Scale {
  readonly quick: boolean;
  /** The first in a whole run, the second in a quick one. */
  of<T>(whole: T, quick: T): T;
}

export interface Report {
  /** Prints a spread under a label. */
  spread(label: string, spread: Spread, unit: string): void;
  /** Keeps something counted, which is the same on every machine; judged in every run. */
  count(metric: string, value: number, unit: string, bound?: Bound): void;
  /** Keeps something measured, such as a time or a ratio of times; never judged in a quick run. */
  measured(metric: string, value: number, unit: string, bound?: Bound): void;
  /** Prints what failed where the work is more than a process, a backend or the platform bears. */
  broken(metric: string, message: string): void;
}

export function computeSpread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const pickQuantile = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    min: pickQuantile(0),
    median: (pickQuantile(Math.floor(middle)) + pickQuantile(Math.ceil(middle))) / 2,
    max: pickQuantile(sorted.length - 1),
  };
}

/** The spread of one run against another, round by round: a round's runs met the same machine. */
export function computeRatios(ones: readonly number[], others: readonly number[]): Spread {
  return computeSpread(ones.map((one, round) => one / (others[round] ?? Number.NaN)));
}

/**
 * Runs the works in turn, A B C A B C …, so that a machine that changes its speed changes it for all of them. A round
 * before warms up and isn't counted.
 *
 * @returns milliseconds per work and round; of a work that measures itself, what it answers.
 */
export async function runInterleaved(
  works: readonly (() => unknown)[],
  rounds: number,
  { warmUp = true }: { warmUp?: boolean } = {},
): Promise<number[][]> {
  const times: number[][] = works.map(() => []);
  for (let round = warmUp ? -1 : 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      const answer = await work();
      const time = typeof answer === "number" ? answer : performance.now() - start;
      if (round >= 0) times[index]?.push(time);
    }
  }
  return times;
}

/** A point of a graph. */
export type Point = readonly [x: number, y: number];

/** The power of x that y grows with: the slope of the line closest to the points' logarithms. */
export function fitPower(points: readonly Point[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const computeMean = (pick: (point: Point) => number) =>
    logs.reduce((sum, point) => sum + pick(point), 0) / logs.length;
  const [x, y] = [computeMean(([at]) => at), computeMean(([, at]) => at)];
  const covariance = computeMean(([a, b]) => (a - x) * (b - y));
  return covariance / computeMean(([a]) => (a - x) ** 2);
}
