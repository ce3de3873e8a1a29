import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Settings } from "../settings";
import { createInvalidRequest } from "./errors";
import { parseQuery } from "./validate";

/** One of the API's two styles of lists: what the client calls the cursor and the size, and the largest size. */
interface Style {
  readonly cursor: "page" | "pageToken";
  readonly size: "limit" | "pageSize";
  readonly maximum: number;
}

const pageStyle: Style = { cursor: "page", size: "limit", maximum: 1000 };
const tokenStyle: Style = { cursor: "pageToken", size: "pageSize", maximum: 1000 };
const defaultSize = 50;

/** The most entries of a page in lists of the second style that have fewer than others. */
export const mostInShortLists = 500;

export interface Page<Entry> {
  entries: Entry[];
  nextPage: string | null;
  total?: number;
  hasMore?: boolean;
}

export interface TokenPage<Entry> {
  entries: Entry[];
  nextPageToken?: string;
}

/**
 * What a list says beside its entries: the older ones also the deprecated `hasMore`, the oldest no more than the
 * cursor.
 */
type Totals = "none" | "total" | "total and hasMore";

/** A slice of a list in the style of most resources: `page` and `limit`, answered with `nextPage`. */
export function buildPage<Item, Entry>(
  request: FastifyRequest,
  items: readonly Item[],
  present: (item: Item) => Entry,
  totals: Totals = "total",
): Page<Entry> {
  const { slice, next } = cut(request, items, pageStyle);
  const saysTotals = request.call.settings.listTotals;
  return {
    entries: slice.map(present),
    nextPage: next,
    ...(saysTotals && totals !== "none" ? { total: items.length } : {}),
    ...(saysTotals && totals === "total and hasMore" ? { hasMore: next !== null } : {}),
  };
}

/**
 * A slice of a list in the other style: `pageToken` and `pageSize`, answered with `nextPageToken` except on the last
 * page. Some of these lists have pages of 500 at most.
 */
export function buildTokenPage<Item, Entry>(
  request: FastifyRequest,
  items: readonly Item[],
  present: (item: Item) => Entry,
  maximum = tokenStyle.maximum,
): TokenPage<Entry> {
  const { slice, next } = cut(request, items, { ...tokenStyle, maximum });
  return { entries: slice.map(present), ...(next === null ? {} : { nextPageToken: next }) };
}

/** Teams and members once answered a bare array to a client that doesn't ask for pages. */
function buildPageOrArray<Item, Entry>(
  request: FastifyRequest,
  items: readonly Item[],
  present: (item: Item) => Entry,
): Page<Entry> | Entry[] {
  const query = request.query as Record<string, unknown>;
  const asksForPages = query.page !== undefined || query.limit !== undefined;
  return request.call.settings.bareLists && !asksForPages
    ? items.map(present)
    : buildPage(request, items, present, "none");
}

/** A list in two versions: the first may be a bare array, and the pages of the second say totals. */
export function addListRoutes<Item, Entry>(
  app: FastifyInstance,
  path: string,
  list: (request: FastifyRequest) => { readonly items: readonly Item[]; readonly present: (item: Item) => Entry },
): void {
  app.get(path, async (request) => {
    const { items, present } = list(request);
    return buildPageOrArray(request, items, present);
  });
  app.get(path.replace("/v2/", "/v2.1/"), async (request) => {
    const { items, present } = list(request);
    return buildPage(request, items, present, "total and hasMore");
  });
}

/** A cursor that leads to the page the request itself asked for: what a platform that repeats a page would send. */
export function buildRepeatedPage(request: FastifyRequest, answer: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(answer.entries)) {
    return answer;
  }
  const query = request.query as Record<string, unknown>;
  // The last page of the token style names no next one: then only the question shows the style.
  const isTokenStyle = ["nextPageToken" in answer, "pageToken" in query, "pageSize" in query].includes(true);
  const style = isTokenStyle ? tokenStyle : pageStyle;
  const same = query[style.cursor] ?? encode(0, formListName(request), style, request.call.settings);
  return { ...answer, [isTokenStyle ? "nextPageToken" : "nextPage"]: same };
}

function cut<Item>(
  request: FastifyRequest,
  items: readonly Item[],
  style: Style,
): { slice: Item[]; next: string | null } {
  const settings = request.call.settings;
  const size = z.coerce
    .number()
    .int()
    .min(1)
    .max(settings.oversizedPage === "refuse" ? style.maximum : Infinity);
  const query = parseQuery(
    z.object({ [style.cursor]: z.string().min(1).optional(), [style.size]: size.optional() }),
    request.query,
  );
  const list = formListName(request);
  const cursor = query[style.cursor] as string | undefined;
  const length = Math.min((query[style.size] as number | undefined) ?? defaultSize, style.maximum);
  const start = cursor === undefined ? 0 : decode(cursor, list, length);
  const end = start + length;
  return { slice: items.slice(start, end), next: end < items.length ? encode(end, list, style, settings) : null };
}

function formListName(request: FastifyRequest): string {
  return request.url.split("?", 1)[0]!;
}

/** Lists of pages whose cursors aren't plain numbers. */
const opaqueLists = /\/(columns|queries)$/;

/** An opaque cursor belongs to its list: taken to another one it is refused. */
function encode(offset: number, list: string, { cursor }: Style, { cursors }: Settings): string {
  const isOffset = cursors === "offset" && cursor === "page" && !opaqueLists.test(list);
  return isOffset ? String(offset) : Buffer.from(`${offset}:${list}`).toString("base64url");
}

/**
 * A plain number is an offset, whatever cursors look like: clients that count get pages, if not always the next one.
 * Those that count from 1 get the first page, too.
 *
 * @param length of a page: where that is 1, the second page begins at 1.
 */
function decode(cursor: string, list: string, length: number): number {
  if (/^\d+$/.test(cursor)) {
    return cursor === "1" && length > 1 ? 0 : Number(cursor);
  }
  const [, offset, owner] = /^(\d+):(.*)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (offset === undefined || owner !== list) {
    throw createInvalidRequest(`Invalid page: ${JSON.stringify(cursor)}`);
  }
  return Number(offset);
}
