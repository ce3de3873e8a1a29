/** Calls that share a limit of their own beside the client's. */
export type Lane = "spec" | "models";

// Reading a representation, or a page of the list of data models, is refused above about five at once.
const laneWidth: Record<Lane, number> = { spec: 5, models: 5 };

const modestStart = 4;
const least = 2;
const most = 64;
/** How long good answers take to make the concurrency e times what it was, whatever the latency. */
const growthMs = 250;

/** What became of an attempt, as far as the limiter cares. */
export type Result =
  | { readonly kind: "good" | "other" }
  | { readonly kind: "throttled"; readonly retryAfterMs?: number };

/** The right to send one request, to be given back with what came of it. */
export interface Permit {
  leave(result: Result): void;
}

interface Waiting {
  readonly lane?: Lane;
  readonly grant: (permit: Permit) => void;
}

/**
 * Says when a request may be sent, for everything one client sends. Two things adapt: how many requests are under way at once (a
 * modest start, more while answers are good and all places are taken, half on 429), and how many begin per second (see
 * {@link Pace}). A 429 so slows down the whole client, not only the call that got it.
 */
export class Limiter {
  readonly #pace = new Pace();
  readonly #queue: Waiting[] = [];
  readonly #lanes = new Map<Lane, number>();
  #places = modestStart;
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  /** How many requests may be under way at once, now. */
  get concurrency(): number {
    return Math.floor(this.#places);
  }

  /** Resolves when a request may go. `again` for a repetition: it goes before those that never had a turn. */
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
      this.#next();
    });
  }

  #next(): void {
    while (this.#underWay < this.concurrency) {
      const index = this.#queue.findIndex(({ lane }) => lane === undefined || this.#inLane(lane) < laneWidth[lane]);
      if (index < 0) return;
      const now = performance.now();
      const early = this.#pace.readyAt(now) - now;
      if (early > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#next();
        }, Math.ceil(early));
        return;
      }
      const [waiting] = this.#queue.splice(index, 1);
      waiting?.grant(this.#permit(now, waiting.lane));
    }
  }

  /** Nobody waits any more: the process must not, either. */
  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #permit(sentAt: number, lane: Lane | undefined): Permit {
    this.#pace.sent(sentAt);
    this.#underWay += 1;
    if (lane) this.#lanes.set(lane, this.#inLane(lane) + 1);
    return {
      leave: (result) => {
        this.#learn(result, sentAt);
        this.#underWay -= 1;
        if (lane) this.#lanes.set(lane, this.#inLane(lane) - 1);
        this.#next();
      },
    };
  }

  #learn(result: Result, sentAt: number): void {
    const now = performance.now();
    if (result.kind === "throttled") {
      if (this.#pace.refused(sentAt, now, result.retryAfterMs)) this.#places = Math.max(least, this.#places / 2);
      return;
    }
    this.#pace.accepted(sentAt, now);
    // Places that aren't used prove nothing about more of them.
    if (result.kind === "good" && this.#underWay >= this.concurrency) {
      this.#places = Math.min(most, this.#places + Math.min(1, (now - sentAt) / growthMs));
    }
  }

  #inLane(lane: Lane): number {
    return this.#lanes.get(lane) ?? 0;
  }
}

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
