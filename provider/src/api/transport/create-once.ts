import { isUncertain } from "../errors";
import type { Transport } from "./transport";
import { wait } from "./wait";

/** The making of one object, for {@link CreateOnce}. */
export interface Creation<T> {
  /** What makes the object recognisable, such as kind and name. Creates of the same key take turns. */
  readonly key: string;
  /** Sends the create once; gives up at `deadline` (clock of `performance.now()`). */
  send(deadline: number): Promise<T>;
  /**
   * Looks for the object by its natural key. `since` is a time of the platform's clock (milliseconds since 1970): what was created
   * earlier is somebody else's. So is what `isTaken` says belongs to another create of this client.
   */
  find(since: number, isTaken: (id: string) => boolean): Promise<T | undefined>;
  idOf(made: T): string;
  /** True when a new object may be missing from the lists for a while. */
  readonly listedLate?: boolean;
}

// Two clocks, and headers that count in seconds.
const clockToleranceMs = 5_000;
const firstLookAgainMs = 250;
const settleMs = 750;

/**
 * Creates objects without making any twice. The platform knows no idempotency keys: when the answer to a create is lost, the object
 * may be there or not. So before a create is sent again, the object is looked for by its natural key, and adopted when it is found.
 *
 * @example
 * ```ts
 * await creates.once({
 *   key: `tag ${name}`,
 *   send: (deadline) => transport.send({ method: "POST", path: "/v2/tags", body, answer, deadline }),
 *   find: () => tagNamed(name),
 *   idOf: ({ versionTagId }) => versionTagId,
 * });
 * ```
 */
export class CreateOnce {
  readonly #transport: Transport;
  /** Ids that belong to somebody in this program, so that two equal creates never share one object. */
  readonly #taken = new Set<string>();
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Throws what the create threw: an `ApiError`, with outcome `unknown` when the object may exist although it wasn't found. */
  async once<T>(creation: Creation<T>): Promise<T> {
    const before = this.#turns.get(creation.key);
    const made = (before ?? Promise.resolve()).then(
      () => this.#make(creation),
      () => this.#make(creation),
    );
    this.#turns.set(creation.key, made);
    try {
      return await made;
    } finally {
      if (this.#turns.get(creation.key) === made) this.#turns.delete(creation.key);
    }
  }

  async #make<T>(creation: Creation<T>): Promise<T> {
    const startedAt = Date.now();
    const deadline = performance.now() + this.#transport.overallTimeoutMs;
    let lost = false;
    for (;;) {
      try {
        return this.#take(creation, await creation.send(deadline));
      } catch (error) {
        lost ||= isUncertain(error);
        // A refusal counts as news only when nothing was lost before: otherwise it may refuse a second object of the same name.
        if (!lost) throw error;
        const found = await this.#look(creation, startedAt).catch(() => {
          throw error;
        });
        if (found !== undefined) return this.#take(creation, found);
        if (!isUncertain(error) || performance.now() > deadline) throw error;
      }
    }
  }

  /** Looks more than once: what was accepted may be listed later, and a request may outlive its caller's patience. */
  async #look<T>(creation: Creation<T>, startedAt: number): Promise<T | undefined> {
    const { listingLagMs, signal } = this.#transport;
    const patienceMs = creation.listedLate ? listingLagMs : Math.min(settleMs, listingLagMs);
    for (let waitedMs = 0, pauseMs = firstLookAgainMs; ; pauseMs *= 2) {
      const since = this.#transport.serverTime(startedAt) - clockToleranceMs;
      const found = await creation.find(since, (id) => this.#taken.has(id));
      if (found !== undefined || waitedMs >= patienceMs) return found;
      const pause = Math.min(pauseMs, patienceMs - waitedMs);
      await wait(pause, signal);
      waitedMs += pause;
    }
  }

  #take<T>(creation: Creation<T>, made: T): T {
    this.#taken.add(creation.idOf(made));
    return made;
  }
}
