import type { Bound, Figure, Report, Spread } from "./measure";

/** Keeps the figures of all benches and says each as it comes. */
export class Figures {
  readonly all: Figure[] = [];
  readonly #quick: boolean;
  readonly #print: (line: string) => void;

  /** @param quick whether what is measured goes without a verdict. */
  constructor(quick: boolean, print: (line: string) => void) {
    this.#quick = quick;
    this.#print = print;
  }

  /** The report of one bench. */
  of(bench: string): Report {
    const keep = (judged: boolean) => (metric: string, value: number, unit: string, bound?: Bound) => {
      const holds = bound === undefined || !judged ? null : isWithin(value, bound);
      const figure = { bench, metric, value, unit, bound: bound === undefined ? null : limitOf(bound), holds };
      this.all.push(figure);
      this.#print(`  ${metric}: ${withUnit(value, unit)}${verdictText(figure, bound)}`);
    };
    return {
      spread: (label, spread, unit) => this.#print(`  ${label}: ${spreadText(spread, unit)}`),
      count: keep(true),
      measured: keep(!this.#quick),
    };
  }

  /** True unless a bound is broken. */
  get hold(): boolean {
    return this.all.every(({ holds }) => holds !== false);
  }

  /** All figures as a table in Markdown. */
  table(): string {
    const rows = this.all.map(({ bench, metric, value, unit, bound, holds }) => [
      bench,
      metric,
      withUnit(value, unit),
      bound === null ? "" : withUnit(bound, unit),
      holds === null ? "" : holds ? "holds" : "DOESN'T HOLD",
    ]);
    return [["bench", "metric", "value", "bound", ""], ["---", "---", "---", "---", "---"], ...rows]
      .map((row) => `| ${row.join(" | ")} |`)
      .join("\n");
  }
}

function isWithin(value: number, bound: Bound): boolean {
  return "exactly" in bound ? value === bound.exactly : value <= bound.most;
}

function limitOf(bound: Bound): number {
  return "exactly" in bound ? bound.exactly : bound.most;
}

function verdictText({ holds }: Figure, bound: Bound | undefined): string {
  if (bound === undefined) return "";
  const words = `${"exactly" in bound ? "exactly" : "at most"} ${round(limitOf(bound))}`;
  return holds === null ? ` (${words}; not judged in a quick run)` : ` (${words}): ${holds ? "holds" : "DOESN'T HOLD"}`;
}

function spreadText({ min, median, max }: Spread, unit: string): string {
  return `${withUnit(median, unit)} (${round(min)} to ${round(max)})`;
}

function withUnit(value: number, unit: string): string {
  return `${round(value)} ${unit}`;
}

/** Three digits that say something, or all those before the point. */
function round(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
