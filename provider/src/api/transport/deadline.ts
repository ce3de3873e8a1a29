/** When a call gives up. The clock starts with its first request: a long queue in front of it is no fault of the call. */
export class Deadline {
  readonly #overallMs: number;
  #at: number | undefined;

  /** @param at a time of `performance.now()`, when the clock runs already. */
  constructor(overallMs: number, at?: number) {
    this.#overallMs = overallMs;
    this.#at = at;
  }

  start(): void {
    this.#at ??= performance.now() + this.#overallMs;
  }

  /** Milliseconds left; none or fewer when it is time to give up. */
  left(): number {
    return this.#at === undefined ? this.#overallMs : this.#at - performance.now();
  }
}
