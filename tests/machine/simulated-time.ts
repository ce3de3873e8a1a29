import { AsyncLocalStorage } from "node:async_hooks";

/** A timer of simulated time. */
interface Timer {
  readonly at: number;
  readonly owner: object;
  readonly run: () => void;
}

/** A request on its way, of whose answer a process waits. */
export interface Call {
  /** Whether the platform holds it back until a later time. */
  isHeld: boolean;
}

/** How many turns of the event loop must pass without anything to do before the time moves. */
const quietTurns = 3;

/**
 * Time that moves on as soon as there is nothing else to do: an hour of waiting takes no time. Requests and child
 * processes are real, and the time stands while one of them is on its way.
 */
export class SimulatedTime {
  /** Milliseconds since 1970. */
  now = Date.UTC(2026, 2, 2, 9);
  readonly calls = new Set<Call>();
  /** The call that the platform answers. */
  readonly answering = new AsyncLocalStorage<Call>();
  #timers: Timer[] = [];
  #busy = 0;

  schedule(owner: object, ms: number, run: () => void): Timer {
    const timer = { at: this.now + Math.max(0, Number.isFinite(ms) ? ms : 0), owner, run };
    this.#timers.push(timer);
    return timer;
  }

  cancel(timer: unknown): void {
    this.#timers = this.#timers.filter((one) => one !== timer);
  }

  /** A process has ended: its timers never fire. */
  forget(owner: object): void {
    this.#timers = this.#timers.filter((one) => one.owner !== owner);
  }

  /** Something real, which time waits for. */
  async waitFor<Result>(real: Promise<Result>): Promise<Result> {
    this.#busy += 1;
    try {
      return await real;
    } finally {
      this.#busy -= 1;
    }
  }

  /** The platform holds an answer back. */
  async hold(owner: object, ms: number): Promise<void> {
    const call = this.answering.getStore();
    if (call !== undefined) call.isHeld = true;
    await new Promise<void>((resolve) => this.schedule(owner, ms, resolve));
    if (call !== undefined) call.isHeld = false;
  }

  /** Lets time go on until something has ended. @throws when nothing is left that could end it. */
  async runUntil<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false;
    const done = work.finally(() => {
      isOver = true;
    });
    done.catch(() => undefined);
    for (let quiet = 0; !isOver; quiet += 1) {
      await new Promise(setImmediate);
      if (this.#isBusy()) quiet = 0;
      if (quiet < quietTurns || isOver) continue;
      if (this.#timers.length === 0) throw new Error("Everything waits, and nothing will happen any more.");
      this.#runNext();
      quiet = 0;
    }
    return done;
  }

  /** Lets so much time pass. */
  async pass(ms: number): Promise<void> {
    await this.runUntil(new Promise<void>((resolve) => this.schedule(this, ms, resolve)));
  }

  #isBusy(): boolean {
    return this.#busy > 0 || [...this.calls].some(({ isHeld }) => !isHeld);
  }

  #runNext(): void {
    const at = Math.min(...this.#timers.map((timer) => timer.at));
    const next = this.#timers.find((timer) => timer.at === at)!;
    this.cancel(next);
    this.now = Math.max(this.now, at);
    next.run();
  }
}

/** The globals and modules of a process by which it sees time. @param aheadMs how much its clock is ahead. */
export function createClock(
  time: SimulatedTime,
  owner: object,
  getAheadMs: () => number,
  sleepOf?: (ms?: number) => Promise<unknown>,
) {
  const started = time.now;
  const getNow = () => time.now + getAheadMs();
  class SimulatedDate extends Date {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(getNow());
      else super(...given);
    }
    static override now = getNow;
  }
  function sleep(ms = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = time.schedule(owner, ms, () => resolve(value));
      signal?.addEventListener("abort", () => {
        time.cancel(timer);
        reject(signal.reason);
      });
    });
  }
  const setTimer = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const timer = time.schedule(owner, ms, () => run(...args));
    return Object.assign(timer, { ref: () => timer, unref: () => timer, hasRef: () => true });
  };
  const clearTimer = (timer: unknown) => time.cancel(timer);
  return {
    globals: {
      Date: SimulatedDate,
      setTimeout: setTimer,
      clearTimeout: clearTimer,
      performance: { now: () => time.now - started, timeOrigin: started + getAheadMs() },
    },
    timersPromises: { setTimeout: sleepOf ?? sleep },
  };
}
