import { setTimeout as wait } from "node:timers/promises";

/**
 * How long a program registers no resource before it counts as complete. If it registers more later, a create may have
 * taken an object too early that a renamed resource's create left.
 */
const defaultQuietMs = 3000;

/** The resources that the program of this run declares, as far as it has registered them. */
export class Registrations {
  readonly #urns = new Set<string>();
  #lastAt = performance.now();

  /** @param quietMs how long a program registers no resource before it counts as complete. */
  constructor(private readonly quietMs = defaultQuietMs) {}

  add(urn: string | undefined): void {
    if (urn !== undefined) this.#urns.add(urn);
    this.#lastAt = performance.now();
  }

  has(urn: string): boolean {
    return this.#urns.has(urn);
  }

  /** Any of them; undefined: there is none yet, as in a refresh. */
  get any(): string | undefined {
    return this.#urns.values().next().value;
  }

  /** Waits until the program registers no more resources. */
  async end(): Promise<void> {
    for (;;) {
      const leftMs = this.#lastAt + this.quietMs - performance.now();
      if (leftMs <= 0) return;
      await wait(leftMs);
    }
  }
}
