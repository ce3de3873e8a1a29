import * as z from "zod";
import { ownLimit } from "../../text";
import { ApiError } from "../errors";
import { defineList } from "./answer";
import type { Lane } from "./limits";
import { Deadline } from "./retries";
import type { Transport } from "./transport";

/** A collection of the API, and which of its two ways of paging it has. */
export interface Listing<T> {
  /** Made by `path`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly entry: z.ZodType<T>;
  /** Left out: the one that the answers have, in pages of the platform's own size. */
  readonly style?: keyof typeof styles;
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
 * const entry = z.looseObject({ name: z.string() });
 * for await (const tag of list(transport, { path: "/v2/tags", entry, style: "page" })) console.log(tag.name);
 * ```
 */
export async function* list<T>(transport: Transport, listing: Listing<T>): AsyncGenerator<T, void, undefined> {
  const style = listing.style && styles[listing.style];
  const answer = definePage(listing);
  // The time that pages take counts, not the time the caller takes for their entries.
  const deadline = new Deadline(transport.overallTimeoutMs);
  const seen = new Set<string>();
  let entries = 0;
  let next: { readonly name: string; readonly cursor: string } | undefined;
  while (true) {
    const page = await transport.send({
      method: "GET",
      path: listing.path,
      query: {
        ...listing.query,
        ...(style && { [style.size]: style.largest }),
        ...(next && { [next.name]: next.cursor }),
      },
      answer,
      deadline,
      lane: listing.lane,
    });
    deadline.pause();
    entries += page.entries.length;
    if (entries > maxEntries) throw createTooManyError(listing.path, "entries", maxEntries);
    for (const one of page.entries) transport.listingLag.noteListed(one);
    yield* page.entries;
    next = (style === undefined ? Object.values(styles) : [style])
      .map((one) => ({ name: one.cursor, cursor: page[one.next] }))
      .find((one): one is { name: typeof one.name; cursor: string } => one.cursor !== undefined);
    if (next === undefined) return;
    if (seen.has(next.cursor)) throw createRepeatedPageError(listing.path);
    seen.add(next.cursor);
    if (seen.size >= maxPages) throw createTooManyError(listing.path, "pages", maxPages);
  }
}

/** Limit of pages per list: with a hundred entries each, ten times as much as the largest known organization has. */
export const maxPages = 5_000;

/** Limit of entries per list, all pages together: ten times as many, too. */
export const maxEntries = 500_000;

function createTooManyError(path: string, what: "pages" | "entries", most: number): ApiError {
  return new ApiError({
    method: "GET",
    path,
    code: `too_many_${what}`,
    detail: `the list has more than ${most} ${what}, ${ownLimit}`,
    hint: "Check the base URL: its paging is broken, or another server answers.",
    outcome: "notApplied",
  });
}

function definePage<T>({ entry, bareArray }: Listing<T>) {
  // The list of tenants has null in place of those that can't be read.
  const entries = defineList(entry.nullable()).transform((all) => all.filter((one) => one !== null));
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
