/**
 * Lets one task per key at a time in, in the order of the calls. Tasks with different keys run at once.
 *
 * @example
 * ```ts
 * const mutex = new KeyedMutex();
 * const leave = await mutex.enter("a");
 * try {
 *   await client.tags.update(id, change);
 * } finally {
 *   leave();
 * }
 * ```
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Resolves when the earlier tasks of the key have left. Call what it returns when the task has ended, however it
   * ends.
   */
  async enter(key: string): Promise<() => void> {
    const before = this.#last.get(key);
    let leave: () => void = () => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#last.set(key, left);
    await before;
    return () => {
      if (this.#last.get(key) === left) this.#last.delete(key);
      leave();
    };
  }
}
