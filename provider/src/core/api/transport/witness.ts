import * as z from "zod";
import { isNotFound } from "../errors";
import type { Call, Transport } from "./transport";

/** A list that some reads requested, all its pages. */
interface SeenList {
  readonly path: string;
  readonly entries: readonly unknown[];
  /** Whether each page was in the documented form: a proxy's `{"entries": []}` isn't. */
  readonly isDocumented: boolean;
}

/** Where the answers of a {@link Witness} have an object. */
export interface Sight {
  /** The platform itself answered 404 for the object's own path. */
  readonly isNotFound: boolean;
  /** The object's path returned it, or a list contains it. Archived objects don't count. */
  readonly isShown: boolean;
  /** An answer reports it as archived. */
  readonly isArchived: boolean;
}

/** How far below the largest size the pages of a witness are, at most. */
const mostBelow = 100;

/**
 * Observes reads, and remembers what their answers show: evidence for or against objects that other reads miss. Its
 * requests differ from those before in the size of pages, so that a proxy which stores answers doesn't repeat one.
 */
export class Witness {
  readonly #lists = new Map<string, SeenList>();
  readonly #notFound: string[] = [];
  readonly #answers: { readonly path: string; readonly answer: unknown }[] = [];
  readonly #below = 1 + Math.floor(Math.random() * mostBelow);

  /** A transport whose reads it observes. */
  watch(transport: Transport): Transport {
    return {
      ...transport,
      send: (call) => (call.method === "GET" ? this.#send(transport, call) : transport.send(call)),
    };
  }

  /** How many objects beside these the lists have: of the kind, and in the place, of the reads that it observed. */
  countOthers(ids: readonly string[]): number {
    const counts = [...this.#lists.values()]
      .filter(({ path, isDocumented }) => isDocumented && !ids.some((id) => isOwnPath(path, id)))
      .map(({ entries }) => entries.filter((entry) => !ids.some((id) => hasId(entry, id))).length);
    return Math.max(0, ...counts);
  }

  /** Whether every list was in the documented form. */
  get isDocumented(): boolean {
    return [...this.#lists.values()].every(({ isDocumented }) => isDocumented);
  }

  /** What the answers say of an object. */
  find(id: string): Sight {
    const own = this.#answers.filter(({ path }) => isOwnPath(path, id)).map(({ answer }) => answer);
    const listed = [...this.#lists.values()].flatMap(({ entries }) => entries.filter((entry) => hasId(entry, id)));
    const found = [...own, ...listed];
    return {
      isNotFound: this.#notFound.some((path) => isOwnPath(path, id)),
      isShown: found.some((one) => !isArchived(one)),
      isArchived: found.some(isArchived),
    };
  }

  async #send<T>(transport: Transport, call: Call<T>): Promise<T> {
    const { query, path } = call;
    let raw: unknown;
    // What the caller gets may lack what is looked at here.
    const answer = z
      .unknown()
      .transform((data) => {
        raw = data;
        return data;
      })
      .pipe(call.answer);
    try {
      const found = await transport.send({ ...call, answer, query: this.#changeSize(query) });
      this.#note(path, query, raw);
      return found;
    } catch (error) {
      if (isNotFound(error)) this.#notFound.push(path);
      throw error;
    }
  }

  #changeSize(query: Call<unknown>["query"] = {}): NonNullable<Call<unknown>["query"]> {
    const names = ["limit", "pageSize"].filter((name) => Number(query[name]) > mostBelow * 2);
    return { ...query, ...Object.fromEntries(names.map((name) => [name, Number(query[name]) - this.#below])) };
  }

  #note(path: string, query: Call<unknown>["query"], raw: unknown): void {
    const { limit, pageSize, page: _page, pageToken: _pageToken, ...filter } = query ?? {};
    const isPaged = limit !== undefined || pageSize !== undefined;
    const entries = isPaged ? readEntries(raw) : undefined;
    if (entries === undefined) {
      this.#answers.push({ path, answer: raw });
      return;
    }
    const key = JSON.stringify([path, filter]);
    const before = this.#lists.get(key);
    const isDocumented = Array.isArray(raw) || pageSize !== undefined || "nextPage" in (raw as object);
    this.#lists.set(key, {
      path,
      entries: [...(before?.entries ?? []), ...entries],
      isDocumented: (before?.isDocumented ?? true) && isDocumented,
    });
    // A list of what an object has shows that the object is there.
    this.#answers.push({ path, answer: {} });
  }
}

function readEntries(raw: unknown): readonly unknown[] | undefined {
  if (Array.isArray(raw)) return raw;
  const { entries } = (raw ?? {}) as { readonly entries?: unknown };
  return Array.isArray(entries) ? entries : undefined;
}

/** Whether a path is an object's own, or leads to what it has. A composed id has slashes. */
function isOwnPath(path: string, id: string): boolean {
  const segments = id.split("/").map(encodeURIComponent).join("/");
  return `${path}/`.includes(`/${segments}/`);
}

function hasId(entry: unknown, id: string): boolean {
  return entry === id || (typeof entry === "object" && entry !== null && Object.values(entry).includes(id));
}

function isArchived(found: unknown): boolean {
  return typeof found === "object" && found !== null && (found as { isArchived?: unknown }).isArchived === true;
}
