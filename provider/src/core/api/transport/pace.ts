/** Share of the rate kept when the platform says it is too much, as in CUBIC. */
const keep = 0.9;
/** How fast the rate comes back, in requests per second, per second cubed. */
const growth = 0.4;
/** Above this rate (requests per second) pacing has no say any more. */
const unlimited = 1_000;
const windowMs = 1_000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * How many requests per second the platform takes, learned from its answers alone: its limits are unpublished, and most refusals
 * come without `Retry-After`.
 *
 * Nothing is held back until the first refusal. Then the rate that was accepted last becomes the mark: the pace falls below it at
 * once, climbs back to it along a cubic curve, stays near it for a while and then tries for more (CUBIC, which the AWS SDKs use for
 * the same purpose in their adaptive mode). Requests are spaced evenly, and no more of them begin in any second than the rate
 * allows: after a burst that was refused, this is what waits until the platform has forgotten the burst.
 *
 * Times are milliseconds of one monotonic clock; the class itself looks at no clock and sets no timer.
 */
export class Pace {
  /** The rate accepted when the platform last refused; infinite before that. */
  #mark = Number.POSITIVE_INFINITY;
  #slowedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #refusalsInARow = 0;
  readonly #sent = new RecentTimes();
  readonly #accepted = new RecentTimes();

  /** Requests per second at this time. */
  rate(now: number): number {
    if (this.#mark === Number.POSITIVE_INFINITY) return this.#mark;
    const seconds = (now - Math.max(this.#slowedAt, this.#pausedUntil)) / 1000;
    if (seconds < 0) return this.#mark * keep;
    const backAtMark = Math.cbrt((this.#mark * (1 - keep)) / growth);
    const rate = growth * (seconds - backAtMark) ** 3 + this.#mark;
    return rate < unlimited ? rate : Number.POSITIVE_INFINITY;
  }

  /** When the next request may go: now, or later. */
  readyAt(now: number): number {
    const rate = this.rate(now);
    if (rate === Number.POSITIVE_INFINITY) return Math.max(now, this.#pausedUntil);
    const spaced = this.#sent.last() + 1000 / rate;
    const windowFree = this.#sent.fromLast(Math.max(1, Math.floor(rate))) + windowMs;
    return Math.max(now, this.#pausedUntil, spaced, windowFree);
  }

  /** A request goes out. */
  sent(now: number): void {
    this.#sent.add(now);
  }

  /** A request sent at `sentAt` was not refused for coming too fast. */
  accepted(sentAt: number, now: number): void {
    this.#accepted.add(now);
    if (sentAt > this.#slowedAt) this.#refusalsInARow = 0;
  }

  /**
   * A request sent at `sentAt` came too fast. Answers whether this is news: of a burst that is refused, only the first refusal
   * slows down, since the others were on their way already.
   *
   * @param retryAfterMs what the platform asks for, when it does; all requests wait for it.
   * @param random from 0 to 1, spreads the return of several processes that share a limit.
   */
  refused(sentAt: number, now: number, retryAfterMs: number | undefined, random = Math.random()): boolean {
    if (retryAfterMs !== undefined) this.#pausedUntil = Math.max(this.#pausedUntil, now + retryAfterMs);
    if (sentAt <= this.#slowedAt) return false;
    this.#mark = Math.max(1, Math.min(this.rate(now), this.#accepted.since(now - windowMs)));
    this.#slowedAt = now;
    this.#refusalsInARow += 1;
    if (retryAfterMs === undefined && this.#refusalsInARow > 1) {
      // Slower wasn't slow enough: the limit is one per minute, say. Stay away longer each time.
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#refusalsInARow - 2));
      this.#pausedUntil = Math.max(this.#pausedUntil, now + pause * (1 + random / 2));
    }
    return true;
  }
}

/** The latest points in time, oldest first. */
class RecentTimes {
  #times: number[] = [];

  add(time: number): void {
    this.#times.push(time);
    // Twice as many as ever looked at, so that dropping the rest is rare.
    if (this.#times.length > 4 * unlimited) this.#times = this.#times.slice(-2 * unlimited);
  }

  last(): number {
    return this.fromLast(1);
  }

  /** The `count`-th from the end, 1 being the last; minus infinity when there are fewer. */
  fromLast(count: number): number {
    return this.#times[this.#times.length - count] ?? Number.NEGATIVE_INFINITY;
  }

  /** How many are later than `time`. */
  since(time: number): number {
    let count = 0;
    while (count < this.#times.length && this.fromLast(count + 1) > time) count += 1;
    return count;
  }
}
