/**
 * Tells the new objects of a collection from the old ones where records don't say when they were made: what was there before this
 * client's first create is old.
 */
export class Newcomers<T> {
  readonly #list: () => AsyncIterable<T>;
  readonly #idOf: (entry: T) => string;
  #old: Promise<ReadonlySet<string>> | undefined;

  constructor(list: () => AsyncIterable<T>, idOf: (entry: T) => string) {
    this.#list = list;
    this.#idOf = idOf;
  }

  /**
   * To be awaited before a create is sent; answers whether an id is new.
   *
   * @param attemptedAt when an earlier process tried the same: then nobody can tell any more, and all count as new.
   */
  async since(attemptedAt: number | undefined): Promise<(id: string) => boolean> {
    if (attemptedAt !== undefined) return () => true;
    this.#old ??= this.#ids().catch((error) => {
      this.#old = undefined;
      throw error;
    });
    const old = await this.#old;
    return (id) => !old.has(id);
  }

  async #ids(): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for await (const entry of this.#list()) ids.add(this.#idOf(entry));
    return ids;
  }
}
