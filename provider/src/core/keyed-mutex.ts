/**
 * Runs at most one task per key at a time, in the order of the calls. Tasks with different keys run at once.
 *
 * @example
 * ```ts
 * await Promise.all([mutex.run("a", first), mutex.run("a", second), mutex.run("b", meanwhile)]);
 * ```
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `task` when the earlier tasks of its key have ended, whether they succeeded or failed. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const current = before.catch(() => undefined).then(task);
    this.#last.set(key, current);
    try {
      return await current;
    } finally {
      if (this.#last.get(key) === current) this.#last.delete(key);
    }
  }
}
