import { describeDuration } from "../../text";
import type { Exchange } from "./exchange";

/** Milliseconds of trouble before a message to the user, and between two messages. */
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
 * Reports retries to the user once they last longer than two seconds, and how long calls wait if the platform asks them
 * to. One message covers calls that fail at the same time.
 *
 * @example new Trouble(url, console.error).noteRetry(exchange, { since, delayMs: 900, attempt: 2, of: 5 })
 * // no connection, trying again (2 of 5)
 */
export class Trouble {
  #toldAt = Number.NEGATIVE_INFINITY;

  /** @param tell shows a message; undefined: messages are dropped. */
  constructor(
    private readonly baseUrl: string,
    private readonly tell: ((message: string) => void) | undefined,
  ) {}

  /** After an answer that asks for so long a wait that its call fails. */
  notePause({ answer }: Exchange, askedMs: number, pauseMs: number): void {
    if (pauseMs < patienceMs) return;
    const others = `other calls to ${this.baseUrl} wait ${describeSeconds(pauseMs)}`;
    this.#say(`${describeTrouble(answer)} and asks to wait ${describeDuration(askedMs)}: ${others}`);
  }

  noteRetry({ answer, verdict, retryAfterMs }: Exchange, { since, delayMs, attempt, of }: Course): void {
    const now = performance.now();
    const { kind } = verdict;
    // Short pauses between requests are how the client keeps to the platform's limits.
    const soFarMs = kind === "throttled" ? 0 : now - since;
    if (kind === "unauthorized" || soFarMs + delayMs < patienceMs) return;
    const isAsked = kind === "throttled" || retryAfterMs !== undefined;
    const asked = isAsked ? `, waiting ${describeSeconds(delayMs)} for ${this.baseUrl}` : "";
    const again = kind === "throttled" ? "" : `, trying again (${attempt} of ${of})`;
    this.#say(`${describeTrouble(answer)}${asked}${again}`);
  }

  #say(message: string): void {
    const now = performance.now();
    if (now - this.#toldAt < patienceMs) return;
    this.#toldAt = now;
    this.tell?.(message);
  }
}

const describeSeconds = (ms: number) => describeDuration(Math.ceil(ms / 1000) * 1000);

function describeTrouble(answer: Exchange["answer"]): string {
  if (answer.kind === "answer") return `the platform answered ${answer.status}`;
  return answer.code === "timeout" ? "no answer in time" : "no connection";
}
