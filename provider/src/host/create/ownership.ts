import { type About, Attempt, UpdateAttempt } from "./attempt";
import { type Created, emptyCreated, openCreated } from "./created";
import { type Entry, Holders, type OtherProcesses, openOtherProcesses } from "./holders";
import { type CreateRecord, getJournalFolder, type Journal, openJournal } from "./journal";
import { LostAttempts, Registrations } from "./lost-attempts";
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
 *    stay theirs, to be recovered by their own next run.
 * 5. *A search takes nothing that is another's.* For an attempt without a response it looks among the objects with the
 *    natural key. It leaves out what the journal has as the answer to another create, and what an entry holds, in this
 *    process or another one of the run. It doesn't wait until the program registers no more resources: the engine
 *    registers none while so many creates wait as it runs at once.
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

/** Milliseconds for which each run reports an attempt at a resource that the program no longer declares. */
const abandonedForMs = 24 * 3600 * 1000;

/** Reports objects that earlier runs may have created for resources that the program no longer declares. */
function tellAbandoned(records: readonly CreateRecord[]): void {
  if (records.length === 0) return;
  const all = records.map(({ urn, id }) => `${urn}${id === undefined ? "" : ` (${id})`}`).join(", ");
  logToStack(
    `An earlier run began to create resources and ended before the state had them: ${all}. The program no longer ` +
      "declares them, so what was created stays on the platform. Delete it there; or declare them again: `pulumi up` " +
      "then finds what was created, and a later run can delete it.",
  );
}
