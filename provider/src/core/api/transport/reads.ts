import { setTimeout as wait } from "node:timers/promises";
import { remember } from "../../data";

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
  /** Whether they are those of what there was before a burst of creates, see {@link BurstReads}. */
  readonly isOfBurst: boolean;
  /** The same within one burst of creates; elsewhere, it is read each time. */
  readInBurst<T>(key: string, load: () => Promise<T>): Promise<T>;
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
  readonly isOfBurst: boolean = false;
  readonly #reads = new Map<string, Shared>();

  /** @param writes notes those of the client. */
  constructor(private readonly writes = new Writes()) {}

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

  readInBurst<T>(_key: string, load: () => Promise<T>): Promise<T> {
    return load();
  }

  has(key: string, keptMs: number): boolean {
    const known = this.#reads.get(key);
    return known !== undefined && (known.isUnderWay || performance.now() - known.startedAt < keptMs);
  }

  async invalidateDuring<T>(key: string, write: () => Promise<T>): Promise<T> {
    const end = this.writes.begin(key);
    try {
      return await write();
    } finally {
      this.#reads.delete(key);
      end();
    }
  }
}

/** Reads of what there was before a burst of creates: they share each list. */
export class BurstReads extends SharedReads {
  override readonly isOfBurst = true;

  override readInBurst<T>(key: string, load: () => Promise<T>): Promise<T> {
    return this.read(key, load);
  }
}

/** Milliseconds that a read waits for the writes before it at most. */
const longestWaitMs = 2_000;

/** The writes of a client that are under way, by the key of what they change. */
export class Writes {
  readonly #underWay = new Map<string, Set<Promise<void>>>();

  /** @returns what to call when the write has ended. */
  begin(key: string): () => void {
    const { promise, resolve } = createPromise();
    const all = remember(this.#underWay, key, () => new Set()).add(promise);
    return () => {
      all.delete(promise);
      resolve();
    };
  }

  isBusy(key: string): boolean {
    return (this.#underWay.get(key)?.size ?? 0) > 0;
  }

  /** Waits until none is under way, or for a while. */
  async settle(key: string): Promise<void> {
    const end = performance.now() + longestWaitMs;
    for (let left = this.#underWay.get(key); left !== undefined && left.size > 0; ) {
      const leftMs = end - performance.now();
      if (leftMs <= 0) return;
      await Promise.race([Promise.all(left), wait(leftMs)]);
    }
  }
}

function createPromise(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

interface Turn {
  readonly answer: Promise<unknown>;
  hasBegun: boolean;
}

/**
 * Reads that begin after they are asked for, so that each contains the caller's own writes. Nothing is stored. Callers
 * who ask while a read or a write is under way share the next one: to read many objects of a list back costs a list for
 * as many as are written at the same time.
 */
export class FreshReads implements Reads {
  readonly isOfBurst = false;
  readonly #turns = new Map<string, Turn>();

  /** @param writes those that a read waits for. */
  constructor(private readonly writes = new Writes()) {}

  read<T>(key: string, load: () => Promise<T>): Promise<T> {
    const last = this.#turns.get(key);
    if (last !== undefined && !last.hasBegun) return last.answer as Promise<T>;
    const begin = async () => {
      if (this.writes.isBusy(key)) await this.writes.settle(key);
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

  readInBurst<T>(_key: string, load: () => Promise<T>): Promise<T> {
    return load();
  }

  has(): boolean {
    return false;
  }

  invalidateDuring<T>(_key: string, write: () => Promise<T>): Promise<T> {
    return write();
  }
}
