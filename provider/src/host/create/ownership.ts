import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEnd } from "./ending";
import { type Entry, isSameStack } from "./entry";
import { type CreateRecord, type Journal, journalFolder, openJournal } from "./journal";
import { type OtherProcesses, openOtherProcesses } from "./other-processes";

/**
 * Tracks which entries of a state hold which object of the platform. It decides when a create may return an existing object, and when a delete
 * keeps the object.
 *
 * The engine treats two entries as two objects. A create may return an object that another entry of the state already holds: after a rename without
 * an alias, in a replacement, an adoption, or a recovery. The engine then deletes the "old" object, which is the same object. The rules prevent that:
 *
 * 1. *Every create stamps its entry.* The stamp is random and stays with the entry. It distinguishes two entries that hold one object, even with the
 *    same URN.
 * 2. *The delete of the last entry deletes the object.* If another known entry holds the object, a delete only logs that. The known entries are those
 *    that this process created or saw (in `diff`, `update`, `read`), those that the program declares in another process of the run (an explicit
 *    provider has its own), and those that killed processes of this machine created.
 * 3. *A create refuses an object that the program declares under another URN.* The error names the alias that moves it. The object under the same
 *    URN is the predecessor in a replacement, which `adopt` never adopts.
 * 4. *A create reserves the lost attempt that it recovers.* It reserves the attempt of its own URN. If there is none, it waits until the program
 *    registers no more resources, then reserves an attempt whose resource the program doesn't declare: that resource was renamed. So equal
 *    declarations never share an object. Attempts of other stacks stay theirs: their own next run recovers them.
 *
 * Limits, because the host never gets the whole state:
 *
 * - The host sees the entry of a resource that the program no longer declares only at its delete. A create may return that object before. Rule 2 then
 *   keeps it; rule 3 covers only resources that the program still declares.
 * - `--target-replace` and `pulumi state taint` don't call `diff`. If the new object is created first, `adopt: true` finds the old object and returns
 *   it: the object is kept, and not replaced.
 * - If the engine of a killed run had saved the new entry, a targeted run on another machine that shows only the old entry deletes the object. A run
 *   that shows both entries keeps it.
 * - URNs name neither the backend nor the organization: two stacks with the same names of stack and project count as one.
 * - If the engine of a killed run had not saved the new entry, `destroy` keeps the object and logs that.
 */
export interface Ownership {
  /** The program of this run declares the resource. */
  registered(urn: string | undefined): void;
  /**
   * An entry holds the object: for `diff` and `update`. The program declares it if it has registered the resource; a refresh registers none.
   *
   * @param description how a message calls the object.
   * @throws when another resource of the program holds it too.
   */
  compared(id: string, entry: Entry, description: () => string): void;
  /** An entry holds the object: for `read`. */
  shown(id: string, stamp: string | undefined): void;
  /** Call it before a create sends its first request. */
  begin(about: About): Promise<Creation>;
  /** Removes an entry. Returns another entry that holds the object; undefined: delete the object. */
  release(id: string, entry: Entry): Entry | undefined;
  /** The delete that followed a release failed: the entry stays in the state, and holds the object. */
  retained(id: string, stamp: string | undefined): void;
  /**
   * When the oldest lost attempt of a profile began in the stack of a resource, or else the oldest one with a pending save. Undefined: there is none.
   */
  lostSince(profile: string, urn: string | undefined): number | undefined;
  /** The engine ends this process normally; see {@link Journal.ended}. */
  ended(isSaved: boolean): void;
}

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

/** A create in progress. */
export interface Creation {
  /** The earlier attempt that this create recovers. */
  readonly lost: Lost | undefined;
  /** Whether the entry that the create replaces holds the object, or held it until this run deleted it. */
  isPredecessor(id: string): boolean;
  /** The ids from earlier attempts at this create, those of the same resource first, including attempts with a pending save. */
  readonly known: readonly string[];
  /** Whether an entry holds the object, or another create of this run has reserved it. */
  isHeld(id: string): boolean;
  /** Whether it is held, or is the object of another resource's earlier attempt. */
  isTaken(id: string): boolean;
  /** Whether it is the object of another stack's earlier attempt. */
  isOfOtherStack(id: string): boolean;
  /**
   * The create returns an existing object. Call it before the first write to the object.
   *
   * @param since the earliest time at which it may have been created; default: when the recovered attempt began.
   * @throws when another resource of the program holds it.
   */
  take(id: string, since?: number): void;
  /** The create created this object. @throws like {@link Creation.take}. */
  made(id: string): void;
  /** The platform refused the create: there is no object. */
  refused(): void;
}

/** The earlier attempts at a create, from the journal. */
export interface Lost {
  /** The earliest time at which they may have created an object, in milliseconds since 1970. */
  readonly since: number;
  /** The object's id; undefined: there was no response. */
  readonly id: string | undefined;
}

/** An entry that holds an object. */
interface Holder extends Entry {
  /** Whether the program of this run declares it. */
  readonly isDeclared: boolean;
}

/** A new stamp. */
export function newStamp(): string {
  return randomBytes(9).toString("base64url");
}

/** How long a program registers no resource before it counts as complete. If it registers more later, rule 3 refuses an object that was reserved too early. */
const quietMs = 3000;

/** Options of {@link openOwnership}, for tests. */
export interface OwnershipOptions {
  readonly now?: () => number;
  readonly quietMs?: number;
  /** Default: there are none. */
  readonly others?: OtherProcesses;
}

/** The ownership rules over a journal. */
export function openOwnership(journal: Journal, options: OwnershipOptions = {}): Ownership {
  const { now = Date.now, quietMs: quiet = quietMs, others } = options;
  const holders = new Map<string, Map<string, Holder>>();
  const registered = new Set<string>();
  let lastRegisteredAt = performance.now();
  const deleted = new Set<string>();
  /** The objects that a state entry holds, or that a create of this process returned. */
  const held = new Set<string>();
  const open = new Set(journal.lost);
  /** The objects of the reserved attempts, each with the stamp of the create that recovers it. */
  const reservedFor = new Map<string, string>();
  for (const { id, stamp, urn } of journal.handedOut) hold(id, { stamp, urn, isDeclared: false });

  function holdersOf(id: string): Holder[] {
    return [...(holders.get(id)?.values() ?? [])];
  }

  function hold(id: string, holder: Holder): void {
    const all = holders.get(id) ?? new Map<string, Holder>();
    holders.set(id, all.set(holder.stamp ?? "", holder));
  }

  /** Records that a declared resource holds an object, unless another declared resource does. */
  function declare(id: string, entry: Entry, description: () => string): void {
    const { stamp, urn } = entry;
    const other = holdersOf(id).find((holder) => holder.isDeclared && holder.stamp !== stamp && holder.urn !== urn);
    refuseSecond(id, urn, other, description);
    hold(id, { ...entry, isDeclared: true });
    // In this order: of two processes that declare the same object at once, at least one sees the other.
    others?.declared(id, entry);
    refuseSecond(id, urn, others?.holderOf(id, entry), description);
  }

  function refuseSecond(id: string, urn: string | undefined, other: Entry | undefined, description: () => string) {
    if (other?.urn === undefined || urn === undefined || other.urn === urn) return;
    throw new Error(heldTwice(description(), id, other.urn, urn));
  }

  /** The open attempts of the same stack at equal objects. Equal declarations of another stack are other objects. */
  function alike(key: string, urn: string | undefined): CreateRecord[] {
    return [...open].filter((record) => record.key === key && isSameStack(record.urn, urn));
  }

  /** The attempts that a create recovers: those of its own resource, or else those of a renamed one. */
  async function reserve(key: string, urn: string | undefined): Promise<readonly CreateRecord[]> {
    const candidates = () =>
      alike(key, urn).filter((record) => !record.isSavePending && !(record.id !== undefined && held.has(record.id)));
    const renamed = () => candidates().find((record) => record.urn === undefined || !registered.has(record.urn));
    const own = candidates().filter((record) => urn !== undefined && record.urn === urn);
    if (own.length === 0 && renamed() !== undefined) await registrationsEnd();
    const first = own[0] ?? renamed();
    const reserved = candidates().filter(
      (record) => record === first || (record.urn !== undefined && record.urn === first?.urn),
    );
    // Killed runs may have handed one object to two resources, one after the other.
    const ids = new Set(reserved.flatMap(({ id }) => (id === undefined ? [] : [id])));
    for (const record of open) {
      if (reserved.includes(record) || (record.id !== undefined && ids.has(record.id))) open.delete(record);
    }
    return reserved;
  }

  async function registrationsEnd(): Promise<void> {
    for (;;) {
      const leftMs = lastRegisteredAt + quiet - performance.now();
      if (leftMs <= 0) return;
      await wait(leftMs);
    }
  }

  return {
    registered(urn) {
      if (urn !== undefined) registered.add(urn);
      lastRegisteredAt = performance.now();
    },
    compared(id, entry, description) {
      held.add(id);
      journal.shown(id, entry.stamp);
      if (entry.urn === undefined || registered.has(entry.urn)) declare(id, entry, description);
      else hold(id, { ...entry, isDeclared: false });
    },
    shown(id, stamp) {
      held.add(id);
      journal.shown(id, stamp);
      // An object that a program only reads with `get` has no stamp, and no entry holds it.
      if (stamp !== undefined && !holders.get(id)?.has(stamp)) hold(id, { stamp, urn: undefined, isDeclared: false });
    },
    async begin({ stamp, urn, key, profile, description }) {
      const reserved = await reserve(key, urn);
      const since = reserved.length > 0 ? Math.min(...reserved.map(sinceOf)) : undefined;
      for (const { id } of reserved) if (id !== undefined) reservedFor.set(id, stamp);
      const isHeld = (id: string) => held.has(id) || (reservedFor.get(id) ?? stamp) !== stamp;
      const remaining = alike(key, urn);
      journal.begin({ stamp, key, urn, profile, at: now(), since });

      let handedOut: string | undefined;
      const handOut = (id: string, more: { wasThere: boolean; since?: number }) => {
        if (id === handedOut) return;
        // Before it is declared: what is refused here is in no file for the other processes.
        if (more.wasThere) refuseSecond(id, urn, others?.holderOf(id, { stamp, urn }), description);
        declare(id, { stamp, urn }, description);
        handedOut = id;
        held.add(id);
        const settled = new Set([...reserved, ...journal.lost.filter((record) => record.id === id)]);
        for (const record of settled) {
          open.delete(record);
          holders.get(id)?.delete(record.stamp);
        }
        journal.made(stamp, id, { ...more, settles: [...settled].map((record) => record.stamp) });
      };
      return {
        lost: since === undefined ? undefined : { since, id: reserved.find(({ id }) => id !== undefined)?.id },
        known: [...reserved, ...remaining].flatMap(({ id }) => (id === undefined ? [] : [id])),
        isPredecessor: (id) =>
          deleted.has(id) ||
          (urn !== undefined && holdersOf(id).some((holder) => holder.isDeclared && holder.urn === urn)),
        isHeld,
        isTaken: (id) => isHeld(id) || [...open].some((record) => record.id === id),
        isOfOtherStack: (id) => [...open].some((record) => record.id === id && !isSameStack(record.urn, urn)),
        take: (id, since) => handOut(id, { wasThere: true, since }),
        made: (id) => handOut(id, { wasThere: false }),
        refused: () => journal.refused(stamp),
      };
    },
    release(id, entry) {
      const { stamp } = entry;
      held.add(id);
      journal.shown(id, stamp);
      holders.get(id)?.delete(stamp ?? "");
      const other = holdersOf(id)[0] ?? others?.holderOf(id, entry);
      if (other === undefined) deleted.add(id);
      return other;
    },
    retained(id, stamp) {
      deleted.delete(id);
      hold(id, { stamp, urn: undefined, isDeclared: false });
    },
    lostSince(profile, urn) {
      const all = journal.lost.filter((record) => record.profile === profile && isSameStack(record.urn, urn));
      const unfinished = all.filter(({ isSavePending }) => !isSavePending);
      const times = (unfinished.length > 0 ? unfinished : all).map(sinceOf);
      return times.length > 0 ? Math.min(...times) : undefined;
    },
    ended(isSaved) {
      journal.ended(isSaved);
      others?.ended();
    },
  };
}

function sinceOf({ at, since }: CreateRecord): number {
  return since ?? at;
}

function heldTwice(description: string, id: string, other: string, urn: string): string {
  return (
    `${description} (${id}) is the object of another resource that the program declares: ${other}. Nothing was written. ` +
    `To move it to ${urn}, remove the other declaration and give this one the option aliases: ["${other}"]. ` +
    `To create a separate object, remove adopt; if the state already has both, run: pulumi state delete '${urn}'.`
  );
}

let current: Ownership | undefined;

/** The ownership rules of this process, over the journal of this machine's user. */
export function ownership(): Ownership {
  if (current === undefined) {
    const folder = journalFolder(process.env);
    current = openOwnership(openJournal(folder), { others: openOtherProcesses(folder) });
    beforeEnd(current.ended);
  }
  return current;
}
