import * as z from "zod";
import { ownLimit } from "../../text";
import { ApiError } from "../errors";
import type { Lane } from "./limits";
import { Deadline } from "./retries";
import type { Transport } from "./transport";

/** A collection of the API, and which of its two ways of paging it has. */
export interface Listing<T> {
  /** Made by `path`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly entry: z.ZodType<T>;
  readonly style: keyof typeof styles;
  /** Whose limit of requests at once its pages count towards, if the collection has one. */
  readonly lane?: Lane;
  /** True where clients have reported a bare array as the answer. */
  readonly bareArray?: boolean;
}

const styles = {
  page: { cursor: "page", size: "limit", largest: 1000, next: "nextPage" },
  token: { cursor: "pageToken", size: "pageSize", largest: 500, next: "nextPageToken" },
} as const;

// A cursor is opaque; that it may look like a number doesn't make it one to count with.
const cursor = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === "" ? undefined : String(value)));

/**
 * The entries of a collection, page after page, in the largest pages there are. The list ends where there is no next
 * cursor: `hasMore` and `total` are ignored.
 *
 * @throws ApiError, also when a cursor comes a second time: following it would never end.
 * @example
 * ```ts
 * for await (const tag of list(transport, { path: "/v2/tags", entry: versionTag,
 *   style: "page" })) console.log(tag.name);
 * ```
 */
export async function* list<T>(transport: Transport, listing: Listing<T>): AsyncGenerator<T, void, undefined> {
  const style = styles[listing.style];
  const answer = definePage(listing);
  // The time that pages take counts, not the time the caller takes for their entries.
  const deadline = new Deadline(transport.overallTimeoutMs);
  const seen = new Set<string>();
  let next: string | undefined;
  while (true) {
    const page = await transport.send({
      method: "GET",
      path: listing.path,
      query: { ...listing.query, [style.size]: style.largest, [style.cursor]: next },
      answer,
      deadline,
      lane: listing.lane,
    });
    deadline.pause();
    yield* page.entries;
    next = page[style.next];
    if (next === undefined) return;
    if (seen.has(next)) throw createRepeatedPageError(listing.path);
    seen.add(next);
    if (seen.size >= maxPages) throw createTooManyError(listing.path);
  }
}

/** Limit of pages per list: with a hundred entries each, ten times as much as the largest known organization has. */
export const maxPages = 5_000;

function createTooManyError(path: string): ApiError {
  return new ApiError({
    method: "GET",
    path,
    code: "too_many_pages",
    detail: `the list has more than ${maxPages} pages, ${ownLimit}`,
    hint: "Check the base URL: its paging is broken, or another server answers.",
    outcome: "notApplied",
  });
}

function definePage<T>({ entry, bareArray }: Listing<T>) {
  // The list of tenants has null in place of those that can't be read.
  const entries = z.array(entry.nullable()).transform((all) => all.filter((one) => one !== null));
  const page = z.looseObject({ entries, nextPage: cursor, nextPageToken: cursor });
  const whole = entries.transform((all) => ({ entries: all, nextPage: undefined, nextPageToken: undefined }));
  return bareArray ? z.union([page, whole]) : page;
}

/** The entries that aren't archived. */
export async function* filterActive<T extends { readonly isArchived?: boolean }>(
  entries: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  for await (const entry of entries) if (!entry.isArchived) yield entry;
}

/** All entries at once, in order. */
export async function collect<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

function createRepeatedPageError(path: string): ApiError {
  return new ApiError({
    method: "GET",
    path,
    code: "repeated_page",
    detail: "the list returns a page cursor for the second time",
    hint: "Try again; if it stays, the platform's paging is broken for this list.",
    outcome: "notApplied",
  });
}

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
  /** The answer stored under `key`, or else the one that `load` requests. */
  read<T>(key: string, load: () => Promise<T>, options?: { keptMs?: number }): Promise<T>;
  /** Whether an answer younger than this is stored under a key, or is under way. */
  has(key: string, keptMs: number): boolean;
  /** Runs a write, after which no answer from before is shared. */
  invalidateDuring<T>(key: string, write: () => Promise<T>): Promise<T>;
}

/**
 * Shares reads among the callers of one burst: the first caller sends the request, the others get its answer, while it
 * is under way, however long that takes, and as long as the burst continues. A write of this client to the same
 * collection discards the answer.
 */
export class SharedReads implements Reads {
  readonly #reads = new Map<string, Shared>();

  /**
   * The answer stored under `key`, or else the one that `load` requests. A failed read is not shared with later
   * callers.
   *
   * @param keptMs how long the answer is kept, used or not. Default: as long as the burst continues; a burst over many
   * keys may come back to one of them later.
   */
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

  /** Whether an answer younger than this is stored under a key, or is under way. */
  has(key: string, keptMs: number): boolean {
    const known = this.#reads.get(key);
    return known !== undefined && (known.isUnderWay || performance.now() - known.startedAt < keptMs);
  }

  /**
   * Runs a write. When it ends, successful or not, the stored answer is discarded, even if its read is still under way.
   */
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
