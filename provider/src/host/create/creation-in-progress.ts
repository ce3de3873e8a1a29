import type { WriteWatcher } from "../../core/api";
import type { Holders } from "./holders";
import type { CreateRecord, Journal } from "./journal";
import { findEarliest, type LostAttempts, listIds } from "./lost-attempts";

/** Describes a create. */
export interface About {
  readonly stamp: string;
  readonly urn: string | undefined;
  /** See {@link createKey}. */
  readonly key: string;
  /** Identifies the profile. */
  readonly profile: string;
  /** How a message calls the object. */
  readonly description: () => string;
}

/** The earlier attempts at a create, from the journal. */
interface Lost {
  /** The earliest time at which they may have created an object, in milliseconds since 1970. */
  readonly since: number;
  /** The object's id; undefined: there was no response. */
  readonly id: string | undefined;
}

/** A create in progress. */
export class Creation implements WriteWatcher {
  /** The earlier attempt that this create recovers. */
  readonly lost: Lost | undefined;
  /** The ids from earlier attempts at this create, those of the same resource first, including attempts with a pending save. */
  readonly known: readonly string[];
  #returned: string | undefined;
  /** Whether the journal has the create. */
  #isBegun = false;
  /** How many requests were sent. */
  #sent = 0;

  constructor(
    private readonly about: About,
    private readonly reserved: readonly CreateRecord[],
    private readonly attempts: LostAttempts,
    private readonly holders: Holders,
    private readonly journal: Journal,
    private readonly now: () => number,
  ) {
    const since = findEarliest(reserved);
    this.lost = since === undefined ? undefined : { since, id: listIds(reserved)[0] };
    this.known = listIds([...reserved, ...attempts.listAlike(about.key, about.urn)]);
  }

  /** Whether the entry that the create replaces holds the object, or held it until this run deleted it. */
  isPredecessor(id: string): boolean {
    return this.holders.isPredecessor(id, this.about.urn);
  }

  /** Whether an entry holds the object, or another create of this run has reserved it. */
  isHeld(id: string): boolean {
    return this.holders.isHeld(id) || this.attempts.isReservedForOther(id, this.about.stamp);
  }

  /** Whether it is held, or is the object of another resource's earlier attempt. */
  isTaken(id: string): boolean {
    return this.isHeld(id) || this.attempts.has(id) || this.isOfOtherStack(id);
  }

  /** Whether the journal has it as the object of another stack. */
  isOfOtherStack(id: string): boolean {
    return this.attempts.isOfOtherStack(id, this.about.urn);
  }

  /**
   * The create returns an existing object. Call it before the first write to the object.
   *
   * @param since the earliest time at which it may have been created; default: when the recovered attempt began.
   * @throws when another resource of the program holds it.
   */
  take(id: string, since?: number): void {
    this.#noteReturned(id, { wasThere: true, since });
  }

  /** The create created this object. @throws like {@link Creation.take}. */
  noteCreated(id: string): void {
    this.#noteReturned(id, { wasThere: false });
  }

  /** A request is about to be sent. What only reads before it is killed leaves no attempt. */
  sending(): void {
    this.#sent += 1;
    this.#begin();
  }

  /** The platform surely didn't carry out the request. Only of the first one does that mean that there is no object. */
  notApplied(): void {
    if (this.#sent !== 1 || this.#returned !== undefined) return;
    this.#sent = 0;
    this.noteRefused();
  }

  /** The platform refused the create: there is no object. */
  noteRefused(): void {
    if (!this.#isBegun) return;
    this.#isBegun = false;
    this.journal.refused(this.about.stamp);
  }

  #begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const { stamp, key, urn, profile } = this.about;
    this.journal.begin({ stamp, key, urn, profile, at: this.now(), since: this.lost?.since });
  }

  /** The engine gets the result. Until then, nobody else has it. */
  returned(): void {
    this.journal.returned(this.about.stamp);
  }

  #noteReturned(id: string, more: { wasThere: boolean; since?: number }): void {
    if (id === this.#returned) return;
    this.#begin();
    const { stamp, description } = this.about;
    this.holders.noteHandedOut(id, this.about, more.wasThere, description);
    this.#returned = id;
    const settled = this.attempts.settle(id, this.reserved);
    for (const record of settled) this.holders.forget(id, record.stamp);
    this.journal.made(stamp, id, { ...more, settles: settled.map((record) => record.stamp) });
  }
}
