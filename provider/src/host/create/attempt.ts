import { randomBytes } from "node:crypto";
import type { WriteWatcher } from "../../core/api";
import type { Created, CreatedObject } from "./created";
import type { Holders } from "./holders";
import type { CreateRecord, Journal, UpdateRecord } from "./journal";
import { findEarliest, type LostAttempts, type Registrations } from "./lost-attempts";

/** A new stamp. */
export function createStamp(): string {
  return randomBytes(9).toString("base64url");
}

/** Describes a create. */
export interface About {
  readonly stamp: string;
  readonly urn: string | undefined;
  /** See `createKey`. */
  readonly key: string;
  /** The same for the object's name alone. */
  readonly name: string;
  /** Identifies the profile. */
  readonly profile: string;
  /** See {@link CreateRecord}. */
  readonly place?: string;
  /** How a message calls the object. */
  readonly description: () => string;
}

/** What a process knows of objects. */
export interface KnownObjects {
  readonly holders: Holders;
  readonly registrations: Registrations;
  readonly created: Created;
}

/** A create in progress: its entry in the journal, and the objects that it may return. */
export class Attempt implements WriteWatcher {
  /** The earlier attempts that this create settles, the latest first. */
  readonly lost: readonly CreateRecord[];
  #returned: string | undefined;
  /** Whether the journal has the create. */
  #isBegun = false;
  /** What the create sends, and what there was before. */
  #plan: { readonly sent: () => string; readonly older?: readonly string[] } = { sent: () => "" };
  /** How many requests were sent. */
  #sent = 0;

  constructor(
    private readonly about: About,
    private readonly reserved: readonly CreateRecord[],
    private readonly attempts: LostAttempts,
    private readonly objects: KnownObjects,
    private readonly journal: Journal,
    private readonly now: () => number,
  ) {
    this.lost = reserved.toSorted((a, b) => b.at - a.at);
  }

  /** The ids from earlier attempts at this create, those that it reserved first; see {@link LostAttempts}. */
  get known(): readonly string[] {
    return this.attempts.listKnownIds(this.about, this.reserved);
  }

  /** The URN of the resource, if known. */
  get urn(): string | undefined {
    return this.about.urn;
  }

  /** Whether the create has an object. */
  get hasObject(): boolean {
    return this.#returned !== undefined;
  }

  /**
   * The object that this stack created for the resource before, where the state has no entry for either any more, as
   * after `pulumi state delete`. Undefined: there is none, or it may be the one that the create replaces.
   */
  async findForgotten(): Promise<CreatedObject | undefined> {
    const { urn } = this.about;
    const { holders, registrations, created } = this.objects;
    const found = urn === undefined || registrations.isInState(urn) ? undefined : created.find(urn);
    if (found === undefined || this.isPredecessor(found.id)) return undefined;
    // The state may have it as the object of a resource that was renamed.
    if (!holders.isHeld(found.id)) await registrations.end();
    return holders.isHeld(found.id) ? undefined : found;
  }

  /** Whether the entry that the create replaces holds the object, or held it until this run deleted it. */
  isPredecessor(id: string): boolean {
    return this.objects.holders.isPredecessor(id, this.about.urn);
  }

  /** Whether an entry holds the object, or another create of this run has reserved it. */
  isHeld(id: string): boolean {
    const { holders } = this.objects;
    return (
      holders.isHeld(id) ||
      holders.isHeldElsewhere(id, this.about) ||
      this.attempts.isReservedForOther(id, this.about.stamp)
    );
  }

  /** Whether it is held, or the journal has it as the object of another attempt or resource. */
  isTaken(id: string): boolean {
    return this.isHeld(id) || this.attempts.has(id) || this.attempts.isReturnedToOther(id, this.about.urn);
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

  /** The create created this object. @throws like {@link Attempt.take}. */
  noteCreated(id: string): void {
    this.#noteReturned(id, { wasThere: false });
  }

  /** What the journal gets with the first request. */
  plan(sent: () => string, older: readonly string[] | undefined): void {
    this.#plan = { sent, older };
  }

  /** A request is about to be sent. What only reads before it is killed leaves no attempt. */
  noteSending(): void {
    this.#sent += 1;
    this.#begin();
  }

  /** The platform certainly didn't carry out the request. If it was the first one, there is no object. */
  noteNotApplied(): void {
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
    const { stamp, key, name, urn, profile, place } = this.about;
    const { sent, older } = this.#plan;
    const since = findEarliest(this.reserved);
    this.journal.begin({ stamp, key, name, urn, profile, place, at: this.now(), since, older }, sent());
  }

  /** The engine gets the result. Until then, only this process has it. */
  noteReturned(): void {
    const { urn } = this.about;
    if (urn !== undefined && this.#returned !== undefined) this.objects.created.add(urn, this.#returned, this.now());
    this.journal.returned(this.about.stamp);
  }

  #noteReturned(id: string, more: { wasThere: boolean; since?: number }): void {
    if (id === this.#returned) return;
    this.#begin();
    const { stamp, description } = this.about;
    this.objects.holders.noteHandedOut(id, this.about, more.wasThere, description);
    this.#returned = id;
    const settled = this.attempts.settle(id, this.reserved);
    for (const record of settled) this.objects.holders.forget(id, record.stamp);
    this.journal.made(stamp, id, { ...more, settles: settled.map((record) => record.stamp) });
  }
}

/** An update in progress. */
export class UpdateAttempt implements WriteWatcher {
  /** What earlier updates of the object sent whose result no state has; sealed, oldest first. */
  readonly lost: readonly UpdateRecord[];
  readonly #stamp = createStamp();
  #isBegun = false;

  constructor(
    private readonly id: string,
    private readonly sent: () => string,
    private readonly journal: Journal,
    private readonly now: () => number,
  ) {
    this.lost = journal.lostUpdates.filter((record) => record.id === id);
  }

  noteSending(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.journal.beginUpdate({ stamp: this.#stamp, id: this.id, at: this.now() }, this.sent());
  }

  /** Another request of it may have been carried out. */
  noteNotApplied(): void {}

  /** The engine gets the result. @param isDone whether it succeeded: then the state knows what the platform has. */
  noteReturned(isDone: boolean): void {
    if (this.#isBegun) this.journal.updated(this.#stamp, isDone ? this.lost.map(({ stamp }) => stamp) : []);
  }
}
