import type { Verdict } from "./answer";

/** Maximum number of attempts of a call while connections break and servers fail; 429 doesn't count. */
export const attemptsWhenBroken = 8;

/** The same for an address that refuses connections or has no name: it is more likely to be wrong than busy. */
const attemptsWhenUnreachable = 5;

/** Maximum number of attempts of a call that ends in this verdict. */
export function getMaxAttempts({ isUnreachable }: Verdict): number {
  return isUnreachable ? attemptsWhenUnreachable : attemptsWhenBroken;
}

const firstDelayMs = 250;
const longestDelayMs = 20_000;

/**
 * Milliseconds to wait after the `failed`-th failure (from 1): exponential with full jitter, so that callers that
 * failed together don't come back together.
 */
export function retryDelay(failed: number, random: () => number = Math.random): number {
  return random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (failed - 1));
}

/** Decides about the retries of one call. */
export class Retries {
  readonly #repeatable: boolean;
  readonly #random: () => number;
  #broken = 0;
  #tokenRefused = false;

  /** @param repeatable whether the request may be sent again although it may have been carried out. */
  constructor(repeatable: boolean, random: () => number = Math.random) {
    this.#repeatable = repeatable;
    this.#random = random;
  }

  /** The number of the next attempt, those left out that count for nothing; see {@link attemptsWhenBroken}. */
  get attempt(): number {
    return this.#broken + 1;
  }

  /**
   * Milliseconds until the next attempt; undefined when there is none.
   *
   * @param retryAfterMs what the platform asks for, when it does.
   */
  getNextDelay(verdict: Verdict, retryAfterMs = 0): number | undefined {
    const { kind, maybeApplied } = verdict;
    if (maybeApplied && !this.#repeatable) return undefined;
    if (kind === "throttled") return retryAfterMs; // The limiter delays it further.
    if (kind === "unauthorized" && !this.#tokenRefused) {
      this.#tokenRefused = true;
      return 0;
    }
    if (kind === "broken" && this.#broken + 1 < getMaxAttempts(verdict)) {
      this.#broken += 1;
      return Math.max(retryDelay(this.#broken, this.#random), retryAfterMs);
    }
    return undefined;
  }
}

/**
 * When a call times out. The clock starts with its first request: time in the queue doesn't count. Calls that belong
 * together share one deadline, and {@link pause} stops the clock between them.
 */
export class Deadline {
  #leftMs: number;
  #runningSince: number | undefined;

  /** @param overallMs milliseconds, from {@link start} on. */
  constructor(overallMs: number) {
    this.#leftMs = overallMs;
  }

  start(): this {
    this.#runningSince ??= performance.now();
    return this;
  }

  /** Stops the clock until the next {@link start}. */
  pause(): void {
    this.#leftMs = this.getRemaining();
    this.#runningSince = undefined;
  }

  /** Milliseconds left; zero or negative when the call has timed out. */
  getRemaining(): number {
    return this.#runningSince === undefined ? this.#leftMs : this.#leftMs - (performance.now() - this.#runningSince);
  }
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
