import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { WriteWatcher } from "../../core/api";
import { type Created, type CreatedObject, emptyCreated, openCreated } from "./created";
import { type Entry, Holders, type OtherProcesses, openOtherProcesses } from "./holders";
import {
  type CreateRecord,
  getJournalFolder,
  isSameStack,
  type Journal,
  openJournal,
  type UpdateRecord,
} from "./journal";
import { logToStack, setEnding } from "./process-hooks";

/**
 * Tracks which entries of a state hold which object of the platform. It decides when a create may return an existing
 * object, and when a delete keeps the object.
 *
 * The engine treats two entries as two objects. A create may return an object that another entry of the state already
 * holds: after a rename without an alias, in a replacement, an adoption, or a recovery. The engine then deletes the
 * "old" object, which is the same object. The rules prevent that:
 *
 * 1. *Every create stamps its entry.* The stamp is random and stays with the entry. It distinguishes two entries that
 *    hold one object, even with the same URN.
 * 2. *The delete of the last entry deletes the object.* If another known entry holds the object, a delete only logs
 *    that. The known entries are those that this process created or saw (in `diff`, `update`, `read`), those that the
 *    program declares in another process of the run (an explicit provider has its own), and those that killed processes
 *    of this machine created.
 * 3. *A create refuses an object that the program declares under another URN.* The error names the alias that moves it.
 *    The object under the same URN is the predecessor in a replacement, which `adopt` never adopts.
 * 4. *A create reserves the lost attempt that it recovers.* It reserves the attempt of its own URN. If there is none,
 *    it waits until the program registers no more resources, then reserves an attempt whose resource the program
 *    doesn't declare: that resource was renamed. So equal declarations never share an object. Attempts of other stacks
 *    stay theirs, to be recovered by their own next run, and so does what they got.
 *
 * Limits, because the host never gets the whole state:
 *
 * - The host sees the entry of a resource that the program no longer declares only at its delete. A create may return
 *   that object before. Rule 2 then keeps it; rule 3 covers only resources that the program still declares.
 * - `--target-replace` and `pulumi state taint` don't call `diff`. If the new object is created first, `adopt: true`
 *   finds the old object and returns it: the object is kept, and not replaced.
 * - If the engine of a killed run had saved the new entry, a targeted run on another machine that shows only the old
 *   entry deletes the object. A run that shows both entries keeps it.
 * - If the engine of a killed run had not saved the new entry, `destroy` keeps the object and logs that.
 * - URNs name neither the backend nor the organization: two stacks with the same names of stack and project count as
 *   one.
 */
export interface Ownership {
  /** The program of this run declares the resource. @param isInState whether the state has an entry for it. */
  registered(urn: string | undefined, isInState: boolean): void;
  /**
   * An entry holds the object: for `diff` and `update`. The program declares it if it has registered the resource; a
   * refresh registers none.
   *
   * @param description how a message calls the object.
   * @throws when another resource of the program holds it too.
   */
  compared(id: string, entry: Entry, description: () => string): void;
  /** An entry holds the object: for `read`. */
  shown(id: string, stamp: string | undefined): void;
  /**
   * Begins an update. The journal gets it with its first request.
   *
   * @param sent what it sends, sealed.
   */
  beginUpdate(id: string, sent: () => string): UpdateAttempt;
  /** Begins a create. The journal gets it with its first request that may create something. */
  begin(about: About): Promise<Attempt>;
  /** Removes an entry. Returns another entry that holds the object; undefined: delete the object. */
  release(id: string, entry: Entry): Entry | undefined;
  /** The delete that followed a release failed: the entry stays in the state, and holds the object. */
  retained(id: string, stamp: string | undefined): void;
  /**
   * When the oldest lost attempt of a profile began in the stack of a resource, or else the oldest one with a pending
   * save. Undefined: there is none.
   */
  lostSince(profile: string, urn: string | undefined): number | undefined;
  /** The engine ends this process normally; see {@link Journal.ended}. */
  ended(isSaved: boolean): void;
}

/** A new stamp. */
export function createStamp(): string {
  return randomBytes(9).toString("base64url");
}

/** Options of {@link openOwnership}, for tests. */
export interface OwnershipOptions {
  readonly now?: () => number;
  readonly quietMs?: number;
  /** Default: there are none. */
  readonly others?: OtherProcesses;
  /** Default: nothing was created. */
  readonly created?: Created;
}

/** The ownership rules over a journal. */
export function openOwnership(journal: Journal, options: OwnershipOptions = {}): Ownership {
  const { now = Date.now, quietMs, others, created = emptyCreated } = options;
  const registrations = new Registrations(quietMs);
  const holders = new Holders(journal.handedOut, others);
  const lost = new LostAttempts(journal.lost, journal.returnedToOthers, registrations, (id) => holders.isHeld(id));

  return {
    registered: (urn, isInState) => registrations.add(urn, isInState),
    compared(id, entry, description) {
      journal.shown(id, entry.stamp);
      const isDeclared = entry.urn === undefined || registrations.has(entry.urn);
      holders.noteCompared(id, entry, isDeclared, description);
    },
    shown(id, stamp) {
      journal.shown(id, stamp);
      holders.noteShown(id, stamp);
    },
    beginUpdate: (id, sent) => new UpdateAttempt(id, sent, journal, now),
    async begin(about) {
      const reserved = await lost.reserve(about);
      return new Attempt(about, reserved, lost, { holders, registrations, created }, journal, now);
    },
    release(id, entry) {
      journal.shown(id, entry.stamp);
      const other = holders.release(id, entry);
      if (other === undefined) created.remove(id);
      return other;
    },
    retained: (id, stamp) => holders.noteRetained(id, stamp),
    lostSince: (profile, urn) => lost.findStart(profile, urn),
    ended(isSaved) {
      tellAbandoned(lost.listAbandoned(now() - abandonedForMs));
      if (isSaved) created.save();
      journal.ended(isSaved);
      others?.ended();
    },
  };
}

let current: Ownership | undefined;

/** The ownership rules of this process, over the journal of this machine's user. */
export function getOwnership(): Ownership {
  if (current === undefined) {
    const folder = getJournalFolder(process.env);
    current = openOwnership(openJournal(folder), {
      others: openOtherProcesses(folder),
      created: openCreated(folder),
    });
    setEnding(current.ended);
  }
  return current;
}

/** An update in progress. */
export class UpdateAttempt implements WriteWatcher {
  /** What earlier updates of the object sent, of which no state knows the result; sealed, oldest first. */
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

/** Describes a create. */
export interface About {
  readonly stamp: string;
  readonly urn: string | undefined;
  /** See {@link createKey}. */
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
interface KnownObjects {
  readonly holders: Holders;
  readonly registrations: Registrations;
  readonly created: Created;
}

/** Milliseconds for which each run tells of an attempt at a resource that the program no longer declares. */
const abandonedForMs = 24 * 3600 * 1000;

/** Tells what earlier runs may have created for resources that nobody declares any more. */
function tellAbandoned(records: readonly CreateRecord[]): void {
  if (records.length === 0) return;
  const all = records.map(({ urn, id }) => `${urn}${id === undefined ? "" : ` (${id})`}`).join(", ");
  logToStack(
    `An earlier run began to create resources and ended before the state had them: ${all}. The program no longer declares ` +
      "them, so what was created stays on the platform. Delete it there; or declare them again: `pulumi up` then finds " +
      "what was created, and a later run can delete it.",
  );
}

/** A create in progress: its entry in the journal, and the objects that it may return. */
export class Attempt implements WriteWatcher {
  /** The earlier attempts that this create settles, the latest first. */
  readonly lost: readonly CreateRecord[];
  /**
   * The ids from earlier attempts at this create, those of the same resource first, including attempts with a pending
   * save.
   */
  readonly known: readonly string[];
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
    this.known = listIds([...reserved, ...attempts.listAlike(about, about.urn)]);
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
    return this.objects.holders.isHeld(id) || this.attempts.isReservedForOther(id, this.about.stamp);
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

  /** The platform surely didn't carry out the request. Only of the first one does that mean that there is no object. */
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

  /** The engine gets the result. Until then, nobody else has it. */
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

/**
 * The attempts of ended processes whose objects may be in no state, and the creates of this process that recover them.
 */
class LostAttempts {
  /** Those that no create has reserved or settled. */
  readonly #open: Set<CreateRecord>;
  /** The objects of the reserved attempts, each with the stamp of the create that recovers it. */
  readonly #reservedFor = new Map<string, string>();

  /**
   * @param all oldest first.
   * @param returned see {@link Journal.returnedToOthers}.
   * @param isHeld whether an entry of the state holds the object: then no create recovers it.
   */
  constructor(
    private readonly all: readonly CreateRecord[],
    private readonly returned: readonly CreateRecord[],
    private readonly registrations: Registrations,
    private readonly isHeld: (id: string) => boolean,
  ) {
    this.#open = new Set(all);
  }

  /** Reserves the attempts that a create recovers: those of its own resource, or else those of a renamed one. */
  async reserve(
    about: Pick<CreateRecord, "stamp" | "key" | "name" | "urn" | "place">,
  ): Promise<readonly CreateRecord[]> {
    const { stamp, urn } = about;
    const listCandidates = () =>
      this.listAlike(about, urn).filter(
        ({ id, isSavePending }) => !isSavePending && !(id !== undefined && this.isHeld(id)),
      );
    const own = listCandidates().find((record) => urn !== undefined && record.urn === urn);
    const listRenamed = () =>
      listCandidates().find((record) => record.urn === undefined || !this.registrations.has(record.urn));
    if (own === undefined && listRenamed() !== undefined) await this.registrations.end();
    const first = own ?? listRenamed();
    const reserved = listCandidates().filter(
      (record) => record === first || (record.urn !== undefined && record.urn === first?.urn),
    );
    // Killed runs may have handed one object to two resources, one after the other.
    const ids = new Set(listIds(reserved));
    for (const record of this.#open) {
      if (reserved.includes(record) || (record.id !== undefined && ids.has(record.id))) this.#open.delete(record);
    }
    for (const id of ids) this.#reservedFor.set(id, stamp);
    return reserved;
  }

  /**
   * The open attempts of the same stack at the same resource, whatever it declared then, and at equal objects. Equal
   * declarations of another stack are other objects.
   */
  listAlike(
    { key, name, place }: Pick<CreateRecord, "key" | "name" | "place">,
    urn: string | undefined,
  ): readonly CreateRecord[] {
    const isHere = (record: CreateRecord) => (record.place ?? place) === (place ?? record.place);
    const isSame = (record: CreateRecord) => urn !== undefined && record.urn === urn && isHere(record);
    const isAlike = (record: CreateRecord) => record.key === key || (name !== undefined && record.name === name);
    return [...this.#open].filter((record) => isSame(record) || (isAlike(record) && isSameStack(record.urn, urn)));
  }

  /** Whether another create than the one with this stamp has reserved the object. */
  isReservedForOther(id: string, stamp: string): boolean {
    return (this.#reservedFor.get(id) ?? stamp) !== stamp;
  }

  /** The attempts since a time at resources of this run's stack that its program doesn't declare. */
  listAbandoned(since: number): readonly CreateRecord[] {
    return [...this.#open].filter(
      ({ urn, at, id, isSavePending }) =>
        urn !== undefined &&
        at >= since &&
        !isSavePending &&
        !(id !== undefined && this.isHeld(id)) &&
        this.registrations.isOfStack(urn) &&
        !this.registrations.has(urn),
    );
  }

  /** Whether it is the object of an open attempt. */
  has(id: string): boolean {
    return [...this.#open].some((record) => record.id === id);
  }

  /** Whether it is the object of an open attempt of another stack, or was returned to one. */
  isOfOtherStack(id: string, urn: string | undefined): boolean {
    return [...this.#open, ...this.returned].some((record) => record.id === id && !isSameStack(record.urn, urn));
  }

  /** A create that reserved these attempts returned the object. Returns all attempts that this settles. */
  settle(id: string, reserved: readonly CreateRecord[]): readonly CreateRecord[] {
    const settled = [...new Set([...reserved, ...this.all.filter((record) => record.id === id)])];
    for (const record of settled) this.#open.delete(record);
    return settled;
  }

  /**
   * When the oldest lost attempt of a profile began in the stack of a resource, or else the oldest one with a pending
   * save. Undefined: there is none.
   */
  findStart(profile: string, urn: string | undefined): number | undefined {
    const all = this.all.filter((record) => record.profile === profile && isSameStack(record.urn, urn));
    const unfinished = all.filter(({ isSavePending }) => !isSavePending);
    return findEarliest(unfinished.length > 0 ? unfinished : all);
  }
}

/** The earliest time at which one of the attempts may have created an object; undefined: there are none. */
function findEarliest(records: readonly CreateRecord[]): number | undefined {
  return records.length > 0 ? Math.min(...records.map(({ at, since }) => since ?? at)) : undefined;
}

/** The ids of the objects of attempts that got a response. */
function listIds(records: readonly CreateRecord[]): string[] {
  return records.flatMap(({ id }) => (id === undefined ? [] : [id]));
}

/**
 * How long a program registers no resource before it counts as complete. If it registers more later, a create may have
 * reserved an attempt too early.
 */
const defaultQuietMs = 3000;

/** The resources that the program of this run declares, as far as it has registered them. */
class Registrations {
  /** By URN, whether the state has an entry for the resource. */
  readonly #urns = new Map<string, boolean>();
  #lastAt = performance.now();

  /** @param quietMs how long a program registers no resource before it counts as complete. */
  constructor(private readonly quietMs = defaultQuietMs) {}

  /** @param isInState an engine checks a resource that it replaces twice, the second time as a new one. */
  add(urn: string | undefined, isInState: boolean): void {
    if (urn !== undefined) this.#urns.set(urn, isInState || this.isInState(urn));
    this.#lastAt = performance.now();
  }

  has(urn: string): boolean {
    return this.#urns.has(urn);
  }

  isInState(urn: string): boolean {
    return this.#urns.get(urn) === true;
  }

  /** Whether the run is one of the stack that this URN belongs to. */
  isOfStack(urn: string): boolean {
    const [any] = this.#urns.keys();
    return any !== undefined && isSameStack(any, urn);
  }

  /** Waits until the program registers no more resources. */
  async end(): Promise<void> {
    for (;;) {
      const leftMs = this.#lastAt + this.quietMs - performance.now();
      if (leftMs <= 0) return;
      await wait(leftMs);
    }
  }
}
