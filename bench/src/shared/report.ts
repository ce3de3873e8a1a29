import type { Bound, Figure, Report, Spread } from "./measure";

/** Keeps the figures of a bench and says each as it comes. */
export class Figures {
  readonly all: Figure[] = [];
  readonly #quick: boolean;
  readonly #print: (line: string) => void;

  /** @param quick whether what is measured goes without a verdict. */
  constructor(quick: boolean, print: (line: string) => void) {
    this.#quick = quick;
    this.#print = print;
  }

  /** What a bench tells its figures. */
  createReport(): Report {
    const keep = (judged: boolean) => (metric: string, value: number, unit: string, bound?: Bound) => {
      const holds = bound === undefined || !judged ? null : isWithin(value, bound);
      const figure = { metric, value, unit, bound: bound === undefined ? null : describeLimit(bound), holds };
      this.all.push(figure);
      this.#print(`  ${metric}: ${formatWithUnit(value, unit)}${describeVerdict(figure, bound)}`);
    };
    return {
      spread: (label, spread, unit) => this.#print(`  ${label}: ${spreadText(spread, unit)}`),
      count: keep(true),
      measured: keep(!this.#quick),
      broken: (metric, message) => this.#print(`  ${metric}: failed:\n${message}`),
    };
  }

  /** True unless a bound is broken. */
  get hold(): boolean {
    return this.all.every(({ holds }) => holds !== false);
  }
}

function isWithin(value: number, bound: Bound): boolean {
  return "exactly" in bound ? value === bound.exactly : value <= bound.most;
}

function describeLimit(bound: Bound): number {
  return "exactly" in bound ? bound.exactly : bound.most;
}

function describeVerdict({ holds }: Figure, bound: Bound | undefined): string {
  if (bound === undefined) return "";
  const words = `${"exactly" in bound ? "exactly" : "at most"} ${formatNumber(describeLimit(bound))}`;
  return holds === null ? ` (${words}; not judged in a quick run)` : ` (${words}): ${holds ? "holds" : "DOESN'T HOLD"}`;
}

function spreadText({ min, median, max }: Spread, unit: string): string {
  return `${formatWithUnit(median, unit)} (${formatNumber(min)} to ${formatNumber(max)})`;
}

function formatWithUnit(value: number, unit: string): string {
  return `${formatNumber(value)} ${unit}`;
}

/** Three digits that say something, or all those before the point. */
export function formatNumber(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
