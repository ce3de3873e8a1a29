import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type CreateRecord, type Journal, journalFolder, openJournal } from "./journal";

/**
 * Which entries of a state hold which object of the platform: the one rule by which creates hand out objects that exist, and by which
 * deletes keep them.
 *
 * The engine takes two entries for two objects. When a create hands out an object that the state already holds in another entry (a new
 * name without an alias, a replacement, an adoption, a create that makes up for a lost one), the engine later deletes the "old" object, which is
 * the same. Nothing in the engine notices. Hence:
 *
 * 1. *Every create stamps its entry.* The stamp is random, stays with the entry as long as it lives, and tells two entries of one object
 *    apart, also two of one URN.
 * 2. *An object is deleted with its last entry.* A delete whose object another known entry holds only says so. The known entries are those that
 *    this process handed out or was shown (in `diff`, `update`, `read`), and those that killed processes of this machine handed out.
 * 3. *An object that the program declares elsewhere is refused*, with the alias that moves it. Elsewhere means under another URN: what the same
 *    URN holds is the predecessor in a replacement, and `adopt` doesn't mean that.
 * 4. *A create that makes up for a lost one reserves it.* It takes the attempt of its own URN. Where there is none, it waits until the program
 *    registers no more resources, and takes one whose resource isn't among them: it was renamed. Equal declarations so never share an object.
 *
 * What the rule can't see, since the host is shown no state as a whole:
 *
 * - The entry of a resource that left the program is shown only when it is deleted. So a create may hand out its object, and rule 2 makes a move of it;
 *   rule 3 speaks only of what the program still declares.
 * - `--target-replace` and `pulumi state taint` call no `diff`. Where the new object is created first, `adopt: true` finds the old one and hands it
 *   out again: nothing is lost, and nothing is replaced.
 * - A killed run whose entry the engine had saved, finished on another machine by a targeted run that shows only the old entry, deletes
 *   the object. Any run that shows both keeps it.
 * - A killed run whose entry the engine had not saved, followed by `destroy`, keeps the object, and says so.
 */
export interface Ownership {
  /** The program of this run declares the resource. */
  registered(urn: string | undefined): void;
  /**
   * An entry holds the object: for `diff` and `update`. The program declares it if it has registered the resource, which in a refresh it hasn't.
   *
   * @param description how a message calls the object.
   * @throws when another resource that the program declares holds it too.
   */
  compared(id: string, entry: Entry, description: () => string): void;
  /** An entry holds the object: for `read`. */
  shown(id: string, stamp: string | undefined): void;
  /** To be called before a create sends anything. */
  begin(about: About): Promise<Creation>;
  /** An entry lets the object go. The answer is another one that holds it; undefined: the object is to be deleted. */
  release(id: string, stamp: string | undefined): Entry | undefined;
  /** When the oldest lost attempt on a connection was begun; where there is none, the oldest promised one. Undefined: nothing may be lost. */
  lostSince(connection: string): number | undefined;
  /** The engine ends this process in order; see {@link Journal.ended}. */
  ended(isSaved: boolean): void;
}

/** One entry of a state. */
export interface Entry {
  /** What its create stamped it with; undefined: an older release created it. */
  readonly stamp: string | undefined;
  /** The URN under which the program declares it, as far as that is known. */
  readonly urn: string | undefined;
}

/** What a create is about. */
export interface About {
  readonly stamp: string;
  readonly urn: string | undefined;
  /** See {@link createKey}. */
  readonly key: string;
  /** Names the connection. */
  readonly connection: string;
  /** How a message calls the object. */
  readonly description: () => string;
}

/** A create under way. */
export interface Creation {
  /** The earlier attempt that this one makes up for. */
  readonly lost: Lost | undefined;
  /** Whether the entry that the create replaces holds the object, or held it until this run deleted it. */
  isPredecessor(id: string): boolean;
  /** What earlier attempts at this create came to, those of the same resource first; also what is promised to a state. */
  readonly known: readonly string[];
  /** Whether an entry holds the object, or another create of this run has reserved it. */
  isHeld(id: string): boolean;
  /** Whether it is held, or what another resource's earlier attempt came to. */
  isTaken(id: string): boolean;
  /**
   * The create hands out an object that exists. To be called before anything is written to it.
   *
   * @param since it may be as old as that; left out: as old as what the create makes up for.
   * @throws when another resource that the program declares holds it.
   */
  take(id: string, since?: number): void;
  /** The create came to this object. @throws like {@link Creation.take}. */
  made(id: string): void;
  /** The create was refused: the platform has nothing of it. */
  refused(): void;
}

/** What earlier attempts at a create came to, as far as the journal tells. */
export interface Lost {
  /** From when on an object may be what they came to, in milliseconds since 1970. */
  readonly since: number;
  /** What they came to; undefined: they were never answered. */
  readonly id: string | undefined;
}

/** An entry, and how it is known. */
interface Holder extends Entry {
  /** Whether the program of this run declares it. */
  readonly isDeclared: boolean;
}

/** A new stamp. */
export function newStamp(): string {
  return randomBytes(9).toString("base64url");
}

/** How long a program registers nothing before it counts as done. It may go on all the same: rule 3 then refuses what was taken too early. */
const quietMs = 3000;

/** Options of {@link openOwnership}, for tests. */
export interface OwnershipOptions {
  readonly now?: () => number;
  readonly quietMs?: number;
}

/** The rule over a journal. */
export function openOwnership(journal: Journal, options: OwnershipOptions = {}): Ownership {
  const { now = Date.now, quietMs: quiet = quietMs } = options;
  const holders = new Map<string, Map<string, Holder>>();
  const registered = new Set<string>();
  let lastRegisteredAt = performance.now();
  const deleted = new Set<string>();
  /** What is shown in a state, or handed out here. */
  const held = new Set<string>();
  const open = new Set(journal.lost);
  /** What the reserved attempts came to, and the stamps of the creates that make up for them. */
  const reservedFor = new Map<string, string>();
  for (const { id, stamp, urn } of journal.handedOut) hold(id, { stamp, urn, isDeclared: false });

  function holdersOf(id: string): Holder[] {
    return [...(holders.get(id)?.values() ?? [])];
  }

  function hold(id: string, holder: Holder): void {
    const all = holders.get(id) ?? new Map<string, Holder>();
    holders.set(id, all.set(holder.stamp ?? "", holder));
  }

  /** Holds an object for a resource that is declared, unless another one does. */
  function declare(id: string, { stamp, urn }: Entry, description: () => string): void {
    const other = holdersOf(id).find((holder) => holder.isDeclared && holder.stamp !== stamp && holder.urn !== urn);
    if (other?.urn !== undefined && urn !== undefined) throw new Error(heldTwice(description(), id, other.urn, urn));
    hold(id, { stamp, urn, isDeclared: true });
  }

  /** The attempts that a create makes up for: those of its own resource, or else those of one that was renamed. */
  async function reserve(key: string, urn: string | undefined): Promise<readonly CreateRecord[]> {
    const candidates = () =>
      [...open].filter(
        (record) => record.key === key && !record.isSavePending && !(record.id !== undefined && held.has(record.id)),
      );
    const renamed = () => candidates().find((record) => record.urn === undefined || !registered.has(record.urn));
    const own = candidates().filter((record) => urn !== undefined && record.urn === urn);
    if (own.length === 0 && renamed() !== undefined) await registrationsEnd();
    const first = own[0] ?? renamed();
    const reserved = candidates().filter(
      (record) => record === first || (record.urn !== undefined && record.urn === first?.urn),
    );
    for (const record of reserved) open.delete(record);
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
      // What a program only looks up has no stamp, and holds nothing.
      if (stamp !== undefined && !holders.get(id)?.has(stamp)) hold(id, { stamp, urn: undefined, isDeclared: false });
    },
    async begin({ stamp, urn, key, connection, description }) {
      const reserved = await reserve(key, urn);
      const since = reserved.length > 0 ? Math.min(...reserved.map(sinceOf)) : undefined;
      for (const { id } of reserved) if (id !== undefined) reservedFor.set(id, stamp);
      const isHeld = (id: string) => held.has(id) || (reservedFor.get(id) ?? stamp) !== stamp;
      const others = [...open].filter((record) => record.key === key);
      journal.begin({ stamp, key, urn, connection, at: now(), since });

      let handedOut: string | undefined;
      const handOut = (id: string, more: { wasThere: boolean; since?: number }) => {
        if (id === handedOut) return;
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
        known: [...reserved, ...others].flatMap(({ id }) => (id === undefined ? [] : [id])),
        isPredecessor: (id) =>
          deleted.has(id) ||
          (urn !== undefined && holdersOf(id).some((holder) => holder.isDeclared && holder.urn === urn)),
        isHeld,
        isTaken: (id) => isHeld(id) || [...open].some((record) => record.id === id),
        take: (id, since) => handOut(id, { wasThere: true, since }),
        made: (id) => handOut(id, { wasThere: false }),
        refused: () => journal.refused(stamp),
      };
    },
    release(id, stamp) {
      held.add(id);
      journal.shown(id, stamp);
      holders.get(id)?.delete(stamp ?? "");
      const [other] = holdersOf(id);
      if (other === undefined) deleted.add(id);
      return other;
    },
    lostSince(connection) {
      const all = journal.lost.filter((record) => record.connection === connection);
      const unfinished = all.filter(({ isSavePending }) => !isSavePending);
      const times = (unfinished.length > 0 ? unfinished : all).map(sinceOf);
      return times.length > 0 ? Math.min(...times) : undefined;
    },
    ended: (isSaved) => journal.ended(isSaved),
  };
}

function sinceOf({ at, since }: CreateRecord): number {
  return since ?? at;
}

function heldTwice(description: string, id: string, other: string, urn: string): string {
  return (
    `${description} (${id}) is the object of another resource that the program declares: ${other}. Nothing was written. ` +
    `To move it to ${urn}, remove the other declaration and give this one the option aliases: ["${other}"]. ` +
    `To have an object for each, leave out adopt; if the state already holds both, run: pulumi state delete '${urn}'.`
  );
}

let current: Ownership | undefined;

/** The rule of this process, over the journal of this machine's user. */
export function ownership(): Ownership {
  current ??= openOwnership(openJournal(journalFolder(process.env)));
  return current;
}
