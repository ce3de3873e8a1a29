import type { Exchange } from "./exchange";

/** Milliseconds of trouble after which the user is told, and between two such messages. */
const patienceMs = 2_000;

/** Where a call stands when an attempt has failed. */
export interface Course {
  /** When the call's first attempt began, in milliseconds of `performance.now()`. */
  readonly since: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  /** The number of that attempt, from 2. */
  readonly attempt: number;
  /** The maximum number of attempts. */
  readonly of: number;
}

/**
 * Tells the user that calls are tried again, once the trouble takes longer than two seconds. Calls that fail at the same time are told once.
 *
 * @example new Trouble(console.error).retrying(done, { since, delayMs: 900, attempt: 2, of: 5 }) // no connection, trying again (2 of 5)
 */
export class Trouble {
  #toldAt = Number.NEGATIVE_INFINITY;

  /** @param tell shows a message; undefined: nobody listens. */
  constructor(private readonly tell: ((message: string) => void) | undefined) {}

  retrying({ answer }: Exchange, { since, delayMs, attempt, of }: Course): void {
    const now = performance.now();
    if (now + delayMs - since < patienceMs || now - this.#toldAt < patienceMs) return;
    this.#toldAt = now;
    this.tell?.(`${troubleText(answer)}, trying again (${attempt} of ${of})`);
  }
}

function troubleText(answer: Exchange["answer"]): string {
  if (answer.kind === "answer") return `the platform answered ${answer.status}`;
  return answer.code === "timeout" ? "no answer in time" : "no connection";
}
