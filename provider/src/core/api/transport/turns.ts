/**
 * Lets what shares a key happen one after another; what doesn't, happens at once.
 *
 * @example
 * ```ts
 * await Promise.all([turns.take("a", first), turns.take("a", second), turns.take("b", meanwhile)]);
 * ```
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `body` when its turn has come. What the one before it came to is no concern of it. */
  async take<T>(key: string, body: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(body);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
