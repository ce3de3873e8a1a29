import { KeyedMutex } from "../../keyed-mutex";
import { isUncertain } from "../errors";
import { attemptsWhenBroken, Deadline, retryDelay, wait } from "./retries";
import type { Transport } from "./transport";

/** What a caller knows about a create that this process can't. */
export interface CreateOptions {
  /**
   * When an earlier attempt at this very create was begun of which nobody knows what became, say by a process that was killed
   * (milliseconds since 1970). The object is then looked for before anything is sent.
   */
  readonly attemptedAt?: number;
  /** The id that attempt came to, where that is known: then nothing else is looked for. */
  readonly attemptedId?: string;
  /** Whether an id belongs to something else the caller manages, and so is nobody's lost object. */
  readonly isTaken?: (id: string) => boolean;
  /** Told the id when the object was found, instead of being the answer to a create. */
  readonly onFound?: (id: string) => void;
}

/** Says whether an object may be the one whose making was lost: nobody else's, and not older than the attempt. */
export type MayBeOurs = (id: string, createdAt?: string) => boolean;

/** The making of one object, for {@link CreateOnce}. */
export interface Creation<T> {
  /** What makes the object recognizable, such as kind and name. Creates of the same key take turns. */
  readonly key: string;
  /** Sends the create once; gives up at `deadline`, if there is one already. */
  send(deadline: Deadline | undefined): Promise<T>;
  /** Looks for the object by its natural key among what `mayBeOurs`. */
  find(mayBeOurs: MayBeOurs): Promise<T | undefined>;
  idOf(made: T): string;
  /** True when a new object may be missing from the lists for a while. */
  readonly listedLate?: boolean;
}

const firstPauseMs = 250;
/** How long a request may outlive its lost answer before it shows, where lists are up to date. */
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
 *   find: async (mayBeOurs) => tags.find((tag) => tag.name === name && mayBeOurs(tag.versionTagId, tag.createdAt)),
 *   idOf: ({ versionTagId }) => versionTagId,
 * });
 * ```
 */
export class CreateOnce {
  readonly #transport: Transport;
  /** What this client made or adopted, so that two equal creates never share one object. */
  readonly #made = new Set<string>();
  readonly #mutex = new KeyedMutex();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Throws what the create threw: an `ApiError`, with outcome `unknown` when the object may exist although it wasn't found. */
  async once<T>(creation: Creation<T>, options: CreateOptions = {}): Promise<T> {
    return this.#mutex.run(creation.key, async () => {
      const made = await this.#make(creation, options);
      this.#made.add(creation.idOf(made));
      return made;
    });
  }

  async #make<T>(
    creation: Creation<T>,
    { attemptedAt, attemptedId, isTaken = () => false, onFound }: CreateOptions,
  ): Promise<T> {
    const { overallTimeoutMs, listingLagMs, signal, madeSince } = this.#transport;
    const startedAt = attemptedAt ?? Date.now();
    const mayBeOurs: MayBeOurs = (id, createdAt) =>
      !this.#made.has(id) && !isTaken(id) && (createdAt === undefined || madeSince(createdAt, startedAt));
    const mayBeLost: MayBeOurs = (id, createdAt) =>
      mayBeOurs(id, createdAt) && (attemptedId === undefined || id === attemptedId);
    const told = (found: T) => {
      onFound?.(creation.idOf(found));
      return found;
    };
    const patienceMs = Math.min(creation.listedLate ? listingLagMs : settleMs, listingLagMs);

    if (attemptedAt !== undefined) {
      const found = await this.#look(creation, mayBeLost, patienceMs - (Date.now() - attemptedAt));
      if (found !== undefined) return told(found);
    }
    let deadline: Deadline | undefined;
    for (let lost = 0; ; ) {
      try {
        return await creation.send(deadline);
      } catch (error) {
        const uncertain = isUncertain(error);
        // A refusal is the last word, unless an answer was lost before: it may refuse a second object of the same name.
        if (!uncertain && lost === 0) throw error;
        lost += 1;
        deadline ??= new Deadline(overallTimeoutMs).start();
        // Whatever goes wrong now, it is the create that failed.
        const rethrow = () => {
          throw error;
        };
        const found = await this.#look(creation, mayBeOurs, patienceMs).catch(rethrow);
        if (found !== undefined) return told(found);
        const delay = retryDelay(lost);
        if (!uncertain || lost >= attemptsWhenBroken || delay > deadline.left()) throw error;
        await wait(delay, signal).catch(rethrow);
      }
    }
  }

  /** Looks more than once: what was accepted may be listed later, and a request may outlive its caller's patience. */
  async #look<T>(creation: Creation<T>, mayBeOurs: MayBeOurs, patienceMs: number): Promise<T | undefined> {
    let leftMs = patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      const found = await creation.find(mayBeOurs);
      if (found !== undefined || leftMs <= 0) return found;
      await wait(Math.min(pauseMs, leftMs), this.#transport.signal);
      leftMs -= pauseMs;
    }
  }
}

/**
 * Tells the new objects of a collection from the old ones where records don't say when they were made: what was there before this
 * client's first create is old.
 */
export class Preexisting<T> {
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
