// A burst of reads, such as the refresh of a thousand tags, comes without longer gaps than this.
const gapMs = 2_000;
// However long the burst, an answer gets no older than this.
const longestMs = 30_000;

interface Shared {
  readonly answer: Promise<unknown>;
  readonly startedAt: number;
  usedAt: number;
  isUnderWay: boolean;
}

/** Reads that callers share. */
export interface Reads {
  /**
   * The answer stored under `key`, or else the one that `load` requests. A failed read is not shared with later
   * callers.
   *
   * @param options.keptMs how long the answer is kept, used or not. Default: as long as the burst continues; a burst
   * over many keys may come back to one of them later.
   */
  read<T>(key: string, load: () => Promise<T>, options?: { keptMs?: number }): Promise<T>;
  /** Whether an answer younger than this is stored under a key, or is under way. */
  has(key: string, keptMs: number): boolean;
  /** Runs a write. When it ends, successful or not, the stored answer is dropped, even one whose read is under way. */
  invalidateDuring<T>(key: string, write: () => Promise<T>): Promise<T>;
}

/**
 * Shares reads among the callers of one burst: the first caller sends the request, the others get its answer, while it
 * is under way, however long that takes, and as long as the burst continues. A write of this client to the same
 * collection discards the answer.
 */
export class SharedReads implements Reads {
  readonly #reads = new Map<string, Shared>();

  read<T>(key: string, load: () => Promise<T>, { keptMs }: { keptMs?: number } = {}): Promise<T> {
    const now = performance.now();
    const known = this.#reads.get(key);
    const isOneBurst = known !== undefined && now - known.usedAt < (keptMs ?? gapMs);
    if (known?.isUnderWay || (isOneBurst && now - known.startedAt < (keptMs ?? longestMs))) {
      known.usedAt = now;
      return known.answer as Promise<T>;
    }
    const answer = load();
    const shared: Shared = { answer, startedAt: now, usedAt: now, isUnderWay: true };
    this.#reads.set(key, shared);
    answer.then(
      () => {
        shared.usedAt = performance.now();
        shared.isUnderWay = false;
      },
      () => {
        if (this.#reads.get(key) === shared) this.#reads.delete(key);
      },
    );
    return answer;
  }

  has(key: string, keptMs: number): boolean {
    const known = this.#reads.get(key);
    return known !== undefined && (known.isUnderWay || performance.now() - known.startedAt < keptMs);
  }

  async invalidateDuring<T>(key: string, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } finally {
      this.#reads.delete(key);
    }
  }
}

interface Turn {
  readonly answer: Promise<unknown>;
  hasBegun: boolean;
}

/**
 * Reads that begin after they are asked for, so that each contains the caller's own writes. Nothing is stored. Callers
 * who ask while a read is under way share the next one: to read many objects of a list back costs far fewer lists than
 * objects.
 */
export class FreshReads implements Reads {
  readonly #turns = new Map<string, Turn>();

  read<T>(key: string, load: () => Promise<T>): Promise<T> {
    const last = this.#turns.get(key);
    if (last !== undefined && !last.hasBegun) return last.answer as Promise<T>;
    const begin = () => {
      turn.hasBegun = true;
      return load();
    };
    const earlier = last?.answer.catch(() => undefined) ?? Promise.resolve();
    const answer = earlier.then(begin).finally(() => {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    });
    const turn: Turn = { answer, hasBegun: false };
    this.#turns.set(key, turn);
    return answer;
  }

  has(): boolean {
    return false;
  }

  invalidateDuring<T>(_key: string, write: () => Promise<T>): Promise<T> {
    return write();
  }
}
