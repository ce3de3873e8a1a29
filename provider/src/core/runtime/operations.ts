import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 20;

/** The operations of a run that are under way, and how many of them wait for others. */
export class Operations {
  #running = 0;
  #waiting = 0;
  #movedAt = 0;

  /** Runs one. */
  async run<T>(operation: () => Promise<T>): Promise<T> {
    this.#running += 1;
    this.#movedAt = Date.now();
    try {
      return await operation();
    } finally {
      this.#running -= 1;
      this.#movedAt = Date.now();
    }
  }

  /** Lets one wait while `isOpen` and others are under way. @param atMostMs milliseconds. */
  waitWhile(isOpen: () => boolean, atMostMs: number): Promise<void> {
    return this.#wait(() => isOpen() && this.#waiting < this.#running, atMostMs);
  }

  /** Lets one wait until each other has ended, and none has begun for a while. */
  waitForOthers({ quietForMs, atMostMs }: { readonly quietForMs: number; readonly atMostMs: number }): Promise<void> {
    return this.#wait(() => this.#waiting < this.#running || Date.now() - this.#movedAt < quietForMs, atMostMs);
  }

  async #wait(isOpen: () => boolean, atMostMs: number): Promise<void> {
    const end = Date.now() + atMostMs;
    this.#waiting += 1;
    while (isOpen() && Date.now() < end) await sleep(pollMs);
    this.#waiting -= 1;
  }
}
