import { createHash } from "node:crypto";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

interface Counters {
  get(kind: string): number | undefined;
  put(kind: string, count: number): void;
}

/**
 * Makes the ids the platform gives out: the same seed and the same order of creations give the same ids.
 *
 * Every kind counts on its own, so that a test that makes one object more of one kind doesn't shift the ids of the others.
 */
export class Ids {
  /** @param counters how many ids each kind has got; kept with the state, so that a restart gives none out again. */
  constructor(
    readonly seed: number,
    private readonly counters: Counters,
  ) {}

  uuid(kind: string): string {
    return asUuid(this.#next(kind));
  }

  /** The short ids of pages, elements, columns and the like. */
  short(kind: string): string {
    return asBase62(this.#next(kind), 10);
  }

  /** Has 21 or 22 characters: it is a number. */
  urlId(kind: string): string {
    return asUrlId(this.#next(`${kind} url`));
  }

  member(): string {
    return asBase62(this.#next("member"), 29);
  }

  /** Ids of things that are found by a name, such as seeded ones: independent of any order. */
  named(name: string): string {
    return asUuid(this.#digest(name));
  }

  namedShort(name: string): string {
    return asBase62(this.#digest(name), 10);
  }

  namedUrlId(name: string): string {
    return asUrlId(this.#digest(`${name} url`));
  }

  namedMember(name: string): string {
    return asBase62(this.#digest(name), 29);
  }

  /** A text that can't be guessed from outside but is the same for the same seed: the client's secret, say. */
  secret(name: string): string {
    return this.#digest(name).toString("hex");
  }

  #next(kind: string): Buffer {
    const count = (this.counters.get(kind) ?? 0) + 1;
    this.counters.put(kind, count);
    return this.#digest(`${kind} #${count}`);
  }

  #digest(text: string): Buffer {
    return createHash("sha256").update(`${this.seed}/${text}`).digest();
  }
}

function asUuid(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Every fourth one is short, so that clients meet both lengths. */
function asUrlId(digest: Buffer): string {
  return asBase62(digest, digest.at(-1)! % 4 === 0 ? 21 : 22);
}

function asBase62(digest: Buffer, length: number): string {
  let text = "";
  for (let index = 0; index < length; index++) {
    text += base62[digest[index]! % 62];
  }
  return text;
}
