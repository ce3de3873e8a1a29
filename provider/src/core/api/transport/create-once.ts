import { KeyedMutex } from "../../runtime";
import { ApiError, checkCreatedId, InvalidIdError, isUncertain, UnusableIdError } from "../errors";
import { attemptsWhenBroken, Deadline, retryDelay, wait } from "./retries";
import type { Transport } from "./transport";

/** What the caller of a create knows about earlier attempts. */
export interface CreateOptions {
  /**
   * When an earlier process began the same create and ended before it knew the outcome (milliseconds since 1970). The
   * client then looks for the object before it sends the create.
   */
  readonly attemptedAt?: number;
  /** The id that the earlier attempt got, if known: the client then looks for no other object. */
  readonly attemptedId?: string;
  /** Whether an id belongs to another object that the caller manages, and so is not the lost one. */
  readonly isTaken?: (id: string) => boolean;
  /** Called with the id when the client adopts an object it found instead of creating one. */
  readonly onFound?: (id: string) => void;
}

/**
 * Whether an object may be the one that the lost create created: not managed elsewhere, and not older than the attempt.
 */
export type MayBeOurs = (id: string, createdAt?: string) => boolean;

/** The create of one object, for {@link CreateOnce}. */
export interface Creation<T> {
  /** What makes the object recognizable, such as kind and name. Creates with the same key run one at a time. */
  readonly key: string;
  /** Sends the create once; fails at `deadline`, if there is one. */
  send(deadline: Deadline | undefined): Promise<T>;
  /** Looks for the object by its natural key among the objects for which `mayBeOurs` is true. */
  find(mayBeOurs: MayBeOurs): Promise<T | undefined>;
  idOf(made: T): string;
  /**
   * The fields in which a found object surely isn't what was sent. Left out where {@link Creation.find} compares the
   * contents, or where they say nothing. What differs is never taken for the lost object, and nothing is created beside
   * it.
   */
  differs?(found: T): readonly string[];
  /** True when a new object may be missing from the lists for a while. */
  readonly listedLate?: boolean;
  /** True where records have no creation time: what {@link Creation.find} finds before the create is older. */
  readonly isUndated?: boolean;
}

const firstPauseMs = 250;
/** How long a request may outlive its lost answer before it shows, where lists are up to date. */
const settleMs = 750;

/**
 * Creates each object once. The platform has no idempotency keys: when the answer to a create is lost, the object may
 * exist or not. Before the client sends the create again, it looks for the object by its natural key, and adopts it if
 * it exists.
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
  /** The ids of what this client created or adopted, so that two equal creates never share one object. */
  readonly #made = new Set<string>();
  readonly #mutex = new KeyedMutex();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Throws what the create threw: an `ApiError`, with outcome `unknown` when the object may exist although it wasn't
   * found.
   */
  async sendOnce<T>(creation: Creation<T>, options: CreateOptions = {}): Promise<T> {
    const leave = await this.#mutex.enter(creation.key);
    try {
      const search = await this.#openSearch(creation, options);
      let made = await search.findEarlier();
      while (made === undefined) {
        try {
          made = await creation.send(search.deadline);
        } catch (error) {
          made = await search.findLost(error);
        }
      }
      this.#made.add(checkCreatedId(creation.idOf(made)));
      return made;
    } finally {
      leave();
    }
  }

  async #openSearch<T>(creation: Creation<T>, options: CreateOptions): Promise<Search<T>> {
    const older = options.attemptedAt === undefined ? await this.#listOlder(creation) : undefined;
    return new Search(creation, options, this.#transport, this.#made, older);
  }

  /**
   * The ids of what is like the object before it is created, where no time or clock of the platform tells what is
   * older; undefined where one does.
   */
  async #listOlder<T>(creation: Creation<T>): Promise<ReadonlySet<string> | undefined> {
    await this.#transport.signIn();
    if (!creation.isUndated && !this.#transport.clock.isUnclear) return undefined;
    const ids = new Set<string>();
    await creation.find((id) => {
      ids.add(id);
      return false;
    });
    return ids;
  }
}

/** The search for the object of one create whose answer was lost. */
class Search<T> {
  /** When the create times out; undefined: no answer was lost yet. */
  deadline: Deadline | undefined;
  #lost = 0;
  readonly #startedAt: number;
  readonly #patienceMs: number;

  /**
   * @param made the ids of what the client created or adopted.
   * @param older the ids of what is surely older; undefined: the times of the platform tell.
   */
  constructor(
    private readonly creation: Creation<T>,
    private readonly options: CreateOptions,
    private readonly transport: Transport,
    private readonly made: ReadonlySet<string>,
    private readonly older: ReadonlySet<string> | undefined,
  ) {
    this.#startedAt = options.attemptedAt ?? Date.now();
    const { listingLagMs } = transport;
    this.#patienceMs = Math.min(creation.listedLate ? listingLagMs : settleMs, listingLagMs);
  }

  /** The object of the attempt of an earlier process. */
  async findEarlier(): Promise<T | undefined> {
    const { attemptedAt, attemptedId } = this.options;
    if (attemptedAt === undefined) return undefined;
    const mayBeLost: MayBeOurs = (id, createdAt) =>
      this.#mayBeOurs(id, createdAt) && (attemptedId === undefined || id === attemptedId);
    const found = await this.#look(mayBeLost, this.#patienceMs - (Date.now() - attemptedAt));
    const doubt = this.#findDoubt(found);
    if (doubt !== undefined) throw new Error(`An earlier run may have created it. ${doubt}`);
    return this.#reportFound(found);
  }

  /**
   * The object of a request that failed with this error; undefined: send it again.
   *
   * @throws the error of the request, when it is final.
   */
  async findLost(error: unknown): Promise<T | undefined> {
    const uncertain = isUncertain(error);
    // A refusal is final, unless an earlier answer was lost: the platform may refuse a second object of the same name.
    if (!uncertain && this.#lost === 0) throw error;
    this.#lost += 1;
    const { overallTimeoutMs, signal } = this.transport;
    this.deadline ??= new Deadline(overallTimeoutMs).start();
    // Whatever fails from here on, the caller gets the error of the create.
    const rethrow = () => {
      throw error;
    };
    const mayBeOurs: MayBeOurs = (id, createdAt) => this.#mayBeOurs(id, createdAt);
    const found = await this.#look(mayBeOurs, this.#patienceMs).catch(rethrow);
    const doubt = this.#findDoubt(found);
    if (doubt !== undefined) throw error instanceof ApiError ? error.withHint(doubt) : error;
    if (found !== undefined) return this.#reportFound(found);
    const delay = retryDelay(this.#lost);
    if (!uncertain || isAnswered(error) || this.#lost >= attemptsWhenBroken || delay > this.deadline.getRemaining())
      throw error;
    await wait(delay, signal).catch(rethrow);
    return undefined;
  }

  #mayBeOurs(id: string, createdAt: string | undefined): boolean {
    if (this.made.has(id) || this.options.isTaken?.(id)) return false;
    if (this.older !== undefined) return !this.older.has(id);
    return createdAt === undefined || this.transport.clock.isSince(createdAt, this.#startedAt);
  }

  /**
   * Looks repeatedly: lists may lag behind creates, and the platform may carry out a request after its caller timed
   * out.
   */
  async #look(mayBeOurs: MayBeOurs, patienceMs: number): Promise<T | undefined> {
    let leftMs = patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      const found = await this.creation.find(mayBeOurs).catch(explainUnusableId);
      if (found !== undefined || leftMs <= 0) return found;
      await wait(Math.min(pauseMs, leftMs), this.transport.signal);
      leftMs -= pauseMs;
    }
  }

  #findDoubt(found: T | undefined): string | undefined {
    if (found === undefined || this.creation.idOf(found) === this.options.attemptedId) return undefined;
    return describeDoubt(this.creation, found);
  }

  #reportFound(found: T | undefined): T | undefined {
    if (found !== undefined) this.options.onFound?.(this.creation.idOf(found));
    return found;
  }
}

/** What was found can't be read by its id. */
function explainUnusableId(error: unknown): never {
  throw error instanceof InvalidIdError ? new UnusableIdError(error.value) : error;
}

/** Why a found object doesn't count as the lost one; undefined: it does. */
function describeDoubt<T>(creation: Creation<T>, found: T): string | undefined {
  const fields = creation.differs?.(found) ?? [];
  if (fields.length === 0) return undefined;
  const id = creation.idOf(found);
  return (
    `${id} was created at the same time and would be the object, but has another ${fields.join(" and ")}: it was ` +
    `left alone, and no other was created. If it is the object, adopt it: adopt: { id: ${JSON.stringify(id)} }. ` +
    "If it is somebody else's, choose another name."
  );
}

/** Whether an answer came that can't be read: another request would get the same, and may create a second object. */
function isAnswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === "unexpected_answer" || error.code === "unreadable_answer";
}
