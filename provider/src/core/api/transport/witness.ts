import * as z from "zod";
import type { Call, Transport } from "./transport";

/** A page of a list that proves nothing: why. */
export class UnusableListError extends Error {
  /** @param reason `form`: another than the platform's, as a proxy's; `access`: it has entries that can't be read. */
  constructor(readonly reason: "form" | "access") {
    super(`a list proves nothing: ${reason}`);
  }
}

/** How far below the largest size the pages of a witness are, at most. */
const mostBelow = 100;

/**
 * Watches reads whose answers are to prove something: a list must be whole, and in the documented form. Its requests
 * differ from those before in the size of pages, so that a proxy which stores answers doesn't repeat one.
 */
export class Witness {
  readonly #below = 1 + Math.floor(Math.random() * mostBelow);

  /** A transport whose reads it watches. */
  watch(transport: Transport): Transport {
    return {
      ...transport,
      send: (call) => (call.method === "GET" ? this.#send(transport, call) : transport.send(call)),
    };
  }

  #send<T>(transport: Transport, call: Call<T>): Promise<T> {
    const { query = {} } = call;
    // What the caller gets may lack what is looked at here.
    const answer = z
      .unknown()
      .transform((raw) => {
        if (query.limit !== undefined || query.pageSize !== undefined) checkPage(query, raw);
        return raw;
      })
      .pipe(call.answer);
    const sizes = ["limit", "pageSize"].filter((name) => Number(query[name]) > mostBelow * 2);
    const smaller = Object.fromEntries(sizes.map((name) => [name, Number(query[name]) - this.#below]));
    return transport.send({ ...call, answer, query: { ...query, ...smaller } });
  }
}

function checkPage(query: NonNullable<Call<unknown>["query"]>, raw: unknown): void {
  const entries = Array.isArray(raw) ? raw : (raw as { entries?: unknown } | null)?.entries;
  // What isn't a list at all is an error of the call.
  if (!Array.isArray(entries)) return;
  if (entries.includes(null)) throw new UnusableListError("access");
  if (query.limit !== undefined && !Array.isArray(raw) && !("nextPage" in (raw as object))) {
    throw new UnusableListError("form");
  }
}
