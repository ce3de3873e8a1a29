import { Pace } from "./pace";

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
