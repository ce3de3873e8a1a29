import { describeDuration } from "../../text";
import type { Exchange } from "./exchange";

/** A larger difference than clocks that are set can have: the local clock or the `Date` of the answers is wrong. */
const largestOffsetMs = 10 * 60_000;

// For the difference of two clocks, and headers with a resolution of seconds.
const toleranceMs = 5_000;

/** The platform's clock, learned from the `Date` of its answers. */
export class PlatformClock {
  #aheadMs = 0;
  #isUnclear = false;
  #isTold = false;

  /** @param tell shows, once, that the clocks are far apart. */
  constructor(
    private readonly baseUrl: string,
    private readonly tell: ((message: string) => void) | undefined,
  ) {}

  /**
   * Whether a time of the platform (ISO 8601) isn't before a local one (milliseconds since 1970), within seconds.
   * Undefined: it can't be compared, because it is no time, has no zone, or both clocks are too far apart.
   */
  isSince(time: string, local: number): boolean | undefined {
    if (this.#isUnclear || !/(Z|[+-]\d\d:?\d\d)$/i.test(time) || Number.isNaN(Date.parse(time))) return undefined;
    return Date.parse(time) >= local + this.#aheadMs - toleranceMs;
  }

  learn({ answer, body }: Exchange): void {
    if (answer.kind !== "answer" || body?.kind !== "data") return;
    const aheadMs = Date.parse(answer.headers.date ?? "") - Date.now();
    if (Number.isNaN(aheadMs)) return;
    this.#isUnclear = Math.abs(aheadMs) > largestOffsetMs;
    if (this.#isUnclear) this.#tellOnce(aheadMs);
    else this.#aheadMs = aheadMs;
  }

  #tellOnce(aheadMs: number): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const difference = `${describeDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"}`;
    this.tell?.(
      `the time in the answers of ${this.baseUrl} is ${difference} this machine's clock, and is ignored. Set this ` +
        "machine's clock (NTP), or correct the server's or proxy's",
    );
  }
}
