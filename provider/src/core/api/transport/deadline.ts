/**
 * When a call gives up. The clock starts with its first request: a long queue in front of it is no fault of the call. Calls that belong
 * together share one, and {@link pause} stops the clock between them.
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
    this.#leftMs = this.left();
    this.#runningSince = undefined;
  }

  /** Milliseconds left; none or fewer when it is time to give up. */
  left(): number {
    return this.#runningSince === undefined ? this.#leftMs : this.#leftMs - (performance.now() - this.#runningSince);
  }
}
