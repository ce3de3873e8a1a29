import { createHash } from "node:crypto";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

interface Counters {
  get(kind: string): number | undefined;
  put(kind: string, count: number): void;
}

/**
 * Makes the ids the platform gives out: the same seed and the same order of creations give the same ids.
 *
 * Every kind counts on its own, so that a test that makes one object more of one kind doesn't shift the ids of the
 * others.
 */
export class Ids {
  /** @param counters how many ids each kind has got; kept with the state, so that a restart gives none out again. */
  constructor(
    readonly seed: number,
    private readonly counters: Counters,
  ) {}

  makeUuid(kind: string): string {
    return formatUuid(this.#takeBytes(kind));
  }

  /** The short ids of pages, elements, columns and the like. */
  makeShort(kind: string): string {
    return formatBase62(this.#takeBytes(kind), 10);
  }

  /** Has 21 or 22 characters: it is a number. */
  makeUrlId(kind: string): string {
    return formatUrlId(this.#takeBytes(`${kind} url`));
  }

  makeMember(): string {
    return formatBase62(this.#takeBytes("member"), 29);
  }

  /** Ids of things that are found by a name, such as seeded ones: independent of any order. */
  nameUuid(name: string): string {
    return formatUuid(this.#digest(name));
  }

  nameShort(name: string): string {
    return formatBase62(this.#digest(name), 10);
  }

  nameUrlId(name: string): string {
    return formatUrlId(this.#digest(`${name} url`));
  }

  nameMember(name: string): string {
    return formatBase62(this.#digest(name), 29);
  }

  /** A text that can't be guessed from outside but is the same for the same seed: the client's secret, say. */
  makeSecret(name: string): string {
    return this.#digest(name).toString("hex");
  }

  #takeBytes(kind: string): Buffer {
    const count = (this.counters.get(kind) ?? 0) + 1;
    this.counters.put(kind, count);
    return this.#digest(`${kind} #${count}`);
  }

  #digest(text: string): Buffer {
    return createHash("sha256").update(`${this.seed}/${text}`).digest();
  }
}

function formatUuid(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Every fourth one is short, so that clients meet both lengths. */
function formatUrlId(digest: Buffer): string {
  return formatBase62(digest, digest.at(-1)! % 4 === 0 ? 21 : 22);
}

function formatBase62(digest: Buffer, length: number): string {
  let text = "";
  for (let index = 0; index < length; index++) {
    text += base62[digest[index]! % 62];
  }
  return text;
}
