import { describeDuration } from "../../text";
import type { Exchange } from "./exchange";

/** A larger difference than clocks that are set can have: the local clock or the `Date` of the answers is wrong. */
const largestOffsetMs = 10 * 60_000;

/** Compares the platform's clock, by the `Date` of its answers, with this machine's. */
export class PlatformClock {
  #isTold = false;

  /** @param tell shows, once, that the clocks are far apart. */
  constructor(
    private readonly baseUrl: string,
    private readonly tell: ((message: string) => void) | undefined,
  ) {}

  learn({ answer, body }: Exchange): void {
    if (answer.kind !== "answer" || body?.kind !== "data") return;
    const aheadMs = Date.parse(answer.headers.date ?? "") - Date.now();
    if (Number.isNaN(aheadMs)) return;
    if (Math.abs(aheadMs) > largestOffsetMs) this.#tellOnce(aheadMs);
  }

  #tellOnce(aheadMs: number): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const difference = `${describeDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"}`;
    this.tell?.(
      `the time in the answers of ${this.baseUrl} is ${difference} this machine's clock. Set this ` +
        "machine's clock (NTP), or correct the server's or proxy's",
    );
  }
}
