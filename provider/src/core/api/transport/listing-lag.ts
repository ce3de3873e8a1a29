/** How many creates of a group are waited for: a list that is read later shows the latest ones, too. */
const mostWaiting = 100;

/**
 * How long new objects are missing from lists, measured on creates whose answer came: the shortest time after which a
 * list showed one. Where no list was read since, nothing is known.
 */
export class ListingLag {
  /** The created objects that no list has shown yet, by their ids, oldest first. */
  readonly #waiting = new Map<string, { readonly group: string; readonly at: number }>();
  readonly #measured = new Map<string, number>();

  /** @param group what is listed together, such as the objects of a kind. */
  noteCreated(group: string, id: string): void {
    this.#waiting.set(id, { group, at: performance.now() });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > mostWaiting && oldest !== undefined) this.#waiting.delete(oldest);
  }

  /** An entry of a list. */
  noteListed(entry: unknown): void {
    if (this.#waiting.size === 0 || entry === null || typeof entry !== "object") return;
    for (const value of Object.values(entry)) {
      const created = typeof value === "string" ? this.#waiting.get(value) : undefined;
      if (created === undefined) continue;
      this.#waiting.delete(value as string);
      const lag = performance.now() - created.at;
      this.#measured.set(created.group, Math.min(lag, this.#measured.get(created.group) ?? lag));
    }
  }

  /** Milliseconds; undefined: no list has shown a new object of the group. */
  getMeasured(group: string): number | undefined {
    return this.#measured.get(group);
  }
}
