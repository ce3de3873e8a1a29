// A burst of reads, such as the refresh of a thousand tags, comes without longer gaps than this.
const gapMs = 2_000;
// However long the burst, an answer gets no older than this.
const longestMs = 30_000;

interface Shared {
  readonly answer: Promise<unknown>;
  readonly startedAt: number;
  usedAt: number;
}

/**
 * Reads that callers of one burst share: the first one asks, the others get its answer, while it is under way and for as long as
 * the burst goes on. A write of this client to what was read ends that at once.
 */
export class SharedReads {
  readonly #reads = new Map<string, Shared>();

  /** The answer under `key`, asked for by `load` unless there is one. A failed read is nobody's answer but its own callers'. */
  read<T>(key: string, load: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const known = this.#reads.get(key);
    if (known && now - known.usedAt < gapMs && now - known.startedAt < longestMs) {
      known.usedAt = now;
      return known.answer as Promise<T>;
    }
    const answer = load();
    const shared: Shared = { answer, startedAt: now, usedAt: now };
    this.#reads.set(key, shared);
    answer.then(
      () => {
        shared.usedAt = performance.now();
      },
      () => {
        if (this.#reads.get(key) === shared) this.#reads.delete(key);
      },
    );
    return answer;
  }

  /** Runs a write. Whatever comes of it, what was read before it ended no longer counts: not even a read still under way. */
  async writing<T>(key: string, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } finally {
      this.#reads.delete(key);
    }
  }
}
