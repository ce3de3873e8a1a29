import type { WriteWatcher } from "../../core/api";
import type { Journal } from "./journal";

/**
 * What the journal has of a create or an update: it is written before the first request. What only reads before it is
 * killed leaves nothing.
 */
export class JournalEntry implements WriteWatcher {
  #isBegun = false;
  /** Whether the journal has the id of a create's object. */
  #isMade = false;
  /** How many requests were sent. */
  #sent = 0;

  /** @param write writes that it begins. */
  constructor(
    private readonly journal: Pick<Journal, "made" | "refused">,
    private readonly stamp: string,
    private readonly write: () => void,
  ) {}

  /** Whether a request was sent that may have been carried out. */
  get hasSent(): boolean {
    return this.#sent > 0;
  }

  begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.write();
  }

  /** The create has an object. */
  made(id: string): void {
    this.#isMade = true;
    this.journal.made(this.stamp, id);
  }

  /** A request is about to be sent. */
  noteSending(): void {
    this.#sent += 1;
    this.begin();
  }

  /** The platform certainly didn't carry out the request. If it was the first one, nothing was. */
  noteNotApplied(): void {
    if (this.#sent !== 1 || this.#isMade) return;
    this.#sent = 0;
    this.refuse();
  }

  /** The platform carried out nothing. */
  refuse(): void {
    if (!this.#isBegun || this.#isMade) return;
    this.#isBegun = false;
    this.journal.refused(this.stamp);
  }
}
