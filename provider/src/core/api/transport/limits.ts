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
 * {@link Pace}). A 429 slows down the whole client, not only the call that got it.
 */
export class Limiter {
  readonly #pace = new Pace();
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
    return this.#pace.pauseMs(performance.now());
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
      const early = this.#pace.getReadyTime(now) - now;
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
    this.#pace.noteSent(sentAt);
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
      if (this.#pace.noteRefused(sentAt, now, result.retryAfterMs))
        this.#slots = Math.max(minConcurrency, this.#slots / 2);
      return;
    }
    this.#pace.noteAccepted(sentAt, now);
    // Unused slots say nothing about whether more would work.
    if (result.kind === "good" && this.#underWay >= this.concurrency) {
      this.#slots = Math.min(maxConcurrency, this.#slots + Math.min(1, (now - sentAt) / growthMs));
    }
  }

  #countInLane(lane: Lane): number {
    return this.#lanes.get(lane) ?? 0;
  }
}

/** Share of the rate that remains after a refusal, as in CUBIC. */
const keep = 0.9;
/** How fast the rate comes back, in requests per second, per second cubed. */
const growth = 0.4;
/** Above this rate (requests per second) requests are not paced. */
const unlimited = 1_000;
const windowMs = 1_000;
const firstPauseMs = 500;
/** The longest pause that the platform did not ask for. */
export const longestPauseMs = 30_000;

/**
 * How many requests per second the platform takes, learned from its answers alone: its limits are unpublished, and most
 * refusals come without `Retry-After`.
 *
 * Nothing is held back until the first refusal. Then the rate that was accepted last becomes the mark: the pace falls
 * below it at once, climbs back to it along a cubic curve, stays near it for a while and then tries for more (CUBIC,
 * which the AWS SDKs use for the same purpose in their adaptive mode). Requests are spaced evenly, and no more of them
 * begin in any second than the rate allows: after a burst that was refused, this is what waits until the platform has
 * forgotten the burst.
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
  getRate(now: number): number {
    if (this.#mark === Number.POSITIVE_INFINITY) return this.#mark;
    const seconds = (now - Math.max(this.#slowedAt, this.#pausedUntil)) / 1000;
    if (seconds < 0) return this.#mark * keep;
    const backAtMark = Math.cbrt((this.#mark * (1 - keep)) / growth);
    const rate = growth * (seconds - backAtMark) ** 3 + this.#mark;
    return rate < unlimited ? rate : Number.POSITIVE_INFINITY;
  }

  /** Milliseconds that all requests wait, as a refusal asked or made necessary. */
  pauseMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** When the next request may go: now, or later. */
  getReadyTime(now: number): number {
    const rate = this.getRate(now);
    if (rate === Number.POSITIVE_INFINITY) return Math.max(now, this.#pausedUntil);
    const spaced = this.#sent.getLast() + 1000 / rate;
    const windowFree = this.#sent.getFromLast(Math.max(1, Math.floor(rate))) + windowMs;
    return Math.max(now, this.#pausedUntil, spaced, windowFree);
  }

  /** A request goes out. */
  noteSent(now: number): void {
    this.#sent.add(now);
  }

  /** A request sent at `sentAt` was not refused for coming too fast. */
  noteAccepted(sentAt: number, now: number): void {
    this.#accepted.add(now);
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
    this.#mark = Math.max(1, Math.min(this.getRate(now), this.#accepted.countSince(now - windowMs)));
    this.#slowedAt = now;
    this.#refusalsInARow += 1;
    if (retryAfterMs === undefined && this.#refusalsInARow > 1) {
      // A slower rate is still too fast, for example because the limit is per minute: pause longer each time.
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

  getLast(): number {
    return this.getFromLast(1);
  }

  /** The `count`-th from the end, 1 being the last; minus infinity when there are fewer. */
  getFromLast(count: number): number {
    return this.#times[this.#times.length - count] ?? Number.NEGATIVE_INFINITY;
  }

  /** How many are later than `time`. */
  countSince(time: number): number {
    let count = 0;
    while (count < this.#times.length && this.getFromLast(count + 1) > time) count += 1;
    return count;
  }
}
