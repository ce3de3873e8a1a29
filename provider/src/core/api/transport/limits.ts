/** Calls with a concurrency limit of their own, in addition to the client's. */
export type Lane = "spec" | "models";

// The platform refuses more than about five concurrent reads of representations, or of pages of data models.
const laneWidth: Record<Lane, number> = { spec: 5, models: 5 };

const initialConcurrency = 4;
const minConcurrency = 2;
const maxConcurrency = 64;
/** Time constant of the growth: with good answers, concurrency grows by a factor of e in this time, at any latency. */
const growthMs = 250;

/** The outcome of an attempt, as far as it matters to the limiter. */
export type Result =
  | { readonly kind: "good" | "other" }
  | { readonly kind: "throttled"; readonly retryAfterMs?: number };

/** Permission to send one request. Call `leave` with its outcome. */
export interface Permit {
  leave(result: Result): void;
}

interface Waiting {
  readonly lane?: Lane;
  readonly grant: (permit: Permit) => void;
}

/**
 * Decides when each request of one client may be sent. Two limits adapt: the number of concurrent requests (starts low,
 * grows while answers are good and all slots are in use, halves on 429), and the number of requests per second (see
 * {@link TokenBucket}). A 429 slows down the whole client, not only the call that got it.
 */
export class Limiter {
  readonly #bucket = new TokenBucket();
  readonly #queue: Waiting[] = [];
  readonly #lanes = new Map<Lane, number>();
  #slots = initialConcurrency;
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  /** How many concurrent requests are allowed now. */
  get concurrency(): number {
    return Math.floor(this.#slots);
  }

  /** Milliseconds until the next request of any call, after a refusal. */
  get pauseMs(): number {
    return this.#bucket.pauseMs(performance.now());
  }

  /** Resolves when a request may be sent. `again` marks a retry, which is sent before requests that were never sent. */
  enter({ lane, again = false, signal }: { lane?: Lane; again?: boolean; signal?: AbortSignal } = {}): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        if (this.#queue.length === 0) this.#stopTimer();
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        lane,
        grant: (permit) => {
          signal?.removeEventListener("abort", giveUp);
          resolve(permit);
        },
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      if (again) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#underWay < this.concurrency) {
      const index = this.#queue.findIndex(
        ({ lane }) => lane === undefined || this.#countInLane(lane) < laneWidth[lane],
      );
      if (index < 0) return;
      const now = performance.now();
      const early = this.#bucket.getReadyTime(now) - now;
      if (early > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#startNext();
        }, Math.ceil(early));
        return;
      }
      const [waiting] = this.#queue.splice(index, 1);
      waiting?.grant(this.#permit(now, waiting.lane));
    }
  }

  /** The queue is empty: a pending timer would keep the process alive. */
  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #permit(sentAt: number, lane: Lane | undefined): Permit {
    this.#bucket.noteSent(sentAt);
    this.#underWay += 1;
    if (lane) this.#lanes.set(lane, this.#countInLane(lane) + 1);
    return {
      leave: (result) => {
        this.#learn(result, sentAt);
        this.#underWay -= 1;
        if (lane) this.#lanes.set(lane, this.#countInLane(lane) - 1);
        this.#startNext();
      },
    };
  }

  #learn(result: Result, sentAt: number): void {
    const now = performance.now();
    if (result.kind === "throttled") {
      if (this.#bucket.noteRefused(sentAt, now, result.retryAfterMs))
        this.#slots = Math.max(minConcurrency, this.#slots / 2);
      return;
    }
    this.#bucket.noteAccepted(sentAt, now);
    // Unused slots say nothing about whether more would work.
    if (result.kind === "good" && this.#underWay >= this.concurrency) {
      this.#slots = Math.min(maxConcurrency, this.#slots + Math.min(1, (now - sentAt) / growthMs));
    }
  }

  #countInLane(lane: Lane): number {
    return this.#lanes.get(lane) ?? 0;
  }
}

/** Share of the rate that remains after a refusal. */
const keep = 0.8;
/** How fast the rate grows again: requests per second, and share of the rate, in each second. */
const growth = { requests: 0.5, share: 0.05 };
/** Milliseconds without a refusal after which requests are not paced. */
const forgetMs = 8_000;
/** Requests that may go at once when none went for a while. */
const burst = 2;
/** Time in which accepted requests are counted, and the first pause. */
const windowMs = 1_000;
/** The pause after a second refusal in a row. */
const secondPauseMs = 700;
/** The longest pause that the platform did not ask for. */
export const longestPauseMs = 30_000;

/**
 * A bucket of tokens, one for each request, that refills at the rate that the platform takes. The rate is learned from
 * its answers alone: its limits are unpublished, and most refusals come without `Retry-After`.
 *
 * Nothing is held back until the first refusal. Then the rate becomes what was accepted in the last second, and a
 * second's pause lets the platform forget the burst. Later refusals lower it by a part; between refusals it grows.
 *
 * Times are milliseconds of one monotonic clock; the class itself looks at no clock and sets no timer.
 */
export class TokenBucket {
  /** Requests per second after the last refusal; infinite before the first. */
  #slowRate = Number.POSITIVE_INFINITY;
  #slowedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #refusalsInARow = 0;
  #tokens = burst;
  #filledAt = 0;
  /** When requests were accepted in the last second. */
  readonly #accepted: number[] = [];

  /** Requests per second at this time. */
  getRate(now: number): number {
    const since = now - Math.max(this.#slowedAt, this.#pausedUntil);
    if (this.#slowRate === Number.POSITIVE_INFINITY || since > forgetMs) return Number.POSITIVE_INFINITY;
    return this.#slowRate + (Math.max(0, since) / 1000) * (growth.requests + growth.share * this.#slowRate);
  }

  /** Milliseconds that all requests wait, as a refusal asked or made necessary. */
  pauseMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** When the next request may go: now, or later. */
  getReadyTime(now: number): number {
    const start = Math.max(now, this.#pausedUntil);
    const missing = 1 - this.#countTokens(start);
    return missing <= 0 ? start : start + (missing / this.getRate(start)) * 1000;
  }

  /** A request goes out. */
  noteSent(now: number): void {
    this.#tokens = this.#countTokens(now) - 1;
    this.#filledAt = now;
  }

  /** A request sent at `sentAt` was not refused for coming too fast. */
  noteAccepted(sentAt: number, now: number): void {
    this.#accepted.push(now);
    this.#forgetAccepted(now);
    if (sentAt > this.#slowedAt) this.#refusalsInARow = 0;
  }

  /**
   * A request sent at `sentAt` came too fast. Answers whether this is news: of a burst that is refused, only the first
   * refusal slows down, since the others were on their way already.
   *
   * @param retryAfterMs what the platform asks for, when it does; all requests wait for it.
   * @param random from 0 to 1, spreads the return of several processes that share a limit.
   */
  noteRefused(sentAt: number, now: number, retryAfterMs: number | undefined, random = Math.random()): boolean {
    if (retryAfterMs !== undefined) this.#pausedUntil = Math.max(this.#pausedUntil, now + retryAfterMs);
    if (sentAt <= this.#slowedAt) return false;
    this.#forgetAccepted(now);
    const rate = this.getRate(now);
    const isFirst = rate === Number.POSITIVE_INFINITY;
    this.#slowRate = keep * Math.max(1, isFirst ? this.#accepted.length : rate);
    this.#slowedAt = now;
    this.#tokens = isFirst ? 1 : 0;
    this.#filledAt = now;
    this.#refusalsInARow += 1;
    if (retryAfterMs === undefined && isFirst) this.#pausedUntil = Math.max(this.#pausedUntil, now + windowMs);
    if (retryAfterMs === undefined && this.#refusalsInARow > 1) {
      // A slower rate is still too fast, for example because the limit is per minute: pause longer each time.
      const pause = Math.min(longestPauseMs, secondPauseMs * 2 ** (this.#refusalsInARow - 2));
      this.#pausedUntil = Math.max(this.#pausedUntil, now + pause * (1 + random / 2));
    }
    return true;
  }

  #countTokens(now: number): number {
    const rate = this.getRate(now);
    if (rate === Number.POSITIVE_INFINITY) return burst;
    return Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * rate);
  }

  #forgetAccepted(now: number): void {
    while (this.#accepted[0]! <= now - windowMs) this.#accepted.shift();
  }
}
