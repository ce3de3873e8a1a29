import type { Body } from "./answer";
import type { HttpAnswer, HttpFailure } from "./http";

/** What an attempt came to. */
export interface Verdict {
  readonly kind: "good" | "unauthorized" | "throttled" | "broken" | "refused";
  /** True when the request may have been carried out all the same. */
  readonly maybeApplied: boolean;
}

/**
 * Judges one attempt. Only `throttled` and `broken` are worth another; `refused` is the platform's last word.
 *
 * Certainly not carried out: what never reached the server, a refused token, 429, and every other 4xx. A connection that broke
 * later, a deadline, a 5xx (a gateway's included) and a half answer say nothing about what the platform did.
 */
export function judge(answer: HttpAnswer | HttpFailure, body: Body | undefined): Verdict {
  if (answer.kind === "failure") {
    return { kind: answer.permanent ? "refused" : "broken", maybeApplied: !answer.unsent };
  }
  const { status } = answer;
  if (status >= 200 && status < 300) {
    return body?.kind === "data" ? { kind: "good", maybeApplied: true } : { kind: "broken", maybeApplied: true };
  }
  if (status === 401) return { kind: "unauthorized", maybeApplied: false };
  if (status === 429) return { kind: "throttled", maybeApplied: false };
  if (status === 408) return { kind: "broken", maybeApplied: true };
  // Not implemented, and HTTP version not supported: true for ever.
  if (status >= 500) return { kind: status === 501 || status === 505 ? "refused" : "broken", maybeApplied: true };
  return { kind: "refused", maybeApplied: false };
}

/** How often a call is tried at most while connections break and servers fail; refusals for coming too fast don't count. */
export const attemptsWhenBroken = 8;

const firstDelayMs = 250;
const longestDelayMs = 20_000;

/**
 * Milliseconds to wait after the `failed`-th failure (from 1): exponential with full jitter, so that callers that failed together
 * don't come back together.
 */
export function retryDelay(failed: number, random: () => number = Math.random): number {
  return random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (failed - 1));
}

/** What follows the failed attempts of one call. */
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

  /**
   * Milliseconds until the next attempt; undefined when there is none.
   *
   * @param retryAfterMs what the platform asks for, when it does.
   */
  next({ kind, maybeApplied }: Verdict, retryAfterMs = 0): number | undefined {
    if (maybeApplied && !this.#repeatable) return undefined;
    if (kind === "throttled") return retryAfterMs; // Beyond that, the limiter makes it wait.
    if (kind === "unauthorized" && !this.#tokenRefused) {
      this.#tokenRefused = true;
      return 0;
    }
    if (kind === "broken" && this.#broken + 1 < attemptsWhenBroken) {
      this.#broken += 1;
      return Math.max(retryDelay(this.#broken, this.#random), retryAfterMs);
    }
    return undefined;
  }
}

/** A `Retry-After` header in milliseconds: seconds, or a date. Undefined when absent, unreadable or past. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
